"""Every level keeps the contract of players, and habits that people complain of when they are missing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from messdeck.bots.levels import LEVELS, make_player
from messdeck.bots.search import SearchPlayer
from messdeck.core.actions import Action
from messdeck.core.contract import check_bot
from messdeck.core.game import Game
from messdeck.core.player import Player
from messdeck.core.position import Position, View
from messdeck.games.noms import kernel as n
from messdeck.games.registry import GAMES, get_game
from tests.bots.test_beliefs import noms
from tests.bots.test_players import played_on


def small(level: str, game: Game, seed: int) -> Player:
    """A level with a budget that suits a test."""
    player = make_player(game, level, seed)
    if isinstance(player, SearchPlayer):
        small = {"worlds": 10, "iterations": min(100, player.budget.iterations)}
        return type(player)(
            game, seed, replace(player.budget, **small, endings=min(10, player.budget.endings))
        )
    return player


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_keeps_the_contract(game: str, level: str) -> None:
    rules: dict[str, object] = {}
    assert check_bot(get_game(game), range(2), rules, deals=1, make=partial(small, level)) > 20


def test_the_contract_finds_a_player_that_does_not_repeat_itself() -> None:
    chance = Random(1)

    class Fickle:
        def choose(self, view: View) -> Action:
            return chance.choice(view.legal_actions())

        def out_of_turn(self, view: View) -> Action | None:
            return None

    with pytest.raises(AssertionError, match="not repeated"):
        check_bot(get_game("noms"), range(3), {}, make=lambda game, seed: Fickle())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["3", "4", "5"])
def test_no_card_is_played_that_is_worse_than_another_in_every_world(game: str, level: str) -> None:
    compared = 0
    for seed in range(12):
        position = played_on(game, seed, 4 + 2 * seed)
        if position.turn >= 0:
            player = small(level, get_game(game), seed)
            assert isinstance(player, SearchPlayer)
            found = player.consider(position.view(position.turn))
            if found.worlds:
                compared += 1
                chosen = found.values[:, [found.best]]
                assert not (found.values > chosen).all(axis=0).any()
    assert compared > 4


# -- habits in Noms --------------------------------------------------------------------------------------
HANDS = (
    "AKQ32.AK2.AK2.32",
    "54.543.543.AKQJT",
    "JT9.QJT.QJT.9876",
    "876.9876.9876.54",
)


def done(position: Position, *told: dict[str, object]) -> Position:
    """The position after events, written as in a record."""
    for event in told:
        position = position.play(position.game.read_action({"seat": position.turn, **event}, 4))
    return position


def card(code: str) -> dict[str, object]:
    return {"type": "play", "cards": [code]}


def bids(*calls: str) -> list[dict[str, object]]:
    return [{"type": "bid", "bid": call} for call in calls]


@pytest.mark.parametrize(("level", "call"), [("2", "pass"), ("3", "10"), ("4", "10"), ("5", "10")])
def test_who_plays_better_bids_a_little_more(level: str, call: str) -> None:
    """Ten tricks are nearly there: 5.7 of the own hand make 9.8 with a partner's."""
    position = noms("32.432.AK2.AK876", "AKQ9.AKJ.Q43.QJ5", "JT87.QT98.JT9.T9", "654.765.8765.432")
    player = small(level, get_game("noms"), 1)
    assert player.choose(position.view(0)).to_json()["bid"] == call


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])
def test_the_holder_of_the_called_card_does_not_beat_the_bidder_who_wins(level: str) -> None:
    """Seat 1 alone knows that it is the partner: it follows low, or throws, on the bidder's winners."""
    contract = {"type": "contract", "trump": "C", "call": "AS"}
    position = done(noms(*HANDS), *bids("10", "pass", "pass", "pass"), contract, card("AC"))
    assert position.view(1).row[n.PARTNER] == 1
    player = make_player(get_game("noms"), level, 1)
    if level == "5":
        player = small(level, get_game("noms"), 1)
    assert player.choose(position.view(1)).to_json()["cards"] == ["4C"]
    position = done(
        position, card("4C"), card("9C"), card("6C"), card("KC"), card("5C"), card("TC"), card("7C")
    )
    position = done(position, card("QC"))
    thrown = player.choose(position.view(1)).to_json()["cards"][0]
    assert thrown[1] != "C"
    assert thrown != "AS", "the called card wins a trick of its own"


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])
def test_defenders_of_a_mis_do_not_lead_where_the_bidder_has_shown_a_void(level: str) -> None:
    hands = ("5432.5432.65432.", "AKQJ.AKQ.AKQ.432", "T98.T98.T98.8765", "76.J76.J7.AKQJT9")
    position = done(noms(*hands), *bids("mis", "pass", "pass", "pass"))
    position = done(position, card("2C"), card("JC"), card("8C"), card("6C"))
    # Seat 1 won and leads a spade; the bidder throws a card on it: he has no spade.
    position = done(position, card("4S"), card("5S"), card("TS"), card("6H"))
    view = position.view(3)
    assert view.turn == 3
    player = small(level, get_game("noms"), 1) if level == "5" else make_player(get_game("noms"), level, 1)
    assert player.choose(view).to_json()["cards"][0][1] != "S"
