"""The rest of a deal with all cards known, as a game poses it to the solver: see `Game.problem`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from messdeck.core.actions import Action

SUIT = 0x1FFF
CARDS = SUIT | SUIT << 16 | SUIT << 32 | SUIT << 48


@dataclass(frozen=True)
class TricksProblem:
    """Who can win how many plain tricks? Four hands as masks (16 x suit + rank), all cards known.

    `declarers` and `counted` are masks of seats: the declarers maximise the number of tricks, from the one
    under way on, that the counted seats win; everybody else minimises it. `trump` is a suit, or None.
    `table` holds the cards of the trick under way in order, the first laid by `leader`. Play is over when the
    counted seats have won `limit` tricks.
    """

    hands: tuple[int, int, int, int]
    trump: int | None
    leader: int
    declarers: int
    counted: int
    table: tuple[int, ...] = ()
    limit: int = 13

    def __post_init__(self) -> None:
        """Errors: ValueError, if cards are doubled or do not add up."""
        cards = [*self.hands, *(1 << card for card in self.table)]
        if sum(card.bit_count() for card in cards) != self.cards.bit_count():
            raise ValueError("a card is in two places")
        if self.cards & ~CARDS:
            raise ValueError("a card is 16 x suit + rank, suits from 0 to 3 and ranks from 0 to 12")
        if len(self.table) > 3:
            raise ValueError("at most three cards lie on the table")
        laid = [(seat - self.leader) % 4 < len(self.table) for seat in range(4)]
        sizes = {hand.bit_count() + laid[seat] for seat, hand in enumerate(self.hands)}
        if len(sizes) != 1 or not self.hands[self.turn]:
            raise ValueError("the hands must be of one size, with those cards that lie on the table")
        if self.trump not in (None, 0, 1, 2, 3) or not 0 <= self.leader < 4:
            raise ValueError("trump is a suit from 0 to 3 or None, leader a seat from 0 to 3")
        if not (0 <= self.declarers < 16 and 0 <= self.counted < 16):
            raise ValueError("declarers and counted are masks of four seats")
        if self.limit < 1:
            raise ValueError("play goes on for at least one trick more")

    @property
    def cards(self) -> int:
        """All cards in play, as a mask."""
        union = 0
        for hand in self.hands:
            union |= hand
        for card in self.table:
            union |= 1 << card
        return union

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.table)) % 4

    @property
    def legal(self) -> int:
        """The cards that seat may play, as a mask."""
        hand = self.hands[self.turn]
        led = hand & SUIT << (self.table[0] & 48) if self.table else 0
        return led or hand

    @property
    def most(self) -> int:
        """The most tricks that the counted seats may still win."""
        return min(self.hands[self.turn].bit_count(), self.limit)


@dataclass(frozen=True)
class Branches:
    """A problem for each action, for where the action itself settles what is played for."""

    maximises: bool
    """Whether the seat to act wants the greatest of their values, or the least."""
    problems: Mapping[Action, TricksProblem]


@dataclass(frozen=True)
class EndingProblem:
    """How much more than the others may a player still get in this deal, by the game's own kernel?

    `row` is the position, `seats` the mask of the seats that play for this: all others play against them.
    What counts is the kernel's `result` of `player` less that of the other `players`.
    """

    row: tuple[int, ...]
    seats: int
    player: int
    players: int


Problem: TypeAlias = "TricksProblem | Branches | EndingProblem"

__all__ = ["CARDS", "SUIT", "Branches", "EndingProblem", "Problem", "TricksProblem"]
