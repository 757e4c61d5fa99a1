"""What a player may believe of the cards it does not see: worlds under the hard facts of a view, weighed by
what everybody has said and played."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from messdeck.bots import worlds as loops
from messdeck.core import position as positions
from messdeck.core.actions import Play
from messdeck.core.game import Game
from messdeck.core.position import Position, View
from messdeck.core.twin import twin

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

TRUST = (0.6, 0.3, 0.0)
"""Exponents of what was played, from the first on until the weights leave enough worlds; what was said (an
auction, a contract) counts in full."""
LEAST = 0.1
"""The effective share of the worlds that weights must leave; else the hard facts alone are believed."""


@dataclass(frozen=True, eq=False)
class Weighted:
    """Worlds (rows of the kernel, one a line) and their weights, which add up to 1."""

    rows: Array
    weights: Array

    @property
    def effective(self) -> float:
        """The effective number of worlds (Kish): as many equal ones would tell as much."""
        return float(1 / (self.weights**2).sum())

    def resampled(self, count: int, rng: Random) -> Array:
        """Rows of about `count` worlds, each as likely as another (systematic resampling)."""
        import numpy as np

        marks = (np.arange(count) + rng.random()) / count
        picked = np.searchsorted(self.weights.cumsum(), marks).clip(max=len(self.rows) - 1)
        rows: Array = self.rows[picked]
        return rows


class Believer(positions.Beliefs):
    """Draws and weighs worlds. One a player: it keeps scratch rows."""

    def __init__(self, game: Game, pool: int = 64) -> None:
        """Make one for a game; `sample` chooses among so many worlds."""
        self.game = game
        self.pool = pool

    def sample(self, view: View, rng: Random) -> Position:
        """A position consistent with the view, drawn by weight."""
        row = self.weighted(view, self.pool, rng).resampled(1, rng)[0]
        return as_position(view, row)

    def weighted(self, view: View, count: int, rng: Random) -> Weighted:
        """Worlds for a view, drawn uniformly under its hard facts, and weighed."""
        import numpy as np

        rows = self.uniform(view, count, rng)
        equal = np.full(len(rows), 1 / len(rows))
        chances = self.chances(view, rows)
        if chances.shape[1] == 0:
            return Weighted(rows, equal)
        logs = np.log(chances / 1000)
        played = self._is_play(view, rows[0])
        said = logs[:, ~played].sum(axis=1)
        laid = logs[:, played].sum(axis=1)
        for trust in TRUST:
            weights = np.exp(said + trust * laid - (said + trust * laid).max())
            weighted = Weighted(rows, weights / weights.sum())
            if weighted.effective >= LEAST * len(rows):
                return weighted
        return Weighted(rows, equal)

    def uniform(self, view: View, count: int, rng: Random) -> Array:
        """Rows drawn uniformly under the hard facts of a view."""
        import numpy as np

        beliefs, size = self.game.beliefs, self.game.kernel.ROW
        if beliefs is not None:
            rows = np.zeros((count, size), np.int64)
            table, row = np.zeros(beliefs.TABLE, np.int64), np.zeros(size, np.int64)
            seat = -1 if view.seat is None else view.seat
            fast = twin(loops, self.game.kernel, self.game.policy, beliefs)
            shown = np.array(view.row, np.int64)
            state = rng.getrandbits(62)
            if fast.draw_worlds(shown, seat, table, count, size, rows.ravel(), row, state):
                return rows
        return np.array([view.sample(rng).row for _ in range(count)], np.int64)

    def chances(self, view: View, rows: Array) -> Array:
        """How likely each action of the deal was in each world, of 1000 (for the own ones: 1000)."""
        import numpy as np

        beliefs, kernel = self.game.beliefs, self.game.kernel
        if beliefs is None or not len(self._script(view, rows[0])):
            return np.ones((len(rows), 0))
        chances = np.zeros((len(rows), len(self._script(view, rows[0]))), np.int64)
        row, out = np.zeros(kernel.ROW, np.int64), np.zeros(kernel.ACTIONS, np.int64)
        script = np.zeros(beliefs.SCRIPT, np.int64)
        seat = -1 if view.seat is None else view.seat
        fast = twin(loops, kernel, self.game.policy, beliefs)
        fast.weigh_worlds(rows.ravel(), len(rows), kernel.ROW, seat, row, script, out, chances.ravel())
        return chances

    def _script(self, view: View, row: Array) -> list[int]:
        """The actions of the deal under way, as the kernel's ints."""
        if self.game.beliefs is None or view.dealer is None:
            return []
        script = [0] * self.game.beliefs.SCRIPT
        return script[: self.game.beliefs.rewind(row.tolist(), script)]

    def _is_play(self, view: View, row: Array) -> Array:
        """Which actions of the deal are cards played."""
        import numpy as np

        return np.array([isinstance(self.game.decode(0, code), Play) for code in self._script(view, row)])


def as_position(view: View, row: Array) -> Position:
    """The position of a world's row."""
    start = view.game.start(view.rules)
    return type(start)(view.rules, tuple(row.tolist()))
