"""The pages before a table: home, opening one, the lobby, my games, preferences."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from messdeck.bots.levels import COMPANION, LEVELS, read_level
from messdeck.core.errors import BadText, MessdeckError
from messdeck.core.game import Game
from messdeck.core.rules import typed
from messdeck.games.registry import GAMES, get_game
from messdeck.games.rulebook import Rulebook
from messdeck.server.live import Live, TableSettings
from messdeck.server.people import SWITCHES
from messdeck.server.seating import computer_seat, open_seat, person_seat
from messdeck.server.store import StoredSeat
from messdeck.server.table_pages import same_site_path, words_of
from messdeck.server.tables import NotHere
from messdeck.server.web import Guest, Visit, client_of

router = APIRouter()


@router.get("/")
async def home(guest: Guest) -> Response:
    """Play at once, open a table, find one."""
    mine = await _listed(guest, await guest.house.desk.store.tables_of(guest.person.holder, 6))
    choices = [(name, list(get_game(name).rules.PLAYERS)) for name in GAMES]
    return guest.page(
        "home.html", choices=choices, titles=_titles(guest), mine=mine, lobby=await _lobby(guest)
    )


@router.get("/lobby")
async def lobby(guest: Guest) -> Response:
    """Tables that wait for players."""
    return guest.page("lobby.html", titles=_titles(guest), lobby=await _lobby(guest))


@router.get("/mine")
async def my_games(guest: Guest) -> Response:
    """My games, unfinished and finished."""
    mine = await _listed(guest, await guest.house.desk.store.tables_of(guest.person.holder))
    return guest.page("my_games.html", titles=_titles(guest), mine=mine)


def _titles(guest: Visit) -> dict[str, str]:
    return {name: guest.words(name).text("title") for name in GAMES}


async def _lobby(guest: Visit) -> list[dict[str, Any]]:
    return await _listed(guest, await guest.house.desk.store.listing())


async def _listed(guest: Visit, codes: list[str]) -> list[dict[str, Any]]:
    """What a list of tables shows of each."""
    rows = []
    for code in codes:
        try:
            live = await guest.house.desk.get(code)
        except NotHere:
            continue
        rows.append(_row(guest, live))
    return rows


def _row(guest: Visit, live: Live) -> dict[str, Any]:
    seat, words = live.seat_of(guest.person.holder), words_of(guest, live)
    return {
        "code": live.code,
        "game": live.match.game.name,
        "names": [words.name(other.number) for other in live.seats if other.kind != "open"],
        "free": sum(other.kind == "open" for other in live.seats),
        "scores": list(live.position.scores),
        "over": live.status == "over",
        "my_turn": seat is not None and live.position.turn == seat,
        "created": live.created[:16].replace("T", " "),
    }


# -- opening a table -------------------------------------------------------------------------------------
async def may_open(guest: Visit) -> None:
    """Count a new table against the limit of an address. Errors: HTTPException 429."""
    house = guest.house
    if not await house.limiter.hit(house.tables, "table", client_of(guest.request)):
        raise HTTPException(429)


@router.post("/quick")
async def quick(
    guest: Guest, game: Annotated[str, Form()], players: Annotated[int | None, Form()] = None
) -> Response:
    """A table against computer players: one press from a first visit to the first card."""
    await may_open(guest)
    chosen = get_game(game)
    rules = chosen.rules.create(players)
    seats = [
        person_seat(0, guest.person, guest.look.name),
        *(computer_seat(seat) for seat in range(1, rules.players)),
    ]
    live = await guest.house.desk.open(chosen, rules, seats, read_settings(guest, {}))
    return guest.finish(RedirectResponse(f"/t/{live.code}", 303))


@router.get("/open")
async def open_page(guest: Guest, game: str = GAMES[0]) -> Response:
    """The form for a new table."""
    return _open_page(guest, get_game(game), {}, "", 200)


def _open_page(guest: Visit, game: Game, chosen: dict[str, str], refusal: str, status: int) -> Response:
    words = guest.words(game.name)
    book = Rulebook(game, words)
    options = [
        {
            "name": option.name,
            "text": book.option_words(option),
            "clause": option.clause,
            "choices": [typed(value) for value in option.choices],
            "values": option.values(),
            "default": typed(option.default),
            "chosen": chosen.get(option.name, ""),
        }
        for option in game.rules.OPTIONS
    ]
    presets = {name: words.text(f"preset.{name}") for name in game.rules.PRESETS}
    context: dict[str, Any] = {
        "options": options,
        "presets": presets,
        "levels": list(LEVELS),
        "companion": COMPANION,
        "players": game.rules.PLAYERS,
    }
    context |= {"titles": _titles(guest), "game": game.name, "chosen": chosen, "refusal": refusal}
    return guest.page("open_table.html", status, words=words, **context)


@router.post("/open")
async def open_table(guest: Guest, request: Request) -> Response:
    """Open a table as the form says."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    game = get_game(form.get("game", ""))
    try:
        live = await _open(guest, game, form)
    except MessdeckError as error:
        return _open_page(guest, game, form, guest.words(game.name).fact(error.reason), 422)
    return guest.finish(RedirectResponse(f"/t/{live.code}", 303))


async def _open(guest: Visit, game: Game, form: dict[str, str]) -> Live:
    players = form.get("players", "")
    options = [f"{o.name}={form[o.name]}" for o in game.rules.OPTIONS if form.get(o.name)]
    rules = game.rules.read(
        int(players) if re.fullmatch(r"\d{1,2}", players) else None, form.get("preset") or None, options
    )
    await may_open(guest)
    seats = read_seats(
        guest, rules.players, [form.get(f"seat{seat}", "open") for seat in range(rules.players)]
    )
    return await guest.house.desk.open(game, rules, seats, read_settings(guest, form), "listed" in form)


def read_seats(guest: Visit, players: int, kinds: list[str]) -> list[StoredSeat]:
    """Seats from a form: `me`, `open`, or the level of a computer player. Errors: BadText."""
    seats = []
    for seat, kind in enumerate(kinds):
        if kind == "me":
            seats.append(person_seat(seat, guest.person, guest.look.name))
        elif kind == "open":
            seats.append(open_seat(seat))
        else:
            seats.append(computer_seat(seat, read_level(kind)))
    if kinds.count("me") > 1:
        raise BadText.of("R5.5", "bad.one_seat")
    return seats


def read_settings(guest: Visit, form: dict[str, str]) -> TableSettings:
    """How the table is run, from a form; what is not there or makes no sense is the default."""
    house = guest.house.settings
    pace = _seconds(form.get("pace", ""), 0, 10)
    return TableSettings(
        pace=house.pace if pace is None else pace,
        deal_rest=house.deal_rest,
        move_seconds=_seconds(form.get("move_seconds", ""), 5, 600),
        grace=house.grace,
        undo="off" if form.get("undo") == "off" else "vote",
        open_log="open_log" in form,
        hints="no_hints" not in form,
    )


def _seconds(text: str, low: float, high: float) -> float | None:
    if not re.fullmatch(r"\d{1,4}(\.\d{1,3})?", text):
        return None
    return min(high, max(low, float(text)))


@router.get("/join")
async def join(guest: Guest, code: str = "") -> Response:
    """Find a table by its short code."""
    live = await guest.house.desk.get(code.strip().lower())
    return RedirectResponse(f"/t/{live.code}", 303)


# -- preferences -----------------------------------------------------------------------------------------
@router.post("/look")
async def change_look(guest: Guest, request: Request) -> Response:
    """Language, theme, deck, name; back to the page that asked."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    back = same_site_path(form.pop("back", "/"))
    if "theme" in form:  # the whole form: a box that is not ticked is not sent
        form = {**dict.fromkeys(SWITCHES, ""), **form}
    return guest.remember(RedirectResponse(back, 303), guest.look.changed(**form))
