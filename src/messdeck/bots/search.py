"""Determinised search: worlds drawn from a view, paired rollouts, and a rule player that is left only for
a clear gain."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from messdeck.bots import endings, tree
from messdeck.bots.beliefs import Believer
from messdeck.bots.considered import Considered
from messdeck.bots.plain import RulePlayer
from messdeck.core.actions import Action, Play
from messdeck.core.game import Game
from messdeck.core.position import Position, View
from messdeck.core.twin import twin

if TYPE_CHECKING:
    import numpy as np

MOST_CHOICES = 24
BATCH = 64
"""Worlds between two looks at the clock."""
TIE = 0.1
"""How much of a rollout's worth is added to that of a solved ending: it decides between equal ones."""
LEARNING = 0.7
"""The share of a time limit that may go before the comparison."""


@dataclass(frozen=True)
class Budget:
    """How much a search may look at. A limit in seconds may cut it short (never before its first batch of
    worlds), and then its choice need not come out the same again."""

    worlds: int
    iterations: int = 0
    """Of a tree search, before the worlds are compared along the tree."""
    seconds: float | None = None
    pool: int = 4
    """Out of how many worlds drawn each is chosen, by what was said and played; 1: by hard facts alone."""
    endings: int = 0
    """In how many worlds the rest of the deal is solved instead, when it is short enough."""
    trained: bool = False
    """Whether the trained player plays worlds out, if the game has one, instead of the rule player."""


class SearchPlayer(RulePlayer):
    """A computer player that plays its cards by search over sampled worlds, and leaves the auction to the
    rule player, told to be confident. Without a time limit a move is a function of the view, the seed and
    the budget."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        """Make one; the first search compiles the twins, or loads them from the cache."""
        super().__init__(game, seed)
        self.seed = seed
        self.budget = budget
        self._believer = Believer(game)
        self._hands = (game.trained if budget.trained else None) or game.policy

    def choose(self, view: View) -> Action:
        """The rule player's action, or a card that is clearly better over the worlds."""
        return self.consider(view).chosen

    def consider(self, view: View) -> Considered:
        """Compare what the seat to act may do. In the auction, and where there is no choice, only the rule
        player is asked, and no world is looked at."""
        seat = view.turn
        rule = self.game.policy.confident(list(view.row), seat, self._out)
        legal = view.legal_actions()
        codes = [rule]
        if len(legal) > 1 and isinstance(legal[0], Play):
            codes = self._candidates(view, rule)
        return self._found(view, codes)

    def compare(self, view: View, actions: Sequence[Action]) -> Considered:
        """Compare some actions of the seat to act, in the auction too, over all worlds of the budget."""
        return self._found(view, [self.game.encode(action) for action in actions])

    def compare_in(self, position: Position, actions: Sequence[Action]) -> Considered:
        """Compare some actions of the seat to act with all cards known: in this one world, played out as
        often as the budget has worlds."""
        import numpy as np

        rows = np.array([position.row] * self.budget.worlds, np.int64)
        codes = [self.game.encode(action) for action in actions]
        rng = Random(f"{self.seed} {position.row}")
        values = self._values(rows, position.turn, codes, rng.getrandbits(62), self._empty())
        worlds = (position.row,) * self.budget.worlds
        return Considered(position.view(position.turn), tuple(actions), worlds, values)

    def _found(self, view: View, codes: list[int]) -> Considered:
        worlds, values = self._compared(view, codes) if len(codes) > 1 else ([], self._blank(0, 1))
        actions = tuple(self.game.decode(view.turn, code) for code in codes)
        return Considered(view, actions, tuple(worlds), values)

    def _candidates(self, view: View, rule: int) -> list[int]:
        """The actions to compare, the rule player's first; of very many (groups of cards) some at random."""
        seat = view.turn
        n = self.game.kernel.legal(list(view.row), seat, self._out)
        codes = [code for code in self._out[:n] if code != rule]
        if len(codes) >= MOST_CHOICES:
            codes = Random(f"{self.seed} {view.row}").sample(codes, MOST_CHOICES - 1)
        return [rule, *codes]

    def _compared(self, view: View, codes: list[int]) -> tuple[list[tuple[int, ...]], Any]:
        """Worlds, and the worth in points of each action (columns) in each of them (rows)."""
        import numpy as np

        rng = Random(f"{self.seed} {view.seat} {view.row}")
        limit = float("inf") if self.budget.seconds is None else self.budget.seconds
        started = time.perf_counter()
        is_near = self.budget.endings > 0 and endings.is_near(view, self._worlds(view, 1, rng)[0].tolist())
        learnt = self._empty() if is_near else self._learn(view, codes, rng, started + LEARNING * limit)
        worlds, values = [], []
        left = self.budget.endings if is_near else self.budget.worlds
        while left > 0:
            rows = self._worlds(view, min(BATCH, left), rng)
            played = self._values(rows, view.turn, codes, rng.getrandbits(62), learnt)
            values.append(endings.solved(view, rows, codes) + TIE * played if is_near else played)
            worlds += [tuple(row) for row in rows.tolist()]
            left -= len(rows)
            if time.perf_counter() - started > limit:
                break
        return worlds, np.concatenate(values)

    def _learn(self, view: View, codes: list[int], rng: Random, until: float) -> Any:
        """What comes before the comparison: the tree to play worlds out along, an empty one here."""
        return self._empty()

    def _worlds(self, view: View, count: int, rng: Random) -> Any:
        """Rows of worlds, one a line, each as likely as another."""
        if self.budget.pool == 1:
            return self._believer.uniform(view, count, rng)
        return self._believer.weighted(view, self.budget.pool * count, rng).resampled(count, rng)

    def _values(self, rows: Any, seat: int, codes: list[int], state: int, learnt: Any) -> Any:
        """The worth in points of the actions in some worlds, each played out once along a tree."""
        import numpy as np

        values = self._blank(len(rows), len(codes))
        size = self.game.kernel.ROW
        row, out = np.zeros(size, np.int64), np.zeros(self.game.kernel.ACTIONS, np.int64)
        given = (learnt, rows.ravel(), len(rows), size, np.array(codes, np.int64), len(codes), seat)
        self._loops.compare(*given, row, out, values.ravel(), state)
        return values / self.game.kernel.POINT

    @property
    def _loops(self) -> ModuleType:
        return twin(tree, self.game.kernel, self._hands)

    def _empty(self) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros(tree.FIRST_NODE + tree.NODE, np.int64)

    def _blank(self, worlds: int, choices: int) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros((worlds, choices), np.int64)
