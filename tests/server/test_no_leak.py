"""Nothing that somebody may not know reaches him: other cards change no byte of what he gets.

At moments of random games the table is replaced by another one that a seat cannot tell from it, drawn from
the seat's view: position and record. Every page, stream, answer, error and log line must stay the same.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from messdeck.core.actions import TABLE, Action, Play
from messdeck.core.fairness import Opening
from messdeck.core.record import replay, to_line
from messdeck.games.registry import get_game
from messdeck.server.live import Live, Promise, TableSettings
from messdeck.server.store import StoredSeat
from tests.server.house import House, Visitor, answer_of

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("voormsi", 4, {"target": 5}),
    ("voormsi", 4, {"voormsi_proof": "shown", "three_counts_as_king": True}),
    ("voormsi", 3, {"kill": "voormsi", "overshoot": "win"}),
    ("voormsi", 2, {}),
    ("noms", 4, {"target": 20}),
    ("noms", 4, {"shuffle": "always", "mis_penalty": True}),
    ("noms", 4, {"minimum_bid": 1, "leader": "left_of_dealer"}),
]
"""Games, players, options; an option that a game has not is left out."""


def options_of(game: str, wanted: dict[str, Any]) -> dict[str, Any]:
    known = {option.name for option in get_game(game).rules.OPTIONS}
    return {name: value for name, value in wanted.items() if name in known}


# -- other worlds ----------------------------------------------------------------------------------------
def other_events(live: Live, seat: int | None, rng: Random) -> list[dict[str, Any]]:
    """Events of a game that a seat (None: a spectator) cannot tell from this one."""
    events = [dict(event) for event in live.match.events]
    if live.position.dealer is None:
        return events
    first = max(i for i, event in enumerate(events) if event["type"] == "deal")
    drawn = live.position.view(seat).sample(rng)
    actions = iter(drawn.deal_actions())
    for i in range(first, len(events)):
        if events[i]["type"] != "note":
            kept = {key: events[i][key] for key in ("commitment",) if key in events[i]}
            events[i] = {**next(actions).to_json(), **kept}
    assert next(actions, None) is None
    record = replay([to_line(live.match.header.to_json()), *map(to_line, events)], get_game)
    assert record.position == drawn
    return events


@contextmanager
def another_world(house: House, code: str, seat: int | None, rng: Random) -> Iterator[bool]:
    """The table with other cards where this seat cannot see them; whether any are others."""
    live = house.live(code)
    version, events, promise = live.version, list(live.match.events), live.promise
    others = other_events(live, seat, rng)
    house.put(code, version, others)
    live.promise = promise and Promise(promise.number, other_opening(live, rng), promise.commitment)
    try:
        yield others != events
    finally:
        house.put(code, version, [dict(event) for event in events])
        live.promise = promise


def other_opening(live: Live, rng: Random) -> Opening:
    return Opening.draw(live.position, rng, f"{rng.getrandbits(128):032x}")


# -- all that somebody can get ---------------------------------------------------------------------------
def everything(house: House, code: str, visitor: Visitor, seed: int) -> dict[str, Any]:
    """All that a visitor is told, whatever they ask; nothing here changes the table."""
    live = house.live(code)
    seat, version = live.seat_of(visitor_holder(house, visitor)), live.version
    got: dict[str, Any] = {}
    for path in (
        f"/t/{code}",
        f"/t/{code.upper()}?lang=fa",
        f"/t/{code}?lang=ru",
        "/",
        "/mine",
        "/lobby",
        f"/join?code={code}",
        f"/g/{code}",
        f"/g/{code}?n=3",
        f"/g/{code}/record.mdk.jsonl",
        f"/api/v1/tables/{code}",
    ):
        got[path] = answer_of(visitor.get(path))
    got["api"] = answer_of(visitor.get(f"/api/v1/tables/{code}", headers=visitor.bearer))
    got["language"] = answer_of(visitor.get(f"/t/{code}?lang=en"))
    cookie = {"cookie": f"messdeck={visitor.token}", "accept-language": "en"}
    got["stream"] = house.frames(f"/t/{code}/stream", cookie)
    got["events"] = house.frames(f"/api/v1/tables/{code}/events?once=1", visitor.bearer)
    got["play on"] = answer_of(visitor.post(f"/g/{code}/play-on", data={"n": 1}))
    got["rematch"] = answer_of(visitor.post(f"/t/{code}/rematch"))
    got["no vote"] = answer_of(visitor.post(f"/t/{code}/undo", data={"answer": "no"}))
    rng = Random(seed)
    for wrong in (version - 1, version + 1):
        got[f"stale {wrong - version}"] = answer_of(
            visitor.post(f"/t/{code}/act", data={"event": wrong, "words": "pass"})
        )
    for action in illegal(live, seat, rng):
        event = {key: value for key, value in action.to_json().items() if key != "seat"}
        body = {"version": version, "action": event}
        where = f"/api/v1/tables/{code}/act"
        got[f"api {action}"] = answer_of(visitor.post(where, json=body, headers=visitor.bearer))
        form = {"event": version, "words": live.match.game.typed(action)}
        if isinstance(action, Play):
            form = {"event": version, "card": list(action.cards)}
        for hx in ({}, {"hx-request": "true"}):
            got[f"form {action} {hx}"] = answer_of(visitor.post(f"/t/{code}/act", data=form, headers=hx))
    assert live.version == version
    return got


def visitor_holder(house: House, visitor: Visitor) -> str:
    holder: str = house.app.state.house.signer.read(visitor.token).holder
    return holder


def illegal(live: Live, seat: int | None, rng: Random) -> list[Action]:
    """Some actions that the seat may not do now, as its view says."""
    view, game = live.position.view(seat), live.match.game
    cards = [Play(seat or 0, (code,)) for code in game.deck.index]
    pairs = [Play(seat or 0, tuple(game.deck.cards(game.deck.mask(rng.sample(list(game.deck.index), 2)))))]
    said = list(game.considered(view)) if seat is not None and view.turn == seat else []
    known: list[Action] = [*rng.sample(cards, 3), *pairs, *rng.sample(said, min(2, len(said)))]
    return [action for action in known if seat is None or view.why_not(action)]


# -- the property ----------------------------------------------------------------------------------------
def play_and_check(house: House, table: tuple[str, int, dict[str, Any]], seed: int, checks: int) -> int:
    game, players, wanted = table
    rng = Random(seed)
    people = [house.visitor() for _ in range(players)]
    spectator = house.visitor()
    code = house.table_of(people, game, options_of(game, wanted), open_log=rng.random() < 0.5)
    live = house.live(code)
    worlds, done = 0, 0
    for step in range(2000):
        if live.position.is_over or done >= checks:
            break
        due = step in (0, 1) or rng.random() < 0.06 or (live.position.turn == TABLE and rng.random() < 0.7)
        if due:
            done += 1
            if live.position.turn == TABLE and rng.random() < 0.7:
                house.call(house.desk._promise, live)
            seat = rng.randrange(players)
            for viewer, visitor in ((seat, people[seat]), (None, spectator)):
                worlds += same_in_another_world(house, code, viewer, visitor, rng)
        go_on(house, code, people, rng)
    return worlds


def same_in_another_world(
    house: House, code: str, viewer: int | None, visitor: Visitor, rng: Random
) -> bool:
    seed = rng.getrandbits(32)
    with logged() as here:
        real = everything(house, code, visitor, seed)
    with another_world(house, code, viewer, rng) as differs, logged() as there:
        drawn = everything(house, code, visitor, seed)
    assert real.keys() == drawn.keys()
    for name, answer in real.items():
        assert answer == drawn[name], f"{name} tells seat {viewer} of hidden cards ({code})"
    assert here == there
    return differs


@contextmanager
def logged() -> Iterator[list[str]]:
    """The log lines of a while, without their times."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.name} {record.levelname} {record.getMessage()}")

    keep = Keep(logging.INFO)
    logging.getLogger().addHandler(keep)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(keep)


def go_on(house: House, code: str, people: list[Visitor], rng: Random) -> None:
    """A deal, or a random action of somebody."""
    live = house.live(code)
    if live.position.turn == TABLE:
        house.step(code)
        return
    offers = [action for seat in range(len(people)) for action in live.position.legal_actions(seat)]
    shy = [action for action in offers if action.to_json().get("bid") == "pass"]
    action = rng.choice(shy if shy and rng.random() < 0.3 else offers)
    house.call(house.desk.act, live, live.version, action)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_other_cards_change_no_byte(shared: House, table: tuple[str, int, dict[str, Any]]) -> None:
    worlds = play_and_check(shared, table, seed=11, checks=7)
    assert worlds >= 5, "hardly any world was another one"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_other_cards_change_no_byte_of_many_games(
    shared: House, table: tuple[str, int, dict[str, Any]], seed: int
) -> None:
    play_and_check(shared, table, seed, checks=14)


# -- taking back -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whether_one_may_take_back_tells_nothing(
    shared: House, table: tuple[str, int, dict[str, Any]]
) -> None:
    game, players, wanted = table
    rng = Random(5)
    people = [shared.visitor() for _ in range(players)]
    code = shared.table_of(people, game, options_of(game, wanted))
    live = shared.live(code)
    outcomes = set()
    for _ in range(60):
        if live.position.is_over:
            break
        go_on(shared, code, people, rng)
        asker = rng.choice([live.match.events[-1].get("seat", 0), rng.randrange(players)])
        if asker < 0:
            continue
        version, events = live.version, [dict(event) for event in live.match.events]
        outcome = asked(shared, code, people, asker)
        outcomes.add(outcome[0])
        shared.put(code, version, events)
        for viewer in (rng.randrange(players), None):
            with another_world(shared, code, viewer, rng):
                again = asked(shared, code, people, asker)
            assert again[0] == outcome[0], f"seat {viewer} learns something when {asker} asks to take back"
            if viewer is not None:
                assert again[1][viewer] == outcome[1][viewer]
    assert len(outcomes) > 1


def asked(house: House, code: str, people: list[Visitor], asker: int) -> tuple[str, list[str]]:
    """What comes of asking to take back, and what everybody sees then."""
    live = house.live(code)
    length = len(live.match.events)
    answer = people[asker].post(f"/t/{code}/undo")
    seen = [person.get(f"/t/{code}").text for person in people]
    if answer.status_code == 422:
        return "refused", seen
    if live.vote is not None:
        return "vote", seen
    assert len(live.match.events) <= length
    return "done", seen


# -- time ------------------------------------------------------------------------------------------------
class Slow:
    """Computer players who think longer about some cards than about others."""

    def __init__(self, thinkers: Any) -> None:
        self.thinkers = thinkers
        self.thoughts: list[float] = []

    async def think(self, *args: Any) -> Any:
        import asyncio

        self.thoughts.append(0.12 if len(self.thoughts) % 2 else 0.0)
        await asyncio.sleep(self.thoughts[-1])
        return await self.thinkers.think(*args)

    def close(self) -> None:
        self.thinkers.close()


def test_the_pace_is_counted_from_the_last_event(house: House) -> None:
    """However long a computer player thinks about its cards, its play comes at the same time."""
    house.desk.thinkers = Slow(house.desk.thinkers)  # type: ignore[assignment]
    rules = get_game("noms").rules.create(4, {})
    seats = [StoredSeat(n, "computer", None, f"C{n}", "2") for n in range(4)]
    settings = TableSettings(pace=0.2, trick_rest=0, deal_rest=0)
    live: Live = house.call(house.desk.open, get_game("noms"), rules, seats, settings)
    times: list[float] = []
    length = 0
    end = time.monotonic() + 20
    while len(times) < 12 and time.monotonic() < end:
        if len(live.match.events) > length:
            length = len(live.match.events)
            times.append(live.moved)
        time.sleep(0.005)
    waits = [later - earlier for earlier, later in pairwise(times[1:])]
    assert len(waits) == 10
    assert min(waits) >= 0.195
    assert max(waits) - min(waits) < 0.08, waits


def test_a_return_does_not_hurry_the_computer_players(house: House) -> None:
    """Whatever else happens at the table, the next play comes when it is due."""
    rules = get_game("voormsi").rules.create(4, {})
    seats = [StoredSeat(n, "computer", None, f"C{n}", "2") for n in range(4)]
    settings = TableSettings(pace=0.3, trick_rest=0, deal_rest=0)
    live: Live = house.call(house.desk.open, get_game("voormsi"), rules, seats, settings)
    while len(live.match.events) < 1:
        time.sleep(0.01)
    start, length = live.moved, len(live.match.events)
    while len(live.match.events) == length:
        house.call(live.wake)
        time.sleep(0.03)
    assert live.moved - start >= 0.29
    assert json.loads(to_line(live.match.events[-1]))["type"] == "play"
