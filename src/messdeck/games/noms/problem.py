"""The play of a deal of Noms as a problem of tricks: whose tricks count, and when play ends."""

from __future__ import annotations

from messdeck.core.errors import BadText
from messdeck.core.position import Position
from messdeck.core.problem import Branches, Problem, TricksProblem
from messdeck.games.noms import kernel as k


def pose(position: Position) -> Problem:
    """The rest of the deal, the partner's seat known. Errors: BadText before the play and after it.

    Before a first lead that names the trumps (N4.4) each lead is a problem of its own: it settles the trump
    suit, and with a bare rank the partner too.
    """
    row = position.row
    if row[k.PHASE] != k.PLAYING or row[k.TURN] < 0:
        raise BadText.of("N4.1", "bad.nothing_to_solve")
    if row[k.TRUMP] < 0:
        leads = position.legal_actions()
        return Branches(True, {lead: tricks(position.after(lead).row) for lead in leads})
    return tricks(row)


def tricks(row: tuple[int, ...]) -> TricksProblem:
    """The tricks of the bidder and partner; in Mis those of the bidder, which the others wish on him.

    Mis ends with the bidder's first trick, unless his tricks are counted (N5.6).
    """
    bidder, trump = row[k.BIDDER], row[k.TRUMP]
    alone = row[k.BID] >= k.MIS
    side = 1 << bidder if alone else 1 << bidder | 1 << row[k.PARTNER]
    laid = row[k.LOG + (row[k.PLAYED] & ~3) : k.LOG + row[k.PLAYED]]
    return TricksProblem(
        hands=(row[k.HAND], row[k.HAND + 1], row[k.HAND + 2], row[k.HAND + 3]),
        trump=trump if trump < k.NO_TRUMPS else None,
        leader=laid[0] >> 6 if laid else row[k.TURN],
        declarers=15 ^ side if alone else side,
        counted=side,
        table=tuple(card & 63 for card in laid),
        limit=1 if alone and row[k.MIS_PENALTY] == 0 else 13,
    )


def outcome(position: Position, value: int) -> float:
    """What the deal is worth in points to the seat to act, if the side whose tricks count wins `value` more
    and the others the rest (N6)."""
    row = list(position.row)
    bidder, partner = row[k.BIDDER], row[k.PARTNER]
    other = next(seat for seat in range(4) if seat not in (bidder, partner))
    left = 13 - sum(row[k.WON : k.WON + 4])
    row[k.WON + bidder] += value
    row[k.WON + other] += left - value
    k.finish(row)
    return k.utility(row, position.turn) / k.POINT
