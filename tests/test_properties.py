"""Both games pass the contract under random options, and keep what no rule may break."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messdeck.core.actions import Deal
from messdeck.core.contract import check_bot, check_game, check_twin
from messdeck.core.errors import BadRecord
from messdeck.core.game import Game
from messdeck.core.record import Match, replay
from messdeck.core.trial import Trial
from messdeck.games.registry import GAMES, get_game

TABLES = [(name, players) for name in GAMES for players in get_game(name).rules.PLAYERS]
SLOW_CHUNKS = 2


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_contract(name: str, players: int) -> None:
    assert check_game(get_game(name), range(3), players=players) > 100


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_contract_on_many_games(name: str, players: int, chunk: int) -> None:
    """More than 3,000 positions in all, each with a sampled one for every seat and the spectator."""
    seeds = range(1000 * chunk + 100, 1000 * chunk + 100 + (12 if name == "noms" else 8))
    assert check_game(get_game(name), seeds, players=players) > 380


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rule_players(name: str, players: int) -> None:
    assert check_bot(get_game(name), range(6), players=players) > 200


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_twins(name: str, players: int) -> None:
    check_twin(get_game(name), range(40), players=players)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_twins_on_many_games(name: str, players: int) -> None:
    check_twin(get_game(name), range(1000, 1400), players=players, deals=8)


# -- cards are conserved ---------------------------------------------------------------------------------
def places(table: dict[str, Any]) -> list[str]:
    """The cards of a position's JSON, wherever they lie."""
    cards: list[str] = [card for hand in table["hands"] for card in hand]
    cards += [card for play in table["plays"] for card in play["cards"]]
    return [*cards, *table.get("stock", [])]


@pytest.mark.parametrize("name", GAMES)
def test_cards_are_conserved(name: str) -> None:
    game = get_game(name)
    for seed in range(20):
        for _, _, after in random_match(game, seed)[1]:  # the first of them is a deal
            assert Counter(places(after.to_json())) == Counter(list(game.deck.index))


# -- records ---------------------------------------------------------------------------------------------
def random_match(game: Game, seed: int) -> tuple[Match, list[Any]]:
    """A random game of at most two deals, and its steps."""
    trial = Trial.laid(game, seed, None, None, 2)
    steps = []
    while not trial.position.is_over:
        steps.append(trial.go_on())
    return trial.match, steps


@pytest.mark.parametrize("name", GAMES)
def test_replaying_any_part_of_a_record_gives_the_position_then(name: str) -> None:
    for seed in range(5):
        match, steps = random_match(get_game(name), seed)
        for n in range(0, len(steps), 7):
            assert replay(match.lines()[: n + 1], get_game).position == steps[n][0]


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_cards_in_a_dealt_hand_means_nothing(name: str) -> None:
    for seed in range(5):
        match, steps = random_match(get_game(name), seed)
        rng = Random(seed)
        lines = match.lines()[:1]
        for _, action, _ in steps:
            event = action.to_json()
            if isinstance(action, Deal):
                event["hands"] = [rng.sample(hand, len(hand)) for hand in event["hands"]]
            lines.append(json.dumps(event))
        assert replay(lines, get_game).position == match.position


JUNK = st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from(["7H", "pass", "NT", "", "C"])


@settings(derandomize=True, database=None, max_examples=400, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 40), st.data())
def test_a_spoilt_record_is_refused_with_its_line(name: str, seed: int, data: st.DataObject) -> None:
    """Spoil one value of one event: the record is refused at that line or later, or still legal."""
    lines = [line.rstrip("\n") for line in random_match(get_game(name), seed)[0].lines()]
    number = data.draw(st.integers(1, len(lines) - 1))
    event = json.loads(lines[number])
    key = data.draw(st.sampled_from(sorted(event)))
    how = data.draw(st.sampled_from(["drop", "replace", "spoil a part"]))
    if how == "spoil a part" and isinstance(event[key], list) and event[key]:
        event[key][data.draw(st.integers(0, len(event[key]) - 1))] = data.draw(JUNK)
    elif how == "drop":
        del event[key]
    else:
        event[key] = data.draw(JUNK | st.lists(JUNK, max_size=4))
    lines[number] = json.dumps(event)
    try:
        replay(lines, get_game)
    except BadRecord as error:
        assert error.line > number
        assert error.reason.clause
