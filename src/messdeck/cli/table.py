"""Commands that lay a table: play, serve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from messdeck.bots.levels import COMPANION
from messdeck.cli.frame import Lang, Options, Players, Preset, Seed, app, say, words
from messdeck.core.errors import BadText
from messdeck.games.registry import GAMES, get_game


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game (not with --resume).")
    ] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", help="Your seat, from 0.")] = 0,
    bots: Annotated[str, typer.Option("--bots", metavar="LEVEL", help="Level of the others.")] = COMPANION,
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
    from messdeck.core import twin
    from messdeck.terminal import launch

    twin.on_first_compile = lambda: say(words(lang).say("table.preparing"))
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
    bots: Annotated[
        str, typer.Option("--bots", metavar="WHERE", help="Where they think: local, or a Ray cluster.")
    ] = "local",
    pace: Annotated[float, typer.Option("--pace", min=0, max=10, help="Seconds between their plays.")] = 1.0,
    proxy: Annotated[str, typer.Option("--proxy", metavar="ADDRESS", help="A proxy to believe.")] = "",
    lang: Lang = None,
) -> None:
    """The web table, on this machine or on the local network. Example: messdeck serve --lan"""
    from messdeck.server.run import Address, run
    from messdeck.server.settings import Settings

    url = database if "://" in database else f"sqlite+aiosqlite:///{database}"
    settings = Settings(database=url, workers=workers, bots=bots, pace=pace, proxy=proxy)
    run(settings, Address("0.0.0.0" if lan else host, port), words(lang).say, lan)
