"""The solver beside DDS (through `endplay`): the same deals, in turn, one thread; medians and their ratio.

python benchmarks/solver.py [--cards 8,10,13] [--deals 100] [--seed 1] [--all] [--sides] [--no-dds]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from messdeck.solver import Solution, TricksProblem, solve, value
from messdeck.solver.measure import OPPOSITE, deal

RANKS = "23456789TJQKA"
ADJACENT, ALONE = 0b0011, 0b0001


def misere(rng: random.Random, cards: int) -> TricksProblem:
    """Hands of which seat 0 might bid Mis, mostly low, and lead: can the three others force a trick on it?"""
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    deck.sort(key=lambda card: (card & 15) + 8 * rng.random())
    mine, rest = deck[:cards], deck[cards:]
    rng.shuffle(rest)
    hands = [mine, *(rest[i * cards : (i + 1) * cards] for i in range(3))]
    masks = [sum(1 << card for card in hand) for hand in hands]
    return TricksProblem((masks[0], masks[1], masks[2], masks[3]), None, 0, 0b1110, 0b0001, limit=1)


def dds(problem: TricksProblem, every_card: bool) -> Callable[[], object]:
    """What DDS is to do, ready to be timed."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal, Denom, Player

    def holding(hand: int, suit: int) -> str:
        return "".join(RANKS[r] for r in reversed(range(13)) if hand >> 16 * suit + r & 1)

    pbn = " ".join(".".join(holding(hand, suit) for suit in (3, 2, 1, 0)) for hand in problem.hands)
    board = Deal("N:" + pbn)
    board.first = (Player.north, Player.east, Player.south, Player.west)[problem.leader]
    board.trump = (
        Denom.nt
        if problem.trump is None
        else (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades)[problem.trump]
    )
    mode = SolveMode.Default if every_card else SolveMode.OptimalOne
    return lambda: solve_board(board, mode)


def clock(work: Callable[[], object]) -> tuple[float, bool]:
    """Milliseconds of processor time, and whether the node budget did."""
    begin = time.process_time()
    answer = work()
    solved = answer.exact if isinstance(answer, Solution) else answer is not None
    return 1000 * (time.process_time() - begin), solved


def spread(runs: list[tuple[float, bool]]) -> str:
    """Median, ninth decile, maximum, and the share that the budget left unsolved."""
    times = [milliseconds for milliseconds, _ in runs]
    unsolved = 100 * sum(not solved for _, solved in runs) / len(runs)
    ninth = statistics.quantiles(times, n=10)[8]
    middle = statistics.median(times)
    return f"{middle:8.2f} (p90 {ninth:8.2f}, max {max(times):8.2f}), unsolved {unsolved:.1f} %"


def questions(problem: TricksProblem, rng: random.Random, sides: bool) -> dict[str, TricksProblem]:
    """What is asked of one deal."""
    asked = {"opposite": problem}
    if sides:
        hands, trump, leader = problem.hands, problem.trump, problem.leader
        asked["adjacent"] = TricksProblem(hands, trump, leader, ADJACENT, ADJACENT)
        asked["1 to 3"] = TricksProblem(hands, trump, leader, ALONE, ALONE)
        asked["misère, any hand"] = TricksProblem(hands, None, leader, 15 ^ ALONE, ALONE, limit=1)
        asked["misère, low hand"] = misere(rng, problem.hands[0].bit_count())
    return asked


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--cards", default="8,10,13")
    options.add_argument("--deals", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--all", action="store_true", help="every card's value, not the position's alone")
    options.add_argument("--sides", action="store_true", help="adjacent, one against three and misère too")
    options.add_argument("--no-dds", action="store_true", help="the solver alone")
    chosen = options.parse_args()
    ours = solve if chosen.all else value
    ours(deal(random.Random(0), 5, OPPOSITE))  # compile
    for cards in map(int, chosen.cards.split(",")):
        rng = random.Random(chosen.seed)
        others = random.Random(chosen.seed)
        runs: dict[str, list[tuple[float, bool]]] = {}
        for _ in range(chosen.deals):
            problem = deal(rng, cards, OPPOSITE)
            for name, one in questions(problem, others, chosen.sides).items():
                runs.setdefault(name, []).append(clock(partial(ours, one)))
            if not chosen.no_dds:
                runs.setdefault("DDS", []).append(clock(dds(problem, chosen.all)))
        print(f"{cards} cards, {chosen.deals} deals, ms")
        for name, values in runs.items():
            print(f"  {name:17}{spread(values)}")
        if "DDS" in runs:
            medians = {name: statistics.median(ms for ms, _ in values) for name, values in runs.items()}
            print(f"  opposite / DDS {medians['opposite'] / medians['DDS']:.2f}")


if __name__ == "__main__":
    main()
