"""Computer players that search need compiled loops: a process of its own compiles them when the server
starts, so that those in which computer players think have only to load them, and nobody else waits."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext

from messdeck.bots.levels import COMPANION, SEARCHING
from messdeck.bots.preparing import prepare
from messdeck.games.registry import GAMES, get_game


def settle_in() -> None:
    """What a process of the server does first: Ctrl-C in a terminal reaches every process, but the server is
    told and stops its processes itself; a server that was killed outright takes them with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, name="watch", daemon=True).start()


def _outlive_nobody() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def load_companions() -> None:
    """Load what the computer players need that sit down unasked; runs in a process of the pool."""
    for name in GAMES:
        prepare(get_game(name), COMPANION)


def _compile_all(done: Connection) -> None:
    """Compile for every level, the one that most people meet first; tell which is done."""
    settle_in()
    if hasattr(os, "nice"):
        os.nice(5)
    for level in sorted(SEARCHING, key=lambda level: level != COMPANION):
        for name in GAMES:
            prepare(get_game(name), level)
            done.send((name, level))


class Warming:
    """The process that compiles. Make it in the event loop."""

    def __init__(self, context: SpawnContext) -> None:
        """Start it."""
        self._ready = {name: asyncio.Event() for name in GAMES}
        self._told, done = context.Pipe(duplex=False)
        self._process = context.Process(target=_compile_all, args=(done,), daemon=True)
        self._process.start()
        done.close()
        self._listening = asyncio.create_task(self._listen())

    async def ready(self, game: str) -> None:
        """Wait until the loops of a game are compiled."""
        await self._ready[game].wait()

    async def _listen(self) -> None:
        """Take down what is done, to the end; what was not compiled then is compiled when it is needed."""
        try:
            while True:
                name, level = await asyncio.to_thread(self._told.recv)
                if level == COMPANION:
                    self._ready[name].set()
        except EOFError:
            pass
        finally:
            for event in self._ready.values():
                event.set()
            await asyncio.to_thread(self._process.join)

    async def close(self) -> None:
        """Stop it, whatever it is at: what it has put into the cache is whole."""
        self._process.terminate()
        await self._listening
        self._told.close()
        self._process.close()
