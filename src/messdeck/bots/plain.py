"""Players that do not search."""

from __future__ import annotations

from random import Random

from messdeck.core.actions import Action
from messdeck.core.game import Game
from messdeck.core.position import View


class RandomPlayer:
    """Level *random*: any legal action, uniformly; the same for the same view and seed."""

    def __init__(self, game: Game, seed: int, seconds: float | None = None) -> None:
        """Make one from a seed; it needs no time."""
        self.seed = seed

    def choose(self, view: View) -> Action:
        """A uniformly random legal action."""
        return Random(f"{self.seed} {view.seat} {view.row}").choice(view.legal_actions())

    def out_of_turn(self, view: View) -> Action | None:
        """Never anything."""
        return None


class RulePlayer:
    """Level 2, *deckhand*: the rule player of the game (its `policy.py`); needs no chance."""

    def __init__(self, game: Game, seed: int, seconds: float | None = None) -> None:
        """Make one; seed and time are not used."""
        self.game = game
        self._out = [0] * game.kernel.ACTIONS

    def choose(self, view: View) -> Action:
        """What the game's policy chooses from the row of the view."""
        seat = view.turn
        return self.game.decode(seat, self.game.policy.choose(list(view.row), seat, self._out))

    def out_of_turn(self, view: View) -> Action | None:
        """What the game's policy does out of turn."""
        if view.seat is None:
            return None
        code = self.game.policy.out_of_turn(list(view.row), view.seat)
        return None if code < 0 else self.game.decode(view.seat, code)


class ForgetfulPlayer(RulePlayer):
    """Level 1, *stowaway*: the rule player, but of the cards played it recalls the last tricks only."""

    def choose(self, view: View) -> Action:
        """What the game's policy chooses from what is recalled of the view."""
        row = list(view.row)
        self.game.policy.forget(row)
        return self.game.decode(view.turn, self.game.policy.choose(row, view.turn, self._out))
