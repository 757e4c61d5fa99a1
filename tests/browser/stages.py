"""Tables brought to a moment worth looking at, without looking."""

from __future__ import annotations

from urllib.parse import urlsplit

from tests.browser.hand import Look, Player
from tests.browser.house import Visitor

TRIES = 12
SHORT = {"voormsi": {"target": "5", "overshoot": "win"}, "noms": {"target": "5"}}
"""Options of a game of few deals."""


def finished(visitor: Visitor, game: str, **form: str) -> str:
    """A finished game of this visitor (who left at once, so that a computer player sat in)."""
    code = visitor.open_table(game, **{**SHORT[game], **form})
    visitor.post(f"/t/{code}/leave")
    for _ in range(1200):
        if visitor.context.request.get(f"{visitor.base}/g/{code}").ok:
            return code
        visitor.page.wait_for_timeout(100)
    raise AssertionError(f"{game} is not over")


def at_turn(visitor: Visitor, game: str, **form: str) -> Look:
    """Sit at a table where it is this visitor's turn, whatever is to be done."""
    visitor.go(f"/t/{visitor.open_table(game, **form)}")
    return Player(visitor).until(lambda look: look.mine or look.over)


def bidding(visitor: Visitor) -> Look:
    """Sit in an auction of Noms."""
    for _ in range(TRIES):
        look = at_turn(visitor, "noms")
        if look.bids:
            return look
    raise AssertionError("never in an auction")


def naming(visitor: Visitor) -> Look:
    """Sit at the contract sheet of Noms."""
    for _ in range(TRIES):
        bidding(visitor)
        player = Player(visitor, bid="13")
        player.act()
        look = player.until(lambda look: look.mine or look.over)
        if look.contract:
            return look
    raise AssertionError("never to name a contract")


def following(visitor: Visitor) -> Look:
    """Sit in a trick of Noms where some card may not be played."""
    player = Player(visitor)
    for _ in range(TRIES):
        look = at_turn(visitor, "noms")
        for _ in range(12):
            if look.dimmed and look.trick and look.heading:
                return look
            player.act()
            look = player.until(lambda look: look.mine or look.over)
    raise AssertionError("never to follow suit")


def choosing(visitor: Visitor, players: int) -> Look:
    """Sit at a table of Voormsi with two cards chosen."""
    look = at_turn(visitor, "voormsi", players=str(players))
    Player(visitor).choose(look.clear[:2])
    return look


def laid_open(visitor: Visitor, watcher: Visitor) -> None:
    """Bid Mis a Vis, so that the hand lies open before `watcher` once the first trick is over."""
    player = Player(visitor, bid="mis-a-vis")
    for _ in range(TRIES):
        bidding(visitor)
        watcher.go(urlsplit(visitor.page.url).path)
        for _ in range(4):
            player.act()
            look = player.until(lambda look: look.mine or look.over)
            if look.over:
                break
            Player(watcher).until(lambda seen, event=look.event: seen.event >= event)  # type: ignore[misc]
            if watcher.page.locator(".open-hand").count():
                return
    raise AssertionError("nobody lays a hand open")


def counted(visitor: Visitor, game: str) -> None:
    """Stand between two deals, in front of what the last one brought."""
    code, second = several_deals(visitor, game)
    for _ in range(TRIES):
        visitor.go(f"/g/{code}?n={second - 1}")
        visitor.page.locator("form[action$=play-on] button").click()
        visitor.page.wait_for_url("**/t/*")
        if visitor.page.locator("#result").count():
            return
    raise AssertionError("the next deal was always dealt too soon")


def several_deals(visitor: Visitor, game: str) -> tuple[str, int]:
    """A finished game of more than one deal, and the moment at which the second begins."""
    for _ in range(TRIES):
        code = finished(visitor, game, target="12")
        visitor.go(f"/g/{code}")
        deals = visitor.page.locator("nav.box a")
        if deals.count() > 1:
            return code, int((deals.nth(1).get_attribute("href") or "").rpartition("=")[2])
    raise AssertionError("never a second deal")


def answering(visitor: Visitor) -> Look:
    """Sit in a trick of Voormsi that others have begun."""
    for _ in range(TRIES):
        look = at_turn(visitor, "voormsi")
        if look.trick:
            return look
        look = Player(visitor).act()
        look = Player(visitor).until(lambda look: look.mine or look.over)
        if look.trick:
            return look
    raise AssertionError("never to follow")
