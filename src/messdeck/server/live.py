"""A table in memory: a cache of its record, with who is present and who listens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from messdeck.core.actions import Deal
from messdeck.core.facts import Event, Seat
from messdeck.core.fairness import Opening
from messdeck.core.position import Position
from messdeck.core.record import Match, Record
from messdeck.server.store import StoredSeat, StoredTable

NOTES = {
    "leave": "web.log.leave",
    "sit-in": "web.log.sit_in",
    "return": "web.log.return",
    "undo": "web.log.undo",
}
"""What the log says of notes about a seat, by their kind."""
MISSED = 1 / 15
"""Part of the grace period after which it is shown that somebody is not there."""


@dataclass(frozen=True)
class TableSettings:
    """How a table is run; times in seconds."""

    pace: float = 1.0
    """Between the plays of computer players, whatever they hold."""
    trick_rest: float = 1.0
    deal_rest: float = 6.0
    move_seconds: float | None = None
    grace: float = 60.0
    undo: str = "vote"
    """`vote`, or `off`."""
    open_log: bool = False
    """Whether the log shows the whole deal and not only the last trick."""
    hints: bool = True
    """Whether people may ask for a hint."""
    entropy: bool = False
    """Whether players are asked for entropy between the promise of a deal and the deal."""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> TableSettings:
        """Settings as stored; unknown keys are ignored."""
        known = cls.__dataclass_fields__
        return cls(**{key: value for key, value in values.items() if key in known})

    def to_json(self) -> dict[str, Any]:
        """As stored."""
        return dict(vars(self))


@dataclass
class Told:
    """What was told of one action (or note): its events, and which trick of the deal it belongs to."""

    events: list[Event]
    trick: int
    is_note: bool = False


@dataclass
class Vote:
    """A vote on taking back: to how many events, who asked, who has agreed."""

    asker: int
    length: int
    agreed: set[int] = field(default_factory=set)


@dataclass
class Promise:
    """The deal that is due: its number, its opening (secret) and its commitment (published)."""

    number: int
    opening: Opening
    commitment: str


@dataclass
class Live:
    """A table in memory. Change it only through the desk, with its lock held."""

    code: str
    match: Match
    seats: list[StoredSeat]
    settings: TableSettings
    version: int
    status: str
    listed: bool
    created: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Event] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    streams: dict[int, int] = field(default_factory=dict)
    seen: dict[int, float] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    """Seats whose person has left and not come back (as the record's notes have it)."""
    sitting_in: set[int] = field(default_factory=set)
    """Seats for whose person a computer player sits in (as the record's notes have it)."""
    missed: set[int] = field(default_factory=set)
    """Seats whose person is shown as not there."""
    drawn: dict[tuple[int | None, tuple[str, ...]], str] = field(default_factory=dict)
    """The part of the page that changes, by seat and language, since the table last changed."""
    only_card: set[int] = field(default_factory=set)
    """Seats whose person wants an only legal card to be played by itself."""
    told: list[Told] = field(default_factory=list)
    tricks: int = 0
    history: list[tuple[int, ...]] = field(default_factory=list)
    """The scores after each deal."""
    vote: Vote | None = None
    moved: float = field(default_factory=time.monotonic)
    task: asyncio.Task[None] | None = None
    promise: Promise | None = None
    settled: int = 0
    """The version since which nobody has acted: an action may answer it or a later one."""

    @classmethod
    def of(cls, stored: StoredTable, record: Record) -> Live:
        """From the store."""
        live = cls(
            stored.code,
            Match.resume(record),
            list(stored.seats),
            TableSettings.read(stored.settings),
            stored.version,
            stored.status,
            stored.listed,
            stored.created,
        )
        live.settle(stored.version)
        live.retell(record)
        return live

    def renew(self, stored: StoredTable, record: Record) -> None:
        """Begin anew from the store, with the same people present and listening."""
        self.match, self.seats = Match.resume(record), list(stored.seats)
        self.version, self.status = stored.version, stored.status
        self.promise = None
        self.settle(stored.version)
        self.retell(record)
        self.wake()

    def retell(self, record: Record) -> None:
        """Make what was told anew from a record."""
        self.told, self.tricks, self.history = [], 0, []
        for step in record.steps:
            if step.action is None:
                self.tell_note(step.event)
            else:
                self.tell(step.before, step.action, step.after)

    def tell(self, before: Position, action: Any, after: Position) -> None:
        """Keep what everybody is told of an action, deal by deal."""
        if isinstance(action, Deal):
            self.told, self.tricks = [], 0
        self.told.append(Told(self.match.game.story(before, action, after), self.tricks))
        if before.trick and not after.trick:
            self.tricks += 1
        if before.turn >= 0 > after.turn:
            self.history.append(after.scores)

    def tell_note(self, note: Mapping[str, Any]) -> None:
        """Keep what a note says of somebody at the table: who has left, for whom somebody sits in."""
        kind, seat = note.get("kind"), note.get("seat")
        if kind not in NOTES or type(seat) is not int or not 0 <= seat < len(self.seats):
            return
        {"leave": self.left.add, "sit-in": self.sitting_in.add}.get(kind, set[int]().add)(seat)
        if kind == "return":
            self.left.discard(seat)
            self.sitting_in.discard(seat)
        event = Event(NOTES[kind], "", {"seat": Seat(seat)})
        self.told.append(Told([event], self.tricks, is_note=True))

    def settle(self, version: int | None = None) -> None:
        """A new version (or this one), and what was asked or waited for before it is over."""
        self.version = self.version + 1 if version is None else version
        self.settled = self.version
        self.vote = None
        self.moved = time.monotonic()

    @property
    def told_of_actions(self) -> list[Told]:
        """What was told of actions, notes left out."""
        return [told for told in self.told if not told.is_note]

    @property
    def position(self) -> Position:
        """The position now."""
        return self.match.position

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    def seats_of(self, holder: str | None) -> list[int]:
        """The seats that somebody holds."""
        return [seat.number for seat in self.seats if holder is not None and seat.holder == holder]

    def seat_of(self, holder: str | None) -> int | None:
        """The seat that somebody holds (the one to act, if they hold several), or None."""
        mine = self.seats_of(holder)
        return self.position.turn if self.position.turn in mine else (mine[0] if mine else None)

    @property
    def deals(self) -> int:
        """How many deals the record has."""
        return sum(event.get("type") == "deal" for event in self.match.events)

    def last_action(self, seat: int) -> int | None:
        """How many events the record had before the last action of a seat in this deal, if it has acted."""
        events = self.match.events
        for i in range(len(events) - 1, -1, -1):
            if events[i].get("type") == "deal":
                return None
            if events[i].get("type") != "note" and events[i].get("seat") == seat:
                return i
        return None

    @property
    def commitment(self) -> str:
        """The commitment of the deal that is due, else of the one on the table."""
        if self.promise is not None:
            return self.promise.commitment
        dealt = [event for event in self.match.events if event.get("type") == "deal"]
        return str(dealt[-1].get("commitment", "")) if dealt else ""

    def is_full(self) -> bool:
        """Whether nobody is missing."""
        return all(seat.kind != "open" for seat in self.seats)

    def has_computers(self) -> bool:
        """Whether a computer player has a seat, or sits in for somebody."""
        return bool(self.left | self.sitting_in) or any(seat.kind == "computer" for seat in self.seats)

    def wake(self) -> None:
        """Tell every stream and the table's own task that something has changed."""
        self.changed.set()
        self.show()

    def show(self) -> None:
        """Let every stream look again."""
        self.drawn.clear()
        for listener in self.listeners:
            listener.set()

    def is_away(self, seat: int) -> bool:
        """Whether the person of a seat has been gone for longer than the grace period."""
        return self.away_in(seat) <= 0

    def away_in(self, seat: int) -> float:
        """In how many seconds the person of a seat will have been gone for too long."""
        if seat in self.left or seat in self.sitting_in:
            return 0
        if self.streams.get(seat, 0) > 0:
            return self.settings.grace
        return self._gone_at(seat) + self.settings.grace - time.monotonic()

    def missed_in(self, seat: int) -> float:
        """In how many seconds it is to be shown that a person is not there: soon, but not while a page is
        being loaded anew."""
        if self.streams.get(seat, 0) > 0:
            return self.settings.grace
        return self._gone_at(seat) + self.settings.grace * MISSED - time.monotonic()

    def _gone_at(self, seat: int) -> float:
        return self.seen.get(seat, self.moved)
