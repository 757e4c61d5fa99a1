"""The rule player of Noms (*deckhand*), as functions over a row: public cells and the own hand only.

It bids on counted tricks, calls the best card it lacks, draws trumps as declarer, plays with a partner it
knows (and with none it does not), and plays low to lose in Mis. Whole numbers throughout.
"""

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.games.noms.bidding import CONFIDENCE, choose_bid, choose_contract
from messdeck.games.noms.kernel import (
    AUCTION,
    BID,
    BIDDER,
    CALL,
    CONCEDE,
    FALLEN,
    FULL,
    HAND,
    HEAD,
    HEAD_SEAT,
    LED,
    LOG,
    MIS,
    NAMING,
    PHASE,
    PLAY,
    PLAYED,
    PLAYING,
    SUIT,
    TRUMPS,
    beats,
    concede_refusal,
    playable,
    random_action,
)
from messdeck.games.noms.known import FRIEND, gone, hidden_from, is_master, relation, ruff_threat, showed_void
from messdeck.games.noms.misere import attack, duck

INLINE = False  # large: the twin calls these functions rather than copying them into every loop


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
