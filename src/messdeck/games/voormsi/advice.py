"""Voormsi in words for a hint: the habit that a play of the rule player follows, and what may be true of
the hidden hands. Both are read off a view, or off a position that the view allows."""

from __future__ import annotations

from messdeck.core.bits import count
from messdeck.core.facts import Argument, Cards, Fact, Seat
from messdeck.games.voormsi import kernel as k
from messdeck.games.voormsi import policy
from messdeck.games.voormsi.actions import DECK
from messdeck.games.voormsi.view import VoormsiPosition, VoormsiView

TOLD = [k.THREE, k.KH, k.JC, k.EIGHT_S, k.KC, k.KS, *range(4)]
"""The cards worth a word: the four highest, the black kings, the sevens."""
SAFE = 800
"""A lead that holds so often, of 1000, is called hard to beat."""


def maxim(view: VoormsiView, cards: int) -> Fact:
    """The habit behind the rule player's play of this view."""
    row, seat = list(view.row), view.turn
    told: dict[str, Argument] = {"cards": Cards(DECK.cards(cards)), "n": count(cards)}
    if len(view.legal_actions()) == 1:
        return Fact("maxim.only", "V4.1")
    if k.is_leading(row):
        return Fact(f"maxim.lead.{_of_lead(row, seat, cards)}", "", told)
    return Fact(f"maxim.follow.{_of_follow(row, seat, cards)}", "", told)


def _of_lead(row: list[int], seat: int, cards: int) -> str:
    if cards & k.SEVENS:
        return "sevens"
    if count(cards) > 1:
        return "many"
    k.lay(row, seat, cards)
    hidden = policy.unseen(row, seat)
    held = policy.chance_to_hold(row, seat, hidden, policy.opponents_to_come(row, seat, 1))
    return "strong" if held >= SAFE else "spare"


def _of_follow(row: list[int], seat: int, cards: int) -> str:
    order = k.pairing(row, seat, cards)
    friend = k.side_of(row, row[k.HEAD_SEAT]) == k.side_of(row, seat)
    if order < 0:
        out = [0] * k.ACTIONS
        able = any(k.pairing(row, seat, out[i]) >= 0 for i in range(k.legal(row, seat, out)))
        return "friend" if friend else "spare" if able else "cannot"
    if policy.facts_value(row, seat, cards, order) > 0:
        return "points"
    return "last" if row[k.LAID] + 1 == k.plays_to_trick(row) else "take"


def clues(view: VoormsiView, position: VoormsiPosition) -> list[tuple[Fact, bool]]:
    """What may be true of a position that the view allows: the same facts in the same order for each."""
    row = position.row
    others = [seat for seat in range(view.rules.players) if seat != view.seat]
    hidden = policy.unseen(list(view.row), view.turn)
    found: list[tuple[Fact, bool]] = []
    for card in TOLD:
        if not hidden >> card & 1:
            continue
        told: dict[str, Argument] = {"card": Cards((DECK.code(card),))}
        for seat in others:
            fact = Fact("clue.holds", "", {**told, "seat": Seat(seat)})
            found.append((fact, bool(row[k.HAND + seat] >> card & 1)))
        if view.stock_left:
            held = any(row[k.HAND + seat] >> card & 1 for seat in others)
            found.append((Fact("clue.stock", "", told), not held))
    return found
