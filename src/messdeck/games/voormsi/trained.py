"""The trained player of Voormsi, as functions over a row: of the legal plays the one whose marks weigh most.

The weights were fitted to what search thought of the plays in some thousand deals of four players
(benchmarks/train.py); with two or three the rule player plays.
"""

from messdeck.core.protocol import Row
from messdeck.games.voormsi.kernel import PLAYERS, legal
from messdeck.games.voormsi.marks import MARK, MARKS, look, mark
from messdeck.games.voormsi.policy import careless
from messdeck.games.voormsi.policy import choose as choose_by_rule
from messdeck.games.voormsi.weights import weight

INLINE = False

__all__ = ["careless", "choose"]


def is_judged(row: Row) -> bool:
    """Whether a position is one that the weights were fitted for."""
    return row[PLAYERS] == 4


def laid(action: int) -> int:
    """The cards of a kernel's action."""
    return action


def choose(row: Row, seat: int, out: Row) -> int:
    """The action of the trained player for the seat to act; `out` is scratch."""
    if not is_judged(row):
        return choose_by_rule(row, seat, out)
    n = legal(row, seat, out)
    best = out[0]
    if n == 1:
        return best
    look(row, seat, out)
    most = -1 << 40
    for choice in range(n):
        mark(row, seat, out[choice], out)
        value = 0
        for i in range(MARK, MARK + MARKS):
            value += weight(out[i])
        if value > most:
            most = value
            best = out[choice]
    return best
