"""What a hint says of habits and of hidden hands: sayable in every language, and true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from messdeck.bots.levels import make_player
from messdeck.core.facts import Cards, Seat
from messdeck.core.game import Game
from messdeck.core.i18n import LANGUAGES, Words, load
from messdeck.core.position import Position
from messdeck.games.noms.actions import DECK, NomsDeal
from messdeck.games.registry import GAMES, get_game


def decisions(game: Game, players: int | None, deals: int) -> Iterator[Position]:
    """Every position of some deals between rule players."""
    rng = Random(f"maxims {players}")
    for _ in range(deals):
        position = game.start(game.rules.create(players))
        yield from played(position.play(position.draw_deal(rng)))


def played(position: Position) -> Iterator[Position]:
    """The positions of the deal on the table, as rule players play it."""
    rule = make_player(position.game, "2", 0)
    while position.turn >= 0:
        yield position
        position = position.after(rule.choose(position.view(position.turn)))


def noms_deal(first: str) -> NomsDeal:
    """Seat 0 holds these cards, the others the rest of the pack in turn."""
    held = first.split()
    rest = [card for card in DECK.index if card not in held]
    return NomsDeal(-1, 3, (tuple(held), *(tuple(rest[i::3]) for i in range(3))), False)


RARE = {
    "noms": [
        noms_deal("AH KH QH JH TH 9H 8H 7H 6H AS KS AD AC"),  # enough tricks alone
        noms_deal("3D 5D 2C 4C 6C 8C 2H 4H 6H 8H 2S 4S 6S"),  # a Mis that a low diamond breaks
    ]
}


@pytest.mark.parametrize("name", GAMES)
def test_every_maxim_is_said_and_can_be_said(name: str) -> None:
    game = get_game(name)
    rule = make_player(game, "2", 0)
    told: Counter[str] = Counter()
    speakers = [Words(language, game.folder) for language in LANGUAGES]
    rare = [game.start(game.rules.create()).play(deal) for deal in RARE.get(name, ())]
    for players in game.rules.PLAYERS:
        for position in chain(*map(played, rare), decisions(game, players, 60 if told else 300)):
            view = position.view(position.turn)
            maxim = game.maxim(view, rule.choose(view))
            assert maxim is not None
            if told[maxim.key] < 3:
                assert all(speaker.say(maxim.key, maxim.args) for speaker in speakers)
            told[maxim.key] += 1
            assert (maxim.key == "maxim.only") == (len(view.legal_actions()) == 1)
    catalogue = {key for key in load(game.folder, "en", "table").messages if key.startswith("maxim.")}
    assert catalogue == set(told)


@pytest.mark.parametrize("name", GAMES)
def test_clues_are_the_same_for_every_world_and_true_of_it(name: str) -> None:
    game = get_game(name)
    rng, seen = Random(8), Counter[str]()
    for players in game.rules.PLAYERS:
        for position in decisions(game, players, 12):
            if rng.random() > 0.1:
                continue
            view = position.view(position.turn)
            worlds = [position, *(view.sample(rng) for _ in range(3))]
            lists = [game.clues(view, world) for world in worlds]
            assert all([fact for fact, _ in told] == [fact for fact, _ in lists[0]] for told in lists)
            for world, told in zip(worlds, lists, strict=True):
                for fact, true in told:
                    seen[fact.key] += true
                    assert fact.args.get("seat") != Seat(view.turn)
                    if fact.key == "clue.holds":
                        seat, card = fact.args["seat"], fact.args["card"]
                        assert isinstance(seat, Seat)
                        assert isinstance(card, Cards)
                        assert true == (card.codes[0] in world.hands[seat.number])
                    if fact.key == "clue.called":
                        assert true == (world.partner == fact.args["seat"].number)
                    if fact.key == "clue.stock":
                        assert true == (fact.args["card"].codes[0] in world.stock)
    catalogue = {key for key in load(game.folder, "en", "table").messages if key.startswith("clue.")}
    assert catalogue == {key for key, times in seen.items() if times}
