"""Nobody is given a computer player below level 3 unasked, and who asks for one gets what was asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from messdeck.bots.levels import COMPANION
from messdeck.core.position import View
from tests.server.house import House, Visitor
from tests.server.test_records import SHORT


@pytest.fixture
def asked(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The levels that were asked to think for the seat to act; level 1 answers for all."""
    levels: list[str] = []
    think = house.desk.thinkers.think

    async def recorded(game: str, level: str, seed: int, view: View, out_of_turn: bool = False) -> Any:
        if not out_of_turn:
            levels.append(level)
        return await think(game, "1", seed, view, out_of_turn)

    monkeypatch.setattr(house.desk.thinkers, "think", recorded)
    return levels


def levels(house: House, code: str) -> list[str]:
    """The levels of the computer players at a table."""
    return [seat.level for seat in house.live(code).seats if seat.kind == "computer"]


def code_of(answer: Any) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


def test_a_companion_is_able() -> None:
    assert COMPANION == "3"


@pytest.mark.parametrize("game", list(SHORT))
def test_play_at_once(house: House, asked: list[str], game: str) -> None:
    code = code_of(house.visitor().post("/quick", data={"game": game, "players": "4"}))
    assert levels(house, code) == [COMPANION] * 3


def test_empty_seats_are_filled(house: House, asked: list[str]) -> None:
    host = house.visitor()
    code = house.open(host, "voormsi", seat1="open", seat2="2", seat3="open")
    host.post(f"/t/{code}/start")
    assert levels(house, code) == [COMPANION, "2", COMPANION]


def test_the_form_offers_a_companion(house: House) -> None:
    page = house.visitor().get("/open?game=voormsi").text
    chosen = re.findall(r'<option value="(\w+)" selected>', page)
    assert [one for one in chosen if one in ("me", "open", "random", *"12345")] == ["me", *[COMPANION] * 3]


@pytest.mark.parametrize("level", ["random", "1", "2", "5"])
def test_what_is_asked_for_in_the_form_is_given(house: House, asked: list[str], level: str) -> None:
    code = house.open(house.visitor(), "voormsi", seat1=level, seat2=level, seat3=level)
    assert levels(house, code) == [level] * 3
    assert set(asked) <= {level}


@pytest.mark.parametrize(
    ("wanted", "level"), [({}, COMPANION), ({"level": "1"}, "1"), ({"level": "deckhand"}, "2")]
)
def test_a_program_opens_a_table(house: House, wanted: dict[str, str], level: str) -> None:
    new = {"game": "noms", "computers": [1, 3], **wanted}
    code = house.first.post("/api/v1/tables", json=new).json()["table"]
    assert levels(house, code) == [level] * 2


@pytest.mark.parametrize("game", list(SHORT))
def test_playing_on_from_a_record(house: House, asked: list[str], game: str) -> None:
    people: list[Visitor | None] = [None] * 4
    code = house.table_of(people, game, SHORT[game])
    while house.live(code).status != "over":
        house.step(code)
    assert set(asked) == {"2"}, "a table of level 2 is played by level 2"
    begun = code_of(house.visitor().post(f"/g/{code}/play-on", data={"n": 9, "seat": 2}))
    assert levels(house, begun) == [COMPANION] * 3


def test_sitting_in_for_who_has_left(house: House, asked: list[str]) -> None:
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, "voormsi", {})
    turn = house.deal(code)
    people[turn].post(f"/t/{code}/leave")
    house.step(code)
    house.step(code)
    assert asked == [COMPANION]
    assert house.live(code).position.turn != turn


def test_a_move_when_the_timer_has_run_out(house: House, asked: list[str]) -> None:
    code = house.table_of([house.visitor() for _ in range(4)], "voormsi", {}, move_seconds=0)
    turn = house.deal(code)
    house.step(code)
    assert asked == [COMPANION]
    assert house.live(code).position.turn != turn


def test_a_rematch_keeps_who_was_asked_for(house: House, asked: list[str]) -> None:
    host = house.visitor()
    code = house.table_of([host, None, None, None], "voormsi", SHORT["voormsi"])
    house.call(house.desk.seating.leave, house.live(code), 0)
    while house.live(code).status != "over":
        house.step(code)
    assert set(asked) == {COMPANION, "2"}
    assert levels(house, code_of(host.post(f"/t/{code}/rematch"))) == ["2"] * 3
