"""What may be said to people: typed facts with a clause number, never sentences.

A fact names a message of the catalogues (`key`) and its arguments; `core.i18n` turns it into words. The
first part of an event's key says what kind it is, so that any table knows how to show it: `play` what a
seat did (seen on the table), `beat` and `miss` why a play heads the trick or does not (told on demand),
`points` and `story` what is told to everybody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as an argument of a message, by code."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as an argument of a message; shown by its player's name."""

    number: int


@dataclass(frozen=True, slots=True)
class Side:
    """The seats of one side, shown by their players' names."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the catalogue by its key, such as `suit.H`."""

    key: str


Argument: TypeAlias = "str | int | Cards | Seat | Side | Term"


@dataclass(frozen=True, slots=True)
class Fact:
    """A message key with its clause and arguments."""

    key: str
    clause: str
    args: dict[str, Argument] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason(Fact):
    """Why an action is refused: what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Event(Fact):
    """Something that happened at the table; `audience` None means everybody."""

    audience: tuple[int, ...] | None = None

    @property
    def kind(self) -> str:
        """`play`, `beat`, `miss`, `points` or `story`."""
        return self.key.partition(".")[0]
