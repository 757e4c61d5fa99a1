"""The desk: opens tables, seats people, takes actions, and keeps every table going."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random, SystemRandom
from typing import Any, TypeVar

from messdeck.core.actions import TABLE, Action, Play
from messdeck.core.errors import BadText, IllegalAction, MessdeckError
from messdeck.core.facts import Reason
from messdeck.core.fairness import Opening, opening_notes
from messdeck.core.game import Game
from messdeck.core.position import Position
from messdeck.core.record import Header, Record, replay, to_line
from messdeck.core.rules import Rules
from messdeck.games.registry import get_game
from messdeck.server.live import Live, Promise, TableSettings, Vote
from messdeck.server.people import Person, clean_name, hashed
from messdeck.server.store import Stale, Store, StoredSeat, StoredTable
from messdeck.server.thinking import Thinkers

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
MOST_IDLE = 500
"""With more tables than this in memory, those that are over or wait and that nobody looks at are let go."""
IDLE = 300.0
MOST_ENTROPY = 4
"""How often a seat may give entropy for one deal."""
MOST_DRAWS, ENOUGH = 300, 8
"""How many positions are drawn to see whether an action showed something hidden, and how many must agree."""
Done = TypeVar("Done")
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
        self.closing = False
        self._loading = asyncio.Lock()
        self._changes: set[asyncio.Task[Any]] = set()

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
        date = datetime.now(UTC).isoformat(timespec="seconds")
        header = _header(Header(game, rules, (), scores, {"id": code, "date": date, **(extra or {})}), seats)
        lines = [to_line(event).rstrip("\n") for event in events]
        await self.store.add_table(code, header.to_json(), settings.to_json(), seats, listed, lines)
        return await self.get(code)

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
        if len(self.tables) >= MOST_IDLE:
            self._let_go()
        live = self.tables[code] = Live.of(stored, _record(stored))
        if live.status != "over" and live.is_full():
            self.start(live)
        return live

    def _let_go(self) -> None:
        """Forget the tables where nothing goes on and that nobody has looked at for a while."""
        for code, live in list(self.tables.items()):
            busy = live.listeners or live.lock.locked() or (live.task and not live.task.done())
            last = max(live.moved, *live.seen.values(), 0.0)
            if not busy and time.monotonic() - last > IDLE:
                del self.tables[code]

    async def take_up(self) -> None:
        """After a restart, go on with every game under way."""
        for code in await self.store.unfinished():
            await self.get(code)

    def end_streams(self) -> None:
        """Let every stream come to its end: the server is about to stop."""
        self.closing = True
        for live in self.tables.values():
            live.show()

    async def close(self) -> None:
        """Stop every table's task; nothing is lost, the store has it all."""
        self.end_streams()
        tasks = [live.task for live in self.tables.values() if live.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._changes, return_exceptions=True)
        self.thinkers.close()

    # -- changing a table --------------------------------------------------------------------------------
    async def _change(self, live: Live, work: Callable[[], Awaitable[Done]]) -> Done:
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

    async def rematch(self, live: Live) -> Live:
        """A new game (with a fresh shuffle) for the same seats; the same table for all who ask."""
        if live.status != "over":
            raise BadText.of("R7.4", "bad.rematch")
        return await self.get(await self._change(live, partial(self._again, live)))

    async def _again(self, live: Live) -> str:
        if live.again is None:
            rules = live.match.header.rules
            code = (await self.open(live.match.game, rules, live.seats, live.settings)).code
            await self.store.keep_setting(live.code, "again", code)
            live.again = code
        return live.again

    def record_of(self, live: Live) -> Record:
        """The record of a table, replayed."""
        return self._replay(live, len(live.match.events))

    # -- people ------------------------------------------------------------------------------------------
    async def sit(self, live: Live, seat: int, person: Person, name: str) -> None:
        """Take an open seat; whoever has one at this table keeps that. Errors: NotHere, NotYours."""
        if not 0 <= seat < len(live.seats):
            raise NotHere(str(seat))
        await self._change(live, partial(self._sit, live, seat, person, name))
        if live.is_full():
            self.start(live)

    async def _sit(self, live: Live, seat: int, person: Person, name: str) -> None:
        if live.seats_of(person.holder):
            return
        if live.seats[seat].kind != "open":
            raise NotYours(str(seat))
        await self._seat(live, StoredSeat(seat, "person", person.holder, clean_name(name), "2"))

    async def _seat(self, live: Live, seat: StoredSeat) -> None:
        was = live.seats[seat.number].holder
        await self.store.seat(live.code, live.version, seat, was)
        live.version += 1
        live.seats[seat.number] = seat
        live.seen[seat.number] = time.monotonic()
        live.left.discard(seat.number)
        live.sitting_in.discard(seat.number)
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
        await self._change(live, partial(self._move, live, found[1], person))
        return live

    async def _move(self, live: Live, seat: int, person: Person) -> None:
        await self._seat(live, replace(live.seats[seat], holder=person.holder))

    async def fill(self, live: Live) -> None:
        """Computer players take the open seats, and the game begins."""
        await self._change(live, partial(self._fill, live))
        self.start(live)

    async def _fill(self, live: Live) -> None:
        for seat in [seat for seat in live.seats if seat.kind == "open"]:
            name = f"{seat.number + 1}"
            await self._seat(live, StoredSeat(seat.number, "computer", None, name, "2"))

    def leave(self, live: Live, seat: int) -> None:
        """A person leaves: a computer player sits in without waiting for the grace period."""
        live.left.add(seat)
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
            live.left.discard(seat)
            if seat in live.sitting_in:
                live.sitting_in.discard(seat)
                live.wake()

    # -- actions -----------------------------------------------------------------------------------------
    async def act(self, live: Live, version: int, action: Action) -> None:
        """Do an action that answers a version of the table. Errors: Stale, IllegalAction."""
        await self._change(live, partial(self._answer, live, version, action))

    async def _answer(self, live: Live, version: int, action: Action) -> None:
        if version != live.version:
            raise Stale(live.code)
        # A refusal is the view's: it can tell nothing that the seat does not know.
        reason = live.position.view(action.seat).why_not(action)
        if reason:
            raise IllegalAction(reason)
        await self._act(live, action)

    async def _act(self, live: Live, action: Action, **extra: Any) -> None:
        before, after = live.position, live.position.play(action)
        status = "over" if after.is_over else "playing"
        event = {**action.to_json(), **extra}
        # The header was written when the table was opened: now it is known who plays.
        header = None if live.match.events else _header(live.match.header, live.seats)
        shown = None if header is None else header.to_json()
        await self.store.append(live.code, live.version, *_next_line(live, event), status, shown)
        live.match.header = header or live.match.header
        live.match.events.append(event)
        live.match.position = after
        live.tell(before, action, after)
        live.version += 1
        live.status = status
        live.vote = None
        live.moved = time.monotonic()
        live.wake()

    async def note(self, live: Live, **values: Any) -> None:
        """Write a note into the record (with the lock held)."""
        event: Mapping[str, Any] = {"type": "note", **values}
        await self.store.append(live.code, live.version, *_next_line(live, event), live.status)
        live.match.events.append(event)
        live.version += 1
        live.wake()

    # -- taking back -------------------------------------------------------------------------------------
    async def ask_undo(self, live: Live, seat: int) -> None:
        """Take back the seat's last action: at once if nothing hidden was revealed since, else by vote of
        the people. Errors: BadText."""
        await self._change(live, partial(self._ask_undo, live, seat))

    async def _ask_undo(self, live: Live, seat: int) -> None:
        length = live.last_action(seat)
        if live.settings.undo == "off" or length is None or live.status == "over" or live.vote:
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
        await self._change(live, partial(self._answer_undo, live, seat, agrees))

    async def _answer_undo(self, live: Live, seat: int, agrees: bool) -> None:
        if live.vote is None:
            return
        if agrees:
            live.vote.agreed.add(seat)
            await self._count(live)
        else:
            live.vote = None
        live.show()

    async def _count(self, live: Live) -> None:
        people = {seat.number for seat in live.seats if seat.kind == "person"}
        if live.vote and people <= live.vote.agreed:
            vote, live.vote = live.vote, None
            await self._undo(live, vote.length, vote.asker)

    def _reveals_nothing(self, live: Live, length: int) -> bool:
        """Whether since then nobody else has acted, and the action itself showed nothing but itself: the deal
        goes on, no card was drawn or laid open, and nothing was told that could not be foreseen.

        The answer depends only on what everybody knows, so that it tells nothing either.
        """
        later = [event for event in live.match.events[length:] if event.get("type") != "note"]
        if len(later) != 1 or live.position.turn < 0:
            return False
        game, players = live.match.game, len(live.seats)
        before, after = self._replay(live, length).position, live.position
        for seat in range(players):
            if not set(after.view(seat).hand) <= set(before.view(seat).hand):
                return False
            if not set(game.shown_cards(after, seat)) <= set(game.shown_cards(before, seat)):
                return False
        told = live.told[-1].events
        plain = all(event.kind in ("play", "beat", "miss") or event.key == "story.trick" for event in told)
        return plain or _foreseen(before, game.read_action(later[0], players), after)

    def _replay(self, live: Live, length: int) -> Record:
        lines = [to_line(live.match.header.to_json()), *map(to_line, live.match.events[:length])]
        return replay(lines, get_game)

    async def _undo(self, live: Live, length: int, seat: int) -> None:
        note = {"type": "note", "kind": "undo", "seat": seat}
        record = self._replay(live, length)
        deals = sum(event.get("type") == "deal" for event in live.match.events[:length])
        line = to_line(note).rstrip("\n")
        await self.store.take_back(live.code, live.version, length, line, deals)
        live.match.events = [*live.match.events[:length], note]
        live.match.position = record.position
        live.retell(record)
        live.version += 1
        live.vote = live.promise = None
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
            await self._change(live, partial(self._promise, live))
            rest = live.settings.deal_rest if live.deals or live.settings.entropy else 0
            if await self._rest(live, live.moved + rest):
                await self._change(live, partial(self._deal, live))
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
        if await self._sits_in(live, turn):
            return
        level, seed = self._brain(live, turn)
        view = live.position.view(turn)
        event = await self.thinkers.think(live.match.game.name, level, seed, view)
        if event is None:
            return
        # The pace is counted from the last event, so that it tells nothing of how long the thought took.
        if await self._rest(live, live.moved + wait):
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
                if event is not None:
                    if await self._rest(live, live.moved + live.settings.pace):
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
        if await self._rest(live, live.moved + 0.6):
            await self.act(live, version, legal[0])
        return True

    async def _sits_in(self, live: Live, turn: int) -> bool:
        """Let a computer player sit in for a person who is away, and note it; False if one already does, or
        if that person is not away."""
        if live.seats[turn].kind != "person" or not live.is_away(turn) or turn in live.sitting_in:
            return False
        live.sitting_in.add(turn)
        await self._change(live, partial(self.note, live, kind="sit-in", seat=turn))
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

    async def _rest(self, live: Live, until: float) -> bool:
        """Wait until a time; False as soon as the table has changed meanwhile: then look again."""
        seconds = until - time.monotonic()
        if seconds > 0 and not live.changed.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(live.changed.wait(), seconds)
        return not live.changed.is_set()

    async def _promise(self, live: Live) -> None:
        """Commit to the deal that is due; an opening kept before a restart is the one that was promised."""
        number = live.deals + 1
        if live.position.turn != TABLE or (live.promise and live.promise.number == number):
            return
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
        await self._change(live, partial(self._mix_in, live, seat, text))

    async def _mix_in(self, live: Live, seat: int, text: str) -> None:
        promise, mark = live.promise, f"{seat}:"
        given = promise.opening.entropy if promise else ()
        if promise is None or sum(one.startswith(mark) for one in given) >= MOST_ENTROPY:
            raise BadText.of("R8.2", "bad.entropy")
        opening = promise.opening.with_entropy(mark + text[:64])
        await self.store.keep_opening(live.code, promise.number, json.dumps(opening.to_json()))
        promise.opening = opening

    async def _deal(self, live: Live) -> None:
        promise = live.promise
        if live.position.turn != TABLE or promise is None or promise.number != live.deals + 1:
            return
        deal = promise.opening.deal(live.position, promise.commitment)
        await self._act(live, deal, commitment=promise.commitment)
        live.promise = None
        live.show()

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


def _foreseen(before: Position, action: Action, after: Position) -> bool:
    """Whether an action, done in any position that a spectator thinks possible, shows him the same."""
    known, seen = before.view(None), after.view(None)
    chance, tried = Random(str(known.row)), 0
    for _ in range(MOST_DRAWS):
        drawn = known.sample(chance)
        if drawn.is_legal(action):
            if drawn.after(action).view(None) != seen:
                return False
            tried += 1
            if tried == ENOUGH:
                return True
    return False


def _record(stored: StoredTable) -> Record:
    return replay([json.dumps(stored.header), *stored.events], get_game)


def _header(header: Header, seats: Sequence[StoredSeat]) -> Header:
    """A header with those who sit there now."""
    extra = {**header.extra, "seats": [_sitter(seat) for seat in seats]}
    return replace(header, names=tuple(seat.name for seat in seats), extra=extra)


def _next_line(live: Live, event: Mapping[str, Any]) -> tuple[int, list[str]]:
    """Where an event goes in the record, and its line."""
    return len(live.match.events) + 1, [to_line(event).rstrip("\n")]


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
