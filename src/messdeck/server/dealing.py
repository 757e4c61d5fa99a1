"""Fair deals: a promise before each, entropy from who wants to give some, and the openings at the end."""

from __future__ import annotations

import json
import secrets
from functools import partial
from random import SystemRandom

from messdeck.core.actions import TABLE
from messdeck.core.errors import BadText
from messdeck.core.fairness import Opening, opening_notes
from messdeck.core.record import to_line
from messdeck.server.live import Live, Promise
from messdeck.server.tables import Tables

MOST_ENTROPY = 4
"""How often a seat may give entropy for one deal."""


class Dealing:
    """Promises and deals."""

    def __init__(self, tables: Tables) -> None:
        """At these tables."""
        self._tables = tables
        self._chance = SystemRandom()

    async def promise(self, live: Live) -> None:
        """Commit to the deal that is due, unless that was done."""
        await self._tables.change(live, partial(self._promise, live))

    async def _promise(self, live: Live) -> None:
        """An opening kept before a restart is the one that was promised."""
        number = live.deals + 1
        if live.position.turn != TABLE or (live.promise and live.promise.number == number):
            return
        game = live.match.game
        kept = (await self._tables.store.openings(live.code)).get(number)
        if kept is not None:
            opening = Opening.read(json.loads(kept), game, len(live.seats))
        else:
            opening = Opening.draw(live.position, self._chance, secrets.token_hex(32))
            await self._tables.store.keep_opening(live.code, number, json.dumps(opening.to_json()))
        commitment = opening.commitment(game.name, live.code, number)
        live.promise = Promise(number, opening, commitment)
        live.show()

    async def give_entropy(self, live: Live, seat: int, text: str) -> None:
        """A player's entropy for the deal due, after its commitment was published. Errors: BadText."""
        await self._tables.change(live, partial(self._mix_in, live, seat, text))

    async def _mix_in(self, live: Live, seat: int, text: str) -> None:
        promise, mark = live.promise, f"{seat}:"
        given = promise.opening.entropy if promise else ()
        if promise is None or sum(one.startswith(mark) for one in given) >= MOST_ENTROPY:
            raise BadText.of("R8.2", "bad.entropy")
        opening = promise.opening.with_entropy(mark + text[:64])
        await self._tables.store.keep_opening(live.code, promise.number, json.dumps(opening.to_json()))
        promise.opening = opening

    async def deal(self, live: Live) -> None:
        """Deal as promised."""
        await self._tables.change(live, partial(self._deal, live))

    async def _deal(self, live: Live) -> None:
        promise = live.promise
        if live.position.turn != TABLE or promise is None or promise.number != live.deals + 1:
            return
        deal = promise.opening.deal(live.position, promise.commitment)
        await self._tables.do(live, deal, commitment=promise.commitment)
        live.promise = None
        live.show()

    async def full_lines(self, live: Live) -> list[str]:
        """The whole record of a finished game, the openings of its deals as notes at its end."""
        kept = await self._tables.store.openings(live.code)
        players = len(live.seats)
        openings = {
            number: Opening.read(json.loads(text), live.match.game, players)
            for number, text in kept.items()
            if number <= live.deals
        }
        notes = opening_notes(live.position, openings)
        return [*live.match.lines(), *(to_line({"type": "note", **note}) for note in notes)]
