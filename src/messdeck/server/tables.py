"""The tables of one server process: opened, found, and changed one change at a time."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from messdeck.core.actions import Action
from messdeck.core.errors import BadText, IllegalAction, MessdeckError
from messdeck.core.facts import Reason
from messdeck.core.game import Game
from messdeck.core.record import Header, Record, replay, to_line
from messdeck.core.rules import Rules
from messdeck.games.registry import get_game
from messdeck.server.live import Live, TableSettings
from messdeck.server.store import Stale, Store, StoredSeat, StoredTable

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
IDLE = 300.0
"""A table where nothing goes on and that nobody has looked at for so many seconds is let go."""
Done = TypeVar("Done")
log = logging.getLogger("messdeck.server")


class NotHere(LookupError):
    """There is no such table, seat or link."""


class NotYours(PermissionError):
    """The seat belongs to somebody else."""


class Tables:
    """All tables of one server process; those in memory are a cache of the store."""

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self.store = store
        self.tables: dict[str, Live] = {}
        self._loading = asyncio.Lock()
        self._changes: set[asyncio.Task[Any]] = set()

    def keep_going(self, live: Live) -> None:
        """See to it that a full table is kept going."""
        raise NotImplementedError

    # -- opening and finding -----------------------------------------------------------------------------
    async def open(
        self,
        game: Game,
        rules: Rules,
        seats: Sequence[StoredSeat],
        settings: TableSettings,
        listed: bool = False,
        events: Sequence[Mapping[str, Any]] = (),
        scores: tuple[int, ...] | None = None,
        extra: Mapping[str, Any] | None = None,
        after: str | None = None,
    ) -> Live:
        """Open a table; the game begins when every seat is taken. `events` (and the scores before them)
        when it goes on from another record; `after` is the table whose rematch it is."""
        code = "".join(secrets.choice(ALPHABET) for _ in range(7))
        date = datetime.now(UTC).isoformat(timespec="seconds")
        header = with_seats(
            Header(game, rules, (), scores, {"id": code, "date": date, **(extra or {})}), seats
        )
        lines = [to_line(event).rstrip("\n") for event in events]
        table = (header.to_json(), settings.to_json(), seats, listed, lines)
        return await self.get(await self.store.add_table(code, *table, after))

    async def get(self, code: str) -> Live:
        """A table by its code, loaded from the store if it is not in memory. Errors: NotHere."""
        code = code.lower()
        live = self.tables.get(code)
        if live is None:
            async with self._loading:
                live = self.tables.get(code) or await self._load(code)
        return live

    async def _load(self, code: str) -> Live:
        stored = await self.store.load(code)
        if stored is None:
            raise NotHere(code)
        live = self.tables[code] = Live.of(stored, _record(stored))
        if live.status != "over" and live.is_full():
            self.keep_going(live)
        return live

    def let_go(self, idle: float = IDLE) -> None:
        """Forget the tables where nothing goes on and that nobody has looked at for so many seconds."""
        for code, live in list(self.tables.items()):
            busy = live.listeners or live.lock.locked() or (live.task and not live.task.done())
            last = max(live.moved, *live.seen.values(), 0.0)
            if not busy and time.monotonic() - last >= idle:
                del self.tables[code]

    async def rematch(self, live: Live) -> Live:
        """A new game (with a fresh shuffle) for the same seats; the same table for all who ask."""
        if live.status != "over":
            raise BadText.of("R7.4", "bad.rematch")
        rules = live.match.header.rules
        return await self.open(live.match.game, rules, live.seats, live.settings, after=live.code)

    def record_of(self, live: Live, length: int | None = None) -> Record:
        """The record of a table, or its first `length` events, replayed."""
        lines = [to_line(live.match.header.to_json()), *map(to_line, live.match.events[:length])]
        return replay(lines, get_game)

    # -- changing a table --------------------------------------------------------------------------------
    async def change(self, live: Live, work: Callable[[], Awaitable[Done]]) -> Done:
        """Change a table with its lock held, to the end even if whoever asked for it is gone meanwhile."""
        task = asyncio.create_task(self._locked(live, work))
        self._changes.add(task)
        task.add_done_callback(self._changed)
        return await asyncio.shield(task)

    def _changed(self, task: asyncio.Task[Any]) -> None:
        self._changes.discard(task)
        if not task.cancelled():
            task.exception()

    async def _locked(self, live: Live, work: Callable[[], Awaitable[Done]]) -> Done:
        async with live.lock:
            try:
                return await work()
            except (MessdeckError, NotHere, NotYours):
                raise
            except Exception:
                await self._catch_up(live)
                raise

    async def _catch_up(self, live: Live) -> None:
        """After a change that failed have in memory what the store has, whatever that is."""
        try:
            if await self.store.version(live.code) == live.version:
                return
            stored = await self.store.load(live.code)
            if stored is not None:
                live.renew(stored, _record(stored))
        except Exception:
            log.exception("a table could not be read again")

    async def changes_done(self) -> None:
        """Wait for every change under way."""
        await asyncio.gather(*self._changes, return_exceptions=True)

    async def act(self, live: Live, version: int, action: Action) -> None:
        """Do an action that answers a version of the table. Errors: Stale, IllegalAction."""
        await self.change(live, partial(self._answer, live, version, action))

    async def _answer(self, live: Live, version: int, action: Action) -> None:
        if not live.settled <= version <= live.version:
            raise Stale(live.code)
        # A refusal is the view's: it can tell nothing that the seat does not know.
        reason = live.position.view(action.seat).why_not(action)
        if reason:
            raise IllegalAction(reason)
        await self.do(live, action)

    async def do(self, live: Live, action: Action, **extra: Any) -> None:
        """Do an action and write it down, with more keys (with the lock held). Errors: IllegalAction."""
        before, after = live.position, live.position.play(action)
        status = "over" if after.is_over else "playing"
        event = {**action.to_json(), **extra}
        # The header was written when the table was opened: now it is known who plays.
        header = None if live.deals else with_seats(live.match.header, live.seats)
        shown = None if header is None else header.to_json()
        await self.store.append(live.code, live.version, *_next_line(live, event), status, shown)
        live.match.header = header or live.match.header
        live.match.events.append(event)
        live.match.position = after
        live.tell(before, action, after)
        live.settle()
        live.status = status
        live.wake()

    async def note(self, live: Live, kind: str, seat: int) -> None:
        """Note in the record what happened to a seat that changes no state (with the lock held)."""
        event: Mapping[str, Any] = {"type": "note", "kind": kind, "seat": seat}
        await self.store.append(live.code, live.version, *_next_line(live, event), live.status)
        live.match.events.append(event)
        live.tell_note(event)
        live.version += 1
        live.wake()


def with_seats(header: Header, seats: Sequence[StoredSeat]) -> Header:
    """A header with those who sit there now."""
    extra = {**header.extra, "seats": [_sitter(seat) for seat in seats]}
    return replace(header, names=tuple(seat.name for seat in seats), extra=extra)


def _sitter(seat: StoredSeat) -> dict[str, Any]:
    if seat.kind == "computer":
        return {"kind": "computer", "level": seat.level, "seed": seat.number}
    return {"kind": "person"}


def _record(stored: StoredTable) -> Record:
    return replay([json.dumps(stored.header), *stored.events], get_game)


def _next_line(live: Live, event: Mapping[str, Any]) -> tuple[int, list[str]]:
    """Where an event goes in the record, and its line."""
    return len(live.match.events) + 1, [to_line(event).rstrip("\n")]


def refusal_of(error: Exception) -> Reason:
    """What to say to somebody whose action was refused."""
    if isinstance(error, IllegalAction | BadText):
        return error.reason
    if isinstance(error, Stale):
        return Reason("bad.stale", "R7.3")
    return Reason("bad.not_your_seat", "R3.1", {"value": ""})
