"""Tree search: first a tree over what may be seen is grown, then the actions are compared along it."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from messdeck.bots import tree
from messdeck.bots.search import Budget, SearchPlayer
from messdeck.core.game import Game
from messdeck.core.position import View

WORLDS = 128
SLICE = 2048
"""Worlds, and iterations in them, between two looks at the clock."""
DEPTH = 128
"""More than a deal has actions."""


class TreePlayer(SearchPlayer):
    """As `SearchPlayer`, but in the comparison everybody goes on along an information-set tree that was
    grown before, where it has learnt enough, and by the rule player only then."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        """Make one, with room for a node an iteration."""
        import numpy as np

        super().__init__(game, seed, budget)
        self._grown = np.zeros(tree.FIRST_NODE + tree.NODE * (budget.iterations + 1), np.int64)
        self._path = np.zeros(2 * DEPTH, np.int64)

    def _learn(self, view: View, codes: list[int], rng: Random, until: float) -> Any:
        import numpy as np

        self._loops.clear(self._grown)
        actions, size = np.array(codes, np.int64), self.game.kernel.ROW
        row, out = np.zeros(size, np.int64), np.zeros(self.game.kernel.ACTIONS, np.int64)
        left = self.budget.iterations
        while left > 0:
            worlds, count = self._worlds(view, WORLDS, rng).ravel(), min(SLICE, left)
            given = (self._grown, worlds, WORLDS, size, actions, len(codes), count, row, out, self._path)
            self._loops.grow(*given, rng.getrandbits(62))
            left -= count
            if time.perf_counter() > until:
                break
        return self._grown
