"""Computer players think in processes of their own and never block a request."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from messdeck.arena.pools import connect
from messdeck.bots.levels import SEARCHING, make_player
from messdeck.bots.preparing import is_prepared
from messdeck.core.actions import Action
from messdeck.core.position import Position, View
from messdeck.games.registry import GAMES, get_game
from messdeck.review.advice import Advice, advise
from messdeck.review.postmortem import Decision, by_solving, judged
from messdeck.server.warming import Warming, load_companions, settle_in

Answer = TypeVar("Answer")
LOCAL = "local"
"""Where computer players think: in processes of this machine."""


def think(game: str, level: str, seed: int, view: View, out_of_turn: bool) -> dict[str, Any] | None:
    """The action of a computer player as a record's event; runs in a process of the pool."""
    player = make_player(get_game(game), level, seed)
    action = player.out_of_turn(view) if out_of_turn else player.choose(view)
    return None if action is None else action.to_json()


def judge(position: Position, action: Action, number: int) -> Decision:
    """A decision judged; runs in a process of the pool."""
    return judged(position, action, number, by_solving(position.game))


class Thinkers:
    """The pool. With no workers computer players think in the server's own process (for tests), with the
    address of a Ray cluster on that."""

    def __init__(self, workers: int = 1, cluster: str = LOCAL) -> None:
        """Start `workers` processes when first needed, or connect to the cluster now. Errors: BadText."""
        self._pool: ProcessPoolExecutor | None = None
        self._workers = workers
        self._context = multiprocessing.get_context("spawn")
        self._warming: Warming | None = None
        self._loading: asyncio.Task[None] | None = None
        self._ray = None if cluster == LOCAL else connect(cluster)

    def get_ready(self) -> None:
        """Compile in the background what players that search need; who wants to search meanwhile waits."""
        if self._workers == 0 or self._ray is not None:
            return
        if not all(is_prepared(get_game(game)) for game in GAMES):
            self._warming = Warming(self._context)
        self._loading = asyncio.create_task(self._load())

    async def _load(self) -> None:
        """Let every process of the pool load what is compiled."""
        for game in GAMES:
            await self._ready(game)
        await asyncio.gather(*(self._ask(load_companions) for _ in range(self._workers)))

    async def _ready(self, game: str) -> None:
        if self._warming is not None:
            await self._warming.ready(game)

    async def think(
        self, game: str, level: str, seed: int, view: View, out_of_turn: bool = False
    ) -> dict[str, Any] | None:
        """Let a computer player choose from a view."""
        if level in SEARCHING and not out_of_turn:
            await self._ready(game)
        return await self._ask(think, game, level, seed, view, out_of_turn)

    async def advise(self, view: View) -> Advice:
        """A hint for the seat of a view. Errors: BadText when it is not to act."""
        await self._ready(view.game.name)
        return await self._ask(advise, view)

    async def judge(self, position: Position, action: Action, number: int) -> Decision:
        """One decision of a finished game judged: short enough to let others think in between."""
        await self._ready(position.game.name)
        return await self._ask(judge, position, action, number)

    async def _ask(self, work: Callable[..., Answer], *given: Any) -> Answer:
        if self._ray is not None:
            answer: Answer = await self._ray.remote(work).remote(*given)
            return answer
        if self._workers == 0:
            return work(*given)
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, mp_context=self._context, initializer=settle_in)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, work, *given)

    async def close(self) -> None:
        """Stop the processes, each when it has done what it is at."""
        if self._ray is not None:
            self._ray.shutdown()
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)
        if self._warming is not None:
            await self._warming.close()
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)
