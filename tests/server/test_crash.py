"""kill -9 at random moments: what was acknowledged is there afterwards, nothing else is, and games finish."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from messdeck.core.fairness import verify
from messdeck.core.record import replay
from messdeck.games.registry import get_game
from tests.server.process import Player, Process, process, ready

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("voormsi", {"target": 5, "overshoot": "win"}),
    ("noms", {"target": 10}),
]


def stored(database: Path) -> dict[str, list[dict[str, Any]]]:
    """The events of all tables, as the database of a killed server has them."""
    tables: dict[str, list[dict[str, Any]]] = {}
    connection = sqlite3.connect(database)
    try:
        query = (
            'select tables.code, line from tables left join events on events."table" = code order by number'
        )
        for code, line in connection.execute(query):
            tables.setdefault(code, []).extend([json.loads(line)] if line else [])
    finally:
        connection.close()
    return tables


def shown(database: Path) -> dict[tuple[str, int], str]:
    """The openings of the deals that were promised; what was promised stays promised."""
    connection = sqlite3.connect(database)
    try:
        rows = connection.execute('select "table", deal, opening from openings').fetchall()
    finally:
        connection.close()
    return {(code, deal): opening for code, deal, opening in rows}


def play(player: Player, stop: threading.Event) -> None:
    """Play on until the game is over or the server is gone."""
    try:
        if not player.token:
            player.open()
        while not player.over and not stop.is_set():
            if not player.turn():
                time.sleep(0.01)
    except (httpx2.TransportError, httpx2.StreamError):
        pass
    finally:
        player.close()


def round_of(server: Process, players: list[Player], seconds: float) -> list[BaseException]:
    """Let everybody play for a while, and then kill the server in the midst of it."""
    stop = threading.Event()
    failures: list[BaseException] = []

    def run(player: Player) -> None:
        try:
            play(player, stop)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(player,)) for player in players if not player.over]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end and any(thread.is_alive() for thread in threads):
        time.sleep(0.005)
    server.kill()
    stop.set()
    for thread in threads:
        thread.join(30)
    return failures


def play_all(folder: Path, games: int, at_once: int, seed: int, longest: float = 1.5) -> int:
    """Play so many games with a kill every now and then; how many kills there were."""
    rng = Random(seed)
    with process(folder) as server:
        waiting = [
            Player(server, Random(f"{seed} {n}"), game, options)
            for n, (game, options) in enumerate(GAMES[n % len(GAMES)] for n in range(games))
        ]
        playing: list[Player] = []
        finished: list[Player] = []
        promised: dict[tuple[str, int], str] = {}
        while waiting or playing:
            while waiting and len(playing) < at_once:
                playing.append(waiting.pop())
            ready(server)
            failures = round_of(server, playing, rng.uniform(0.2, longest))
            assert not failures, failures
            tables, openings = stored(server.database), shown(server.database)
            for player in playing:
                if player.token:
                    player.settle(tables[player.code])
                else:  # killed before it was seated: it takes another table
                    player.code = ""
            for key, opening in promised.items():
                assert openings[key] == opening, "a promise was changed"
            promised = openings
            finished += [player for player in playing if player.over]
            playing = [player for player in playing if not player.over]
            server.start()
        ready(server)
        for player in finished:
            check_finished(server, player)
        return server.starts - 1


def check_finished(server: Process, player: Player) -> None:
    """The record of a finished game is legal, its deals are those that were promised, and the scores those
    that the player saw."""
    answer = httpx2.get(f"{server.url}/g/{player.code}/record.mdk.jsonl", timeout=20)
    assert answer.status_code == 200
    record = replay(answer.text.splitlines(), get_game)
    assert list(record.position.scores) == player.scores
    dealt = [step.event["commitment"] for step in record.steps if step.event["type"] == "deal"]
    assert [one for one in dealt if one in player.commitments] == player.commitments
    checked = verify(record)
    assert checked.deals
    assert not checked.failures


def test_a_killed_server_goes_on(tmp_path: Path) -> None:
    assert play_all(tmp_path, games=4, at_once=4, seed=1, longest=3) >= 2


@pytest.mark.slow
def test_two_hundred_games(tmp_path: Path) -> None:
    assert play_all(tmp_path, games=200, at_once=25, seed=2, longest=4) >= 15
