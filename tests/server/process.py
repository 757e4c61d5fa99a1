"""A server in a process of its own that can be killed, and programs that play at its tables."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2

HEADERS = {"sec-fetch-site": "same-origin"}
_addresses = itertools.count()


def from_somewhere() -> str:
    """An address of this machine that few others use: posts are counted by address."""
    number = next(_addresses)
    return f"127.{1 + number // 250 % 250}.{number % 250 + 1}.1"


class Process:
    """A server process on one database; each start may have another port."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.url = ""
        self.starts = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "messdeck.cli", "serve", "--port", "0", "--lang", "en"]
        command += ["--workers", "0", "--pace", "0", "--database", str(self.database)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.url = line[line.index("http://") :].split()[0].rstrip("/")
        self.starts += 1

    def kill(self) -> None:
        """SIGKILL: nothing is told, nothing is finished."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


@contextmanager
def process(folder: Path) -> Iterator[Process]:
    server = Process(folder / "messdeck.db")
    try:
        server.start()
        yield server
    finally:
        server.kill()


@dataclass
class Player:
    """A program that holds one seat of a table, and remembers every answer that it got."""

    server: Process
    rng: Random
    game: str
    options: dict[str, Any]
    code: str = ""
    token: str = ""
    seat: int = -1
    version: int = -1
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    """The actions that were answered: they count."""
    in_doubt: dict[str, Any] | None = None
    """The action that was under way when the server was killed: it may count or not."""
    commitments: list[str] = field(default_factory=list)
    """The commitments that were shown, in order."""
    over: bool = False
    scores: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._client: httpx2.Client | None = None
        self._posts = 0

    def _ask(self, method: str, path: str, body: Any = None) -> httpx2.Response:
        """Ask, from an address that has not posted too often yet."""
        self._posts += method == "POST"
        if self._client is None or self._posts % 100 == 0:
            self.close()
            transport = httpx2.HTTPTransport(local_address=from_somewhere())
            self._client = httpx2.Client(transport=transport, timeout=20, headers=HEADERS)
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        url = f"{self.server.url}/api/v1/tables{path}"
        return self._client.request(method, url, json=body, headers=headers)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def open(self) -> None:
        """Open a table and sit down among computer players."""
        new = {"game": self.game, "options": self.options, "computers": [0, 1, 3], "level": "2", "pace": 0}
        self.code = self._ask("POST", "", new).json()["table"]
        joined = self._ask("POST", f"/{self.code}/join", {"name": "Program"}).json()
        self.token, self.seat = joined["token"], joined["seat"]

    def turn(self) -> bool:
        """Look, and act if it is this seat's turn; whether it was."""
        state = self.look()
        if state["view"]["turn"] != self.seat or self.over:
            return False
        action = self.rng.choice([action for action in state["legal"] if action["type"] != "concede"])
        self.in_doubt = action
        answer = self._ask("POST", f"/{self.code}/act", {"version": state["version"], "action": action})
        if answer.status_code == 200:
            self.acknowledged.append(action)
            self.seen(answer.json())
        else:
            assert answer.status_code in (409, 429), answer.text
        self.in_doubt = None
        return True

    def look(self) -> dict[str, Any]:
        answer = self._ask("GET", f"/{self.code}")
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        self.seen(state)
        return state

    def seen(self, state: dict[str, Any]) -> None:
        assert state["version"] >= self.version, "the table has gone back behind what was seen of it"
        self.version = state["version"]
        if state["commitment"] not in ("", *self.commitments[-1:]):
            self.commitments.append(state["commitment"])
        self.over = state["view"]["turn"] == -2
        self.scores = state["view"]["scores"]

    def settle(self, stored: list[dict[str, Any]]) -> None:
        """After a restart: the record has every acknowledged action of this seat, and at most the one that
        was in doubt besides."""
        mine = [event for event in stored if event.get("seat") == self.seat and event["type"] != "note"]
        done = len(self.acknowledged)
        assert mine[:done] == self.acknowledged, "an acknowledged action is gone"
        rest = mine[done:]
        assert rest in ([], [self.in_doubt]), f"{rest} was never done"
        self.acknowledged += rest
        self.in_doubt = None


def ready(server: Process, wait: float = 120.0) -> None:
    """Wait until a server answers."""
    end = time.monotonic() + wait
    while time.monotonic() < end:
        try:
            if httpx2.get(f"{server.url}/api/openapi.json", timeout=5).status_code == 200:
                return
        except httpx2.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")
