"""N3: the auction."""

import pytest

from messdeck.core.actions import TABLE, Play
from messdeck.games.noms.actions import Bid, Contract
from tests.noms.table import APART, PASSED_OUT, SEATS, bids, deal, may_bid, new, refused, table

SMALL = "between_10_and_11"


def opening(**options) -> str:
    """What the first speaker may call."""
    return may_bid(table(**options))


# -- N3.1 ------------------------------------------------------------------------------------------------
def test_n3_1_a_bid_is_a_number_and_names_no_suit():
    assert opening() == "p 10 11 12 13 mis vis"
    for bid in ("10 hearts", "H", "10H", "14", "0", ""):
        assert refused(table(), Bid(0, bid)) == "N3.2"
    assert table(APART, "10 p p p").trump is None


def test_n3_1_the_number_is_for_bidder_and_partner_together():
    position = table(APART, "10 p p p")
    assert (position.phase, position.bid, position.bidder) == ("contract", "10", 0)


# -- N3.2 ------------------------------------------------------------------------------------------------
def test_n3_2_the_bids_from_low_to_high():
    order = ["10", "11", "12", "13", "mis", "vis"]
    for i, bid in enumerate(order):
        assert may_bid(table(APART, bid)) == " ".join(["p", *order[i + 1 :]])


def test_n3_2_nothing_is_higher_than_mis_a_vis():
    assert may_bid(table(APART, "vis")) == "p"
    assert refused(table(APART, "vis"), Bid(1, "mis-a-vis")) == "N3.5.1"


def test_n3_2_mis_and_mis_a_vis_are_played_without_a_contract():
    assert table(APART, "mis p p p").phase == "play"
    assert table(APART, "vis p p p").phase == "play"


def test_n3_2_what_is_no_bid_is_refused():
    for bid in ("double", "misere", "mis a vis", "ten", "-1", "10.0"):
        assert refused(table(), Bid(0, bid)) == "N3.2"


# -- N3.3 ------------------------------------------------------------------------------------------------
def test_n3_3_ten_at_least():
    assert refused(table(), Bid(0, "9")) == "N3.3.1"
    assert refused(table(), Bid(0, "1")) == "N3.3.1"
    assert table().is_legal(Bid(0, "10"))


@pytest.mark.parametrize("minimum", range(1, 14))
def test_n3_3_any_minimum_from_1_to_13(minimum):
    numbers = " ".join(map(str, range(minimum, 14)))
    assert opening(minimum_bid=minimum) == f"p {numbers} mis vis"
    if minimum > 1:
        assert refused(table(minimum_bid=minimum), Bid(0, str(minimum - 1))) == "N3.3.1"


# -- N3.4 ------------------------------------------------------------------------------------------------
def test_n3_4_mis_ranks_above_13_by_default():
    assert may_bid(table(APART, "13")) == "p mis vis"
    assert refused(table(APART, "mis"), Bid(1, "13")) == "N3.5.1"


def test_n3_4_mis_between_10_and_11():
    assert may_bid(table(mis_rank=SMALL)) == "p 10 11 12 13 mis"
    assert may_bid(table(APART, "10", mis_rank=SMALL)) == "p 11 12 13 mis"
    assert may_bid(table(APART, "mis", mis_rank=SMALL)) == "p 11 12 13"
    assert may_bid(table(APART, "11", mis_rank=SMALL)) == "p 12 13"
    assert refused(table(APART, "mis", mis_rank=SMALL), Bid(1, "10")) == "N3.5.1"
    assert refused(table(APART, "11", mis_rank=SMALL), Bid(1, "mis")) == "N3.5.1"


def test_n3_4_then_there_is_no_mis_a_vis():
    assert refused(table(mis_rank=SMALL), Bid(0, "mis-a-vis")) == "N3.4.1"
    assert refused(table(APART, "13", mis_rank=SMALL), Bid(1, "mis-a-vis")) == "N3.4.1"


def test_n3_4_with_a_low_minimum_mis_stays_above_10():
    options = {"minimum_bid": 7, "mis_rank": SMALL}
    assert may_bid(table(APART, "7", **options)) == "p 8 9 10 11 12 13 mis"
    assert may_bid(table(APART, "mis", **options)) == "p 11 12 13"


@pytest.mark.parametrize("minimum", [11, 12, 13])
def test_n3_4_with_a_minimum_above_10_mis_is_below_the_lowest_number(minimum):
    options = {"minimum_bid": minimum, "mis_rank": SMALL}
    numbers = " ".join(map(str, range(minimum, 14)))
    assert opening(**options) == f"p {numbers} mis"
    assert may_bid(table(APART, "mis", **options)) == f"p {numbers}"
    assert "mis" not in may_bid(table(APART, str(minimum), **options))


@pytest.mark.parametrize("minimum", [11, 13])
def test_n3_4_on_top_mis_is_above_whatever_the_minimum(minimum):
    assert may_bid(table(APART, "13", minimum_bid=minimum)) == "p mis vis"


# -- N3.5 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dealer", SEATS)
def test_n3_5_the_dealers_left_speaks_first(dealer):
    position = table(dealer=dealer)
    first = (dealer + 1) % 4
    assert (position.phase, position.turn) == ("auction", first)
    assert position.legal_actions((first + 1) % 4) == ()


def test_n3_5_out_of_turn_is_refused():
    assert refused(table(), Bid(1, "10")) == "N3.5.4"
    assert refused(table(), Bid(3, "pass")) == "N3.5.4"
    assert refused(table(APART, "10"), Bid(0, "11")) == "N3.5.4"


def test_n3_5_a_bid_is_higher_than_the_last():
    position = table(APART, "11 p")
    assert refused(position, Bid(2, "11")) == "N3.5.1"
    assert refused(position, Bid(2, "10")) == "N3.5.1"
    assert position.is_legal(Bid(2, "12"))
    assert position.is_legal(Bid(2, "mis"))
    assert position.is_legal(Bid(2, "pass"))


def test_n3_5_a_bid_may_skip_steps():
    assert table(APART, "10 13 mis").bid == "mis"


# -- N3.6 ------------------------------------------------------------------------------------------------
def test_n3_6_who_passed_may_bid_later():
    position = table(APART, "p 10 p p")
    assert may_bid(position) == "p 11 12 13 mis vis"
    assert bids(position, "11").bidder == 0


def test_n3_6_again_and_again():
    position = table(APART, "p p p 10 p p 11 p 12 p p 13 p p mis")
    assert (position.bid, position.bidder) == ("mis", 2)
    assert position.calls[-1] == (2, "mis")
    position = bids(position, "p p vis p p p")
    assert (position.phase, position.bidder) == ("play", 1)


def test_n3_6_the_longest_auction():
    """Three pass, then every bid is followed by two passes, and the last by three."""
    ladder = [*map(str, range(1, 14)), "mis", "vis"]
    text = "p p p " + " p p ".join(ladder) + " p p p"
    position = table(APART, text, minimum_bid=1)
    assert (position.phase, position.bid, len(position.calls)) == ("play", "mis-a-vis", 49)


# -- N3.7 ------------------------------------------------------------------------------------------------
def test_n3_7_three_passes_in_a_row_after_a_bid_end_it():
    assert table(APART, "10 p p").phase == "auction"
    position = table(APART, "10 p p p")
    assert (position.phase, position.turn, position.bid) == ("contract", 0, "10")


def test_n3_7_passes_before_the_bid_do_not_count():
    position = table(APART, "p p p 10")
    assert (position.phase, position.turn) == ("auction", 0)
    assert bids(position, "p p").phase == "auction"
    assert bids(position, "p p p").bidder == 3


def test_n3_7_a_new_bid_begins_the_count_again():
    position = table(APART, "10 p p 11 p p")
    assert position.phase == "auction"
    assert bids(position, "p").bidder == 3


def test_n3_7_even_the_highest_bid_waits_for_three_passes():
    position = table(APART, "vis")
    assert (position.phase, may_bid(position)) == ("auction", "p")
    assert bids(position, "p p p").phase == "play"


def test_n3_7_four_passes_at_the_start_end_it_too():
    position = table(APART, PASSED_OUT)
    assert (position.phase, position.turn, position.bidder) == ("deal", TABLE, None)


def test_n3_7_no_bids_after_the_auction():
    assert refused(table(APART, "10 p p p"), Bid(0, "11")) == "N3.7.1"
    assert refused(table(APART, "mis p p p"), Bid(0, "mis-a-vis")) == "N3.7.1"
    assert refused(table(APART, "10 p p p", "H AH"), Bid(0, "pass")) == "N3.7.1"


def test_n3_7_no_card_is_played_before_the_auction_is_over():
    assert refused(table(), Play(0, ("AC",))) == "N3.7.4"
    assert refused(table(APART, "10 p p"), Play(3, ("AS",))) == "N3.7.4"


def test_n3_7_no_contract_is_named_before_the_auction_is_over():
    assert refused(table(APART, "10 p p"), Contract(3, "H", "AH")) == "N4.2.1"


# -- N3.8 ------------------------------------------------------------------------------------------------
def forced(**options) -> str:
    """What the fourth may call when three have passed."""
    return may_bid(table(APART, "p p p", **options))


def test_n3_8_nobody_is_forced_by_default():
    assert forced() == "p 10 11 12 13 mis vis"
    assert forced(minimum_bid=7) == "p 7 8 9 10 11 12 13 mis vis"


@pytest.mark.parametrize("number", range(1, 14))
def test_n3_8_the_fourth_must_bid(number):
    floor = max(10, number)
    numbers = " ".join(map(str, range(floor, 14)))
    assert forced(forced_bid=number) == f"{numbers} mis vis"
    assert refused(table(APART, "p p p", forced_bid=number), Bid(3, "pass")) == "N3.8.1"


@pytest.mark.parametrize(
    ("minimum", "number", "lowest"), [(7, 7, 7), (7, 9, 9), (1, 7, 7), (10, 7, 10), (13, 7, 13), (1, 1, 1)]
)
def test_n3_8_the_larger_of_forced_bid_and_minimum_bid(minimum, number, lowest):
    numbers = " ".join(map(str, range(lowest, 14)))
    assert forced(minimum_bid=minimum, forced_bid=number) == f"{numbers} mis vis"


def test_n3_8_a_lower_bid_than_the_forced_one_is_refused():
    position = table(APART, "p p p", forced_bid=12)
    assert refused(position, Bid(3, "11")) == "N3.8.2"
    assert refused(position, Bid(3, "10")) == "N3.8.2"
    assert position.is_legal(Bid(3, "12"))
    assert refused(table(APART, "p p p", minimum_bid=7, forced_bid=7), Bid(3, "6")) == "N3.3.1"


def test_n3_8_before_that_anybody_may_bid_less_or_pass():
    assert opening(minimum_bid=7, forced_bid=9) == "p 7 8 9 10 11 12 13 mis vis"
    assert may_bid(table(APART, "p p", minimum_bid=7, forced_bid=9)) == "p 7 8 9 10 11 12 13 mis vis"
    assert may_bid(table(APART, "7 p p", minimum_bid=7, forced_bid=9)) == "p 8 9 10 11 12 13 mis vis"


def test_n3_8_with_a_bid_made_nobody_is_forced():
    position = table(APART, "p p 7 p", minimum_bid=7, forced_bid=7)
    assert may_bid(position).startswith("p 8")
    assert may_bid(table(APART, "p p 7", minimum_bid=7, forced_bid=7)).startswith("p 8")


def test_n3_8_the_forced_bid_does_not_end_the_auction():
    position = table(APART, "p p p 7", minimum_bid=7, forced_bid=7)
    assert (position.phase, position.turn) == ("auction", 0)
    assert may_bid(position) == "p 8 9 10 11 12 13 mis vis"
    position = bids(position, "p 8 p p")
    assert (position.turn, position.phase) == (0, "auction")
    assert bids(position, "p").bidder == 1


def test_n3_8_so_no_deal_is_passed_out():
    position = table(APART, "p p p 7 p p p", minimum_bid=7, forced_bid=7)
    assert (position.phase, position.bidder, position.bid) == ("contract", 3, "7")


@pytest.mark.parametrize(
    ("number", "minimum", "allowed"),
    [
        (7, 7, "7 8 9 10 11 12 13 mis"),
        (7, 10, "10 11 12 13 mis"),
        (10, 10, "10 11 12 13 mis"),
        (11, 10, "11 12 13"),
        (13, 10, "13"),
        (7, 11, "11 12 13"),
        (10, 13, "13"),
        (1, 1, "1 2 3 4 5 6 7 8 9 10 11 12 13 mis"),
    ],
)
def test_n3_8_the_small_mis_will_do_exactly_when_it_ranks_above(number, minimum, allowed):
    assert forced(forced_bid=number, minimum_bid=minimum, mis_rank=SMALL) == allowed


def test_n3_8_the_small_mis_refused_to_a_forced_player():
    position = table(APART, "p p p", forced_bid=11, mis_rank=SMALL)
    assert refused(position, Bid(3, "mis")) == "N3.8.2"
    assert refused(position, Bid(3, "pass")) == "N3.8.1"
    assert refused(position, Bid(3, "mis-a-vis")) == "N3.4.1"
    assert position.is_legal(Bid(3, "11"))


@pytest.mark.parametrize("minimum", [1, 7, 10, 13])
def test_n3_8_on_top_mis_always_ranks_above(minimum):
    assert forced(forced_bid=13, minimum_bid=minimum) == "13 mis vis"


def test_n3_8_the_next_deal_forces_again():
    position = deal(new(minimum_bid=7, forced_bid=7))
    assert refused(bids(position, "p p p"), Bid(3, "pass")) == "N3.8.1"
