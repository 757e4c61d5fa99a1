"""What the search of endings asks of Voormsi: what the rest of a deal depends on, how much it may still bring
a side, and the plays worth telling apart. Functions over a row, beside the kernel."""

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.games.voormsi.kernel import (
    DRAWN,
    EARNED,
    FULL,
    HAND,
    JC,
    KC,
    KH,
    KS,
    LAID,
    PLAY,
    PLAYERS,
    PLAYS,
    RANKS,
    SCORE,
    SIDES,
    STOCK,
    STOCK_SIZE,
    TARGET,
    THREE,
    TRICK,
    TURN,
    WON,
    is_leading,
    legal,
    tricks_of_deal,
)

INLINE = False

NEAR = 16
"""Cards in all hands that `is_near` allows: a few milliseconds a world."""
SINGULAR = 1 << KS | 1 << KC | 1 << JC | 1 << KH | 1 << THREE  # cards with powers of their own


def live(row: Row) -> int:
    """The cards not played before the trick under way: in hands, in the stock, on the table."""
    cards = 0
    for seat in range(row[PLAYERS]):
        cards |= row[HAND + seat]
    for i in range(row[DRAWN], row[STOCK_SIZE]):
        cards |= 1 << row[STOCK + i]
    if row[LAID] > 0:
        for i in range(row[TRICK], row[PLAYS]):
            cards |= row[PLAY + i] & FULL
    return cards


def most(row: Row, side: int) -> int:
    """The most that a side may still bank in this deal, as a lead is due: V5 if it wins all tricks to come,
    V6 by the matadors still in play, and what it has earned and not yet banked."""
    won = row[WON + side]
    done = row[WON] + row[WON + 1] + row[WON + 2]
    end = won + tricks_of_deal(row) - done
    points = row[EARNED + side] + max(0, end - 4) - max(0, won - 4)
    if row[PLAYERS] != 3 and won == done and won < 5:
        points += 1  # V5.2
    cards = live(row)
    if cards >> KH & 1:
        if cards >> JC & 1:
            points += 3
        elif cards >> THREE & 1:
            points += 1  # V6.5 alone
    return points


def is_near(row: Row) -> bool:
    """Whether the rest of the deal is worth solving in every world that a player thinks of: nothing is left
    to draw, few cards are left to play, and points are all that counts, as no side can reach the target."""
    if row[DRAWN] < row[STOCK_SIZE]:
        return False
    cards = 0
    for seat in range(row[PLAYERS]):
        cards += count(row[HAND + seat])
    for side in range(row[SIDES]):
        if row[SCORE + side] + most(row, side) >= row[TARGET]:
            return False
    return cards <= NEAR


def pattern(row: Row, out: Row) -> int:
    """Write what the rest of the deal depends on, given the stock and the options, into `out`; how many ints.
    Nothing in the middle of a trick: 0.

    What was drawn follows from the hands and the tricks. A score matters only if the target can be reached.
    """
    if not is_leading(row):
        return 0
    rest = row[TURN]
    for side in range(row[SIDES]):
        score = row[SCORE + side]
        if score + most(row, side) < row[TARGET]:
            score = 127
        rest = (rest << 4 | row[WON + side]) << 5 | row[EARNED + side]
        rest = rest << 7 | score
    out[0] = rest
    for seat in range(row[PLAYERS]):
        out[1 + seat] = row[HAND + seat]
    return 1 + row[PLAYERS]


def choices(row: Row, seat: int, out: Row) -> int:
    """Write one of each group of legal plays that lead to the same; how many.

    Two cards of a rank are alike in a hand if no card between them is live; of such cards the lowest go.
    """
    n = legal(row, seat, out)
    higher = doubles(row[HAND + seat], live(row))
    if higher == 0:
        return n
    kept = 0
    for i in range(n):
        if lowered(out[i], row[HAND + seat], higher) == out[i]:
            out[kept] = out[i]
            kept += 1
    return kept


def stand_in(row: Row, seat: int, action: int) -> int:
    """The play among `choices` that a legal play leads to the same as."""
    return lowered(action, row[HAND + seat], doubles(row[HAND + seat], live(row)))


def doubles(hand: int, cards: int) -> int:
    """The cards of a hand that are alike with the next lower one in it."""
    found = 0
    for rank in range(len(RANKS)):
        same = hand & RANKS[rank] & ~SINGULAR
        while same & (same - 1):
            low = lowest(same)
            same &= same - 1
            high = lowest(same)
            if cards & ((1 << high) - (2 << low)) == 0:
                found |= 1 << high
    return found


def lowered(play: int, hand: int, higher: int) -> int:
    """A play with every card exchanged for the next lower one in hand as long as that is alike and stays
    there; `higher` are the cards that have such a one."""
    left = play & higher
    while left:
        card = left & -left
        left ^= card
        below = 1 << highest(hand & (card - 1))
        if play & below == 0:
            play ^= card | below
            left |= below & higher
    return play
