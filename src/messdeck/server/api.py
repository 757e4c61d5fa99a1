"""The JSON API: programs sit down at tables too. Described by OpenAPI at /api/openapi.json.

A program proves its seat by a bearer token, which `join` gives it; it sees what its seat's view holds.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse, Response

from messdeck.bots.levels import COMPANION, read_level
from messdeck.core.errors import BadText
from messdeck.games.registry import GAMES, get_game
from messdeck.server.live import Live, TableSettings
from messdeck.server.lobby import may_open
from messdeck.server.people import Person
from messdeck.server.seating import computer_seat, open_seat
from messdeck.server.table_pages import mark_of, watch
from messdeck.server.tables import NotYours
from messdeck.server.web import House, Table, Visit, visit

router = APIRouter(prefix="/api/v1", tags=["tables"])

Bearer = Annotated[str | None, Header(description="`Bearer TOKEN` as `join` gave it.")]


class Problem(BaseModel):
    """Why a request was refused."""

    status: int
    message: str
    clause: str = ""


class NewTable(BaseModel):
    """A table to open."""

    game: str = Field(examples=list(GAMES))
    players: int | None = None
    options: dict[str, Any] = {}
    computers: list[int] = Field([], description="Seats for computer players; the rest stay open.")
    level: str = COMPANION
    pace: float = Field(1.0, ge=0, le=10, description="Seconds between plays of computer players.")
    listed: bool = False


class Joined(BaseModel):
    """A seat taken: keep the token, it is the seat."""

    table: str
    seat: int
    token: str


class Join(BaseModel):
    """A seat to take; without a number the first open one."""

    seat: int | None = None
    name: str = Field("program", max_length=40)


class State(BaseModel):
    """A table as one seat (or a spectator) sees it."""

    table: str
    version: int = Field(description="What an action answers; it grows with every change.")
    seat: int | None
    names: list[str]
    view: dict[str, Any]
    legal: list[dict[str, Any]] = Field(description="The legal actions of the seat, as record events.")
    commitment: str = Field(description="Of the deal that is due, else of the one on the table.")


class Act(BaseModel):
    """An action that answers a version: a record event without its seat, or words as a player types them."""

    version: int
    action: dict[str, Any] | None = None
    words: str | None = None


_PROBLEM = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 422, 429)
}


STREAM_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": "Refused before the stream begins.", "content": _PROBLEM} for status in PROBLEMS
}
"""The same, as JSON and not as events."""


def house_of(request: Request) -> House:
    """The house of a request."""
    house: House = request.app.state.house
    return house


async def person_of(request: Request, authorization: Bearer = None) -> Person | None:
    """Whom a token stands for; None without one. Errors: 401 for a token that is not ours."""
    if authorization is None:
        return None
    person = house_of(request).signer.read(authorization.removeprefix("Bearer ").strip())
    if person is None:
        raise HTTPException(401)
    return person


Somebody = Annotated[Person | None, Depends(person_of)]


def state_of(live: Live, seat: int | None) -> State:
    """What a seat may know of a table."""
    view = live.position.view(seat)
    return State(
        table=live.code,
        version=live.version,
        seat=seat,
        names=list(live.names),
        view=view.to_json(),
        legal=[action.to_json() for action in view.legal_actions()],
        commitment=live.commitment,
    )


@router.post("/tables", status_code=201, responses=PROBLEMS)
async def open_table(request: Request, new: NewTable) -> State:
    """Open a table, computer players in some seats, the rest open."""
    house = house_of(request)
    game = get_game(new.game)
    rules = game.rules.create(new.players, new.options)
    if any(not 0 <= seat < rules.players for seat in new.computers):
        raise BadText.of("R5.5", "bad.seat", value=str(new.computers), most=rules.players - 1)
    await may_open(visit(request))
    level = read_level(new.level)
    seats = [
        computer_seat(seat, level) if seat in new.computers else open_seat(seat)
        for seat in range(rules.players)
    ]
    settings = TableSettings(
        pace=new.pace,
        trick_rest=new.pace,
        deal_rest=min(new.pace, house.settings.deal_rest),
        grace=house.settings.grace,
    )
    live = await house.desk.open(game, rules, seats, settings, new.listed)
    return state_of(live, None)


@router.post("/tables/{code}/join", responses=PROBLEMS)
async def join(request: Request, live: Table, wanted: Join) -> Joined:
    """Take an open seat; the answer's token is the key to it."""
    house = house_of(request)
    person = house.signer.new_person()
    free = [seat.number for seat in live.seats if seat.kind == "open"]
    if wanted.seat is None and not free:
        raise HTTPException(409)
    seat = free[0] if wanted.seat is None else wanted.seat
    await house.desk.seating.sit(live, seat, person, wanted.name)
    return Joined(table=live.code, seat=seat, token=house.signer.sign(person))


@router.get("/tables/{code}", responses=PROBLEMS)
async def look(request: Request, live: Table, person: Somebody) -> State:
    """The table as the token's seat sees it, or a spectator without a token."""
    seat = live.seat_of(person.holder) if person else None
    await house_of(request).desk.seating.see(live, seat, opened=True)
    return state_of(live, seat)


@router.post("/tables/{code}/act", responses=PROBLEMS)
async def act(request: Request, live: Table, wanted: Act, person: Somebody) -> State:
    """Act for the token's seat. 409 if the table has moved on since `version`, 422 with the clause if the
    action is not legal."""
    desk = house_of(request).desk
    if person is None:
        raise HTTPException(401)
    seat = desk.seating.check_holder(live, live.seat_of(person.holder), person)
    game = live.match.game
    if wanted.action is not None:
        action = game.read_action({"seat": seat, **wanted.action}, len(live.seats))
        if action.seat != seat:
            raise NotYours(str(action.seat))
    else:
        action = game.parse(wanted.words or "", live.position.view(seat))
    await desk.seating.see(live, seat, opened=True)
    await desk.act(live, wanted.version, action)
    return state_of(live, seat)


@router.get("/tables/{code}/events", response_class=EventSourceResponse, responses=STREAM_PROBLEMS)
async def events(
    request: Request,
    live: Table,
    person: Somebody,
    last_event_id: Annotated[str | None, Header()] = None,
    once: Annotated[bool, Query(description="End after the first state.")] = False,
) -> AsyncIterator[ServerSentEvent]:
    """States of the table as it changes, each whole; `Last-Event-ID` skips one already seen."""
    guest = visit(request)
    if person is not None:
        guest = Visit(guest.house, request, person, guest.look, False)
    seen = last_event_id
    async for _ in watch(guest, live):
        state = state_of(live, live.seat_of(person.holder) if person else None)
        mark = mark_of(live, state.model_dump_json())
        if mark != seen:
            seen = mark
            yield ServerSentEvent(data=state.model_dump(), event="state", id=mark)
            if once:
                return
        else:
            yield ServerSentEvent(comment="still here")


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """The API described, drawn from its own OpenAPI description, without anything from elsewhere."""
    guest = visit(request)
    rows = []
    for path, methods in request.app.openapi()["paths"].items():
        for method, about in methods.items():
            rows.append({"path": path, "method": method.upper(), "text": about.get("description", "")})
    return guest.finish(HTMLResponse(guest.render("api.html", rows=rows)))
