"""What a search found, and how it chooses."""

from __future__ import annotations

import numpy as np
import pytest

from messdeck.bots.considered import Considered
from messdeck.bots.search import BATCH, Budget, SearchPlayer
from messdeck.core.actions import Play
from messdeck.games.registry import GAMES, get_game
from tests.bots.test_players import played_on


def found(values: list[list[float]]) -> Considered:
    """A search with these values (worlds by actions)."""
    view = played_on("noms", 1, 0).view(0)
    actions = tuple(Play(0, (f"{rank}C",)) for rank in "23456"[: len(values[0])])
    return Considered(view, actions, (view.row,) * len(values), np.array(values))


def test_the_rule_player_is_left_only_for_a_clear_gain() -> None:
    assert found([[0, 1], [0, 2], [0, 1], [0, 2]]).best == 1
    assert found([[0, 9], [0, -8], [0, 9], [0, -8]]).best == 0
    unclear = found([[0, 9, 3], [0, -8, -4], [0, 9, 3], [0, -8, -4]])
    assert unclear.runner_up == 1
    assert unclear.gain(1, 0).is_close


def test_no_action_is_chosen_that_is_worse_than_another_in_every_world() -> None:
    values = [[0.0, 0.01, -1.0]] * 23 + [[0.0, 50.0, 60.0]]
    considered = found(values)
    assert not considered.gain(2, 0).is_clear
    assert not considered.gain(1, 0).is_clear
    assert considered.best == 1


def test_gains_are_paired() -> None:
    considered = found([[1, 2], [11, 12], [21, 22]])
    assert (considered.gain(1, 0).mean, considered.gain(1, 0).error) == (1, 0)


@pytest.mark.parametrize("game", GAMES)
def test_worlds_are_consistent_with_the_view(game: str) -> None:
    position = played_on(game, 2, 8)
    view = position.view(position.turn)
    considered = SearchPlayer(get_game(game), 3, Budget(10)).consider(view)
    assert considered.values.shape == (10, len(considered.actions))
    assert set(considered.actions) == set(view.legal_actions())
    for world in range(10):
        assert considered.position(world).view(view.seat) == view


def test_a_time_limit_cuts_a_search_short_but_not_before_its_first_batch() -> None:
    position = played_on("noms", 2, 8)
    view = position.view(position.turn)
    considered = SearchPlayer(get_game("noms"), 3, Budget(10**6, seconds=0)).consider(view)
    assert len(considered.worlds) == BATCH
    whole = SearchPlayer(get_game("noms"), 3, Budget(BATCH)).consider(view)
    assert (whole.values == considered.values).all()


def test_nothing_is_searched_in_an_auction() -> None:
    noms = get_game("noms")
    start = noms.start(noms.rules.create())
    from random import Random

    position = start.play(start.draw_deal(Random(1)))
    considered = SearchPlayer(noms, 3, Budget(10)).consider(position.view(position.turn))
    assert considered.worlds == ()
    assert considered.chosen == considered.rule
    assert considered.runner_up is None
