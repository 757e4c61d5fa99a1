"""Reviews of finished games, made one decision at a time while computer players go on thinking in between."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from messdeck.core.record import Record
from messdeck.review.postmortem import Decision, chosen_by, is_decision
from messdeck.server.thinking import Thinkers

MOST_KEPT = 200
"""Reviews in memory; the oldest is let go, and made again when somebody asks."""
log = logging.getLogger("messdeck.server")


@dataclass
class Reviewed:
    """A review under way or done: decisions by the number of the move, counted from 0."""

    moves: int
    decisions: dict[int, Decision] = field(default_factory=dict)
    looked_at: int = 0

    @property
    def is_done(self) -> bool:
        """Whether every move has been looked at."""
        return self.looked_at == self.moves

    def of(self, seat: int) -> list[Decision]:
        """The decisions of a seat that left a choice."""
        return chosen_by(seat, self.decisions.values())


class Reviews:
    """The reviews of one server process."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Let these judge."""
        self._thinkers = thinkers
        self._kept: dict[str, Reviewed] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Semaphore(1)

    def find(self, code: str) -> Reviewed | None:
        """The review of a game, if somebody asked for one."""
        return self._kept.get(code)

    def begin(self, code: str, record: Record) -> None:
        """Review a finished game, unless that was asked for before."""
        if code in self._kept:
            return
        while len(self._kept) >= MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        kept = self._kept[code] = Reviewed(sum(1 for _ in record.moves()))
        task = asyncio.create_task(self._make(code, kept, record))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _make(self, code: str, kept: Reviewed, record: Record) -> None:
        try:
            async with self._one_by_one:
                for number, (before, action, _) in enumerate(record.moves()):
                    if is_decision(before, action):
                        kept.decisions[number] = await self._thinkers.judge(before, action, number)
                    kept.looked_at = number + 1
                    await asyncio.sleep(0)
        except Exception:
            self._kept.pop(code, None)
            log.exception("a review broke off")

    async def close(self) -> None:
        """Break off what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
