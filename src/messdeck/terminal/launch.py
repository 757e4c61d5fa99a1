"""Setting up a terminal table: a new game, or one resumed from its record."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs
from rich.console import Console
from rich.text import Text

from messdeck.bots.levels import COMPANION, make_player, read_level
from messdeck.core.errors import BadRecord, BadText
from messdeck.core.game import Game
from messdeck.core.i18n import Words
from messdeck.core.record import GetGame, Header, Journal, Match, Record, replay, split_lines, whole_lines
from messdeck.core.rules import Rules
from messdeck.terminal.session import Quit, Session

Speak = Callable[..., Words]
"""Makes the words of a game: `speak(game, names=..., signs=...)`."""

COMPANY = ("Malik", "Nivi", "Aqqaluk", "Pipaluk")


@dataclass(frozen=True)
class Setup:
    """What was asked for."""

    game: Game
    rules: Rules
    seat: int
    bots: str
    seed: int | None
    record: Path | None


@dataclass(frozen=True)
class Table:
    """A table ready to play."""

    session: Session
    words: Words
    console: Console
    journal: Journal

    def run(self) -> int:
        """Play; the exit code of the command."""
        code = 0
        try:
            self.session.run()
        except Quit:
            self.say("table.kept")
        except KeyboardInterrupt:
            self.console.print()
            self.say("table.kept")
            code = 130
        else:
            self.say("table.record")
        finally:
            self.journal.close()
        return code

    def say(self, key: str) -> None:
        """A line about the record."""
        self.console.print(Text(f"  {self.words.say(key, file=str(self.journal.path))}"), soft_wrap=True)


def begin(setup: Setup, speak: Speak) -> Table:
    """A new game. Errors: BadText for a seat, level or record file that will not do."""
    level = read_level(setup.bots)
    if not 0 <= setup.seat < setup.rules.players:
        raise BadText.of("R5.5", "bad.seat", value=str(setup.seat), most=setup.rules.players - 1)
    seed = secrets.randbits(48) if setup.seed is None else setup.seed
    seats: list[dict[str, Any]] = []
    names = []
    for seat in range(setup.rules.players):
        person = seat == setup.seat
        seats.append(
            {"kind": "person"} if person else {"kind": "computer", "level": level, "seed": seed + seat}
        )
        names.append(speak(setup.game).say("table.you") if person else COMPANY[seat])
    extra = {"date": datetime.now(UTC).isoformat(timespec="seconds"), "seed": seed, "seats": seats}
    header = Header(setup.game, setup.rules, tuple(names), None, extra)
    path = setup.record or _new_path(setup.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = Journal(path, header)
    except FileExistsError:
        raise BadText.of("R5.6", "bad.record_exists", name=str(path)) from None
    except OSError as error:
        raise BadText.of("R1.1", "bad.file", name=str(path), why=error.strerror or "") from None
    return _table(Match(header, journal), journal, speak)


def _new_path(game: Game) -> Path:
    folder = Path(platformdirs.user_data_dir("messdeck")) / "games"
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return folder / f"{game.name}-{stamp}-{secrets.token_hex(2)}.mdk.jsonl"


def resume(path: Path, get_game: GetGame, speak: Speak) -> Table:
    """A game from its record; a last line torn by a kill is dropped, with a message. Errors: BadText."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadText.of("R1.1", "bad.file", name=str(path), why=error.strerror or "") from None
    whole, torn = whole_lines(data)
    record = _replay(whole, get_game, path)
    if record.position.is_over:
        raise BadText.of("R5.7", "bad.resume_over", name=str(path))
    journal = Journal(path, keep=len(whole))
    table = _table(Match.resume(record, journal), journal, speak)
    table.session.catch_up(record)
    if torn:
        table.say("table.torn")
    return table


def _replay(data: bytes, get_game: GetGame, path: Path) -> Record:
    try:
        return replay(split_lines(data), get_game)
    except BadRecord as error:
        place = f"{path}:{error.line}"
        raise BadText.of(error.reason.clause, "bad.resume", place=place) from error


def _table(match: Match, journal: Journal, speak: Speak) -> Table:
    header = match.header
    seats = header.seats or [{"kind": "person"}, *[{"kind": "computer"}] * (header.rules.players - 1)]
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 80)
    words = speak(match.game, names=header.names, signs=_shows_signs(console))
    people = [seat for seat, sitter in enumerate(seats) if sitter["kind"] == "person"]
    players = {
        seat: make_player(
            match.game, read_level(str(sitter.get("level", COMPANION))), int(sitter.get("seed", seat))
        )
        for seat, sitter in enumerate(seats)
        if sitter["kind"] == "computer"
    }
    if len(people) != 1:
        raise BadText.of("R2.6", "bad.one_person")
    return Table(Session(match, people[0], players, words, console, _line_reader()), words, console, journal)


def _shows_signs(console: Console) -> bool:
    """Signs and colours on a terminal that can show them; letters in a pipe, or where colour is off."""
    encoding = (console.encoding or "").lower()
    return console.is_terminal and not console.is_dumb_terminal and "utf" in encoding


def _line_reader() -> Callable[[], str]:
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (line editing at the prompt)
    return _read_line


def _read_line() -> str:
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not os.isatty(0):
        sys.stdout.write("\n")
    return line.rstrip("\r\n")
