"""Determinised search: worlds drawn from a view, paired rollouts, and a rule player that is left only for
a clear gain."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from messdeck.bots import rollouts
from messdeck.core.actions import Action, Play
from messdeck.core.game import Game
from messdeck.core.position import View
from messdeck.core.twin import twin

if TYPE_CHECKING:
    import numpy as np

CLEAR = 1.5
"""Standard errors by which a move must gain on the rule player's to be preferred to it."""
MOST_CHOICES = 24


class SearchPlayer:
    """A computer player that plays its cards by search over `worlds` sampled worlds, and leaves the auction
    to the rule player. A move is a function of the view, the seed and the number of worlds."""

    def __init__(self, game: Game, seed: int, worlds: int) -> None:
        """Make one; the first search compiles the twins, or loads them from the cache."""
        self.game = game
        self.seed = seed
        self.worlds = worlds
        self._out = [0] * game.kernel.ACTIONS

    def choose(self, view: View) -> Action:
        """The rule player's action, or a card that is clearly better over the worlds."""
        seat = view.turn
        rule = self.game.policy.choose(list(view.row), seat, self._out)
        legal = view.legal_actions()
        if len(legal) == 1 or not isinstance(legal[0], Play):
            return self.game.decode(seat, rule)
        codes = self._candidates(view, rule)
        values = self.values(view, codes)
        return self.game.decode(seat, codes[_best(values)])

    def out_of_turn(self, view: View) -> Action | None:
        """What the rule player does out of turn."""
        if view.seat is None:
            return None
        code = self.game.policy.out_of_turn(list(view.row), view.seat)
        return None if code < 0 else self.game.decode(view.seat, code)

    def _candidates(self, view: View, rule: int) -> list[int]:
        """The actions to compare, the rule player's first; of very many (groups of cards) some at random."""
        seat = view.turn
        n = self.game.kernel.legal(list(view.row), seat, self._out)
        codes = [code for code in self._out[:n] if code != rule]
        if len(codes) >= MOST_CHOICES:
            codes = Random(f"{self.seed} {view.row}").sample(codes, MOST_CHOICES - 1)
        return [rule, *codes]

    def values(self, view: View, codes: list[int]) -> np.ndarray[Any, Any]:
        """Utilities by world (rows) and action (columns), the same worlds for every action."""
        import numpy as np

        rng = Random(f"{self.seed} {view.seat} {view.row}")
        rows = [view.sample(rng).row for _ in range(self.worlds)]
        worlds = np.array(rows, dtype=np.int64).ravel()
        values = np.zeros(self.worlds * len(codes), np.int64)
        size = self.game.kernel.ROW
        row, out = np.zeros(size, np.int64), np.zeros(self.game.kernel.ACTIONS, np.int64)
        loops = twin(rollouts, self.game.kernel, self.game.policy)
        actions = np.array(codes, dtype=np.int64)
        state = rng.getrandbits(62)
        loops.compare(worlds, self.worlds, size, actions, len(codes), view.turn, row, out, values, state)
        return values.reshape(self.worlds, len(codes))


def _best(values: np.ndarray[Any, Any]) -> int:
    """The column with the highest mean, if its paired gain on column 0 is clear; else 0."""
    best = int(values.mean(axis=0).argmax())
    gain = values[:, best] - values[:, 0]
    error = gain.std(ddof=1) / len(gain) ** 0.5 if len(gain) > 1 else float("inf")
    return best if best and gain.mean() > CLEAR * error else 0
