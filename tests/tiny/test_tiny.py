"""The tiny game passes the contract, and is as odd as it is meant to be: core takes nothing for granted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from messdeck.core.actions import Play
from messdeck.core.contract import check_bot, check_game, check_twin
from messdeck.core.i18n import Words
from tests.tiny import kernel as k
from tests.tiny.game import DECK, GAME, Blow, Pass, TinyPosition, TinyRules


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_passes_the_contract(players: int) -> None:
    assert check_game(GAME, range(8), players=players) > 100
    assert check_bot(GAME, range(20), players=players) > 300


def test_its_twin_agrees() -> None:
    check_twin(GAME, range(60), deals=6)


def finished_deals(players: int) -> Iterator[TinyPosition]:
    """Random deals played to the end, each from the start of a game."""
    for seed in range(60):
        rng = Random(seed)
        position = GAME.start(TinyRules.create(players, {"target": 99}))
        position = position.play(position.draw_deal(rng))
        while position.turn >= 0:
            position = position.play(rng.choice(position.legal_actions()))
        assert isinstance(position, TinyPosition)
        yield position


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_is_as_odd_as_it_is_meant_to_be(players: int) -> None:
    deals = list(finished_deals(players))
    assert all(len(deal.rules.sides) == players for deal in deals), "everybody is alone"
    assert {tuple(sorted(map(len, deal.deal_actions()[0].hands))) for deal in deals} == {  # type: ignore[attr-defined]
        {3: (5, 6, 6), 4: (4, 4, 4, 5), 5: (3, 3, 3, 4, 4)}[players]
    }
    assert len({len(deal.all_tricks) for deal in deals}) > 3, "the number of tricks varies"
    assert len({len(trick) for deal in deals for trick in deal.all_tricks}) > 2, "and of cards in a trick"
    assert any(isinstance(action, Pass) for deal in deals for action in deal.deal_actions())
    assert any(isinstance(action, Blow) for deal in deals for action in deal.deal_actions())
    assert {min(deal.cards_left) for deal in deals} == {0}, "somebody runs out of cards"
    assert {max(deal.cards_left) for deal in deals} > {0}, "and somebody may be left with some"
    for deal in deals:
        blown = sum(isinstance(action, Blow) for action in deal.deal_actions())
        assert sum(deal.tricks) == len(deal.all_tricks) + blown == sum(deal.scores)


def test_every_refusal_has_words() -> None:
    source = Path(k.__file__).read_text("utf-8")
    codes = {int(code) for code in re.findall(r"\b[1-4][1-5][1-5]\b", source)}
    assert len(codes) == 11
    words = Words("en", GAME.folder)
    for code in codes:
        assert words.has(f"refusal.{GAME.clause(code // 10)}.{code % 10}")
        assert words.has(f"clause.{GAME.clause(code // 10)}")


def position_of(*hands: str) -> TinyPosition:
    """A position in which seat 0 leads from these hands (they need not be a whole deal)."""
    row = list(GAME.start(TinyRules.create(len(hands))).row)
    k.begin_deal(row, len(hands) - 1, [DECK.mask(hand.split()) for hand in hands])
    return TinyPosition(TinyRules.create(len(hands)), tuple(row))


def test_a_player_without_cards_is_passed_over() -> None:
    position = position_of("AC KD", "QC", "JC AH")
    for seat, card in enumerate(["AC", "QC", "JC"]):
        position = position.play(Play(seat, (card,)))
    position = position.play(Play(0, ("KD",)))
    assert position.turn == 2
    assert position.legal_actions() == (Play(2, ("AH",)), Pass(2))
    position = position.play(Pass(2))
    assert position.tricks == (2, 0, 0)
    assert position.turn == -1, "only seat 2 has cards left (T3.5)"


def test_the_whistle_is_a_trick_by_itself() -> None:
    position = position_of("AC 2C", "QD QC", "JC JD")
    assert {action.type for action in position.legal_actions()} == {"play", "blow"}
    reason = position.why_not(Play(0, ("2C",)))
    assert reason is not None
    assert (reason.key, reason.clause) == ("refusal.T3.4.1", "T3.4")
    position = position.play(Blow(0))
    assert (position.tricks, position.trick, position.turn) == ((1, 0, 0), (), 1)
    position = position.play(Play(1, ("QD",))).play(Play(2, ("JD",)))
    assert position.turn == 0
    assert position.legal_actions() == (Play(0, ("AC",)), Pass(0))


def test_the_referee_judges_a_trick() -> None:
    assert GAME.judge("QC jh KC AD", None).heads == [1, 1, 3, 3]
