"""A server in this process, and people with browsers and programs who come to it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from fastapi import FastAPI
from sqlalchemy import delete, insert, update
from starlette.testclient import TestClient

from messdeck.core.actions import TABLE, Action
from messdeck.core.position import Position
from messdeck.core.record import Record, replay, to_line
from messdeck.games.registry import get_game
from messdeck.server.app import create_app
from messdeck.server.desk import Desk
from messdeck.server.live import Live, TableSettings
from messdeck.server.seating import computer_seat, person_seat
from messdeck.server.settings import Settings
from messdeck.server.store import EventRow, Store, TableRow

SAME_SITE = {"sec-fetch-site": "same-origin", "accept-encoding": "identity"}
QUICK: dict[str, Any] = {
    "workers": 0,
    "pace": 0.0,
    "deal_rest": 0.0,
    "grace": 1e6,  # a slow machine is nobody who is gone
    "posts_per_minute": 10**6,
    "new_tables_per_hour": 10**6,
}


class Visitor(TestClient):
    """Somebody with a browser: cookies of their own, and the token that the cookie is."""

    @property
    def token(self) -> str:
        if not self.cookies.get("messdeck"):
            self.get("/lobby")
        return str(self.cookies["messdeck"])

    @property
    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def state(self, code: str) -> dict[str, Any]:
        answer = self.get(f"/api/v1/tables/{code}", headers=self.bearer)
        assert answer.status_code == 200, answer.text
        read: dict[str, Any] = answer.json()
        return read


class House:
    """The server."""

    def __init__(self, app: FastAPI, first: TestClient) -> None:
        self.app = app
        self.first = first

    @property
    def desk(self) -> Desk:
        desk: Desk = self.app.state.house.desk
        return desk

    @property
    def store(self) -> Store:
        return self.desk.store

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call something, or await it, in the server's own event loop."""

        async def run() -> Any:
            found = function(*args)
            return await found if asyncio.iscoroutine(found) else found

        assert self.first.portal is not None
        return self.first.portal.call(run)

    @property
    def routes(self) -> list[tuple[str, str]]:
        """Method and path of everything that the server answers to, files aside."""
        routers = [getattr(one, "original_router", None) for one in self.app.routes]
        routes = [route for router in routers if router is not None for route in router.routes]
        return sorted((method, route.path) for route in routes for method in route.methods)

    def visitor(self, **headers: str) -> Visitor:
        visitor = Visitor(self.app, headers={**SAME_SITE, **headers}, follow_redirects=False)
        visitor.portal = self.first.portal
        return visitor

    def live(self, code: str) -> Live:
        live: Live = self.call(self.desk.get, code)
        return live

    def events(self, code: str) -> tuple[int, tuple[str, ...]]:
        """The version and the events of a table as stored."""
        stored = self.call(self.store.load, code)
        return stored.version, stored.events

    def open(self, visitor: Visitor, game: str, **form: Any) -> str:
        """Open a table by the form: the visitor in seat 0 and computer players, unless told otherwise."""
        seats = {"seat0": "me", **{f"seat{n}": "2" for n in (1, 2, 3)}}
        answer = visitor.post("/open", data={"game": game, "pace": "0", **seats, **form})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).rpartition("/")[2]

    def table_of(
        self, people: Sequence[Visitor | None], game: str, options: dict[str, Any], **settings: Any
    ) -> str:
        """A table with people and computer players (None), that nobody keeps going but `step`."""
        rules = get_game(game).rules.create(len(people), options)
        signer = self.app.state.house.signer
        seats = [
            computer_seat(n, "2") if person is None else person_seat(n, signer.read(person.token), f"P{n}")
            for n, person in enumerate(people)
        ]
        quiet = TableSettings(**{"pace": 0, "trick_rest": 0, "deal_rest": 0, "grace": 10**6, **settings})

        async def opened() -> str:
            live = await self.desk.open(get_game(game), rules, seats, quiet)
            assert live.task is not None
            live.task.cancel()
            return live.code

        code: str = self.call(opened)
        return code

    def deal(self, code: str) -> int:
        """Deal, if that is due; whose turn it is then."""
        while self.live(code).position.turn == TABLE:
            self.step(code)
        return self.live(code).position.turn

    def step(self, code: str) -> None:
        """One step of a table that `table_of` made: what the table itself would do next."""
        live = self.live(code)
        live.changed.clear()
        self.call(self.desk.keeper.step, live)

    def play_out(self, code: str, people: Sequence[Visitor], rng: Random) -> list[dict[str, Any]]:
        """Play a table that `table_of` made to its end by the API, at random; the actions as they were
        answered, deals left out."""
        done = []
        while not self.live(code).position.is_over:
            person = people[self.deal(code)]
            state = person.state(code)
            action = rng.choice([action for action in state["legal"] if action["type"] != "concede"])
            act = {"version": state["version"], "action": action}
            answer = person.post(f"/api/v1/tables/{code}/act", json=act, headers=person.bearer)
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] > state["version"]
            done.append(action)
        return done

    def put(self, code: str, version: int, events: list[dict[str, Any]]) -> Record:
        """Have other events in the store and in memory, as if the game had gone so."""
        live = self.live(code)
        rows = [{"table": code, "number": n, "line": to_line(event)} for n, event in enumerate(events, 1)]

        async def change() -> Record:
            async with self.store.engine.begin() as connection:
                await connection.execute(delete(EventRow).where(EventRow.table == code))
                if rows:
                    await connection.execute(insert(EventRow), rows)
                await connection.execute(
                    update(TableRow).where(TableRow.code == code).values(version=version)
                )
            stored = await self.store.load(code)
            assert stored is not None
            record = replay([json.dumps(stored.header), *stored.events], get_game)
            live.renew(stored, record)
            return record

        record: Record = self.call(change)
        return record

    def set(self, code: str, events: list[dict[str, Any]]) -> Live:
        """Have these events in the store and in memory, at the next version."""
        self.put(code, self.live(code).version + 1, events)
        return self.live(code)

    def frames(
        self, path: str, headers: dict[str, str], n: int = 1, wait: float = 5.0
    ) -> list[dict[str, str]]:
        """The first n events of a stream; fewer if no more come in time."""
        found: list[dict[str, str]] = self.call(self._frames, path, headers, n, wait, None)
        return found

    async def _frames(
        self, path: str, headers: dict[str, str], n: int, wait: float, then: Callable[[], Any] | None
    ) -> list[dict[str, str]]:
        text, gone = "", asyncio.Event()
        status = 0

        async def receive() -> dict[str, Any]:
            if not asked:
                asked.append(True)
                return {"type": "http.request", "body": b"", "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            nonlocal text, status
            if message["type"] == "http.response.start":
                status = message["status"]
            text += message.get("body", b"").decode()
            if len(events_of(text)) >= n:
                gone.set()

        asked: list[bool] = []
        bare, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": bare,
            "raw_path": bare.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(key.lower().encode(), value.encode()) for key, value in headers.items()],
            "client": ("127.0.0.1", 9),
            "server": ("testserver", 80),
            "state": {},
        }
        task = asyncio.create_task(self.app(scope, receive, send))
        if then is not None:
            await asyncio.sleep(0.05)
            done = then()
            if asyncio.iscoroutine(done):
                await done
        waiting = asyncio.create_task(gone.wait())
        await asyncio.wait([task, waiting], timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        gone.set()
        await asyncio.wait([task], timeout=5)
        task.cancel()
        await asyncio.gather(task, waiting, return_exceptions=True)
        assert status == 200, (status, text)
        return events_of(text)


def events_of(text: str) -> list[dict[str, str]]:
    """The whole events of a stream's text; comments are left out."""
    found = []
    for block in re.split(r"\r?\n\r?\n", text)[:-1]:
        event: dict[str, str] = {}
        for line in block.splitlines():
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name:
                event[name] = f"{event[name]}\n{value}" if name in event else value
        if event:
            found.append(event)
    return found


@dataclass(frozen=True)
class Moment:
    """An action of a game played at random, and the events up to it (and with it)."""

    before: Position
    action: Action
    after: Position
    events: list[dict[str, Any]]


def at_random(game: str, players: int, options: dict[str, Any], seed: str) -> Iterator[Moment]:
    """A game in which everybody does anything legal."""
    chosen, rng = get_game(game), Random(seed)
    position: Position = chosen.start(chosen.rules.create(players, options))
    events: list[dict[str, Any]] = []
    while not position.is_over:
        dealt = position.turn == TABLE
        action = position.draw_deal(rng) if dealt else rng.choice(position.legal_actions())
        before, position = position, position.play(action)
        events = [*events, action.to_json()]
        yield Moment(before, action, position, events)


@dataclass(frozen=True)
class Answer:
    """All that somebody gets to see of an answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def answer_of(response: Any) -> Answer:
    """An answer without what the clock puts into it."""
    return Answer(response.status_code, tuple(response.headers.multi_items()), response.content)


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[House]:
    """A server on a database in a folder."""
    url = f"sqlite+aiosqlite:///{folder / 'messdeck.db'}"
    app = create_app(Settings(database=url, **{**QUICK, **settings}))
    with TestClient(app, headers=SAME_SITE, follow_redirects=False) as first:
        yield House(app, first)
