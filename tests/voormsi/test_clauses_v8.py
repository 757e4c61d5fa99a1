"""V8: two players."""

from __future__ import annotations

import pytest

from messdeck.core.actions import TABLE
from messdeck.core.errors import BadOption
from messdeck.games.voormsi.actions import VoormsiDeal
from tests.voormsi.table import GAME, PACK, Table, refused, shuffled, won_by


def two(*lines: str, **more) -> Table:
    return Table(*lines, players=2, **more)


def test_v8_1_four_cards_each_and_nine_points():
    start, deal = shuffled(1, 2)
    table = start.play(deal)
    assert table.cards_left == (4, 4)
    assert table.stock_left == 28
    assert table.rules.options["target"] == 9


def test_v8_1_other_hands_are_refused():
    start, _ = shuffled(1, 2)
    for size in (3, 5, 18):
        hands = (tuple(PACK[:size]), tuple(PACK[size : 2 * size]))
        reason = refused(start, VoormsiDeal(TABLE, 0, hands, tuple(PACK[2 * size :])))
        assert (reason.clause, reason.key) == ("V8.1", "refusal.V8.1.1")


@pytest.mark.parametrize("options", [{"deal_all": True}, {"preset": "all-dealt"}])
def test_v8_1_deal_all_is_not_for_two(options):
    with pytest.raises(BadOption) as caught:
        GAME.rules.create(2, options)
    assert caught.value.reason.clause == "V8.1"


def test_v8_2_two_plays_each():
    table = two("0: 9C . 0: . .")
    assert [play.seat for play in table.position.last_trick] == [0, 1, 0, 1]
    assert table.tricks == (1, 0)
    assert two("0: QD 9C 1: . .").position.last_trick[2].seat == 1


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("0: 9C QD 0: QH QS", 0),
        ("0: 5C 9C 1: QH QS", 1),
        ("0: QD QH 1: 9C 8S", 0),
        ("0: 9H QH 0: QS 9C", 1),
        ("0: QD QH 1: QS 9C", 0),
        ("0: QD QH 1: 9C QS", 1),
    ],
)
def test_v8_2_the_best_of_the_four_plays_wins(trick, winner):
    table = two(trick)
    assert table.winner == table.turn == winner
    assert table.tricks == (1 - winner, winner)


@pytest.mark.parametrize("lead", ["9C", "9C+9S", "9C+9S+9H", "9C+9S+9H+9D"])
def test_v8_2_one_to_four_of_a_rank_are_led(lead):
    assert two(f"0: {lead} . 0: . .").tricks == (lead.count("9"), 0)


def test_v8_3_whoever_heads_draws_first_and_makes_the_third_play():
    table = two("0: QD 9C", stock="AS AH AD 6C")
    assert table.turn == 1
    assert table.hands[1] >= {"AS"}
    assert table.hands[0] >= {"AH"}
    assert table.position.cards_left == (4, 4)
    assert table.refuses(f"0: {table.position.hands[0][0]}") == ("V8.3", "refusal.V8.3.1")


def test_v8_3_the_leader_if_he_still_heads():
    table = two("0: 9C QD", stock="AS AH")
    assert table.turn == 0
    assert table.hands[0] >= {"AS"}
    assert table.hands[1] >= {"AH"}
    assert table.refuses("1: AH") == ("V8.3", "refusal.V8.3.1")


@pytest.mark.parametrize("third", ["5D", "AC"])
def test_v8_3_the_other_makes_the_fourth(third):
    table = two(f"0: QD 9C 1: {third}")
    assert table.turn == 0
    assert table.refuses(f"1: {table.position.hands[1][0]}") == ("V8.3", "refusal.V8.3.1")
    assert table.position.cards_left == (4, 3)


def test_v8_3_the_first_two_plays_are_in_turn():
    table = two("0: QD")
    assert table.refuses(f"0: {table.position.hands[0][0]}") == ("V3.4", "refusal.V3.4.1")


def test_v8_3_the_next_lead_is_in_turn_again():
    table = two("0: QD 9C 1: 5D QH")
    assert table.refuses(f"0: {table.position.hands[0][0]}") == ("V3.4", "refusal.V3.4.1")


def test_v8_3_after_the_trick_both_draw_again_the_winner_first():
    table = two("0: QD 9C 1: 5D 8S", hold={0: "8S", 1: "5D"}, stock="AS AH AD 6C 6S")
    assert table.winner == 0
    assert table.hands[0] >= {"AH", "AD"}
    assert table.hands[1] >= {"AS", "6C"}
    assert table.position.stock[0] == "6S"


def test_v8_3_one_card_at_a_time():
    table = two("0: QD+QH 9C+9S", stock="AS AH AD 6C")
    assert table.hands[1] >= {"AS", "AD"}
    assert table.hands[0] >= {"AH", "6C"}


def test_v8_3_without_a_stock_the_order_is_the_same():
    table = two(*won_by("00000000", 2), then="0: QD AD 1: QH 3D")
    assert table.position.stock_left == 0
    assert table.position.cards_left == (2, 2)
    table.play("0: QD AD")
    assert table.turn == 1
    assert table.position.cards_left == (1, 1)


QUEENS = "0: QC+QS+QH+QD"


def test_v8_4_four_cards_want_sixteen():
    assert "QC+QS+QH+QD" in two(then=QUEENS).may()
    table = two(*won_by("00000", 2), then=QUEENS)
    assert table.position.stock_left == 8
    assert "QC+QS+QH+QD" in table.may()


def test_v8_4_three_want_twelve():
    table = two(*won_by("000000", 2), then=QUEENS)
    assert sum(table.position.cards_left) + table.position.stock_left == 12
    assert table.refuses(QUEENS) == ("V8.4", "refusal.V8.4.1")
    assert "QC+QS+QH" in table.may()
    assert len(table.may()) == 14


def test_v8_4_two_want_eight():
    table = two(*won_by("0000000", 2), then=QUEENS)
    assert sum(table.position.cards_left) + table.position.stock_left == 8
    assert table.refuses("0: QC+QS+QH") == ("V8.4", "refusal.V8.4.1")
    assert len(table.may()) == 4 + 6


def test_v8_4_one_wants_four():
    table = two(*won_by("00000000", 2), then="0: QC+QS")
    assert table.refuses("0: QC+QS") == ("V8.4", "refusal.V8.4.1")
    assert table.may() == {"QC", "QS"}


@pytest.mark.parametrize(("before", "lead"), [(5, "QC+QS+QH+QD"), (6, "QC+QS+QH"), (7, "QC+QS"), (8, "QC")])
def test_v8_4_the_largest_lead_can_be_answered_twice(before, lead):
    table = two(*won_by("0" * before, 2), then=QUEENS if before < 8 else "0: QC+QS")
    size = lead.count("Q")
    table.play(f"0: {lead}")
    for _ in range(3):
        table.do(table.position.legal_actions()[0])
    assert sum(table.tricks) == before + size
    assert table.turn == (TABLE if before + size == 9 else table.winner)


def test_v8_5_ks_in_the_very_next_of_the_four_plays():
    assert two("0: 7H 9C 0: KC KS").winner == 1
    assert two("1: 7H KC 0: 9C KS").winner == 0
    table = two("0: 7H KC 1: KS")
    assert table.position.head == 2
    table.play("0: " + min(table.hands[0] - {"3D"}))
    assert table.winner == 1


def test_v8_5_the_fourth_play_is_the_last():
    assert two("0: 9C QD 0: KH .").points == [("V6.1", 0, 1)]
    assert two("0: QD KH 1: . .").points == [("V6.1", 1, 1)]
    assert two("0: 9C QD 0: 5D KH").points == []


def test_v8_5_the_jc_drawn_after_the_kh_is_no_hindrance():
    table = two("0: KH QD", hold={0: "KH", 1: "QD"}, stock="JC", voormsi_proof="shown")
    assert "JC" in table.hands[0]
    assert len(table.may()) == 4
    table.play(f"0: {min(table.hands[0] - {'JC'})}")
    table.play(f"1: {min(table.hands[1])}")
    assert table.points == [("V6.1", 0, 1)]
    assert "JC" in table.position.view(1).proof


def test_v8_5_v4_4_asks_it_of_the_opponents_kh():
    assert two("0: KH", hold={1: "JC 5D"}).refuses("1: 5D") == ("V4.4", "refusal.V4.4.1")
    assert two("0: 9C QD 0: KH", hold={1: "JC 5D"}).refuses("1: 5D") == ("V4.4", "refusal.V4.4.1")
    led = two("0: 9C QD 0: KH", hold={1: "JC 5D"}, toqutsit_compulsion="led")
    assert {"JC", "5D"} <= led.may()


def test_v8_5_v4_4_not_of_ones_own():
    table = two("0: KH QD", hold={0: "JC 5D"})
    assert table.turn == 0
    assert {"JC", "5D"} <= table.may()


def test_v8_5_v6_4_is_ones_own_jc_on_ones_own_kh():
    table = two("0: KH QD 0: JC 5D", scores=(6, 4))
    assert table.points == [("V6.4", 0, None)]
    assert table.scores == (0, 4)
    assert table.turn == TABLE
    assert two("0: KH QD 0: JC 5D", scores=(6, 4), own_kill="points").turn == 0
    assert two("0: KH QD 0: JC 5D", scores=(6, 4), own_kill="off").scores == (6, 4)


def test_v8_5_the_other_points_of_v6():
    assert two("0: KH JC 1: . .").points == [("V6.3", 1, 2)]
    assert two("0: KH JC 1: . 3D").points == [("V6.6", 0, 2)]
    assert two("0: KH QD 0: 3D .").points == [("V6.5", 0, 1)]
    assert two("0: JC QD 0: KH .", kill="voormsi", scores=(6, 4)).scores == (0, 4)


def test_v8_6_the_first_five_tricks():
    assert two(*won_by("000001111", 2)).scores == (2, 0)
    assert two(*won_by("011111000", 2)).scores == (0, 1)


def test_v8_6_all_nine_tricks_are_void():
    table = two(*won_by("000000000", 2, leader=1), scores=(3, 4))
    assert table.tricks == (9, 0)
    assert table.void
    assert table.scores == (3, 4)
    assert table.turn == TABLE
