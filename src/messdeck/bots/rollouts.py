"""Paired rollouts over sampled worlds, as loops over a kernel and its rule player (compiled by the twin)."""

from __future__ import annotations

from messdeck.core.bits import advance, below
from messdeck.core.protocol import Row, apply, careless, choose, seed_row, turn, utility

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


def compare(
    worlds: Row,
    count: int,
    size: int,
    actions: Row,
    choices: int,
    seat: int,
    row: Row,
    out: Row,
    values: Row,
    state: int,
) -> None:
    """For each of `count` worlds (rows of `size` cells, one behind the other in `worlds`) and each action,
    the utility to the seat after one rollout, into `values` world by world. In one world every action meets
    the same random numbers, so that differences between actions are paired."""
    for world in range(count):
        state = advance(state)
        for choice in range(choices):
            for cell in range(size):
                row[cell] = worlds[world * size + cell]
            seed_row(row, state)
            apply(row, seat, actions[choice])
            rollout(row, out, state)
            values[world * choices + choice] = utility(row, seat)
