"""Players: whatever chooses an action from a view, and nothing but a view."""

from __future__ import annotations

from typing import Protocol

from messdeck.core.actions import Action
from messdeck.core.position import View


class Player(Protocol):
    """A player of a seat. Its choice depends on the view and on what it was made with (seed, budget)."""

    def choose(self, view: View) -> Action:
        """An action for the view's seat, whose turn it is."""
        ...

    def out_of_turn(self, view: View) -> Action | None:
        """Something to do out of turn (a concession), or None."""
        ...
