"""The rule player of Voormsi (*deckhand*), as functions over a row: public cells and the own hand only.

Every legal play is weighed: how likely its side takes the trick, the points of V6 at stake, and what the
cards would be worth later. Whole numbers throughout, so that both twins choose alike.
"""

from messdeck.core.bits import count, lowest, nth
from messdeck.core.protocol import Row
from messdeck.games.voormsi.kernel import (
    FULL,
    HAND,
    HEAD,
    HEAD_AT,
    HEAD_SEAT,
    JC,
    JC_STRUCK,
    KC,
    KC_STRONG,
    KH,
    KS_STRONG,
    LAID,
    PLAY,
    PLAYERS,
    PLAYS,
    SIZE,
    THREE,
    TRICK,
    beats,
    is_leading,
    legal,
    pairing,
    permuted,
    random_action,
    side_of,
    worth,
)

INLINE = False  # large: the twin calls these functions rather than copying them into every loop

TRICK_VALUE = 100
POINT_VALUE = 130
# What a card is worth kept, by its number: the sevens as leads, KC as their killer, then by strength.
KEEP = (
    (22, 25, 28, 32)
    + (2, 26)
    + (4, 4, 5, 5)
    + (7, 7, 8)
    + (10, 10, 11, 11)
    + (14, 15, 15, 16)
    + (22, 23, 24)
    + (30, 32, 33, 35)
    + (42, 44, 46, 50)
    + (58, 70, 66, 88)
)


def unseen(row: Row, seat: int) -> int:
    """The cards that lie in other hands or in the stock, for all this seat has seen in play."""
    mask = FULL & ~row[HAND + seat]
    for i in range(row[PLAYS]):
        mask &= ~row[PLAY + i]
    return mask


def opponents_to_come(row: Row, seat: int, laid: int) -> int:
    """How many plays of the other side follow in this trick, `laid` plays being down with this one."""
    if row[PLAYERS] == 3:
        return 3 - laid
    if row[PLAYERS] == 2:
        return (4 - laid + 1) // 2
    return (4 - laid + 1) // 2


def friends_to_come(row: Row, laid: int) -> int:
    """How many plays of the own side follow in this trick."""
    if row[PLAYERS] == 3:
        return 0
    return (4 - laid) // 2


def chance_to_hold(row: Row, seat: int, hidden: int, opponents: int) -> int:
    """Chance in 1000 that the play now heading survives some opponents (as if each drew four cards)."""
    cards = max(1, count(hidden))
    beaten = 1000
    for i in range(row[SIZE]):
        target = lowest(nth(row[HEAD], i))
        beaters = 0
        rest = hidden
        while rest:
            if beats(row, lowest(rest), target) > 0:
                beaters += 1
            rest &= rest - 1
        lacking = 1000
        for _ in range(4):
            lacking = lacking * (cards - beaters) // cards
        beaten = beaten * (1000 - lacking) // 1000
    if row[SIZE] > 1:
        beaten = beaten * 2 // 3  # the beaters must also come in one hand
    held = 1000
    for _ in range(opponents):
        held = held * (1000 - beaten) // 1000
    return held


def keep_value(cards: int) -> int:
    """What a set of cards is worth kept."""
    value = 0
    while cards:
        value += KEEP[lowest(cards)]
        cards &= cards - 1
    return value


def facts_value(row: Row, seat: int, cards: int, order: int) -> int:
    """The V6 points that taking the head would make, in trick values (the loss of V6.4 is ruinous)."""
    value = 0
    for i in range(row[SIZE]):
        card = lowest(nth(cards, i))
        target = lowest(nth(row[HEAD], permuted(row[SIZE], order, i)))
        value += worth(row, seat, card, target) * POINT_VALUE
    return value


def voormsi_stake(row: Row, cards: int, hidden: int, opponents: int, hold: int) -> int:
    """V6.1 against V6.3 for a KH in a play that would head: a point if it holds, two to the JC if not."""
    if not cards >> KH & 1 or opponents == 0 or not hidden >> JC & 1:
        return 0
    struck = 1000 - hold
    return POINT_VALUE * hold // 1000 - 2 * POINT_VALUE * struck // 1000


def hold_at_head(row: Row, seat: int, cards: int, hidden: int, laid: int, opponents: int) -> int:
    """The chance in 1000 that a play holds once it heads the trick, `laid` plays being down with it."""
    # Look at the table as it would be, then put everything back.
    old_laid, old_size, old_head = row[LAID], row[SIZE], row[HEAD]
    old_seat, old_at = row[HEAD_SEAT], row[HEAD_AT]
    old_kc, old_ks, old_struck = row[KC_STRONG], row[KS_STRONG], row[JC_STRUCK]
    row[KC_STRONG] = 1 if laid > 1 and cards >> KC & 1 and old_head & 15 else 0
    row[KS_STRONG] = 0
    row[SIZE] = count(cards)
    row[HEAD] = cards
    row[HEAD_SEAT] = seat
    row[HEAD_AT] = laid - 1
    row[LAID] = laid
    hold = chance_to_hold(row, seat, hidden, opponents)
    row[LAID], row[SIZE], row[HEAD] = old_laid, old_size, old_head
    row[HEAD_SEAT], row[HEAD_AT] = old_seat, old_at
    row[KC_STRONG], row[KS_STRONG], row[JC_STRUCK] = old_kc, old_ks, old_struck
    return hold


def weigh(row: Row, seat: int, cards: int, hidden: int) -> int:
    """The value of a legal play."""
    leading = is_leading(row)
    laid = 1 if leading else row[LAID] + 1
    opponents = opponents_to_come(row, seat, laid)
    size = count(cards)
    order = 0 if leading else pairing(row, seat, cards)
    value = -keep_value(cards)
    if not leading and order < 0:
        hold = chance_to_hold(row, seat, hidden, opponents)
        if side_of(row, row[HEAD_SEAT]) == side_of(row, seat):
            return value + size * TRICK_VALUE * hold // 1000
        if friends_to_come(row, laid) > 0:
            value += size * TRICK_VALUE * (1000 - hold) // 4000
        return value
    if not leading:
        value += facts_value(row, seat, cards, order)
        if side_of(row, row[HEAD_SEAT]) == side_of(row, seat):
            value -= 15  # no need to beat a friend
    hold = hold_at_head(row, seat, cards, hidden, laid, opponents)
    value += size * TRICK_VALUE * hold // 1000
    if leading and cards == 1 << THREE:
        value -= POINT_VALUE  # worthless when led (V2.4)
    return value + voormsi_stake(row, cards, hidden, opponents, hold)


def choose(row: Row, seat: int, out: Row) -> int:
    """The play of the rule player for the seat to act; `out` has room for ACTIONS ints."""
    n = legal(row, seat, out)
    hidden = unseen(row, seat)
    best = out[0]
    most = -1 << 40
    for i in range(n):
        value = weigh(row, seat, out[i], hidden)
        if value > most:
            most = value
            best = out[i]
    return best


def confident(row: Row, seat: int, out: Row) -> int:
    """As `choose`: there is nothing to promise before the cards."""
    return choose(row, seat, out)


def careless(row: Row, seat: int, out: Row) -> int:
    """Any legal play."""
    return random_action(row, out)


def forget(row: Row) -> None:
    """Make of a row what somebody recalls who keeps the last four plays in mind and the trick under way:
    older plays had no cards."""
    for i in range(max(0, row[TRICK] - 4)):
        row[PLAY + i] &= ~FULL


def out_of_turn(row: Row, seat: int) -> int:
    """Nothing is ever done out of turn in Voormsi."""
    return -1
