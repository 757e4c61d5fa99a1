"""How well beliefs find the partner: log loss by hard facts alone and by beliefs, on fresh deals.

    python benchmarks/beliefs.py --deals 2000

After a random number of cards the seat to act looks, if it does not know who plays with whom. Two
families play: *rule*, the rule player in every seat, and *loose*, where every action is random one time in
four. The loss is that of the true team of the bidder, in nats; lower is better.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from statistics import mean, stdev

import numpy as np

from messdeck.bots.beliefs import Believer, Weighted
from messdeck.bots.odds import read_off
from messdeck.core.actions import Play
from messdeck.core.game import Game
from messdeck.core.position import Position, View
from messdeck.games.registry import get_game

FAMILIES = {"rule": 0.0, "loose": 0.25}
WORLDS = 400


@dataclass(frozen=True)
class Losses:
    """Log losses deal by deal, in nats: by hard facts alone and by beliefs."""

    facts: list[float]
    beliefs: list[float]

    @property
    def gain(self) -> tuple[float, float]:
        """What beliefs save, and its standard error."""
        saved = [facts - weighed for facts, weighed in zip(self.facts, self.beliefs, strict=True)]
        return mean(saved), stdev(saved) / sqrt(len(saved))


def measure(game: Game, looseness: float, deals: int, seed: int) -> Losses:
    """The losses over fresh deals from a seed."""
    losses = Losses([], [])
    for position, seat in moments(game, looseness, deals, seed):
        view, truth = position.view(seat), game.teams(position)[0]
        believer = Believer(game)
        weighted = believer.weighted(view, WORLDS, Random(f"{seed} {view.row}"))
        equal = Weighted(weighted.rows, np.full(WORLDS, 1 / WORLDS))
        losses.facts.append(loss(view, equal, truth))
        losses.beliefs.append(loss(view, weighted, truth))
    return losses


def loss(view: View, weighted: Weighted, truth: tuple[int, ...]) -> float:
    """The log loss of the true team; a team that no world had counts as half a world."""
    return -log(max(read_off(view, weighted).teams.get(truth, 0.0), 0.5 / WORLDS))


def moments(game: Game, looseness: float, deals: int, seed: int) -> Iterator[tuple[Position, int]]:
    """Positions of fresh deals, one a deal, and a seat to act to which the teams are not known."""
    number = found = 0
    while found < deals:
        number += 1
        rng = Random(f"{seed} {looseness} {number}")
        position = moment(game, looseness, rng)
        if position is not None and not known(position.view(position.turn), rng):
            found += 1
            yield position, position.turn


def moment(game: Game, looseness: float, rng: Random) -> Position | None:
    """A position after a random number of cards of a deal; None if the deal does not come so far."""
    out = [0] * game.kernel.ACTIONS
    position = game.start(game.rules.create())
    position = position.play(position.draw_deal(rng))
    left = rng.randrange(40)
    while position.turn >= 0:
        legal = position.legal_actions()
        if isinstance(legal[0], Play):
            if left == 0:
                return position
            left -= 1
        code = game.policy.choose(list(position.row), position.turn, out)
        loose = isinstance(legal[0], Play) and rng.random() < looseness
        position = position.after(rng.choice(legal) if loose else game.decode(position.turn, code))
    return None


def known(view: View, rng: Random) -> bool:
    """Whether the hard facts settle who plays together."""
    return len({view.game.teams(view.sample(rng))[0] for _ in range(12)}) == 1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for family, looseness in FAMILIES.items():
        losses = measure(get_game("noms"), looseness, args.deals, args.seed)
        gain, error = losses.gain
        facts, weighed = mean(losses.facts), mean(losses.beliefs)
        print(f"{family:6} {args.deals} deals: hard facts {facts:.3f}, beliefs {weighed:.3f}, ", end="")
        print(f"saved {gain:.3f} +- {1.96 * error:.3f}")


if __name__ == "__main__":
    main()
