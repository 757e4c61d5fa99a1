"""Hints at the table and reviews of finished games."""

from __future__ import annotations

import re
import time

import pytest

from messdeck.games.registry import GAMES
from messdeck.review.advice import advise
from tests.server.house import House, Visitor


def told(html: str) -> list[str]:
    block = html.partition('id="hint-told"')[2].partition("</div>")[0]
    return [re.sub(r"<[^>]+>", "", line) for line in re.findall(r"<p>(.*?)</p>", block)]


@pytest.mark.parametrize("game", GAMES)
def test_who_is_to_act_may_ask_for_a_hint(house: House, game: str) -> None:
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, game, {})
    turn = house.deal(code)
    page = people[turn].get(f"/t/{code}").text
    assert 'id="hint"' in page
    assert told(page) == []
    for one in people:
        if one is not people[turn]:
            assert 'id="hint"' not in one.get(f"/t/{code}").text
    answer = people[turn].post(f"/t/{code}/hint")
    assert answer.status_code == 200
    given = advise(house.live(code).position.view(turn), "4")
    lines = told(answer.text)
    assert lines[0].startswith("Best: ")
    assert any(line.startswith(("Rule of thumb: ", "No rule of thumb")) for line in lines) == bool(
        given.maxim or given.runner_up
    )
    fragment = people[turn].post(f"/t/{code}/hint", headers={"hx-request": "true"}).text
    assert told(fragment) == lines
    assert "<html" not in fragment
    assert told(people[turn].get(f"/t/{code}").text) == []  # a hint is an answer, not a part of the table


def test_nobody_else_is_given_a_hint(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, "voormsi", {})
    turn = house.deal(code)
    refused = people[(turn + 1) % 4].post(f"/t/{code}/hint")
    assert refused.status_code == 422
    assert "R5.11" in refused.text
    assert told(refused.text) == []
    assert house.visitor().post(f"/t/{code}/hint").status_code == 403


def test_a_table_may_have_no_hints(house: House) -> None:
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, "voormsi", {}, hints=False)
    turn = house.deal(code)
    assert 'id="hint"' not in people[turn].get(f"/t/{code}").text
    refused = people[turn].post(f"/t/{code}/hint")
    assert refused.status_code == 422
    assert "R7.5" in refused.text
    visitor = house.visitor()
    assert not house.live(house.open(visitor, "voormsi", no_hints="1")).settings.hints
    assert house.live(house.open(visitor, "voormsi")).settings.hints


def finished(house: House, people: list[Visitor]) -> str:
    """A short game of Voormsi, played to its end by the rule player for everybody."""
    code = house.table_of(people, "voormsi", {"target": 5})
    while not house.live(code).position.is_over:
        turn = house.deal(code)
        action = advise(house.live(code).position.view(turn), "2").action
        state = {"version": house.live(code).version, "action": action.to_json()}
        assert (
            people[turn]
            .post(f"/api/v1/tables/{code}/act", json=state, headers=people[turn].bearer)
            .status_code
            == 200
        )
    return code


def test_a_finished_game_is_reviewed_on_its_page(house: House) -> None:
    people = [house.visitor() for _ in range(2)]
    code = finished(house, people)
    page = people[0].get(f"/g/{code}").text
    assert "Review this game" in page
    begun = people[0].post(f"/g/{code}/review", data={"n": "3"})
    assert (begun.status_code, begun.headers["location"]) == (303, f"/g/{code}?n=3#review")
    review = house.app.state.house.reviews.find(code)
    deadline = time.monotonic() + 300
    while not review.is_done and time.monotonic() < deadline:
        time.sleep(0.1)
    assert review.is_done
    page = people[1].get(f"/g/{code}").text
    assert "Review this game" not in page
    assert page.count("without a mistake") == 2
    lines = [one for one in review.decisions.values() if one.verdict != "fine"]
    assert page.count('class="is-') == len(lines)
    for number, one in review.decisions.items():
        moment = people[1].get(f"/g/{code}?n={number + 1}").text
        assert ('class="judged"' in moment) == (one.choices > 1)
    assert people[0].post(f"/g/{code}/review").status_code == 303
    assert house.app.state.house.reviews.find(code) is review  # made once


def test_a_game_under_way_is_not_reviewed(house: House) -> None:
    people = [house.visitor() for _ in range(2)]
    code = house.table_of(people, "voormsi", {})
    assert people[0].post(f"/g/{code}/review").status_code == 404
    assert house.app.state.house.reviews.find(code) is None
