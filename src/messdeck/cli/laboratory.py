"""Commands of the laboratory: simulate, bench, arena."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from messdeck.cli.frame import (
    AsJson,
    GameName,
    Lang,
    Options,
    Players,
    Preset,
    app,
    print_json,
    progress,
    say,
    words,
)
from messdeck.games.registry import GAMES, get_game


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
        chosen, chosen_rules, games, bots, seed, out, progress(speaker.say("simulate.progress"), games)
    )
    if as_json:
        print_json(result.to_json())
    else:
        wins = ", ".join(f"{side}: {speaker.number(n)}" for side, n in result.wins.items())
        print(
            speaker.say(
                "simulate.done", games=result.games, deals=result.deals, actions=result.actions, wins=wins
            )
        )


@app.command()
def bench(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.05, help="Time for each figure.")] = 1.0,
    lang: Lang = None,
) -> None:
    """Speed of playouts, stepping, search and solving on this machine. Example: messdeck bench --json"""
    from messdeck.bots.measure import simulations_per_second
    from messdeck.core import measure, twin
    from messdeck.solver.measure import solve_milliseconds

    speaker = words(lang)
    twin.on_first_compile = lambda: say(speaker.say("bench.compiling"))
    figures: dict[str, float] = {}
    for name in GAMES:
        chosen = get_game(name)
        figures[f"{name}_playouts_per_s"] = round(measure.playouts_per_second(chosen, seconds))
        figures[f"{name}_position_steps_per_s"] = round(measure.steps_per_second(chosen, seconds))
        figures[f"{name}_search_sims_per_s"] = round(simulations_per_second(chosen, seconds))
    figures["search_sims_per_s"] = max(figures[f"{name}_search_sims_per_s"] for name in GAMES)
    times = solve_milliseconds(seconds)
    if as_json:
        print_json({**figures, "solve_ms": times})
        return
    for key, value in figures.items():
        print(f"{key:32} {value:12,.0f}")
    for cards, milliseconds in times.items():
        print(f"{f'solve_ms {cards}':32} {milliseconds:12,.2f}")


@app.command()
def arena(
    game: GameName,
    a: Annotated[str, typer.Option("--a", metavar="LEVEL", help="The one level.")],
    b: Annotated[str, typer.Option("--b", metavar="LEVEL", help="The other level.")],
    deals: Annotated[int, typer.Option("--deals", min=2, help="How many deals, or rubbers, at most.")],
    mode: Annotated[
        str | None, typer.Option("--mode", help="play or full (noms), deal or rubber (voormsi).")
    ] = None,
    players: Players = None,
    preset: Preset = None,
    option: Options = None,
    seconds_per_move: Annotated[
        float | None,
        typer.Option("--seconds-per-move", metavar="X", min=0.001, help="Let no search think longer a move."),
    ] = None,
    until_clear: Annotated[
        bool, typer.Option("--until-clear", help="Stop as soon as it is clear who is better.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Seed of all chance.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes.")] = 1,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster; local starts one.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """A duplicate match between two levels. Example: messdeck arena noms --a 2 --b random --deals 20"""
    from messdeck.arena import pools
    from messdeck.arena.boards import Board
    from messdeck.arena.match import Match
    from messdeck.bots.levels import read_level

    chosen = get_game(game)
    chosen_rules = chosen.rules.read(players, preset, option or [])
    levels = read_level(a), read_level(b)
    board = Board(game, chosen_rules, chosen.read_mode(mode), *levels, seed, 0, seconds_per_move)
    match = Match(board, deals, until_clear)
    speaker = words(lang, chosen)
    pool = pools.ray_cluster(ray) if ray else pools.processes(jobs) if jobs > 1 else pools.here
    match.play(pool, progress(speaker.say("arena.progress"), deals))
    result = match.to_json()
    if as_json:
        print_json(result)
        return
    told = {key: "?" if value is None else f"{value:+.2f}" for key, value in _interval(result).items()}
    print(speaker.say(f"arena.done.{board.mode}", a=a, b=b, deals=result["deals"], **told))


def _interval(result: dict[str, Any]) -> dict[str, float | None]:
    low, high = result["ci95"]
    return {"mean": result["mean"], "low": low, "high": high}
