"""Browser tests, run by `make browser` and in CI (MESSDECK_BROWSER=required): they drive a Chromium and take
minutes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.house import Browsers, Visitor, serving, visit

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
REQUIRED = os.environ.get("MESSDECK_BROWSER") == "required"
expect.set_options(timeout=30_000)
Visits = Callable[..., Visitor]


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep them together on one worker: two browsers at once are too much for a small machine."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group("browser"))
            item.add_marker(pytest.mark.flaky(reruns=1))
            if not REQUIRED:
                item.add_marker(pytest.mark.skip(reason="browser tests are run by `make browser`"))


@pytest.fixture(scope="package")  # Playwright's event loop would be in the way of other tests
def browsers() -> Iterator[Browsers]:
    assert CHROMIUM, "MESSDECK_BROWSER=required, but no chromium is installed"
    browsers = Browsers(CHROMIUM)
    yield browsers
    browsers.close()


@pytest.fixture(scope="package")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as url:
        yield url


@pytest.fixture
def visits(browsers: Browsers, base: str) -> Iterator[Visits]:
    """Visitors, each in a browser context of their own; at the end nothing may have gone wrong there."""
    made: list[Visitor] = []

    def make(language: str = "en", **options: object) -> Visitor:
        made.append(visit(browsers.one(), base, language, **options))
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
