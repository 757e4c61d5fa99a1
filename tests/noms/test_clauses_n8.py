"""N8: the worked examples, played out."""

from messdeck.core.actions import TABLE
from messdeck.games.noms.actions import Bid
from tests.noms.table import APART, PASSED_OUT, deal, may_bid, refused, table, whole_deal


# -- scores ----------------------------------------------------------------------------------------------
def test_n8_ten_hearts_partner_across_they_win_12():
    position = whole_deal("10", {0: 7, 2: 5, 3: 1}, trump="H", partner=2)
    assert (position.made, position.points) == (True, (10, 0, 10, 0))


def test_n8_eleven_they_win_10():
    position = whole_deal("11", {0: 6, 2: 4, 1: 3}, partner=2)
    assert (position.made, position.points) == (False, (0, 11, 0, 11))


def test_n8_twelve_with_his_own_ace_of_clubs_wins_12():
    position = whole_deal("12", {0: 12, 1: 1}, trump="H", call="AC")
    assert (position.called, position.partner) == ("AC", 0)
    assert (position.made, position.points) == (True, (12, 0, 0, 0))


def test_n8_the_same_wins_11():
    position = whole_deal("12", {0: 11, 1: 2}, trump="H", call="AC")
    assert (position.called, position.partner) == ("AC", 0)
    assert (position.made, position.points) == (False, (0, 12, 12, 12))


def test_n8_mis_on_a_double_hand_wins_no_trick():
    position = whole_deal("mis", {1: 4, 2: 5, 3: 4}, double=True)
    assert (position.made, position.points) == (True, (26, 0, 0, 0))


def test_n8_mis_a_vis_on_a_double_hand_wins_one_trick():
    position = whole_deal("vis", {1: 4, 2: 5, 0: 1, 3: 3}, double=True)
    assert (position.made, position.points) == (False, (0, 52, 52, 52))


def test_n8_the_small_mis_fails_with_2_tricks():
    position = whole_deal("mis", {1: 4, 2: 5, 0: 2, 3: 2}, mis_rank="between_10_and_11")
    assert (position.made, position.points) == (False, (-12, 0, 0, 0))


def test_n8_ten_bid_unbid_slam_on_side_wins_13():
    position = whole_deal("10", {0: 8, 2: 5}, unbid_slam=True)
    assert (position.made, position.points) == (False, (0, 26, 0, 26))


# -- auctions --------------------------------------------------------------------------------------------
def test_n8_seat_2_plays_12_having_passed():
    position = table(APART, "p 10 p 11 p p 12 p p p", dealer=3)
    assert [seat for seat, _ in position.calls] == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    assert (position.phase, position.turn, position.bidder, position.bid) == ("contract", 2, 2, "12")


def test_n8_four_passes_a_double_hand_dealt_by_seat_0():
    position = table(APART, PASSED_OUT, dealer=3)
    assert (position.phase, position.turn) == ("deal", TABLE)
    position = deal(position)
    assert (position.dealer, position.double, position.turn) == (0, True, 1)


def test_n8_thirteen_then_mis_then_mis_a_vis():
    position = table(APART, "13 mis vis p p p", dealer=3)
    assert (position.phase, position.bidder, position.bid) == ("play", 2, "mis-a-vis")


def test_n8_ten_then_10_is_refused():
    position = table(APART, "10", dealer=3)
    assert refused(position, Bid(1, "10")) == "N3.5.1"
    assert may_bid(position) == "p 11 12 13 mis vis"
