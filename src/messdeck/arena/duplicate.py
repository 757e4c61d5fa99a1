"""A duplicate match: every deal is played twice, the two players changing sides.

What is fixed before the cards are played (an auction, a contract) is done by the rule player, the same both
times. The unit is points a player a deal: the mean of A's seats less the mean of B's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from statistics import mean
from typing import Any

from messdeck.bots.levels import make_player
from messdeck.core.actions import TABLE, Play
from messdeck.core.player import Player
from messdeck.core.position import Position
from messdeck.core.rules import Rules
from messdeck.games.registry import get_game

RESAMPLES = 2000


@dataclass(frozen=True)
class Board:
    """One deal of a match: played from a seed by two levels, both ways."""

    game: str
    rules: Rules
    a: str
    b: str
    seed: int
    number: int


@dataclass
class Played:
    """What a board brought: A's points less B's, and the seconds and moves of each."""

    margin: float
    seconds: dict[str, float] = field(default_factory=lambda: {"a": 0.0, "b": 0.0})
    moves: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})


@dataclass
class Match:
    """The boards of a match so far."""

    a: str
    b: str
    boards: list[Played] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """A's margin, points a player a deal."""
        return mean(board.margin for board in self.boards)

    def interval(self) -> tuple[float, float]:
        """The 95 % bootstrap interval of the mean, by deal."""
        rng = Random(0)
        margins = [board.margin for board in self.boards]
        means = sorted(mean(rng.choices(margins, k=len(margins))) for _ in range(RESAMPLES))
        return means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1]

    def to_json(self) -> dict[str, Any]:
        """`{"a", "b", "deals", "unit", "mean", "ci95", "ms_per_move"}`."""
        pace = {
            who: round(
                1000
                * sum(board.seconds[who] for board in self.boards)
                / max(1, sum(board.moves[who] for board in self.boards)),
                3,
            )
            for who in ("a", "b")
        }
        low, high = self.interval()
        return {
            "a": self.a,
            "b": self.b,
            "deals": len(self.boards),
            "unit": "points per player per deal",
            "mean": round(self.mean, 3),
            "ci95": [round(low, 3), round(high, 3)],
            "ms_per_move": pace,
        }


def play_board(board: Board) -> Played:
    """Play one board both ways."""
    game = get_game(board.game)
    start = prepared(board)
    played = Played(0.0)
    for flipped in (False, True):
        seed = board.seed * 1_000_003 + board.number
        players = {who: make_player(game, level, seed) for who, level in (("a", board.a), ("b", board.b))}
        end, first = _play(start, players, flipped, played)
        ours = mean(game.deal_points(end, seat) for seat in first)
        theirs = mean(game.deal_points(end, seat) for seat in range(board.rules.players) if seat not in first)
        played.margin += (theirs - ours if flipped else ours - theirs) / 2
    return played


def prepared(board: Board) -> Position:
    """The position of a board before the first card is played, by the rule player; passed-out deals are
    dealt anew."""
    game = get_game(board.game)
    rng = Random(f"{board.seed} board {board.number}")
    rule = make_player(game, "2", 0)
    while True:
        position = game.start(board.rules)
        position = position.play(position.draw_deal(rng))
        while position.turn >= 0:
            action = rule.choose(position.view(position.turn))
            if isinstance(action, Play):
                return position
            position = position.after(action)


def _play(
    position: Position, players: dict[str, Player], flipped: bool, played: Played
) -> tuple[Position, tuple[int, ...]]:
    """Play a deal out; its end, and the seats of the side that A plays unless the board is flipped."""
    first = position.game.teams(position)[0]
    while position.turn not in (TABLE, -2):
        who = "a" if (position.turn in first) != flipped else "b"
        started = time.perf_counter()
        action = players[who].choose(position.view(position.turn))
        played.seconds[who] += time.perf_counter() - started
        played.moves[who] += 1
        position = position.after(action)
    return position, first


def run(boards: Iterable[Board], jobs: int, done: Callable[[Played], bool]) -> None:
    """Play boards in order, in some processes; `done` is told of each and may say stop by True."""
    if jobs == 1:
        for board in boards:
            if done(play_board(board)):
                return
        return
    with ProcessPoolExecutor(jobs) as pool:
        for played in pool.map(play_board, boards, chunksize=4):
            if done(played):
                pool.shutdown(wait=False, cancel_futures=True)
                return
