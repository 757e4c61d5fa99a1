"""The trained players: blind to hidden cards, the same in both twins, and better than the rule players."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from random import Random
from statistics import fmean

import numpy as np
import pytest

from messdeck.arena.boards import Board, play_board
from messdeck.bots import levels, rollouts
from messdeck.bots.plain import RulePlayer
from messdeck.core.actions import Action
from messdeck.core.position import View
from messdeck.core.twin import bound, twin
from messdeck.games.registry import GAMES, get_game
from tests.bots.test_players import played_on


class TrainedPlayer(RulePlayer):
    """The trained player by itself."""

    def choose(self, view: View) -> Action:
        assert self.game.trained
        code = self.game.trained.choose(list(view.row), view.turn, self._out)
        return self.game.decode(view.turn, code)


@pytest.mark.parametrize("name", GAMES)
def test_a_trained_player_sees_what_its_seat_may_see(name: str) -> None:
    game, rng = get_game(name), Random(3)
    assert game.trained
    out = [0] * game.kernel.ACTIONS
    compared = 0
    for seed in range(40):
        position = played_on(name, seed, seed % 30)
        if position.turn < 0:
            continue
        view = position.view(position.turn)
        choice = game.trained.choose(list(view.row), view.turn, out)
        assert position.is_legal(game.decode(view.turn, choice))
        for world in (position, view.sample(rng)):
            compared += len(view.legal_actions()) > 1
            assert game.trained.choose(list(world.row), view.turn, out) == choice
    assert compared > 30


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_played_out_alike_by_both_twins(name: str) -> None:
    game = get_game(name)
    assert game.trained
    plain, fast = bound(rollouts, game.kernel, game.trained), twin(rollouts, game.kernel, game.trained)
    for seed in range(20):
        position = played_on(name, seed, seed % 12)
        if position.turn >= 0:
            row, compiled = list(position.row), np.array(position.row, np.int64)
            plain.rollout(row, [0] * game.kernel.ACTIONS, seed)
            fast.rollout(compiled, np.zeros(game.kernel.ACTIONS, np.int64), seed)
            assert row == compiled.tolist()


@pytest.mark.parametrize("name", GAMES)
def test_every_mark_lies_in_a_table_of_its_own(name: str) -> None:
    game = get_game(name)
    marks, weights = (import_module(f"messdeck.games.{name}.{part}") for part in ("marks", "weights"))
    assert game.trained
    assert len(weights.WEIGHTS) == marks.SIZE
    out = [0] * game.kernel.ACTIONS
    for seed in range(60):
        position = played_on(name, seed, seed % 40)
        if position.turn < 0 or not game.trained.is_judged(position.row):
            continue
        row = list(position.view(position.turn).row)
        marks.look(row, position.turn, out)
        for action in position.legal_actions():
            marks.mark(row, position.turn, game.trained.laid(game.encode(action)), out)
            found = out[marks.MARK : marks.MARK + marks.MARKS]
            assert all(0 <= mark < marks.SIZE for mark in found)
            assert all(one < other for one, other in pairwise(mark for mark in found[:10] if mark))


@pytest.mark.parametrize("name", GAMES)
def test_a_trained_player_beats_the_rule_player(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels.LEVELS, "trained", TrainedPlayer)
    game = get_game(name)
    rules = game.rules.create()
    boards = [Board(name, rules, game.modes[0], "trained", "2", 7, number) for number in range(150)]
    assert fmean(play_board(board).margin for board in boards) > 0.2
