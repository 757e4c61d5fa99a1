"""The page of a finished game: any moment of it, its record, the promises of its deals, and playing on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from messdeck.core.actions import Deal
from messdeck.core.record import Record, replay
from messdeck.games.registry import get_game
from tests.cli.command import run
from tests.server.house import House, Visitor, serving

SHORT: dict[str, dict[str, Any]] = {"voormsi": {"target": 5, "overshoot": "win"}, "noms": {"target": 10}}


@dataclass
class Game:
    """A game that four people have finished."""

    house: House
    people: list[Visitor]
    code: str

    @property
    def page(self) -> str:
        return f"/g/{self.code}"

    @property
    def record(self) -> Record:
        lines = self.people[0].get(f"{self.page}/record.mdk.jsonl").text.splitlines()
        return replay(lines, get_game)


@pytest.fixture(scope="module", params=list(SHORT))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with serving(tmp_path_factory.mktemp("records")) as house:
        people = [house.visitor() for _ in range(4)]
        code = house.table_of(people, request.param, SHORT[request.param])
        house.play_out(code, people, Random(f"record {request.param}"))
        yield Game(house, people, code)


def hands(page: str) -> list[set[str]]:
    """The cards of each hand that a record page draws."""
    block = page.partition('<div class="hands">')[2].partition("</div>")[0]
    return [set(re.findall(r"#(\w\w)\"", hand)) for hand in block.split("<section>")[1:]]


def test_all_hands_are_open_at_every_moment(game: Game) -> None:
    moves = list(game.record.moves())
    stranger = game.house.visitor()
    for at in [*range(1, 12), len(moves) // 2, len(moves) - 1]:
        position = moves[at - 1][2]
        shown = hands(stranger.get(f"{game.page}?n={at}").text)
        held = [set(position.view(seat).hand) for seat in range(4)]
        assert shown == (held if any(held) else [])


def test_moments_before_the_first_and_after_the_last(game: Game) -> None:
    last = len(list(game.record.moves()))

    def at(n: str) -> str:
        page = game.people[0].get(game.page + n)
        assert page.status_code == 200
        found = re.search(r'name="n" min="0" max="(\d+)" value="(\d+)"', page.text)
        assert found is not None
        assert found[1] == str(last)
        return found[2]

    assert [at(""), at(f"?n={last + 5}"), at(f"?n={10**30}")] == [str(last)] * 3
    assert [at("?n=0"), at("?n=-3")] == ["0", "0"]
    assert game.people[0].get(f"{game.page}?n=x").status_code == 422


def test_the_download_is_the_store_and_the_openings(game: Game) -> None:
    answer = game.people[0].get(f"{game.page}/record.mdk.jsonl")
    assert answer.headers["content-disposition"].startswith("attachment")
    lines = answer.text.splitlines()
    stored = game.house.call(game.house.store.load, game.code)
    assert json.loads(lines[0]) == stored.header
    events = len(stored.events)
    assert tuple(lines[1 : events + 1]) == stored.events
    openings = [json.loads(line) for line in lines[events + 1 :]]
    deals = sum(isinstance(action, Deal) for _, action, _ in game.record.moves())
    assert [(one["kind"], one["deal"]) for one in openings] == [("opening", n + 1) for n in range(deals)]


def test_its_deals_are_verified_offline(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "game.mdk.jsonl"
    text = game.people[0].get(f"{game.page}/record.mdk.jsonl").text
    file.write_text(text, encoding="utf-8")
    deals = text.count('"type": "deal"')
    assert deals
    assert verified(file) == (0, {"deals": deals, "verified": deals})
    opening = json.loads(text.splitlines()[-1])
    nonce = opening["nonce"]
    file.write_text(text.replace(nonce, ("1" if nonce[0] == "0" else "0") + nonce[1:]), encoding="utf-8")
    assert verified(file) == (1, {"deals": deals, "verified": deals - 1})


def verified(file: Path) -> tuple[int, Any]:
    """The exit code of `messdeck verify --json`, and what it prints."""
    done = run("verify", file, "--json")
    return done.code, json.loads(done.out)


def test_play_on_from_a_moment(game: Game) -> None:
    moves = list(game.record.moves())
    at = next(n for n, (_, _, after) in enumerate(moves, 1) if after.trick)
    visitor = game.house.visitor()
    seat = moves[at - 1][2].turn
    begun = visitor.post(f"{game.page}/play-on", data={"n": at, "seat": seat})
    assert begun.status_code == 303
    code = begun.headers["location"].rpartition("/")[2]
    live = game.house.live(code)
    assert live.match.header.extra["from"] == {"id": game.code, "event": at}
    assert live.position.row == moves[at - 1][2].row  # it waits for the visitor, whose turn it was
    assert [one.kind for one in live.seats].count("person") == 1
    assert live.seat_of(live.seats[seat].holder) == seat
    assert not any("commitment" in event for event in live.match.events)
    state = visitor.state(code)
    act = {"version": state["version"], "action": state["legal"][0]}
    assert visitor.post(f"/api/v1/tables/{code}/act", json=act, headers=visitor.bearer).status_code == 200


def test_play_on_from_the_end_gives_the_last_action_back(game: Game) -> None:
    moves = list(game.record.moves())
    begun = game.people[0].post(f"{game.page}/play-on", data={"n": len(moves), "seat": 0})
    live = game.house.live(begun.headers["location"].rpartition("/")[2])
    assert live.match.header.extra["from"]["event"] == len(moves) - 1


def test_nobody_plays_on_in_a_seat_that_is_not_there(game: Game) -> None:
    for seat in (-1, 4):
        refused = game.people[0].post(f"{game.page}/play-on", data={"n": 3, "seat": seat})
        assert refused.status_code == 422
        assert "R5.5" in refused.text


def test_a_game_under_way_has_no_page(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, "noms", {})
    house.deal(code)
    for path in ("", "?n=1", "/record.mdk.jsonl"):
        assert people[0].get(f"/g/{code}{path}").status_code == 404
    assert people[0].post(f"/g/{code}/play-on", data={"n": 1}).status_code == 404
