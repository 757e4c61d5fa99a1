"""A duplicate match between two levels, and what may be said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any

from messdeck.arena.boards import MODES, Board, Mode, Played
from messdeck.arena.pools import Pool
from messdeck.arena.statistics import bootstrap, watched


@dataclass
class Match:
    """A match: the plan (its first board, how many, whether it may stop early) and the boards so far."""

    first: Board
    planned: int
    until_clear: bool = False
    boards: list[Played] = field(default_factory=list)

    @property
    def mode(self) -> Mode:
        """How its boards are played."""
        return MODES[self.first.mode]

    @property
    def margins(self) -> list[float]:
        """What each board brought A."""
        return [board.margin for board in self.boards]

    @property
    def mean(self) -> float:
        """What a board brings A on average, in the unit of the mode."""
        return fmean(self.margins)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean: by bootstrap, or one that holds whenever the match stops."""
        return watched(self.margins, self.planned) if self.until_clear else bootstrap(self.margins)

    @property
    def is_clear(self) -> bool:
        """Whether the whole interval lies on one side of the even result."""
        low, high = self.interval()
        return low > self.mode.even or high < self.mode.even

    def plan(self) -> Iterator[Board]:
        """The boards to play."""
        return (replace(self.first, number=number) for number in range(self.planned))

    def play(self, pool: Pool, done: Callable[[], None]) -> None:
        """Play the boards of the plan in order, until the result is clear if that is asked; `done` comes
        after each."""
        for played in pool(self.plan()):
            self.boards.append(played)
            done()
            if self.until_clear and self.is_clear:
                break

    def to_json(self) -> dict[str, Any]:
        """`{"a", "b", "deals", "unit", "mean", "ci95", "ms_per_move"}`; a bound not known yet is None."""
        low, high = self.interval()
        known = abs(low) != float("inf")
        return {
            "a": self.first.a,
            "b": self.first.b,
            "deals": len(self.boards),
            "unit": self.mode.unit,
            "mean": round(self.mean, 3),
            "ci95": [round(low, 3), round(high, 3)] if known else [None, None],
            "ms_per_move": {who: round(1000 * _pace(self.boards, who), 3) for who in ("a", "b")},
        }


def _pace(boards: Iterable[Played], who: str) -> float:
    """Seconds a move."""
    boards = list(boards)
    return sum(board.seconds[who] for board in boards) / max(1, sum(board.moves[who] for board in boards))
