"""Endings over a game's own kernel: the solutions of `EndingProblem`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from threading import Lock
from types import ModuleType
from typing import Any

from messdeck.core.game import Game
from messdeck.core.problem import EndingProblem
from messdeck.core.twin import twin
from messdeck.solver import plies as at

ENTRIES = 1 << 20  # of the table, 32 bytes each; the system gives the memory as it is used
BUDGET = 8_000_000
"""Positions that a question may cost unless the caller says otherwise: about two seconds."""


@dataclass(frozen=True)
class EndingSolution:
    """What an ending and each legal action (by the kernel's int) bring; the budget may leave some open."""

    value: int | None
    actions: dict[int, int]
    nodes: int


def solve_ending(game: Game, problem: EndingProblem, budget: int = BUDGET) -> EndingSolution:
    """The value of an ending and of every legal action, from the position on. Errors: TypeError, for a game
    that says nothing of its endings."""
    if game.endings is None:
        raise TypeError(f"{game.name} has no endings")
    with _lock:
        search = _Search(game, problem, budget)
        out = [0] * game.kernel.ACTIONS
        row, seat = list(problem.row), game.turn(problem.row)
        tried = out[: game.endings.choices(row, seat, out)]
        values: dict[int, int] = {}
        guess = 0
        for action in tried:
            worth = search.after(seat, action, guess)
            if worth is None:
                break
            values[action] = guess = worth
        nodes = int(search.room.work[at.NODES])
    legal = out[: game.kernel.legal(row, seat, out)]
    actions = {}
    for action in legal:
        same = game.endings.stand_in(row, seat, action)
        if same in values:
            actions[action] = values[same]
    if len(actions) < len(legal):
        return EndingSolution(None, actions, nodes)
    choose = max if problem.seats >> seat & 1 else min
    return EndingSolution(choose(actions.values()), actions, nodes)


class _Search:
    """One problem in the room of its game."""

    def __init__(self, game: Game, problem: EndingProblem, budget: int) -> None:
        self.room = room = _room(game)
        self.kernel = game.kernel
        self.row = list(problem.row)
        work = room.work
        work[at.SALT] += 2
        work[at.NODES] = 0
        work[at.BUDGET] = budget
        work[at.MAXIMISERS] = problem.seats
        work[at.OWN] = problem.player
        work[at.PLAYERS] = problem.players
        results = [game.kernel.result(self.row, player) for player in range(problem.players)]
        self.base = 2 * results[problem.player] - sum(results)

    def after(self, seat: int, action: int, guess: int) -> int | None:
        """What an action leads to, asked for from a guess on; None when the budget is used up."""
        room = self.room
        after = list(self.row)
        self.kernel.apply(after, seat, action)
        low, high = -at.FAR, at.FAR
        need = guess + 1
        while low < high:
            room.stack[0] = after
            found = room.plies.search(
                room.work, room.stack, room.moves, room.table, room.cells, self.base + need
            )
            if found < 0:
                return None
            if found == 1:
                low = need
                need += 1
            else:
                high = need - 1
                need -= 1
        return low


@dataclass(frozen=True, eq=False)
class _Room:
    """The compiled search over one game, and its rows."""

    plies: ModuleType
    work: Any
    stack: Any
    moves: Any
    table: Any
    cells: Any


_lock = Lock()


@cache
def _room(game: Game) -> _Room:
    """The room of a game in this process, made once; salts tell old entries of the table from new."""
    import numpy as np

    def zeros(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    kernel = game.kernel
    stack, moves = zeros(at.DEPTHS, kernel.ROW), zeros(at.DEPTHS, kernel.ACTIONS)
    assert game.endings
    plies = twin(at, kernel, game.endings)
    return _Room(plies, zeros(at.WORK), stack, moves, zeros(ENTRIES * at.ENTRY), zeros(16))
