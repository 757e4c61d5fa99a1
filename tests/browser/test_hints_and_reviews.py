"""A hint at the table, by pointer, by key and without JavaScript; a finished game reviewed on its page."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import stages
from tests.browser.conftest import Visits
from tests.browser.hand import Player
from tests.browser.house import PHONE, WIDE, Visitor
from tests.browser.test_at_the_table import RAW, SCRIPTS
from tests.browser.test_every_page import examine

PLACES = """() => Object.fromEntries([...document.querySelectorAll("#play, #hand .own, .cloth")].map(
  (one) => [one.id || "cloth", one.getBoundingClientRect().top + scrollY]))"""


def expect_hint(visitor: Visitor, language: str) -> None:
    """The hint is on the screen, in words of the language."""
    told = visitor.page.locator("#hint-told")
    expect(told.locator("p").first).to_be_in_viewport()
    expect(told).to_have_text(re.compile(SCRIPTS[language]))
    assert not RAW.search(told.inner_text())


@pytest.mark.parametrize("language", ["en", "fa", "ru"])
def test_a_hint_moves_nothing(visits: Visits, pictures: Path | None, language: str) -> None:
    """On a phone: cards and the play button stay where they are, in reach; a play takes the hint away."""
    guest = visits(language, viewport=PHONE)
    look = stages.answering(guest)
    before = guest.page.evaluate(PLACES)
    guest.page.locator("#hint").tap()
    expect_hint(guest, language)
    assert guest.page.evaluate(PLACES) == before
    for reach in ("#play", "#hand .own >> nth=0"):
        expect(guest.page.locator(reach)).to_be_in_viewport(ratio=0.9)
    wrong = examine(guest, f"voormsi-hint {language}", pictures)
    guest.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    Player(guest, touch=True).play(look)
    expect(guest.page.locator("#hint-told")).to_be_empty()
    assert not wrong, "\n".join(wrong)


def test_a_hint_by_key_in_every_part_of_noms(visits: Visits, pictures: Path | None) -> None:
    """Auction, contract and play, each with a hint that does not touch what is chosen."""
    guest = visits("en", viewport=WIDE)
    wrong: list[str] = []
    for stage in (stages.bidding, stages.naming, stages.following):
        look = stage(guest)
        guest.page.keyboard.press("h")
        expect_hint(guest, "en")
        assert Player(guest).look().hand == look.hand
        wrong += examine(guest, f"noms-{stage.__name__}-hint en", pictures)
        guest.page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    assert not wrong, "\n".join(wrong)


def test_a_hint_without_javascript(visits: Visits) -> None:
    guest = visits("ru", viewport=PHONE, java_script_enabled=False)
    here = f"/t/{guest.open_table('voormsi')}"
    end = time.monotonic() + 90
    guest.go(here)
    while not guest.page.locator("#hint").count():
        assert time.monotonic() < end, "never this visitor's turn"
        guest.go(here)
    guest.page.locator("#hint").tap()
    expect(guest.page.locator("#hint-told")).to_have_text(re.compile(SCRIPTS["ru"]))
    expect(guest.page.locator("#play")).to_be_enabled()


def test_a_table_without_hints_offers_none(visits: Visits) -> None:
    guest = visits("en")
    stages.at_turn(guest, "voormsi", no_hints="1")
    assert guest.page.locator("#hint").count() == 0
    assert "hint" not in guest.page.locator(".keys").inner_text()
    guest.page.keyboard.press("h")
    expect(guest.page.locator("#hint-told")).to_be_empty()


def test_a_finished_game_is_reviewed(visits: Visits, pictures: Path | None) -> None:
    """Asked for by one, read by everybody in their own language; every line leads to its moment."""
    guest = visits("en", viewport=PHONE)
    code = stages.finished(guest, "voormsi")
    guest.go(f"/g/{code}")
    guest.page.locator("#review button").tap()
    guest.page.wait_for_url(f"**/g/{code}*#review")
    end = time.monotonic() + 300
    while not guest.page.locator("#review li").count():
        assert time.monotonic() < end, guest.page.locator("#review").inner_text()
        guest.page.wait_for_timeout(200)
        guest.page.locator("#review a").tap()
        guest.page.reload()
    wrong: list[str] = []
    for language, script in SCRIPTS.items():
        reader = visits(language, viewport=PHONE)
        reader.go(f"/g/{code}")
        lines = reader.page.locator("#review ul li").all_inner_texts()
        assert len(lines) == 4
        assert all(re.search(script, line) and not RAW.search(line) for line in lines)
        wrong += examine(reader, f"review {language}", pictures)
    follow_verdicts(guest)
    assert not wrong, "\n".join(wrong)


def follow_verdicts(guest: Visitor) -> None:
    """Press the first line of the review, if anything was not fine; the moment says the same."""
    line = guest.page.locator(".verdicts a").first
    if not line.count():
        return
    told = line.inner_text()
    line.tap()
    expect(guest.page.locator(".judged")).to_have_text(told)
