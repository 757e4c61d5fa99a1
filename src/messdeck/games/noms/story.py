"""What happened at a Noms table, as facts with clauses; and the replay of a record as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from messdeck.core.actions import Action, Deal, End, Play
from messdeck.core.facts import Argument, Cards, Event, Fact, Seat, Side, Term
from messdeck.core.position import Position
from messdeck.games.noms import kernel as k
from messdeck.games.noms.actions import DECK, Bid, Concede, Contract
from messdeck.games.noms.view import NomsPosition, NomsReading


def story(before: NomsPosition, action: Action, after: NomsPosition) -> list[Event]:
    """What an action did, in the order in which a table would tell it."""
    match action:
        case Deal():
            events = [
                Event("story.deal", "N2.3", {"dealer": Seat(action.dealer), "speaker": Seat(after.turn)})
            ]
            return [*events, Event("story.double", "N2.5", {})] if after.double else events
        case Bid():
            return _bid_story(action, after)
        case Contract():
            return _contract_story(action, after)
        case Play():
            return _play_story(before, action, after)
        case Concede():
            conceded = Event("story.concede", "N5.5", {"seat": Seat(action.seat)})
            return [conceded, *_result_story(before, after)]
        case End():
            return [Event("story.broken_off", "N7.2", {}), *_winners_story(after)]
    return []


def _bid_story(action: Bid, after: NomsPosition) -> list[Event]:
    told: dict[str, Argument] = {"seat": Seat(action.seat), "bid": bid_term(action.bid)}
    events = [Event("play.pass" if action.bid == "pass" else "play.bid", "N3.5", told)]
    if after.phase == "auction":
        return events
    if after.bidder is None:
        return [*events, Event("story.passed_out", "N2.5", {})]
    bought: dict[str, Argument] = {"seat": Seat(after.bidder), "bid": bid_term(after.bid or "")}
    events.append(Event("story.auction_over", "N3.7", bought))
    if after.row[k.BID] >= k.MIS:
        events.append(Event("story.mis", "N4.7", bought))
    return events


def bid_term(bid: str) -> Argument:
    """A bid as an argument: its number, or a word."""
    return int(bid) if bid.isdigit() else Term(f"bid.{bid}")


def trump_term(trump: str | None) -> Term:
    """Trumps as an argument."""
    return Term(f"trump.{trump}" if trump else "trump.open")


def contract_fact(action: Contract) -> Fact:
    """A contract as named."""
    told: dict[str, Argument] = {"trump": trump_term(action.trump)}
    if len(action.call) == 1:
        return Fact("action.contract_rank", "N4.3", {**told, "rank": Term(f"rank.{action.call}")})
    return Fact("action.contract", "N4.2", {**told, "call": Cards((action.call,))})


def seat_facts(reading: NomsReading, seat: int) -> list[Fact]:
    """What a table notes beside a seat."""
    told = []
    calls = [bid for caller, bid in reading.calls if caller == seat]
    if reading.phase == "auction" and calls:
        told.append(Fact("note.call", "N3.5", {"bid": bid_term(calls[-1])}))
    elif reading.phase != "auction" and reading.bidder == seat:
        told.append(Fact("note.bidder", "N3.7", {"bid": bid_term(reading.bid or "")}))
    elif reading.partner == seat:
        told.append(Fact("note.partner", "N4.6"))
    if seat in reading.conceded:
        told.append(Fact("note.conceded", "N5.5"))
    return told


def status(reading: NomsReading) -> list[Fact]:
    """What a table says of the deal under way besides its trick."""
    told = [Fact("status.double", "N2.5")] if reading.double else []
    if reading.phase == "auction":
        calls: dict[str, Argument] = {}
        for seat, bid in reading.calls:
            calls = {"seat": Seat(seat), "bid": bid_term(bid)}
            told.append(Fact("status.call", "N3.5", calls))
        return told
    if reading.bidder is None:
        return told
    bought: dict[str, Argument] = {"seat": Seat(reading.bidder), "bid": bid_term(reading.bid or "")}
    if reading.named is None:
        return [*told, Fact("status.bid", "N3.7", bought)]
    trump = trump_term(reading.trump if reading.trump else None)
    if reading.called:
        args = {**bought, "trump": trump, "call": Cards((reading.called,))}
        told.append(Fact("status.contract", "N4.2", args))
    else:
        args = {**bought, "trump": trump, "rank": Term(f"rank.{reading.named[1]}")}
        told.append(Fact("status.contract_rank", "N4.4", args))
    if reading.partner is not None:
        known: dict[str, Argument] = {"seat": Seat(reading.partner), "bidder": Seat(reading.bidder)}
        alone = reading.partner == reading.bidder
        told.append(Fact("status.alone" if alone else "status.partner", "N4.6", known))
    return told


def _contract_story(action: Contract, after: NomsPosition) -> list[Event]:
    told: dict[str, Argument] = {"seat": Seat(action.seat), "trump": trump_term(action.trump)}
    if len(action.call) == 1:
        told["rank"] = Term(f"rank.{action.call}")
        events = [Event("story.contract_rank", "N4.3", told)]
    else:
        told["call"] = Cards((action.call,))
        events = [Event("story.contract", "N4.2", told)]
    return events + (_resolved(after) if len(action.call) == 1 and after.called else [])


def _resolved(after: NomsPosition) -> list[Event]:
    args: dict[str, Argument] = {"trump": trump_term(after.trump), "call": Cards((after.called or "",))}
    return [Event("story.resolved", "N4.4" if after.named and after.named[0] is None else "N4.3", args)]


def explain(before: list[int], card: int) -> Event:
    """Why a card, not a lead, takes the head of the trick or does not (N5.2)."""
    head = before[k.HEAD]
    args: dict[str, Argument] = {"card": _card(card), "target": _card(head)}
    if k.beats(before, card, head):
        return Event("beat.trump" if card >> 4 != head >> 4 else "beat.higher", "N5.2", args)
    if card >> 4 == head >> 4:
        return Event("miss.lower", "N5.2", args)
    return Event("miss.trump" if before[k.TRUMPS] >> head & 1 else "miss.suit", "N5.2", args)


def _card(card: int) -> Cards:
    return Cards((DECK.code(card),))


def _play_story(before: NomsPosition, action: Play, after: NomsPosition) -> list[Event]:
    told: dict[str, Argument] = {"seat": Seat(action.seat), "cards": Cards(action.cards)}
    events = [Event("play.play" if before.trick else "play.lead", "N5.1", told)]
    if before.trick:
        events.append(explain(list(before.row), DECK.card(action.cards[0])))
    elif before.trump is None:
        events += _resolved(after)
    if after.row[k.FALLEN] and not before.row[k.FALLEN]:
        events.append(_called_fell(after))
    if after.row[k.PLAYED] & 3 == 0:
        winner: dict[str, Argument] = {"seat": Seat(after.row[k.HEAD_SEAT])}
        events.append(Event("story.trick", "N5.2", winner))
        if after.row[k.SHOWN] and not before.row[k.SHOWN]:
            shown: dict[str, Argument] = {"seat": Seat(after.row[k.BIDDER]), "cards": Cards(after.shown)}
            events.append(Event("story.shown", "N5.4", shown))
    return events + _result_story(before, after)


def _called_fell(after: NomsPosition) -> Event:
    bidder, partner = after.row[k.BIDDER], after.row[k.PARTNER]
    args: dict[str, Argument] = {"call": Cards((after.called or "",)), "bidder": Seat(bidder)}
    if partner == bidder:
        return Event("story.alone", "N4.5", args)
    return Event("story.partner", "N4.6", {**args, "seat": Seat(partner)})


def _result_story(before: NomsPosition, after: NomsPosition) -> list[Event]:
    if before.phase != "play" or after.phase == "play":
        return []
    bid: dict[str, Argument] = {"seat": Seat(after.row[k.BIDDER]), "bid": bid_term(after.bid or "")}
    bid["tricks"] = _side_tricks(after)
    events = [Event("story.made" if after.made else "story.failed", scoring_clause(after), bid)]
    for points in sorted(set(after.points) - {0}, reverse=True):
        seats = tuple(seat for seat in range(4) if after.points[seat] == points)
        args: dict[str, Argument] = {"seats": Side(seats), "points": points}
        events.append(Event("story.points", scoring_clause(after), args))
    if after.double:
        events.append(Event("story.doubled", "N6.5", {}))
    return events + _winners_story(after)


def _side_tricks(after: NomsPosition) -> int:
    bidder, partner = after.row[k.BIDDER], after.row[k.PARTNER]
    won = after.tricks[bidder]
    return won if partner in (-1, bidder) else won + after.tricks[partner]


def scoring_clause(after: NomsPosition) -> str:
    """The clause by which the finished deal was scored."""
    row = after.row
    if row[k.BID] >= k.MIS:
        return "N6.7" if row[k.MIS_BETWEEN] else "N6.4"
    if row[k.UNBID_SLAM] and row[k.BID] < 13 and _side_tricks(after) == 13:
        return "N6.8"
    if row[k.PARTNER] == row[k.BIDDER]:
        return "N6.3"
    return "N6.1" if after.made else "N6.2"


def _winners_story(after: NomsPosition) -> list[Event]:
    if not after.is_over:
        return []
    return [Event("story.won", "N7.1", {"seats": Side(after.winners), "score": max(after.scores)})]


# -- the replay as JSON ----------------------------------------------------------------------------------
def summary(steps: Iterable[tuple[Position, Action, Position]], start: Position) -> dict[str, Any]:
    """The replay of a record (docs/records.md)."""
    deals: list[dict[str, Any]] = []
    last = start
    for before, action, after in steps:
        if isinstance(action, Deal):
            deals.append({})
        if deals and not isinstance(action, End):
            deals[-1] = _deal_json(cast(NomsPosition, after), list(before.scores))
        last = after
    return {
        "game": "noms",
        "over": last.is_over,
        "scores": list(last.scores),
        "winners": list(last.winners),
        "deals": deals,
    }


def _deal_json(after: NomsPosition, scores_before: list[int]) -> dict[str, Any]:
    row = after.row
    winners = _trick_winners(after)
    bought = after.bidder is not None and row[k.PHASE] != k.AUCTION
    finished = row[k.PHASE] == k.DEALING
    return {
        "dealer": after.dealer,
        "double": after.double,
        "passed_out": finished and not bought,
        "bidder": after.bidder if bought else None,
        "bid": after.bid if bought else None,
        "trump": after.trump,
        "call": after.called,
        "partner": None if after.partner == after.bidder else after.partner,
        "tricks": [{"winner": winner} for winner in winners],
        "made": after.made,
        "points": list(after.points),
        "scores_after": list(after.scores) if finished else scores_before,
    }


def _trick_winners(after: NomsPosition) -> list[int]:
    """Who won each complete trick: the next leader, and for the last one the head."""
    done = after.row[k.PLAYED] // 4
    leaders = [laid.seat for laid in after.played[4::4]]
    return (leaders + [after.row[k.HEAD_SEAT]])[:done]
