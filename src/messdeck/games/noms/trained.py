"""The trained player of Noms, as functions over a row: of the legal cards the one whose marks weigh most.

The weights were fitted to what search thought of the cards in some thousand deals (benchmarks/train.py).
Calls, contracts, Mis, and a lead that settles the trumps, are the rule player's.
"""

from messdeck.core.bits import lowest
from messdeck.core.protocol import Row
from messdeck.games.noms.kernel import BID, MIS, PHASE, PLAY, PLAYING, TRUMP, playable
from messdeck.games.noms.marks import MARK, MARKS, look, mark
from messdeck.games.noms.policy import careless
from messdeck.games.noms.policy import choose as choose_by_rule
from messdeck.games.noms.weights import weight

INLINE = False

__all__ = ["careless", "choose"]


def is_judged(row: Row) -> bool:
    """Whether a position is one that the weights were fitted for."""
    return row[PHASE] == PLAYING and row[BID] < MIS and row[TRUMP] >= 0


def laid(action: int) -> int:
    """The card of a kernel's action."""
    return action - PLAY


def choose(row: Row, seat: int, out: Row) -> int:
    """The action of the trained player for the seat to act; `out` is scratch."""
    if not is_judged(row):
        return choose_by_rule(row, seat, out)
    cards = playable(row, seat)
    best = lowest(cards)
    if cards & (cards - 1) == 0:
        return PLAY + best
    look(row, seat, out)
    most = -1 << 40
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        mark(row, seat, card, out)
        value = 0
        for i in range(MARK, MARK + MARKS):
            value += weight(out[i])
        if value > most:
            most = value
            best = card
    return PLAY + best
