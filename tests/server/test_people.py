"""People at a table: leaving, being away, coming back, other devices, watching, and being without a name."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

import pytest

from messdeck.core.actions import TABLE, End
from messdeck.server.live import Live
from messdeck.server.settings import Settings
from messdeck.server.store import Stale
from tests.server.house import House, Visitor

LANGUAGES = ("en", "fa", "ru")


class Table:
    """A table of four people of Voormsi, dealt; `turn` is to act."""

    def __init__(self, house: House, **settings: Any) -> None:
        self.house = house
        self.people = [house.visitor() for _ in range(4)]
        self.code = house.table_of(self.people, "voormsi", {}, **{"grace": 60, **settings})
        self.turn = house.deal(self.code)
        self.person = self.people[self.turn]
        self.other = self.people[(self.turn + 1) % 4]
        for seat in range(4):
            self.live.seen[seat] = time.monotonic()

    @property
    def live(self) -> Live:
        return self.house.live(self.code)

    @property
    def notes(self) -> list[tuple[str, int]]:
        """What the stored record has noted of seats."""
        events = (re.findall(r'"note", "kind": "([a-z-]+)", "seat": (\d)', e) for e in self.stored)
        return [(kind, int(seat)) for found in events for kind, seat in found]

    @property
    def stored(self) -> tuple[str, ...]:
        return self.house.events(self.code)[1]

    def step(self) -> None:
        self.house.step(self.code)

    def away(self, seconds: float) -> None:
        """As if nothing had been heard of the person for so long."""
        self.live.seen[self.turn] = time.monotonic() - seconds

    def leave(self) -> None:
        answer = self.person.post(f"/t/{self.code}/leave")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")

    def look(self, visitor: Visitor, language: str = "en") -> str:
        answer = visitor.get(f"/t/{self.code}", headers={"accept-language": language})
        assert answer.status_code == 200
        return answer.text

    def acts(self, visitor: Visitor, version: int | None = None) -> int:
        action = self.live.position.legal_actions()[0].to_json()
        body = {"version": self.live.version if version is None else version, "action": action}
        path = f"/api/v1/tables/{self.code}/act"
        return visitor.post(path, json=body, headers=visitor.bearer).status_code


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


# -- leaving ---------------------------------------------------------------------------------------------
def test_who_leaves_is_played_for_at_once(table: Table) -> None:
    table.leave()
    table.step()
    assert table.notes == [("leave", table.turn), ("sit-in", table.turn)]
    table.step()
    assert table.live.position.turn == (table.turn + 1) % 4


def test_the_table_sees_who_left_and_who_is_back(table: Table) -> None:
    name = f"P{table.turn}"
    table.leave()
    table.step()
    page = table.look(table.other)
    assert f"{name} has left the table" in page
    assert f"A computer player sits in for {name}" in page
    assert "away, computer plays" in page
    for language in ("fa", "ru"):
        assert table.look(table.other, language).count(name) > 2
    table.look(table.person)
    page = table.look(table.other)
    assert f"{name} is back" in page
    assert "away, computer plays" not in page
    assert table.notes == [("leave", table.turn), ("sit-in", table.turn), ("return", table.turn)]


def test_a_stream_is_no_return(table: Table) -> None:
    """The page that was left connects its stream anew, and drops it: the person has still left."""
    cookie = {"cookie": f"messdeck={table.person.token}"}
    path = f"/t/{table.code}/stream"
    assert table.house.frames(path, cookie)
    table.leave()
    for _ in range(2):
        assert table.house.frames(path, cookie)
        assert table.turn in table.live.left
        assert table.live.is_away(table.turn)
    assert table.notes == [("leave", table.turn)]
    table.look(table.person)
    assert not table.live.left
    assert not table.live.is_away(table.turn)


def test_a_stream_that_is_still_open_keeps_nobody_at_the_table(table: Table) -> None:
    house, live = table.house, table.live
    cookie = {"cookie": f"messdeck={table.person.token}"}

    async def leave() -> None:
        assert live.streams[table.turn] == 1
        await house.desk.seating.leave(live, table.turn)
        assert live.is_away(table.turn)

    frames = house.call(house._frames, f"/t/{table.code}/stream", cookie, 2, 3.0, leave)
    assert len(frames) == 2
    assert live.is_away(table.turn)


def test_acting_is_a_return(table: Table) -> None:
    table.leave()
    assert table.acts(table.person) == 200
    assert table.notes == [("leave", table.turn), ("return", table.turn)]
    assert not table.live.left


def test_who_left_has_left_after_a_restart_too(table: Table) -> None:
    table.leave()
    table.step()
    table.house.call(table.house.desk.let_go, 0)
    assert table.code not in table.house.desk.tables
    live = table.live
    assert live.left == {table.turn} == live.sitting_in
    assert live.task is not None
    live.task.cancel()
    table.look(table.person)
    assert not live.left
    assert not live.sitting_in


def test_who_leaves_twice_is_noted_once(table: Table) -> None:
    table.leave()
    table.leave()
    assert table.notes == [("leave", table.turn)]


def test_leaving_a_table_that_waits_frees_the_seat(house: House) -> None:
    host, guest, third = (house.visitor() for _ in range(3))
    code = house.open(host, "voormsi", seat1="open", seat2="open", seat3="2")
    assert guest.post(f"/t/{code}/sit", data={"seat": "1", "name": "Guest"}).status_code == 303
    assert guest.post(f"/t/{code}/leave").status_code == 303
    assert house.live(code).seats[1].kind == "open"
    assert third.post(f"/t/{code}/sit", data={"seat": "1", "name": "Third"}).status_code == 303
    assert house.live(code).names[1] == "Third"
    assert guest.post(f"/t/{code}/act", data={"event": 0, "words": "7H"}).status_code == 403


# -- being away ------------------------------------------------------------------------------------------
def test_nobody_sits_in_before_the_grace_period_is_over(table: Table) -> None:
    version = table.live.version
    table.away(59)
    assert not table.live.is_away(table.turn)
    assert table.house.desk.keeper._computer_waits(table.live, table.turn) is None
    assert table.live.version == version
    table.away(61)
    table.step()
    assert table.notes == [("sit-in", table.turn)]


def test_the_grace_period_is_shown(table: Table) -> None:
    assert "not here" not in table.look(table.other)
    table.away(5)
    table.house.call(table.house.desk.keeper._miss, table.live, table.turn)
    assert "not here: after 60 seconds a computer player sits in" in table.look(table.other)
    assert "через 60 секунд" in table.look(table.other, "ru")
    assert "۶۰ ثانیه" in table.look(table.other, "fa")
    table.look(table.person)
    assert "not here" not in table.look(table.other)


def test_who_has_a_stream_is_there(table: Table) -> None:
    table.away(10**6)
    table.live.streams[table.turn] = 1
    assert not table.live.is_away(table.turn)
    table.house.call(table.house.desk.keeper._miss, table.live, table.turn)
    assert "not here" not in table.look(table.other)


def test_a_stream_that_is_back_hands_the_seat_back(table: Table) -> None:
    """Who did not leave but lost the connection is back with it."""
    table.away(61)
    table.step()
    frames = table.house.frames(f"/t/{table.code}/stream", {"cookie": f"messdeck={table.person.token}"})
    assert f"P{table.turn} is back" in frames[0]["data"]
    assert table.notes == [("sit-in", table.turn), ("return", table.turn)]


def test_a_program_is_back_when_its_token_is_used(table: Table) -> None:
    table.away(61)
    table.step()
    table.house.first.get(f"/api/v1/tables/{table.code}")  # somebody without the token
    assert table.live.sitting_in == {table.turn}
    assert table.person.state(table.code)["seat"] == table.turn
    assert table.notes == [("sit-in", table.turn), ("return", table.turn)]
    table.away(61)
    table.step()
    assert table.acts(table.person) == 200
    assert table.notes[2:] == [("sit-in", table.turn), ("return", table.turn)]


def test_nobody_acts_for_who_came_back_in_the_meantime(table: Table) -> None:
    """The computer player has thought, and the person is back before it acts."""
    table.away(61)
    table.step()
    version, before = table.live.version, table.live.position
    action = before.legal_actions()[0]
    table.look(table.person)
    with pytest.raises(Stale):
        table.house.call(table.house.desk.keeper._act, table.live, version, action)
    assert table.live.position == before


def test_an_action_in_hand_outlives_a_note(table: Table) -> None:
    """What somebody chose while somebody else came or went is not stale; what was decided since is."""
    version = table.live.version
    table.house.call(table.house.desk.seating.leave, table.live, (table.turn + 2) % 4)
    assert table.live.version == version + 1
    assert table.acts(table.person, version - 1) == 409
    assert table.acts(table.person, version + 2) == 409
    assert table.acts(table.person, version) == 200
    assert table.acts(table.other, version + 1) == 409


def test_a_move_timer_plays_one_move(house: House) -> None:
    table = Table(house, move_seconds=30.0)
    live = table.live
    live.streams[table.turn] = 1
    live.moved = time.monotonic() - 31
    table.step()
    assert live.position.turn == (table.turn + 1) % 4
    assert table.notes == []  # nobody sits in
    live.streams[live.position.turn] = 1
    assert house.desk.keeper._computer_waits(live, live.position.turn) is None


# -- other devices, spectators ---------------------------------------------------------------------------
def hand(page: str) -> list[str]:
    return re.findall(r'id="own-(\w+)"', page)


def test_a_seat_moves_to_another_device(table: Table) -> None:
    cards = hand(table.look(table.person))
    assert cards
    table.leave()
    page = table.person.post(f"/t/{table.code}/move").text
    link = re.findall(r"/m/[\w-]+", page)[0]
    phone = table.house.visitor()
    answer = phone.post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table.code}")
    assert hand(table.look(phone)) == cards
    assert hand(table.look(table.person)) == []
    assert table.live.names[table.turn] == f"P{table.turn}"
    assert not table.live.left  # whoever takes a seat over is there
    assert table.acts(table.person) == 403
    assert table.acts(phone) == 200


def test_spectators_see_what_lies_on_the_table_and_no_more(table: Table) -> None:
    spectator = table.house.visitor()
    assert table.acts(table.person) == 200
    played = table.live.position.trick[0].cards[0]
    page, state = table.look(spectator), spectator.state(table.code)
    assert hand(page) == []
    assert played in page
    assert (state["seat"], state["legal"], state["view"]["hand"]) == (None, [], [])
    assert f'action="/t/{table.code}/act"' not in page
    frames = table.house.frames(f"/t/{table.code}/stream", {"cookie": f"messdeck={spectator.token}"})
    assert hand(frames[0]["data"]) == []
    assert played in frames[0]["data"]


# -- without a name --------------------------------------------------------------------------------------
def test_a_host_without_a_name_is_named_in_the_readers_language(house: House) -> None:
    for language in LANGUAGES:
        host = house.visitor(**{"accept-language": language})
        location = host.post("/quick", data={"game": "voormsi"}).headers["location"]
        code = location.rpartition("/")[2]
        live = house.live(code)
        assert live.names[0] == ""
        assert live.match.header.names[0] == ""
        own = {"en": "You", "fa": "شما", "ru": "Вы"}[language]
        assert own in host.get(f"/t/{code}").text
        for reader, word in {"en": "seat 1", "fa": "صندلی ۱", "ru": "место 1"}.items():
            page = house.visitor(**{"accept-language": reader}).get(f"/t/{code}").text
            seat = page.partition('id="seat-0"')[2].partition("</li>")[0]
            names = re.findall(r"<bdi[^>]*>([^<]+)", seat)
            assert names[0].strip("\u2068\u2069 ").casefold() == word


# -- the rematch -----------------------------------------------------------------------------------------
def finished(house: House, people: list[Visitor]) -> str:
    """A game that is over (broken off)."""
    code = house.table_of(people, "voormsi", {})
    house.deal(code)
    live = house.live(code)
    house.call(house.desk.change, live, lambda: house.desk.do(live, End(TABLE)))
    assert live.status == "over"
    return code


def again(house: House, people: list[Visitor], code: str) -> set[str]:
    answers = [person.post(f"/t/{code}/rematch") for person in people]
    assert {answer.status_code for answer in answers} == {303}
    return {answer.headers["location"].rpartition("/")[2] for answer in answers}


def test_all_who_ask_for_a_rematch_meet(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    code = finished(house, people)
    new = again(house, people, code)
    assert len(new) == 1
    assert new != {code}
    live = house.live(new.pop())
    assert [seat.holder for seat in live.seats] == [seat.holder for seat in house.live(code).seats]


def test_a_rematch_is_found_again_after_a_restart(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    code = finished(house, people)
    first = again(house, people[:1], code)
    house.call(house.desk.let_go, 0)
    assert code not in house.desk.tables
    assert again(house, people[1:], code) == first


def test_a_rematch_asked_for_by_all_at_once(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    code = finished(house, people)
    live = house.live(code)

    async def ask() -> set[str]:
        found = await asyncio.gather(*(house.desk.rematch(live) for _ in range(12)))
        return {one.code for one in found}

    new = house.call(ask)
    assert len(new) == 1
    mine = house.call(house.store.tables_of, house.app.state.house.signer.read(people[0].token).holder)
    assert sorted(mine) == sorted({code, *new})


def test_no_rematch_before_the_end(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, "voormsi", {})
    answer = people[0].post(f"/t/{code}/rematch")
    assert answer.status_code == 422
    assert "R7.4" in answer.text


# -- memory ----------------------------------------------------------------------------------------------
def test_only_what_nobody_needs_is_let_go(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    over = finished(house, people)
    waiting = house.open(house.visitor(), "voormsi", seat1="open")
    watched = finished(house, people)
    going = house.open(house.visitor(), "voormsi", pace="10")
    house.live(watched).listeners.add(asyncio.Event())
    before = {code: house.live(code).position for code in (over, waiting, watched, going)}
    house.call(house.desk.let_go, 300)
    assert set(before) <= set(house.desk.tables)  # somebody was there just now
    house.call(house.desk.let_go, 0)
    assert {watched, going} <= set(house.desk.tables)
    assert not {over, waiting} & set(house.desk.tables)
    for code in (over, waiting):
        assert house.live(code).position == before[code]


def test_limits_are_on_by_default() -> None:
    assert 0 < Settings().posts_per_minute <= 600
    assert 0 < Settings().new_tables_per_hour <= 600
