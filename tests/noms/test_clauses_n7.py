"""N7: the end."""

import pytest

from messdeck.core.actions import NOBODY, TABLE, End, Play
from messdeck.core.errors import BadText
from messdeck.games.noms.actions import Bid, Concede, Contract
from tests.noms.table import (
    APART,
    PASSED_OUT,
    SEATS,
    called_off,
    deal,
    hands,
    named,
    new,
    next_deal,
    refused,
    sees,
    table,
    whole_deal,
)

MADE = {0: 10, 1: 3}
"""Seat 0 bids 10 and makes it with seat 2."""


# -- N7.1 ------------------------------------------------------------------------------------------------
def test_n7_1_the_game_ends_at_101():
    assert whole_deal("10", MADE, scores=[90, 0, 0, 0]).phase == "deal"
    position = whole_deal("10", MADE, scores=[91, 0, 0, 0])
    assert (position.phase, position.is_over, position.turn) == ("over", True, NOBODY)
    assert (position.scores, position.winners) == ((101, 0, 10, 0), (0,))


@pytest.mark.parametrize("target", [1, 10, 11, 50, 500])
def test_n7_1_any_target(target):
    position = whole_deal("10", MADE, target=target)
    assert position.is_over == (target <= 10)
    assert position.winners == ((0, 2) if target <= 10 else ())


def test_n7_1_the_highest_total_wins():
    position = whole_deal("10", MADE, scores=[91, 99, 95, 0])
    assert (position.scores, position.winners) == ((101, 99, 105, 0), (2,))


def test_n7_1_equal_totals_share_the_win():
    assert whole_deal("10", MADE, scores=[95, 0, 95, 0]).winners == (0, 2)
    assert whole_deal("mis", {0: 1, 1: 12}, scores=[0, 90, 90, 90]).winners == (1, 2, 3)


def test_n7_1_the_deal_is_finished_first():
    """The tricks for the bid are won long before the last card."""
    position = whole_deal("10", MADE, scores=[100, 0, 0, 0])
    assert (len(position.played), position.is_over) == (52, True)


def test_n7_1_nobody_has_won_before():
    assert new([100, 100, 0, 0]).winners == ()
    assert table(APART, "10 p p p", scores=[100, 0, 0, 0]).winners == ()


def test_n7_1_a_failed_small_mis_ends_nothing():
    position = whole_deal("mis", {0: 2, 1: 11}, scores=[100, 100, 0, 0], mis_rank="between_10_and_11")
    assert (position.scores, position.is_over) == ((88, 100, 0, 0), False)


def test_n7_1_a_passed_out_deal_ends_nothing():
    assert not table(APART, PASSED_OUT, scores=[100, 100, 100, 100]).is_over


def test_n7_1_after_the_end_nothing_is_done():
    position = whole_deal("10", MADE, scores=[91, 0, 0, 0])
    for action in (Bid(0, "10"), Play(0, ("AC",)), Concede(1), End(TABLE), next_deal(position, hands(APART))):
        assert position.why_not(action) is not None
    assert [position.legal_actions(seat) for seat in (None, *SEATS)] == [()] * 5


def test_n7_1_start_scores_are_four_and_below_the_target():
    assert new([100, -30, 0, 5]).scores == (100, -30, 0, 5)
    for scores in ([101, 0, 0, 0], [0, 0, 0, 200], [0, 0, 0], [0, 0, 0, 0, 0], []):
        with pytest.raises(BadText):
            new(scores)
    with pytest.raises(BadText):
        new([30, 0, 0, 0], target=30)


# -- N7.2 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "position",
    [
        new([5, 9, 2, 3]),
        table(APART, scores=[5, 9, 2, 3]),
        table(APART, "10 p", scores=[5, 9, 2, 3]),
        table(APART, "10 p p p", scores=[5, 9, 2, 3]),
        table(APART, "10 p p p", "C AC", "AC AD AH AS KC", scores=[5, 9, 2, 3]),
        table(APART, PASSED_OUT, scores=[5, 9, 2, 3]),
    ],
    ids=["before the deal", "dealt", "auction", "contract", "play", "passed out"],
)
def test_n7_2_the_watch_may_be_called_at_any_time(position):
    over = called_off(position)
    assert (over.phase, over.turn, over.is_over) == ("over", NOBODY, True)
    assert (over.scores, over.winners) == ((5, 9, 2, 3), (1,))


def test_n7_2_a_deal_in_progress_does_not_count():
    position = table(APART, "10 p p p", "C AC", "AC AD AH AS KC KD KH KS")
    over = called_off(position)
    assert (over.scores, over.points, over.made) == ((0, 0, 0, 0), (0, 0, 0, 0), None)


def test_n7_2_a_finished_deal_does():
    assert called_off(whole_deal("10", MADE)).winners == (0, 2)
    assert called_off(deal(whole_deal("10", MADE))).scores == (10, 0, 10, 0)


def test_n7_2_equal_totals_share():
    assert called_off(new()).winners == (0, 1, 2, 3)
    assert called_off(new([-5, -5, -9, -8])).winners == (0, 1)


def test_n7_2_nothing_is_done_any_more():
    over = called_off(table(APART, "10 p p p"))
    for action in (Bid(0, "10"), Contract(0, "H", "AH"), Play(0, ("AC",)), Concede(1), End(TABLE)):
        assert refused(over, action) == "N7.2.1"
    assert refused(over, next_deal(over, hands(APART), 0)) == "N7.2.1"
    assert [over.legal_actions(seat) for seat in (None, *SEATS)] == [()] * 5


def test_n7_2_everybody_sees_it():
    over = called_off(table(APART, "10 p p p", scores=[1, 2, 3, 4]))
    for seat in (*SEATS, None):
        assert (sees(over, seat).phase, sees(over, seat).winners) == ("over", (3,))


def test_n7_2_hands_stay_hidden():
    one = called_off(table("c* | hA | | ", "10 p p p", "C AH"))
    other = called_off(table("c* | | | hA", "10 p p p", "C AH"))
    assert sees(one, 0) == sees(other, 0)


def test_n7_2_the_table_does_not_act_otherwise():
    position = named(table(APART, "10 p p p"), "C AC")
    assert position.why_not(Play(TABLE, ("AC",))) is not None
    assert position.why_not(Bid(4, "10")) is not None
