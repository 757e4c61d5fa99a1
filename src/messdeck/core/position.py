"""Positions and views: immutable values over a row of ints, the same for every game.

A `Position` is the whole truth of a game (a rubber, a game of Noms) between two actions. A `View` is what
one seat, or a spectator, may know of it: another type, with a row of its own into which only that was
copied. Both are read through the same properties, which a game's `view.py` defines over its row.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from messdeck.core.actions import NOBODY, TABLE, Action, Deal, End
from messdeck.core.errors import IllegalAction, MessdeckError
from messdeck.core.facts import Reason
from messdeck.core.rules import Rules

if TYPE_CHECKING:
    from messdeck.core.game import Game


@dataclass(frozen=True)
class Laid:
    """Cards that a seat laid to a trick, as play `index` of the deal."""

    index: int
    seat: int
    cards: tuple[str, ...]

    @property
    def card(self) -> str:
        """The first of them: the only one in games that play singly."""
        return self.cards[0]


@dataclass(frozen=True)
class Reading:
    """The public side of a row: what is read off a position and off a view alike."""

    game: ClassVar[Game]
    rules: Rules
    row: tuple[int, ...]

    @property
    def turn(self) -> int:
        """The seat to act; TABLE (-1) when a deal is due, NOBODY (-2) when the game is over."""
        return self.game.turn(self.row)

    @property
    def is_over(self) -> bool:
        """Whether the game is over: won, finished, or broken off."""
        return self.turn == NOBODY

    @property
    def dealer(self) -> int | None:
        """Who dealt the deal on the table; None before the first."""
        raise NotImplementedError

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores by side (games with fixed sides) or by seat."""
        raise NotImplementedError

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning sides or seats; empty while the game goes on."""
        raise NotImplementedError

    @property
    def trick(self) -> tuple[Laid, ...]:
        """The plays of the trick under way, in order; empty when a lead is due."""
        raise NotImplementedError

    @property
    def last_trick(self) -> tuple[Laid, ...]:
        """The plays of the last complete trick of the deal; empty before the first."""
        raise NotImplementedError

    @property
    def head(self) -> int | None:
        """Which play of the trick heads it, counted from 0; None when a lead is due."""
        raise NotImplementedError

    @property
    def to_come(self) -> tuple[int, ...]:
        """The seats still to play to the trick, in order, as far as the order is settled."""
        return (self.turn,) if self.turn >= 0 else ()

    def to_json(self) -> dict[str, Any]:
        """What this reading tells, as plain JSON values."""
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the value, without what was kept beside it for speed."""
        return {key: value for key, value in self.__dict__.items() if not key.startswith("_")}

    def _legal(self, seat: int) -> tuple[Action, ...]:
        return self._offered(seat)[0]

    def _offered(self, seat: int) -> tuple[tuple[Action, ...], Sequence[int]]:
        """The legal actions of a seat, and the kernel's ints of them."""
        kernel, decode = self.game.kernel, self.game.decode
        out = _blank(kernel.ACTIONS)[:]
        codes = out[: kernel.legal(self.row, seat, out)]
        return tuple([decode(seat, code) for code in codes]), codes

    def _why_not(self, action: Action) -> Reason | None:
        if not 0 <= action.seat < self.rules.players:
            return Reason("bad.seat", "R3.1", {"value": str(action.seat), "most": self.rules.players - 1})
        code = self.game.kernel.refusal(self.row, action.seat, self.game.encode(action))
        return self.game.reason(code, self, action) if code else None


@dataclass(frozen=True)
class Position(Reading):
    """A position of a whole game. Immutable: `play` returns the next one."""

    def legal_actions(self, seat: int | None = None) -> tuple[Action, ...]:
        """What a seat may do now (default: the seat to act). Empty for the table, whose deals are drawn
        by `draw_deal`; a seat may have something to do out of turn (a concession)."""
        turn = self.turn
        if seat is not None and seat != turn:
            return self._legal(seat) if 0 <= seat < self.rules.players else ()
        if turn < 0:
            return ()
        offer = self.__dict__.get("_offer")
        if offer is None:  # kept, as `play` is mostly called with one of these
            offer = self.__dict__["_offer"] = self._offered(turn)
        actions: tuple[Action, ...] = offer[0]
        return actions

    def why_not(self, action: Action) -> Reason | None:
        """None for a legal action, else the reason, with its clause. The acting seat is the action's."""
        try:
            if isinstance(action, End | Deal) and action.seat != TABLE:
                return Reason("bad.seat", "R3.1", {"value": str(action.seat), "most": self.rules.players - 1})
            if isinstance(action, End):
                return self.game.over_reason(self) if self.is_over else None
            if isinstance(action, Deal):
                code = self.game.deal_refusal(self.row, action)
                return self.game.reason(code, self, action) if code else None
            return self._why_not(action)
        except MessdeckError as error:
            return error.reason

    def is_legal(self, action: Action) -> bool:
        """Whether `why_not` has nothing to say."""
        return self.why_not(action) is None

    def play(self, action: Action) -> Self:
        """The position after a legal action. Errors: IllegalAction, with the reason."""
        for offered, code in zip(*self.__dict__.get("_offer", ((), ())), strict=True):
            if offered is action:
                return self._applied(action.seat, code)
        if action is self.__dict__.get("_drawn"):
            return self.after(action)
        reason = self.why_not(action)
        if reason:
            raise IllegalAction(reason)
        return self.after(action)

    def after(self, action: Action) -> Self:
        """The position after an action that is known to be legal: does not check, see `play`."""
        if not isinstance(action, (Deal, End)):
            return self._applied(action.seat, self.game.encode(action))
        row = list(self.row)
        if isinstance(action, Deal):
            self.game.begin_deal(row, action)
        else:
            self.game.kernel.break_off(row)
        return type(self)(self.rules, tuple(row))

    def _applied(self, seat: int, code: int) -> Self:
        row = list(self.row)
        self.game.kernel.apply(row, seat, code)
        return type(self)(self.rules, tuple(row))

    def draw_deal(self, rng: Random) -> Deal:
        """A random deal as the rules ask for it now, for whoever runs the table; `turn` must be TABLE."""
        deal = self.__dict__["_drawn"] = self.game.draw_deal(self.row, rng)
        return deal

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator."""
        return self.game.view(self, seat)

    def deal_actions(self) -> tuple[Action, ...]:
        """The actions of the deal on the table from its Deal on, rebuilt from the row; empty before one."""
        return self.game.deal_actions(self)


@dataclass(frozen=True)
class View(Reading):
    """What a seat knows: the deal under way, the options and the scores. Hidden cells are blank."""

    seat: int | None

    @property
    def hand(self) -> tuple[str, ...]:
        """This seat's cards, highest first; none for a spectator."""
        raise NotImplementedError

    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now; nothing for a spectator."""
        return () if self.seat is None else self._legal(self.seat)

    def why_not(self, action: Action) -> Reason | None:
        """As `Position.why_not`, for this seat's own actions only."""
        if self.seat is None or action.seat != self.seat:
            return Reason("bad.not_your_seat", "R3.1", {"value": str(action.seat)})
        try:
            return self._why_not(action)
        except MessdeckError as error:
            return error.reason

    def sample(self, rng: Random, beliefs: Beliefs | None = None) -> Position:
        """A position consistent with all that this seat has seen: uniformly among them, or by `beliefs`."""
        return (beliefs or self.game).sample(self, rng)


class Beliefs:
    """Weighs the positions that a view allows: what `View.sample` may be given."""

    def sample(self, view: View, rng: Random) -> Position:
        """A position consistent with the view, drawn by these weights."""
        raise NotImplementedError


def copied(row: tuple[int, ...], cells: Mapping[int, int] | None, *spans: range) -> list[int]:
    """A new row of zeros with the cells of some spans copied in, and others set to what is given."""
    new = [0] * len(row)
    for span in spans:
        new[span.start : span.stop] = row[span.start : span.stop]
    for cell, value in (cells or {}).items():
        new[cell] = value
    return new


@cache
def _blank(n: int) -> array[int]:
    """Zeros for a kernel to write into: copied far faster than a list of them is made."""
    return array("q", bytes(8 * n))


__all__ = ["NOBODY", "TABLE", "Beliefs", "Laid", "Position", "Reading", "View", "copied"]
