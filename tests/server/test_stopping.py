"""A server that is told to stop, or killed, leaves nothing behind: no process, no complaint."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc"),
]
PATIENCE = 240.0
"""Seconds in which a slow machine has compiled what it has not in its cache."""


class Server:
    """A server with real processes to think in."""

    def __init__(self, folder: Path, workers: int, **environment: str) -> None:
        command = [
            sys.executable,
            "-W",
            "error",
            "-m",
            "messdeck.cli",
            "serve",
            "--port",
            "0",
            "--lang",
            "en",
        ]
        command += ["--workers", str(workers), "--pace", "0", "--database", str(folder / "messdeck.db")]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.url = line[line.index("http://") :].split()[0].rstrip("/")

    def ask(self, path: str, body: object = None) -> dict[str, object]:
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/api/v1/tables{path}", data, {"Content-Type": "application/json"})
        with urlopen(request, timeout=30) as answer:
            read: dict[str, object] = json.load(answer)
            return read

    def is_up(self) -> bool:
        try:
            with urlopen(f"{self.url}/api/openapi.json", timeout=30):
                return True
        except URLError:
            return False

    def others(self) -> list[int]:
        """The server's own processes that live, it itself not counted: they are of one session."""
        return [pid for pid in processes_of(self.process.pid) if pid != self.process.pid]

    def stop(self, number: int) -> tuple[int, str]:
        """Send a signal; the exit code, and what was said on standard error."""
        self.process.send_signal(number)
        _, told = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, told


def processes_of(session: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = stat.read_text("utf-8").rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(of) == session and state != "Z":
            found.append(int(stat.parent.name))
    return found


def wait_until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    made: list[Server] = []

    def serve(workers: int, **environment: str) -> Server:
        made.append(Server(tmp_path, workers, **environment))
        wait_until(made[-1].is_up)
        return made[-1]

    yield serve
    for server in made:
        for pid in processes_of(server.process.pid):
            os.kill(pid, signal.SIGKILL)
        server.process.communicate()


Serve = Callable[..., Server]


def searched(server: Server) -> None:
    """Let players of level 3 think about a trick."""
    new = {"game": "voormsi", "computers": [0, 1, 2, 3], "level": "3", "pace": 0}
    code = server.ask("", new)["table"]

    def has_played() -> bool:
        view = server.ask(f"/{code}")["view"]
        assert isinstance(view, dict)
        return len(view["plays"]) > 3 or any(view["scores"])

    wait_until(has_played)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_that_is_told_to_stop(servers: Serve, workers: int) -> None:
    server = servers(workers)
    searched(server)
    assert len(server.others()) >= workers
    assert server.stop(signal.SIGTERM) == (0, "")
    wait_until(lambda: not server.others())


def test_a_server_that_is_told_to_stop_while_it_compiles(servers: Serve, tmp_path: Path) -> None:
    server = servers(1, MESSDECK_CACHE=str(tmp_path / "cache"))
    wait_until(lambda: any((tmp_path / "cache").glob("twins/*/*.py")))
    assert server.stop(signal.SIGTERM) == (0, "")
    wait_until(lambda: not server.others())


@pytest.mark.parametrize("cached", [True, False])
def test_a_server_that_is_killed_takes_its_processes_with_it(
    servers: Serve, tmp_path: Path, cached: bool
) -> None:
    if cached:
        server = servers(1)
        searched(server)
    else:
        server = servers(1, MESSDECK_CACHE=str(tmp_path / "cache"))
        wait_until(lambda: any((tmp_path / "cache").glob("twins/*/*.py")))
    assert server.others()
    server.process.kill()
    server.process.wait(PATIENCE)
    wait_until(lambda: not server.others())
