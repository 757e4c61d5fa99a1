"""Problems of plain tricks with all hands open, and their solutions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any

from messdeck.core.cards import each
from messdeck.core.twin import twin
from messdeck.solver import layout as at
from messdeck.solver import root

ENTRIES = 1 << 20  # of the transposition table, 64 bytes each; the system gives the memory as it is used
HEADS = 1 << 16
HINTS = 1 << 16
BUDGET = 3_000_000
"""Nodes that a question may cost unless the caller says otherwise: one to two seconds."""
SUIT = 0x1FFF


@dataclass(frozen=True)
class TricksProblem:
    """Who can win how many tricks? Four hands as masks (16 x suit + rank), all cards known.

    `declarers` and `counted` are masks of seats: the declarers maximise the number of tricks, from the one
    under way on, that the counted seats win; everybody else minimises it. `trump` is a suit, or None.
    `table` holds the cards of the trick under way in order, the first laid by `leader`.
    """

    hands: tuple[int, int, int, int]
    trump: int | None
    leader: int
    declarers: int
    counted: int
    table: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Errors: ValueError, if cards are doubled or do not add up."""
        cards = [*self.hands, *(1 << card for card in self.table)]
        if sum(card.bit_count() for card in cards) != _union(cards).bit_count():
            raise ValueError("a card is in two places")
        if _union(cards) & ~at.ALL_LANES:
            raise ValueError("a card is 16 x suit + rank, suits from 0 to 3 and ranks from 0 to 12")
        if len(self.table) > 3:
            raise ValueError("at most three cards lie on the table")
        laid = [(seat - self.leader) % 4 < len(self.table) for seat in range(4)]
        sizes = {hand.bit_count() + laid[seat] for seat, hand in enumerate(self.hands)}
        if len(sizes) != 1 or not self.hands[self.turn]:
            raise ValueError("the hands must be of one size, with those cards that lie on the table")
        if self.trump not in (None, 0, 1, 2, 3) or not 0 <= self.leader < 4:
            raise ValueError("trump is a suit from 0 to 3 or None, leader a seat from 0 to 3")
        if not (0 <= self.declarers < 16 and 0 <= self.counted < 16):
            raise ValueError("declarers and counted are masks of four seats")

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.table)) % 4

    @property
    def legal(self) -> int:
        """The cards that seat may play, as a mask."""
        hand = self.hands[self.turn]
        led = hand & SUIT << (self.table[0] & 48) if self.table else 0
        return led or hand


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
    cards = _union([*problem.hands, *(1 << card for card in problem.table)])
    low = 1 if problem.declarers == 15 ^ problem.counted else 0
    for card in each(problem.legal):
        code = root.packed(card, cards, -1 if problem.trump is None else problem.trump, low)
        # The searched card is the first in rank of those worth the same.
        known = by_move[max(move for move in by_move if move <= code)]
        if known is not None:
            actions[card] = known
    return Solution(value, actions, nodes, value is not None and None not in by_move.values())


def value(problem: TricksProblem, budget: int = BUDGET) -> int | None:
    """The value alone (faster than `solve`); None when the budget does not do."""
    answers, _ = _ask(problem, budget, 0, 0)
    return None if answers[0][1] < answers[0][2] else answers[0][1]


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
    tricks = problem.hands[problem.turn].bit_count()
    if target > tricks:
        return [[-1, 0, tricks]], 0
    with _lock:
        room = _room()
        work, out = room.work, room.out
        work[at.BUDGET] = budget
        work[at.DECLARERS] = problem.declarers
        work[at.COUNTED] = problem.counted
        work[at.TRUMP] = -1 if problem.trump is None else problem.trump
        work[at.LEADER] = problem.leader
        work[at.LAID] = len(problem.table)
        work[at.TABLE : at.TABLE + len(problem.table)] = problem.table
        work[at.POSED : at.POSED + 4] = problem.hands
        fast = twin(root)
        fast.pose(work)
        rows = work, room.table, room.heads, room.hints, room.select, out
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
    out: Any


_lock = Lock()


@cache
def _room() -> _Room:
    """The rows of this process, made once; generations tell old entries from new."""
    import numpy

    def zeros(n: int) -> Any:
        return numpy.zeros(n, numpy.int64)

    select = numpy.array(_places(), numpy.int64)
    return _Room(
        zeros(at.WORKSPACE), zeros(ENTRIES * at.ENTRY), zeros(HEADS), zeros(HINTS), select, zeros(64)
    )


def _places() -> list[int]:
    """For each set of ranks, the ranks from 0 up, 4 bits each."""
    return [sum(rank << 4 * place for place, rank in enumerate(each(lane))) for lane in range(SUIT + 1)]


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
