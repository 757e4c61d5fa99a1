"""The search from within: twins agree, bounds claim nothing false, tables may overflow, budgets hold."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
import pytest

from messdeck.core.twin import twin
from messdeck.solver import TricksProblem, free_lead, layout, reachable, root, solve, tricks, value
from tests.solver.reference import Exhaustive, deal


def rows(problem: TricksProblem, entries: int, budget: int = 10**9) -> list[list[int]]:
    """The rows of a search, as lists: work, table, heads, hints, select, free, out."""
    work = [0] * layout.WORKSPACE
    work[layout.BUDGET] = budget
    work[layout.DECLARERS] = problem.declarers
    work[layout.COUNTED] = problem.counted
    work[layout.TRUMP] = -1 if problem.trump is None else problem.trump
    work[layout.LEADER] = problem.leader
    work[layout.LAID] = len(problem.table)
    work[layout.TABLE : layout.TABLE + len(problem.table)] = problem.table
    work[layout.POSED : layout.POSED + 4] = problem.hands
    tables = [[0] * (entries * layout.ENTRY), [0] * 64, [0] * 64, tricks._places()]
    return [work, *tables, [0] * free_lead.SIZE, [0] * 64]


def answers(module: Any, problem: TricksProblem, entries: int, kind: int | None = None) -> list[int]:
    plain = rows(problem, entries)
    given: Any = plain if module is root else [numpy.array(row, numpy.int64) for row in plain]
    module.pose(given[0])
    if kind is not None:
        given[0][layout.KIND] = kind
    n = module.values(*given, 0, 1)
    return [*map(int, given[-1][: n * root.ANSWER]), int(given[0][layout.NODES])]


def asked(rng: Random, cards: int) -> TricksProblem:
    mask = rng.randrange(16)
    return deal(rng, cards, mask if rng.random() < 0.7 else 15 ^ mask, mask)


def test_the_twins_agree_node_by_node() -> None:
    rng = Random(1)
    for _ in range(40):
        problem = asked(rng, rng.randint(2, 4))
        assert answers(root, problem, 500) == answers(twin(root), problem, 500)


def test_a_table_that_overflows_does_no_harm() -> None:
    rng = Random(2)
    for _ in range(60):
        problem = asked(rng, rng.randint(4, 7))
        assert answers(twin(root), problem, 20)[:-1] == answers(twin(root), problem, 50_000)[:-1]


@pytest.mark.parametrize("misere", [False, True])
def test_bounds_claim_nothing_false(misere: bool) -> None:
    """With MIXED no bound is used: the answers stay the same at sizes that exhaustion cannot reach."""
    rng = Random(3)
    for _ in range(80 if misere else 250):
        mask = 1 << rng.randrange(4) if misere else rng.randrange(16)
        problem = deal(rng, rng.randint(4, 6 if misere else 8), 15 ^ mask if misere else mask, mask)
        free = answers(twin(root), problem, 50_000, layout.MIXED)
        assert answers(twin(root), problem, 50_000)[:-1] == free[:-1], problem


def test_trumps_are_not_counted_twice() -> None:
    """Found by DDS: who must win a trump lead at once may crash the high trumps of his side."""
    hands = (157625986959278096, 1188950301634724098, 9105599108096, 576467349440299200)
    assert solve(TricksProblem(hands, 3, 0, 5, 5)).actions == {4: 4, 18: 4, 20: 4, 52: 4, 53: 4, 57: 4}


def test_a_spent_budget_is_said() -> None:
    rng = Random(4)
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    rng.shuffle(deck)
    hands = [sum(1 << card for card in deck[i::4]) for i in range(4)]
    problem = TricksProblem((hands[0], hands[1], hands[2], hands[3]), 3, 0, 5, 5)
    solution = solve(problem, 50)
    assert (solution.value, solution.actions, solution.exact) == (None, {}, False)
    assert solution.nodes <= 60
    assert value(problem, 50) is None
    worth = value(problem)
    assert worth is not None
    assert [reachable(problem, worth, 10), reachable(problem, worth), reachable(problem, worth + 1)] == [
        None,
        True,
        False,
    ]
    # An easy target needs no budget to speak of.
    assert reachable(problem, 0, 0) is True
    assert reachable(problem, 14, 0) is False


def test_searches_leave_nothing_behind() -> None:
    """The tables of one process serve every problem: an answer does not depend on what was asked before."""
    rng = Random(5)
    problems = [asked(rng, 3) for _ in range(60)]
    first = [solve(problem) for problem in problems]
    rng.shuffle(deals := list(range(60)))
    assert [solve(problems[i]) for i in deals] == [first[i] for i in deals]
    assert first[0].value == Exhaustive(problems[0]).value


@pytest.mark.parametrize(
    ("hands", "others"),
    [
        ((1, 1, 2, 4), {}),
        ((1, 2, 4, 24), {}),
        ((1, 2, 4, 1 << 14), {}),
        ((1, 2, 4, 8), {"table": (8,)}),
        ((1, 2, 4, 8), {"trump": 4}),
        ((1, 2, 4, 8), {"leader": 4}),
        ((1, 2, 4, 8), {"counted": 16}),
        ((0, 0, 0, 0), {}),
    ],
)
def test_what_is_no_problem_is_refused(hands: tuple[int, int, int, int], others: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        TricksProblem(hands, **{"trump": None, "leader": 0, "declarers": 5, "counted": 5, **others})
