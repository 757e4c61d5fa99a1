"""The table's pages: look, sit down, act, take back, move to another device, and the stream."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Form, Header
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import HTMLResponse, RedirectResponse, Response

from messdeck.core.actions import Action, Play
from messdeck.core.errors import BadText, MessdeckError
from messdeck.core.i18n import Words
from messdeck.review import telling
from messdeck.server.live import Live
from messdeck.server.staging import Stage
from messdeck.server.store import Stale
from messdeck.server.tables import refusal_of
from messdeck.server.web import Guest, Table, Visit

router = APIRouter()


def words_of(guest: Visit, live: Live) -> Words:
    """A speaker with the players' names; somebody without one is "you" to themselves."""
    names, seat = list(live.names), live.seat_of(guest.person.holder)
    if seat is not None:
        names[seat] = names[seat] or guest.words().say("web.you")
    return guest.words(live.match.game.name, names)


def seat_of(guest: Visit, live: Live) -> int:
    """The seat that the visitor holds. Errors: NotYours."""
    return guest.house.desk.seating.check_holder(live, live.seat_of(guest.person.holder), guest.person)


def stage_of(guest: Visit, live: Live) -> Stage:
    """The table as this visitor may see it."""
    return Stage(live, live.seat_of(guest.person.holder), words_of(guest, live))


def fragment(guest: Visit, live: Live, refusal: str = "", hint: tuple[str, ...] = ()) -> str:
    """The part of the page that changes; drawn once for all who see the same."""
    key = (live.seat_of(guest.person.holder), guest.look.speech)
    own = bool(refusal or hint)
    drawn = None if own else live.drawn.get(key)
    if drawn is None:
        stage = stage_of(guest, live)
        drawn = guest.render(
            "_table.html", scene=stage.scene(refusal, hint), words=stage.words, history=stage.history
        )
    if not own:
        live.drawn[key] = drawn
    return drawn


@router.get("/t/{code}")
async def table(guest: Guest, live: Table) -> Response:
    """The table; somebody without a seat at an open table is offered one."""
    seat = live.seat_of(guest.person.holder)
    await guest.house.desk.seating.see(live, seat, opened=True)
    stage = stage_of(guest, live)
    if seat is None and not live.is_full():
        free = [other.number for other in live.seats if other.kind == "open"]
        link = str(guest.request.url_for("table", code=live.code))
        context: dict[str, Any] = {
            "scene": stage.scene(),
            "words": stage.words,
            "free": free,
            "link": link,
            "qr": qr(link),
        }
        return guest.page("join.html", **context)
    response = _table_page(guest, live)
    return guest.remember(response, guest.look) if guest.wanted_language else response


def _table_page(
    guest: Visit, live: Live, refusal: str = "", status: int = 200, hint: tuple[str, ...] = ()
) -> Response:
    stage = stage_of(guest, live)
    link = str(guest.request.url_for("table", code=live.code))
    context: dict[str, Any] = {"scene": stage.scene(refusal, hint), "words": stage.words, "link": link}
    context |= {"history": stage.history, "seated": stage.seat is not None}
    context["qr"] = "" if live.is_full() else qr(link)
    context["hints"] = live.settings.hints
    return guest.page("table.html", status, **context)


def _answer(
    guest: Visit, live: Live, refusal: str = "", status: int = 422, hint: tuple[str, ...] = ()
) -> Response:
    """The table again, with what is to be said to whoever just did or asked something."""
    if guest.wants_fragment:
        return HTMLResponse(fragment(guest, live, refusal, hint))
    if refusal or hint:
        return _table_page(guest, live, refusal, status if refusal else 200, hint)
    return RedirectResponse(f"/t/{live.code}", 303)


def qr(link: str) -> str:
    """A QR code as SVG; empty for a link that is too long for one."""
    try:
        return str(segno.make(link).svg_inline(scale=4, border=2, svgclass="qr", lineclass="qr-line"))
    except ValueError:
        return ""


@router.post("/t/{code}/sit")
async def sit(
    guest: Guest, live: Table, seat: Annotated[int, Form()], name: Annotated[str, Form()] = ""
) -> Response:
    """Take an open seat."""
    await guest.house.desk.seating.sit(live, seat, guest.person, name or guest.look.name)
    response = RedirectResponse(f"/t/{live.code}", 303)
    return guest.remember(response, guest.look.changed(name=name)) if name else guest.finish(response)


@router.post("/t/{code}/act")
async def act(
    guest: Guest,
    live: Table,
    event: Annotated[int, Form()],
    words: Annotated[str, Form()] = "",
    card: Annotated[list[str] | None, Form()] = None,
    trump: Annotated[str | None, Form()] = None,
    call: Annotated[str, Form()] = "",
) -> Response:
    """Do what a form says: words, cards, or trumps and a called card."""
    seat = seat_of(guest, live)
    await guest.house.desk.seating.see(live, seat, opened=True)
    refusal, status = "", 200
    try:
        action = read_form(live, seat, words, card or [], trump, call)
        await guest.house.desk.act(live, event, action)
    except (MessdeckError, Stale) as error:
        refusal = words_of(guest, live).fact(refusal_of(error))
        status = 409 if isinstance(error, Stale) else 422
    return _answer(guest, live, refusal, status)


def read_form(live: Live, seat: int, words: str, cards: list[str], trump: str | None, call: str) -> Action:
    """The action of a form, for a seat that the sender holds. Errors: BadText."""
    game = live.match.game
    view = live.position.view(seat)
    if cards:
        return Play(seat, game.deck.cards(game.deck.mask(cards)))
    if call:
        return game.parse(f"{trump or ''} {call}", view)
    return game.parse(words, view)


@router.post("/t/{code}/hint")
async def hint(guest: Guest, live: Table) -> Response:
    """What a strong computer player would do from what the asker's seat knows."""
    seat = seat_of(guest, live)
    await guest.house.desk.seating.see(live, seat, opened=True)
    told: tuple[str, ...] = ()
    refusal = ""
    words, version = words_of(guest, live), live.version
    try:
        if not live.settings.hints:
            raise BadText.of("R7.5", "bad.no_hints")
        given = await guest.house.desk.thinkers.advise(live.position.view(seat))
        if version == live.version:
            told = tuple(telling.advice(words, live.match.game, given))
    except MessdeckError as error:
        refusal = words.fact(error.reason)
    return _answer(guest, live, refusal, hint=told)


@router.post("/t/{code}/undo")
async def undo(guest: Guest, live: Table, answer: Annotated[str, Form()] = "") -> Response:
    """Ask to take back one's last action, or answer somebody who asks."""
    seat = seat_of(guest, live)
    refusal = ""
    try:
        if answer in ("yes", "no"):
            await guest.house.desk.taking_back.answer(live, seat, answer == "yes")
        else:
            await guest.house.desk.taking_back.ask(live, seat)
    except (MessdeckError, Stale) as error:
        refusal = words_of(guest, live).fact(refusal_of(error))
    return _answer(guest, live, refusal)


@router.post("/t/{code}/rematch")
async def rematch(guest: Guest, live: Table) -> Response:
    """A new game with the same seats; whoever asks second finds the table of the first."""
    seat_of(guest, live)
    again = await guest.house.desk.rematch(live)
    return RedirectResponse(f"/t/{again.code}", 303)


@router.post("/t/{code}/start")
async def start(guest: Guest, live: Table) -> Response:
    """Begin at once: computer players take the seats that are still open."""
    seat_of(guest, live)
    await guest.house.desk.seating.fill(live)
    return RedirectResponse(f"/t/{live.code}", 303)


@router.post("/t/{code}/leave")
async def leave(guest: Guest, live: Table) -> Response:
    """Leave the table: a computer player sits in at once, and hands the seat back on return."""
    seat = seat_of(guest, live)
    await guest.house.desk.seating.leave(live, seat)
    return RedirectResponse("/", 303)


@router.post("/t/{code}/entropy")
async def entropy(guest: Guest, live: Table, text: Annotated[str, Form(max_length=200)]) -> Response:
    """Give entropy for the deal that is due, after its commitment was published."""
    seat = seat_of(guest, live)
    refusal = ""
    try:
        await guest.house.desk.dealing.give_entropy(live, seat, text)
    except MessdeckError as error:
        refusal = words_of(guest, live).fact(error.reason)
    return _answer(guest, live, refusal)


@router.post("/t/{code}/move")
async def move(guest: Guest, live: Table) -> Response:
    """A one-time link (and QR) that moves this seat to another device."""
    seat = seat_of(guest, live)
    secret = await guest.house.desk.seating.moving_link(live, seat, guest.person)
    link = str(guest.request.url_for("moving", secret=secret))
    return guest.page("move.html", code=live.code, link=link, qr=qr(link))


@router.get("/m/{secret}")
async def moving(guest: Guest, secret: str) -> Response:
    """Asks before the link is used up (a preview of the link must not take the seat)."""
    return guest.page("move.html", code="", link="", qr="", secret=secret)


@router.post("/m/{secret}")
async def moved(guest: Guest, secret: str) -> Response:
    """Take the seat over to this device: the link is used up, and with it every other to that seat."""
    live = await guest.house.desk.seating.move_seat(secret, guest.person)
    return guest.finish(RedirectResponse(f"/t/{live.code}", 303))


@router.get("/t/{code}/stream", response_class=EventSourceResponse)
async def stream(
    guest: Guest, live: Table, last_event_id: Annotated[str | None, Header()] = None
) -> AsyncIterator[ServerSentEvent]:
    """The table as it changes, each frame whole, so that a stream resumes without a gap."""
    seen = last_event_id
    async for _ in watch(guest, live):
        frame = fragment(guest, live)
        mark = mark_of(live, frame)
        if mark != seen:
            seen = mark
            yield ServerSentEvent(raw_data=frame, id=mark)
        else:
            yield ServerSentEvent(comment="still here")


def mark_of(live: Live, frame: str) -> str:
    """The id of a frame: the table's version and what the frame says (a vote is no new version)."""
    return f"{live.version}-{sha256(frame.encode('utf-8', 'replace')).hexdigest()[:16]}"


async def watch(guest: Visit, live: Live) -> AsyncIterator[None]:
    """Wake up at once, whenever the table changes, and now and then; whoever watches counts as present in
    their seats (which may be other ones after a while)."""
    desk = guest.house.desk
    listener = asyncio.Event()
    live.listeners.add(listener)
    here: set[int] = set()
    try:
        while not desk.closing:
            listener.clear()
            seats = set(live.seats_of(guest.person.holder))
            _present(live, here - seats, -1)
            _present(live, seats - here, 1)
            for seat in seats - here:
                (live.only_card.add if guest.look.only_card else live.only_card.discard)(seat)
                await desk.seating.see(live, seat)
            here = seats
            yield
            try:
                await asyncio.wait_for(listener.wait(), 15)
            except TimeoutError:
                continue
    finally:
        live.listeners.discard(listener)
        _present(live, here, -1)


def _present(live: Live, seats: set[int], change: int) -> None:
    for seat in seats:
        live.streams[seat] = max(0, live.streams.get(seat, 0) + change)
        live.seen[seat] = time.monotonic()


def same_site_path(target: str) -> str:
    """A path of this site to go back to; anything else leads home."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return "/"
    safe = not parts.scheme and not parts.netloc and target.startswith("/") and not target.startswith("//")
    return target if safe and "\\" not in target else "/"
