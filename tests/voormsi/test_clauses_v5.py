"""V5: points for tricks."""

from __future__ import annotations

import pytest

from messdeck.core.actions import TABLE
from messdeck.core.facts import Side
from tests.voormsi.table import GAME, Table, won_by


@pytest.mark.parametrize(("won", "points"), [(3, 0), (4, 0), (5, 1), (6, 2), (7, 3), (8, 4)])
def test_v5_1_one_point_for_five_tricks_and_one_for_each_more(won, points):
    """The first trick goes to the other side, so that V5.2 stays out of it."""
    table = Table(*won_by("1" + "0" * won + "1" * (8 - won)))
    assert table.tricks == (won, 9 - won)
    assert table.scores[0] == points


def test_v5_1_tricks_need_not_be_in_a_row():
    table = Table(*won_by("101010101"))
    assert table.tricks == (4, 5)
    assert table.scores == (0, 1)


def test_v5_1_partners_win_together():
    table = Table(*won_by("102021020"))
    assert table.tricks == (7, 2)
    assert table.scores == (3, 0)


def test_v5_1_a_group_counts_each_of_its_tricks():
    table = Table("1: 8S . . .", "1: QD 9C . .", "2: 9S+9H . . .", "2: AC+AS+AH . . .")
    assert table.tricks == (6, 1)
    assert table.pending == (2, 0)


def test_v5_2_the_first_five_tricks_give_one_more():
    table = Table(*won_by("000001111"))
    assert table.tricks == (5, 4)
    assert table.scores == (2, 0)


def test_v5_2_partners_win_them_together():
    assert Table(*won_by("131311010")).banked[0] == (7, 1, 1 + 1 + 1, 3)


def test_v5_2_not_when_one_of_the_five_was_lost():
    assert Table(*won_by("000010011")).scores == (2, 0)
    assert Table(*won_by("100000111")).scores == (1, 0)


def test_v5_2_it_is_earned_with_the_fifth_trick():
    table = Table(*won_by("0000", leader=0))
    assert table.pending == (0, 0)
    assert Table(*won_by("00000")).pending == (2, 0)


@pytest.mark.parametrize("side", [0, 1])
def test_v5_2_it_is_told(side):
    table = Table(*won_by(f"{side}" * 5))
    [event] = [event for event in GAME.story(*table.steps[-1]) if event.clause == "V5.2"]
    assert event.args["side"] == Side(table.rules.sides[side])
    assert "points.V5.2" not in Table(*won_by(f"{side}" * 6)).told


def test_v5_2_a_group_may_reach_past_the_fifth():
    table = Table("0: AC+AS+AH . . .", "0: 9C+9S+9H . . .")
    assert table.tricks == (6, 0)
    assert table.pending == (1 + 1 + 1, 0)


def test_v5_2_not_with_three_players():
    assert Table(*won_by("000001", 3), players=3).banked == [(6, 0, 1, 1)]


def test_v5_3_all_the_tricks_make_the_deal_void():
    table = Table(*won_by("020000000"), scores=(4, 7))
    assert table.tricks == (9, 0)
    assert table.void
    assert table.banked == []
    assert table.scores == (4, 7)
    assert table.turn == TABLE
    assert "story.void" in table.told


def test_v5_3_points_of_v6_go_too():
    table = Table(
        "1: QD 3D . .", "2: KH . . .", *(f"2: {card} . . ." for card in "8S 9C 9S 9H 9D AC JC".split())
    )
    assert ("V6.1", 0, 1) in table.all_points
    assert table.void
    assert table.scores == (0, 0)


def test_v5_3_eight_tricks_are_not_all():
    table = Table(*won_by("000000001"))
    assert not table.void
    assert table.scores == (5, 0)


def test_v5_3_three_players_need_twelve():
    table = Table(*won_by("0" * 12, 3, leader=1), players=3, scores=(3, 4, 5))
    assert table.void
    assert table.scores == (3, 4, 5)
    table = Table(*won_by("0" * 11 + "2", 3), players=3)
    assert not table.void
    assert table.scores == (7, 0, 0)
