"""The desk: opens tables, seats people, takes actions, and keeps every table going."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import SystemRandom
from typing import Any

from messdeck.core.actions import TABLE, Action, Play
from messdeck.core.errors import BadText, IllegalAction
from messdeck.core.facts import Reason
from messdeck.core.fairness import Opening, opening_notes
from messdeck.core.game import Game
from messdeck.core.record import Header, Record, replay, to_line
from messdeck.core.rules import Rules
from messdeck.games.registry import get_game
from messdeck.server.live import Live, Promise, TableSettings, Vote
from messdeck.server.people import Person, clean_name, hashed
from messdeck.server.store import Stale, Store, StoredSeat
from messdeck.server.thinking import Thinkers

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
log = logging.getLogger("messdeck.server")


class NotHere(LookupError):
    """There is no such table, seat or link."""


class NotYours(PermissionError):
    """The seat belongs to somebody else."""


class Desk:
    """All tables of one server process."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        """Take the store and the computer players."""
        self.store = store
        self.thinkers = thinkers
        self.tables: dict[str, Live] = {}
        self.chance = SystemRandom()
        self._loading = asyncio.Lock()

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
    ) -> Live:
        """Open a table; the game begins when every seat is taken. `events` (and the scores before them)
        when it goes on from another record."""
        code = "".join(secrets.choice(ALPHABET) for _ in range(7))
        kinds = [_sitter(seat) for seat in seats]
        names = tuple(seat.name for seat in seats)
        date = datetime.now(UTC).isoformat(timespec="seconds")
        header = Header(
            game, rules, names, scores, {"id": code, "date": date, "seats": kinds, **(extra or {})}
        )
        lines = [to_line(event).rstrip("\n") for event in events]
        await self.store.add_table(code, header.to_json(), settings.to_json(), seats, listed, lines)
        return await self.get(code)

    async def get(self, code: str) -> Live:
        """A table by its code, loaded from the store if it is not in memory. Errors: NotHere."""
        live = self.tables.get(code)
        if live is None:
            async with self._loading:
                live = self.tables.get(code) or await self._load(code)
        return live

    async def _load(self, code: str) -> Live:
        stored = await self.store.load(code)
        if stored is None:
            raise NotHere(code)
        record = replay([json.dumps(stored.header), *stored.events], get_game)
        live = self.tables[code] = Live.of(stored, record)
        if live.status != "over" and live.is_full():
            self.start(live)
        return live

    async def take_up(self) -> None:
        """After a restart, go on with every game under way."""
        for code in await self.store.unfinished():
            await self.get(code)

    async def close(self) -> None:
        """Stop every table's task; nothing is lost, the store has it all."""
        tasks = [live.task for live in self.tables.values() if live.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()

    async def rematch(self, live: Live) -> Live:
        """A new game (with a fresh shuffle) for the same seats; the same table for all who ask."""
        if live.status != "over":
            raise BadText.of("R7.4", "bad.rematch")
        if live.again is None:
            header = live.match.header
            seats = [replace(seat) for seat in live.seats]
            live.again = (await self.open(live.match.game, header.rules, seats, live.settings)).code
        return await self.get(live.again)

    def record_of(self, live: Live) -> Record:
        """The record of a table, replayed."""
        return self._replay(live, len(live.match.events))

    # -- people ------------------------------------------------------------------------------------------
    async def sit(self, live: Live, seat: int, person: Person, name: str) -> None:
        """Take an open seat. Errors: NotHere, NotYours."""
        if not 0 <= seat < len(live.seats):
            raise NotHere(str(seat))
        async with live.lock:
            if live.seats[seat].kind != "open":
                raise NotYours(str(seat))
            shown = clean_name(name) or f"#{seat + 1}"
            await self._seat(live, StoredSeat(seat, "person", person.holder, shown, "2"))
        if live.is_full():
            self.start(live)

    async def _seat(self, live: Live, seat: StoredSeat) -> None:
        was = live.seats[seat.number].holder
        await self.store.seat(live.code, live.version, seat, was)
        live.version += 1
        live.seats[seat.number] = seat
        live.seen[seat.number] = time.monotonic()
        live.wake()

    async def moving_link(self, live: Live, seat: int, person: Person) -> str:
        """A secret by which another device takes over a seat, once, within ten minutes. Errors: NotYours."""
        self.check_holder(live, seat, person)
        secret = secrets.token_urlsafe(18)
        expires = (datetime.now(UTC) + timedelta(minutes=10)).isoformat(timespec="milliseconds")
        await self.store.add_link(hashed(secret), live.code, seat, expires)
        return secret

    async def move_seat(self, secret: str, person: Person) -> Live:
        """Take over the seat of a one-time link. Errors: NotHere."""
        found = await self.store.use_link(hashed(secret))
        if found is None:
            raise NotHere("link")
        live = await self.get(found[0])
        async with live.lock:
            old = live.seats[found[1]]
            await self._seat(live, StoredSeat(old.number, old.kind, person.holder, old.name, old.level))
        return live

    async def fill(self, live: Live) -> None:
        """Computer players take the open seats, and the game begins."""
        async with live.lock:
            for seat in [seat for seat in live.seats if seat.kind == "open"]:
                name = f"{seat.number + 1}"
                await self._seat(live, StoredSeat(seat.number, "computer", None, name, "2"))
        self.start(live)

    def leave(self, live: Live, seat: int) -> None:
        """A person leaves: a computer player sits in without waiting for the grace period."""
        live.seen[seat] = time.monotonic() - live.settings.grace - 1
        live.streams[seat] = 0
        live.wake()

    def check_holder(self, live: Live, seat: int | None, person: Person | None) -> None:
        """Raise NotYours unless the person holds the seat."""
        if seat is None or person is None or not 0 <= seat < len(live.seats):
            raise NotYours(str(seat))
        if live.seats[seat].kind != "person" or live.seats[seat].holder != person.holder:
            raise NotYours(str(seat))

    def see(self, live: Live, seat: int | None) -> None:
        """Somebody of a seat was here just now; a computer player that sat in hands the seat back."""
        if seat is not None:
            live.seen[seat] = time.monotonic()
            if seat in live.sitting_in:
                live.sitting_in.discard(seat)
                live.wake()

    # -- actions -----------------------------------------------------------------------------------------
    async def act(self, live: Live, version: int, action: Action) -> None:
        """Do an action that answers a version of the table. Errors: Stale, IllegalAction."""
        async with live.lock:
            if version != live.version:
                raise Stale(live.code)
            await self._act(live, action)

    async def _act(self, live: Live, action: Action, **extra: Any) -> None:
        reason = live.position.why_not(action)
        if reason:
            raise IllegalAction(reason)
        over = live.position.after(action).is_over
        status = "over" if over else "playing"
        line = to_line({**action.to_json(), **extra}).rstrip("\n")
        await self.store.append(live.code, live.version, len(live.match.events) + 1, [line], status)
        before, after = live.match.act(action, **extra)
        live.tell(before, action, after)
        live.version += 1
        live.status = status
        live.vote = None
        live.moved = time.monotonic()
        live.wake()

    async def note(self, live: Live, **values: Any) -> None:
        """Write a note into the record (with the lock held)."""
        event: Mapping[str, Any] = {"type": "note", **values}
        line = to_line(event).rstrip("\n")
        await self.store.append(live.code, live.version, len(live.match.events) + 1, [line], live.status)
        live.match.note(**values)
        live.version += 1
        live.wake()

    # -- taking back -------------------------------------------------------------------------------------
    async def ask_undo(self, live: Live, seat: int) -> None:
        """Take back the seat's last action: at once if nothing hidden was revealed since, else by vote of
        the people. Errors: BadText."""
        async with live.lock:
            length = self._last_action(live, seat)
            if live.settings.undo == "off" or length is None or live.status == "over":
                raise BadText.of("R7.1", "bad.undo")
            if self._reveals_nothing(live, length):
                await self._undo(live, length, seat)
                return
            if any(other.kind == "computer" for other in live.seats):
                raise BadText.of("R7.2", "bad.undo_computer")
            live.vote = Vote(seat, length, {seat})
            await self._count(live)
            live.show()

    async def answer_undo(self, live: Live, seat: int, agrees: bool) -> None:
        """A person's answer to the vote; one no ends it."""
        async with live.lock:
            if live.vote is None:
                return
            if agrees:
                live.vote.agreed.add(seat)
                await self._count(live)
            else:
                live.vote = None
            live.wake()

    async def _count(self, live: Live) -> None:
        people = {seat.number for seat in live.seats if seat.kind == "person"}
        if live.vote and people <= live.vote.agreed:
            vote, live.vote = live.vote, None
            await self._undo(live, vote.length, vote.asker)

    def _last_action(self, live: Live, seat: int) -> int | None:
        """How many events the record had before the seat's last action in this deal."""
        events = live.match.events
        for i in range(len(events) - 1, -1, -1):
            if events[i].get("type") == "deal":
                return None
            if events[i].get("type") != "note" and events[i].get("seat") == seat:
                return i
        return None

    def _reveals_nothing(self, live: Live, length: int) -> bool:
        """Whether since then nobody else has acted and no hand has a card that it had not before."""
        later = [event for event in live.match.events[length:] if event.get("type") != "note"]
        if len(later) != 1:
            return False
        before = self._replay(live, length).position
        for seat in range(len(live.seats)):
            held, holds = set(before.view(seat).hand), set(live.position.view(seat).hand)
            if not holds <= held:
                return False
        return not live.position.is_over

    def _replay(self, live: Live, length: int) -> Record:
        lines = [to_line(live.match.header.to_json()), *map(to_line, live.match.events[:length])]
        return replay(lines, get_game)

    async def _undo(self, live: Live, length: int, seat: int) -> None:
        note = to_line({"type": "note", "kind": "undo", "seat": seat}).rstrip("\n")
        await self.store.append(live.code, live.version, length + 1, [note], live.status, instead=True)
        record = self._replay(live, length)
        events = [*live.match.events[:length], json.loads(note)]
        live.match.events, live.match.position = events, record.position
        live.retell(record)
        live.version += 1
        live.vote = None
        live.moved = time.monotonic()
        live.wake()

    # -- keeping a table going ---------------------------------------------------------------------------
    def start(self, live: Live) -> None:
        """See to it that a full table is kept going."""
        if live.task is None or live.task.done():
            live.moved = time.monotonic()
            live.task = asyncio.create_task(self._drive(live), name=f"table {live.code}")

    async def _drive(self, live: Live) -> None:
        while not live.position.is_over:
            live.changed.clear()
            try:
                await self._step(live)
            except Stale:
                continue
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a table stumbled")
                await asyncio.sleep(1)
        live.wake()

    async def _step(self, live: Live) -> None:
        """Deal, let a computer player act, or wait for a person."""
        version, turn = live.version, live.position.turn
        if turn == TABLE:
            await self._promise(live)
            await self._rest(live, live.settings.deal_rest if live.deals else 0)
            if live.version == version:
                await self._deal(live)
            return
        if await self._conceded(live, version):
            return
        if await self._only_card(live, version, turn):
            return
        wait = self._computer_waits(live, turn)
        if wait is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(live.changed.wait(), max(0.05, min(self._patience(live, turn), 60)))
            return
        started = live.moved
        level, seed = self._brain(live, turn)
        view = live.position.view(turn)
        event = await self.thinkers.think(live.match.game.name, level, seed, view)
        if event is None:
            return
        # The pace is counted from the last event, so that it tells nothing of how long the thought took.
        await self._rest(live, started + wait - time.monotonic())
        if live.version == version:
            await self.act(live, version, live.match.game.read_action(event, len(live.seats)))

    async def _conceded(self, live: Live, version: int) -> bool:
        """Let computer players do what may be done out of turn."""
        for seat in live.seats:
            if seat.kind == "computer" and live.position.legal_actions(seat.number):
                if seat.number == live.position.turn:
                    continue
                level, seed = self._brain(live, seat.number)
                view = live.position.view(seat.number)
                event = await self.thinkers.think(live.match.game.name, level, seed, view, True)
                if event is not None and live.version == version:
                    await self.act(live, version, live.match.game.read_action(event, len(live.seats)))
                    return True
        return False

    async def _only_card(self, live: Live, version: int, turn: int) -> bool:
        """Play the only legal card of a person who wants that, after a moment."""
        if turn not in live.only_card or live.seats[turn].kind != "person":
            return False
        legal = live.position.legal_actions(turn)
        if len(legal) != 1 or not isinstance(legal[0], Play):
            return False
        await self._rest(live, live.moved + 0.6 - time.monotonic())
        if live.version == version:
            await self.act(live, version, legal[0])
        return True

    def _computer_waits(self, live: Live, turn: int) -> float | None:
        """After how many seconds a computer player acts in this seat; None if a person is to act."""
        settings = live.settings
        seat = live.seats[turn]
        rest = settings.pace
        if rest > 0 and not live.position.trick:
            rest += settings.trick_rest
        if seat.kind == "computer":
            return rest
        if live.is_away(turn):
            if turn not in live.sitting_in:
                live.sitting_in.add(turn)
                live.show()
            return rest
        if settings.move_seconds is not None and time.monotonic() - live.moved >= settings.move_seconds:
            return 0
        return None

    def _patience(self, live: Live, turn: int) -> float:
        """How long to wait for a person before looking again."""
        patience = live.away_in(turn)
        if live.settings.move_seconds is not None:
            patience = min(patience, live.moved + live.settings.move_seconds - time.monotonic())
        return patience

    @staticmethod
    def _brain(live: Live, seat: int) -> tuple[str, int]:
        sitter = live.match.header.seats[seat] if live.match.header.seats else {}
        return str(live.seats[seat].level or "2"), int(sitter.get("seed", seat))

    async def _rest(self, live: Live, seconds: float) -> None:
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(live.changed.wait(), seconds)

    async def _promise(self, live: Live) -> None:
        """Commit to the deal that is due; an opening kept before a restart is the one that was promised."""
        number = live.deals + 1
        if live.promise is not None and live.promise.number == number:
            return
        async with live.lock:
            game = live.match.game
            kept = (await self.store.openings(live.code)).get(number)
            if kept is not None:
                opening = Opening.read(json.loads(kept), game, len(live.seats))
            else:
                opening = Opening.draw(live.position, self.chance, secrets.token_hex(32))
                await self.store.keep_opening(live.code, number, json.dumps(opening.to_json()))
            commitment = opening.commitment(game.name, live.code, number)
            live.promise = Promise(number, opening, commitment)
        live.show()

    async def give_entropy(self, live: Live, seat: int, text: str) -> None:
        """A player's entropy for the deal due, after its commitment was published. Errors: BadText."""
        async with live.lock:
            promise = live.promise
            if promise is None or len(promise.opening.entropy) >= 4 * len(live.seats):
                raise BadText.of("R8.2", "bad.entropy")
            promise.opening = promise.opening.with_entropy(f"{seat}:{text[:64]}")
            kept = json.dumps(promise.opening.to_json())
            await self.store.keep_opening(live.code, promise.number, kept)

    async def _deal(self, live: Live) -> None:
        async with live.lock:
            promise = live.promise
            if live.position.turn != TABLE or promise is None:
                return
            deal = promise.opening.deal(live.position, promise.commitment)
            await self._act(live, deal, commitment=promise.commitment)
            live.promise = None

    async def full_lines(self, live: Live) -> list[str]:
        """The whole record of a finished game, the openings of its deals as notes at its end."""
        kept = await self.store.openings(live.code)
        players = len(live.seats)
        openings = {
            number: Opening.read(json.loads(text), live.match.game, players)
            for number, text in kept.items()
            if number <= live.deals
        }
        notes = opening_notes(live.position, openings)
        return [*live.match.lines(), *(to_line({"type": "note", **note}) for note in notes)]


def _sitter(seat: StoredSeat) -> dict[str, Any]:
    if seat.kind == "computer":
        return {"kind": "computer", "level": seat.level, "seed": seat.number}
    return {"kind": "person"}


def refusal_of(error: Exception) -> Reason:
    """What to say to somebody whose action was refused."""
    if isinstance(error, IllegalAction | BadText):
        return error.reason
    if isinstance(error, Stale):
        return Reason("bad.stale", "R7.3")
    return Reason("bad.not_your_seat", "R3.1", {"value": ""})
