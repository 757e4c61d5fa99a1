"""The command `messdeck`: thin functions over the library, one a command. Heavy imports stay inside them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
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

HERE = Path(__file__).parent
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
        _say(f"messdeck: {describe()}")
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
    return Words(language or preferred_language(), *folders, HERE, HERE / "terminal", **more)


def fail(error: MessdeckError, speaker: Words, prefix: str = "") -> NoReturn:
    """End with one line that says what is wrong, where, and what would be right."""
    reason = error.reason
    _say(f"{prefix or 'messdeck: '}{reason.clause}: {speaker.say(reason.key, reason.args)}")
    raise SystemExit(2)


def _say(text: str) -> None:
    """One line on standard error, whatever is in it."""
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    print(line if len(line) <= 500 else line[:499] + "…", file=sys.stderr)


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


def _read_file(file: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Errors: BadText."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadText.of("R1.1", "bad.file", name=file, why=error.strerror or "") from None


# -- replay, verify, judge, rules ------------------------------------------------------------------------
@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Replay and check a record. Example: messdeck replay game.mdk.jsonl --json"""
    record = _replayed(file, lang)
    if as_json:
        _print_json(record.summary())
        return
    speaker = words(lang, record.header.game, names=record.header.names)
    for before, action, after in record.moves():
        told = "; ".join(speaker.fact(event) for event in record.header.game.story(before, action, after))
        print(told)
    scores = ", ".join(speaker.number(score) for score in record.position.scores)
    key = "replay.over" if record.position.is_over else "replay.under_way"
    print(speaker.say(key, scores=scores))


def _replayed(file: str, lang: str | None) -> Record:
    """The record of a file; a bad one ends the command with one line that says where."""
    from messdeck.core.record import replay as replay_record
    from messdeck.core.record import split_lines

    try:
        return replay_record(split_lines(_read_file(file)), get_game)
    except BadRecord as error:
        fail(error, words(lang), f"{file}:{error.line}: ")


@app.command()
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Were the deals as promised before them? Example: messdeck verify game.mdk.jsonl --json"""
    from messdeck.core.fairness import verify as verify_record

    record = _replayed(file, lang)
    speaker = words(lang, record.header.game, names=record.header.names)
    result = verify_record(record)
    for failure in result.failures:
        why = speaker.say(failure.reason.key, failure.reason.args)
        told = speaker.say("verify.failed", deal=failure.deal, why=why)
        _say(f"{file}:{failure.line}: {failure.reason.clause}: {told}")
    if as_json:
        _print_json(result.to_json())
    else:
        print(speaker.say("verify.done", deals=result.deals, verified=result.verified))
    raise typer.Exit(1 if result.failures else 0)


@app.command()
def judge(
    game: GameName,
    plays: Annotated[str, typer.Argument(metavar="PLAYS", help='A trick, such as "7H KC KS 9C".')],
    trump: Annotated[str | None, typer.Option("--trump", help="Trumps: C, D, H, S or NT.")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Who won this trick, and why? Example: messdeck judge voormsi "7S+7D 7C+7H 9C+9S KC+3D" """
    chosen = get_game(game)
    verdict = chosen.judge(plays, trump)
    if as_json:
        _print_json(verdict.to_json())
        return
    speaker = words(lang, chosen)
    for step, facts in verdict.steps:
        print(speaker.say(step.key, step.args))
        for fact in facts:
            print(f"    {speaker.fact(fact)}")
    won = verdict.steps[verdict.winner - 1][0].args
    print(speaker.say("judge.winner", number=verdict.winner, cards=won["cards"]))


@app.command()
def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; both if left out.")] = None,
    clause: Annotated[str | None, typer.Option("--clause", help="One clause, such as V2.8.")] = None,
    options: Annotated[bool, typer.Option("--options", help="The options with values and defaults.")] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """The rules by clause, or the options. Example: messdeck rules voormsi --clause V2.8"""
    from messdeck.games.rulebook import Rulebook, find_clause

    books = [Rulebook(get_game(name), words(lang, get_game(name))) for name in ([game] if game else GAMES)]
    if clause is not None:
        book, number = find_clause(books, clause)
        text = book.clause(number)
        if as_json:
            _print_json({"clause": number, "text": text})
        else:
            print(f"{number}  {text}")
    elif options:
        rows = [row for book in books for row in book.options()]
        if as_json:
            _print_json({"options": rows})
        else:
            for book in books:
                print("\n".join(book.options_text()))
    elif as_json:
        clauses = [{"clause": n, "text": book.clause(n)} for book in books for n in book.clauses()]
        _print_json({"clauses": clauses})
    else:
        print("\n\n".join(book.markdown() for book in books))


# -- play ------------------------------------------------------------------------------------------------
@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game (not with --resume).")
    ] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", help="Your seat, from 0.")] = 0,
    bots: Annotated[str, typer.Option("--bots", metavar="LEVEL", help="Level of the others.")] = "2",
    preset: Preset = None,
    option: Options = None,
    seed: Seed = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep the record here.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a broken-off game.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Play against computer players. Example: messdeck play voormsi --players 2 --seed 7"""
    from messdeck.terminal import launch

    if resume is not None:
        table = launch.resume(resume, get_game, lambda chosen, **more: words(lang, chosen, **more))
    else:
        if game is None:
            raise BadText.of("R5.3", "bad.no_game", values=", ".join(GAMES))
        chosen = get_game(game)
        chosen_rules = chosen.rules.read(players, preset, option or [])
        setup = launch.Setup(chosen, chosen_rules, seat, bots, seed, record)
        table = launch.begin(setup, lambda chosen, **more: words(lang, chosen, **more))
    raise typer.Exit(table.run())


# -- simulate, bench -------------------------------------------------------------------------------------
@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")],
    players: Players = None,
    bots: Annotated[str, typer.Option("--bots", metavar="LEVEL", help="Level of all players.")] = "2",
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write the records here.")] = None,
    preset: Preset = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of all chance.")] = 0,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Whole games between computer players. Example: messdeck simulate noms --games 3 --out games"""
    from messdeck.bots.simulation import simulate as run

    chosen = get_game(game)
    chosen_rules = chosen.rules.read(players, preset, option or [])
    speaker = words(lang, chosen)
    result = run(
        chosen, chosen_rules, games, bots, seed, out, _progress(speaker.say("simulate.progress"), games)
    )
    if as_json:
        _print_json(result.to_json())
    else:
        wins = ", ".join(f"{side}: {speaker.number(n)}" for side, n in result.wins.items())
        print(
            speaker.say(
                "simulate.done", games=result.games, deals=result.deals, actions=result.actions, wins=wins
            )
        )


def _progress(title: str, total: int) -> Callable[[], None]:
    """A step counter: a progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        return lambda: None
    from rich.console import Console
    from rich.progress import Progress

    progress = Progress(console=Console(stderr=True), transient=True)
    task = progress.add_task(title, total=total)
    progress.start()

    def advance() -> None:
        progress.advance(task)
        if progress.finished:
            progress.stop()

    return advance


@app.command()
def bench(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.05, help="Time for each figure.")] = 1.0,
    lang: Lang = None,
) -> None:
    """Speed of playouts and of stepping on this machine. Example: messdeck bench --json"""
    from messdeck.core import measure, twin

    speaker = words(lang)
    twin.on_first_compile = lambda: _say(speaker.say("bench.compiling"))
    figures: dict[str, float] = {}
    for name in GAMES:
        chosen = get_game(name)
        figures[f"{name}_playouts_per_s"] = round(measure.playouts_per_second(chosen, seconds))
        figures[f"{name}_position_steps_per_s"] = round(measure.steps_per_second(chosen, seconds))
    if as_json:
        _print_json(figures)
        return
    for key, value in figures.items():
        print(f"{key:32} {value:12,.0f}")


@app.command()
def arena(
    game: GameName,
    a: Annotated[str, typer.Option("--a", metavar="LEVEL", help="The one level.")],
    b: Annotated[str, typer.Option("--b", metavar="LEVEL", help="The other level.")],
    deals: Annotated[int, typer.Option("--deals", min=2, help="How many deals, each played both ways.")],
    players: Players = None,
    preset: Preset = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of all chance.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes.")] = 1,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """A duplicate match between two levels. Example: messdeck arena noms --a 2 --b random --deals 20"""
    from messdeck.arena.duplicate import Board, Match, run
    from messdeck.bots.levels import read_level

    chosen = get_game(game)
    chosen_rules = chosen.rules.read(players, preset, option or [])
    levels = read_level(a), read_level(b)
    speaker = words(lang, chosen)
    step = _progress(speaker.say("arena.progress"), deals)
    match = Match(*levels)
    boards = (Board(game, chosen_rules, *levels, seed, number) for number in range(deals))

    def done(played: Any) -> bool:
        match.boards.append(played)
        step()
        return False

    run(boards, jobs, done)
    result = match.to_json()
    if as_json:
        _print_json(result)
        return
    low, high = (f"{value:+.2f}" for value in result["ci95"])
    average = f"{result['mean']:+.2f}"
    print(speaker.say("arena.done", a=a, b=b, deals=deals, mean=average, low=low, high=high))


# -- serve -----------------------------------------------------------------------------------------------
@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on.")] = 8790,
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="A file, or an SQLAlchemy URL.")
    ] = "messdeck.db",
    lan: Annotated[
        bool, typer.Option("--lan", help="Listen on the local network and print a QR code.")
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=0, help="Processes in which computer players think.")
    ] = 1,
    pace: Annotated[float, typer.Option("--pace", min=0, max=10, help="Seconds between their plays.")] = 1.0,
    proxy: Annotated[str, typer.Option("--proxy", metavar="ADDRESS", help="A proxy to believe.")] = "",
    lang: Lang = None,
) -> None:
    """The web table, on this machine or on the local network. Example: messdeck serve --lan"""
    from messdeck.server.run import Address, run
    from messdeck.server.settings import Settings

    url = database if "://" in database else f"sqlite+aiosqlite:///{database}"
    settings = Settings(database=url, workers=workers, pace=pace, proxy=proxy)
    run(settings, Address("0.0.0.0" if lan else host, port), words(lang).say, lan)


def command_names() -> Sequence[str]:
    """The commands that exist, for docs and tests."""
    commands = app.registered_commands
    return [str(command.name or getattr(command.callback, "__name__", "")) for command in commands]


if __name__ == "__main__":
    main()
