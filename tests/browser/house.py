"""A server of its own for each test process, and visitors with real browsers."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Route,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

PROGRAM = """
import sys
from messdeck.server.run import Address, run
from messdeck.server.settings import Settings
from messdeck.server.warming import load_companions
load_companions()  # it thinks in this process, and nobody is to wait while it compiles
plenty = 1_000_000
settings = Settings(database=sys.argv[1], workers=0, pace=0, deal_rest=0.8, posts_per_minute=plenty,
                    new_tables_per_hour=plenty)
run(settings, Address("127.0.0.1", 0), lambda key, url: url, False)
"""
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
LOCALES = {"en": "en-GB", "fa": "fa-IR", "ru": "ru-RU"}
PHONE = {"width": 360, "height": 640}
WIDE = {"width": 1280, "height": 800}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server on a free port; gives its address, without the last slash."""
    database = f"sqlite+aiosqlite:///{folder / 'tables.db'}"
    command = [sys.executable, "-c", PROGRAM, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip().rstrip("/")
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


class Browsers:
    """One browser at a time, launched anew, with its driver, if either was lost or would not start."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.player: Playwright | None = None
        self.browser: Browser | None = None

    def one(self) -> Browser:
        if self.browser is None or not self.is_alive(self.browser):
            self.browser = self.launch()
        return self.browser

    @staticmethod
    def is_alive(browser: Browser) -> bool:
        """Whether a browser answers: it counts as connected even when its driver is gone."""
        try:
            browser.new_context().close()
        except PlaywrightError:
            return False
        return True

    def launch(self, tries: int = 3) -> Browser:
        self.close()
        self.player = sync_playwright().start()
        try:
            return self.player.chromium.launch(executable_path=self.path, args=FLAGS, timeout=120_000)
        except PlaywrightError:
            if tries == 1:
                raise
            return self.launch(tries - 1)

    def close(self) -> None:
        """Stop the driver, and with it the browser."""
        if self.player is not None:
            self.player.stop()
            self.player = None


@dataclass
class Visitor:
    """Somebody with a browser of their own; whatever goes wrong on their pages is kept in `trouble`."""

    base: str
    context: BrowserContext
    page: Page
    trouble: list[str] = field(default_factory=list)
    allowed: str = r"(?!)"
    """What may be complained of in the console, as a regular expression."""

    @property
    def origin(self) -> dict[str, str]:
        return {"Origin": self.base}

    def go(self, path: str, event: str = "load") -> None:
        self.page.goto(self.base + path, wait_until=event)  # type: ignore[arg-type]

    def post(self, path: str, form: dict[str, Any] | None = None) -> APIResponse:
        """Post a form without looking at it: for setting the stage, not for what is being tested."""
        return self.context.request.post(self.base + path, form=form or {}, headers=self.origin)

    def open_table(self, game: str, **form: Any) -> str:
        """Open a table (unless told otherwise: me and three computer players) and give its code."""
        seats = {"seat0": "me", **{f"seat{n}": "2" for n in (1, 2, 3)}}
        answer = self.post("/open", {"game": game, "pace": "0", **seats, **form})
        assert answer.ok, answer.text()
        return urlsplit(answer.url).path.rpartition("/")[2]

    def watch(self) -> None:
        """Listen to the console, and let no request leave the server."""
        self.context.route("**/*", self._route)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))

    def _route(self, route: Route, request: Request) -> None:
        if request.url.startswith((self.base + "/", "data:", "blob:")):
            route.continue_()
        else:
            self.trouble.append(f"leaves the server: {request.url}")
            route.abort()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not re.search(self.allowed, message.text):
            self.trouble.append(f"console: {message.text} ({message.location.get('url', '')})")


def visit(browser: Browser, base: str, language: str = "en", **options: Any) -> Visitor:
    """A new visitor; `options` are those of a browser context."""
    settings: dict[str, Any] = {"viewport": WIDE, "reduced_motion": "reduce", **options}
    if settings["viewport"] == PHONE:
        settings = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2, **settings}
    context = browser.new_context(locale=LOCALES[language], **settings)
    context.set_default_timeout(60_000)
    visitor = Visitor(base, context, context.new_page())
    visitor.watch()
    return visitor
