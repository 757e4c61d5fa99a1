"""The rule player of Noms (*deckhand*), as functions over a row: public cells and the own hand only.

It bids on counted tricks, calls the best card it lacks, draws trumps as declarer, plays with a partner it
knows (and with none it does not), and plays low to lose in Mis. Whole numbers throughout.
"""

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.games.noms.kernel import (
    AUCTION,
    BID,
    BIDDER,
    CALL,
    CONCEDE,
    CONTRACT,
    FALLEN,
    FULL,
    HAND,
    HEAD,
    HEAD_SEAT,
    LED,
    LOG,
    MIS,
    MIS_BETWEEN,
    NAMING,
    NO_TRUMPS,
    PARTNER,
    PASS,
    PHASE,
    PLAY,
    PLAYED,
    PLAYING,
    SHOWN,
    SUIT,
    TRUMPS,
    VIS,
    beats,
    bid_refusal,
    concede_refusal,
    playable,
    random_action,
)

INLINE = False  # large: the twin calls these functions rather than copying them into every loop

FRIEND = 1
ENEMY = -1
UNKNOWN = 0
CONFIDENCE = 400
"""Thousandths of a trick that a side gains by a player who searches for his cards instead."""


# -- the auction -----------------------------------------------------------------------------------------
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


# -- what is known ---------------------------------------------------------------------------------------
def relation(row: Row, seat: int, other: int) -> int:
    """FRIEND, ENEMY, or UNKNOWN as long as the called card may be there (N4.6)."""
    bidder = row[BIDDER]
    if other == seat:
        return FRIEND
    if row[BID] >= MIS:
        return ENEMY if seat == bidder or other == bidder else FRIEND
    call = row[CALL]
    known = row[FALLEN] == 1 or (call >= 0 and row[HAND + seat] >> call & 1 == 1)
    if known:
        partner = row[PARTNER] if row[FALLEN] == 1 else seat
        mine = seat == bidder or seat == partner
        theirs = other == bidder or other == partner
        return FRIEND if mine == theirs else ENEMY
    return ENEMY if other == bidder else UNKNOWN


def gone(row: Row) -> int:
    """Cards already played, as a mask."""
    mask = 0
    for i in range(row[PLAYED]):
        mask |= 1 << (row[LOG + i] & 63)
    return mask


def hidden_from(row: Row, seat: int) -> int:
    """Cards that lie in other hands."""
    return FULL & ~gone(row) & ~row[HAND + seat]


def showed_void(row: Row, seat: int, suit: int) -> bool:
    """Whether a seat has failed to follow a suit (N5.1)."""
    for i in range(row[PLAYED]):
        card = row[LOG + i]
        led = row[LOG + (i & ~3)] & 63
        if card >> 6 == seat and led >> 4 == suit and (card & 63) >> 4 != suit:
            return True
    return False


def is_master(card: int, hidden: int) -> bool:
    """Whether no higher card of the suit is out."""
    above = hidden & (SUIT << (card & 48))
    return above >> card == 0


def ruff_threat(row: Row, seat: int, hidden: int) -> bool:
    """Whether somebody still to play may trump the suit led, as far as seen."""
    if hidden & row[TRUMPS] == 0 or row[LED] & row[TRUMPS]:
        return False
    suit = lowest(row[LED]) >> 4
    for ahead in range(1, 4 - (row[PLAYED] & 3)):
        other = (seat + ahead) & 3
        if relation(row, seat, other) != FRIEND and showed_void(row, other, suit):
            return True
    return False


# -- play for tricks -------------------------------------------------------------------------------------
def cheapest_discard(row: Row, cards: int, hidden: int) -> int:
    """The card to throw: the lowest, trumps and masters last, from the longer suit at equal rank."""
    best = lowest(cards)
    least = 1 << 40
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        cost = 16 * (card & 15) - count(cards & (SUIT << (card & 48)))
        if row[TRUMPS] >> card & 1:
            cost += 1000
        elif is_master(card, hidden):
            cost += 300
        elif card == row[CALL]:
            cost += 200
        if cost < least:
            least = cost
            best = card
    return best


def lead_for_tricks(row: Row, seat: int, cards: int, hidden: int) -> int:
    """The lead: declarer's side draws trumps, then masters; else low from length."""
    declaring = seat == row[BIDDER] or relation(row, seat, row[BIDDER]) == FRIEND
    trumps = cards & row[TRUMPS]
    trumps_out = count(hidden & row[TRUMPS])
    if declaring and trumps and trumps_out:
        top = highest(trumps)
        if is_master(top, hidden):
            return top
        if count(trumps) > trumps_out // 2:
            return top if count(trumps) < 2 or seat != row[BIDDER] else lowest(trumps)
    best = -1
    most = -1 << 40
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        suit = SUIT << (card & 48)
        value = lead_value(row, seat, card, hidden, declaring)
        value += 4 * count(cards & suit)
        if value > most:
            most = value
            best = card
    return best


def lead_value(row: Row, seat: int, card: int, hidden: int, declaring: bool) -> int:
    """How good a lead is, apart from the length of its suit."""
    call = row[CALL]
    value = -2 * (card & 15)
    if row[TRUMPS] >> card & 1:
        value -= 60 if not declaring else 10
    elif is_master(card, hidden):
        value += 100
        for ahead in range(1, 4):
            other = (seat + ahead) & 3
            if relation(row, seat, other) != FRIEND and hidden & row[TRUMPS]:
                if showed_void(row, other, card >> 4):
                    value -= 90
    if call >= 0 and row[FALLEN] == 0 and call >> 4 == card >> 4 and not row[TRUMPS] >> card & 1:
        # The called card lies in this suit: declarer looks for it, the others do not help him to it.
        value += 60 if seat == row[BIDDER] else -20
    return value


def cheapest_winner(row: Row, cards: int) -> int:
    """The lowest card that beats the head, side suits before trumps; -1 if none does."""
    best = -1
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if beats(row, card, row[HEAD]) and (best < 0 or card & 15 < best & 15):
            best = card
    return best


def head_is_safe(row: Row, seat: int, hidden: int) -> bool:
    """Whether the card heading the trick will win it, for all that is seen."""
    if row[PLAYED] & 3 == 3:
        return True
    if row[TRUMPS] >> row[HEAD] & 1 == 0 and ruff_threat(row, seat, hidden):
        return False
    return is_master(row[HEAD], hidden & ~row[HAND + seat])


def follow_for_tricks(row: Row, seat: int, cards: int, hidden: int) -> int:
    """Second, third or fourth hand: win cheaply when it is worth it, never over a friend who wins."""
    last = row[PLAYED] & 3 == 3
    winner = cheapest_winner(row, cards)
    if winner < 0:
        return cheapest_discard(row, cards, hidden)
    friend = relation(row, seat, row[HEAD_SEAT]) == FRIEND
    if friend and (head_is_safe(row, seat, hidden) or row[PLAYED] & 3 == 1):
        return cheapest_discard(row, cards, hidden)
    if last:
        return winner
    following = cards & row[LED]
    if not following:
        if friend:
            return cheapest_discard(row, cards, hidden)
        return winner  # a ruff, as low as will do
    top = highest(following)
    if is_master(top, hidden) and not ruff_threat(row, seat, hidden):
        return lowest_equal(following, top, hidden)
    if row[PLAYED] & 3 == 1:
        return lowest(following)  # second hand low
    if friend and is_close(row[HEAD], top, hidden):
        return lowest(following)
    return lowest_equal(following, top, hidden) if beats(row, top, row[HEAD]) else lowest(following)


def is_close(low: int, high: int, hidden: int) -> bool:
    """Whether no hidden card lies between two cards of a suit: the higher one would win no more."""
    between = ((1 << high) - 1) & ~((1 << (low + 1)) - 1)
    return low >> 4 == high >> 4 and hidden & between == 0


def lowest_equal(cards: int, top: int, hidden: int) -> int:
    """The lowest card of a hand that is as good as its top one, no hidden card lying between."""
    best = top
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if card >> 4 == top >> 4 and is_close(card, top, hidden) and card < best:
            best = card
    return best


# -- Mis -------------------------------------------------------------------------------------------------
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


# -- the player's face -----------------------------------------------------------------------------------
def choose(row: Row, seat: int, out: Row) -> int:
    """The action of the rule player for the seat to act."""
    if row[PHASE] == AUCTION:
        return choose_bid(row, seat, 0)
    if row[PHASE] == NAMING:
        return choose_contract(row, seat)
    cards = playable(row, seat)
    if cards & (cards - 1) == 0:
        return PLAY + lowest(cards)
    hidden = hidden_from(row, seat)
    if row[BID] >= MIS:
        if seat == row[BIDDER]:
            return PLAY + duck(row, cards, hidden)
        return PLAY + attack(row, seat, cards, hidden)
    if row[LED] == 0:
        return PLAY + lead_for_tricks(row, seat, cards, hidden)
    return PLAY + follow_for_tricks(row, seat, cards, hidden)


def confident(row: Row, seat: int, out: Row) -> int:
    """As `choose`, by somebody who will play the cards better: he bids a little more on the same hand."""
    return choose_bid(row, seat, CONFIDENCE) if row[PHASE] == AUCTION else choose(row, seat, out)


def careless(row: Row, seat: int, out: Row) -> int:
    """Any card in play; in the auction the rule player's action, as a random call upsets everything."""
    return random_action(row, out) if row[PHASE] == PLAYING else choose(row, seat, out)


def forget(row: Row) -> None:
    """Make of a row what somebody recalls who keeps the last two tricks in mind and the one under way: older
    tricks look like these."""
    first = (row[PLAYED] & ~3) - 8
    for i in range(first):
        row[LOG + i] = row[LOG + first + i % 8]


def out_of_turn(row: Row, seat: int) -> int:
    """Concede a Mis a Vis that cannot fail: in every suit the bidder's k-th lowest card lies below the
    others' k-th lowest (N5.5). -1 for nothing. The bidder's cards lie open, so this tells nothing."""
    if concede_refusal(row, seat) != 0 or row[PLAYED] & 3 != 0:
        return -1
    his = row[HAND + row[BIDDER]]
    others = FULL & ~gone(row) & ~his
    for suit in range(4):
        mine = his >> 16 * suit & SUIT
        theirs = others >> 16 * suit & SUIT
        while mine and theirs:
            if lowest(mine) > lowest(theirs):
                return -1
            mine &= mine - 1
            theirs &= theirs - 1
    return CONCEDE
