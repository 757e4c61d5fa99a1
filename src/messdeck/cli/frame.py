"""What all commands share: the app, the options they have in common, words, errors, output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from messdeck.core.errors import BadRecord, BadText, MessdeckError
from messdeck.core.game import Game
from messdeck.core.i18n import Words, preferred_language
from messdeck.games.registry import GAMES, get_game

if TYPE_CHECKING:
    from messdeck.core.record import Record

app = typer.Typer(
    name="messdeck",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="The card table of two ships' games: Voormsi and Noms (Nomination Whist).",
)

HERE = Path(__file__).parent.parent
# Typer's own error class; its place differs between versions, its descendants are public.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {', '.join(GAMES)}.")]
Lang = Annotated[str | None, typer.Option("--lang", metavar="en|fa|ru", help="Language of the words.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of words.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="A preset of options.")]
Players = Annotated[int | None, typer.Option("--players", help="How many play.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed of all chance: same seed, same output.")]


def main() -> None:
    """Run the command; bad input is one line on standard error and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(standalone_mode=False)
    except MessdeckError as error:
        fail(error, words())
    except UsageError as error:
        describe: Callable[[], str] = getattr(error, "format_message", error.__str__)
        say(f"messdeck: {describe()}")
        code = 2
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:
        sys.stderr.close()
        code = 1
    sys.exit(code if isinstance(code, int) else 0)


def words(language: str | None = None, game: Game | None = None, **more: Any) -> Words:
    """A speaker of the language asked for, else of the locale. Errors: BadText."""
    from messdeck.core.i18n import LANGUAGES

    if language is not None and language not in LANGUAGES:
        raise BadText.of("R5.2", "bad.language", value=language, values=", ".join(LANGUAGES))
    folders = [get_game(name).folder for name in GAMES] if game is None else [game.folder]
    return Words(language or preferred_language(), *folders, HERE, HERE / "terminal", HERE / "review", **more)


def fail(error: MessdeckError, speaker: Words, prefix: str = "") -> NoReturn:
    """End with one line that says what is wrong, where, and what would be right."""
    reason = error.reason
    say(f"{prefix or 'messdeck: '}{reason.clause}: {speaker.say(reason.key, reason.args)}")
    raise SystemExit(2)


def say(text: str) -> None:
    """One line on standard error, whatever is in it."""
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    print(line if len(line) <= 500 else line[:499] + "…", file=sys.stderr)


def print_json(value: Any) -> None:
    """The one JSON object of an answer, on one line of standard output."""
    print(json.dumps(value, ensure_ascii=False))


def read_file(file: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Errors: BadText."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadText.of("R1.1", "bad.file", name=file, why=error.strerror or "") from None


def replayed(file: str, lang: str | None) -> Record:
    """The record of a file; a bad one ends the command with one line that says where."""
    from messdeck.core.record import replay as replay_record
    from messdeck.core.record import split_lines

    try:
        return replay_record(split_lines(read_file(file)), get_game)
    except BadRecord as error:
        fail(error, words(lang), f"{file}:{error.line}: ")


def progress(title: str, total: int) -> Callable[[], None]:
    """A step counter: a progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        return lambda: None
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=total)
    bar.start()

    def advance() -> None:
        bar.advance(task)
        if bar.finished:
            bar.stop()

    return advance
