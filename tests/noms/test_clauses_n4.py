"""N4: the contract."""

import pytest

from messdeck.core.actions import Play
from messdeck.games.noms.actions import Bid, Contract
from tests.noms.table import (
    APART,
    MIXED,
    PACK,
    RANKS,
    SEATS,
    bids,
    deal,
    may_play,
    named,
    partners_seen,
    plays,
    refused,
    sees,
    table,
    whole_deal,
)

TEN = "10 p p p"
UNKNOWN = (None, None, None, None, None)
LEFT = {"leader": "left_of_dealer"}


# -- N4.1 ------------------------------------------------------------------------------------------------
def test_n4_1_the_highest_bidder_leads():
    assert table(APART, "10 p 11 p p p", "H AH").turn == 2
    assert table(APART, "p p mis p p p").turn == 2


@pytest.mark.parametrize("dealer", SEATS)
def test_n4_1_option_left_of_dealer_leads(dealer):
    left = (dealer + 1) % 4
    position = table(APART, "p p 10 p p p", "H AH", dealer=dealer, **LEFT)
    assert (position.turn, position.bidder) == (left, (dealer + 3) % 4)


def test_n4_1_left_of_dealer_leads_in_mis_too():
    assert table(APART, "p p mis p p p", **LEFT).turn == 0
    assert table(APART, "p p vis p p p", **LEFT).turn == 0


def test_n4_1_nobody_else_leads():
    assert refused(table(APART, TEN, "H AH"), Play(1, ("AD",))) == "N5.2.3"
    assert refused(table(APART, "p p 10 p p p", "H AH", **LEFT), Play(2, ("AH",))) == "N5.2.3"


# -- N4.2 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("trump", ["C", "D", "H", "S", "NT"])
def test_n4_2_the_bidder_names_trumps_and_calls_a_card(trump):
    position = table(APART, TEN, f"{trump} QS")
    assert (position.trump, position.called, position.named) == (trump, "QS", (trump, "QS"))
    assert (position.phase, position.turn) == ("play", 0)


def test_n4_2_the_holder_is_his_partner():
    assert table(APART, TEN, "H 2D").partner == 1
    assert table(APART, TEN, "H AH").partner == 2
    assert table(APART, "p 10 p p p", "H AS").partner == 3


def test_n4_2_any_card_of_the_pack_may_be_called():
    position = table(MIXED, TEN)
    contracts = {action for action in position.legal_actions() if isinstance(action, Contract)}
    for trump in ("C", "D", "H", "S", "NT", None):
        assert {Contract(0, trump, card) for card in PACK} <= contracts
    assert len(contracts) == 6 * 52 + 5 * 13


def test_n4_2_only_the_bidder_names():
    position = table(APART, "p 10 p p p")
    assert position.turn == 1
    assert refused(position, Contract(0, "H", "AH")) == "N4.2.2"
    assert refused(position, Contract(2, "H", "AH")) == "N4.2.2"
    assert [position.legal_actions(seat) for seat in (0, 2, 3)] == [(), (), ()]


def test_n4_2_not_before_the_auction_is_over():
    assert refused(table(APART, "10 p p"), Contract(3, "H", "AH")) == "N4.2.1"


def test_n4_2_named_before_the_lead():
    assert refused(table(APART, TEN), Play(0, ("AC",))) == "N4.2.3"
    assert refused(table(APART, TEN, **LEFT), Play(0, ("AC",))) == "N4.2.3"


def test_n4_2_named_once():
    assert refused(table(APART, TEN, "H AH"), Contract(0, "S", "AS")) == "N4.2.4"
    assert refused(table(APART, TEN, "H AH", "AC AD AH"), Contract(3, "S", "AS")) == "N4.2.4"


def test_n4_2_what_is_no_trump_suit_is_refused():
    for trump in ("X", "", "h", "hearts", "AH"):
        assert refused(table(APART, TEN), Contract(0, trump, "AH")) == "N4.2"


def test_n4_2_what_is_no_card_is_refused():
    for call in ("", "1H", "AX", "JOKER", "AHH"):
        assert table(APART, TEN).why_not(Contract(0, "H", call)) is not None


def test_n4_2_under_left_of_dealer_the_bidder_names_before_the_lead():
    position = table(APART, "p p 10 p p p", **LEFT)
    assert (position.phase, position.turn) == ("contract", 2)
    assert refused(position, Contract(0, "H", "AH")) == "N4.2.2"
    position = named(position, "H AC")
    assert (position.phase, position.turn, position.partner) == ("play", 0, 0)


# -- N4.3 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("trump", ["C", "D", "H", "S"])
def test_n4_3_a_bare_rank_is_of_the_trump_suit(trump):
    position = table(APART, TEN, f"{trump} Q")
    assert (position.called, position.named) == (f"Q{trump}", (trump, "Q"))
    assert position.partner == "CDHS".index(trump)


@pytest.mark.parametrize("rank", RANKS)
def test_n4_3_every_rank(rank):
    assert table(APART, TEN, f"S {rank}").called == f"{rank}S"


def test_n4_3_at_no_trumps_a_suit_must_be_named():
    for rank in RANKS:
        assert refused(table(APART, TEN), Contract(0, "NT", rank)) == "N4.3.1"
    assert table(APART, TEN, "NT QD").called == "QD"


def test_n4_3_a_bare_rank_may_be_his_own_card():
    assert table(APART, TEN, "C A").partner == 0


# -- N4.4 ------------------------------------------------------------------------------------------------
def test_n4_4_the_first_lead_makes_trumps():
    position = table(MIXED, TEN, "- QS")
    assert (position.trump, position.called, position.turn) == (None, "QS", 0)
    for lead, trump in (("AC", "C"), ("2D", "D"), ("KH", "H"), ("2S", "S")):
        assert plays(position, lead).trump == trump


def test_n4_4_and_a_bare_rank_is_of_that_suit():
    position = table(MIXED, TEN, "- Q")
    assert (position.trump, position.called, position.partner) == (None, None, None)
    for lead, called, partner in (("AC", "QC", 1), ("2S", "QS", 3)):
        after = plays(position, lead)
        assert (after.called, after.partner) == (called, partner)


def test_n4_4_a_suit_named_with_the_called_card_is_no_trump_suit():
    position = plays(table(MIXED, TEN, "- TS"), "AC")
    assert (position.trump, position.called, position.partner) == ("C", "TS", 2)


def test_n4_4_the_lead_is_a_trump_and_wins_as_one():
    position = table(MIXED, TEN, "- QH", "2S 3S 7S AS")
    assert position.trump == "S"
    position = plays(position, "8C 2C 4C TC")
    assert position.turn == 2
    position = plays(position, "5C 7C 3C QC")
    assert position.tricks == (0, 1, 1, 1)


def test_n4_4_nobody_is_the_wiser_before_the_lead():
    position = table(MIXED, TEN, "- Q")
    assert partners_seen(position) == UNKNOWN
    for seat in (*SEATS, None):
        seen = sees(position, seat)
        assert (seen.trump, seen.called, seen.named) == (None, None, (None, "Q"))


def test_n4_4_with_the_lead_the_holder_knows():
    position = table(MIXED, TEN, "- Q", "AC")
    assert partners_seen(position) == (None, 1, None, None, None)
    assert {sees(position, seat).called for seat in (*SEATS, None)} == {"QC"}


def test_n4_4_the_lead_itself_may_be_the_called_card():
    position = table(MIXED, TEN, "- A", "AC")
    assert (position.called, position.partner) == ("AC", 0)
    assert partners_seen(position) == (0, 0, 0, 0, 0)


def test_n4_4_any_lead_is_free():
    assert len(may_play(table(MIXED, TEN, "- Q"))) == 13


def test_n4_4_not_with_left_of_dealer():
    position = table(APART, TEN, **LEFT)
    assert refused(position, Contract(0, None, "Q")) == "N4.4.1"
    assert refused(position, Contract(0, None, "QH")) == "N4.4.1"
    assert position.is_legal(Contract(0, "H", "Q"))
    assert position.is_legal(Contract(0, "NT", "QH"))
    assert len(position.legal_actions()) == 5 * 52 + 4 * 13


# -- N4.5 ------------------------------------------------------------------------------------------------
def test_n4_5_he_may_call_his_own_card():
    position = table(APART, TEN, "C AC")
    assert (position.bidder, position.partner) == (0, 0)


def test_n4_5_nobody_else_knows_it():
    assert partners_seen(table(APART, TEN, "C 2C")) == (0, None, None, None, None)
    assert partners_seen(table(APART, TEN, "C 2C", "AC AD AH AS KC")) == (0, None, None, None, None)


def test_n4_5_until_the_card_falls():
    position = table(APART, TEN, "C 2C", "AC AD AH AS 2C")
    assert partners_seen(position) == (0, 0, 0, 0, 0)


# -- N4.6 ------------------------------------------------------------------------------------------------
def test_n4_6_before_it_falls_only_the_holder_knows():
    position = table(APART, TEN, "C 2H")
    assert partners_seen(position) == (None, None, 2, None, None)
    assert partners_seen(plays(position, "AC AD AH")) == (None, None, 2, None, None)


def test_n4_6_when_it_falls_everyone_knows():
    assert partners_seen(table(APART, TEN, "C 2H", "AC AD 2H")) == (2, 2, 2, 2, 2)
    assert partners_seen(table(APART, TEN, "C AD", "AC AD")) == (1, 1, 1, 1, 1)


def test_n4_6_known_for_the_rest_of_the_deal():
    position = table(APART, TEN, "C 2H", "AC AD 2H AS KC KD KH KS")
    assert partners_seen(position) == (2, 2, 2, 2, 2)


def test_n4_6_the_bidders_view_is_the_same_whoever_holds_the_card():
    one = table("c* | hA | | ", TEN, "C AH")
    other = table("c* | | | hA", TEN, "C AH")
    assert (one.partner, other.partner) == (1, 3)
    assert sees(one, 0) == sees(other, 0)
    assert sees(one, None) == sees(other, None)
    assert sees(one, 0).to_json() == sees(other, 0).to_json()


def test_n4_6_the_others_see_no_difference_between_a_partner_and_none():
    alone = table("hA | d* | | s*", TEN, "C AH")
    across = table(" | d* | hA | s*", TEN, "C AH")
    assert (alone.partner, across.partner) == (0, 2)
    for seat in (1, 3, None):
        assert sees(alone, seat) == sees(across, seat)


def test_n4_6_there_is_no_way_to_tell():
    position = table(APART, TEN, "C 2H", "AC AD")
    assert {type(action) for action in position.legal_actions()} == {Play}
    assert position.legal_actions(3) == ()


def test_n4_6_the_next_deal_knows_nothing_of_it():
    position = whole_deal("10", {0: 6, 2: 7}, partner=2)
    assert partners_seen(position) == (2, 2, 2, 2, 2)
    assert partners_seen(deal(position)) == UNKNOWN


# -- N4.7 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("bid", ["mis", "vis"])
def test_n4_7_no_trumps_nothing_called_and_alone(bid):
    position = table(APART, f"{bid} p p p")
    assert (position.phase, position.turn, position.trump) == ("play", 0, "NT")
    assert (position.called, position.named) == (None, None)
    assert partners_seen(position) in (UNKNOWN, (0, 0, 0, 0, 0))


@pytest.mark.parametrize("bid", ["mis", "vis"])
def test_n4_7_a_contract_is_refused(bid):
    position = table(APART, f"{bid} p p p")
    assert refused(position, Contract(0, "H", "AH")) == "N4.7.1"
    assert refused(position, Contract(0, None, "A")) == "N4.7.1"


def test_n4_7_the_small_mis_too():
    position = bids(table(mis_rank="between_10_and_11"), "mis p p p")
    assert (position.phase, position.trump) == ("play", "NT")
    assert refused(position, Contract(0, "H", "AH")) == "N4.7.1"
    assert refused(position, Bid(0, "11")) == "N3.7.1"
