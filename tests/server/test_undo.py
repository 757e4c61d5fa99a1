"""Taking back: at once where nothing hidden was revealed since, else by the people's vote, or never."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from messdeck.core.actions import Action, Play
from messdeck.server.live import Live
from tests.server.house import House, Moment, Visitor, at_random

OPTIONS: dict[str, dict[str, Any]] = {"voormsi": {}, "noms": {"minimum_bid": 7}}


class Table:
    """A table with people and computer players (None)."""

    def __init__(self, house: House, people: Sequence[Visitor | None], game: str, **settings: Any) -> None:
        self.house = house
        self.people = people
        self.code = house.table_of(people, game, OPTIONS[game], **settings)
        house.deal(self.code)

    @property
    def live(self) -> Live:
        return self.house.live(self.code)

    @property
    def stored(self) -> tuple[int, tuple[str, ...]]:
        return self.house.events(self.code)

    def act(self, seat: int) -> None:
        """Do something legal, and of that something that tells nothing but itself."""
        person, position = self.people[seat], self.live.position
        assert person is not None

        def told(action: Action) -> int:
            story = self.live.match.game.story(position, action, position.play(action))
            return sum(event.kind not in ("play", "beat", "miss") for event in story)

        action = min(position.legal_actions(seat), key=told).to_json()
        body = {"version": self.live.version, "action": action}
        answer = person.post(f"/api/v1/tables/{self.code}/act", json=body, headers=person.bearer)
        assert answer.status_code == 200, answer.text

    def undo(self, seat: int, answer: str = "") -> tuple[int, str]:
        person = self.people[seat]
        assert person is not None
        reply = person.post(f"/t/{self.code}/undo", data={"answer": answer} if answer else {})
        return reply.status_code, reply.text


def crew(house: House, n: int = 4) -> list[Visitor]:
    return [house.visitor() for _ in range(n)]


@pytest.mark.parametrize("game", OPTIONS)
def test_at_once_if_nothing_was_revealed_since(house: House, game: str) -> None:
    table = Table(house, crew(house), game)
    turn = table.live.position.turn
    before, (version, events) = table.live.position, table.stored
    table.act(turn)
    assert table.undo(turn)[0] == 303
    assert table.live.position == before
    after, lines = table.stored
    assert after == version + 2  # an action that answers what was taken back is stale
    assert lines[:-1] == events
    assert '"undo"' in lines[-1]
    page = table.people[(turn + 1) % 4].get(f"/t/{table.code}").text  # type: ignore[union-attr]
    assert f"P{turn} has taken back a move" in page


@pytest.mark.parametrize("game", OPTIONS)
def test_computer_players_agree_if_nothing_was_revealed(house: House, game: str) -> None:
    person = house.visitor()
    turn = -1
    while turn != 0:  # until the person is the first to act
        table = Table(house, [person, None, None, None], game)
        turn = table.live.position.turn
    before = table.live.position
    table.act(turn)
    assert table.undo(turn)[0] == 303
    assert table.live.position == before


@pytest.mark.parametrize("game", OPTIONS)
def test_computer_players_do_not_agree_once_they_have_acted(house: House, game: str) -> None:
    person = house.visitor()
    table = Table(house, [person, None, None, None], game)
    while table.live.position.turn != 0:
        house.step(table.code)
    table.act(0)
    house.step(table.code)
    before = table.stored
    status, text = table.undo(0)
    assert (status, table.live.vote) == (422, None)
    assert "R7.2" in text
    assert table.stored == before


def test_who_sits_in_for_somebody_does_not_agree_either(house: House) -> None:
    table = Table(house, crew(house), "voormsi")
    turn = table.live.position.turn
    table.act(turn)
    house.call(house.desk.seating.leave, table.live, (turn + 1) % 4)
    house.step(table.code)
    house.step(table.code)
    assert table.live.position.turn == (turn + 2) % 4
    status, text = table.undo(turn)
    assert (status, table.live.vote) == (422, None)
    assert "R7.2" in text


@pytest.mark.parametrize("game", OPTIONS)
def test_a_vote_of_the_people(house: House, game: str) -> None:
    table = Table(house, crew(house), game)
    asker = table.live.position.turn
    others = [seat for seat in range(4) if seat != asker]
    before = table.live.position
    table.act(asker)
    table.act(table.live.position.turn)
    played = table.stored

    table.undo(asker)
    assert table.live.vote is not None
    table.undo(others[0], "yes")
    table.undo(others[1], "no")  # one no ends it
    assert table.live.vote is None
    table.undo(others[2], "yes")
    assert table.stored == played

    table.undo(asker)
    for seat in others:
        page = table.people[seat].get(f"/t/{table.code}").text  # type: ignore[union-attr]
        assert 'value="yes"' in page
        assert table.stored == played
        table.undo(seat, "yes")
    assert table.live.position == before
    assert table.live.vote is None
    assert len(table.stored[1]) == len(played[1]) - 2 + 1


def test_an_action_ends_the_vote(house: House) -> None:
    table = Table(house, crew(house), "voormsi")
    asker = table.live.position.turn
    table.act(asker)
    table.act(table.live.position.turn)
    table.undo(asker)
    table.act(table.live.position.turn)
    assert table.live.vote is None
    played = table.stored
    for seat in range(4):
        table.undo(seat, "yes")
    assert table.stored == played


def test_never_where_the_table_says_so(house: House) -> None:
    table = Table(house, crew(house), "voormsi", undo="off")
    turn = table.live.position.turn
    table.act(turn)
    before = table.stored
    status, text = table.undo(turn)
    assert status == 422
    assert "R7.1" in text
    assert table.stored == before
    page = table.people[turn].get(f"/t/{table.code}").text  # type: ignore[union-attr]
    assert f'action="/t/{table.code}/undo"' not in page
    opened = house.open(house.visitor(), "noms", undo="off")
    assert house.live(opened).settings.undo == "off"


def test_nobody_takes_back_what_they_did_not_do(house: House) -> None:
    table = Table(house, crew(house), "voormsi")
    turn = table.live.position.turn
    table.act(turn)
    before = table.stored
    status, text = table.undo((turn + 1) % 4)
    assert status == 422
    assert "R7.1" in text
    assert table.stored == before


# -- what an action itself reveals -----------------------------------------------------------------------
def tells(*keys: str) -> Callable[[Moment], bool]:
    """Moments whose story has a fact of one of these keys."""

    def found(moment: Moment) -> bool:
        story = moment.before.game.story(moment.before, moment.action, moment.after)
        return any(event.key in keys for event in story)

    return found


def first(game: str, players: int, options: dict[str, Any], found: Callable[[Moment], bool]) -> Moment:
    """The first such moment of random games, the deal going on after it."""
    for seed in range(400):
        for moment in at_random(game, players, options, str(seed)):
            if moment.action.seat >= 0 and moment.after.turn >= 0 and found(moment):
                return moment
    raise AssertionError("it never came to that")


REVEALING: dict[str, tuple[str, int, dict[str, Any], Callable[[Moment], bool]]] = {
    "the called card fell": ("noms", 4, {"minimum_bid": 7}, tells("story.partner")),
    "it was the bidder's own": ("noms", 4, {"minimum_bid": 7}, tells("story.alone")),
    "cards were laid open": ("noms", 4, {}, tells("story.shown")),
    "a hand was laid open": ("voormsi", 4, {"voormsi_proof": "shown"}, tells("story.proof")),
    "a card was drawn": (
        "voormsi",
        2,
        {},
        lambda m: any(set(m.after.view(s).hand) - set(m.before.view(s).hand) for s in range(2)),
    ),
}


@pytest.mark.parametrize("what", REVEALING)
def test_what_was_shown_is_not_hidden_again(house: House, what: str) -> None:
    game, players, options, found = REVEALING[what]
    moment = first(game, players, options, found)
    seat = moment.action.seat
    person = house.visitor()
    among_computers = house.table_of([person if n == seat else None for n in range(players)], game, options)
    house.set(among_computers, moment.events)
    before = house.events(among_computers)
    answer = person.post(f"/t/{among_computers}/undo")
    assert answer.status_code == 422
    assert "R7.2" in answer.text
    assert house.events(among_computers) == before

    people = crew(house, players)
    among_people = house.table_of(people, game, options)
    live = house.set(among_people, moment.events)
    people[seat].post(f"/t/{among_people}/undo")
    assert live.vote is not None
    assert house.events(among_people)[1] == before[1]


@pytest.mark.parametrize("game", OPTIONS)
def test_a_new_deal_is_a_new_leaf(house: House, game: str) -> None:
    table = Table(house, crew(house), game)
    seen = [m for m in at_random(game, 4, OPTIONS[game], "leaf") if m.action.seat < 0][1]
    live = house.set(table.code, seen.events)
    last = seen.events[-2]["seat"]
    status, text = table.undo(last)
    assert (status, live.vote) == (422, None)
    assert "R7.1" in text


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("voormsi", 2, {}), ("voormsi", 4, {"voormsi_proof": "shown"}), ("noms", 4, {"minimum_bid": 7})],
)
def test_what_goes_at_once_showed_nobody_anything(
    house: House, game: str, players: int, options: dict[str, Any]
) -> None:
    """Whatever the others may think possible before the action, it shows them the same."""
    code = house.table_of(crew(house, players), game, options)
    reveals_nothing = house.desk.taking_back._reveals_nothing
    granted, rng = 0, Random(f"{game} {players}")
    for number, moment in enumerate(at_random(game, players, options, "at once")):
        if number % 9 or moment.action.seat < 0 or moment.after.turn < 0:
            continue
        live = house.set(code, moment.events)
        if not reveals_nothing(live, len(moment.events) - 1):
            continue
        granted += 1
        for seat in range(players):
            if seat == moment.action.seat:
                continue
            for _ in range(3):
                drawn = moment.before.view(seat).sample(rng)
                if drawn.is_legal(moment.action):
                    assert drawn.play(moment.action).view(seat) == moment.after.view(seat)
    assert granted >= 5


def test_a_play_can_be_taken_back_in_the_midst_of_a_trick(house: House) -> None:
    """Most plays show nothing but themselves: it must not be the vote that is the rule."""
    table = Table(house, crew(house), "voormsi")
    moments = [m for m in at_random("voormsi", 4, {}, "often") if isinstance(m.action, Play)]
    outcomes = []
    for moment in moments[:40:3]:
        if moment.after.turn >= 0:
            live = house.set(table.code, moment.events)
            table.undo(moment.action.seat)
            outcomes.append(live.position == moment.before)
            live.vote = None
    assert sum(outcomes) > len(outcomes) / 2
