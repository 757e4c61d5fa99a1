"""The rest of a deal by looking at every line of play through the readable API: no kernel, no solver."""

from __future__ import annotations

from collections.abc import Callable

from messdeck.core.actions import Action, Play
from messdeck.core.position import Position

Worth = Callable[[Position], int]


class Exhaustive:
    """What a position is worth when `maximisers` want `worth` of the finished deal high, the others low."""

    def __init__(self, worth: Worth, maximisers: tuple[int, ...]) -> None:
        self.worth = worth
        self.maximisers = maximisers
        self.known: dict[Position, int] = {}

    def value(self, position: Position) -> int:
        if position.turn < 0:
            return self.worth(position)
        if position not in self.known:
            choose = max if position.turn in self.maximisers else min
            self.known[position] = choose(self.actions(position).values())
        return self.known[position]

    def actions(self, position: Position) -> dict[Action, int]:
        plays = [action for action in position.legal_actions() if isinstance(action, Play)]
        return {action: self.value(position.after(action)) for action in plays}
