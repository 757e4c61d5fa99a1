"""Two people and two computer players, a browser for each person, from the form to the rematch."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.hand import Look, Player, finish
from tests.browser.house import PHONE, Visitor
from tests.browser.stages import SHORT

PERSIAN = re.compile(r"[\u0600-\u06ff]")
CYRILLIC = re.compile(r"[\u0400-\u04ff]")


def open_by_form(host: Visitor, game: str, **options: str) -> str:
    """Open a table for two people and two computer players as a person would."""
    host.go("/")
    host.page.locator(f'a[href="/open?game={game}"]').tap()
    page = host.page
    if page.locator("input[name=players]").count():
        page.locator("label", has=page.locator("input[name=players][value='4']")).tap()
    for seat, kind in enumerate(("me", "2", "open", "2")):
        page.locator(f"#seat{seat}").select_option(kind)
    page.locator("#options > summary").tap()
    for name, value in options.items():
        field = page.locator(f"#option-{name}")
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("#pace").select_option("0")
    page.locator("form.new-table button.primary").last.tap()
    page.wait_for_url("**/t/*")
    return page.locator("#invite-url").input_value()


def sit_down(guest: Visitor, link: str) -> None:
    """Follow a link to an open table and take the free seat."""
    guest.go(urlsplit(link).path)
    guest.page.locator("#name").fill("Пётр")
    guest.page.locator("main form button.primary").click()
    expect(guest.page.locator("#table")).to_be_visible()


def lose_the_net(host: Visitor) -> Callable[[Look], None]:
    """Once, in the middle of a trick, lose the connection and come back."""
    done: list[int] = []

    def between(look: Look) -> None:
        if done or not look.trick or not look.heading:
            return
        done.append(look.event)
        host.allowed = r"ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK"
        host.context.set_offline(True)
        host.page.wait_for_timeout(200)
        host.context.set_offline(False)
        host.page.reload()
        expect(host.page.locator("#table")).to_have_attribute("data-event", re.compile(r"\d+"))

    return between


@pytest.mark.parametrize(("game", "options"), list(SHORT.items()))
def test_two_people_finish_a_game(visits: Visits, game: str, options: dict[str, str]) -> None:
    nora = visits("fa", viewport=PHONE)
    pyotr = visits("ru")
    link = open_by_form(nora, game, **options)
    sit_down(pyotr, link)
    players = [Player(nora, touch=True), Player(pyotr, bid="10")]
    finish(players, between=lose_the_net(nora))

    for visitor, script in ((nora, PERSIAN), (pyotr, CYRILLIC)):
        expect(visitor.page.locator("#result")).to_be_visible()
        for line in visitor.page.locator("#result li, #log li, #chip").all_inner_texts():
            assert script.search(line), line
    if game == "voormsi":
        assert sum(player.several for player in players)

    code = urlsplit(link).path.rpartition("/")[2]
    step_through(pyotr, code)
    play_on(pyotr)
    rematch(nora, pyotr, code)


def step_through(visitor: Visitor, code: str) -> None:
    """Open the record from the table and go through it with keys and the slider."""
    page = visitor.page
    page.locator("#result a.button").click()
    slider = page.locator("#at")
    last = int(slider.get_attribute("max") or 0)
    assert last > 20
    expect(slider).to_have_value(str(last))
    for key, moment in (("ArrowLeft", last - 1), ("ArrowLeft", last - 2), ("ArrowRight", last - 1)):
        page.locator("h1").click()
        page.keyboard.press(key)
        page.wait_for_url(f"**/g/{code}?n={moment}")
        expect(slider).to_have_value(str(moment))
    page.locator('.stepper a[href$="n=0"]').click()
    page.wait_for_url(f"**/g/{code}?n=0")
    expect(slider).to_have_value("0")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/g/{code}?n=1")
    assert page.locator(".hands section").count() == 4
    slider.fill(str(last // 2))
    page.wait_for_url(f"**/g/{code}?n={last // 2}")
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert download.value.suggested_filename.endswith(".mdk.jsonl")


def play_on(visitor: Visitor) -> None:
    """Go on from the moment shown, in the second seat."""
    page = visitor.page
    page.locator("#on-seat").select_option("1")
    page.locator("form[action$=play-on] button").click()
    page.wait_for_url("**/t/*")
    player = Player(visitor)
    player.until(lambda look: look.mine or look.over)
    if not player.look().over:
        player.act()


def rematch(host: Visitor, guest: Visitor, code: str) -> None:
    """Both ask for another game and find themselves at the same table, with new cards."""
    host.page.locator("#result button.primary").tap()
    host.page.wait_for_url(lambda url: "/t/" in url and code not in url)
    guest.go(f"/t/{code}")
    guest.page.locator("#result button.primary").click()
    guest.page.wait_for_url(host.page.url)
    expect(host.page.locator("#hand .own").first).to_be_visible()
    expect(guest.page.locator("#hand .own").first).to_be_visible()


def test_taking_back_is_asked_and_answered(visits: Visits) -> None:
    """With nobody but people at the table: one asks, the other refuses, then agrees."""
    nora, pyotr = visits("fa", viewport=PHONE), visits("ru")
    code = nora.open_table("voormsi", players="2", seat1="open")
    nora.go(f"/t/{code}")
    sit_down(pyotr, f"/t/{code}")
    players = [Player(nora, touch=True), Player(pyotr)]
    for player in players:
        player.until(lambda look: len(look.hand) > 0)
    asker, other = players if players[0].look().mine else players[::-1]
    held = [code for code, _ in asker.look().hand]
    asker.act()
    other.until(lambda look: look.mine)
    other.act()
    for answer in ("no", "yes"):
        asker.press('form[action$="/undo"] button')
        other.until(lambda look: look.vote)
        other.press(f'.vote button[value="{answer}"]')
        other.until(lambda look: not look.vote)
    asker.until(lambda look: look.mine and [code for code, _ in look.hand] == held)
