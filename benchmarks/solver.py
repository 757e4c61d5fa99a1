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

from messdeck.solver import TricksProblem, reachable, solve, value

RANKS = "23456789TJQKA"
OPPOSITE, ADJACENT, ALONE = 0b0101, 0b0011, 0b0001


def deal(rng: random.Random, cards: int, declarers: int) -> TricksProblem:
    """Random hands, trump (one time in five none) and leader."""
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    rng.shuffle(deck)
    hands = [sum(1 << card for card in deck[i * cards : (i + 1) * cards]) for i in range(4)]
    trump = rng.choice([None, 0, 1, 2, 3])
    return TricksProblem(
        (hands[0], hands[1], hands[2], hands[3]), trump, rng.randrange(4), declarers, declarers
    )


def misere(problem: TricksProblem) -> TricksProblem:
    """The same hands: can three seats force a trick on seat 0?"""
    return TricksProblem(problem.hands, None, problem.leader, 0b1110, 0b0001)


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


def clock(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    begin = time.process_time()
    work()
    return 1000 * (time.process_time() - begin)


def spread(times: list[float]) -> str:
    """Median and ninth decile."""
    return f"{statistics.median(times):8.2f} (p90 {statistics.quantiles(times, n=10)[8]:8.2f})"


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
        times: dict[str, list[float]] = {}
        for _ in range(chosen.deals):
            problem = deal(rng, cards, OPPOSITE)
            asked = {"opposite": problem}
            if chosen.sides:
                hands, trump, leader = problem.hands, problem.trump, problem.leader
                asked["adjacent"] = TricksProblem(hands, trump, leader, ADJACENT, ADJACENT)
                asked["1 to 3"] = TricksProblem(hands, trump, leader, ALONE, ALONE)
            for name, one in asked.items():
                times.setdefault(name, []).append(clock(partial(ours, one)))
            if chosen.sides:
                times.setdefault("misère", []).append(clock(partial(reachable, misere(problem), 1)))
            if not chosen.no_dds:
                times.setdefault("DDS", []).append(clock(dds(problem, chosen.all)))
        print(f"{cards} cards, {chosen.deals} deals, ms")
        for name, values in times.items():
            print(f"  {name:9}{spread(values)}")
        if "DDS" in times:
            ratio = statistics.median(times["opposite"]) / statistics.median(times["DDS"])
            print(f"  opposite / DDS {ratio:.2f}")


if __name__ == "__main__":
    main()
