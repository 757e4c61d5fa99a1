"""A module of the kind that has a twin: it only calls the bit primitives."""

from messdeck.core.bits import advance, below, count, highest, lowest, nth
from messdeck.core.protocol import Row


def mixed(row: Row, mask: int, state: int) -> int:
    """Write what each primitive says of a mask that is not empty, and of a random state, into a row."""
    row[0] = count(mask)
    row[1] = lowest(mask)
    row[2] = highest(mask)
    row[3] = advance(state)
    row[4] = below(state, row[0])
    row[5] = nth(mask, row[4])
    return doubled(row[0])


def doubled(n: int) -> int:
    """A function of the module itself, called by another."""
    return 2 * n
