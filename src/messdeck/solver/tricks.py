"""Plain tricks with all hands open: the solutions of `TricksProblem`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any

from messdeck.core.cards import each
from messdeck.core.problem import TricksProblem
from messdeck.core.twin import twin
from messdeck.solver import free_lead, root
from messdeck.solver import layout as at

ENTRIES = 1 << 20  # of the transposition table, 64 bytes each; the system gives the memory as it is used
HEADS = 1 << 18
HINTS = 1 << 16
BUDGET = 3_000_000
"""Nodes that a question may cost unless the caller says otherwise: one to two seconds."""


@dataclass(frozen=True)
class Solution:
    """What a problem is worth: `value` tricks, and what each legal card leads to.

    A number that the node budget left open is missing (None, or a card not in `actions`); `exact` says
    that none is. `nodes` counts the tricks that the search opened.
    """

    value: int | None
    actions: dict[int, int] = field(default_factory=dict)
    nodes: int = 0
    exact: bool = True


def solve(problem: TricksProblem, budget: int = BUDGET) -> Solution:
    """The value of a problem and of every legal card."""
    answers, nodes = _ask(problem, budget, 0, 1)
    value = None if answers[0][1] < answers[0][2] else answers[0][1]
    by_move = {card: least if least == most else None for card, least, most in answers[1:]}
    actions = {}
    low = 1 if problem.declarers == 15 ^ problem.counted else 0
    for card in each(problem.legal):
        code = root.packed(card, problem.cards, -1 if problem.trump is None else problem.trump, low)
        # The searched card is the first in rank of those worth the same.
        known = by_move[max(move for move in by_move if move <= code)]
        if known is not None:
            actions[card] = known
    return Solution(value, actions, nodes, value is not None and None not in by_move.values())


def value(problem: TricksProblem, budget: int = BUDGET) -> int | None:
    """The value alone (faster than `solve`); None when the budget does not do."""
    return value_and_nodes(problem, budget)[0]


def value_and_nodes(problem: TricksProblem, budget: int = BUDGET) -> tuple[int | None, int]:
    """The value alone, and the nodes it took."""
    answers, nodes = _ask(problem, budget, 0, 0)
    return (None if answers[0][1] < answers[0][2] else answers[0][1]), nodes


def reachable(problem: TricksProblem, target: int, budget: int = BUDGET) -> bool | None:
    """Whether the declarers can bring the counted seats to `target` tricks; None: the budget is used up.

    In misère the declarers are the bidder's opponents, only his tricks count, and the target is 1.
    """
    if target <= 0:
        return True
    answers, _ = _ask(problem, budget, target, 0)
    _, least, most = answers[0]
    return True if least >= target else False if most < target else None


def _ask(problem: TricksProblem, budget: int, target: int, all_moves: int) -> tuple[list[list[int]], int]:
    """The answers of `root.values` (card in the search's coding or -1, least, most), and the nodes."""
    if target > problem.most:
        return [[-1, 0, problem.most]], 0
    with _lock:
        room = _room()
        work, out = room.work, room.out
        work[at.BUDGET] = budget
        work[at.DECLARERS] = problem.declarers
        work[at.COUNTED] = problem.counted
        work[at.TRUMP] = -1 if problem.trump is None else problem.trump
        work[at.LEADER] = problem.leader
        work[at.LIMIT] = problem.limit
        work[at.LAID] = len(problem.table)
        work[at.TABLE : at.TABLE + len(problem.table)] = problem.table
        work[at.POSED : at.POSED + 4] = problem.hands
        fast = twin(root)
        fast.pose(work)
        rows = work, room.table, room.heads, room.hints, room.select, room.free, out
        n = fast.values(*rows, target, all_moves)
        answers: list[list[int]] = out[: root.ANSWER * n].reshape(n, root.ANSWER).tolist()
        return answers, int(work[at.NODES])


@dataclass(frozen=True, eq=False)
class _Room:
    """The rows of a search."""

    work: Any
    table: Any
    heads: Any
    hints: Any
    select: Any
    free: Any
    out: Any


_lock = Lock()


@cache
def _room() -> _Room:
    """The rows of this process, made once; generations tell old entries from new."""
    import numpy

    def zeros(n: int) -> Any:
        return numpy.zeros(n, numpy.int64)

    select = numpy.array(_places(), numpy.int64)
    tables = zeros(ENTRIES * at.ENTRY), zeros(HEADS), zeros(HINTS), select
    return _Room(zeros(at.WORKSPACE), *tables, zeros(free_lead.SIZE), zeros(64))


def _places() -> list[int]:
    """For each set of ranks, the ranks from 0 up, 4 bits each."""
    return [sum(rank << 4 * place for place, rank in enumerate(each(lane))) for lane in range(at.LANE + 1)]
