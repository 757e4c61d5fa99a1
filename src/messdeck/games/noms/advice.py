"""Noms in words for a hint: the habit that a move of the rule player follows, and what may be true of the
hidden hands. Both are read off a view, or off a position that the view allows."""

from __future__ import annotations

from messdeck.core.bits import count, highest
from messdeck.core.facts import Argument, Cards, Fact, Seat, Term
from messdeck.games.noms import bidding, known, policy
from messdeck.games.noms import kernel as k
from messdeck.games.noms.actions import DECK, SUITS, TRUMPS
from messdeck.games.noms.view import NomsPosition, NomsView

HONOURS = 3
"""So many of the highest cards out in each suit are worth a word."""


def maxim(view: NomsView, code: int) -> Fact:
    """The habit behind the rule player's action of this view, by the kernel's int."""
    row, seat = list(view.row), view.turn
    if row[k.PHASE] == k.AUCTION:
        return _of_bid(row, seat, code)
    if row[k.PHASE] == k.NAMING:
        return _of_contract(row, seat, code)
    cards, card = k.playable(row, seat), code - k.PLAY
    if count(cards) == 1:
        return Fact("maxim.only", "N5.1")
    if row[k.BID] >= k.MIS:
        return Fact(f"maxim.mis.{_in_mis(row, seat, cards, card)}", "")
    suit: dict[str, Argument] = {"suit": Term(f"suit.{SUITS[card >> 4]}")}
    if row[k.LED] == 0:
        return Fact(f"maxim.lead.{_of_lead(row, seat, card)}", "", suit)
    return Fact(f"maxim.follow.{_of_follow(row, seat, cards, card)}", "", suit)


def _of_bid(row: list[int], seat: int, bid: int) -> Fact:
    trump = bidding.best_trump(row[k.HAND + seat])
    more = 0 if bid == k.PASS else bidding.CONFIDENCE
    tricks = (bidding.side_total(bidding.own_tricks(row[k.HAND + seat], trump)) + more) // 1000
    if bid in (k.MIS, k.VIS):
        return Fact("maxim.bid.mis", "N3.2")
    told: dict[str, Argument] = {"tricks": tricks, "trump": Term(f"trump.{TRUMPS[trump]}")}
    return Fact("maxim.bid.pass" if bid == k.PASS else "maxim.bid.number", "N3.2", told)


def _of_contract(row: list[int], seat: int, code: int) -> Fact:
    trump, call = divmod(code - k.CONTRACT, 80)
    told: dict[str, Argument] = {"trump": Term(f"trump.{TRUMPS[trump]}"), "card": Cards((DECK.code(call),))}
    alone = row[k.HAND + seat] >> call & 1
    return Fact("maxim.contract.alone" if alone else "maxim.contract.partner", "N4.2", told)


def _of_lead(row: list[int], seat: int, card: int) -> str:
    hidden = known.hidden_from(row, seat)
    if row[k.TRUMPS] >> card & 1 and hidden & row[k.TRUMPS]:
        return "trumps"
    if known.is_master(card, hidden):
        return "master"
    call = row[k.CALL]
    looking = seat == row[k.BIDDER] and row[k.FALLEN] == 0 and call >> 4 == card >> 4
    return "called" if looking else "low"


def _of_follow(row: list[int], seat: int, cards: int, card: int) -> str:
    friend = known.relation(row, seat, row[k.HEAD_SEAT]) == known.FRIEND
    if not k.beats(row, card, row[k.HEAD]):
        if policy.cheapest_winner(row, cards) < 0:
            return "cannot"
        return "friend" if friend else "duck"
    if row[k.PLAYED] & 3 == 3:
        return "last"
    if row[k.TRUMPS] >> card & 1 and not row[k.LED] & row[k.TRUMPS]:
        return "ruff"
    return "master" if known.is_master(card, known.hidden_from(row, seat)) else "force"


def _in_mis(row: list[int], seat: int, cards: int, card: int) -> str:
    who = "bidder" if seat == row[k.BIDDER] else "other"
    if row[k.LED] == 0:
        return f"{who}.lead"
    if not cards & row[k.LED]:
        return f"{who}.throw"
    return f"{who}.over" if k.beats(row, card, row[k.HEAD]) else f"{who}.under"


def clues(view: NomsView, position: NomsPosition) -> list[tuple[Fact, bool]]:
    """What may be true of a position that the view allows: the same facts in the same order for each."""
    row, others = position.row, [seat for seat in range(4) if seat != view.seat]
    hidden = known.hidden_from(list(view.row), view.turn)
    found: list[tuple[Fact, bool]] = []
    if view.called is not None and view.partner is None:
        card = Cards((view.called,))
        called = {seat: Fact("clue.called", "", {"seat": Seat(seat), "card": card}) for seat in others}
        found += [(fact, row[k.PARTNER] == seat) for seat, fact in called.items()]
    trumps = view.row[k.TRUMPS]
    if hidden & trumps:
        longest = max(count(row[k.HAND + seat] & trumps) for seat in others)
        for seat in others:
            most = count(row[k.HAND + seat] & trumps) == longest
            found.append((Fact("clue.trumps", "", {"seat": Seat(seat)}), most))
    for suit in range(4):
        out = hidden & k.SUIT << 16 * suit
        for seat in others if out else ():
            told: dict[str, Argument] = {"seat": Seat(seat), "suit": Term(f"suit.{SUITS[suit]}")}
            found.append((Fact("clue.void", "", told), not row[k.HAND + seat] & out))
        for _ in range(min(HONOURS, count(out))):
            top = highest(out)
            out ^= 1 << top
            for seat in others if top != view.row[k.CALL] else ():
                told = {"seat": Seat(seat), "card": Cards((DECK.code(top),))}
                found.append((Fact("clue.holds", "", told), bool(row[k.HAND + seat] >> top & 1)))
    return found
