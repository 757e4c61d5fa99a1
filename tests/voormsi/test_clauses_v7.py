"""V7: the rubber and its strokes."""

from __future__ import annotations

from random import Random

import pytest

from messdeck.core.actions import NOBODY, TABLE, End
from messdeck.core.errors import BadOption, BadText
from tests.voormsi.table import GAME, Table, shuffled, won_by

# Side 0 wins five tricks, the first by its KH, and loses the sixth: 1 + 1 + 1 points at trick 6.
THREE_POINTS = [f"0: {card} . . ." for card in "KH 8S 9C 9S 9H".split()] + ["0: QD 9D . ."]
THREE_MORE = ["1: QH AC . .", "2: AS . . .", "2: JC QS 3D QC"]


# -- worked scores ---------------------------------------------------------------------------------------
def test_v7_4_worked_eight_tricks_and_the_last_lost():
    table = Table(*won_by("000000001"), scores=(4, 0))
    assert table.banked == [(9, 0, 1 + 1 + 3, 9)]
    assert table.scores == (9, 0)
    assert table.position.winners == (0,)


def test_v7_5_worked_all_nine_tricks():
    table = Table(*won_by("020000000"), scores=(4, 0))
    assert table.void
    assert table.banked == []
    assert table.scores == (4, 0)
    assert table.turn == TABLE


def test_v7_3_worked_two_bounces():
    table = Table(*THREE_POINTS, *THREE_MORE, scores=(7, 0))
    assert table.tricks == (8, 1)
    assert table.all_points == [("V6.1", 0, 1)]
    assert table.banked == [(6, 0, 3, 8), (9, 0, 3, 7)]
    assert table.scores == (7, 0)
    assert "story.bounced" in table.told


def test_v7_2_worked_three_tricks_and_nothing_else():
    table = Table(*won_by("101010111"))
    assert table.tricks == (3, 6)
    assert table.scores == (0, 2)
    assert table.banked == [(9, 1, 2, 2)]


# -- clauses ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "target"), [(4, 9), (2, 9), (3, 12)])
def test_v7_1_strokes_to_rub_out(players, target):
    assert GAME.rules.create(players).options["target"] == target
    rules = GAME.rules.create(players)
    top = [target - 1] * len(rules.sides)
    assert GAME.start(rules, top).scores == tuple(top)
    for scores in ([target, *top[1:]], [-1, *top[1:]], top[1:]):
        with pytest.raises(BadText):
            GAME.start(rules, scores)


def test_v7_1_the_first_to_rub_out_all_exactly_wins():
    assert Table(*THREE_POINTS, scores=(6, 8)).position.winners == (0,)
    assert Table(*THREE_POINTS, scores=(5, 8)).position.winners == ()
    assert Table(*THREE_POINTS, scores=(7, 8)).position.winners == ()


@pytest.mark.parametrize("target", [5, 7, 11, 99])
def test_v7_1_option_target(target):
    table = Table(*THREE_POINTS, target=target, scores=(target - 3, 0))
    assert table.scores == (target, 0)
    assert table.position.winners == (0,)
    assert not Table(*THREE_POINTS, target=target, scores=(target - 4, 0)).position.is_over


@pytest.mark.parametrize("target", [4, 100, 0, -9, True, "9", 9.0, None])
def test_v7_1_target_out_of_range(target):
    with pytest.raises(BadOption) as caught:
        GAME.rules.create(4, {"target": target})
    assert caught.value.reason.clause == "V7.1"


def test_v7_2_points_are_pending_until_the_side_loses_a_trick():
    table = Table(*THREE_POINTS[:5])
    assert table.pending == (3, 0)
    assert table.scores == (0, 0)
    table = Table(*THREE_POINTS)
    assert table.pending == (0, 0)
    assert table.banked == [(6, 0, 3, 3)]
    assert table.scores == (3, 0)


def test_v7_2_not_when_the_other_side_loses_one():
    table = Table("1: QD 9C . .", "2: KH . . .", "2: 9S . . .")
    assert table.pending == (1, 0)
    assert table.scores == (0, 0)


def test_v7_2_or_at_the_end_of_the_deal():
    table = Table(*won_by("100000000"))
    assert table.banked == [(9, 0, 4, 4)]
    assert table.scores == (4, 0)


def test_v7_2_each_point_is_banked_once():
    table = Table(*THREE_POINTS, "1: QH AC . .", "2: QC AS . .")
    assert table.tricks == (6, 2)
    assert table.banked == [(6, 0, 3, 3), (8, 0, 1, 4)]


def test_v7_2_a_side_that_earned_nothing_banks_nothing():
    assert Table("0: QD 9C . .", "1: QH 9S . .").banked == []


@pytest.mark.parametrize(("before", "after"), [(5, 8), (6, 9), (7, 8), (8, 7)])
def test_v7_3_bounce_counts_the_excess_back(before, after):
    table = Table(*THREE_POINTS, scores=(before, 0))
    assert table.scores == (after, 0)
    assert table.position.is_over is (after == 9)
    assert ("story.bounced" in table.told) is (before > 6)


def test_v7_3_never_below_zero():
    """Eight tricks and a kill bring 7 points: 4 + 7 = 11 would bounce off 5 to -1."""
    table = Table(
        "1: KH JC . .",
        *(f"2: {card} . . ." for card in "8S 9C 9S 9H 9D AC AS".split()),
        "2: QD 3D . .",
        scores=(4, 0),
        target=5,
    )
    assert table.tricks == (8, 1)
    assert table.banked == [(9, 0, 2 + 1 + 1 + 3, 0)]
    assert table.scores == (0, 0)
    assert not table.position.is_over


@pytest.mark.parametrize("before", [6, 7, 8])
def test_v7_3_option_overshoot_win(before):
    table = Table(*THREE_POINTS, scores=(before, 0), overshoot="win")
    assert table.scores == (9, 0)
    assert table.position.winners == (0,)
    assert table.position.is_over
    assert not Table(*THREE_POINTS, scores=(5, 0), overshoot="win").position.is_over


def test_v7_4_the_target_wins_at_once_in_mid_deal():
    table = Table(*THREE_POINTS, scores=(6, 0))
    assert table.position.is_over
    assert table.turn == NOBODY
    assert table.position.winners == (0,)
    assert table.tricks == (5, 1)
    assert "story.won" in table.told
    assert all(table.may(seat) == set() for seat in range(4))


def test_v7_4_then_nothing_may_be_done():
    table = Table(*THREE_POINTS, scores=(6, 0))
    _, deal = shuffled(4)
    card = table.position.hands[1][0]
    assert table.refuses(f"1: {card}") == ("V7.4", "refusal.V7.4.1")
    assert table.refuses_action(deal) == ("V7.4", "refusal.V7.4.1")
    assert table.refuses_action(End(TABLE)) == ("V7.4", "refusal.V7.4.1")


BOTH_EARN = [
    *(f"1: {card} . . ." for card in "8S 9C 9S 9H".split()),
    "1: QD 9D . .",
    *(f"2: {card} . . ." for card in "AC AS KH".split()),
    "2: QH . JC 3D",
]


def test_v7_4_at_the_end_of_a_deal_the_winner_of_the_last_trick_banks_last():
    table = Table(*BOTH_EARN)
    assert table.tricks == (4, 5)
    assert table.banked == [(9, 0, 1, 1), (9, 1, 1, 1)]


def test_v7_4_so_the_loser_of_the_last_trick_may_win_before_it():
    table = Table(*BOTH_EARN, scores=(8, 8))
    assert table.scores == (9, 8)
    assert table.position.winners == (0,)
    assert table.banked == [(9, 0, 1, 9)]


def test_v7_4_the_winner_of_the_last_trick_wins_if_the_loser_does_not():
    table = Table(*BOTH_EARN, scores=(5, 8))
    assert table.scores == (6, 9)
    assert table.position.winners == (1,)


def test_v7_4_an_unbanked_target_is_not_yet_won():
    table = Table(*THREE_POINTS[:5], scores=(6, 0))
    assert not table.position.is_over
    assert table.pending == (3, 0)


def test_v7_5_otherwise_a_new_deal_follows():
    table = Table(*won_by("000001111"))
    assert table.turn == TABLE
    assert table.scores == (2, 0)
    assert not table.position.is_over
    assert "story.deal_over" in table.told
    table.deal(*won_by("100000111"))
    assert table.scores == (3, 0)
    table.deal(*won_by("200001111"))
    assert table.scores == (5, 0)
    assert len(table.summary["deals"]) == 3


def test_v7_5_until_somebody_wins():
    """Random rubbers, to the end."""
    for seed in range(3):
        rng = Random(seed)
        position = GAME.start(GAME.rules.create(4, {"target": 5}))
        for _ in range(5000):
            if position.is_over:
                break
            if position.turn == TABLE:
                position = position.after(position.draw_deal(rng))
            else:
                position = position.after(rng.choice(position.legal_actions()))
        assert position.is_over
        assert position.scores[position.winners[0]] == 5
