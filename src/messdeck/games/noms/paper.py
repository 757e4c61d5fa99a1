"""The score sheet of Noms for people with real cards: a deal is its contract and its tricks."""

from __future__ import annotations

from messdeck.core.errors import BadText
from messdeck.core.facts import Argument, Fact, Seat, Side
from messdeck.core.position import Position
from messdeck.core.sheet import Field, Paper, PaperData, Totals
from messdeck.games.noms import kernel as k
from messdeck.games.noms.actions import BIDS
from messdeck.games.noms.story import bid_term

ALONE = "alone"


def paper(start: Position, data: PaperData) -> Paper:
    """The running totals after all entries. Errors: BadText for an entry that no deal can give."""
    row = list(start.row)
    lines = [tuple(enter(row, entry)) for entry in data.get("entries", [])]
    names = tuple(str(name) for name in data.get("names", []))[:4]
    totals = Totals(tuple(row[k.SCORE : k.SCORE + 4]), row[k.TARGET])
    return Paper(totals, tuple(lines), _fields(), names, row[k.TURN] == -2)


def enter(row: list[int], entry: dict[str, str]) -> list[Fact]:
    """One deal, scored by the kernel (N6). Errors: BadText."""
    bidder, tricks = int(entry["bidder"]), int(entry["tricks"])
    bid = BIDS.index(entry["bid"])
    partner = bidder if entry["partner"] == ALONE else int(entry["partner"])
    if bid < k.MIS and entry["partner"] != ALONE and partner == bidder:
        raise BadText.of("N4.5", "bad.paper_partner")
    for cell in range(k.WON, k.WON + 4):
        row[cell] = 0
    row[k.BIDDER], row[k.BID] = bidder, bid
    row[k.PARTNER] = -1 if bid >= k.MIS else partner
    row[k.DOUBLE] = int(entry["double"] == "yes")
    row[k.WON + bidder] = tricks
    opponent = next(seat for seat in range(4) if seat not in (bidder, partner))
    row[k.WON + opponent] = 13 - tricks
    k.finish(row)
    return _told(row, bidder, bid, tricks)


def _told(row: list[int], bidder: int, bid: int, tricks: int) -> list[Fact]:
    made = row[k.MADE] == 1
    told: dict[str, Argument] = {"seat": Seat(bidder), "bid": bid_term(BIDS[bid]), "tricks": tricks}
    facts = [Fact("story.made" if made else "story.failed", "N6.1" if made else "N6.2", told)]
    points = row[k.POINTS : k.POINTS + 4]
    for value in sorted(set(points) - {0}, reverse=True):
        seats = tuple(seat for seat in range(4) if points[seat] == value)
        facts.append(Fact("story.points", "N6.9", {"seats": Side(seats), "points": value}))
    return facts


def _fields() -> tuple[Field, ...]:
    seats = tuple((str(seat), Fact("paper.seat", "N1.1", {"seat": Seat(seat)})) for seat in range(4))
    bids = tuple((bid, Fact("action.bid", "N3.2", {"bid": bid_term(bid)})) for bid in BIDS[1:])
    alone = ((ALONE, Fact("paper.alone", "N4.5")),)
    double = (("no", Fact("paper.no", "N2.5")), ("yes", Fact("paper.yes", "N2.5")))
    return (
        Field("bidder", Fact("paper.bidder_label", "N3.7"), seats),
        Field("bid", Fact("paper.bid_label", "N3.2"), bids),
        Field("partner", Fact("paper.partner_label", "N4.2"), (*alone, *seats)),
        Field("tricks", Fact("paper.tricks_label", "N5.3"), low=0, high=13),
        Field("double", Fact("paper.double_label", "N2.5"), double),
    )
