"""Every page in every language: axe finds nothing, nothing scrolls sideways, pictures if wanted."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.browser import stages
from tests.browser.conftest import Visits
from tests.browser.hand import Player
from tests.browser.house import PHONE, WIDE, Visitor

LANGUAGES = ("en", "fa", "ru")
RULES_OF_LIGHT = ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"]
RUN = """async (only) => {
  const options = { resultTypes: ["violations"] };
  if (only) options.runOnly = { type: "rule", values: only };
  const found = await axe.run(document, options);
  return found.violations.map((one) => one.id + ": " + one.help + "\\n" +
    one.nodes.slice(0, 4).map((node) => "  " + node.target.join(" ") + " | " + node.html.slice(0, 160) +
      " | " + (node.any[0] || node.all[0] || node.none[0] || {message: ""}).message).join("\\n"));
}"""
ELSEWHERE = (
    "/",
    "/lobby",
    "/mine",
    "/join?code=nowhere",
    "/open?game=voormsi",
    "/open?game=noms",
    "/rules/voormsi",
    "/rules/noms",
    "/referee?game=voormsi",
    "/referee?game=noms",
    "/referee?game=voormsi&plays=7H%2B7C+KC%2BJC+QD%2B6S+KH%2B8S",
    "/referee?game=noms&plays=10H+KH+2S+AH&trump=S",
    "/referee?game=noms&plays=10H+10H",
    "/sheet?game=voormsi",
    "/sheet?game=noms",
)


def named(path: str) -> str:
    return path.strip("/").translate(str.maketrans("/?=&%+", "------")) or "home"


def examine(visitor: Visitor, name: str, pictures: Path | None) -> list[str]:
    """What is wrong with the page shown, in both lights and both sizes."""
    page = visitor.page
    assert not visitor.trouble, visitor.trouble
    page.evaluate("() => document.fonts.ready.then(() => true)")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    wrong: list[str] = []
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for light in ("dark", "light"):
            page.emulate_media(color_scheme=light)  # type: ignore[arg-type]
            where = f"{name} {size['width']} {light}"
            first = size is PHONE and light == "dark"
            wrong += [f"{where}: {line}" for line in page.evaluate(RUN, None if first else RULES_OF_LIGHT)]
            wide: dict[str, int] = page.evaluate(
                "() => ({ has: document.documentElement.scrollWidth, may: innerWidth })"
            )
            if wide["has"] > wide["may"]:
                wrong.append(f"{where}: scrolls sideways, {wide}")
            if pictures is not None:
                page.screenshot(path=pictures / f"{where.replace(' ', '-')}.png", full_page=True)
    visitor.trouble.clear()
    return wrong


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_away_from_the_table(visits: Visits, pictures: Path | None, language: str, half: int) -> None:
    guest = visits(language, viewport=PHONE)
    guest.allowed = "status of (404|422)"
    guest.open_table("noms", seat2="open", listed="1")
    wrong: list[str] = []
    for path in ELSEWHERE[half::2]:
        guest.go(path)
        wrong += examine(guest, f"{named(path)} {language}", pictures)
    assert not wrong, "\n".join(wrong)


STAGES: dict[str, Callable[[Visitor], Any]] = {
    "auction": stages.bidding,
    "contract": stages.naming,
    "noms-trick": stages.following,
    "voormsi-trick": stages.answering,
}


@pytest.mark.parametrize("stage", list(STAGES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table(visits: Visits, pictures: Path | None, language: str, stage: str) -> None:
    guest = visits(language, viewport=PHONE)
    look = STAGES[stage](guest)
    wrong = examine(guest, f"{stage} {language}", pictures)
    if stage == "noms-trick":
        Player(guest).lay(look.dimmed[:1], look)
        for pop in guest.page.locator("#last-trick, #legend, #fair, #look").all():
            pop.locator("summary").click()
        wrong += examine(guest, f"{stage}-refused {language}", pictures)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_before_and_after_a_game(visits: Visits, pictures: Path | None, language: str) -> None:
    guest, other = visits(language, viewport=PHONE), visits(language, viewport=PHONE)
    wrong: list[str] = []
    code = guest.open_table("voormsi", seat2="open")
    for visitor, name in ((guest, "waiting"), (other, "join")):
        visitor.go(f"/t/{code}")
        wrong += examine(visitor, f"{name} {language}", pictures)
    for game in ("voormsi", "noms"):
        code = stages.finished(guest, game)
        for path, name in (
            (f"/t/{code}", "over"),
            (f"/g/{code}?n=9", "record"),
            (f"/g/{code}", "record-end"),
        ):
            guest.go(path)
            wrong += examine(guest, f"{game}-{name} {language}", pictures)
    other.go(f"/t/{code}")
    wrong += examine(other, f"spectator {language}", pictures)
    code = guest.open_table("voormsi")
    guest.go(f"/t/{code}")
    guest.page.locator('form[action$="/move"] button').click()
    wrong += examine(guest, f"move {language}", pictures)
    link = guest.page.locator("#seat-url").input_value()
    other.go(link.removeprefix(guest.base))
    wrong += examine(other, f"move-here {language}", pictures)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_that_are_filled(visits: Visits, pictures: Path | None, language: str) -> None:
    guest = visits(language, viewport=PHONE)
    wrong: list[str] = []
    for game in ("voormsi", "noms"):
        guest.go(f"/sheet?game={game}")
        for field in guest.page.locator("form.box input[type=number]").all():
            field.fill(field.get_attribute("min") or "0")
        guest.page.locator("form.box button.primary").tap()
        guest.page.wait_for_url("**/sheet/*")
        wrong += examine(guest, f"sheet-{game}-filled {language}", pictures)
    assert not wrong, "\n".join(wrong)
