"""The solver against exhaustive play: every partition, misère, and every mixture of the two seat masks."""

from __future__ import annotations

from random import Random

import pytest

from messdeck.solver import TricksProblem, reachable, solve, value
from tests.solver.reference import Exhaustive, deal

SIZES = {1: 10, 2: 70, 3: 90, 4: 5}
"""How many endings of each size a seat mask gets: 16 masks, two kinds of question, 5,600 in all."""


def check(problem: TricksProblem) -> None:
    truth = Exhaustive(problem)
    solution = solve(problem)
    assert solution.exact, problem
    assert (solution.value, solution.actions) == (truth.value, truth.cards), problem


@pytest.mark.parametrize("declarers", range(16))
def test_any_partition(declarers: int) -> None:
    rng = Random(declarers)
    for cards, times in SIZES.items():
        for _ in range(times):
            check(deal(rng, cards, declarers, declarers))


@pytest.mark.parametrize("counted", range(16))
def test_misere_of_any_seats(counted: int) -> None:
    """Those whose tricks count do not want them."""
    rng = Random(100 + counted)
    for cards, times in SIZES.items():
        for _ in range(times):
            check(deal(rng, cards, 15 ^ counted, counted))


def test_any_two_seat_masks() -> None:
    rng = Random(7)
    for _ in range(500):
        check(deal(rng, rng.choice([2, 3]), rng.randrange(16), rng.randrange(16)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_larger_endings(seed: int) -> None:
    rng = Random(1000 + seed)
    for _ in range(12):
        mask = rng.randrange(16)
        check(deal(rng, 5, mask if rng.random() < 0.6 else 15 ^ mask, mask))


def test_value_and_targets_agree_with_the_solution() -> None:
    rng = Random(8)
    for _ in range(300):
        mask = rng.randrange(16)
        problem = deal(rng, rng.randint(1, 6), mask if rng.random() < 0.5 else 15 ^ mask, mask)
        worth = solve(problem).value
        assert worth is not None
        assert value(problem) == worth
        tricks = problem.hands[problem.turn].bit_count()
        assert [reachable(problem, t) for t in range(tricks + 2)] == [t <= worth for t in range(tricks + 2)]
