"""N1: players and pack."""

import pytest

from messdeck.core.actions import TABLE
from messdeck.core.errors import BadOption, BadText
from tests.noms.table import (
    APART,
    GAME,
    PACK,
    SEATS,
    bids,
    deal,
    hands,
    new,
    next_deal,
    plays,
    refused,
    table,
    whole_deal,
)


@pytest.mark.parametrize("players", [0, 1, 2, 3, 5, 6])
def test_n1_1_four_play(players):
    with pytest.raises(BadOption) as error:
        GAME.rules.create(players)
    assert error.value.reason.clause == "N1.1"
    assert GAME.rules.create(4).players == GAME.rules.create().players == 4


def test_n1_1_each_scores_alone():
    assert GAME.rules.create(4).sides == ((0,), (1,), (2,), (3,))
    assert new().scores == (0, 0, 0, 0)


def test_n1_1_sides_change_from_deal_to_deal():
    first = whole_deal("10", {0: 6, 2: 6, 1: 1}, by=0, partner=2)
    second = whole_deal("11", {0: 6, 1: 6, 2: 1}, by=1, partner=0, dealer=0, before=first)
    assert first.scores == (10, 0, 10, 0)
    assert second.scores == (21, 11, 10, 0)


def test_n1_1_the_pack_is_52_cards_without_jokers():
    assert len(GAME.deck) == 52
    assert sorted(GAME.deck.index) == sorted(PACK)
    for text in ("JOKER", "BJ", "1C", "0H"):
        with pytest.raises(BadText):
            GAME.deck.card(text)


def test_n1_1_a_card_dealt_twice_is_refused():
    held = [list(hand) for hand in hands(APART)]
    held[0][0] = held[1][0]
    assert refused(new(), next_deal(new(), held)) == "N1.1.1"


def test_n1_1_a_pack_with_a_card_twice_is_refused():
    due = next_deal(new(), hands(APART))
    pack = (*PACK[:51], PACK[0])
    assert refused(new(), type(due)(TABLE, 3, due.hands, False, pack, 5)) == "N1.1.2"


@pytest.mark.parametrize("size", [51, 53])
def test_n1_1_a_pack_of_another_size_is_refused(size):
    due = next_deal(new(), hands(APART))
    pack = (*PACK, PACK[0])[:size]
    assert refused(new(), type(due)(TABLE, 3, due.hands, False, pack, 5)).startswith("N1.1")


@pytest.mark.parametrize("dealer", SEATS)
def test_n1_1_bidding_and_play_go_clockwise(dealer):
    position = deal(new(), APART, dealer)
    spoke = []
    for _ in range(3):
        spoke.append(position.turn)
        position = bids(position, "p")
    position = bids(position, "mis p p p")
    assert spoke == [(dealer + step) % 4 for step in (1, 2, 3)]
    assert position.turn == dealer
    position = plays(position, GAME.deck.code(GAME.deck.card(position.hands[dealer][0])))
    assert position.turn == (dealer + 1) % 4


def test_n1_1_left_is_the_next_seat_and_seat_0_is_left_of_3():
    position = table(APART, "p p p mis p p p", "", "AS")
    assert [laid.seat for laid in plays(position, "AC AD AH").played] == [3, 0, 1, 2]
