"""How the rule player of Noms bids and names: on counted tricks, and by calling the best card it lacks.

Tricks are counted in thousandths; whole numbers throughout.
"""

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.games.noms.kernel import (
    BID,
    CONTRACT,
    FULL,
    HAND,
    MIS,
    MIS_BETWEEN,
    NO_TRUMPS,
    PASS,
    SUIT,
    VIS,
    bid_refusal,
)

INLINE = False

CONFIDENCE = 400
"""Thousandths of a trick that a side gains by a player who searches for his cards instead."""


def side_tricks(cards: int) -> int:
    """Tricks, in thousandths, that one suit of 13 bits may take by its high cards."""
    ace = cards >> 12 & 1
    king = cards >> 11 & 1
    queen = cards >> 10 & 1
    length = count(cards)
    value = 1000 * ace
    if king:
        value += 900 if ace else 550 if length > 1 else 250
    if queen and length > 2:
        value += 600 if ace and king else 350 if ace or king else 150
    if length > 4 and ace + king + queen > 1:
        value += 450 * (length - 4)
    return value


def trump_tricks(cards: int) -> int:
    """Tricks, in thousandths, that a trump suit may take: its honours, and length beyond the third."""
    length = count(cards)
    value = (
        1000 * (cards >> 12 & 1) + 850 * (cards >> 11 & 1) + 650 * (cards >> 10 & 1) + 350 * (cards >> 9 & 1)
    )
    if length > 3:
        value += 850 * (length - 3)
    return value


def own_tricks(hand: int, trump: int) -> int:
    """Tricks, in thousandths, that a hand may take by itself with these trumps."""
    value = 0
    trumps = 0 if trump == NO_TRUMPS else count(hand >> 16 * trump & SUIT)
    for suit in range(4):
        cards = hand >> 16 * suit & SUIT
        if suit == trump:
            value += trump_tricks(cards)
        else:
            value += side_tricks(cards)
            short = 3 - count(cards)
            if short > 0 and trumps > 3:
                value += 250 * short
    return min(value, 13000)


def best_trump(hand: int) -> int:
    """The trumps that promise most; a suit unless no trumps is clearly better."""
    best = 0
    most = -1
    for trump in range(5):
        value = own_tricks(hand, trump) - (600 if trump == NO_TRUMPS else 0)
        if value > most:
            most = value
            best = trump
    return best


def side_total(own: int) -> int:
    """Tricks of the side, in thousandths, by the own ones: a straight line fitted to deals that this
    player played in all four seats (a called card, a partner's share, and what length gives besides)."""
    return min(13000, 6000 + 2 * own // 3)


def mis_danger(hand: int) -> int:
    """How far a hand is from a safe Mis: the k-th lowest card of a suit (from 0) may have rank 2k."""
    danger = 0
    for suit in range(4):
        cards = hand >> 16 * suit & SUIT
        allowed = 0
        while cards:
            danger += max(0, lowest(cards) - allowed)
            cards &= cards - 1
            allowed += 2
    return danger


def choose_bid(row: Row, seat: int, more: int) -> int:
    """Bid what the hand, and so much `more`, is good for, the cheapest way that is legal; Mis on a hand of
    low cards."""
    hand = row[HAND + seat]
    return bid_on(row, side_total(own_tricks(hand, best_trump(hand))) + more, mis_danger(hand))


def bid_on(row: Row, total: int, danger: int) -> int:
    """The call of somebody who expects so many tricks (thousandths) for his side, and so much danger in a
    Mis."""
    if danger == 0 and bid_refusal(row, VIS) == 0:
        return VIS
    if danger <= (2 if row[MIS_BETWEEN] == 0 else 3) and bid_refusal(row, MIS) == 0:
        return MIS
    cheapest = PASS
    for bid in range(13, 0, -1):
        if bid_refusal(row, bid) == 0:
            if total >= 1000 * bid + 1300:
                return bid
            cheapest = bid
    if cheapest != PASS and total >= 1000 * cheapest:
        return cheapest
    if bid_refusal(row, PASS) == 0:
        return PASS
    return cheapest if cheapest != PASS else MIS


def choose_contract(row: Row, seat: int) -> int:
    """The best trumps; the highest trump lacking, else the most useful card of a side suit."""
    hand = row[HAND + seat]
    trump = best_trump(hand)
    lacking = FULL & ~hand
    if own_tricks(hand, trump) >= 1000 * row[BID] + 500:
        return CONTRACT + 80 * trump + highest(hand)  # alone: nobody shares the score (N4.5)
    if trump != NO_TRUMPS:
        for rank in range(12, 9, -1):
            if lacking >> (16 * trump + rank) & 1:
                return CONTRACT + 80 * trump + 16 * trump + rank
    best = -1
    most = -1
    for suit in range(4):
        missing = lacking >> 16 * suit & SUIT
        cards = hand >> 16 * suit & SUIT
        if missing and suit != trump:
            rank = highest(missing)
            value = 100 * rank + 30 * count(cards) + 20 * count(cards >> rank)
            if value > most:
                most = value
                best = 16 * suit + rank
    if best < 0:
        best = highest(lacking)
    return CONTRACT + 80 * trump + best
