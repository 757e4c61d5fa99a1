"""How long the solver takes here: full and partial deals of plain tricks, partners opposite."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

from messdeck.core.problem import TricksProblem
from messdeck.solver.tricks import value

SIZES = (8, 10, 13)
OPPOSITE = 0b0101
SEED = 1
FEWEST, MOST = 5, 100
"""How many deals of a size are timed, whatever time there is."""


def deal(rng: Random, cards: int, declarers: int) -> TricksProblem:
    """Random hands of so many cards, trump (one time in five none) and leader."""
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    rng.shuffle(deck)
    hands = [sum(1 << card for card in deck[i * cards : (i + 1) * cards]) for i in range(4)]
    trump = rng.choice([None, 0, 1, 2, 3])
    return TricksProblem(
        (hands[0], hands[1], hands[2], hands[3]), trump, rng.randrange(4), declarers, declarers
    )


def solve_milliseconds(seconds: float) -> dict[str, float]:
    """The median time for the value of a deal, by the number of cards a hand has. `seconds` is what each size
    may take; all times are CPU time of this process."""
    value(deal(Random(0), 5, OPPOSITE))  # compiles, or loads what is compiled
    return {str(cards): round(median(_times(cards, seconds)), 2) for cards in SIZES}


def _times(cards: int, seconds: float) -> list[float]:
    rng = Random(SEED)
    times: list[float] = []
    while len(times) < FEWEST or (len(times) < MOST and sum(times) < 1000 * seconds):
        problem = deal(rng, cards, OPPOSITE)
        began = process_time()
        value(problem)
        times.append(1000 * (process_time() - began))
    return times
