"""Commands that ask computer players: hint, review."""

from __future__ import annotations

from typing import Annotated

import typer

from messdeck.cli.frame import AsJson, Lang, app, print_json, progress, replayed, words
from messdeck.core.errors import BadText


@app.command()
def hint(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record of a game under way.")],
    seat: Annotated[
        int | None, typer.Option("--seat", help="The seat, from 0; the one to act if left out.")
    ] = None,
    level: Annotated[str, typer.Option("--level", metavar="LEVEL", help="Who is asked.")] = "4",
    seed: Annotated[int, typer.Option("--seed", help="Seed of all chance.")] = 0,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """What would a computer player do, and why? Example: messdeck hint game.mdk.jsonl --level 4"""
    from messdeck.bots.levels import read_level
    from messdeck.review import telling
    from messdeck.review.advice import advise

    level = read_level(level)
    record = replayed(file, lang)
    game, position = record.header.game, record.position
    asked = position.turn if seat is None else seat
    if seat is not None and not 0 <= seat < record.header.rules.players:
        raise BadText.of("R5.5", "bad.seat", value=str(seat), most=record.header.rules.players - 1)
    given = advise(position.view(asked if asked >= 0 else None), level, seed)
    speaker = words(lang, game, names=record.header.names)
    told = telling.advice(speaker, game, given)
    if as_json:
        print_json(given.to_json(game, ". ".join(told[1:])))
    else:
        print("\n".join(told))


@app.command()
def review(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record of a finished game.")],
    seed: Annotated[int, typer.Option("--seed", help="Seed of all chance.")] = 0,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Mistakes and bad luck told apart, card by card. Example: messdeck review game.mdk.jsonl"""
    from messdeck.review import postmortem, telling

    record = replayed(file, lang)
    speaker = words(lang, record.header.game, names=record.header.names)
    step = progress(speaker.say("review.progress"), len(postmortem.turns(record)))
    found = postmortem.review(record, postmortem.by_solving(record.header.game, seed), seed, step)
    if as_json:
        print_json(found.to_json())
    else:
        print("\n".join(telling.review(speaker, found)))
