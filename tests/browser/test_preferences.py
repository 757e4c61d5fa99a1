"""Preferences: Russian indices, sounds; and what a browser without JavaScript does instead."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import stages
from tests.browser.conftest import Visits
from tests.browser.hand import Player
from tests.browser.house import PHONE

LISTEN = """
  window.heard = [];
  for (const made of ["createOscillator", "createBufferSource"]) {
    const usual = AudioContext.prototype[made];
    AudioContext.prototype[made] = function () { window.heard.push(made); return usual.call(this); };
  }
"""


def test_russian_indices_on_faces_and_in_texts(visits: Visits) -> None:
    guest = visits("ru", viewport=PHONE)
    stages.naming(guest)
    king = guest.page.locator(".cell", has=guest.page.locator("[value=KH]"))
    expect(king).to_contain_text("K♥")
    guest.page.locator("#look > summary").tap()
    guest.page.locator("#look [name=russian]").check()
    guest.page.locator("#look button.primary").tap()
    expect(king).to_contain_text("К♥")
    expect(guest.page.locator("#hand use").first).to_have_attribute("href", re.compile("cards-ru.svg#"))


@pytest.mark.parametrize("wanted", [True, False])
def test_sounds_are_for_those_who_want_them(visits: Visits, wanted: bool) -> None:
    guest = visits("en")
    guest.context.add_init_script(LISTEN)
    stages.at_turn(guest, "voormsi")
    if wanted:
        guest.page.locator("#look > summary").click()
        guest.page.locator("#look [name=sounds]").check()
        guest.page.locator("#look button.primary").click()
        guest.page.wait_for_load_state()
    player = Player(guest)
    for _ in range(2):
        player.until(lambda look: look.mine)
        player.act()
    player.until(lambda look: look.mine or look.over)
    heard = set(guest.page.evaluate("window.heard"))
    assert heard == ({"createOscillator", "createBufferSource"} if wanted else set())


def test_a_page_without_javascript_looks_again_by_itself(visits: Visits) -> None:
    """While it is somebody else's turn; and a link looks again at once."""
    nora, pyotr = visits("en", java_script_enabled=False), visits("ru")
    code = nora.open_table("voormsi", players="2", seat1="open")
    nora.go(f"/t/{code}")
    expect(nora.page.locator("noscript a, header a.button").first).to_be_visible()
    pyotr.post(f"/t/{code}/sit", {"seat": "1", "name": "Пётр"})
    expect(nora.page.locator("#seat-1")).to_contain_text("Пётр")
    expect(nora.page.locator("#hand .own")).to_have_count(4)


def test_nothing_is_offered_that_cannot_be_done(visits: Visits) -> None:
    """No taking back before one has acted, no play once the game is over, no invitation to a full table."""
    guest, other = visits("en"), visits("ru")
    code = guest.open_table("voormsi", players="2", seat1="open")
    guest.go(f"/t/{code}")
    expect(guest.page.locator("#invite .qr-box")).to_be_visible()
    other.post(f"/t/{code}/sit", {"seat": "1"})
    expect(guest.page.locator("#hand .own").first).to_be_visible()
    expect(guest.page.locator("#invite")).to_be_hidden()
    expect(guest.page.locator("#seat-1")).to_contain_text("Seat 2")
    assert guest.page.locator('form[action$="/undo"]').count() == 0
    guest.go(f"/t/{stages.finished(guest, 'voormsi')}")
    expect(guest.page.locator("#result")).to_be_visible()
    assert guest.page.locator("#play").count() == 0
