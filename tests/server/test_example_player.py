"""The example client of docs/api.md plays whole rubbers against a real server process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_player.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on a free port."""
    database = tmp_path_factory.mktemp("server") / "messdeck.db"
    command = [sys.executable, "-m", "messdeck.cli", "serve", "--port", "0", "--lang", "en"]
    with subprocess.Popen(
        [*command, "--database", str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            yield line[line.index("http://") :].split()[0].rstrip("/")
        finally:
            process.terminate()


def run(*arguments: str) -> str:
    command = [sys.executable, "-W", "error", str(EXAMPLE), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def call(url: str, body: object = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"}), timeout=30) as answer:
        read: dict[str, object] = json.load(answer)
        return read


def test_it_opens_a_table_and_plays_a_rubber(server: str) -> None:
    assert run(server).startswith("over: [")


@pytest.mark.parametrize("game", ["voormsi", "noms"])
def test_it_takes_a_seat_by_code(server: str, game: str) -> None:
    new = {"game": game, "options": {"target": 5}, "computers": [0, 1, 3], "pace": 0}
    code = call(f"{server}/api/v1/tables", new)["table"]
    assert run(server, str(code)).startswith("over: [")
    state = call(f"{server}/api/v1/tables/{code}")
    assert state["view"]["turn"] == -2  # type: ignore[index]
    assert state["names"][2] == "Example"  # type: ignore[index]


def test_it_is_as_short_as_promised() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 60
