"""The pages for study: finished games, rules, the referee, score sheets for people with real cards."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Form
from markupsafe import Markup
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from messdeck.core.actions import Deal
from messdeck.core.cards import RANKS
from messdeck.core.errors import BadText, MessdeckError
from messdeck.core.i18n import Words
from messdeck.core.paper import changed
from messdeck.core.position import Position
from messdeck.core.record import Record
from messdeck.core.sheet import Field, Strokes
from messdeck.games.registry import GAMES, get_game
from messdeck.games.rulebook import Rulebook
from messdeck.review import telling
from messdeck.server.live import Live
from messdeck.server.lobby import may_open, read_settings
from messdeck.server.markdown import to_html
from messdeck.server.reviewing import Reviewed
from messdeck.server.seating import computer_seat, person_seat
from messdeck.server.staging import Stage
from messdeck.server.table_pages import words_of
from messdeck.server.tables import NotHere
from messdeck.server.web import Guest, Visit

router = APIRouter()
SHOWN = "SHDC"
"""The suits of a pack in the order of a hand."""


# -- finished games --------------------------------------------------------------------------------------
async def finished(guest: Visit, code: str) -> tuple[Live, Record]:
    """A game that is over; one under way is not shown to anybody. Errors: NotHere."""
    live = await guest.house.desk.get(code)
    if live.status != "over":
        raise NotHere(code)
    return live, guest.house.desk.record_of(live)


@router.get("/g/{code}")
async def record_page(guest: Guest, code: str, n: int | None = None) -> Response:
    """A finished game, all hands open, at any moment."""
    live, record = await finished(guest, code)
    moves = list(record.moves())
    at = len(moves) if n is None else max(0, min(n, len(moves)))
    position = moves[at - 1][2] if at else record.start
    words = words_of(guest, live)
    told = [words.fact(event) for event in live.match.game.story(*moves[at - 1])] if at else []
    review = guest.house.reviews.find(live.code)
    context: dict[str, Any] = {
        "review": review,
        "judged": _judged(live, words, review, at - 1) if review else "",
        "verdicts": _verdicts(live, words, review) if review and review.is_done else None,
        "scene": Stage(live, None, words).open_scene(position, _told_until(live, moves, at)),
        "hands": _hands(live, position, Stage(live, None, words)),
        "at": at,
        "last": len(moves),
        "told": told,
        "deals": _deal_marks(moves),
        "code": code,
        "mine": live.seat_of(guest.person.holder) is not None,
        "words": words,
    }
    return guest.page("record.html", **context)


def _judged(live: Live, words: Words, review: Reviewed, move: int) -> str:
    """What is to be said of a move that was reviewed and left a choice."""
    found = review.decisions.get(move)
    return telling.decision(words, live.match.game, found) if found and found.choices > 1 else ""


def _verdicts(live: Live, words: Words, review: Reviewed) -> dict[str, Any]:
    """A review as the page lists it: a line with its moment for every move that was not fine."""
    lines = [
        {"n": number + 1, "verdict": one.verdict, "text": telling.decision(words, live.match.game, one)}
        for number, one in sorted(review.decisions.items())
        if one.verdict != "fine"
    ]
    seats = [telling.seat(words, number, review.of(number)) for number in range(len(live.seats))]
    return {"lines": lines, "seats": seats}


@router.post("/g/{code}/review")
async def review(guest: Guest, code: str, n: Annotated[int | None, Form()] = None) -> Response:
    """Have a finished game reviewed; the page shows how far that has come."""
    live, record = await finished(guest, code)
    guest.house.reviews.begin(live.code, record)
    return RedirectResponse(f"/g/{live.code}" + (f"?n={n}" if n is not None else "") + "#review", 303)


def _deal_marks(moves: list[Any]) -> list[int]:
    """Where each deal begins, for jumping."""
    return [i + 1 for i, move in enumerate(moves) if isinstance(move[1], Deal)]


def _told_until(live: Live, moves: list[Any], at: int) -> list[Any]:
    first = max([i for i in range(at) if isinstance(moves[i][1], Deal)], default=0)
    return [live.match.game.story(*move) for move in moves[first:at]]


def _hands(live: Live, position: Position, stage: Stage) -> list[dict[str, Any]]:
    if position.dealer is None:
        return []
    return [
        {"name": stage.words.name(seat), "cards": [stage.card(code) for code in position.view(seat).hand]}
        for seat in range(len(live.seats))
    ]


@router.get("/g/{code}/record.mdk.jsonl")
async def download(guest: Guest, code: str) -> Response:
    """The record of a finished game, with the openings of its deals."""
    live, _ = await finished(guest, code)
    name = f'attachment; filename="{live.match.game.name}-{live.code}.mdk.jsonl"'
    lines = "".join(await guest.house.desk.dealing.full_lines(live))
    return PlainTextResponse(lines, media_type="application/jsonl", headers={"Content-Disposition": name})


@router.post("/g/{code}/play-on")
async def play_on(
    guest: Guest, code: str, n: Annotated[int, Form()], seat: Annotated[int, Form()] = 0
) -> Response:
    """Play on from a moment of a finished game, against computer players."""
    live, record = await finished(guest, code)
    await may_open(guest)
    steps = [step for step in record.steps if step.action is not None]
    at = max(0, min(n, len(steps)))
    if at == len(steps) and record.position.is_over:
        at = len(steps) - 1
    players = len(live.seats)
    if not 0 <= seat < players:
        raise BadText.of("R5.5", "bad.seat", value=str(seat), most=players - 1)
    seats = [computer_seat(number) for number in range(players)]
    seats[seat] = person_seat(seat, guest.person, guest.look.name)
    # A promise is bound to the id of its game: what goes on from here promises its own deals.
    promised = ("commitment", "opening")
    events = [{k: v for k, v in step.event.items() if k not in promised} for step in steps[:at]]
    start = record.header.scores
    begun = await guest.house.desk.open(
        live.match.game,
        record.header.rules,
        seats,
        read_settings(guest, {}),
        events=events,
        scores=start,
        extra={"from": {"id": live.code, "event": at}},
    )
    return guest.finish(RedirectResponse(f"/t/{begun.code}", 303))


# -- rules -----------------------------------------------------------------------------------------------
@router.get("/rules")
async def all_rules(guest: Guest) -> Response:
    """Which game's rules?"""
    return RedirectResponse(f"/rules/{GAMES[0]}", 303)


@router.get("/rules/{game}")
async def rules_page(guest: Guest, game: str) -> Response:
    """The rules of a game with an anchor at every clause."""
    if game not in GAMES:
        raise NotHere(game)
    words = guest.words(game)
    book = Rulebook(get_game(game), words)
    sections = []
    for number in book.sections():
        clauses = [
            {"number": clause, "html": Markup(to_html(book.clause(clause)))}
            for clause in book.clauses()
            if clause.partition(".")[0] == number
        ]
        examples = [Markup(to_html(text)) for text in book.examples(number)]
        title = words.text(f"section.{number}")
        sections.append({"number": number, "title": title, "clauses": clauses, "examples": examples})
    titles = {name: guest.words(name).text("title") for name in GAMES}
    context: dict[str, Any] = {
        "sections": sections,
        "title": words.text("title"),
        "intro": words.text("intro"),
    }
    return guest.page("rules.html", game_name=game, titles=titles, words=words, **context)


# -- the referee -----------------------------------------------------------------------------------------
@router.get("/referee")
async def referee(guest: Guest, game: str = GAMES[0], plays: str = "", trump: str = "H") -> Response:
    """Who wins this trick, and why? A form with its answer; a link to a verdict can be passed on."""
    chosen = get_game(game)
    words = guest.words(game)
    verdict: dict[str, Any] | None = None
    refusal = ""
    suited = chosen.has_trumps
    if plays.strip():
        try:
            verdict = _verdict(guest, game, plays, trump if suited else None)
        except MessdeckError as error:
            refusal = words.fact(error.reason)
    titles = {name: guest.words(name).text("title") for name in GAMES}
    pack = [[rank + suit for rank in RANKS if rank + suit in chosen.deck.index] for suit in SHOWN]
    context: dict[str, Any] = {"verdict": verdict, "refusal": refusal, "plays": plays, "trump": trump}
    context |= {"suited": suited, "pack": pack, "titles": titles, "game": game, "many": chosen.lays_many}
    return guest.page("referee.html", words=words, **context)


def _verdict(guest: Visit, game: str, plays: str, trump: str | None) -> dict[str, Any]:
    words = guest.words(game)
    verdict = get_game(game).judge(plays, trump)
    steps = [
        {"text": words.say(step.key, step.args), "why": [words.fact(fact) for fact in facts]}
        for step, facts in verdict.steps
    ]
    won = verdict.steps[verdict.winner - 1][0].args
    text = words.say("judge.winner", number=verdict.winner, cards=won["cards"])
    return {"steps": steps, "winner": verdict.winner, "text": text}


# -- score sheets ----------------------------------------------------------------------------------------
@router.get("/sheet")
async def new_sheet(guest: Guest, game: str = GAMES[0]) -> Response:
    """An empty sheet, kept by its link from the first entry on."""
    return await _sheet_page(guest, secrets.token_urlsafe(9), game, {})


@router.get("/sheet/{code}")
async def sheet_page(guest: Guest, code: str) -> Response:
    """A sheet by its link."""
    found = await guest.house.desk.store.load_sheet(code)
    if found is None:
        raise NotHere(code)
    return await _sheet_page(guest, code, *found)


async def _sheet_page(
    guest: Visit, code: str, game: str, data: dict[str, Any], refusal: str = ""
) -> Response:
    chosen = get_game(game)
    words = guest.words(game)
    paper = chosen.paper(data)
    sheet = paper.sheet
    sides = sheet.sides if isinstance(sheet, Strokes) else tuple((i,) for i in range(len(sheet.totals)))
    words.names = guest.isolated(paper.names)
    titles = {name: guest.words(name).text("title") for name in GAMES}
    names = [" + ".join(words.name(seat) for seat in seats) for seats in sides]
    context: dict[str, Any] = {"code": code, "game": game, "titles": titles, "refusal": refusal}
    context |= {"sheet": sheet, "names": names, "over": paper.over}
    free = [""] * (sum(map(len, sides)) - len(paper.names))
    context["written"] = [*paper.names, *free]
    context["players"] = [] if data.get("entries") else list(chosen.rules.PLAYERS)
    context["fields"] = [_field(words, field) for field in paper.fields]
    lines = [[words.fact(fact) for fact in facts] for facts in paper.lines]
    return guest.page("sheet.html", 422 if refusal else 200, words=words, lines=lines, **context)


def _field(words: Words, field: Field) -> dict[str, Any]:
    choices = [(value, words.say(fact.key, fact.args)) for value, fact in field.choices]
    kind = "choice" if choices else "number"
    return {
        "name": field.name,
        "label": words.say(field.label.key),
        "kind": kind,
        "choices": choices,
        "low": field.low,
        "high": field.high,
    }


@router.post("/sheet/{code}")
async def enter(guest: Guest, code: str, game: Annotated[str, Form()]) -> Response:
    """Enter a deal, a name, or strike the last entry."""
    form = {key: str(value) for key, value in (await guest.request.form()).items()}
    form["do"] = next((do for do in ("strike", "names") if do in form), "enter")
    if len(code) > 24:
        raise NotHere(code)
    found = await guest.house.desk.store.load_sheet(code)
    game, data = found or (game, {})
    chosen = get_game(game)
    try:
        data = changed(chosen, data, form)
    except MessdeckError as error:
        return await _sheet_page(guest, code, game, data, guest.words(game).fact(error.reason))
    await guest.house.desk.store.save_sheet(code, game, data)
    return RedirectResponse(f"/sheet/{code}", 303)
