"""One person at a table: the first card, refusals in words, without JavaScript, with keys only."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, expect

from tests.browser import stages
from tests.browser.conftest import Visits
from tests.browser.hand import Look, Player
from tests.browser.house import PHONE, WIDE, Visitor
from tests.browser.stages import SHORT

SCRIPTS = {"en": "[A-Za-z]{3}", "fa": "[\u0600-\u06ff]{3}", "ru": "[\u0400-\u04ff]{3}"}
RAW = re.compile(r"\b(?:[2-9TJQKA]|10)[CDHS]\b")


@pytest.mark.parametrize("game", ["voormsi", "noms"])
def test_one_press_leads_to_the_first_card(visits: Visits, game: str) -> None:
    """From a fresh visit: a press on home, and the hand lies there (Noms has an auction first)."""
    guest = visits("en", viewport=PHONE)
    guest.go("/")
    offer = guest.page.locator("form.offer", has=guest.page.locator(f"input[value={game}]"))
    offer.locator("button").first.tap()
    expect(guest.page.locator("#hand .own").first).to_be_in_viewport()
    player = Player(guest, touch=True)
    assert player.until(lambda look: look.mine).hand
    player.act()


@pytest.mark.parametrize("language", ["en", "fa", "ru"])
def test_a_refusal_is_in_words_with_its_clause(visits: Visits, language: str) -> None:
    guest = visits(language, viewport=PHONE)
    look = stages.following(guest)
    player = Player(guest, touch=True)
    card = look.dimmed[0]
    assert guest.page.locator(f"#own-{card}").get_attribute("title")
    assert player.lay([card], look).event == look.event
    refusal = guest.page.locator("#refusal")
    expect(refusal).to_be_in_viewport()
    told = refusal.inner_text()
    assert re.search(SCRIPTS[language], told)
    assert "N5.1" in told
    assert not RAW.search(told)
    player.play(player.look())
    expect(guest.page.locator("#refusal")).to_have_text("")


@pytest.mark.parametrize("language", ["en", "fa", "ru"])
def test_a_bid_too_low_answers_with_its_clause(visits: Visits, language: str) -> None:
    guest = visits(language)
    look = stages.bidding(guest)
    low = [value for value, is_low in look.bids if is_low]
    player = Player(guest)
    player.say(low[0])
    told = player.until(lambda now: bool(now.refusal)).refusal
    assert re.search(SCRIPTS[language], told)
    assert re.search(r"N3\.\d", told)


@pytest.mark.parametrize("game", ["voormsi", "noms"])
def test_a_game_without_javascript(visits: Visits, game: str) -> None:
    """From home to the first card, then a short game to its end."""
    guest = visits("ru", viewport=PHONE, java_script_enabled=False)
    guest.allowed = r"status of (409|422)"
    guest.go("/")
    guest.page.locator(f"form.offer input[value={game}] ~ p button").first.tap()
    guest.page.wait_for_url("**/t/*")
    expect(guest.page.locator("#hand .own").first).to_be_visible()
    here, cards = f"/t/{guest.open_table(game, **SHORT[game])}", 0
    end = time.monotonic() + 400
    look_again(guest, here)
    while not guest.page.locator(".table.over").count():
        assert time.monotonic() < end, f"the game is not over after {cards} plays"
        cards += plain_step(guest)
        look_again(guest, here)
    assert cards


def look_again(guest: Visitor, path: str) -> None:
    """Load the table, unless it is just loading itself again."""
    try:
        guest.go(path)
    except PlaywrightError as error:
        if "interrupted by another navigation" not in str(error):
            raise
        guest.page.wait_for_load_state()


def plain_step(guest: Visitor) -> int:
    """Press something if it is my turn; how many plays were made."""
    page = guest.page
    if page.locator("#contract").count():
        page.locator(".trumps .pick:not(.low)").first.tap()
        page.locator(".called .cell:not(.held)").last.tap()
        send(page.locator("#contract button.primary"))
    elif page.locator("#bids").count():
        send(page.locator("#bids button:not(.low)").first)
    elif page.locator(".my-turn #hand input[type=checkbox]").count():
        return plain_play(guest)
    elif page.locator(".my-turn #hand .own:not(.dim)").count():
        send(page.locator("#hand .own:not(.dim)").first)
        return 1
    return 0


def send(button: Locator) -> None:
    """Press, and wait for the page that answers."""
    with button.page.expect_navigation():
        button.tap()


def plain_play(guest: Visitor) -> int:
    """Tick as many cards as the lead has, and play; if that is refused, others."""
    page = guest.page
    clear = [one.get_attribute("id") or "" for one in page.locator("#hand .own:not(.dim)").all()]
    led = page.locator(".middle > .trick > .play").first.locator(".lies").count() if trick(guest) else 1
    for start in range(len(clear)):
        for name in (clear[start:] + clear[:start])[:led]:
            page.locator(f"#{name} input").tap(force=True)
        send(page.locator("#play"))
        if not page.locator("#refusal b").count():
            return 1
    raise AssertionError("nothing may be played")


def trick(guest: Visitor) -> bool:
    """Whether a trick is under way (the last one shows, too, where nothing is)."""
    heading = guest.page.locator(".middle > h2")
    return heading.count() > 0 and heading.first.inner_text() == "Взятка"


def test_a_game_with_keys_only(visits: Visits) -> None:
    """Voormsi: Tab and Enter lead to a table, figures and arrows choose, Enter plays, `?` and `l` explain."""
    guest = visits("en", viewport=WIDE)
    page = guest.page
    guest.go("/")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('form.offer button')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    guest.go(f"/t/{guest.open_table('voormsi', **SHORT['voormsi'])}")
    player = Player(guest)
    plays, seen = 0, set()
    while not (look := player.until(lambda look: look.mine or look.over)).over:
        if plays and not look.bids:
            page.wait_for_function(
                "document.activeElement.closest('#hand, #why, .whys, #last-trick') !== null"
            )
        keys_play(player, look, by_arrows=plays % 2 == 1)
        plays += 1
        if page.locator("#last-trick").count() and "l" not in seen:
            page.keyboard.press("l")
            expect(page.locator("#last-trick")).to_have_attribute("open", "")
            page.keyboard.press("l")
            expect(page.locator("#last-trick")).not_to_have_attribute("open", "")
            seen.add("l")
        if page.locator("#why a").count() and "?" not in seen:
            page.keyboard.press("?")
            expect(page.locator("#say")).to_have_text(re.compile(r"V\d"))
            assert page.evaluate("document.activeElement.closest('#why, .whys') !== null")
            seen.add("?")
    assert seen == {"l", "?"}


def keys_play(player: Player, look: Look, by_arrows: bool) -> None:
    """Choose and play as many cards as were led, trying others if it is refused."""
    page = player.page
    for cards in player.tries(look):
        while page.locator("#hand input:checked").count():
            page.locator("#hand input:checked").first.focus()
            page.keyboard.press("Space")
        codes = [code for code, _ in look.hand]
        for code in cards:
            place = codes.index(code)
            if by_arrows or place > 8:
                page.evaluate("document.activeElement.blur()")
                for _ in range(place + 1):
                    page.keyboard.press("ArrowRight")
                page.keyboard.press("Space")
            else:
                page.keyboard.press(str(place + 1))
        with page.expect_response(lambda answer: answer.url.endswith("/act")) as answer:
            page.keyboard.press("Enter")
        event = re.search(r'data-event="(\d+)"', answer.value.text())
        assert event
        if int(event[1]) > look.event:
            player.until(lambda now, last=int(event[1]): now.event >= last)  # type: ignore[misc]
            return
        player.until(lambda now: bool(now.refusal))
    raise AssertionError(look)
