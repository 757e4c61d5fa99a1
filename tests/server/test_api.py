"""Programs at the table: whole games by the JSON API, what is refused, and the stream of states."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from messdeck.core.actions import TABLE
from tests.server.house import House, Visitor
from tests.server.test_records import SHORT

API = "/api/v1/tables"


def open_table(house: House, game: str, **new: Any) -> str:
    answer = house.first.post(API, json={"game": game, "options": SHORT[game], "pace": 0, **new})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def join(house: House, code: str, **wanted: Any) -> tuple[int, dict[str, str]]:
    """Take a seat; its number and the header that proves it."""
    answer = house.first.post(f"{API}/{code}/join", json=wanted)
    assert answer.status_code == 200, answer.text
    joined = answer.json()
    return joined["seat"], {"authorization": f"Bearer {joined['token']}"}


@pytest.mark.parametrize("game", list(SHORT))
def test_four_programs_play_a_whole_game(house: House, game: str) -> None:
    code = open_table(house, game)
    seats = dict(join(house, code, name=f"Program {n}") for n in range(4))
    assert sorted(seats) == [0, 1, 2, 3]
    rng, done = Random(game), 0
    while True:
        state = house.first.get(f"{API}/{code}", headers=seats[0]).json()
        turn = state["view"]["turn"]
        if turn == -2:
            break
        if turn == TABLE:
            continue
        state = house.first.get(f"{API}/{code}", headers=seats[turn]).json()
        if state["view"]["turn"] != turn:
            continue
        assert state["seat"] == turn
        action = rng.choice([action for action in state["legal"] if action["type"] != "concede"])
        act = {"version": state["version"], "action": action}
        answer = house.first.post(f"{API}/{code}/act", json=act, headers=seats[turn])
        assert answer.status_code == 200, answer.text
        done += 1
    stored = [json.loads(line) for line in house.events(code)[1]]
    assert sum("seat" in event for event in stored) == done
    assert state["names"] == [f"Program {n}" for n in range(4)]
    assert max(state["view"]["scores"]) >= SHORT[game]["target"]


@pytest.fixture
def seated(house: House) -> tuple[str, list[Visitor], int]:
    """A table of four, its people, and whose turn it is."""
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, "voormsi", {})
    return code, people, house.deal(code)


Seated = tuple[str, list[Visitor], int]


def act(visitor: Visitor, code: str, headers: dict[str, str] | None = None, **body: Any) -> Any:
    return visitor.post(f"{API}/{code}/act", json=body, headers=headers or visitor.bearer)


def test_a_stale_version(house: House, seated: Seated) -> None:
    code, people, turn = seated
    state = people[turn].state(code)
    before = house.events(code)
    for version in (state["version"] - 1, state["version"] + 1, -1, 10**20):
        refused = act(people[turn], code, version=version, action=state["legal"][0])
        assert refused.status_code == 409
        assert refused.json()["status"] == 409
        assert refused.json()["message"]
    assert house.events(code) == before


def test_another_seat(house: House, seated: Seated) -> None:
    code, people, turn = seated
    state = people[turn].state(code)
    before = house.events(code)
    other = people[(turn + 1) % 4]
    body = {"version": state["version"], "action": {**state["legal"][0], "seat": turn}}
    assert act(other, code, **body).status_code == 403
    assert act(house.visitor(), code, **body).status_code == 403
    assert act(other, code, {"authorization": "Bearer nonsense"}, **body).status_code == 401
    assert other.post(f"{API}/{code}/act", json=body).status_code == 401  # a cookie is no token
    assert house.events(code) == before


def test_what_is_not_legal_is_refused_by_its_clause(house: House, seated: Seated) -> None:
    code, people, turn = seated
    state = people[turn].state(code)
    hidden = next(card for card in ("AS", "KS", "QS", "AH", "KH", "QH") if card not in state["view"]["hand"])
    wrong = {"type": "play", "cards": [hidden]}
    refused = act(people[turn], code, version=state["version"], action=wrong)
    assert refused.status_code == 422
    assert refused.json()["clause"].startswith("V")
    early = act(people[(turn + 1) % 4], code, version=state["version"], words="7H")
    assert early.status_code == 422


def test_words_do_as_well(house: House, seated: Seated) -> None:
    code, people, turn = seated
    state = people[turn].state(code)
    card = state["view"]["hand"][0]
    answer = act(people[turn], code, version=state["version"], words=card)
    assert answer.status_code == 200
    assert json.loads(house.events(code)[1][-1]) == {"type": "play", "seat": turn, "cards": [card]}


def test_seats_that_cannot_be_had(house: House) -> None:
    code = open_table(house, "noms", computers=[1, 2, 3])
    for seat, status in ((1, 403), (4, 404), (-1, 404)):
        assert house.first.post(f"{API}/{code}/join", json={"seat": seat}).status_code == status
    assert join(house, code)[0] == 0
    assert house.first.post(f"{API}/{code}/join", json={}).status_code == 409


def test_tables_that_cannot_be_opened(house: House) -> None:
    for new in (
        {"game": "whist"},
        {"game": "noms", "players": 3},
        {"game": "noms", "options": {"target": "many"}},
        {"game": "noms", "options": {"wind": 3}},
        {"game": "noms", "computers": [4]},
        {"game": "noms", "level": "9"},
        {"game": "noms", "pace": -1},
    ):
        answer = house.first.post(API, json=new)
        assert answer.status_code == 422, new
        assert answer.json()["message"]


def test_the_stream_has_the_states_that_one_could_ask_for(house: House, seated: Seated) -> None:
    code, people, turn = seated
    for visitor in (people[turn], people[(turn + 1) % 4]):
        frame = house.frames(f"{API}/{code}/events", visitor.bearer)[0]
        assert frame["event"] == "state"
        assert json.loads(frame["data"]) == visitor.state(code)
    spectator = json.loads(house.frames(f"{API}/{code}/events", {})[0]["data"])
    assert (spectator["seat"], spectator["legal"], spectator["view"]["hand"]) == (None, [], [])
