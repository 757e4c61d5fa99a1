"""What a search found: every action's worth in every world it looked at, and the action chosen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from messdeck.core.actions import Action
from messdeck.core.position import Position, View

if TYPE_CHECKING:
    import numpy as np

CLEAR = 1.5
"""Standard errors by which an action must gain on the rule player's to be preferred to it."""


@dataclass(frozen=True)
class Gain:
    """What one action gains on another over the same worlds: the mean in points, and its standard error."""

    mean: float
    error: float

    @property
    def is_close(self) -> bool:
        """A close call: the gain is below one standard error, either way."""
        return abs(self.mean) <= self.error

    @property
    def is_clear(self) -> bool:
        """Whether the gain is large enough to leave the rule player's action for it."""
        return self.mean > CLEAR * self.error


@dataclass(frozen=True, eq=False)
class Considered:
    """The actions that a search compared, the rule player's first; empty where it did not search.

    `values` has a row for each world and a column for each action: points of the deal to the seat, against
    the others. `worlds` are full rows of the kernel, consistent with the view, each as likely as another.
    """

    view: View
    actions: tuple[Action, ...]
    worlds: tuple[tuple[int, ...], ...]
    values: np.ndarray[Any, Any]

    @property
    def rule(self) -> Action:
        """What the rule player does."""
        return self.actions[0]

    @property
    def chosen(self) -> Action:
        """What the search chooses."""
        return self.actions[self.best]

    @cached_property
    def means(self) -> tuple[float, ...]:
        """The mean worth of each action, in points; zeros where nothing was searched."""
        if not self.worlds:
            return (0.0,) * len(self.actions)
        return tuple(float(mean) for mean in self.values.mean(axis=0))

    @cached_property
    def best(self) -> int:
        """The index of the action chosen: the highest mean if its gain on the rule player's is clear; else
        the rule player's, unless some action is better in every world."""
        if not self.worlds:
            return 0
        best = max(range(len(self.actions)), key=self.means.__getitem__)
        if best == 0 or self.gain(best, 0).is_clear:
            return best
        better = self.values > self.values[:, :1]
        always = [index for index in range(len(self.actions)) if better[:, index].all()]
        return max(always, key=self.means.__getitem__, default=0)

    @cached_property
    def runner_up(self) -> int | None:
        """The index of the best of the other actions, None where there is no other."""
        others = [index for index in range(len(self.actions)) if index != self.best]
        return max(others, key=self.means.__getitem__, default=None)

    def gain(self, of: int, over: int) -> Gain:
        """What action `of` gains on action `over` in the same worlds."""
        if len(self.worlds) < 2:
            return Gain(self.means[of] - self.means[over], float("inf"))
        gains = self.values[:, of] - self.values[:, over]
        return Gain(float(gains.mean()), float(gains.std(ddof=1)) / len(gains) ** 0.5)

    def position(self, world: int) -> Position:
        """A world as a position."""
        start = self.view.game.start(self.view.rules)
        return type(start)(self.view.rules, self.worlds[world])
