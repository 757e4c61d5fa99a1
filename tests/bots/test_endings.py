"""Exact endings: when they are asked for, and that they are what the solver says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from messdeck.bots import endings
from messdeck.bots.beliefs import Believer, as_position
from messdeck.bots.search import Budget, SearchPlayer
from messdeck.core.position import View
from messdeck.games.registry import get_game
from messdeck.games.voormsi import kernel as k
from messdeck.solver.positions import solve_position
from tests.bots.test_players import played_on

VOORMSI = get_game("voormsi")


def views(first: int, last: int) -> Iterator[View]:
    """Views with a choice, so many plays into a deal."""
    for seed in range(100):
        position = played_on("voormsi", seed, first + seed % (last - first))
        if position.turn >= 0 and len(position.legal_actions()) > 1:
            yield position.view(position.turn)


def row_of(view: View) -> list[int]:
    return list(view.sample(Random(1)).row)


def test_endings_are_near_once_nothing_is_left_to_draw_and_only_points_count() -> None:
    for view in islice(views(0, 8), 8):
        assert not endings.is_near(view, row_of(view))
    found = [view for view in views(20, 34) if view.row[k.DRAWN] == view.row[k.STOCK_SIZE]]
    assert len(found) > 5
    for view in found:
        row = row_of(view)
        assert endings.is_near(view, row)
        row[k.SCORE] = row[k.TARGET] - 1  # one point wins the rubber: then points are not all that counts
        near = endings.is_near(view, row)
        assert near == (VOORMSI.endings is not None and VOORMSI.endings.most(row, 0) == 0)


def test_noms_has_no_endings() -> None:
    position = played_on("noms", 1, 44)
    assert not endings.is_near(position.view(position.turn), list(position.row))


def test_values_are_those_of_the_solver() -> None:
    for view in islice(views(24, 34), 5):
        rows = Believer(VOORMSI).uniform(view, 4, Random(2))
        actions = view.legal_actions()
        values = endings.solved(view, rows, [VOORMSI.encode(action) for action in actions])
        for row, line in zip(rows, values.tolist(), strict=True):
            outlook = solve_position(as_position(view, row))
            assert line == [outlook.actions[action] for action in actions]


@pytest.mark.parametrize("seconds", [None, 0.0])
def test_a_player_solves_the_worlds_it_is_told_to(seconds: float | None) -> None:
    player = SearchPlayer(VOORMSI, 1, Budget(10, endings=70, seconds=seconds))
    view = next(views(24, 34))
    found = player.consider(view)
    assert len(found.worlds) == (70 if seconds is None else 64)
    solved = endings.solved(view, Believer(VOORMSI).uniform(view, 1, Random(1)), [])
    assert solved.shape == (1, 0)
    assert player.consider(next(views(0, 8))).values.shape[0] == 10
