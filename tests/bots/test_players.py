"""Computer players: legal, repeatable, and blind to what their seat may not know."""

from __future__ import annotations

from random import Random

import pytest

from messdeck.arena.boards import prepared
from messdeck.bots.levels import LEVELS, make_player, read_level
from messdeck.bots.search import Budget, SearchPlayer
from messdeck.core.errors import BadText
from messdeck.core.position import Position
from messdeck.games.registry import GAMES, get_game


def played_on(game_name: str, seed: int, plays: int) -> Position:
    """A position some plays into a deal, by the rule player."""
    game = get_game(game_name)
    position = prepared(game, game.rules.create(), Random(seed))
    rule = make_player(game, "2", 0)
    for _ in range(plays):
        if position.turn >= 0:
            position = position.play(rule.choose(position.view(position.turn)))
    return position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_is_legal_and_a_function_of_view_and_seed(game: str, level: str) -> None:
    for seed in range(3):
        position = played_on(game, seed, 3 + seed)
        if position.turn < 0:
            continue
        view = position.view(position.turn)
        first, again = (make_player(get_game(game), level, 7).choose(view) for _ in range(2))
        assert first == again
        assert position.is_legal(first)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_player_never_peeks(game: str) -> None:
    rng = Random(5)
    for seed in range(4):
        position = played_on(game, seed, 5)
        if position.turn < 0:
            continue
        view = position.view(position.turn)
        choice = SearchPlayer(get_game(game), 3, Budget(8)).choose(view)
        for _ in range(2):
            other = view.sample(rng)
            assert SearchPlayer(get_game(game), 3, Budget(8)).choose(other.view(view.seat)) == choice


def test_levels_have_names_and_numbers() -> None:
    names = ("random", "stowaway", "Deckhand", "able", "bosun", "captain")
    assert [read_level(name) for name in names] == list(LEVELS)
    assert [read_level(level) for level in LEVELS] == list(LEVELS)
    with pytest.raises(BadText) as error:
        read_level("admiral")
    assert all(name.lower() in str(error.value.reason.args["values"]) for name in names)


def test_partners_do_not_ruff_a_partner_who_wins() -> None:
    noms = get_game("noms")
    ruffs = tricks = 0
    for seed in range(60):
        position = prepared(noms, noms.rules.create(), Random(f"ruffs {seed}"))
        rule = make_player(noms, "2", 0)
        while position.turn >= 0:
            view = position.view(position.turn)
            action = rule.choose(view)
            last = len(position.trick) == 3 and position.trump in "CDHS"
            partners = {position.bidder, position.partner}
            winning = position.trick[position.head].seat if position.trick else None
            if last and view.partner is not None and {position.turn, winning} == partners:
                tricks += 1
                follows = any(card[1] == position.trick[0].card[1] for card in view.hand)
                ruffs += (
                    not follows
                    and action.cards[0][1] == position.trump != position.trick[0].card[1]
                    and any(card[1] != position.trump for card in view.hand)
                )
            position = position.play(action)
    assert tricks > 50
    assert ruffs == 0
