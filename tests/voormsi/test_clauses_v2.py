"""V2: which card beats which."""

from __future__ import annotations

from itertools import pairwise

import pytest

from messdeck.core.errors import BadText
from tests.voormsi.table import GAME, ORDINARY, PACK, SEVENS, Table

SINGLES = [
    ("7H KC KS 9C", "7H KC KS KS"),
    ("7H KC 9C KS", "7H KC KC KC"),
    ("7H 9C KC 3D", "7H 7H KC 3D"),
    ("7D 7S KS JC", "7D 7S 7S 7S"),
    ("3D 7D 7C KC", "3D 7D 7C KC"),
    ("3D KS 7C 7D", "3D KS KS KS"),
    ("KS 7C 7S 7H", "KS KS KS KS"),
    ("JC KH 9C 5D", "JC KH KH KH"),
    ("KH 3D JC 8S", "KH 3D 3D 3D"),
    ("QC KC 8D 8H", "QC QC 8D 8H"),
]


def heads(*plays: str) -> list[str]:
    """The head after each play, by the referee."""
    return [plays[head - 1] for head in GAME.judge(" ".join(plays), None).heads]


def beats(card: str, *before: str) -> bool:
    """Whether a card laid last heads the trick."""
    return heads(*before, card)[-1] == card


def beaters(*before: str) -> set[str]:
    """All cards that would take the head now."""
    return {card for card in PACK if card not in before and beats(card, *before)}


@pytest.mark.parametrize(("plays", "expected"), SINGLES)
def test_v2_1_worked_singles_play_by_play_by_the_referee(plays, expected):
    assert heads(*plays.split()) == expected.split()


@pytest.mark.parametrize(("plays", "expected"), SINGLES)
def test_v2_1_worked_singles_play_by_play_at_the_table(plays, expected):
    table = Table("0: " + plays)
    assert table.heads == expected.split()
    assert table.winner == plays.split().index(expected.split()[-1])


def test_v2_1_of_jc_and_kh_the_second_beats_the_first():
    assert heads("JC", "KH") == ["JC", "KH"]
    assert heads("KH", "JC") == ["KH", "JC"]
    assert heads("9C", "JC", "8S", "KH") == ["9C", "JC", "JC", "KH"]


@pytest.mark.parametrize(("card", "other"), [("JC", "KH"), ("KH", "JC")])
def test_v2_1_only_the_other_and_3d_beat_them(card, other):
    assert beaters(card) == {other, "3D"}


def test_v2_2_8s_is_next():
    assert beaters("8S") == {"JC", "KH", "3D"}
    assert beats("8S", "9C")


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(ORDINARY[1:])))
def test_v2_3_neighbours_in_the_ordinary_order(higher, lower):
    assert heads(lower, higher) == [lower, higher]
    assert heads(higher, lower) == [higher, higher]


@pytest.mark.parametrize("card", ORDINARY[2:])
def test_v2_3_a_led_ordinary_card_is_beaten_by_those_above_it_and_3d(card):
    assert beaters(card) == {*ORDINARY[: ORDINARY.index(card)], "3D"}


def test_v2_3_suits_need_not_be_followed():
    table = Table("0: 9C", hold={1: "QC AH 5S 8D"})
    assert table.may() == {"QC", "AH", "5S", "8D"}


def test_v2_3_there_is_no_trump():
    with pytest.raises(BadText) as caught:
        GAME.judge("9C 5D", "D")
    assert caught.value.reason.clause == "V2.3"
    assert caught.value.reason.key == "bad.no_trump_here"


@pytest.mark.parametrize("card", ORDINARY)
def test_v2_4_a_led_3d_is_beaten_by_any_ordinary_card(card):
    assert heads("3D", card) == ["3D", card]
    assert heads(card, "3D") == [card, "3D"]


def test_v2_4_a_led_3d_is_beaten_by_a_seven_in_the_next_play():
    assert beaters("3D") == {*ORDINARY, *SEVENS}


@pytest.mark.parametrize("led", [card for card in PACK if card != "3D"])
def test_v2_4_3d_not_led_beats_everything_and_nothing_beats_it(led):
    assert beats("3D", led)
    assert beaters(led, "3D") == set()


def test_v2_4_3d_beats_the_kings_that_took_a_seven():
    assert heads("7D", "KC", "3D", "KS") == ["7D", "KC", "3D", "3D"]
    assert heads("7D", "KC", "KS", "3D") == ["7D", "KC", "KS", "3D"]


@pytest.mark.parametrize("seven", SEVENS)
@pytest.mark.parametrize("led", ["KS", "QD", "KC", "JC"])
def test_v2_5_a_seven_not_led_beats_nothing(led, seven):
    assert heads(led, seven) == [led, led]


def test_v2_5_a_dead_seven_does_not_come_alive_later():
    assert heads("KS", "7D", "7C", "KC") == ["KS", "KS", "KS", "KC"]
    assert heads("QD", "7D", "KC", "7C") == ["QD", "QD", "QD", "QD"]


def test_v2_5_a_seven_third_on_a_led_3d_is_dead():
    assert heads("3D", "KS", "7C", "7D") == ["3D", "KS", "KS", "KS"]


@pytest.mark.parametrize(
    ("seven", "higher"), [("7D", {"7H", "7S", "7C"}), ("7H", {"7S", "7C"}), ("7S", {"7C"}), ("7C", set())]
)
def test_v2_6_a_led_seven_is_beaten_only_by_a_higher_seven_kc_or_3d(seven, higher):
    assert beaters(seven) == {*higher, "KC", "3D"}


def test_v2_6_a_seven_that_beats_one_is_live_itself():
    assert beaters("7D", "7S") == {"7C", "KC", "3D"}
    assert heads("7D", "7H", "7S", "7C") == ["7D", "7H", "7S", "7C"]


def test_v2_6_a_seven_right_after_a_led_3d_is_live():
    assert beaters("3D", "7H") == {"7S", "7C", "KC"}
    assert heads("3D", "7H", "JC", "7C") == ["3D", "7H", "7H", "7C"]


@pytest.mark.parametrize("between", ["QD", "9C", "KS", "JC", "KH"])
def test_v2_7_kc_beats_a_live_seven_whatever_came_between(between):
    assert heads("7C", between, "KC") == ["7C", "7C", "KC"]
    assert heads("7D", "7H", between, "KC") == ["7D", "7H", "7H", "KC"]


def test_v2_7_only_a_3d_between_prevents_it():
    assert heads("7C", "3D", "KC") == ["7C", "3D", "3D"]


def test_v2_7_otherwise_kc_is_the_second_lowest():
    assert heads("KS", "KC") == ["KS", "KC"]
    assert heads("QD", "KC") == ["QD", "QD"]
    assert beaters("KC") == {*ORDINARY, "3D"} - {"KC", "KS"}


def test_v2_8_kc_on_a_live_seven_is_beaten_by_3d_or_ks_at_once():
    assert beaters("7H", "KC") == {"KS", "3D"}


@pytest.mark.parametrize("between", ["9C", "7C", "QD", "JC"])
def test_v2_8_one_play_between_and_ks_no_longer_can(between):
    assert beaters("7H", "KC", between) == {"3D"}


def test_v2_8_ks_at_once_though_kc_came_late():
    assert heads("7H", "9C", "KC", "KS") == ["7H", "7H", "KC", "KS"]


def test_v2_8_not_on_a_kc_that_beat_no_live_seven():
    assert not beats("KS", "KC")
    assert not beats("KS", "3D", "KC")
    assert not beats("KS", "QD", "7C", "KC")
    assert beats("9C", "3D", "KC")


def test_v2_9_ks_on_such_a_kc_is_beaten_only_by_3d():
    assert beaters("7H", "KC", "KS") == {"3D"}


def test_v2_9_otherwise_ks_is_the_lowest_and_has_no_power_over_sevens():
    assert beaters("KS") == {*ORDINARY, "3D"} - {"KS"}
    assert heads("7D", "KS") == ["7D", "7D"]
    assert heads("7D", "KS", "KC") == ["7D", "7D", "KC"]
    assert heads("3D", "KS", "KC") == ["3D", "KS", "KC"]


@pytest.mark.parametrize(
    ("plays", "clauses"),
    [
        ("7H KC KS 9C", "V2.7 V2.8 V2.9"),
        ("7H KC 9C KS", "V2.8"),
        ("7H 9C KC 3D", "V2.7 V2.4"),
        ("3D 7D 7C KC", "V2.6 V2.7"),
        ("3D KS 7C 7D", "V2.4 V2.5"),
        ("KS 7C 7S 7H", "V2.5"),
        ("JC KH 9C 5D", "V2.1"),
        ("KH 3D JC 8S", "V2.4"),
        ("QC 8S 9C 8D", "V2.2"),
        ("QC KC 8D 8H", "V2.3"),
    ],
)
def test_v2_1_the_referee_cites_the_clauses(plays, clauses):
    assert set(clauses.split()) <= set(GAME.judge(plays, None).clauses)
