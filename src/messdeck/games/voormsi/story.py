"""What happened at a Voormsi table, as facts with clauses; and the replay of a record as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from messdeck.core.actions import Action, Deal, End, Play
from messdeck.core.cards import each
from messdeck.core.facts import Argument, Cards, Event, Seat, Side
from messdeck.core.position import Position
from messdeck.core.rules import Rules
from messdeck.games.voormsi import kernel as k
from messdeck.games.voormsi.actions import DECK

Row = tuple[int, ...]

# The cells of the V6 points: clause, cell, points (None: the loss).
POINTS = (
    ("V6.1", k.V61, 1),
    ("V6.3", k.V63, 2),
    ("V6.4", k.V64, None),
    ("V6.5", k.V65, 1),
    ("V6.6", k.V66, 2),
)


def clause(number: int) -> str:
    """The clause of a kernel's number: 28 is V2.8."""
    return f"V{number // 10}.{number % 10}"


def pairs(row: list[int], seat: int, cards: int) -> list[tuple[int, int]]:
    """Who beats whom when a play takes the head: its cards and their opposite numbers; empty if it fails."""
    order = k.pairing(row, seat, cards)
    if order < 0:
        return []
    mine, theirs = list(each(cards)), list(each(row[k.HEAD]))
    places = [k.permuted(len(mine), order, i) for i in range(len(mine))]
    return [(card, theirs[place]) for card, place in zip(mine, places, strict=True)][::-1]


def explain(before: Row, seat: int, cards: int) -> list[Event]:
    """Why a play, not a lead, takes the head or does not: one fact a pair, or one for the failure."""
    row = list(before)
    beaten = pairs(row, seat, cards)
    if beaten:
        return [_pair_event("beat", k.beats(row, card, target), card, target) for card, target in beaten]
    for card in each(cards):
        reasons = [(target, k.beats(row, card, target)) for target in each(row[k.HEAD])]
        if all(number < 0 for _, number in reasons):
            target, number = reasons[-1]
            return [_pair_event("miss", -number, card, target)]
    return [Event("miss.pairing", "V4.5", {"cards": Cards(DECK.cards(cards)), "target": _cards(row[k.HEAD])})]


def _pair_event(kind: str, number: int, card: int, target: int) -> Event:
    return Event(
        f"{kind}.{clause(number)}", clause(number), {"card": _cards(1 << card), "target": _cards(1 << target)}
    )


def _cards(mask: int) -> Cards:
    return Cards(DECK.cards(mask))


def side_seats(rules: Rules, side: int) -> Side:
    """The seats of a side as an argument."""
    return Side(rules.sides[side])


def story(before: Position, action: Action, after: Position) -> list[Event]:
    """What an action did, in the order in which a table would tell it."""
    if isinstance(action, Deal):
        return [Event("story.deal", "V3.3", {"dealer": Seat(action.dealer), "leader": Seat(after.turn)})]
    if isinstance(action, End):
        return [Event("story.broken_off", "V10", {})]
    if not isinstance(action, Play):
        return []
    mask = DECK.mask(action.cards)
    told: dict[str, Argument] = {"seat": Seat(action.seat), "cards": Cards(action.cards)}
    if k.is_leading(list(before.row)):
        return [Event("play.lead", "V4.1", told)]
    events = [Event("play.play", "V4.3", told), *explain(before.row, action.seat, mask)]
    if after.row[k.HEAD_AT] == after.row[k.LAID] - 1 and after.row[k.LAID] > 1:
        events.append(Event("play.heads", "V4.5", {"seat": Seat(action.seat)}))
    return events + (_trick_story(before, after) if closes_trick(after.row) else [])


def closes_trick(row: Row) -> bool:
    """Whether the row stands right after the last play of a trick."""
    return row[k.PLAYS] > 0 and row[k.LAID] == k.plays_to_trick(list(row))


def _trick_story(before: Position, after: Position) -> list[Event]:
    row, rules = after.row, after.rules
    won: dict[str, Argument] = {"seat": Seat(row[k.HEAD_SEAT]), "tricks": row[k.SIZE]}
    events = [Event("story.trick", "V4.7", won)]
    for number, cell, _ in POINTS:
        if row[cell]:
            events.append(Event(f"points.{number}", number, {"side": side_seats(rules, row[cell] - 1)}))
    if row[k.FIRST_FIVE] and not before.row[k.FIRST_FIVE]:
        events.append(Event("points.V5.2", "V5.2", {"side": side_seats(rules, row[k.FIRST_FIVE] - 1)}))
    events += _verdict(before.row, row)
    if row[k.VOID]:
        winner = k.side_of(list(row), row[k.HEAD_SEAT])
        events.append(Event("story.void", "V5.3", {"side": side_seats(rules, winner)}))
    events += [_banked(before.row, after, side) for side in banking_order(row) if row[k.BANKED_NOW + side]]
    if row[k.WINNER] >= 0:
        events.append(Event("story.won", "V7.4", {"side": side_seats(rules, row[k.WINNER])}))
    elif row[k.TURN] == -1:
        events.append(Event("story.deal_over", "V7.5", {}))
    return events


def _verdict(before: Row, row: Row) -> list[Event]:
    """What the award of V6.1, or its absence, tells everybody of the JC (V6.2)."""
    if row[k.PROOF] and row[k.PROOF_AT] == row[k.PLAYS]:
        return [
            Event("story.proof", "V6.2", {"seat": Seat(row[k.PROOF_SEAT]), "cards": _cards(row[k.PROOF])})
        ]
    if row[k.HOLDER] and not before[k.HOLDER] and not row[k.JC_PLAY]:
        return [Event("story.holds_jc", "V6.2", {"seat": Seat(row[k.HOLDER] - 1)})]
    return []


def _banked(before: Row, after: Position, side: int) -> Event:
    points, score = after.row[k.BANKED_NOW + side], after.row[k.SCORE + side]
    args: dict[str, Argument] = {"side": side_seats(after.rules, side), "points": points, "score": score}
    straight = score == before[k.SCORE + side] + points
    if straight or score == after.row[k.TARGET]:
        return Event("story.banked", "V7.2", args)
    return Event("story.bounced", "V7.3", args)


def banking_order(row: Row) -> list[int]:
    """The sides as they bank: the losers clockwise from the winner, then the winner's (V7.4)."""
    winner = k.side_of(list(row), row[k.HEAD_SEAT])
    return [(winner + i) % row[k.SIDES] for i in range(1, row[k.SIDES] + 1)]


# -- the replay as JSON ----------------------------------------------------------------------------------
def summary(steps: Iterable[tuple[Position, Action, Position]], start: Position) -> dict[str, Any]:
    """The replay of a record (docs/records.md)."""
    deals: list[dict[str, Any]] = []
    clauses: list[str] = []
    last = start
    for before, action, after in steps:
        last = after
        if isinstance(action, Deal):
            scores = list(after.scores)
            deals.append(
                {
                    "dealer": action.dealer,
                    "void": False,
                    "scores_before": scores,
                    "scores_after": scores,
                    "tricks": [],
                    "banked": [],
                }
            )
            clauses = []
        elif isinstance(action, Play):
            if not k.is_leading(list(before.row)):
                found = explain(before.row, action.seat, DECK.mask(action.cards))
                clauses += [event.clause for event in found if event.clause not in clauses]
            if closes_trick(after.row):
                _add_trick(deals[-1], after, clauses)
                clauses = []
    return {
        "game": "voormsi",
        "over": last.is_over,
        "scores": list(last.scores),
        "winners": list(last.winners),
        "deals": deals,
    }


def _add_trick(deal: dict[str, Any], after: Position, clauses: list[str]) -> None:
    row = after.row
    points = [
        {"side": row[cell] - 1, "points": value, "clause": number}
        for number, cell, value in POINTS
        if row[cell]
    ]
    deal["tricks"].append(
        {"winner": row[k.HEAD_SEAT], "count": row[k.SIZE], "clauses": clauses, "points": points}
    )
    for side in banking_order(row):
        if row[k.BANKED_NOW + side]:
            banked = {"trick": len(deal["tricks"]) - 1, "side": side, "points": row[k.BANKED_NOW + side]}
            deal["banked"].append({**banked, "score": row[k.SCORE + side]})
    deal["void"] = row[k.VOID] == 1
    deal["scores_after"] = list(after.scores)
