"""messdeck and the slow references agree on random games under random options, whoever plays them."""

from __future__ import annotations

import json
from random import Random

import pytest

from messdeck.core.record import replay
from messdeck.core.trial import Trial, random_rules
from messdeck.games.registry import GAMES, get_game
from tests import oracle

DEALS = 3


def check_record_of_the_reference(name: str, seed: int) -> None:
    """A record that the reference has made is legal here, and both sum it up alike."""
    rng = Random(seed)
    rules = random_rules(get_game(name).rules, rng)
    lines = oracle.random_record(name, rng, rules.players, rules.changed(), DEALS)
    expected = oracle.REFERENCES[name].replay(lines)
    assert oracle.comparable(replay(lines, get_game).summary()) == oracle.comparable(expected)


def check_record_of_messdeck(name: str, seed: int) -> None:
    """A record made here is legal to the reference, and both sum it up alike."""
    trial = Trial.laid(get_game(name), seed, None, None, DEALS)
    steps = []
    while not trial.position.is_over:
        steps.append(trial.go_on())
    start = trial.game.start(trial.rules)
    expected = oracle.REFERENCES[name].replay(trial.match.lines())
    assert oracle.comparable(trial.game.summary(start, steps)) == oracle.comparable(expected)


def check_every_step(name: str, seed: int) -> int:
    """At every step both allow the same actions, of any seat, and the same cards in the same hands."""
    trial = Trial.laid(get_game(name), seed, None, None, DEALS)
    table = oracle.table_of(trial.match.header.to_json())
    compared = 0
    while not trial.position.is_over:
        assert oracle.as_set(oracle.played(trial.position)) == oracle.as_set(oracle.allowed(table))
        _, action, after = trial.go_on()
        oracle.do(table, json.loads(json.dumps(action.to_json())))
        assert table.scores == list(after.scores)
        assert table.turn == (after.turn if after.turn >= 0 else None)
        if after.turn >= 0:
            held = [sorted(hand) for hand in after.to_json()["hands"]]
            assert held == [sorted(hand) for hand in table.hands]
        compared += 1
    return compared


CHECKS = {
    "its records": check_record_of_the_reference,
    "our records": check_record_of_messdeck,
}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", GAMES)
def test_agreement(name: str, check: str) -> None:
    for seed in range(10):
        CHECKS[check](name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(5))
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", GAMES)
def test_agreement_on_many_games(name: str, check: str, chunk: int) -> None:
    """5,000 games in all."""
    for seed in range(1000 + 250 * chunk, 1250 + 250 * chunk):
        CHECKS[check](name, seed)


@pytest.mark.parametrize("name", GAMES)
def test_agreement_at_every_step(name: str) -> None:
    assert sum(check_every_step(name, seed) for seed in range(8)) > 300


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_agreement_at_every_step_of_many_games(name: str, chunk: int) -> None:
    assert sum(check_every_step(name, seed) for seed in range(100 + 60 * chunk, 160 + 60 * chunk)) > 3000
