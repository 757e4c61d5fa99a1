"""V3: players, deal, turn."""

from __future__ import annotations

from random import Random

import pytest

from messdeck.core.actions import TABLE, Play
from messdeck.core.errors import BadOption
from messdeck.games.voormsi.actions import VoormsiDeal
from tests.voormsi.table import GAME, PACK, Table, refused, shuffled, won_by


def test_v3_1_four_players_are_two_sides_of_nine_tricks():
    table = Table(*won_by("012301230"))
    assert table.rules.sides == ((0, 2), (1, 3))
    assert table.tricks == (5, 4)
    assert table.turn == TABLE


def test_v3_1_three_players_are_alone_and_play_twelve_tricks():
    table = Table(*won_by("012012012010", 3), players=3)
    assert table.rules.sides == ((0,), (1,), (2,))
    assert table.tricks == (5, 4, 3)
    assert table.turn == TABLE


def test_v3_1_two_players_play_nine_tricks():
    table = Table(*won_by("010101010", 2), players=2)
    assert table.rules.sides == ((0,), (1,))
    assert table.tricks == (5, 4)
    assert table.turn == TABLE


@pytest.mark.parametrize("players", [0, 1, 5, "4", True])
def test_v3_1_other_numbers_are_refused(players):
    with pytest.raises(BadOption) as caught:
        GAME.rules.create(players)
    assert caught.value.reason.clause == "V3.1"
    assert caught.value.reason.args["values"] == "2, 3, 4"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v3_2_anybody_may_deal_first(players):
    start, deal = shuffled(3, players)
    for dealer in range(players):
        assert start.is_legal(VoormsiDeal(TABLE, dealer, deal.hands, deal.stock))
    assert {shuffled(seed, players)[1].dealer for seed in range(60)} == set(range(players))


@pytest.mark.parametrize("dealer", [-1, 4, 9])
def test_v3_2_the_dealer_sits_at_the_table(dealer):
    start, deal = shuffled(3)
    reason = refused(start, VoormsiDeal(TABLE, dealer, deal.hands, deal.stock))
    assert reason.clause in ("V3.2", "R3.2", "R3.1")


@pytest.mark.parametrize(("players", "others"), [(4, "01010101"), (3, "01010101010"), (2, "01010101")])
def test_v3_2_then_the_deal_passes_clockwise(players, others):
    table = Table(*won_by("0" + others, players), players=players, target=99)
    assert table.position.dealer == players - 1
    for turn in range(players + 1):
        due = turn % players
        deal = table.position.draw_deal(Random(turn))
        assert deal.dealer == due
        for other in {*range(players)} - {due}:
            wrong = VoormsiDeal(TABLE, other, deal.hands, deal.stock)
            assert table.refuses_action(wrong) == ("V3.2", "refusal.V3.2.1")
        table.deal(*won_by(f"{(due + 1) % players}{others}", players))
        assert table.position.dealer == due


@pytest.mark.parametrize(("players", "stock"), [(4, 20), (3, 24), (2, 28)])
def test_v3_3_four_cards_each_and_the_rest_is_stock(players, stock):
    start, deal = shuffled(5, players)
    table = start.play(deal)
    assert table.cards_left == (4,) * players
    assert table.stock_left == stock == len(deal.stock)


@pytest.mark.parametrize(("players", "size"), [(4, 9), (3, 12)])
def test_v3_3_deal_all_leaves_no_stock(players, size):
    start, deal = shuffled(5, players, deal_all=True)
    table = start.play(deal)
    assert table.cards_left == (size,) * players
    assert table.stock_left == 0


def test_v3_3_deal_all_is_played_to_the_end_without_a_draw():
    table = Table(*won_by("012301230"), deal_all=True)
    assert table.tricks == (5, 4)
    assert table.turn == TABLE


@pytest.mark.parametrize("options", [{}, {"deal_all": True}])
def test_v3_3_hands_of_another_size_are_refused(options):
    start, deal = shuffled(5, **options)
    size = 9 if options else 4
    for sizes in ((size - 1, size, size, size), (size, size, size - 1, size + 1)):
        cards = iter(PACK)
        hands = tuple(tuple(next(cards) for _ in range(n)) for n in sizes)
        reason = refused(start, VoormsiDeal(TABLE, 0, hands, tuple(cards)))
        assert (reason.clause, reason.key) == ("V3.3", "refusal.V3.3.1")
    other = GAME.start(GAME.rules.create(4, {"deal_all": not options}))
    assert refused(other, deal).key == "refusal.V3.3.1"


def test_v3_3_a_hand_too_few_is_refused():
    start, deal = shuffled(5)
    wrong = VoormsiDeal(TABLE, 0, deal.hands[:3], (*deal.hands[3], *deal.stock))
    assert refused(start, wrong) is not None


def test_v3_3_a_hand_too_many_is_refused():
    start, deal = shuffled(5)
    for hand in (deal.stock[:4], ("9C",), ()):
        assert refused(start, VoormsiDeal(TABLE, 0, (*deal.hands, hand), deal.stock)) is not None


def test_v3_3_nobody_plays_before_the_deal():
    start, _ = shuffled(5)
    assert start.turn == TABLE
    for seat in range(4):
        assert refused(start, Play(seat, ("9C",))).key == "refusal.V3.3.2"
        assert start.legal_actions(seat) == ()


def test_v3_3_no_deal_while_one_is_under_way():
    table = Table("0: 9C . . .", "0: 9S .")
    _, deal = shuffled(5)
    assert table.refuses_action(deal) == ("V3.3", "refusal.V3.3.3")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v3_4_the_dealers_left_leads(players):
    start, deal = shuffled(6, players)
    for dealer in range(players):
        table = start.play(VoormsiDeal(TABLE, dealer, deal.hands, deal.stock))
        assert table.turn == (dealer + 1) % players


def test_v3_4_play_is_clockwise_and_the_winner_leads_next():
    table = Table(leader=1, hold={1: "QD", 2: "5D", 3: "9D", 0: "6D"})
    turns = [table.turn]
    for line in ("1: QD", "2: 5D", "3: 9D", "0: 6D"):
        table.play(line)
        turns.append(table.turn)
    assert turns == [1, 2, 3, 0, 3]
    assert table.winner == 3


def test_v3_4_out_of_turn():
    table = Table("2: 9C")
    for seat in (0, 1, 2):
        card = table.position.hands[seat][0]
        assert table.refuses(f"{seat}: {card}") == ("V3.4", "refusal.V3.4.1")
        assert table.may(seat) == set()
    assert len(table.may(3)) == 4


def test_v3_4_out_of_turn_when_a_lead_is_due():
    table = Table("0: QD 9C QH QS")
    assert table.refuses(f"0: {table.position.hands[0][0]}") == ("V3.4", "refusal.V3.4.1")


def test_v3_5_the_winner_draws_first_then_clockwise():
    table = Table("1: QD QC 9C 8D", stock="AS AH AD 6C 6S")
    assert table.winner == 3
    assert table.hands[3] >= {"AS"}
    assert table.hands[0] >= {"AH"}
    assert table.hands[1] >= {"AD"}
    assert table.hands[2] >= {"6C"}
    assert table.position.stock[0] == "6S"
    assert table.position.cards_left == (4, 4, 4, 4)


def test_v3_5_one_card_at_a_time():
    table = Table("0: QD+QH 9C+9S . .", stock="AS AH AD 6C 6S 6H 6D 5C")
    assert table.winner == 1
    assert table.hands[1] >= {"AS", "6S"}
    assert table.hands[2] >= {"AH", "6H"}
    assert table.hands[3] >= {"AD", "6D"}
    assert table.hands[0] >= {"6C", "5C"}


def test_v3_5_no_draw_during_a_trick():
    table = Table("0: 9C . .")
    assert table.position.cards_left == (3, 3, 3, 4)
    assert table.position.stock_left == 20


def test_v3_5_a_stock_too_small_is_shared_out():
    table = Table("0: 9C+9S+9H+9D . . .", "0: AC+AS . . .")
    assert table.position.stock_left == 0
    assert table.position.cards_left == (3, 3, 3, 3)
    table.play(*(f"{seat}: {table.position.hands[seat][0]}" for seat in range(4)))
    assert table.position.cards_left == (2, 2, 2, 2)


def test_v3_5_three_players():
    table = Table("2: QD 9C QH", players=3, stock="AS AH AD 6C")
    assert table.winner == 0
    assert table.hands[0] >= {"AS"}
    assert table.hands[1] >= {"AH"}
    assert table.hands[2] >= {"AD"}
