"""N2: the deal."""

from random import Random

import pytest

from messdeck.core.actions import TABLE, Play
from messdeck.games.noms.actions import Bid, NomsDeal
from tests.noms.table import (
    APART,
    GAME,
    MIXED,
    PACK,
    PASSED_OUT,
    SEATS,
    bids,
    called_off,
    cards,
    conceded,
    deal,
    from_pack,
    hands,
    new,
    next_deal,
    refused,
    sees,
    table,
    tricks_of,
    whole_deal,
)

FOURS = "0000111222333 0001111222333 0001112222333 0001112223333"
FIVES = "00000111112222233333 000111222333 00000111112222233333"


def turned(seats: str, by: int) -> str:
    """The same packets with another dealer: every seat moved on."""
    return "".join(str((int(seat) + by) % 4) for seat in seats if seat != " ")


# -- N2.1 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dealer", SEATS)
def test_n2_1_anyone_deals_first(dealer):
    position = deal(new(), APART, dealer)
    assert (position.dealer, position.turn) == (dealer, (dealer + 1) % 4)


def test_n2_1_the_first_dealer_is_drawn_by_lot():
    assert {new().draw_deal(Random(seed)).dealer for seed in range(60)} == {0, 1, 2, 3}


@pytest.mark.parametrize("dealer", [-1, 4, 7])
def test_n2_1_the_first_dealer_is_one_of_the_four(dealer):
    assert new().why_not(next_deal(new(), hands(APART), dealer)) is not None


def test_n2_1_the_deal_passes_to_the_left_after_a_deal_played():
    position = whole_deal("10", {0: 6, 2: 7}, dealer=3)
    assert position.draw_deal(Random(1)).dealer == 0
    for dealer in (1, 2, 3):
        assert refused(position, next_deal(position, hands(APART), dealer)) == "N2.1.1"
    assert deal(position, APART, 0).dealer == 0


def test_n2_1_the_deal_passes_to_the_left_after_a_deal_passed_out():
    position = table(APART, PASSED_OUT, dealer=1)
    assert position.draw_deal(Random(1)).dealer == 2
    assert refused(position, next_deal(position, hands(APART), 1)) == "N2.1.1"
    assert refused(position, next_deal(position, hands(APART), 3)) == "N2.1.1"


def test_n2_1_nobody_bids_or_plays_before_the_deal():
    assert refused(new(), Bid(0, "10")) == "N2.1.2"
    assert refused(new(), Play(3, ("AC",))) == "N2.1.2"
    assert refused(whole_deal("10", {0: 13}), Bid(0, "10")) == "N2.1.2"
    assert (new().phase, new().turn, new().legal_actions()) == ("deal", TABLE, ())


def test_n2_1_no_second_deal_before_the_first_is_over():
    for position in (table(), table(APART, "10 p p p"), table(APART, "mis p p p", "", "AC")):
        assert refused(position, next_deal(position, hands(APART), 0)) == "N2.1.3"


# -- N2.2 ------------------------------------------------------------------------------------------------
def test_n2_2_the_first_pack_is_shuffled_so_any_order_will_do():
    for seed in range(5):
        pack = list(PACK)
        Random(seed).shuffle(pack)
        assert new().is_legal(from_pack(new(), pack, 17, FOURS))


def test_n2_2_later_packs_are_not_shuffled():
    position = whole_deal("10", {0: 6, 2: 7})
    pack = list(PACK)
    Random(1).shuffle(pack)
    assert refused(position, from_pack(position, pack, 17, turned(FOURS, 1))) == "N2.4.2"


def test_n2_2_shuffle_always_takes_any_pack():
    position = whole_deal("10", {0: 6, 2: 7}, shuffle="always")
    pack = list(PACK)
    Random(1).shuffle(pack)
    assert position.is_legal(from_pack(position, pack, 17, turned(FOURS, 1)))


def test_n2_2_shuffle_always_draws_packs_that_break_the_tricks_up():
    position = whole_deal("10", {0: 6, 2: 7}, shuffle="always")
    drawn = position.draw_deal(Random(1))
    assert any(not together(drawn.pack, trick) for trick in tricks_of(position))
    assert position.is_legal(drawn)


def test_n2_2_shuffle_always_leaves_a_double_hand_unshuffled():
    position = table(APART, PASSED_OUT, shuffle="always")
    pack = list(PACK)
    Random(1).shuffle(pack)
    assert refused(position, from_pack(position, pack, 17, turned(FOURS, 1))) == "N2.5.4"
    assert {position.draw_deal(Random(seed)).pack for seed in range(9)} == {
        cards("s* h* d* c*"),
    }


# -- N2.3 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dealer", SEATS)
def test_n2_3_four_rounds_of_4333_from_the_dealers_left(dealer):
    due = from_pack(new(), PACK, 7, turned(FOURS, dealer + 1))
    due = NomsDeal(TABLE, dealer, due.hands, False, PACK, 7)
    assert [len(hand) for hand in due.hands] == [13, 13, 13, 13]
    assert new().is_legal(due)
    assert refused(new(packets="5-3-5"), due) == "N2.3.2"


@pytest.mark.parametrize("dealer", SEATS)
def test_n2_3_packets_535_for_everyone(dealer):
    due = from_pack(new(), PACK, 7, turned(FIVES, dealer + 1))
    due = NomsDeal(TABLE, dealer, due.hands, False, PACK, 7)
    assert new(packets="5-3-5").is_legal(due)
    assert refused(new(), due) == "N2.3.2"


def test_n2_3_packet_by_packet():
    """Dealer 3, cut at 1: four to seat 0, three each to the others, then three to 0 and four to 1."""
    due = from_pack(new(), PACK, 1, FOURS)
    assert set(cards("cKQJT")) <= set(due.hands[0])
    assert set(cards("c987")) <= set(due.hands[1])
    assert set(cards("c654")) <= set(due.hands[2])
    assert set(cards("c32 dA")) <= set(due.hands[3])
    assert set(cards("dKQJ")) <= set(due.hands[0])
    assert set(cards("dT987")) <= set(due.hands[1])
    assert set(cards("s432 cA")) <= set(due.hands[3])
    assert new().is_legal(due)


def test_n2_3_two_cards_exchanged_are_not_what_the_pack_deals():
    due = from_pack(new(), PACK, 7, FOURS)
    held = [list(hand) for hand in due.hands]
    held[0][0], held[1][0] = held[1][0], held[0][0]
    assert refused(new(), NomsDeal(TABLE, 3, tuple(map(tuple, held)), False, PACK, 7)) == "N2.3.2"


def test_n2_3_everyone_has_13():
    held = [list(hand) for hand in hands(APART)]
    held[0].append(held[1].pop())
    assert refused(new(), next_deal(new(), held)) == "N2.3.1"
    assert deal(new()).cards_left == (13, 13, 13, 13)


@pytest.mark.parametrize("count", [0, 3, 5])
def test_n2_3_four_hands_are_dealt(count):
    held = (*hands(APART), hands(APART)[0])[:count]
    assert new().why_not(NomsDeal(TABLE, 3, held, False)) is not None


def test_n2_3_a_deal_without_its_pack_may_be_entered():
    assert new().is_legal(NomsDeal(TABLE, 3, hands("cAKQJ | dAK | hAK | "), False))


@pytest.mark.parametrize("packets", ["4-3-3-3", "5-3-5"])
def test_n2_3_drawn_deals_come_in_these_packets(packets):
    drawn = new(packets=packets).draw_deal(Random(4))
    seats = turned(FOURS if packets == "4-3-3-3" else FIVES, drawn.dealer + 1)
    again = from_pack(new(), drawn.pack, drawn.cut, seats)
    assert [set(hand) for hand in again.hands] == [set(hand) for hand in drawn.hands]


# -- N2.4 ------------------------------------------------------------------------------------------------
def together(pack, block) -> bool:
    """Whether these cards lie side by side."""
    places = sorted(pack.index(card) for card in block)
    return places[-1] - places[0] == len(block) - 1


def stacked(blocks, rng=None):
    """The blocks on one another, at random if asked."""
    blocks = [list(block) for block in blocks]
    if rng:
        rng.shuffle(blocks)
        for block in blocks:
            rng.shuffle(block)
    return [card for block in blocks for card in block]


def after(position, pack, cut=20):
    """The refusal of the next deal (dealer 0) out of a pack, or None."""
    due = from_pack(position, pack, cut, turned(FOURS, 1))
    return refused(position, due) if position.why_not(due) else None


def test_n2_4_tricks_in_any_order_and_cards_in_any_order_within():
    position = whole_deal("10", {0: 6, 2: 7})
    tricks = tricks_of(position)
    assert len(tricks) == 13
    assert after(position, stacked(tricks)) is None
    assert after(position, stacked(tricks[::-1])) is None
    for seed in range(5):
        assert after(position, stacked(tricks, Random(seed))) is None


def test_n2_4_a_card_out_of_its_trick_is_refused():
    position = whole_deal("10", {0: 6, 2: 7})
    pack = stacked(tricks_of(position))
    for i in (3, 27, 47):
        wrong = [*pack[:i], pack[i + 1], pack[i], *pack[i + 2 :]]
        assert after(position, wrong) == "N2.4.2"


def test_n2_4_the_pack_before_the_cut_is_what_lies_in_blocks():
    """A block lies split over top and bottom only after the cut."""
    position = whole_deal("10", {0: 6, 2: 7})
    pack = stacked(tricks_of(position))
    assert after(position, pack, 2) is None
    assert after(position, [*pack[2:], *pack[:2]], 2) == "N2.4.2"


def test_n2_4_drawn_packs_keep_the_tricks_and_are_random():
    position = whole_deal("10", {0: 6, 2: 7})
    drawn = [position.draw_deal(Random(seed)) for seed in range(20)]
    for due in drawn:
        assert position.is_legal(due)
        assert all(together(due.pack, trick) for trick in tricks_of(position))
    assert len({frozenset(due.pack[:4]) for due in drawn}) > 5
    assert len({due.cut for due in drawn}) > 5
    trick = tricks_of(position)[0]
    assert len({tuple(card for card in due.pack if card in trick) for due in drawn}) > 5


@pytest.mark.parametrize(("cut", "answer"), [(0, "N2.4.1"), (1, None), (51, None), (52, "N2.4.1")])
def test_n2_4_the_cut_is_from_1_to_51(cut, answer):
    due = from_pack(new(), PACK, cut, FOURS)
    assert (refused(new(), due) if answer else new().why_not(due)) == answer


@pytest.mark.parametrize("cut", [-1, 53, 1000])
def test_n2_4_no_cut_outside_the_pack(cut):
    assert refused(new(), NomsDeal(TABLE, 3, hands(APART), False, PACK, cut)) == "N2.4.1"


def test_n2_4_a_cut_moves_the_top_cards_to_the_bottom_in_order():
    """Cut at 2: the third card is dealt first, the first two last of all, to the dealer."""
    due = from_pack(new(), PACK, 2, FOURS)
    assert set(PACK[2:6]) <= set(due.hands[0])
    assert {PACK[0], PACK[1]} <= set(due.hands[3])
    assert new().is_legal(due)


def test_n2_4_the_cut_is_blind_chance():
    cuts = {new().draw_deal(Random(seed)).cut for seed in range(800)}
    assert cuts == set(range(1, 52))


def failed_mis():
    """Seat 0 wins the second trick of his Mis: 44 cards are unplayed."""
    position = table(MIXED, "mis p p p", "", "2S 3S 7S AS 6C AC QC TC")
    assert position.phase == "deal"
    return position


def test_n2_4_after_a_failed_mis_each_hand_is_a_block_too():
    position = failed_mis()
    tricks = [cards("s237A"), cards("c6AQT")]
    held = [
        cards("cK32 dAK32 hAK32"),
        cards("cJ4 dQJ4 hQJ4 s456"),
        cards("c95 dT95 hT95 s89T"),
        cards("c87 d876 h876 sKQJ"),
    ]
    for seed in range(5):
        assert after(position, stacked([*tricks, *held], Random(seed))) is None
    assert after(position, stacked([held[3], tricks[0], held[0], tricks[1], held[2], held[1]])) is None
    for seed in range(5):
        drawn = position.draw_deal(Random(seed))
        assert position.is_legal(drawn)
        assert all(together(drawn.pack, block) for block in [*tricks, *held])


def test_n2_4_after_a_failed_mis_hands_may_not_mix():
    position = failed_mis()
    tricks = [cards("s237A"), cards("c6AQT")]
    held = [
        cards("cK32 dAK32 hAK32"),
        cards("cJ4 dQJ4 hQJ4 s45 d8"),
        cards("c95 dT95 hT95 s89T"),
        cards("c87 d76 h876 sKQJ6"),
    ]
    assert after(position, stacked([*tricks, *held])) == "N2.4.2"


def conceded_in_mid_trick():
    """Mis a Vis by seat 0, given up by all when seats 3 and 0 have played to the second trick."""
    position = table(MIXED, "vis p p p", "", "2S 3S 7S AS 6C 2C")
    position = conceded(position, 1, 3, 2)
    assert (position.phase, position.made) == ("deal", True)
    return position


def test_n2_4_an_unfinished_trick_goes_back_to_those_who_played_it():
    position = conceded_in_mid_trick()
    trick = cards("s237A")
    held = [
        cards("cAK32 dAK32 hAK32"),
        cards("cQJ4 dQJ4 hQJ4 s456"),
        cards("cT95 dT95 hT95 s89T"),
        cards("c876 d876 h876 sKQJ"),
    ]
    for seed in range(5):
        assert after(position, stacked([trick, *held], Random(seed))) is None
        drawn = position.draw_deal(Random(seed))
        assert position.is_legal(drawn)
        assert all(together(drawn.pack, block) for block in [trick, *held])


def test_n2_4_an_unfinished_trick_is_no_block():
    position = conceded_in_mid_trick()
    held = [
        cards("cAK3 dAK32 hAK32"),
        cards("cQJ4 dQJ4 hQJ4 s456"),
        cards("cT95 dT95 hT95 s89T"),
        cards("c87 d876 h876 sKQJ"),
    ]
    apart = stacked([cards("s237A"), *held[:3], cards("c62"), held[3]])
    assert after(position, apart) == "N2.4.2"


def test_n2_4_conceded_between_tricks_every_hand_is_a_block():
    position = table(MIXED, "vis p p p", "", "2S 3S 7S AS")
    position = conceded(position, 1, 2, 3)
    held = [
        cards("cAK32 dAK32 hAK32"),
        cards("cQJ4 dQJ4 hQJ4 s456"),
        cards("cT95 dT95 hT95 s89T"),
        cards("c876 d876 h876 sKQJ"),
    ]
    assert after(position, stacked([cards("sA732"), *held], Random(3))) is None


def test_n2_4_a_view_speaks_of_the_deal_under_way_and_the_scores_only():
    """Two games with other first deals and the same scores look alike in the second deal."""
    one = whole_deal("10", {0: 6, 2: 7}, trump="H")
    other = whole_deal("10", {2: 3, 0: 9, 1: 1}, trump="S")
    assert one.scores == other.scores == (10, 0, 10, 0)
    for seat in (*SEATS, None):
        seen = sees(deal(one, MIXED), seat)
        assert seen == sees(deal(other, MIXED), seat)
        assert (seen.played, seen.last_trick, seen.calls, seen.tricks) == ((), (), (), (0, 0, 0, 0))


def test_n2_4_a_view_does_not_tell_the_pack():
    seen = str(sees(deal(new()), 0).to_json())
    assert "pack" not in seen
    assert "cut" not in seen


# -- N2.5 ------------------------------------------------------------------------------------------------
SPREAD = "c98 dA5 hKT2 sAJ9763 | cAK2 dKQ2 hAQ4 sKQT8 | cQJT7 dJT3 h965 s542 | c6543 d98764 hJ873"


def test_n2_5_four_passes_are_not_played():
    position = table(SPREAD, PASSED_OUT)
    assert (position.phase, position.turn, position.bid) == ("deal", TABLE, None)
    assert position.scores == (0, 0, 0, 0)
    assert position.made is None


def test_n2_5_the_pack_of_a_double_hand_card_by_card():
    """Seat 3 dealt: his sorted hand is on top, then that of seat 2 on his right, of 1, of 0."""
    position = table(SPREAD, PASSED_OUT, dealer=3)
    pack = cards(
        "hJ873 c6543 d98764         "
        "h965  cQJT7 dJT3   s542    "
        "hAQ4  cAK2  dKQ2   sKQT8   "
        "hKT2  c98   dA5    sAJ9763 "
    )
    assert position.draw_deal(Random(1)).pack == pack
    for cut in (1, 20, 51):
        assert position.is_legal(from_pack(position, pack, cut, turned(FOURS, 1)))


def test_n2_5_left_is_that_of_the_dealer_of_the_passed_out_deal():
    position = table(SPREAD, PASSED_OUT, dealer=1)
    pack = cards(
        "hAQ4  cAK2  dKQ2   sKQT8   "
        "hKT2  c98   dA5    sAJ9763 "
        "hJ873 c6543 d98764         "
        "h965  cQJT7 dJT3   s542    "
    )
    drawn = position.draw_deal(Random(1))
    assert (drawn.pack, drawn.dealer) == (pack, 2)
    assert position.is_legal(from_pack(position, pack, 30, turned(FOURS, 3)))


def test_n2_5_any_other_pack_is_refused():
    position = table(SPREAD, PASSED_OUT)
    pack = list(position.draw_deal(Random(1)).pack)
    for i in range(0, 51, 7):
        wrong = [*pack[:i], pack[i + 1], pack[i], *pack[i + 2 :]]
        assert refused(position, from_pack(position, wrong, 20, turned(FOURS, 1))) == "N2.5.4"


def test_n2_5_suits_apart_make_four_runs():
    position = table(APART, PASSED_OUT)
    assert position.draw_deal(Random(1)).pack == cards("s* h* d* c*")


def test_n2_5_the_new_dealer_cuts_anywhere():
    position = table(APART, PASSED_OUT)
    drawn = [position.draw_deal(Random(seed)) for seed in range(30)]
    assert len({due.cut for due in drawn}) > 10
    assert len({due.pack for due in drawn}) == 1
    assert all(position.is_legal(due) and due.double for due in drawn)


def test_n2_5_packets_535_deal_a_double_hand_too():
    position = table(APART, PASSED_OUT, packets="5-3-5")
    due = from_pack(position, cards("s* h* d* c*"), 13, turned(FIVES, 1))
    assert set(due.hands[1]) == set(cards("hAKQJT d765 c87654"))
    assert position.is_legal(due)


def test_n2_5_a_double_hand_must_be_called_one():
    position = table(APART, PASSED_OUT)
    due = next_deal(position, hands(APART))
    assert due.double
    assert refused(position, NomsDeal(TABLE, 0, due.hands, False)) == "N2.5.2"
    assert position.play(due).double


def test_n2_5_no_other_deal_is_a_double_hand():
    played = whole_deal("10", {0: 6, 2: 7})
    assert refused(new(), NomsDeal(TABLE, 3, hands(APART), True)) == "N2.5.3"
    assert refused(played, NomsDeal(TABLE, 0, hands(APART), True)) == "N2.5.3"
    assert not deal(played).double


def test_n2_5_a_double_hand_passed_out_is_followed_by_another():
    position = table(SPREAD, PASSED_OUT)
    for dealer in (0, 1, 2, 3, 0):
        position = deal(position, SPREAD)
        assert (position.dealer, position.double) == (dealer, True)
        position = bids(position, PASSED_OUT)
    assert position.draw_deal(Random(1)).pack[:4] == cards("hKT2 c9")


def test_n2_5_double_hands_do_not_stack_up():
    before = bids(deal(table(APART, PASSED_OUT)), PASSED_OUT)
    twice = bids(deal(before), PASSED_OUT)
    position = whole_deal("10", {0: 6, 2: 7}, dealer=2, before=twice)
    assert position.points == (20, 0, 20, 0)


def test_n2_5_after_a_double_hand_that_was_played_deals_are_single_again():
    position = whole_deal("10", {0: 6, 2: 7}, dealer=3, double=True)
    assert position.points == (20, 0, 20, 0)
    assert not deal(position).double


def test_n2_5_option_same_the_same_dealer_deals_again():
    position = table(APART, PASSED_OUT, dealer=2, double_hand_dealer="same")
    assert refused(position, next_deal(position, hands(APART), 3)) == "N2.5.1"
    for _ in range(3):
        assert position.draw_deal(Random(1)).dealer == 2
        position = deal(position)
        assert (position.dealer, position.turn, position.double) == (2, 3, True)
        position = bids(position, PASSED_OUT)


def test_n2_5_option_same_once_played_the_deal_passes_on():
    position = whole_deal("10", {0: 6, 2: 7}, dealer=2, double=True, double_hand_dealer="same")
    assert position.dealer == 2
    assert refused(position, next_deal(position, hands(APART), 2)) == "N2.1.1"
    assert position.draw_deal(Random(1)).dealer == 3


def test_n2_5_a_passed_out_deal_called_off_is_over():
    position = called_off(table(APART, PASSED_OUT))
    assert position.winners == (0, 1, 2, 3)
    assert position.why_not(next_deal(position, hands(APART), 0)) is not None


def test_n2_5_the_deal_that_was_passed_out_can_be_told_again():
    position = table(SPREAD, PASSED_OUT)
    told = position.deal_actions()
    assert [action.bid for action in told[1:]] == ["pass"] * 4
    assert GAME.deck.mask(told[0].hands[3]) == GAME.deck.mask(cards("c6543 d98764 hJ873"))
