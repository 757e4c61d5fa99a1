"""Records: one game as JSON Lines, a header and then events (docs/records.md). Reading, checking, writing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from messdeck.core.actions import Action, Deal
from messdeck.core.errors import BadRecord, BadText, IllegalAction, MessdeckError
from messdeck.core.game import Game
from messdeck.core.position import Position
from messdeck.core.rules import Rules

VERSION = 1
MOST_LINE = 1_000_000
"""A longer line is no event of a card game; it is refused before it is parsed."""


@dataclass(frozen=True)
class Header:
    """The first line: the game, its rules, who plays, and what else it says (`extra`)."""

    game: Game
    rules: Rules
    names: tuple[str, ...]
    scores: tuple[int, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """Who sits where, if the header says so: `{"kind": "computer", "level": 2, "seed": 7}`."""
        return list(self.extra.get("seats", []))

    def to_json(self) -> dict[str, Any]:
        """The header as a record has it: only options that differ from their defaults."""
        head: dict[str, Any] = {"messdeck": VERSION, "game": self.game.name, "players": self.rules.players}
        head["options"] = self.rules.changed()
        if self.names:
            head["names"] = list(self.names)
        if self.scores is not None:
            head["start_scores"] = list(self.scores)
        return {**head, **self.extra}


@dataclass(frozen=True)
class Step:
    """One event of a replay. A note has no action, and `before` is `after`."""

    line: int
    event: Mapping[str, Any]
    action: Action | None
    before: Position
    after: Position


@dataclass(frozen=True)
class Record:
    """A record that was replayed and found legal."""

    header: Header
    start: Position
    steps: tuple[Step, ...]

    @property
    def position(self) -> Position:
        """The position at its end."""
        return self.steps[-1].after if self.steps else self.start

    def position_at(self, n: int | None = None) -> Position:
        """The position after n events of the last deal, the deal itself being the first and notes not
        counted; after the last event for None. Errors: BadText (R5.13)."""
        if n is None:
            return self.position
        steps = [step for step in self.steps if step.action is not None]
        dealt = [i for i, step in enumerate(steps) if isinstance(step.action, Deal)]
        events = steps[dealt[-1] :] if dealt else []
        if not 1 <= n <= len(events):
            raise BadText.of("R5.13", "bad.at", value=n, most=len(events))
        return events[n - 1].after

    def moves(self) -> Iterator[tuple[Position, Action, Position]]:
        """Every action with the positions around it, notes left out."""
        for step in self.steps:
            if step.action is not None:
                yield step.before, step.action, step.after

    def summary(self) -> dict[str, Any]:
        """What `messdeck replay --json` prints."""
        return self.header.game.summary(self.start, self.moves())


GetGame = Callable[[str], Game]


def read_header(text: str, get_game: GetGame) -> Header:
    """Read the first line. Errors: MessdeckError."""
    head = read_object(text)
    if type(head.get("messdeck")) is not int or head["messdeck"] != VERSION:
        raise BadText.of("R1.2", "bad.version", value=str(head.get("messdeck", "-")))
    name = head.get("game")
    game = get_game(name if isinstance(name, str) else str(name))
    options = head.get("options", {})
    if not isinstance(options, dict):
        raise BadText.of("R2.3", "bad.field", name="options", value=str(options), kind="{...}")
    if type(head.get("players")) is not int:
        raise BadText.of("R2.2", "bad.field", name="players", value=str(head.get("players", "-")), kind="4")
    rules = game.rules.create(head["players"], options)
    names = _read_names(head, rules)
    scores = head.get("start_scores")
    if "start_scores" in head and not (
        isinstance(scores, list) and all(type(score) is int for score in scores)
    ):
        raise BadText.of("R2.5", "bad.field", name="start_scores", value=str(scores), kind="[0, 0]")
    _check_seats(head, rules)
    known = ("messdeck", "game", "players", "options", "names", "start_scores")
    extra = {key: value for key, value in head.items() if key not in known}
    return Header(game, rules, names, None if scores is None else tuple(scores), extra)


def _read_names(head: Mapping[str, Any], rules: Rules) -> tuple[str, ...]:
    names = head.get("names", [])
    good = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not good or ("names" in head and len(names) != rules.players):
        raise BadText.of("R2.4", "bad.names", value=str(names), players=rules.players)
    return tuple(names)


def _check_seats(head: Mapping[str, Any], rules: Rules) -> None:
    seats = head.get("seats")
    if seats is None:
        return
    kinds = ("person", "computer")
    if (
        not isinstance(seats, list)
        or len(seats) != rules.players
        or not all(isinstance(seat, dict) and seat.get("kind") in kinds for seat in seats)
    ):
        raise BadText.of("R2.6", "bad.seats", value=str(seats), players=rules.players)


def read_object(text: str) -> dict[str, Any]:
    """One line as a JSON object. Errors: BadText (R1.1)."""
    if len(text) > MOST_LINE:
        raise BadText.of("R1.1", "bad.line_length", most=MOST_LINE)
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadText.of("R1.1", "bad.json", text=text) from None
    if not isinstance(value, dict):
        raise BadText.of("R1.1", "bad.json", text=text)
    return value


def _no_constant(name: str) -> None:
    raise ValueError(name)


def step(position: Position, game: Game, text: str, line: int) -> Step:
    """Apply one line of a record. Errors: MessdeckError."""
    event = read_object(text)
    if event.get("type") == "note":
        return Step(line, event, None, position, position)
    action = game.read_action(event, position.rules.players)
    return Step(line, event, action, position, position.play(action))


def replay(lines: Iterable[str], get_game: GetGame) -> Record:
    """Replay the lines of a record, checking every event. Errors: BadRecord, with its line."""
    number = 0
    header: Header | None = None
    steps: list[Step] = []
    try:
        for number, text in enumerate(lines, 1):
            if header is None:
                header = read_header(text, get_game)
                start = position = header.game.start(header.rules, header.scores)
            else:
                steps.append(step(position, header.game, text, number))
                position = steps[-1].after
        if header is None:
            raise BadText.of("R1.2", "bad.empty")
    except MessdeckError as error:
        raise BadRecord(error.reason, max(1, number)) from None
    return Record(header, start, tuple(steps))


def split_lines(data: bytes) -> list[str]:
    """The lines of a record's bytes. Errors: BadRecord (R1.1) where they are not UTF-8."""
    rows = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if rows and not rows[-1].strip():
        rows.pop()
    lines = []
    for number, row in enumerate(rows, 1):
        try:
            lines.append(row.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise BadRecord(BadText.of("R1.1", "bad.utf8", byte=error.start + 1).reason, number) from None
    return lines


def whole_lines(data: bytes) -> tuple[bytes, bytes]:
    """A growing record's bytes up to its last whole event, and the torn rest (after a kill in mid-write)."""
    end = data.rfind(b"\n") + 1
    try:
        read_object(data[end:].decode("utf-8"))
    except (UnicodeDecodeError, MessdeckError):
        return data[:end], data[end:]
    return data, b""


def to_line(value: Mapping[str, Any]) -> str:
    """One line of a record."""
    return json.dumps(value, ensure_ascii=False) + "\n"


class Journal:
    """A record growing on disk: every event is written and flushed to the disk before it is shown."""

    def __init__(self, path: Path, header: Header | None = None, keep: int = 0) -> None:
        """Start a new file with a header, or go on after the first `keep` bytes of an old one."""
        self.path = path
        self._file: IO[bytes] = open(path, "xb" if header else "r+b")  # noqa: SIM115
        if header:
            self.write(header.to_json())
        else:
            self._file.truncate(keep)
            self._file.seek(max(0, keep - 1))
            if keep and self._file.read(1) != b"\n":
                self._file.write(b"\n")  # the last event was whole but for its line end

    def write(self, value: Mapping[str, Any]) -> None:
        """Append one line, whole, down to the disk."""
        self._file.write(to_line(value).encode("utf-8"))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class Match:
    """A game in progress: its header, its position, and a journal or a list that takes every event."""

    def __init__(self, header: Header, journal: Journal | None = None) -> None:
        """Begin at the start; see `resume` for an old record."""
        self.header = header
        self.game = header.game
        self.position = header.game.start(header.rules, header.scores)
        self.events: list[Mapping[str, Any]] = []
        self._journal = journal

    @classmethod
    def resume(cls, record: Record, journal: Journal | None = None) -> Match:
        """Go on where a record stops."""
        match = cls(record.header)
        match.events = [step.event for step in record.steps]
        match.position = record.position
        match._journal = journal
        return match

    def act(self, action: Action, **more: Any) -> tuple[Position, Position]:
        """Do an action and write it down, with more keys (the `commitment` of a deal). Errors: IllegalAction,
        and then nothing is written."""
        before = self.position
        after = before.play(action)
        self._write({**action.to_json(), **more})
        self.position = after
        return before, after

    def note(self, **values: Any) -> None:
        """Write down something that changes no state."""
        self._write({"type": "note", **values})

    def _write(self, event: Mapping[str, Any]) -> None:
        if self._journal:
            self._journal.write(event)
        self.events.append(event)

    def lines(self) -> list[str]:
        """The record so far."""
        return [to_line(self.header.to_json()), *map(to_line, self.events)]


__all__ = ["Header", "IllegalAction", "Journal", "Match", "Record", "Step", "replay", "step"]
