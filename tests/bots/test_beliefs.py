"""Beliefs: worlds that fit a view, weighed by what was said and played, and the odds read off them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from messdeck.bots.beliefs import LEAST, Believer, as_position
from messdeck.bots.odds import odds
from messdeck.core.position import Position
from messdeck.games.noms import kernel as n
from messdeck.games.registry import GAMES, get_game
from messdeck.games.voormsi import kernel as v
from tests.bots.test_players import played_on


def load(name: str) -> ModuleType:
    """A script of benchmarks/ as a module."""
    path = Path(__file__).parents[2] / "benchmarks" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def noms(*hands: str) -> Position:
    """A deal of Noms by seat 3, hands as suits from clubs to spades."""
    game = get_game("noms")
    dealt = [
        [rank + suit for suit, ranks in zip("CDHS", hand.split("."), strict=True) for rank in ranks]
        for hand in hands
    ]
    deal = {"type": "deal", "seat": -1, "dealer": 3, "double": False, "hands": dealt}
    return game.start(game.rules.create()).play(game.read_action(deal, 4))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plays", [0, 3, 9, 14])
def test_worlds_fit_the_view_and_weights_add_up(game: str, plays: int) -> None:
    for seed in range(3):
        position = played_on(game, seed, plays)
        if position.turn < 0:
            continue
        view = position.view(position.turn)
        weighted = Believer(get_game(game)).weighted(view, 200, Random(1))
        for row in weighted.rows[::20]:
            assert as_position(view, row).view(view.seat) == view
        assert weighted.weights.sum() == pytest.approx(1)
        assert weighted.effective >= LEAST * 200
        assert len(weighted.resampled(37, Random(2))) == 37


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_replayed_in_a_world_is_the_world(game: str) -> None:
    position = played_on(game, 3, 11)
    kernel, beliefs = get_game(game).kernel, get_game(game).beliefs
    assert beliefs
    row, script = list(position.row), [0] * beliefs.SCRIPT
    actions = beliefs.rewind(row, script)
    assert actions == len(position.deal_actions()) - 1
    for code in script[:actions]:
        assert beliefs.likelihood(row, kernel.turn(row), code, [0] * kernel.ACTIONS) > 0
        kernel.apply(row, kernel.turn(row), code)
    apart = {cell for cell in range(len(row)) if row[cell] != position.row[cell]}
    assert apart <= ({v.TARGET, v.SCORE, v.SCORE + 1} if game == "voormsi" else set())


def test_one_s_own_actions_tell_nothing() -> None:
    position = played_on("noms", 3, 13)
    view = position.view(position.turn)
    believer = Believer(get_game("noms"))
    chances = believer.chances(view, believer.uniform(view, 50, Random(1)))
    own = [action.seat == view.seat for action in position.deal_actions()[1:]]
    assert (chances[:, own] == 1000).all()
    assert (chances[:, np.invert(own)] > 0).all()


def test_a_pass_tells_of_a_weak_hand_and_a_bid_of_a_strong_one() -> None:
    position = noms("AKQ2.AK2.432.432", "543.543.AKQ.AKQJ", "987.987.987.9876", "JT6.QJT6.JT65.T5")
    first = position.legal_actions()
    bid = next(action for action in first if action.to_json().get("bid") == "10")
    passed = next(action for action in first if action.to_json().get("bid") == "pass")
    high = sum(1 << card + 16 * suit for suit in range(4) for card in (12, 11, 10))

    def honours(after: Position) -> float:
        weighted = Believer(after.game).weighted(after.view(1), 2000, Random(1))
        counts = [(hand & high).bit_count() for hand in weighted.rows[:, n.HAND].tolist()]
        return float((counts * weighted.weights).sum())

    assert honours(position.play(passed)) < 1.95 < 2.0 < 2.3 < honours(position.play(bid))  # 2.0 by chance


def test_secret_solo_is_among_the_worlds_but_seldom() -> None:
    position = played_on("noms", 1, 1)
    bidder = position.row[n.BIDDER]
    seat = next(s for s in range(4) if s not in (bidder, position.row[n.PARTNER]))
    teams = odds(position.view(seat)).teams
    assert 0 < teams[(bidder,)] < 0.15
    assert sum(teams.values()) == pytest.approx(1)
    assert seat not in {other for team in teams for other in team}


@pytest.mark.parametrize("game", GAMES)
def test_odds_add_up_and_are_the_same_for_the_same_seed(game: str) -> None:
    position = played_on(game, 2, 7)
    view = position.view(position.turn)
    found = odds(view, 300)
    assert found == odds(view, 300)
    assert sum(found.teams.values()) == pytest.approx(1)
    for code, chances in found.holders.items():
        assert code not in view.hand
        assert sum(chances) <= 1 + 1e-9
        assert chances[position.turn] == 0
    for (seat, suit), chance in found.voids.items():
        if seat == view.seat:
            assert chance == pytest.approx(float(not any(card[-1] == suit for card in view.hand)))


def test_a_shown_void_is_certain() -> None:
    for seed in range(40):
        position = played_on("noms", seed, 22)
        if position.turn < 0:
            continue
        for i, laid in enumerate(position.played):  # type: ignore[attr-defined]
            led = position.played[i - i % 4].card[-1]  # type: ignore[attr-defined]
            if laid.card[-1] != led and laid.seat != position.turn:
                assert odds(position.view(position.turn), 100).voids[laid.seat, led] == pytest.approx(1)
                return
    pytest.fail("no void in forty deals")


def test_who_answers_a_voormsi_without_the_jc_lacks_it() -> None:
    for seed in range(300):
        position = played_on("voormsi", seed, 1 + seed % 20)
        lacking = [seat for seat in range(4) if position.row[v.LACKED + seat] == position.row[v.PLAYS] > 0]
        if position.turn >= 0 and lacking and "JC" in position.game.matadors(position):
            view = position.view(next(seat for seat in range(4) if seat not in lacking))
            if "JC" not in view.hand:
                assert odds(view, 200).holders["JC"][lacking[0]] == 0
                return
    pytest.fail("nobody answered a KH")


@pytest.mark.slow
@pytest.mark.parametrize("looseness", [0.0, 0.25])
def test_beliefs_find_the_partner_better_than_hard_facts(looseness: float) -> None:
    losses = load("beliefs").measure(get_game("noms"), looseness, 150, 5)
    gain, error = losses.gain
    assert gain > 3 * error
