"""V1: the pack."""

from __future__ import annotations

import pytest

from messdeck.core.actions import TABLE, Play
from messdeck.core.errors import BadText
from messdeck.games.voormsi.actions import VoormsiDeal
from tests.voormsi.table import GAME, PACK, Table, refused, shuffled, words


def test_v1_1_thirty_six_cards_with_3d_for_the_king_of_diamonds():
    assert len(GAME.deck) == 36
    expected = {rank + suit for rank in "AKQJ98765" for suit in "CSHD"} - {"KD"} | {"3D"}
    assert set(GAME.deck.index) == expected == set(PACK)


@pytest.mark.parametrize("code", ["KD", "TC", "4S", "3H", "2D"])
def test_v1_1_other_cards_are_not_in_the_pack(code):
    with pytest.raises(BadText) as caught:
        GAME.deck.card(code)
    assert caught.value.reason.clause == "V1.1"
    assert caught.value.reason.key == "bad.not_in_pack"
    assert Table("0: 9C").refuses_action(Play(1, (code,))) == ("V1.1", "bad.not_in_pack")


def test_v1_1_a_card_is_there_once():
    assert Table("0: 9C+9S").refuses_action(Play(1, ("QD", "QD"))) == ("V1.1", "bad.card_twice")
    start, deal = shuffled(1)
    hands = ((deal.hands[0][0],) * 2 + deal.hands[0][2:], *deal.hands[1:])
    reason = refused(start, VoormsiDeal(TABLE, 0, hands, deal.stock))
    assert (reason.clause, reason.key) == ("V1.1", "bad.card_twice")


def test_v1_1_a_deal_is_the_whole_pack():
    start, deal = shuffled(1)
    for stock in (
        deal.stock[1:],
        (*deal.stock, deal.stock[0]),
        (deal.stock[1], *deal.stock[1:]),
        (deal.hands[2][0], *deal.stock[1:]),
    ):
        reason = refused(start, VoormsiDeal(TABLE, 0, deal.hands, stock))
        assert (reason.clause, reason.key) == ("V1.1", "refusal.V1.1.1")


@pytest.mark.parametrize(("players", "options"), [(4, {}), (3, {}), (2, {}), (4, {"deal_all": True})])
def test_v1_1_every_drawn_deal_is_the_whole_pack(players, options):
    start, deal = shuffled(7, players, **options)
    assert start.is_legal(deal)
    assert sorted([*deal.stock, *(card for hand in deal.hands for card in hand)]) == sorted(PACK)


@pytest.mark.parametrize(
    ("language", "toqutsit", "voormsi"),
    [("en", "Toqutsit", "Voormsi"), ("ru", "Токутсит", "Вормси"), ("fa", "توکوتسیت", "وورمزی")],
)
def test_v1_2_the_jack_of_clubs_and_the_king_of_hearts_have_names(language, toqutsit, voormsi):
    text = words(language, "clause.V1.2")
    assert text.index("J♣") < text.index(toqutsit) < text.index("K♥") < text.index(voormsi)


def test_v1_2_the_two_named_cards_have_points_of_their_own():
    assert Table("0: KH . . .").points == [("V6.1", 0, 1)]
    assert Table("0: KH JC . .").points == [("V6.3", 1, 2)]
