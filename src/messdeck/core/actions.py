"""Actions: what the table and the seats do. Each is a small frozen value with a JSON form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

TABLE = -1
"""The acting seat of whoever runs the table: deals, and breaking a game off."""

NOBODY = -2
"""Turn of a game that is over."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action; `seat` is who acts (TABLE for the table itself)."""

    type: ClassVar[str] = ""
    seat: int

    def to_json(self) -> dict[str, Any]:
        """The event of a record (without line end)."""
        return {"type": self.type, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Cards laid to a trick, by code, in the deck's order from the highest."""

    type: ClassVar[str] = "play"
    cards: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """`{"type": "play", "seat": 0, "cards": ["7H", "7C"]}`."""
        return {"type": self.type, "seat": self.seat, "cards": list(self.cards)}


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The table deals: who deals, and the hands by seat. Games add what else lies on the table."""

    type: ClassVar[str] = "deal"
    dealer: int
    hands: tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """`{"type": "deal", "dealer": 3, "hands": [...]}`."""
        return {"type": self.type, "dealer": self.dealer, "hands": [list(hand) for hand in self.hands]}


@dataclass(frozen=True, slots=True)
class End(Action):
    """The table breaks the game off."""

    type: ClassVar[str] = "end"
    reason: str = "time"

    def to_json(self) -> dict[str, Any]:
        """`{"type": "end", "reason": "time"}`."""
        return {"type": self.type, "reason": self.reason}
