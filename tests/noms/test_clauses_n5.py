"""N5: play."""

from itertools import pairwise

import pytest

from messdeck.core.actions import Play
from messdeck.games.noms.actions import Concede
from tests.noms.table import (
    APART,
    GAME,
    MIXED,
    SEATS,
    cards,
    conceded,
    deal,
    may_play,
    plays,
    refused,
    sees,
    table,
    whole_deal,
)

TEN = "10 p p p"
VIS = "vis p p p"
SMALL = "between_10_and_11"


# -- N5.1 ------------------------------------------------------------------------------------------------
def test_n5_1_follow_suit_if_you_can():
    position = table(MIXED, TEN, "H QH", "AC")
    assert may_play(position) == set(cards("cQJ4"))
    assert refused(position, Play(1, ("QH",))) == "N5.1.2"
    assert position.is_legal(Play(1, ("4C",)))


def test_n5_1_trumps_must_be_followed_too():
    assert may_play(table(MIXED, TEN, "H QH", "2H")) == set(cards("hQJ4"))


def test_n5_1_who_cannot_plays_anything():
    position = table(APART, TEN, "H QH", "AC")
    assert may_play(position) == set(cards("d*"))
    assert may_play(plays(position, "AD")) == set(cards("h*"))


def test_n5_1_a_lead_is_free():
    assert may_play(table(MIXED, TEN, "H QH")) == set(cards("cAK32 dAK32 hAK32 s2"))


def test_n5_1_a_card_that_is_not_held_is_refused():
    assert refused(table(MIXED, TEN, "H QH"), Play(0, ("QC",))) == "N5.1.1"
    position = table(MIXED, TEN, "H QH", "AC 4C 5C 6C")
    assert refused(position, Play(0, ("AC",))) == "N5.1.1"


def test_n5_1_one_card_at_a_time():
    position = table(MIXED, TEN, "H QH")
    assert refused(position, Play(0, ("AC", "KC"))) == "N5.1"
    assert refused(position, Play(0, ())) == "N5.1"


def test_n5_1_nobody_must_trump_or_win():
    assert may_play(table(RUFFS, TEN, "H AH", "AC")) == set(cards("dAKQJT98765 h942"))
    assert may_play(table(MIXED, TEN, "H AH", "2C")) == set(cards("cQJ4"))


def test_n5_1_in_mis_suit_is_followed_too():
    position = table(MIXED, "mis p p p", "", "2S")
    assert may_play(position) == set(cards("s3456"))


# -- N5.2 ------------------------------------------------------------------------------------------------
def taker(trick: str, contract: str = "H QS", hands: str = MIXED) -> int:
    """Who wins a first trick led by seat 0."""
    return table(hands, TEN, contract, trick).turn


RUFFS = "c* | dAKQJT98765 h942 | hAKQJT87653 d432 | s*"


def test_n5_2_the_highest_card_of_the_suit_led():
    assert taker("KC QC TC 8C") == 0
    assert taker("2C QC TC 8C") == 1
    assert taker("2C 4C TC 8C") == 2
    assert taker("2C 4C 5C 8C") == 3


def test_n5_2_other_suits_win_nothing():
    assert taker("2C AD AH AS", "NT QS", APART) == 0
    assert taker("2C AD AH AS", "C QS", APART) == 0


def test_n5_2_a_trump_wins():
    assert taker("AC AD 2H AS", "H QS", APART) == 2
    assert taker("AC 2D AH AS", "D QS", APART) == 1


def test_n5_2_the_highest_of_two_trumps():
    assert taker("AC 9H 3H AS", "H QS", RUFFS) == 1
    assert taker("AC 2H 3H AS", "H QS", RUFFS) == 2
    assert taker("AC AD 3H AS", "H QS", RUFFS) == 2
    assert taker("2C AD 2D AS", "H QS", RUFFS) == 0


def test_n5_2_the_ace_is_high_and_the_two_low():
    assert [taker(f"{low}C QC TC 8C") for low in "32"] == [1, 1]
    assert GAME.judge("2S 3S", "NT").winner == 2
    order = "23456789TJQKA"
    assert GAME.judge(" ".join(f"{rank}S" for rank in order[-4:]), "NT").heads == [1, 2, 3, 4]
    for lower, higher in pairwise(order):
        assert GAME.judge(f"{lower}D {higher}D", "C").winner == 2
        assert GAME.judge(f"{higher}D {lower}D", "C").winner == 1


def test_n5_2_the_referee_says_the_same():
    assert GAME.judge("AC 4C 2H KC", "H").heads == [1, 1, 3, 3]
    assert GAME.judge("AC 4C 2H KC", "NT").heads == [1, 1, 1, 1]
    assert GAME.judge("2C AD 3C AS", "H").winner == 3
    assert GAME.judge("2C 2H 3H AC", "H").to_json() == {
        "winner": 3,
        "heads": [1, 2, 3, 3],
        "clauses": ["N5.2"],
    }


def test_n5_2_the_winner_leads_next():
    position = table(MIXED, TEN, "H QS", "2C QC TC 8C")
    assert (position.turn, position.trick, position.tricks) == (1, (), (0, 1, 0, 0))
    assert refused(position, Play(0, ("AC",))) == "N5.2.3"
    assert refused(position, Play(2, ("5C",))) == "N5.2.3"


def test_n5_2_cards_are_laid_in_turn():
    position = table(MIXED, TEN, "H QS", "2C")
    assert refused(position, Play(0, ("3C",))) == "N5.2.3"
    assert refused(position, Play(2, ("TC",))) == "N5.2.3"


def test_n5_2_who_heads_the_trick():
    position = table(MIXED, TEN, "H QS", "2C QC TC")
    assert position.head == 1
    assert [laid.card for laid in position.trick] == ["2C", "QC", "TC"]
    position = plays(position, "8C")
    assert position.head is None
    assert [laid.card for laid in position.last_trick] == ["2C", "QC", "TC", "8C"]


# -- N5.3 ------------------------------------------------------------------------------------------------
def test_n5_3_tricks_are_kept_by_each_apart():
    position = table(MIXED, TEN, "H QS", "AC 4C 5C 6C 2C QC TC 8C QD TD 8D KD")
    assert position.tricks == (2, 1, 0, 0)
    assert sees(position, 3).tricks == (2, 1, 0, 0)


def test_n5_3_a_partners_tricks_from_before_the_card_fell_count_too():
    """Seat 2 wins the first six tricks and shows himself with his last card."""
    position = whole_deal("12", {2: 6, 0: 6, 1: 1}, partner=2)
    assert position.tricks == (6, 1, 6, 0)
    assert (position.made, position.points) == (True, (12, 0, 12, 0))


def test_n5_3_before_it_falls_a_view_does_not_add_them_up():
    one = table("c* | hA | | ", TEN, "C AH", "AC")
    other = table("c* | | | hA", TEN, "C AH", "AC")
    assert sees(one, 0).to_json() == sees(other, 0).to_json()


# -- N5.4 ------------------------------------------------------------------------------------------------
def test_n5_4_after_the_first_trick_twelve_cards_lie_open():
    position = table(MIXED, VIS, "", "2S 3S 7S AS")
    for seat in (*SEATS, None):
        assert set(sees(position, seat).shown) == set(cards("cAK32 dAK32 hAK32"))


def test_n5_4_not_before():
    for laid in ("", "2S", "2S 3S 7S"):
        position = table(MIXED, VIS, "", laid)
        assert {sees(position, seat).shown for seat in (*SEATS, None)} == {()}
    assert sees(table(MIXED, VIS), 0).hand != ()


def test_n5_4_before_that_nothing_in_a_view_tells_his_cards():
    one = table(MIXED, VIS, "", "2S 3S 7S")
    other = table(MIXED.replace("cAK32", "cAK62").replace("c876", "c873"), VIS, "", "2S 3S 7S")
    assert one.hands[0] != other.hands[0]
    for seat in (1, 2, None):
        assert sees(one, seat) == sees(other, seat)


def test_n5_4_sorted():
    shown = table(MIXED, VIS, "", "2S 3S 7S AS").shown
    suits = [card[1] for card in shown]
    assert [suits.index(suit) for suit in dict.fromkeys(suits)] == [0, 4, 8]
    assert all("".join(card[0] for card in shown[i : i + 4]) == "AK32" for i in (0, 4, 8))


def test_n5_4_what_he_plays_leaves_the_open_hand():
    position = table(MIXED, VIS, "", "2S 3S 7S AS 8C 2C")
    assert "2C" not in position.shown
    assert len(sees(position, 1).shown) == 11


def test_n5_4_nobody_elses_cards_are_shown():
    one = table(MIXED, VIS, "", "2S 3S 7S AS")
    other = table(MIXED.replace("cT95", "cT97").replace("c876", "c865"), VIS, "", "2S 3S 7S AS")
    assert sees(one, 1) == sees(other, 1)
    assert sees(one, None) == sees(other, None)


def test_n5_4_plain_mis_stays_hidden():
    position = table(MIXED, "mis p p p", "", "2S 3S 7S AS 8C")
    assert sees(position, 1).shown == ()


def test_n5_4_who_wins_the_first_trick_shows_nothing():
    position = table(APART, VIS, "", "AC AD AH AS")
    assert (position.phase, position.made, position.shown) == ("deal", False, ())


# -- N5.5 ------------------------------------------------------------------------------------------------
def shown(laid: str = "") -> object:
    """Mis a Vis by seat 0 after its first trick; seat 3 leads."""
    return table(MIXED, VIS, "", f"2S 3S 7S AS {laid}")


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_n5_5_each_opponent_may_concede(seat):
    position = shown()
    assert Concede(seat) in position.legal_actions(seat)
    position = conceded(position, seat)
    assert (position.conceded, position.phase, position.turn) == ((seat,), "play", 3)
    assert sees(position, None).conceded == (seat,)


@pytest.mark.parametrize("laid", ["", "8C", "8C 2C", "8C 2C 4C", "8C 2C 4C TC"])
def test_n5_5_at_any_moment_out_of_turn_and_in_mid_trick(laid):
    position = shown(laid)
    for seat in (1, 2, 3):
        assert position.is_legal(Concede(seat))
        assert Concede(seat) in sees(position, seat).legal_actions()
        after = conceded(position, seat)
        assert (after.turn, after.trick) == (position.turn, position.trick)


@pytest.mark.parametrize("order", [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)])
def test_n5_5_when_all_three_have_the_bid_has_succeeded(order):
    position = conceded(shown("8C 2C"), *order[:2])
    assert position.phase == "play"
    position = conceded(position, order[2])
    assert (position.phase, position.made, position.points) == ("deal", True, (26, 0, 0, 0))


def test_n5_5_what_is_conceded_stays_conceded():
    position = conceded(shown(), 1)
    position = conceded(plays(position, "8C 2C 4C TC"), 3)
    assert position.conceded == (1, 3)
    assert conceded(plays(position, "5C 7C 3C QC"), 2).made is True


def test_n5_5_twice_is_an_error():
    position = conceded(shown(), 1)
    assert refused(position, Concede(1)) == "N5.5.3"
    assert Concede(1) not in position.legal_actions(1)
    assert refused(plays(position, "8C 2C 4C TC"), Concede(1)) == "N5.5.3"


def test_n5_5_the_bidder_cannot():
    assert refused(shown(), Concede(0)) == "N5.5.2"
    assert Concede(0) not in shown().legal_actions(0)


@pytest.mark.parametrize("seat", SEATS)
def test_n5_5_not_before_the_cards_are_shown(seat):
    for position in (table(), table(APART, "vis p p"), table(MIXED, VIS), table(MIXED, VIS, "", "2S 3S 7S")):
        assert refused(position, Concede(seat)) == "N5.5.1"
        assert Concede(seat) not in position.legal_actions(seat)


def test_n5_5_not_in_other_contracts():
    assert refused(table(MIXED, "mis p p p", "", "2S 3S 7S AS"), Concede(1)) == "N5.5.1"
    assert refused(table(MIXED, TEN, "H QH", "AC 4C 5C 6C"), Concede(1)) == "N5.5.1"


def test_n5_5_not_between_deals():
    assert refused(conceded(shown(), 1, 2, 3), Concede(1)) == "N5.5.1"


def test_n5_5_who_conceded_plays_on_and_may_yet_win():
    position = plays(conceded(shown(), 1, 3), "6C AC QC TC")
    assert (position.phase, position.made) == ("deal", False)
    assert position.points == (0, 26, 26, 26)


def test_n5_5_a_new_deal_begins_unconceded():
    position = deal(conceded(shown(), 1, 2, 3), MIXED)
    assert (position.conceded, position.shown) == ((), ())


# -- N5.6 ------------------------------------------------------------------------------------------------
def test_n5_6_number_bids_are_played_to_the_end_when_long_decided():
    for wins in ({0: 13}, {1: 13}, {1: 4, 0: 9}):
        position = whole_deal("10", wins)
        assert (len(position.played), sum(position.tricks)) == (52, 13)


@pytest.mark.parametrize("bid", ["mis", "vis"])
def test_n5_6_mis_ends_with_the_bidders_first_trick(bid):
    position = whole_deal(bid, {0: 2, 1: 11})
    assert (position.tricks, len(position.played)) == ((1, 0, 0, 0), 4)
    assert (position.phase, position.made) == ("deal", False)


def test_n5_6_at_whatever_trick_that_comes():
    position = whole_deal("mis", {1: 3, 2: 3, 0: 3, 3: 4})
    assert (position.tricks, len(position.played)) == ((1, 3, 3, 0), 28)


@pytest.mark.parametrize("bid", ["mis", "vis"])
def test_n5_6_a_mis_that_succeeds_takes_13_tricks(bid):
    position = whole_deal(bid, {1: 7, 3: 6})
    assert (len(position.played), position.made) == (52, True)


def test_n5_6_with_mis_penalty_all_13_are_played():
    position = whole_deal("mis", {0: 2, 1: 11}, mis_rank=SMALL)
    assert (position.tricks, len(position.played)) == ((2, 11, 0, 0), 52)


def test_n5_6_without_mis_penalty_the_small_mis_ends_at_once():
    position = whole_deal("mis", {0: 2, 1: 11}, mis_rank=SMALL, mis_penalty=False)
    assert (position.tricks, len(position.played)) == ((1, 0, 0, 0), 4)


def test_n5_6_under_left_of_dealer_too():
    position = whole_deal("mis", {1: 5, 2: 2, 3: 6}, by=2, leader="left_of_dealer")
    assert position.tricks == (0, 5, 1, 0)
