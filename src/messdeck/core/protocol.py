"""What every kernel offers, as stubs. Loops import these; `core.twin` binds them to a game's kernel.

A kernel is a module of plain functions over a row of ints (a list, or an int64 array in the twin). The row
is the whole truth of a game between two actions: options, scores, the deal under way with all that has
been played, and a random state. Actions are ints of the game's own coding.

`choose` and `careless` are bound to a game's policy; `prepare`, `draw`, `rewind` and `likelihood` to its
beliefs, if it has any, which also have the int constants `TABLE` (length of the table of `prepare`) and
`SCRIPT`.

A kernel also has the int constants `ROW` (length of a row), `ACTIONS` (most legal actions ever) and `POINT`
(how much of `utility` one point of the deal makes), and `HAND` (the first of the seats' masks of cards).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias

Row: TypeAlias = MutableSequence[int]


def turn(row: Row) -> int:
    """The seat to act, -1 when the table must deal, -2 when the game is over."""
    raise NotImplementedError


def legal(row: Row, seat: int, out: Row) -> int:
    """Write the legal actions of a seat into `out` (room for ACTIONS ints); return how many."""
    raise NotImplementedError


def refusal(row: Row, seat: int, action: int) -> int:
    """0 for a legal action, else 10 x clause + variant (N5.1 is clause 51)."""
    raise NotImplementedError


def apply(row: Row, seat: int, action: int) -> None:
    """Do a legal action. Does not check: see `refusal`."""
    raise NotImplementedError


def random_action(row: Row, out: Row) -> int:
    """A uniformly random legal action of the seat to act; steps the row's random state."""
    raise NotImplementedError


def shuffle_deal(row: Row, out: Row) -> None:
    """Deal the next deal at random as the rules say; `out` has room for ACTIONS ints."""
    raise NotImplementedError


def seed_row(row: Row, state: int) -> None:
    """Set the row's random state."""
    raise NotImplementedError


def result(row: Row, player: int) -> int:
    """What the deal just played brought a seat, or a side where sides are fixed."""
    raise NotImplementedError


def utility(row: Row, seat: int) -> int:
    """What the finished deal is worth to a seat against the others, in the kernel's own unit."""
    raise NotImplementedError


def choose(row: Row, seat: int, out: Row) -> int:
    """The action of the game's rule player (its `policy`), from public cells and the seat's own hand."""
    raise NotImplementedError


def careless(row: Row, seat: int, out: Row) -> int:
    """As `choose`, but any card may be played: what keeps a rollout from taking habits for law."""
    raise NotImplementedError


def prepare(row: Row, seat: int, table: Row) -> int:
    """Write into the table what `draw` needs to know of the row of a seat's view (-1: of a spectator); 0
    where it cannot draw, else 1."""
    raise NotImplementedError


def draw(row: Row, table: Row, state: int) -> None:
    """Fill the hidden cells of a copy of the view's row, uniformly among what its hard facts allow."""
    raise NotImplementedError


def rewind(row: Row, script: Row) -> int:
    """Put a full row back to the start of its deal and write the actions since, in turn, into the script;
    how many there were."""
    raise NotImplementedError


def likelihood(row: Row, seat: int, action: int, out: Row) -> int:
    """How likely a player of the seat to act is to do this with its hand in the row, of 1000 (never 0)."""
    raise NotImplementedError


# -- what a game whose endings can be searched offers besides (its `Game.endings`) ------------------------
def pattern(row: Row, out: Row) -> int:
    """Write what the rest of the deal depends on, besides the options and hidden stock of this deal, into
    `out` (room for 16 ints); how many, or 0 in a position not worth remembering. A lead is due."""
    raise NotImplementedError


def is_near(row: Row) -> bool:
    """Whether the rest of the deal is short enough to be solved in many worlds, and `result` all that counts
    in it."""
    raise NotImplementedError


def most(row: Row, player: int) -> int:
    """An upper bound of what may still be added to `result` of a player, where `pattern` has something."""
    raise NotImplementedError


def choices(row: Row, seat: int, out: Row) -> int:
    """As `legal`, but of actions that must lead to the same only one."""
    raise NotImplementedError


def stand_in(row: Row, seat: int, action: int) -> int:
    """The action among `choices` that a legal action leads to the same as."""
    raise NotImplementedError
