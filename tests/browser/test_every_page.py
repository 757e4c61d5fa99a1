"""Every page in every language: axe finds nothing, nothing scrolls sideways, pictures if wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

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


CHECKS: dict[tuple[int, str], list[str] | None] = {
    (PHONE["width"], "dark"): None,
    (PHONE["width"], "light"): RULES_OF_LIGHT,
    (WIDE["width"], "light"): RULES_OF_LIGHT,
}
"""What axe looks for in a size and light: everything once, then what depends on them."""


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
        wide: dict[str, int] = page.evaluate(
            "() => ({ has: document.documentElement.scrollWidth, may: innerWidth })"
        )
        if wide["has"] > wide["may"]:
            wrong.append(f"{name} {size['width']}: scrolls sideways, {wide}")
        for light in ("dark", "light"):
            where = f"{name} {size['width']} {light}"
            page.emulate_media(color_scheme=light)  # type: ignore[arg-type]
            if (size["width"], light) in CHECKS:
                found = page.evaluate(RUN, CHECKS[size["width"], light])
                wrong += [f"{where}: {line}" for line in found]
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


def test_what_is_refused(visits: Visits, pictures: Path | None) -> None:
    """A page that is not there, a seat of somebody else's; and the page of the API."""
    wrong: list[str] = []
    for language in LANGUAGES:
        host, guest = visits(language, viewport=PHONE), visits(language, viewport=PHONE)
        guest.allowed = "status of (404|403)"
        guest.go("/docs")
        wrong += examine(guest, f"api {language}", pictures)
        guest.go("/nowhere")
        wrong += examine(guest, f"error-404 {language}", pictures)
        guest.page.evaluate(POST, f"/t/{host.open_table('noms')}/leave")
        guest.page.wait_for_url("**/leave")
        wrong += examine(guest, f"error-403 {language}", pictures)
    assert not wrong, "\n".join(wrong)


POST = """(path) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: path });
  document.body.append(form);
  form.submit();
}"""

STAGES: dict[str, Callable[[Visitor], Any]] = {
    "auction": stages.bidding,
    "contract": stages.naming,
    "noms-trick": stages.following,
    "voormsi-trick": stages.answering,
    "voormsi-two": partial(stages.choosing, players=2),
    "voormsi-three": partial(stages.choosing, players=3),
    "voormsi-pair": partial(stages.choosing, players=4),
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


def test_a_hand_laid_open_and_a_deal_counted(visits: Visits, pictures: Path | None) -> None:
    """Hard to come by: in the language with the longest lines and the other direction only."""
    guest, watcher = visits("fa", viewport=PHONE), visits("fa", viewport=PHONE)
    stages.laid_open(guest, watcher)
    wrong = examine(watcher, "mis-a-vis fa", pictures)
    still = visits("fa", viewport=PHONE)
    still.page.route("**/stream", lambda route: route.abort())
    still.allowed = "ERR_FAILED|Failed to fetch"
    for game in ("voormsi", "noms"):
        stages.counted(still, game)
        wrong += examine(still, f"{game}-counted fa", pictures)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_that_are_filled(visits: Visits, pictures: Path | None, language: str) -> None:
    guest = visits(language, viewport=PHONE)
    wrong: list[str] = []
    for game in ("voormsi", "noms"):
        guest.go(f"/sheet?game={game}")
        guest.page.locator("#name-1").fill("Ада")
        guest.page.locator(".names button").tap()
        guest.page.wait_for_url("**/sheet/*")
        for field in guest.page.locator("#entry input[type=number]").all():
            field.fill(field.get_attribute("max") or "0")
        guest.page.locator("#entry select").first.select_option("1")
        guest.page.locator("#entry button.primary").tap()
        expect(guest.page.locator(".verdict li").first).to_contain_text("Ада")
        wrong += examine(guest, f"sheet-{game}-filled {language}", pictures)
    assert not wrong, "\n".join(wrong)
