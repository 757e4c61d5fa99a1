"""Loops over a kernel: random playouts, whole random games. Bound by `core.twin`, plain or compiled."""

from __future__ import annotations

from messdeck.core.bits import advance
from messdeck.core.protocol import Row, apply, random_action, result, seed_row, shuffle_deal, turn


def playout(row: Row, out: Row) -> None:
    """Play the deal under way to its end with uniformly random legal actions."""
    seat = turn(row)
    while seat >= 0:
        apply(row, seat, random_action(row, out))
        seat = turn(row)


def playouts(start: Row, row: Row, out: Row, games: int, state: int) -> int:
    """Random playouts from one dealt position, each in `row` afresh; the sum of `result` of player 0."""
    total = 0
    for _ in range(games):
        state = advance(state)
        for i in range(len(start)):
            row[i] = start[i]
        seed_row(row, state)
        playout(row, out)
        total += result(row, 0)
    return total


def random_game(row: Row, out: Row, deals: int) -> int:
    """Deal and play at random until the game is over, `deals` at most; how many were played."""
    for done in range(deals):
        if turn(row) != -1:
            return done
        shuffle_deal(row, out)
        playout(row, out)
    return deals
