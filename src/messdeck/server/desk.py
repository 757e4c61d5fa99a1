"""The desk: all tables of one server process with what is done at them."""

from __future__ import annotations

import asyncio

from messdeck.server.dealing import Dealing
from messdeck.server.keeping import Keeper
from messdeck.server.live import Live
from messdeck.server.seating import Seating
from messdeck.server.store import Store
from messdeck.server.tables import Tables
from messdeck.server.taking_back import TakingBack
from messdeck.server.thinking import Thinkers

TIDY = 60.0
"""Every so many seconds tables that nobody needs in memory are let go."""


class Desk(Tables):
    """Tables, the people at them, taking back, deals, and what keeps them going."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        """Take the store and the computer players."""
        super().__init__(store)
        self.thinkers = thinkers
        self.seating = Seating(self)
        self.taking_back = TakingBack(self)
        self.dealing = Dealing(self)
        self.keeper = Keeper(self, self.dealing, thinkers)
        self.closing = False
        self._tidying: asyncio.Task[None] | None = None

    def keep_going(self, live: Live) -> None:
        """See to it that a full table is kept going."""
        self.keeper.start(live)

    async def take_up(self) -> None:
        """After a restart, go on with every game under way."""
        for code in await self.store.unfinished():
            await self.get(code)
        self._tidying = asyncio.create_task(self._tidy())

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            self.let_go()

    def end_streams(self) -> None:
        """Let every stream come to its end: the server is about to stop."""
        self.closing = True
        for live in self.tables.values():
            live.show()

    async def close(self) -> None:
        """Stop every table's task; nothing is lost, the store has it all."""
        self.end_streams()
        tasks = [live.task for live in self.tables.values() if live.task]
        if self._tidying is not None:
            tasks.append(self._tidying)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.changes_done()
        await self.thinkers.close()
