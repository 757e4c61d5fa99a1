"""Who sits where: sitting down, leaving, computer players who sit in, other devices, names."""

from __future__ import annotations

import time
from collections.abc import Callable

from messdeck.server.live import Live
from tests.server.house import House, Visitor, serving
from tests.server.test_forgery import moving_link


def until(house: House, done: Callable[[], object], wait: float = 10.0) -> None:
    end = time.monotonic() + wait
    while not house.call(done):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


def open_seats(house: House, game: str = "voormsi") -> tuple[str, Live, Visitor]:
    host = house.visitor()
    code = house.open(host, game, seat1="open", seat2="open", seat3="open", listed="1")
    return code, house.live(code), host


def test_the_game_begins_when_all_sit(house: House) -> None:
    code, live, _ = open_seats(house)
    guests = [house.visitor() for _ in range(3)]
    for number, guest in enumerate(guests, 1):
        assert code in guest.get("/lobby").text
        assert not live.match.events
        page = guest.get(f"/t/{code}").text
        assert "/sit" in page
        answer = guest.post(f"/t/{code}/sit", data={"seat": number, "name": f"Guest {number}"})
        assert answer.headers["location"] == f"/t/{code}"
    until(house, lambda: live.match.events)
    assert live.position.turn >= 0
    assert code not in guests[0].get("/lobby").text
    for number, guest in enumerate(guests, 1):
        state = guest.state(code)
        assert state["seat"] == number
        assert state["names"][number] == f"Guest {number}"
        assert state["view"]["hand"]
        assert code in guest.get("/mine").text
    spectator = house.visitor()
    assert spectator.state(code)["seat"] is None
    assert code not in spectator.get("/mine").text


def test_the_record_says_who_played(house: House) -> None:
    """Names are those at the first deal, not those when the table was opened."""
    code, live, host = open_seats(house)
    house.visitor().post(f"/t/{code}/sit", data={"seat": 2, "name": "Nivi"})
    host.post(f"/t/{code}/start")
    until(house, lambda: live.match.events)
    header = house.call(house.store.load, code).header
    assert header["names"] == list(live.names)
    assert header["names"][2] == "Nivi"
    assert all(header["names"])
    assert [seat["kind"] for seat in header["seats"]] == ["person", "computer", "person", "computer"]
    assert live.match.header.names == live.names


def test_one_seat_for_one_person(house: House) -> None:
    code, live, host = open_seats(house)
    version = live.version
    assert host.post(f"/t/{code}/sit", data={"seat": 1}).status_code == 303
    assert live.version == version
    guest = house.visitor()
    guest.post(f"/t/{code}/sit", data={"seat": 1})
    guest.post(f"/t/{code}/sit", data={"seat": 2})
    assert [seat.kind for seat in live.seats] == ["person", "person", "open", "open"]


def test_two_people_want_the_same_seat(house: House) -> None:
    import asyncio

    code, live, _ = open_seats(house)
    signer = house.app.state.house.signer
    people = [signer.new_person() for _ in range(8)]

    async def all_at_once() -> list[object]:
        wishes = [house.desk.sit(live, 1, person, "me") for person in people]
        return list(await asyncio.gather(*wishes, return_exceptions=True))

    assert sum(outcome is None for outcome in house.call(all_at_once)) == 1
    stored = house.call(house.store.load, code)
    assert stored.seats == tuple(live.seats)


def test_who_leaves_is_replaced_at_once_and_comes_back(house: House) -> None:
    host = house.visitor()
    code = house.open(host, "noms")
    live = house.live(code)
    until(house, lambda: live.position.turn == 0)
    assert host.post(f"/t/{code}/leave").headers["location"] == "/"
    until(house, lambda: 0 in live.sitting_in)
    notes = [event for event in live.match.events if event["type"] == "note"]
    assert notes == [{"type": "note", "kind": "sit-in", "seat": 0}]
    length = len(live.match.events)
    until(house, lambda: len(live.match.events) > length + 4)  # the game goes on
    spectator = house.visitor()
    spectator.get(f"/t/{code}")
    assert 0 in live.left  # others looking on is no return
    assert host.get(f"/t/{code}").status_code == 200
    assert 0 not in live.left
    assert not live.sitting_in
    until(house, lambda: live.position.turn in (0, -2))
    length = len(live.match.events)
    time.sleep(0.3)
    assert len(live.match.events) == length or live.position.is_over


def test_closing_the_page_after_leaving_is_no_return(house: House) -> None:
    """The stream of the page ends a moment after its person has left."""
    host = house.visitor()
    code = house.open(host, "noms")
    live = house.live(code)
    cookie = {"cookie": f"messdeck={host.token}"}
    house.call(house._frames, f"/t/{code}/stream", cookie, 999, 0.3, lambda: house.desk.leave(live, 0))
    assert 0 in live.left
    assert live.streams.get(0) == 0
    assert house.call(live.is_away, 0)


def test_after_the_grace_period_a_computer_player_sits_in(tmp_path_factory: object) -> None:
    folder = tmp_path_factory.mktemp("grace")  # type: ignore[attr-defined]
    with serving(folder, grace=0.4) as house:
        host = house.visitor()
        code = house.open(host, "noms")
        live = house.live(code)
        until(house, lambda: live.position.turn == 0)
        assert not live.sitting_in
        until(house, lambda: 0 in live.sitting_in, 3)
        host.get(f"/t/{code}")
        assert not live.sitting_in


def test_whoever_watches_is_there(tmp_path_factory: object) -> None:
    folder = tmp_path_factory.mktemp("watching")  # type: ignore[attr-defined]
    with serving(folder, grace=0.4) as house:
        host = house.visitor()
        code = house.open(host, "noms")
        live = house.live(code)
        until(house, lambda: live.position.turn == 0)
        cookie = {"cookie": f"messdeck={host.token}"}
        house.call(house._frames, f"/t/{code}/stream", cookie, 999, 1.2, None)
        assert not live.sitting_in
        assert not live.listeners


def test_a_return_takes_the_move_back_from_the_computer_player(house: House) -> None:
    """Somebody comes back while the computer player that sat in takes its time: the move is theirs."""
    host = house.visitor()
    code = house.open(host, "voormsi", pace="1")
    live = house.live(code)
    until(house, lambda: live.position.turn >= 0)
    while live.position.turn != 0:
        house.call(house.desk.act, live, live.version, live.position.legal_actions()[0])
    host.post(f"/t/{code}/leave")
    until(house, lambda: 0 in live.sitting_in)
    host.get(f"/t/{code}")
    length = len(live.match.events)
    time.sleep(2.5)
    assert len(live.match.events) == length
    assert live.position.turn == 0


def test_a_seat_moves_to_another_device(house: House) -> None:
    host, phone = house.visitor(), house.visitor()
    code = house.open(host, "noms")
    live = house.live(code)
    hand = host.state(code)["view"]["hand"]
    link = moving_link(host, code)
    assert phone.post(link).headers["location"] == f"/t/{code}"
    assert phone.state(code)["seat"] == 0
    assert phone.state(code)["view"]["hand"] == hand or not hand
    assert host.state(code)["seat"] is None
    assert host.state(code)["view"]["hand"] == []
    assert live.seats[0].name == live.names[0]
    assert code in phone.get("/mine").text
    assert code not in host.get("/mine").text


def test_a_seat_outlives_the_server(tmp_path_factory: object) -> None:
    folder = tmp_path_factory.mktemp("twice")  # type: ignore[attr-defined]
    with serving(folder) as house:
        host = house.visitor()
        code = house.open(host, "noms")
        live = house.live(code)
        until(house, lambda: live.position.turn == 0)
        before, token = host.state(code), host.token
    with serving(folder) as house:
        again = house.visitor(cookie=f"messdeck={token}")
        state = again.get(f"/api/v1/tables/{code}", headers={"authorization": f"Bearer {token}"}).json()
        assert state == before


def test_the_name_is_remembered(house: House) -> None:
    code, live, _ = open_seats(house)
    guest = house.visitor()
    guest.post(f"/t/{code}/sit", data={"seat": 1, "name": "  Ann \u202e  Other "})
    assert live.names[1] == "Ann Other"
    other = house.open(guest, "noms")
    assert house.live(other).names[0] == "Ann Other"


def test_rematch_is_one_table_for_all(house: House) -> None:
    import asyncio

    people = [house.visitor() for _ in range(2)]
    code = house.table_of(people, "voormsi", {"target": 5})
    assert people[0].post(f"/t/{code}/rematch").status_code == 422
    live = house.live(code)
    while not live.position.is_over:
        if live.position.turn < 0:
            house.step(code)
        else:
            house.call(house.desk.act, live, live.version, live.position.legal_actions()[0])

    async def both() -> list[Live]:
        return list(await asyncio.gather(house.desk.rematch(live), house.desk.rematch(live)))

    first, second = house.call(both)
    assert first is second
    assert first.code != code
    assert [seat.holder for seat in first.seats] == [seat.holder for seat in live.seats]
    house.desk.tables.pop(code)  # as after a restart
    assert people[1].post(f"/t/{code}/rematch").headers["location"] == f"/t/{first.code}"


def test_finished_tables_are_let_go(house: House) -> None:
    from messdeck.server import desk

    host = house.visitor()
    code = house.open(host, "voormsi", seat1="open")
    live = house.live(code)
    live.seen[0] = live.moved = time.monotonic() - desk.IDLE - 1
    running = house.open(host, "voormsi")
    house.live(running).moved -= desk.IDLE + 1
    house.call(house.desk._let_go)
    assert code not in house.desk.tables
    assert running in house.desk.tables
    assert host.get(f"/t/{code}").status_code == 200  # it is still in the store


def test_a_failed_write_leaves_memory_and_store_alike(house: House) -> None:
    """The store fails before or after it has written: the table in memory is what the store has."""
    people = [house.visitor() for _ in range(2)]
    code = house.table_of(people, "voormsi", {})
    house.step(code)
    live, append = house.live(code), house.store.append

    for late in (False, True):

        async def broken(*args: object, late: bool = late) -> None:
            if late:
                await append(*args)  # type: ignore[arg-type]
            raise OSError("the disk is gone")

        house.store.append = broken  # type: ignore[method-assign]
        length, version = len(live.match.events), live.version
        try:
            house.call(house.desk.act, live, live.version, live.position.legal_actions()[0])
        except OSError:
            pass
        else:
            raise AssertionError("it did not fail")
        finally:
            house.store.append = append  # type: ignore[method-assign]
        assert (len(live.match.events), live.version) == (length + late, version + late)
        stored_version, events = house.events(code)
        assert (stored_version, len(events)) == (live.version, len(live.match.events))
        house.call(house.desk.act, live, live.version, live.position.legal_actions()[0])
