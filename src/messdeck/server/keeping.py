"""What keeps a table going: it deals, lets computer players act, and waits for people, so long."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial

from messdeck.bots.levels import COMPANION
from messdeck.core.actions import TABLE, Action, Play
from messdeck.server.dealing import Dealing
from messdeck.server.live import Live
from messdeck.server.store import Stale
from messdeck.server.tables import Tables
from messdeck.server.thinking import Thinkers

MOST_WAIT = 60.0
"""Seconds after which a table looks again at whom it waits for, whatever happens."""
log = logging.getLogger("messdeck.server")


class Keeper:
    """Keeps full tables going until their games are over."""

    def __init__(self, tables: Tables, dealing: Dealing, thinkers: Thinkers) -> None:
        """At these tables, with these computer players."""
        self._tables = tables
        self._dealing = dealing
        self._thinkers = thinkers

    def start(self, live: Live) -> None:
        """See to it that a full table is kept going."""
        if live.task is None or live.task.done():
            live.moved = time.monotonic()
            live.task = asyncio.create_task(self._drive(live), name=f"table {live.code}")

    async def _drive(self, live: Live) -> None:
        while not live.position.is_over:
            live.changed.clear()
            try:
                await self.step(live)
            except Stale:
                continue
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a table stumbled")
                await asyncio.sleep(1)
        live.wake()

    async def step(self, live: Live) -> None:
        """Deal, let a computer player act, or wait for a person."""
        version, turn = live.version, live.position.turn
        if turn == TABLE:
            await self._dealing.promise(live)
            rest = live.settings.deal_rest if live.deals or live.settings.entropy else 0
            if await self._rest(live, live.moved + rest):
                await self._dealing.deal(live)
            return
        if await self._conceded(live, version):
            return
        if await self._only_card(live, version, turn):
            return
        wait = self._computer_waits(live, turn)
        if wait is None:
            await self._wait_for(live, turn)
        elif not await self._sits_in(live, turn):
            await self._think(live, version, turn, wait)

    # -- computer players --------------------------------------------------------------------------------
    async def _think(self, live: Live, version: int, turn: int, wait: float) -> None:
        """Let a computer player act for the seat to act."""
        level, seed = self._brain(live, turn)
        view = live.position.view(turn)
        event = await self._thinkers.think(live.match.game.name, level, seed, view)
        # The pace is counted from the last event, so that it tells nothing of how long the thought took.
        if event is not None and await self._rest(live, live.moved + wait):
            await self._act(live, version, live.match.game.read_action(event, len(live.seats)))

    async def _act(self, live: Live, version: int, action: Action) -> None:
        """Act, unless anything at all has changed since it was decided (somebody may be back)."""

        async def work() -> None:
            if version != live.version:
                raise Stale(live.code)
            await self._tables.do(live, action)

        await self._tables.change(live, work)

    async def _conceded(self, live: Live, version: int) -> bool:
        """Let computer players do what may be done out of turn."""
        for seat in live.seats:
            if seat.kind == "computer" and live.position.legal_actions(seat.number):
                if seat.number == live.position.turn:
                    continue
                level, seed = self._brain(live, seat.number)
                view = live.position.view(seat.number)
                event = await self._thinkers.think(live.match.game.name, level, seed, view, True)
                if event is not None:
                    if await self._rest(live, live.moved + live.settings.pace):
                        await self._act(live, version, live.match.game.read_action(event, len(live.seats)))
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
            await self._act(live, version, legal[0])
        return True

    async def _sits_in(self, live: Live, turn: int) -> bool:
        """Let a computer player sit in for a person who is away, and note it; False if one already does, or
        if that person is not away."""
        if live.seats[turn].kind != "person" or not live.is_away(turn) or turn in live.sitting_in:
            return False
        await self._tables.change(live, partial(self._sit_in, live, turn))
        return True

    async def _sit_in(self, live: Live, turn: int) -> None:
        if live.is_away(turn) and turn not in live.sitting_in:
            await self._tables.note(live, "sit-in", turn)

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

    @staticmethod
    def _brain(live: Live, seat: int) -> tuple[str, int]:
        """The level and the seed of the computer player in a seat, or of the one that acts for its person."""
        sitter = live.match.header.seats[seat] if live.match.header.seats else {}
        level = live.seats[seat].level if live.seats[seat].kind == "computer" else COMPANION
        return level, int(sitter.get("seed", seat))

    # -- waiting -----------------------------------------------------------------------------------------
    async def _wait_for(self, live: Live, turn: int) -> None:
        """Wait for a person, until the table changes or it is time to look again."""
        self._miss(live, turn)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(live.changed.wait(), max(0.05, self._patience(live, turn)))

    def _miss(self, live: Live, turn: int) -> None:
        """Show that the person to act is not there."""
        if turn not in live.missed and live.missed_in(turn) <= 0:
            live.missed.add(turn)
            live.show()

    def _patience(self, live: Live, turn: int) -> float:
        """How long to wait for a person before looking again."""
        patience = min(MOST_WAIT, live.away_in(turn))
        if turn not in live.missed:
            patience = min(patience, live.missed_in(turn))
        if live.settings.move_seconds is not None:
            patience = min(patience, live.moved + live.settings.move_seconds - time.monotonic())
        return patience

    async def _rest(self, live: Live, until: float) -> bool:
        """Wait until a time; False as soon as the table has changed meanwhile: then look again."""
        seconds = until - time.monotonic()
        if seconds > 0 and not live.changed.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(live.changed.wait(), seconds)
        return not live.changed.is_set()
