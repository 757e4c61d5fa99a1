"""A stream that broke off goes on where it was: nothing is missing, and nothing comes twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.house import House, Visitor

STREAMS = ["/t/{code}/stream", "/api/v1/tables/{code}/events"]


class Watcher:
    """Somebody with a seat who watches one kind of stream."""

    def __init__(self, house: House, path: str) -> None:
        self.house = house
        self.people = [house.visitor() for _ in range(4)]
        self.code = house.table_of(self.people, "voormsi", {})
        self.path = path.format(code=self.code)
        house.deal(self.code)

    @property
    def me(self) -> Visitor:
        return self.people[0]

    def frames(
        self, n: int, last: str | None = None, wait: float = 5, then: Callable[[], Any] | None = None
    ) -> list[dict[str, str]]:
        """The next frames after the one that was seen last."""
        headers = {**self.me.bearer, "cookie": f"messdeck={self.me.token}"}
        if last is not None:
            headers["last-event-id"] = last
        found: list[dict[str, str]] = self.house.call(self.house._frames, self.path, headers, n, wait, then)
        return found

    async def play(self) -> None:
        """Whoever is to act does something."""
        live = self.house.desk.tables[self.code]
        turn = live.position.turn
        await self.house.desk.act(live, live.version, live.position.legal_actions(turn)[0])

    def plays(self) -> None:
        self.house.call(self.play)


@pytest.fixture(params=STREAMS, ids=["page", "api"])
def watcher(house: House, request: pytest.FixtureRequest) -> Watcher:
    return Watcher(house, request.param)


def test_nothing_comes_twice(watcher: Watcher) -> None:
    seen = watcher.frames(1)[0]["id"]
    assert watcher.frames(1, seen, wait=0.3) == []


def test_nothing_is_missing(watcher: Watcher) -> None:
    seen = watcher.frames(1)[0]["id"]
    watcher.plays()
    watcher.plays()
    resumed = watcher.frames(2, seen, wait=0.5)
    assert len(resumed) == 1  # each frame is whole: the newest has all that was missed
    assert resumed == watcher.frames(1)
    assert resumed[0]["id"] != seen


def test_a_stream_that_was_resumed_goes_on(watcher: Watcher) -> None:
    seen = watcher.frames(1)[0]["id"]
    later = watcher.frames(1, seen, then=watcher.play)
    assert len(later) == 1
    assert later[0]["id"] != seen
    assert later == watcher.frames(1)


def test_every_change_comes_once_and_in_order(watcher: Watcher) -> None:
    async def three() -> None:
        for _ in range(3):
            await watcher.play()
            await asyncio.sleep(0.1)

    frames = watcher.frames(4, then=three)
    marks = [frame["id"] for frame in frames]
    assert len(set(marks)) == 4
    versions = [int(mark.partition("-")[0]) for mark in marks]
    assert versions == list(range(versions[0], versions[0] + 4))


@pytest.mark.parametrize("last", ["", "0", "7-abc", "x" * 5000, "-1"])
def test_an_id_that_was_never_given_brings_the_table_as_it_is(watcher: Watcher, last: str) -> None:
    assert watcher.frames(1, last) == watcher.frames(1)
