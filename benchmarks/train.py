"""Trains the players of `games/*/trained.py` on what search thinks of the plays in fresh deals.

    python benchmarks/train.py noms --collect first.npz --minutes 15 --seed 1
    python benchmarks/train.py noms --fit first.npz
    python benchmarks/train.py noms --collect second.npz --minutes 15 --seed 2 --again
    python benchmarks/train.py noms --fit first.npz second.npz

To collect, four searching players play deals whose auction and contract are the rule player's; now and then
a random play leads them astray. Kept are each decision's view and the worth of every play, averaged over the
worlds. To fit, weights are sought by which the softmax of a play's marks comes near the softmax of the worth;
they are written to the game's `weights.py`. A tenth of the decisions is held out to see what is gained.
"""

from __future__ import annotations

import argparse
import base64
import textwrap
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from messdeck.arena.boards import prepared
from messdeck.bots.search import Budget, SearchPlayer
from messdeck.core.game import Game
from messdeck.games.registry import get_game

Array = np.ndarray[Any, Any]
WORLDS = 200
ASTRAY = 0.08
WARMTH = {"noms": 1.0, "voormsi": 0.5}
"""Points that make one play e times as likely as another in what is aimed at."""
ROUNDS = 200
DECAY = 1e-5
SCALE = 16
"""Parts of a weight of 1; a weight is kept as a byte, 128 for 0."""


def collect(game: Game, seconds: float, seed: int, trained: bool) -> dict[str, Array]:
    """Play for so long; the decisions: `rows` of views and `seats`, and for each play its decision
    (`owner`), `codes` and `vals`."""
    player, chance = SearchPlayer(game, seed, Budget(WORLDS, trained=trained)), Random(f"train {seed}")
    rows, seats, codes, values, owner = [], [], [], [], []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        position = prepared(game, game.rules.create(), chance)
        while position.turn >= 0:
            view = position.view(position.turn)
            found = player.consider(view)
            if found.worlds:
                owner += [len(rows)] * len(found.actions)
                codes += [game.encode(action) for action in found.actions]
                values += found.means
                rows.append(view.row)
                seats.append(view.turn)
            astray = chance.random() < ASTRAY
            position = position.after(chance.choice(view.legal_actions()) if astray else found.chosen)
    lists = {"rows": rows, "seats": seats, "codes": codes, "owner": owner}
    return {**{name: np.array(kept, np.int64) for name, kept in lists.items()}, "vals": np.array(values)}


@dataclass(frozen=True)
class Plays:
    """Plays to judge: their marks, their worth, which decision each belongs to, and where those begin."""

    marks: Array
    worth: Array
    owner: Array
    first: Array

    def softmax(self, scores: Array) -> Array:
        """Chances of the plays within their decisions."""
        e = np.exp(scores - np.maximum.reduceat(scores, self.first)[self.owner])
        return e / np.add.reduceat(e, self.first)[self.owner]

    def chosen(self, scores: Array) -> Array:
        """The play of the highest score in each decision."""
        order = np.lexsort((-scores, self.owner))
        return order[self.first]

    def gain(self, weights: Array) -> float:
        """What the weights' choice gains on the rule player's (the first play) a decision."""
        chosen = self.chosen(weights[self.marks].sum(1))
        return float((self.worth[chosen] - self.worth[self.first]).mean())


def marked(game: Game, kept: dict[str, Array]) -> list[Plays]:
    """The plays to learn from, and those held out."""
    folder = f"messdeck.games.{game.name}"
    marks, trained = import_module(f"{folder}.marks"), import_module(f"{folder}.trained")
    seen, found, which = [0] * game.kernel.ACTIONS, [], []
    row: list[int] = []
    before = -1
    for play, (decision, code) in enumerate(zip(kept["owner"].tolist(), kept["codes"].tolist(), strict=True)):
        if decision != before:
            row, seat, before = kept["rows"][decision].tolist(), int(kept["seats"][decision]), decision
        if trained.is_judged(row):
            if not which or kept["owner"][which[-1]] != decision:
                marks.look(row, seat, seen)
            marks.mark(row, seat, trained.laid(code), seen)
            found.append(seen[marks.MARK : marks.MARK + marks.MARKS])
            which.append(play)
    owner, worth, every = kept["owner"][which], kept["vals"][which], np.array(found)
    cut = int(0.9 * owner[-1])
    return [_part(every[part], worth[part], owner[part]) for part in (owner < cut, owner >= cut)]


def _part(marks: Array, worth: Array, owner: Array) -> Plays:
    _, first, owner = np.unique(owner, return_index=True, return_inverse=True)
    return Plays(marks, worth, owner, first)


def fit(plays: Plays, size: int, warmth: float) -> Array:
    """Weights of least cross-entropy, by Adam over all plays at once."""
    aim = plays.softmax(plays.worth / warmth)
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    flat, many = plays.marks.ravel(), plays.marks.shape[1]
    for step in range(1, ROUNDS + 1):
        miss = plays.softmax(weights[plays.marks].sum(1)) - aim
        slope = np.bincount(flat, np.repeat(miss, many), size) / len(plays.first) + DECAY * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        pace = 0.08 if step < 0.6 * ROUNDS else 0.02
        weights -= pace * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
        weights = weights.clip(-127 / SCALE, 127 / SCALE)
    return weights


TEXT = '''"""Weights of the trained player's marks, by benchmarks/train.py; a byte each, 128 for nothing."""

from base64 import b85decode

WEIGHTS = b85decode(
{lines}
)


def weight(mark: int) -> int:
    """The weight of a mark."""
    return WEIGHTS[mark] - 128
'''


def write(path: Path, weights: Array) -> None:
    """Write a `weights.py`."""
    kept = (np.round(weights * SCALE) + 128).astype(np.uint8).tobytes()
    lines = textwrap.wrap(base64.b85encode(kept).decode(), 100)
    path.write_text(TEXT.format(lines="\n".join(f'    b"{line}"' for line in lines)), "utf-8")


def main() -> None:
    """Collect or fit, as asked."""
    parser = argparse.ArgumentParser(description="Train the players of games/*/trained.py.")
    parser.add_argument("game")
    parser.add_argument("--collect", type=Path, help="play, and keep the decisions in this file")
    parser.add_argument("--fit", type=Path, nargs="+", help="fit weights to the decisions of these files")
    parser.add_argument("--again", action="store_true", help="play worlds out by the weights there are")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = get_game(asked.game)
    if asked.collect:
        np.savez_compressed(asked.collect, **collect(game, 60 * asked.minutes, asked.seed, asked.again))
    if asked.fit:
        size = import_module(f"messdeck.games.{game.name}.marks").SIZE
        parts = [marked(game, dict(np.load(path))) for path in asked.fit]
        learn, held_out = (joined(of) for of in zip(*parts, strict=True))
        weights = fit(learn, size, WARMTH[game.name])
        print(f"gain a decision: {learn.gain(weights):+.4f}, held out {held_out.gain(weights):+.4f}")
        write(game.folder / "weights.py", weights)


def joined(parts: tuple[Plays, ...]) -> Plays:
    """Plays of several files as one."""
    owners, firsts = (
        np.cumsum([0, *(len(part.first) for part in parts)]),
        np.cumsum([0, *(len(part.owner) for part in parts)]),
    )
    return Plays(
        np.concatenate([part.marks for part in parts]),
        np.concatenate([part.worth for part in parts]),
        np.concatenate([part.owner + more for part, more in zip(parts, owners, strict=False)]),
        np.concatenate([part.first + more for part, more in zip(parts, firsts, strict=False)]),
    )


if __name__ == "__main__":
    main()
