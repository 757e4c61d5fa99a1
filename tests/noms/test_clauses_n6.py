"""N6: the score."""

import pytest

from tests.noms.table import GAME, new, whole_deal

SMALL = {"mis_rank": "between_10_and_11"}
OWN = {"partner": 0}


def points(bid, wins, **how):
    """What a deal brought; seat 0 bids, seat 2 is his partner unless told otherwise."""
    return whole_deal(bid, wins, **how).points


# -- N6.1 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("bid", ["10", "11", "12", "13"])
def test_n6_1_exactly_the_number_is_enough(bid):
    number = int(bid)
    wins = {0: number - 4, 2: 4, 1: 13 - number}
    assert points(bid, wins) == (number, 0, number, 0)


def test_n6_1_overtricks_score_nothing():
    assert points("10", {0: 8, 2: 5}) == (10, 0, 10, 0)
    assert points("10", {0: 13}) == (10, 0, 10, 0)


def test_n6_1_together_whoever_wins_them():
    assert points("10", {2: 13}) == (10, 0, 10, 0)
    assert points("10", {0: 5, 1: 3, 2: 5}) == (10, 0, 10, 0)


@pytest.mark.parametrize("partner", [1, 2, 3])
def test_n6_1_any_seat_may_be_the_partner(partner):
    made = points("10", {0: 6, partner: 7}, partner=partner)
    assert [made[0], made[partner], sum(made)] == [10, 10, 20]


@pytest.mark.parametrize("number", range(1, 10))
def test_n6_1_low_bids_count_what_they_say(number):
    got = points(str(number), {0: number, 1: 13 - number}, minimum_bid=1)
    assert got == (number, 0, number, 0)


def test_n6_1_at_no_trumps_too():
    assert points("10", {0: 10, 1: 3}, trump="NT") == (10, 0, 10, 0)


# -- N6.2 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("bid", ["10", "11", "12", "13"])
def test_n6_2_one_trick_short_the_other_two_score_the_number(bid):
    number = int(bid)
    wins = {0: number - 4, 2: 3, 1: 14 - number}
    assert points(bid, wins) == (0, number, 0, number)


def test_n6_2_however_short():
    assert points("10", {3: 13}) == (0, 10, 0, 10)


def test_n6_2_both_score_whoever_won_the_tricks():
    assert points("10", {1: 12, 0: 1}, partner=1) == (10, 10, 0, 0)
    assert points("10", {2: 12, 0: 1}, partner=1) == (0, 0, 10, 10)


# -- N6.3 ------------------------------------------------------------------------------------------------
def test_n6_3_alone_he_scores_alone():
    assert points("10", {0: 10, 1: 3}, **OWN) == (10, 0, 0, 0)


def test_n6_3_alone_he_counts_only_his_own_tricks():
    assert points("10", {0: 9, 2: 4}, **OWN) == (0, 10, 10, 10)


@pytest.mark.parametrize(("won", "got"), [(12, (12, 1, 1, 1)), (11, (0, 1, 1, 1))])
def test_n6_3_one_point_each_whether_it_succeeds_or_fails(won, got):
    assert points("12", {0: won, 1: 13 - won}, solo_opponents="one_point", **OWN) == got


def test_n6_3_one_point_is_for_lone_bidders_only():
    assert points("10", {0: 10, 1: 3}, solo_opponents="one_point") == (10, 0, 10, 0)
    assert points("10", {0: 9, 1: 4}, solo_opponents="one_point") == (0, 10, 0, 10)


@pytest.mark.parametrize("bid", ["mis", "vis"])
def test_n6_3_one_point_does_not_touch_mis(bid):
    worth = {"mis": 13, "vis": 26}[bid]
    assert points(bid, {1: 13}, solo_opponents="one_point") == (worth, 0, 0, 0)
    assert points(bid, {0: 1, 1: 12}, solo_opponents="one_point") == (0, worth, worth, worth)


# -- N6.4 ------------------------------------------------------------------------------------------------
def test_n6_4_mis_counts_13():
    assert points("mis", {1: 6, 2: 7}) == (13, 0, 0, 0)
    assert points("mis", {0: 1, 1: 12}) == (0, 13, 13, 13)


def test_n6_4_mis_a_vis_counts_26():
    assert points("vis", {1: 6, 2: 7}) == (26, 0, 0, 0)
    assert points("vis", {0: 1, 1: 12}) == (0, 26, 26, 26)


def test_n6_4_on_a_double_hand_26_and_52():
    assert points("mis", {1: 13}, double=True) == (26, 0, 0, 0)
    assert points("vis", {1: 13}, double=True) == (52, 0, 0, 0)
    assert points("mis", {0: 1, 1: 12}, double=True) == (0, 26, 26, 26)
    assert points("vis", {0: 1, 1: 12}, double=True) == (0, 52, 52, 52)


# -- N6.5 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("bid", "wins", "how"),
    [
        ("10", {0: 10, 1: 3}, {}),
        ("11", {0: 10, 1: 3}, {}),
        ("13", {0: 13}, {}),
        ("12", {0: 12, 1: 1}, OWN),
        ("12", {0: 11, 1: 2}, OWN),
        ("12", {0: 12, 1: 1}, {**OWN, "solo_opponents": "one_point"}),
        ("12", {0: 11, 1: 2}, {**OWN, "solo_opponents": "one_point"}),
        ("mis", {1: 13}, {}),
        ("mis", {0: 1, 1: 12}, {}),
        ("vis", {1: 13}, {}),
        ("vis", {0: 1, 1: 12}, {}),
        ("13", {0: 13}, {"thirteen_scores": 26}),
        ("13", {0: 12, 1: 1}, {"thirteen_scores": 26}),
        ("mis", {1: 13}, SMALL),
        ("mis", {0: 4, 1: 9}, SMALL),
        ("mis", {0: 4, 1: 9}, {**SMALL, "mis_penalty": False}),
        ("10", {0: 13}, {"unbid_slam": True}),
        ("10", {0: 13}, {**OWN, "unbid_slam": True}),
        ("10", {0: 13}, {**OWN, "unbid_slam": True, "solo_opponents": "one_point"}),
    ],
)
def test_n6_5_a_double_hand_doubles_every_amount(bid, wins, how):
    single = points(bid, wins, **how)
    assert any(single)
    assert points(bid, wins, double=True, **how) == tuple(2 * amount for amount in single)


def test_n6_5_one_point_becomes_two():
    got = points("12", {0: 12, 1: 1}, double=True, solo_opponents="one_point", **OWN)
    assert got == (24, 2, 2, 2)


def test_n6_5_the_loss_of_a_failed_mis_is_doubled():
    assert points("mis", {0: 2, 1: 11}, double=True, **SMALL) == (-24, 0, 0, 0)


# -- N6.6 ------------------------------------------------------------------------------------------------
def test_n6_6_thirteen_counts_13():
    assert points("13", {0: 13}) == (13, 0, 13, 0)
    assert points("13", {0: 12, 1: 1}) == (0, 13, 0, 13)


def test_n6_6_thirteen_counts_26():
    assert points("13", {0: 13}, thirteen_scores=26) == (26, 0, 26, 0)
    assert points("13", {0: 12, 1: 1}, thirteen_scores=26) == (0, 26, 0, 26)
    assert points("13", {0: 13}, thirteen_scores=26, **OWN) == (26, 0, 0, 0)
    assert points("13", {0: 12, 1: 1}, thirteen_scores=26, **OWN) == (0, 26, 26, 26)
    assert points("13", {0: 12, 1: 1}, thirteen_scores=26, solo_opponents="one_point", **OWN) == (0, 1, 1, 1)


def test_n6_6_no_other_bid_is_touched():
    assert points("12", {0: 13}, thirteen_scores=26) == (12, 0, 12, 0)
    assert points("mis", {1: 13}, thirteen_scores=26) == (13, 0, 0, 0)


# -- N6.7 ------------------------------------------------------------------------------------------------
def test_n6_7_the_small_mis_counts_10():
    assert points("mis", {1: 13}, **SMALL) == (10, 0, 0, 0)
    assert points("mis", {1: 13}, mis_penalty=False, **SMALL) == (10, 0, 0, 0)


@pytest.mark.parametrize("won", [1, 2, 5, 12, 13])
def test_n6_7_a_failed_one_costs_10_and_1_for_each_trick(won):
    wins = {0: won, 1: 13 - won} if won < 13 else {0: 13}
    assert points("mis", wins, **SMALL) == (-10 - won, 0, 0, 0)


def test_n6_7_without_the_penalty_10_to_each_of_the_others():
    assert points("mis", {0: 2, 1: 11}, mis_penalty=False, **SMALL) == (0, 10, 10, 10)


def test_n6_7_on_by_default_with_the_small_mis_off_without():
    assert new(**SMALL).rules.options["mis_penalty"] is True
    assert new().rules.options["mis_penalty"] is False
    assert new(mis_penalty=True, **SMALL).rules == new(**SMALL).rules
    assert new(mis_penalty=False).rules == new().rules


def test_n6_7_refused_with_mis_on_top():
    for options in ({"mis_penalty": True}, {"mis_penalty": True, "mis_rank": "top"}):
        with pytest.raises(ValueError, match="mis_penalty") as error:
            GAME.rules.create(4, options)
        assert error.value.reason.clause == "N6.7"


def test_n6_7_a_score_may_fall_below_0():
    position = whole_deal("mis", {0: 2, 1: 11}, **SMALL)
    assert position.scores == (-12, 0, 0, 0)


# -- N6.8 ------------------------------------------------------------------------------------------------
def test_n6_8_off_by_default():
    assert new().rules.options["unbid_slam"] is False
    assert points("10", {0: 13}) == (10, 0, 10, 0)


@pytest.mark.parametrize("bid", ["10", "11", "12"])
def test_n6_8_all_13_tricks_unbid_is_a_failure(bid):
    position = whole_deal(bid, {0: 8, 2: 5}, unbid_slam=True)
    assert (position.made, position.points) == (False, (0, 26, 0, 26))


def test_n6_8_twelve_tricks_are_none():
    assert points("10", {0: 12, 1: 1}, unbid_slam=True) == (10, 0, 10, 0)


def test_n6_8_a_bid_of_13_is_none():
    assert points("13", {0: 8, 2: 5}, unbid_slam=True) == (13, 0, 13, 0)
    assert points("13", {0: 8, 2: 5}, unbid_slam=True, thirteen_scores=26) == (26, 0, 26, 0)


def test_n6_8_a_lone_bidder_too():
    assert points("10", {0: 13}, unbid_slam=True, **OWN) == (0, 26, 26, 26)
    assert points("10", {0: 8, 2: 5}, unbid_slam=True, **OWN) == (0, 10, 10, 10)


def test_n6_8_on_a_double_hand_52():
    assert points("10", {0: 13}, unbid_slam=True, double=True) == (0, 52, 0, 52)
    assert points("10", {0: 13}, unbid_slam=True, double=True, **OWN) == (0, 52, 52, 52)


def test_n6_8_one_point_does_not_change_it():
    assert points("10", {0: 13}, unbid_slam=True, solo_opponents="one_point", **OWN) == (0, 26, 26, 26)


def test_n6_8_never_mis():
    assert points("mis", {0: 13}, unbid_slam=True, **SMALL) == (-23, 0, 0, 0)
    assert points("mis", {0: 13}, unbid_slam=True) == (0, 13, 13, 13)


def test_n6_8_the_others_winning_all_13_is_no_slam():
    assert points("10", {1: 6, 3: 7}, unbid_slam=True) == (0, 10, 0, 10)
    assert points("7", {1: 6, 3: 7}, unbid_slam=True, minimum_bid=7) == (0, 7, 0, 7)


# -- N6.9 ------------------------------------------------------------------------------------------------
def test_n6_9_everyone_has_his_own_running_total():
    position = whole_deal("10", {0: 10, 1: 3})
    assert position.scores == (10, 0, 10, 0)
    position = whole_deal("11", {1: 10, 2: 3}, by=1, partner=0, dealer=0, before=position)
    assert (position.points, position.scores) == ((0, 0, 11, 11), (10, 0, 21, 11))
    position = whole_deal("mis", {0: 13}, by=3, dealer=1, before=position)
    assert (position.points, position.scores) == ((0, 0, 0, 13), (10, 0, 21, 24))


def test_n6_9_totals_go_on_from_the_start_scores():
    assert whole_deal("10", {0: 10, 1: 3}, scores=[1, 2, 3, -4]).scores == (11, 2, 13, -4)
