"""What the trained player of Voormsi sees in a play: its marks, one in each of some tables of weights, and
one for each card.

A table crosses a few properties of the play and of the table, so that its weights, added up, may judge a
play differently wherever it matters. As in the rule player, only public cells and the own hand are looked
at. For four players. Marks count the places of all tables in a row; mark 0 stands for nothing.
"""

from messdeck.core.bits import count, lowest, nth
from messdeck.core.protocol import Row
from messdeck.games.voormsi.kernel import (
    DRAWN,
    HAND,
    HEAD,
    HEAD_SEAT,
    JC,
    KH,
    LAID,
    RANKS,
    STOCK_SIZE,
    THREE,
    WON,
    is_leading,
    pairing,
    permuted,
    side_of,
    worth,
)
from messdeck.games.voormsi.policy import (
    chance_to_hold,
    friends_to_come,
    hold_at_head,
    opponents_to_come,
    unseen,
)

INLINE = False

# -- what is seen before any play is looked at, in a row of scratch: free behind the legal plays of a hand --
HIDDEN = 400  # cards in other hands or in the stock
TRICKS = 401  # tricks done
SCORE = 402  # tricks of both sides, up to 5 each
MATADORS = 403  # where KH and JC are: in hand, hidden, gone
THREE_AT = 404  # and the 3D
LEADING = 405
HELD = 406  # the chance in 1000 that the play heading the trick stays there without the seat's help
MARK = 410  # and after it the marks of a play
MARKS = 17
TABLES = 13

# What a play does: lead, take over from a friend or an enemy, stay below one or the other.
DEEDS = 5
# -- the tables: the first mark of each --------------------------------------------------------------------
PLACE = 1
CHANCE = PLACE + DEEDS * 4 * 3 * 2
LATE = CHANCE + DEEDS * 4 * 10 * 3
STANDING = LATE + DEEDS * 9 * 10
FACTS = STANDING + DEEDS * 4 * 36 * 3
STAKE = FACTS + DEEDS * 5 * 4
STAKE_THREE = STAKE + DEEDS * 9 * 4 * 3
BROKEN = STAKE_THREE + DEEDS * 3 * 2 * 9
LEFT = BROKEN + DEEDS * 4 * 3 * 2
LEAD = LEFT + DEEDS * 5 * 5 * 2
AGAINST = LEAD + 10 * 4 * 3
CHANCE_LATE = AGAINST + DEEDS * 36 * 2
SEVENS_LEFT = CHANCE_LATE + DEEDS * 10 * 3 * 3 * 2
CARD = SEVENS_LEFT + DEEDS * 5 * 3
SIZE = CARD + DEEDS * 36 * 3 * 2


def look(row: Row, seat: int, seen: Row) -> None:
    """Write what a seat sees into `seen`, up to its marks."""
    side = side_of(row, seat)
    hidden = unseen(row, seat)
    seen[HIDDEN] = hidden
    seen[TRICKS] = min(8, row[WON] + row[WON + 1])
    seen[SCORE] = 6 * min(5, row[WON + side]) + min(5, row[WON + 1 - side])
    seen[MATADORS] = 3 * place_of(row, seat, hidden, KH) + place_of(row, seat, hidden, JC)
    seen[THREE_AT] = place_of(row, seat, hidden, THREE)
    seen[LEADING] = 1 if is_leading(row) else 0
    seen[HELD] = 0
    if seen[LEADING] == 0:
        seen[HELD] = chance_to_hold(row, seat, hidden, opponents_to_come(row, seat, row[LAID] + 1))


def place_of(row: Row, seat: int, hidden: int, card: int) -> int:
    """0 for a card in hand, 1 for a hidden one, 2 for one that is gone."""
    return 0 if row[HAND + seat] >> card & 1 else 1 if hidden >> card & 1 else 2


def deed(row: Row, seat: int, order: int, seen: Row) -> int:
    """What a play does, paired off by `order` or not."""
    if seen[LEADING] == 1:
        return 0
    with_friend = side_of(row, row[HEAD_SEAT]) == side_of(row, seat)
    if order >= 0:
        return 1 if with_friend else 2
    return 3 if with_friend else 4


def facts(row: Row, seat: int, cards: int, order: int) -> int:
    """The points of V6 that a play would make: 0 for the loss of V6.4, else one more, 4 at most."""
    value = 0
    if order >= 0:
        size = count(cards)
        for i in range(size):
            target = lowest(nth(row[HEAD], permuted(size, order, i)))
            value += worth(row, seat, lowest(nth(cards, i)), target)
    return 0 if value < 0 else 1 + min(3, value)


def mark(row: Row, seat: int, cards: int, seen: Row) -> None:
    """Write the marks of a play, `seen` being filled in."""
    leading = seen[LEADING]
    laid = 1 if leading else row[LAID] + 1
    order = -1 if leading else pairing(row, seat, cards)
    opponents = opponents_to_come(row, seat, laid)
    hold = seen[HELD]
    if leading or order >= 0:
        hold = hold_at_head(row, seat, cards, seen[HIDDEN], laid, opponents)
    chance = hold * 10 // 1001
    likely = 0 if chance < 4 else 1 if chance < 8 else 2
    size = count(cards) - 1
    several = min(1, size)
    act = deed(row, seat, order, seen)
    whose = 4 * act + size
    third = seen[TRICKS] // 3
    to_come = 2 * opponents + friends_to_come(row, laid)
    hearts, jack, three = cards >> KH & 1, cards >> JC & 1, cards >> THREE & 1
    matadors = seen[MATADORS]
    seen[MARK] = PLACE + whose * 6 + to_come
    seen[MARK + 1] = CHANCE + (whose * 10 + chance) * 3 + opponents
    seen[MARK + 2] = LATE + (act * 9 + seen[TRICKS]) * 10 + chance
    seen[MARK + 3] = STANDING + (whose * 36 + seen[SCORE]) * 3 + likely
    seen[MARK + 4] = FACTS + (act * 5 + facts(row, seat, cards, order)) * 4 + size
    seen[MARK + 5] = STAKE + (((act * 9 + matadors) * 2 + hearts) * 2 + jack) * 3 + likely
    seen[MARK + 6] = STAKE_THREE + ((act * 3 + seen[THREE_AT]) * 2 + three) * 9 + matadors
    mark_rest(row, seat, cards, whose, third, seen)
    head = 0 if leading else lowest(row[HEAD])
    seen[MARK + 10] = AGAINST + (act * 36 + head) * 2 + several
    seen[MARK + 11] = CHANCE_LATE + ((act * 10 + chance) * 3 + third) * 6 + to_come
    seen[MARK + 12] = SEVENS_LEFT + (act * 5 + count(row[HAND + seat] & ~cards & RANKS[0])) * 3 + third
    for i in range(TABLES, MARKS):
        seen[MARK + i] = 0
        if cards:
            seen[MARK + i] = CARD + ((act * 36 + lowest(cards)) * 3 + third) * 2 + several
            cards &= cards - 1


def mark_rest(row: Row, seat: int, cards: int, whose: int, third: int, seen: Row) -> None:
    """The marks of what a play leaves in hand: ranks torn apart, the most cards of a rank; and of a lead's
    rank."""
    rest = row[HAND + seat] & ~cards
    broken = 0
    most = 0
    led = 0
    for rank in range(len(RANKS)):
        kept = count(rest & RANKS[rank])
        most = max(most, kept)
        if cards & RANKS[rank]:
            led = rank
            if kept:
                broken = min(2, broken + 1)
    stock = 1 if row[DRAWN] < row[STOCK_SIZE] else 0
    seen[MARK + 7] = BROKEN + (whose * 3 + broken) * 2 + stock
    seen[MARK + 8] = LEFT + ((whose // 4 * 5 + min(4, count(rest))) * 5 + most) * 2 + stock
    seen[MARK + 9] = LEAD + (led * 4 + whose) * 3 + third if seen[LEADING] else 0
