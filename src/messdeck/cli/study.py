"""Commands about records and rules: replay, verify, judge, rules, solve."""

from __future__ import annotations

from typing import Annotated

import typer

from messdeck.cli.frame import AsJson, GameName, Lang, app, print_json, replayed, say, words
from messdeck.games.registry import GAMES, get_game


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Replay and check a record. Example: messdeck replay game.mdk.jsonl --json"""
    record = replayed(file, lang)
    if as_json:
        print_json(record.summary())
        return
    speaker = words(lang, record.header.game, names=record.header.names)
    for before, action, after in record.moves():
        told = "; ".join(speaker.fact(event) for event in record.header.game.story(before, action, after))
        print(told)
    scores = ", ".join(speaker.number(score) for score in record.position.scores)
    key = "replay.over" if record.position.is_over else "replay.under_way"
    print(speaker.say(key, scores=scores))


@app.command()
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Were the deals as promised before them? Example: messdeck verify game.mdk.jsonl --json"""
    from messdeck.core.fairness import verify as verify_record

    record = replayed(file, lang)
    speaker = words(lang, record.header.game, names=record.header.names)
    result = verify_record(record)
    for failure in result.failures:
        why = speaker.say(failure.reason.key, failure.reason.args)
        told = speaker.say("verify.failed", deal=failure.deal, why=why)
        say(f"{file}:{failure.line}: {failure.reason.clause}: {told}")
    if as_json:
        print_json(result.to_json())
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
        print_json(verdict.to_json())
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
            print_json({"clause": number, "text": text})
        else:
            print(f"{number}  {text}")
    elif options:
        rows = [row for book in books for row in book.options()]
        if as_json:
            print_json({"options": rows})
        else:
            for book in books:
                print("\n".join(book.options_text()))
    elif as_json:
        clauses = [{"clause": n, "text": book.clause(n)} for book in books for n in book.clauses()]
        print_json({"clauses": clauses})
    else:
        print("\n\n".join(book.markdown() for book in books))


@app.command()
def solve(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="After N events of the deal under way.")
    ] = None,
    budget: Annotated[int, typer.Option("--budget", min=1, help="Nodes to look at, at most.")] = 20_000_000,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """What each card leads to if all hands lay open. Example: messdeck solve game.mdk.jsonl --at 30 --json"""
    from messdeck.solver import solve_position

    record = replayed(file, lang)
    outlook = solve_position(record.position_at(at), budget)
    if as_json:
        print_json(outlook.to_json())
        return
    speaker = words(lang, record.header.game, names=record.header.names)
    print(speaker.say(outlook.said.key, outlook.said.args))
    for action, value in outlook.ranked():
        fact = record.header.game.action_fact(action)
        print(f"{speaker.number(value):>4}  {speaker.say(fact.key, fact.args)}")
