"""Who sits where: taking a seat, moving it to another device, leaving it, and coming back to it."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from messdeck.bots.levels import COMPANION
from messdeck.server.live import Live
from messdeck.server.people import Person, clean_name, hashed
from messdeck.server.store import StoredSeat
from messdeck.server.tables import NotHere, NotYours, Tables

COMPANY = ("Malik", "Nivi", "Aqqaluk", "Pipaluk")
"""Names of computer players."""


def computer_seat(seat: int, level: str = COMPANION) -> StoredSeat:
    """A seat for a computer player."""
    return StoredSeat(seat, "computer", None, COMPANY[seat % len(COMPANY)], level)


def open_seat(seat: int) -> StoredSeat:
    """A seat that waits for somebody."""
    return StoredSeat(seat, "open", None, "", "")


def person_seat(seat: int, person: Person, name: str) -> StoredSeat:
    """A seat for a person; somebody without a name is called by the seat, in every reader's language."""
    return StoredSeat(seat, "person", person.holder, clean_name(name), "")


class Seating:
    """The people at the tables."""

    def __init__(self, tables: Tables) -> None:
        """At these tables."""
        self._tables = tables

    def check_holder(self, live: Live, seat: int | None, person: Person | None) -> int:
        """The seat, if the person holds it. Errors: NotYours."""
        if seat is None or person is None or not 0 <= seat < len(live.seats):
            raise NotYours(str(seat))
        if live.seats[seat].kind != "person" or live.seats[seat].holder != person.holder:
            raise NotYours(str(seat))
        return seat

    # -- taking a seat -----------------------------------------------------------------------------------
    async def sit(self, live: Live, seat: int, person: Person, name: str) -> None:
        """Take an open seat; whoever has one at this table keeps that. Errors: NotHere, NotYours."""
        if not 0 <= seat < len(live.seats):
            raise NotHere(str(seat))
        await self._tables.change(live, partial(self._sit, live, seat, person, name))
        if live.is_full():
            self._tables.keep_going(live)

    async def _sit(self, live: Live, seat: int, person: Person, name: str) -> None:
        if live.seats_of(person.holder):
            return
        if live.seats[seat].kind != "open":
            raise NotYours(str(seat))
        await self._seat(live, person_seat(seat, person, name))

    async def _seat(self, live: Live, seat: StoredSeat) -> None:
        was = live.seats[seat.number].holder
        await self._tables.store.seat(live.code, live.version, seat, was)
        live.version += 1
        live.seats[seat.number] = seat
        live.seen[seat.number] = time.monotonic()
        live.wake()

    async def fill(self, live: Live) -> None:
        """Computer players take the open seats, and the game begins."""
        await self._tables.change(live, partial(self._fill, live))
        self._tables.keep_going(live)

    async def _fill(self, live: Live) -> None:
        for seat in [seat.number for seat in live.seats if seat.kind == "open"]:
            await self._seat(live, computer_seat(seat))

    # -- to another device -------------------------------------------------------------------------------
    async def moving_link(self, live: Live, seat: int, person: Person) -> str:
        """A secret by which another device takes over a seat, once, within ten minutes. Errors: NotYours."""
        self.check_holder(live, seat, person)
        secret = secrets.token_urlsafe(18)
        expires = (datetime.now(UTC) + timedelta(minutes=10)).isoformat(timespec="milliseconds")
        await self._tables.store.add_link(hashed(secret), live.code, seat, expires)
        return secret

    async def move_seat(self, secret: str, person: Person) -> Live:
        """Take over the seat of a one-time link. Errors: NotHere."""
        found = await self._tables.store.use_link(hashed(secret))
        if found is None:
            raise NotHere("link")
        live = await self._tables.get(found[0])
        await self._tables.change(live, partial(self._move, live, found[1], person))
        return live

    async def _move(self, live: Live, seat: int, person: Person) -> None:
        await self._seat(live, replace(live.seats[seat], holder=person.holder))
        await self._return(live, seat)

    # -- leaving and coming back -------------------------------------------------------------------------
    async def leave(self, live: Live, seat: int) -> None:
        """A person leaves: a computer player sits in without waiting for the grace period. Where the game
        has not begun the seat is free again."""
        await self._tables.change(live, partial(self._leave, live, seat))

    async def _leave(self, live: Live, seat: int) -> None:
        if live.status == "over" or seat in live.left:
            return
        if live.is_full():
            await self._tables.note(live, "leave", seat)
        else:
            await self._seat(live, open_seat(seat))

    async def see(self, live: Live, seat: int | None, *, opened: bool = False) -> None:
        """Somebody of a seat was here just now, and a computer player that sat in hands the seat back.

        Whoever has left comes back by opening the table again (or by acting), and not by a stream that was
        still running or connects itself anew.
        """
        if seat is None:
            return
        live.seen[seat] = time.monotonic()
        if seat in live.missed:
            live.missed.discard(seat)
            live.show()
        if seat in live.left and not opened:
            return
        if seat in live.left or seat in live.sitting_in:
            await self._tables.change(live, partial(self._return, live, seat))

    async def _return(self, live: Live, seat: int) -> None:
        if live.status != "over" and (seat in live.left or seat in live.sitting_in):
            await self._tables.note(live, "return", seat)
