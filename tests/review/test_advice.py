"""Hints: the player's own move, an honest comparison, a fact that matters, words in every language."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from messdeck.bots.considered import Considered
from messdeck.bots.levels import make_player
from messdeck.core.actions import Play
from messdeck.core.errors import BadText
from messdeck.core.i18n import LANGUAGES, Words
from messdeck.core.position import Position
from messdeck.games.registry import GAMES, get_game
from messdeck.review import FOLDER, telling
from messdeck.review.advice import Advice, _turning, advise


def positions(name: str, deals: int) -> list[Position]:
    """Positions of some deals that were played out by rule players, every fifth."""
    game, rng = get_game(name), Random(name)
    found: list[Position] = []
    while deals:
        position = game.start(game.rules.create())
        position = position.play(position.draw_deal(rng))
        deal = []
        while position.turn >= 0:
            deal.append(position)
            position = position.play(make_player(game, "2", 0).choose(position.view(position.turn)))
        if isinstance(deal[-1].legal_actions()[0], Play):  # not passed out
            found += deal[::5]
            deals -= 1
    return found


@pytest.mark.parametrize("level", ["random", "2", "3"])
@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_what_the_player_of_that_level_does(name: str, level: str) -> None:
    game = get_game(name)
    for position in positions(name, 2):
        view = position.view(position.turn)
        given = advise(view, level, seed=5)
        assert given.action == make_player(game, level, 5).choose(view)
        rule = make_player(game, "2", 5).choose(view)
        assert (given.maxim is not None) == (given.action == rule)
        assert position.is_legal(given.action)


@pytest.mark.parametrize("name", GAMES)
def test_the_alternatives_come_best_first_and_are_paired(name: str) -> None:
    compared = 0
    for position in positions(name, 2):
        given = advise(position.view(position.turn), "3")
        others = given.alternatives()
        compared += bool(others)
        assert [gain.mean for _, gain in others] == sorted((gain.mean for _, gain in others), reverse=True)
        assert given.action not in [action for action, _ in others]
        if given.runner_up:
            action, gain = given.runner_up
            assert (action, -gain.mean) == (others[0][0], pytest.approx(others[0][1].mean))
            assert gain.error == pytest.approx(others[0][1].error)
    assert compared > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_depends_on_the_view_alone(name: str) -> None:
    rng = Random(1)
    game = get_game(name)
    for position in positions(name, 1):
        view = position.view(position.turn)
        other = view.sample(rng).view(view.seat)
        here, there = (
            [
                *telling.advice(Words("en", FOLDER, game.folder), game, advise(seen, "3")),
                advise(seen, "3").alternatives(),
            ]
            for seen in (view, other)
        )
        assert here == there


@pytest.mark.parametrize("name", GAMES)
def test_hints_are_told_in_every_language(name: str) -> None:
    game = get_game(name)
    told = set()
    for position in positions(name, 2):
        given = advise(position.view(position.turn), "3")
        texts = {
            language: telling.advice(Words(language, FOLDER, game.folder), game, given)
            for language in LANGUAGES
        }
        assert len({len(text) for text in texts.values()}) == 1
        assert texts["en"][0] == f"Best: {telling.move(Words('en', game.folder), game, given.action)}"
        told |= {line.partition(":")[0] for line in texts["en"]}
    assert {"Best", "Rule of thumb"} <= told
    assert told & {"Next best", "A close call", "Just as good"}


def test_a_choice_that_depends_on_the_called_card_says_so() -> None:
    """Values made up so that one action is better just where seat 2 has the called card."""
    noms = get_game("noms")
    position = next(
        p
        for p in positions("noms", 3)
        if p.phase == "play" and p.view(p.turn).partner is None and len(p.legal_actions()) > 1
    )
    view, rng = position.view(position.turn), Random(3)
    worlds = [view.sample(rng) for _ in range(120)]
    holders = {world.partner for world in worlds}
    holder = max(holders, key=[world.partner for world in worlds].count)
    values = np.array([[0.0, 3.0 if world.partner == holder else -4.0] for world in worlds])
    values += np.array([[0, rng.random()] for _ in worlds])
    found = Considered(view, position.legal_actions()[:2], tuple(world.row for world in worlds), values)
    turning = _turning(found)
    assert turning is not None
    assert turning.fact.key == "clue.called"
    assert turning.fact.args["seat"].number == holder
    sign = 1 if found.best == 1 else -1
    assert sign * turning.if_true > 2
    assert sign * turning.if_not < -2
    said = telling.advice(Words("en", FOLDER, noms.folder), noms, Advice(found.chosen, None, found, turning))
    assert "the called card" in said[-1]


def test_only_the_seat_to_act_is_advised() -> None:
    position = positions("noms", 1)[0]
    for seat in (None, (position.turn + 1) % 4):
        with pytest.raises(BadText) as error:
            advise(position.view(seat), "2")
        assert error.value.reason.clause == "R5.11"


def test_the_partner_is_told_while_open() -> None:
    noms = get_game("noms")
    words = Words("en", FOLDER, noms.folder)
    told = 0
    for position in positions("noms", 12):
        view = position.view(position.turn)
        given = advise(view, "2")
        chances = given.to_json(noms, "")["odds"].get("partner", {})
        assert bool(chances) == (position.partner is not None)
        assert not chances or abs(sum(chances.values()) - 1) < 0.01
        line = [line for line in telling.advice(words, noms, given) if line.startswith("Most likely partner")]
        assert bool(line) == (bool(chances) and max(chances.values()) < 0.995)
        told += bool(line)
        if view.partner is not None:
            assert set(chances) == {str(view.partner)}
    assert told > 3
