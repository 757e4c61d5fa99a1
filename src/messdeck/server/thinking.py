"""Computer players think in processes of their own and never block a request."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from messdeck.bots.levels import make_player
from messdeck.core.position import View
from messdeck.games.registry import get_game


def think(game: str, level: str, seed: int, view: View, out_of_turn: bool) -> dict[str, Any] | None:
    """The action of a computer player as a record's event; runs in a process of the pool."""
    player = make_player(get_game(game), level, seed)
    action = player.out_of_turn(view) if out_of_turn else player.choose(view)
    return None if action is None else action.to_json()


class Thinkers:
    """The pool. With no workers computer players think in the server's own process (for tests)."""

    def __init__(self, workers: int = 1) -> None:
        """Start `workers` processes when first needed."""
        self._pool: ProcessPoolExecutor | None = None
        self._workers = workers

    async def think(
        self, game: str, level: str, seed: int, view: View, out_of_turn: bool = False
    ) -> dict[str, Any] | None:
        """Let a computer player choose from a view."""
        if self._workers == 0:
            return think(game, level, seed, view, out_of_turn)
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, think, game, level, seed, view, out_of_turn)

    def close(self) -> None:
        """Stop the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
