"""How the rule player of Noms plays a Mis: the bidder to lose every trick, the others to let him win one."""

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.games.noms.kernel import BIDDER, HAND, HEAD, HEAD_SEAT, LED, PLAYED, SHOWN, SUIT, beats
from messdeck.games.noms.known import showed_void

INLINE = False


def duck(row: Row, cards: int, hidden: int) -> int:
    """The bidder of a Mis: lose with the highest card that loses, throw the most dangerous one."""
    if row[LED] == 0:
        return safest_lead(cards, hidden)
    following = cards & row[LED]
    if not following:
        return most_dangerous(cards, hidden)
    best = -1
    rest = following
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if not beats(row, card, row[HEAD]):
            best = card
    if best >= 0:
        return best
    return highest(following) if row[PLAYED] & 3 == 3 else lowest(following)


def cards_below(card: int, cards: int) -> int:
    """How many cards of the suit lie below a card."""
    return count(cards & (SUIT << (card & 48)) & ((1 << card) - 1))


def most_dangerous(cards: int, hidden: int) -> int:
    """The card with most hidden cards below it and fewest own ones."""
    best = lowest(cards)
    most = -1 << 40
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        value = 4 * cards_below(card, hidden) - 6 * cards_below(card, cards)
        if value > most:
            most = value
            best = card
    return best


def safest_lead(cards: int, hidden: int) -> int:
    """The lowest card of the suit in which most hidden cards lie above it and fewest below."""
    best = lowest(cards)
    most = -1 << 40
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        suit = hidden & (SUIT << (card & 48))
        below = cards_below(card, hidden)
        value = count(suit) - 5 * below - (card & 15)
        if value > most:
            most = value
            best = card
    return best


def attack(row: Row, seat: int, cards: int, hidden: int) -> int:
    """A defender of a Mis: stay under the bidder when he may still win, get rid of high cards otherwise."""
    bidder = row[BIDDER]
    if row[LED] == 0:
        return attacking_lead(row, seat, cards)
    following = cards & row[LED]
    to_come = (bidder - seat) & 3 < 4 - (row[PLAYED] & 3)
    if not following:
        return most_dangerous(cards, hidden)
    if to_come and not showed_void(row, bidder, lowest(row[LED]) >> 4):
        return lowest(following)
    if row[HEAD_SEAT] == bidder:
        best = -1
        rest = following
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if not beats(row, card, row[HEAD]):
                best = card
        if best >= 0:
            return best
        return lowest(following)
    return highest(following)


def attacking_lead(row: Row, seat: int, cards: int) -> int:
    """A low card in a suit the bidder has not shown a void in; under his open cards if they lie there."""
    bidder = row[BIDDER]
    best = lowest(cards)
    most = -1 << 40
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        value = -2 * (card & 15)
        if showed_void(row, bidder, card >> 4):
            value -= 100
        if row[SHOWN] == 1:
            his = row[HAND + bidder] & (SUIT << (card & 48))
            if his == 0:
                value -= 100
            elif lowest(his) > card:
                value += 200
        else:
            value -= 3 * count(cards & (SUIT << (card & 48)))
        if value > most:
            most = value
            best = card
    return best
