"""Rollouts of sampled worlds, as loops over a kernel and its rule player (compiled by the twin)."""

from __future__ import annotations

from messdeck.core.bits import advance, below
from messdeck.core.protocol import Row, apply, careless, choose, seed_row, turn

INLINE = False
LOOSE = 10
"""One action in so many is careless in a rollout, so that the rule player's habits are not taken for law."""


def rollout(row: Row, out: Row, state: int) -> int:
    """Play the deal under way to its end by the rule player, now and then carelessly; the random state."""
    seat = turn(row)
    while seat >= 0:
        state = advance(state)
        if below(state, LOOSE) == 0:
            action = careless(row, seat, out)
        else:
            action = choose(row, seat, out)
        apply(row, seat, action)
        seat = turn(row)
    return state


def load(worlds: Row, world: int, size: int, row: Row, state: int) -> None:
    """Copy a world (rows of `size` cells stand one behind the other) into a row, with a random state."""
    for cell in range(size):
        row[cell] = worlds[world * size + cell]
    seed_row(row, state)
