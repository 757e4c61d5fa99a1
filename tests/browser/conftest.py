"""Browser tests: left out where there is no browser to drive."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import FLAGS, Visitor, serving, visit

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
expect.set_options(timeout=20_000)
Visits = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if CHROMIUM is None or not os.environ.get("MESSDECK_BROWSER"):
                item.add_marker(pytest.mark.skip(reason="no chromium, or not asked for: make browser"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as url:
        yield url


@pytest.fixture
def visits(browser: Browser, base: str) -> Iterator[Visits]:
    """Visitors, each in a browser context of their own; at the end nothing may have gone wrong there."""
    made: list[Visitor] = []

    def make(language: str = "en", **options: object) -> Visitor:
        made.append(visit(browser, base, language, **options))
        return made[-1]

    yield make
    trouble = [line for visitor in made for line in visitor.trouble]
    for visitor in made:
        visitor.context.close()
    assert not trouble


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """Where screenshots go, if anybody wants them."""
    wanted = os.environ.get("MESSDECK_PICTURES")
    if not wanted:
        return None
    folder = Path(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
