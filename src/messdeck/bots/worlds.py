"""Drawing and weighing many worlds at once, as loops over a game's kernel and beliefs (for the twin)."""

from __future__ import annotations

from messdeck.core.bits import advance
from messdeck.core.protocol import Row, apply, draw, likelihood, prepare, rewind, turn

INLINE = False


def draw_worlds(
    view: Row, seat: int, table: Row, count: int, size: int, worlds: Row, row: Row, state: int
) -> int:
    """Draw worlds uniformly for the row of a seat's view: rows of `size` cells, one behind the other. How
    many: `count`, or 0 where the game cannot."""
    if prepare(view, seat, table) == 0:
        return 0
    for world in range(count):
        for cell in range(size):
            row[cell] = view[cell]
        state = advance(state)
        draw(row, table, state)
        for cell in range(size):
            worlds[world * size + cell] = row[cell]
    return count


def weigh_worlds(
    worlds: Row, count: int, size: int, seat: int, row: Row, script: Row, out: Row, chances: Row
) -> int:
    """Replay the deal under way in each world; how likely each action of another seat was there, of 1000,
    world by world. How many actions there were in the deal."""
    actions = 0
    for world in range(count):
        for cell in range(size):
            row[cell] = worlds[world * size + cell]
        actions = rewind(row, script)
        for i in range(actions):
            who = turn(row)
            chance = 1000 if who == seat else likelihood(row, who, script[i], out)
            chances[world * actions + i] = chance
            apply(row, who, script[i])
    return actions
