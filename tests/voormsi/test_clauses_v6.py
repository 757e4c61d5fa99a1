"""V6: Voormsi and Toqutsit points."""

from __future__ import annotations

from random import Random

import pytest

from messdeck.core.actions import TABLE
from tests.voormsi.table import Table

VOORMSI_0 = [("V6.1", 0, 1)]
VOORMSI_1 = [("V6.1", 1, 1)]
KILL_0 = [("V6.3", 0, 2)]
KILL_1 = [("V6.3", 1, 2)]
LOSS_0 = [("V6.4", 0, None)]
AVENGED_0 = [("V6.6", 0, 2)]
AVENGED_1 = [("V6.6", 1, 2)]


# -- V6.1 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("0: KH . . .", VOORMSI_0),
        ("0: 9C KH . .", VOORMSI_1),
        ("0: 9C . KH .", VOORMSI_0),
        ("0: KH+KS . . .", VOORMSI_0),
        ("0: 9C+9S 8S+KH . .", VOORMSI_1),
    ],
)
def test_v6_1_kh_wins_while_the_jc_could_have_come(trick, points):
    table = Table(trick)
    assert "JC" in table.position.stock
    assert table.points == points
    assert table.pending == tuple(int(side == points[0][1]) for side in (0, 1))


def test_v6_1_also_while_the_partner_keeps_the_jc():
    assert Table("0: KH . . .", hold={2: "JC"}).points == VOORMSI_0


def test_v6_1_also_while_an_opponent_keeps_the_jc():
    assert Table("0: KH . . .", hold={1: "JC"}, toqutsit_compulsion="off").points == VOORMSI_0


def test_v6_1_also_when_the_jc_came_after_it_and_failed():
    assert Table("0: KH+KS JC+7D . .").points == VOORMSI_0


def test_v6_1_a_the_kh_was_in_the_last_play():
    table = Table("0: 9C . . KH")
    assert table.winner == 3
    assert table.points == []
    assert Table("0: 9C . KH", players=3).points == []


def test_v6_1_b_the_jc_was_played_in_an_earlier_trick():
    assert Table("0: JC . . .", "0: KH . . .").points == []
    assert Table("0: 9C+9S . . JC+7D", "0: KH . . .").points == []


def test_v6_1_c_its_player_holds_the_jc():
    table = Table("0: KH . . .", hold={0: "JC"})
    assert table.winner == 0
    assert table.points == []


def test_v6_1_c_its_player_plays_the_jc_along():
    table = Table("0: QD+QH JC+KH . .")
    assert table.winner == 1
    assert table.points == []


def test_v6_1_d_the_jc_fell_earlier_in_the_trick():
    table = Table("0: JC KH . .")
    assert table.winner == 1
    assert table.points == []
    table = Table("0: 9C+9S JC+7D KH+8S .")
    assert table.winner == 2
    assert table.points == []


def test_v6_1_the_kh_must_be_in_the_winning_play():
    assert Table("0: 9C+9S KH+QD . .").points == []
    assert Table("0: KH . . 3D").points == [("V6.5", 1, 1)]


# -- V6.2 ------------------------------------------------------------------------------------------------
def sampled(table: Table, seat: int | None, times: int = 25) -> list[tuple[str, ...]]:
    """Seat 0's dealt hand as some positions have it that the view of another seat allows."""
    view = table.position.view(seat)
    return [view.sample(Random(seed)).deal_actions()[0].hands[0] for seed in range(times)]


@pytest.mark.parametrize("proof", ["referee", "shown"])
@pytest.mark.parametrize("seat", [1, 2, None])
def test_v6_2_the_award_tells_that_the_jc_is_lacking(proof, seat):
    table = Table("0: KH . . .", voormsi_proof=proof)
    assert "points.V6.1" in table.told
    assert not any("JC" in hand for hand in sampled(table, seat))


@pytest.mark.parametrize("proof", ["referee", "shown"])
@pytest.mark.parametrize("seat", [1, 2, None])
def test_v6_2_its_absence_tells_that_the_jc_is_held(proof, seat):
    table = Table("0: KH . . .", hold={0: "JC"}, voormsi_proof=proof)
    assert "story.holds_jc" in table.told
    assert table.position.view(seat).proof == ()
    assert all("JC" in hand for hand in sampled(table, seat))


def test_v6_2_nothing_is_known_before_the_trick_ends():
    for table in (Table("0: KH . ."), Table("0: KH . .", hold={0: "JC"})):
        assert {"JC" in hand for hand in sampled(table, 1, 120)} == {True, False}


def test_v6_2_nor_when_the_kh_was_in_the_last_play():
    table = Table("1: 9C . . KH", hold={0: "JC"})
    assert "story.holds_jc" not in table.told
    assert {"JC" in hand for hand in sampled(table, 1, 120)} == {True, False}


def test_v6_2_the_jc_may_be_drawn_afterwards():
    table = Table("0: KH . . .", stock="JC")
    assert table.points == VOORMSI_0
    assert "JC" in table.hands[0]
    hands = [table.position.view(1).sample(Random(seed)).hands[0] for seed in range(200)]
    assert {"JC" in hand for hand in hands} == {True, False}


def test_v6_2_referee_is_the_default_and_shows_no_cards():
    table = Table("0: KH . . .", hold={0: "9C AC 5D"})
    assert table.rules.options["voormsi_proof"] == "referee"
    assert table.position.proof == ()
    assert "story.proof" not in table.told


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_v6_2_shown_lays_the_hand_open_before_the_refill(seat):
    table = Table("0: KH . . .", hold={0: "9C AC 5D"}, stock="6D", voormsi_proof="shown")
    assert "story.proof" in table.told
    assert table.hands[0] == {"9C", "AC", "5D", "6D"}
    view = table.position.view(seat)
    assert view.proof == ("9C", "AC", "5D")
    assert all({"9C", "AC", "5D"} <= set(view.sample(Random(seed)).hands[0]) for seed in range(5))


def test_v6_2_shown_cards_are_forgotten_when_played():
    table = Table("0: KH . . .", hold={0: "9C AC 5D"}, voormsi_proof="shown")
    assert table.play("0: AC").position.view(1).proof == ("9C", "5D")


def test_v6_2_shown_only_for_the_award():
    assert Table("0: KH . .", voormsi_proof="shown").position.proof == ()
    assert Table("0: KH JC . .", voormsi_proof="shown").position.proof == ()
    assert Table("0: 9C . . KH", voormsi_proof="shown").position.proof == ()


# -- V6.3 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("0: KH JC . .", KILL_1),
        ("0: KH . . JC", KILL_1),
        ("0: 9C KH JC .", KILL_0),
        ("0: KH+KS . . JC+5D", KILL_1),
    ],
)
def test_v6_3_an_opponents_jc_beats_the_heading_kh(trick, points):
    table = Table(trick)
    assert table.points == points
    assert table.pending == ((2, 0) if points == KILL_0 else (0, 2))


def test_v6_3_the_kh_must_be_in_the_heading_play():
    table = Table("0: 9S+9D KH+QD JC+3D .")
    assert table.winner == 2
    assert table.points == []


def test_v6_3_not_when_the_jc_falls_under_it():
    assert Table("0: KH+KS JC+7D . .").winner == 0
    assert not set(KILL_1) & set(Table("0: KH+KS JC+7D . .").points)


# -- V6.4 ------------------------------------------------------------------------------------------------
FIVE_OF_SIDE_1 = [f"1: {card} . . ." for card in "9C 9S 9H 9D AC".split()]
FIVE_OF_SIDE_0 = [f"0: {card} . . ." for card in "9C 9S 9H 9D AC".split()]


def test_v6_4_forfeit_the_side_loses_its_points_and_its_deal():
    table = Table("0: KH . JC .", scores=(6, 4))
    assert table.rules.options["own_kill"] == "forfeit"
    assert table.points == LOSS_0
    assert table.scores == (0, 4)
    assert table.tricks == (1, 0)
    assert table.turn == TABLE
    assert table.pending == (0, 0)


def test_v6_4_forfeit_the_trick_is_played_out():
    table = Table("0: KH . JC", scores=(6, 4))
    assert table.turn == 3
    assert table.scores == (6, 4)


def test_v6_4_forfeit_what_was_pending_is_lost():
    table = Table(*FIVE_OF_SIDE_0, "0: KH . JC .", scores=(3, 0))
    assert table.scores == (0, 0)
    assert table.banked == []


def test_v6_4_forfeit_the_other_side_banks_what_it_has_earned():
    table = Table(*FIVE_OF_SIDE_1, "1: QD KH . JC", scores=(6, 4))
    assert table.points == LOSS_0
    assert table.banked == [(6, 1, 1 + 1, 6)]
    assert table.scores == (0, 6)
    assert table.turn == TABLE


def test_v6_4_forfeit_the_killing_trick_is_counted_first():
    """The 3D takes the trick and with it V6.6 and the fifth trick of its side."""
    lines = ["1: QD 9C . .", *(f"1: {card} . . ." for card in "9S 9H 9D".split())]
    table = Table("1: 8S . . .", *lines[1:], "1: QD 9C . .", "2: KH . JC 3D", scores=(6, 1))
    assert table.points == [*LOSS_0, *AVENGED_1]
    assert table.tricks == (1, 5)
    assert table.banked[-1] == (6, 1, 1 + 2, 4)
    assert table.scores == (0, 4)


def test_v6_4_forfeit_the_other_side_may_win_by_it():
    table = Table(*FIVE_OF_SIDE_1, "1: QD KH . JC", scores=(8, 7))
    assert table.scores == (0, 9)
    assert table.position.winners == (1,)
    assert table.position.is_over


def test_v6_4_forfeit_v5_3_does_not_apply():
    table = Table("0: KH . JC 3D", scores=(6, 4))
    assert table.tricks == (0, 1)
    assert not table.void
    assert table.scores == (0, 6)


ALL_NINE = [
    "1: QS 3D . .",
    *(f"2: {card} . . ." for card in "8S 9C 9S 9H 9D AC AS".split()),
    "2: KH . JC .",
]


@pytest.mark.parametrize(("own_kill", "void"), [("forfeit", False), ("points", True)])
def test_v6_4_the_loss_stands_after_all_nine_tricks(own_kill, void):
    table = Table(*ALL_NINE, own_kill=own_kill, scores=(6, 4))
    assert table.tricks == (9, 0)
    assert table.scores == (0, 4)
    assert table.void is void


def test_v6_4_points_only_the_points_are_lost_and_play_goes_on():
    table = Table("0: KH . JC .", own_kill="points", scores=(6, 4))
    assert table.points == LOSS_0
    assert table.scores == (0, 4)
    assert table.tricks == (1, 0)
    assert table.turn == 2
    assert table.position.cards_left == (4, 4, 4, 4)


def test_v6_4_points_v5_1_counts_on_from_the_tricks_won():
    table = Table(*FIVE_OF_SIDE_0, "0: KH . JC .", "2: 8S . . .", own_kill="points", scores=(6, 4))
    assert table.scores == (0, 4)
    assert table.tricks == (7, 0)
    assert table.pending == (1, 0)


def test_v6_4_points_v5_2_counts_on():
    lines = ["0: 9C . . .", "0: KH . JC .", *(f"2: {card} . . ." for card in "9S 9H 9D".split())]
    table = Table(*lines, own_kill="points")
    assert table.tricks == (5, 0)
    assert table.pending == (1 + 1, 0)


def test_v6_4_points_the_loss_comes_after_the_count_of_the_trick():
    """The killing trick is the fifth: its points are among those lost."""
    table = Table(*FIVE_OF_SIDE_0[:4], "0: KH . JC .", own_kill="points")
    assert table.tricks == (5, 0)
    assert table.pending == (0, 0)


def test_v6_4_off():
    table = Table("0: KH . JC .", own_kill="off", scores=(6, 4))
    assert table.points == []
    assert table.scores == (6, 4)
    assert table.turn == 2


def test_v6_4_only_when_the_kh_heads():
    table = Table("0: 9C+9D KH+QD . JC+3D", scores=(3, 3))
    assert table.winner == 3
    assert table.points == []
    assert table.scores == (3, 3)


def test_v6_4_a_group_kills_too():
    assert Table("0: KH+KC . JC+5D .", scores=(5, 5)).scores == (0, 5)


# -- V6.5 to V6.7 ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("trick", "side"),
    [("0: KH 3D . .", 1), ("0: KH . 3D .", 0), ("0: 9C KH 3D .", 0), ("0: KH+KS 3D+9C . .", 1)],
)
def test_v6_5_3d_beats_a_kh_of_partner_or_opponent(trick, side):
    table = Table(trick)
    assert table.points == [("V6.5", side, 1)]
    assert table.pending == (1 - side, side)


def test_v6_5_not_when_the_3d_beats_the_other_card():
    assert Table("0: 9S+9D KH+QD 3D+JC .").points == []


def test_v6_6_3d_avenges_the_kh():
    table = Table("0: KH JC 3D .")
    assert table.points == AVENGED_0
    assert table.pending == (2, 0)


def test_v6_6_plays_that_failed_may_lie_between():
    table = Table("0: KH JC . 3D")
    assert table.points == AVENGED_1
    assert table.pending == (0, 2)


def test_v6_6_in_groups():
    assert Table("0: KH+KS JC+5D 3D+9C 8S+9S").points == AVENGED_0


@pytest.mark.parametrize("own_kill", ["forfeit", "points"])
def test_v6_6_the_loss_of_v6_4_is_not_cancelled(own_kill):
    table = Table("0: KH . JC 3D", own_kill=own_kill, scores=(6, 4))
    assert table.points == [*LOSS_0, *AVENGED_1]
    assert table.scores[0] == 0
    assert table.scores[1] + table.pending[1] == 6


def test_v6_6_also_when_own_kill_is_off():
    assert Table("0: KH . JC 3D", own_kill="off").points == AVENGED_1


@pytest.mark.parametrize("trick", ["0: JC 3D . .", "0: 9C JC 3D .", "0: JC . 3D .", "0: 9C+9S JC+8S 3D+KH ."])
def test_v6_7_3d_on_any_other_jc_gives_nothing(trick):
    table = Table(trick)
    assert table.points == []
    assert table.pending == (0, 0)


# -- V6.8, V6.9 ------------------------------------------------------------------------------------------
def test_v6_8_kh_beats_an_opponents_heading_jc_and_wins():
    table = Table("0: JC KH . .", kill="voormsi")
    assert table.points == KILL_1
    assert table.pending == (0, 2)
    assert Table("0: 9C JC KH .", kill="voormsi").points == KILL_0


def test_v6_8_by_default_it_scores_nothing():
    assert Table("0: JC KH . .").points == []
    assert Table("0: JC . KH .", scores=(5, 5)).scores == (5, 5)


def test_v6_8_not_when_3d_takes_the_trick():
    assert Table("0: JC KH 3D .", kill="voormsi").points == [("V6.5", 0, 1)]


def test_v6_8_kh_beats_the_jc_of_its_own_side():
    table = Table("0: JC . KH .", kill="voormsi", scores=(6, 4))
    assert table.points == LOSS_0
    assert table.scores == (0, 4)
    assert table.turn == TABLE


def test_v6_8_own_kill_points_and_off():
    table = Table("0: JC . KH .", kill="voormsi", own_kill="points", scores=(6, 4))
    assert table.scores == (0, 4)
    assert table.turn == 2
    table = Table("0: JC . KH .", kill="voormsi", own_kill="off", scores=(6, 4))
    assert table.points == []
    assert table.scores == (6, 4)


def test_v6_8_no_loss_when_3d_takes_the_trick():
    table = Table("0: JC . KH 3D", kill="voormsi", scores=(6, 4))
    assert table.points == [("V6.5", 1, 1)]
    assert table.scores == (6, 4)


def test_v6_8_the_jc_no_longer_kills():
    assert Table("0: KH JC . .", kill="voormsi").points == []
    table = Table("0: KH . JC .", kill="voormsi", scores=(6, 4))
    assert table.points == []
    assert table.scores == (6, 4)


def test_v6_8_but_3d_still_avenges_the_kh():
    assert Table("0: KH JC 3D .", kill="voormsi").points == AVENGED_0


def test_v6_8_the_jc_must_be_in_the_heading_play():
    assert Table("0: 9C+9S JC+QD KH+8S .", kill="voormsi").points == []


def test_v6_8_the_rest_stays():
    table = Table("0: KH", hold={1: "JC 5D"}, kill="voormsi")
    assert table.refuses("1: 5D") == ("V4.4", "refusal.V4.4.1")
    assert Table("0: KH . . .", kill="voormsi").points == VOORMSI_0
    assert Table("0: KH 3D . .", kill="voormsi").points == [("V6.5", 1, 1)]
    assert Table("0: JC 3D . .", kill="voormsi").points == []


def test_v6_8_toqu_in_the_earlier_play_means_no_v6_1():
    table = Table("0: JC KH . .", kill="voormsi")
    assert ("V6.1", 1, 1) not in table.points


def test_v6_9_points_go_by_the_pairing_to_the_side_of_the_beating_play():
    assert Table("0: KH+KS JC+3D . .").points == KILL_1
    assert Table("0: KH+KS . JC+3D .").points == [("V6.5", 0, 1)]


def test_v6_9_they_are_banked_when_the_side_loses_a_trick():
    table = Table("0: KH JC . .", "1: 9C . . .")
    assert table.pending == (0, 2)
    assert table.scores == (0, 0)
    table = Table("0: KH JC . .", "1: 9C . . .", "1: QD 9S . .")
    assert table.banked == [(3, 1, 2, 2)]
    assert table.pending == (0, 0)


def test_v6_9_or_at_the_end_of_the_deal():
    table = Table(
        "1: QD 9D . .",
        *(f"2: {card} . . ." for card in "8S 9C 9S".split()),
        "2: QH 9H . .",
        *(f"3: {card} . . ." for card in "AC AS AH".split()),
        "3: KH JC . 3D",
    )
    assert table.points == AVENGED_0
    assert table.banked == [(9, 0, 1 + 2, 3)]
