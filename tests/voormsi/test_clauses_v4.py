"""V4: leading and following."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from messdeck.core.actions import TABLE, Play
from messdeck.core.errors import BadText
from tests.voormsi.table import GAME, Table, won_by

GROUPS = [
    ("7S+7D 7C+7H 9C+9S KC+3D", 4),
    ("9S+9D 9C+AC JC+3D KH+8S", 3),
    ("QD+QH QC+8D 5D+KC 6D+6H", 4),
    ("KH+KS JC+5D 3D+9C 8S+9S", 3),
]


def heads(plays: str) -> list[int]:
    """Which play heads after each, from 1, by the referee."""
    return GAME.judge(plays, None).heads


# -- V4.1 to V4.3 ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "rank", ["7C 7S 7H 7D", "8S 8C 8H 8D", "JC JS JH JD", *(f"{r}C {r}S {r}H {r}D" for r in "A965Q")]
)
def test_v4_1_one_to_four_of_a_rank(rank):
    cards = rank.split()
    table = Table(hold={0: rank})
    assert len(table.may()) == 15
    for n in range(1, 5):
        assert table.position.is_legal(Play(0, tuple(cards[:n])))


def test_v4_1_kings_are_a_rank_of_three():
    table = Table(hold={0: "KH KC KS QD"})
    assert table.may() == {"KH", "KC", "KS", "QD", "KH+KC", "KH+KS", "KC+KS", "KH+KC+KS"}


def test_v4_1_all_leads_of_a_hand():
    assert Table(hold={0: "7C 7D 9S AH"}).may() == {"7C", "7D", "9S", "AH", "7C+7D"}


@pytest.mark.parametrize("cards", ["7C+KC", "9S+AH", "7C+9S+AH+KC", "KC+AH"])
def test_v4_1_cards_of_two_ranks_are_no_lead(cards):
    table = Table(hold={0: "7C 9S AH KC"})
    assert table.refuses(f"0: {cards}") == ("V4.1", "refusal.V4.1.1")


def test_v4_1_a_lead_is_at_least_one_card():
    assert Table().refuses_action(Play(0, ())) == ("V4.1", "refusal.V4.1.2")


def test_v4_1_the_referee_refuses_a_lead_of_two_ranks():
    with pytest.raises(BadText) as caught:
        GAME.judge("7H+9C QD+QH", None)
    assert caught.value.reason.clause == "V4.1"


def test_v4_2_3d_is_led_singly():
    table = Table(hold={0: "3D KH KC QD"})
    assert table.may() == {"3D", "KH", "KC", "QD", "KH+KC"}
    assert table.refuses("0: 3D+KC") == ("V4.2", "refusal.V4.2.1")
    assert table.refuses("0: 3D+KH+KC") == ("V4.2", "refusal.V4.2.1")


def test_v4_2_option_three_counts_as_king():
    table = Table(hold={0: "3D KH KC KS"}, three_counts_as_king=True)
    assert len(table.may()) == 15
    table.play("0: 3D+KH+KC+KS")
    assert table.turn == 1


@pytest.mark.parametrize("option", [False, True])
def test_v4_2_never_with_another_rank(option):
    table = Table(hold={0: "3D 9C 7D 7H"}, three_counts_as_king=option)
    assert table.may() == {"3D", "9C", "7H", "7D", "7H+7D"}
    assert table.refuses("0: 3D+9C") == ("V4.1", "refusal.V4.1.1")


def test_v4_3_as_many_cards_as_were_led():
    table = Table("0: QD+QH", hold={1: "7C JC KS 5D"})
    assert table.refuses("1: 7C") == ("V4.3", "refusal.V4.3.1")
    assert table.refuses("1: 7C+JC+KS") == ("V4.3", "refusal.V4.3.1")
    assert table.refuses_action(Play(1, ())) == ("V4.3", "refusal.V4.3.1")


def test_v4_3_of_any_ranks_and_suits_without_a_duty_to_beat():
    table = Table("0: QD+QH", hold={1: "7C JC KS 5D"})
    assert table.may() == {"JC+5D", "JC+KS", "JC+7C", "5D+KS", "5D+7C", "KS+7C"}


def test_v4_3_only_cards_that_are_held():
    table = Table("0: QD+QH", hold={1: "7C JC KS 5D"})
    assert table.refuses("1: 7C+9C") == ("V4.3", "refusal.V4.3.2")
    assert table.refuses("1: QD+7C") == ("V4.3", "refusal.V4.3.2")
    assert Table(hold={0: "QD"}).refuses("0: 9C") == ("V4.3", "refusal.V4.3.2")


def test_v4_3_the_referee_counts_too():
    with pytest.raises(BadText) as caught:
        GAME.judge("7H+7C QD", None)
    assert caught.value.reason.clause == "V4.3"


# -- V4.4 ------------------------------------------------------------------------------------------------
JC_HAND = "JC 9C AC 5D"


def asked(table: Table) -> bool:
    """Whether the seat to act, holding JC_HAND, must play the JC; everything else must agree."""
    free = table.position.is_legal(Play(table.turn, ("5D",)))
    assert table.may() == ({"JC", "9C", "AC", "5D"} if free else {"JC"})
    if not free:
        assert table.refuses(f"{table.turn}: 5D") == ("V4.4", "refusal.V4.4.1")
        assert table.refuses(f"{table.turn}: 9C") == ("V4.4", "refusal.V4.4.1")
    return not free


@pytest.mark.parametrize(("option", "expected"), [("heading", True), ("led", True), ("off", False)])
def test_v4_4_an_opponents_led_kh_heads(option, expected):
    assert asked(Table("0: KH", hold={1: JC_HAND}, toqutsit_compulsion=option)) is expected
    assert asked(Table("0: KH . .", hold={3: JC_HAND}, toqutsit_compulsion=option)) is expected


@pytest.mark.parametrize(("option", "expected"), [("heading", True), ("led", False), ("off", False)])
def test_v4_4_an_opponents_kh_heads_that_was_not_led(option, expected):
    assert asked(Table("0: 9S KH", hold={2: JC_HAND}, toqutsit_compulsion=option)) is expected


def test_v4_4_heading_is_the_default():
    assert GAME.rules.create().options["toqutsit_compulsion"] == "heading"
    assert asked(Table("0: 9S KH", hold={2: JC_HAND}))


@pytest.mark.parametrize("option", ["heading", "led", "off"])
def test_v4_4_not_when_the_kh_heads_no_more(option):
    assert not asked(Table("0: KH 3D", hold={2: JC_HAND}, toqutsit_compulsion=option))
    assert not asked(Table("0: KH . 3D", hold={3: JC_HAND}, toqutsit_compulsion=option))


@pytest.mark.parametrize("option", ["heading", "led", "off"])
def test_v4_4_not_against_the_partner(option):
    assert not asked(Table("0: KH .", hold={2: JC_HAND}, toqutsit_compulsion=option))
    assert not asked(Table("0: 9S KH .", hold={3: JC_HAND}, toqutsit_compulsion=option))


def test_v4_4_not_when_the_kh_never_headed():
    table = Table("0: 9H+9D KH+QD", hold={2: JC_HAND})
    assert len(table.may()) == 6


def test_v4_4_in_a_pair_the_jc_is_included():
    table = Table("0: KH+KS", hold={1: JC_HAND})
    assert table.may() == {"JC+9C", "JC+AC", "JC+5D"}
    assert table.refuses("1: 9C+AC") == ("V4.4", "refusal.V4.4.1")


def test_v4_4_it_binds_even_if_the_play_cannot_win():
    table = Table("0: KH+KS", hold={1: "JC 7C 7S 7H"})
    assert table.may() == {"JC+7C", "JC+7S", "JC+7H"}
    assert table.refuses("1: 7C+7S") == ("V4.4", "refusal.V4.4.1")
    table.play("1: JC+7C")
    assert table.position.head == 0


def test_v4_4_so_whoever_leaves_it_out_lacks_it():
    for option, known in (("heading", True), ("off", False)):
        view = Table("0: KH .", toqutsit_compulsion=option).position.view(2)
        hands = [view.sample(Random(seed)).hands[1] for seed in range(120)]
        assert any("JC" in hand for hand in hands) is not known


def test_v4_4_whoever_lacks_the_jc_is_free():
    assert Table("0: KH", hold={1: "3D 9C AC 5D"}).may() == {"3D", "9C", "AC", "5D"}


# -- V4.5 to V4.8 ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("plays", "winner"), GROUPS)
def test_v4_5_worked_groups_by_the_referee(plays, winner):
    assert GAME.judge(plays, None).winner == winner


@pytest.mark.parametrize(("plays", "winner"), GROUPS)
def test_v4_5_worked_groups_at_the_table(plays, winner):
    table = Table("0: " + plays)
    assert table.winner == winner - 1
    assert sorted(table.heads[-1].split("+")) == sorted(plays.split()[winner - 1].split("+"))
    side = (winner - 1) % 2
    assert table.tricks[side] == 2


def test_v4_5_the_heads_of_the_worked_groups():
    assert heads(GROUPS[0][0]) == [1, 2, 2, 4]
    assert heads(GROUPS[1][0]) == [1, 1, 3, 3]
    assert heads(GROUPS[2][0]) == [1, 2, 2, 4]
    assert heads(GROUPS[3][0]) == [1, 2, 3, 3]


def test_v4_5_every_card_must_beat_its_opposite_number():
    assert heads("9S+9D 9C+9H") == [1, 2]
    assert heads("9C+9D JC+9H") == [1, 2]
    assert heads("9C+9S JC+AC") == [1, 1]
    assert heads("9C+9S 8S+9H") == [1, 1]
    assert heads("AC+AS+AH+AD 9C+9S+9H+5D") == [1, 1]


def test_v4_5_the_order_of_the_cards_does_not_matter():
    for lead in permutations(["5C", "5H", "5D"]):
        for play in permutations(["6D", "5S", "9D"]):
            assert heads("+".join(lead) + " " + "+".join(play)) == [1, 2]


@pytest.mark.parametrize(
    "plays",
    [
        "3D+KH+KS 7C+JC+QD",
        "3D+KC+KS 7C+QD+QH",
        "3D+KH+KC+KS 7C+JC+QD+QH",
        "JC+JS+JH KH+9C+AD",
        "QC+QS+QH 9D+AD+8D 9C+AC+5D",
        "5C+5S+5H+5D KH+6S+6H+6D JC+6C+9C+9S",
    ],
)
def test_v4_5_three_and_four_cards_pair_off(plays):
    count = len(plays.split())
    assert heads(plays) == list(range(1, count + 1))


@pytest.mark.parametrize(
    "plays",
    ["3D+KH+KS 7C+9C+9S", "3D+KH+KC+KS 7C+7S+JC+QD", "JC+JS+JH 9C+9S+9H", "QC+QS+QH 9D+AD+8D 9C+8C+8H"],
)
def test_v4_5_three_and_four_cards_that_do_not(plays):
    assert heads(plays)[-1] == len(plays.split()) - 1


def test_v4_5_a_group_that_beats_need_not_be_of_one_rank():
    table = Table("0: QD+QH 9C+5D KH+6D .")
    assert table.heads == ["QH+QD", "9C+5D", "KH+6D", "KH+6D"]


def test_v4_6_all_cards_of_the_lead_are_led():
    assert heads("7D+7H 9C+KC") == [1, 1]
    assert heads("7D+7H 7S+KC") == [1, 2]
    assert heads("7D+7H 7S+7C 9C+JC KC+3D") == [1, 2, 2, 4]


def test_v4_6_a_seven_on_a_led_3d_is_dead_unless_its_play_is_the_very_next():
    assert heads("3D+KH 9C+9S JC+7S") == [1, 1, 1]
    assert heads("3D+KH JC+7S") == [1, 2]
    table = Table("0: KH+3D 9C+9S JC+7S .", three_counts_as_king=True)
    assert table.winner == 0
    assert Table("0: KH+3D JC+7S . .", three_counts_as_king=True).winner == 1


def test_v4_6_the_seven_of_the_very_next_play_is_live():
    assert heads("3D+KS 9C+7S 8S+9S JC+7C") == [1, 2, 2, 4]
    assert heads("3D+KS 9C+7S 8S+9S KC+JC") == [1, 2, 2, 4]


def test_v4_6_a_led_3d_is_worthless_among_kings():
    assert heads("3D+KC 5C+QD") == [1, 2]
    assert heads("3D+KC+KS QD+QH+KH") == [1, 2]
    table = Table("0: KC+3D 5C+QD . .", three_counts_as_king=True)
    assert table.winner == 1


def test_v4_6_3d_in_a_later_play_is_not_led():
    assert heads("9C+9S JC+3D") == [1, 2]
    assert heads("9C+9S JC+3D KH+8S") == [1, 2, 2]


def test_v4_6_ks_beats_a_kc_of_the_play_just_before():
    assert heads("7D+7S 7C+KC KS+3D") == [1, 2, 3]
    assert heads("7D+7S 7C+KC 9C+9S KS+3D") == [1, 2, 2, 2]


def test_v4_6_and_only_a_kc_that_beat_a_live_seven():
    assert heads("3D+KS 9C+KC 5C+JC") == [1, 2, 3]
    assert heads("7D+7S 7C+KC JC+3D") == [1, 2, 2]


def test_v4_6_ks_that_beat_such_a_kc_is_safe_in_a_group():
    assert heads("7D+7H 7S+KC KS+7C JC+3D") == [1, 2, 3, 3]
    assert heads("7D+7H 7S+KC KS+7C 9C+3D") == [1, 2, 3, 3]


def test_v4_6_no_loss_before_points():
    """The partner's JC 3D on KH KS: the 3D takes the KH."""
    table = Table("0: KH+KS . JC+3D .", scores=(5, 0))
    assert table.winner == 2
    assert table.points == [("V6.5", 0, 1)]
    assert table.scores == (5, 0)
    assert table.turn == 2


def test_v4_6_then_the_most_points():
    """An opponent's JC 3D on KH KS: the JC takes the KH, for 2 and not 1."""
    table = Table("0: KH+KS JC+3D . .")
    assert table.points == [("V6.3", 1, 2)]
    assert table.pending == (0, 2)


def test_v4_6_the_best_facts_of_three_and_four_cards():
    assert Table("0: KH+KC+KS . JC+3D+QD .").points == [("V6.5", 0, 1)]
    assert Table("0: KH+KC+KS JC+3D+QD . .").points == [("V6.3", 1, 2)]
    assert Table("0: JC+JS+JH+JD . KH+3D+9C+9S .", kill="voormsi").points == []
    assert Table("0: JC+JS+JH+JD KH+3D+9C+9S . .", kill="voormsi").points == [("V6.3", 1, 2)]


def test_v4_6_points_are_counted_before_any_bounce():
    table = Table("0: KH+KS JC+3D . .", "1: QD 9C QH QS", scores=(0, 8))
    assert table.banked == [(2, 1, 2, 8)]


def test_v4_6_the_best_facts_when_own_kill_is_off():
    assert Table("0: KH+KS . JC+3D .", own_kill="off").points == [("V6.5", 0, 1)]


def test_v4_6_the_best_facts_with_the_other_kill():
    assert Table("0: JC+JS . KH+3D .", kill="voormsi").points == []
    assert Table("0: JC+JS KH+3D . .", kill="voormsi").points == [("V6.3", 1, 2)]
    assert Table("0: KH+KS JC+3D . .", kill="voormsi").points == [("V6.5", 1, 1)]


def test_v4_6_no_choice_no_escape():
    """9C cannot beat the KH, so the partner's JC must have done it."""
    table = Table("0: KH+KS . JC+9C .", scores=(5, 0))
    assert table.points == [("V6.4", 0, None)]
    assert table.scores == (0, 0)


@pytest.mark.parametrize(("lead", "tricks"), [("9C", 1), ("9C+9S", 2), ("9C+9S+9H", 3), ("9C+9S+9H+9D", 4)])
def test_v4_7_a_winning_play_of_k_cards_counts_k_tricks(lead, tricks):
    assert Table(f"0: {lead} . . .").tricks == (tricks, 0)


def test_v4_7_also_for_whoever_beats_the_lead():
    assert Table("0: QD+QH . . 9C+5D").tricks == (0, 2)


def test_v4_7_a_deal_has_nine_tricks_however_many_plays():
    table = Table("0: 9C+9S+9H+9D . . .", "0: AC+AS+AH+AD . . .", "0: 8S KH JC 3D")
    assert table.tricks == (8, 1)
    assert table.turn == TABLE
    assert len(table.last_deal["tricks"]) == 3


@pytest.mark.parametrize("players", [3, 4])
def test_v4_8_with_equal_hands_a_whole_hand_may_be_led(players):
    table = Table("0: QD+QH+QS+QC" + " ." * (players - 1), players=players)
    assert set(table.position.cards_left) == {4}
    table = Table(*won_by("0" * 8 if players == 4 else "0" * 11, players, leader=1), players=players)
    assert set(table.position.cards_left) == {1}
    assert len(table.may()) == 1


def test_v4_8_the_last_three_of_a_rank():
    table = Table("0: 9C+9S+9H+9D . . .", "0: AC+AS . . .", "0: 5C+5S+5H JC+KH+3D . .")
    assert table.tricks == (6, 3)
    assert table.turn == TABLE


def test_v4_8_two_players_may_not_lead_what_cannot_be_answered():
    table = Table(*won_by("01010101", 2), players=2, hold={1: "5C 5S"})
    assert table.hands[1] == {"5C", "5S"}
    assert table.refuses("1: 5C+5S") == ("V8.4", "refusal.V8.4.1")
    assert table.may() == {"5C", "5S"}
