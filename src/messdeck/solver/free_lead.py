"""Misère with the lead free: could the others catch the one seat if any of them might lead to every trick?

An upper bound on what they can do, and far cheaper than the game itself. Nobody's high cards are of use
then, so all that matters of their cards is which cards of the one seat they lie between: a suit is described
by how many cards each of them has in each gap, a suit that is safe for good by lengths alone, and suits
change places freely. Whoever can be caught with certain cards can be caught by somebody who has lower ones
in their place; so nobody but the leader, and those who play before the one seat, has more than one card
of a suit to consider.
"""

from __future__ import annotations

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.solver.avoidance import safe
from messdeck.solver.layout import BUDGET, LANE, NODES, STAMP

INLINE = False  # one large function: see core.twin

ONE = 0  # the seat that is to win no trick; the others follow in the order of play

# -- the row: hands, a frame a card, and the table of what is known ---------------------------------------
HANDS = 0  # 4 masks, ranks counting from the lowest card
FRAMES = 16
STRIDE = 16
SEAT = 0
CARD = 1  # the card it is trying
MOVES = 2  # and those it has not tried, as a mask
LED = 3  # the lane of the suit led
BAR = 4  # the highest card of that suit so far
LEADER = 5
RISKY = 6  # lanes of the suits that are not safe (of the frame that opens the trick, like the keys)
KEY_A = 7
KEY_B = 8
TABLE = FRAMES + 64 * STRIDE
ENTRY = 4  # two keys, and the stamp with the answer
ENTRIES = 1 << 17
SIZE = TABLE + ENTRIES * ENTRY

POSITIVE = 0x7FFFFFFFFFFFFFFF
REPEATED = (0, 0x1555555, 0x2AAAAAA, 0x3FFFFFF)


def risky_lanes(free: Row) -> int:
    """The lanes of the suits that are not safe."""
    lanes = 0
    for suit in range(4):
        shift = 16 * suit
        others = (free[1] | free[2] | free[3]) >> shift & LANE
        if safe(free[ONE] >> shift & LANE, others) == 0:
            lanes |= LANE << shift
    return lanes


def is_lost(free: Row, risky: int) -> bool:
    """Whether the one seat can be caught in the very next trick: somebody leads under its lowest card, and
    nobody has to go over it."""
    for suit in range(4):
        lane = LANE << 16 * suit & risky
        mine = free[ONE] & lane
        if mine:
            least = mine & -mine
            leads = False
            over = False
            for seat in range(1, 4):
                held = free[seat] & lane
                if held:
                    if held & -held < least:
                        leads = True
                    else:
                        over = True
            if leads and not over:
                return True
    return False


def describe(free: Row, suit: int, risky: int) -> int:
    """A suit in 27 bits: two for every card from the lowest up, cards of one gap by seat, after a 1."""
    shift = 16 * suit
    mine = free[ONE] >> shift & LANE
    word = 1
    if risky >> shift & 1 == 0:
        word <<= 2 * count(mine)
        mine = 0
    low = 0  # cards below this are described
    while True:
        card = mine & -mine
        gap = (card - 1 if mine else LANE) & ~low
        for seat in range(1, 4):
            n = 2 * count(free[seat] >> shift & gap)
            word = word << n | REPEATED[seat] & ((1 << n) - 1)
        if mine == 0:
            return word
        word <<= 2
        low |= gap | card
        mine ^= card


def write_keys(free: Row, frame: int) -> None:
    """Describe the position that a frame opens, the suits in an order of their own."""
    risky = free[frame + RISKY]
    a = describe(free, 0, risky)
    b = describe(free, 1, risky)
    c = describe(free, 2, risky)
    d = describe(free, 3, risky)
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    free[frame + KEY_A] = a << 27 | b
    free[frame + KEY_B] = c << 27 | d


def place_of(free: Row, frame: int) -> int:
    """Where in the table a position stands."""
    mixed = (free[frame + KEY_A] * 0x1E3779B97F4A7C15 ^ free[frame + KEY_B] * 0x3F58476D1CE4E5B9) & POSITIVE
    mixed = (mixed ^ mixed >> 31) * 0x14D049BB133111EB & POSITIVE
    return TABLE + ENTRY * (mixed >> 40 & (ENTRIES - 1))


def gaps(mine: int, cards: int) -> int:
    """Of cards of one suit, the highest of each gap between cards of the one seat, as a mask."""
    found = 0
    while cards:
        card = 1 << highest(cards)
        found |= card
        lower = mine & (card - 1)
        cards = cards & ((2 << highest(lower)) - 1) if lower else 0
    return found


def tops(hand: int) -> int:
    """The highest card of each suit, as a mask."""
    found = 0
    for suit in range(4):
        lane = hand & LANE << 16 * suit
        if lane:
            found |= 1 << highest(lane)
    return found


def leads(free: Row, risky: int) -> int:
    """What the others may lead: of each hand the highest card of each gap, of a safe suit any card."""
    found = 0
    for suit in range(4):
        lane = LANE << 16 * suit
        for seat in range(1, 4):
            cards = free[seat] & lane
            if cards:
                found |= gaps(free[ONE] & lane, cards) if risky & lane else 1 << highest(cards)
    return found


def stays_under(free: Row, frame: int, place: int) -> int:
    """The highest card of the suit led with which the one seat is sure to lose the trick, as a mask, or 0."""
    led = free[frame + LED]
    bar = free[frame + BAR]
    for i in range(1, 4 - place):
        held = free[i] & led
        if held:
            bar = max(bar, lowest(held))
    under = free[ONE] & led & ((1 << bar) - 1)
    return 1 << highest(under) if under else 0


def answers(free: Row, frame: int, seat: int, place: int) -> int:
    """What a seat may play to a trick, as a mask; 0 if the one seat cannot but win it."""
    hand = free[seat]
    mine = hand & free[frame + LED]
    if mine == 0:
        return tops(hand)
    if seat == ONE:
        return stays_under(free, frame, place)
    if place > (ONE - free[frame + LEADER]) & 3:
        return 1 << highest(mine)
    under = mine & ((1 << free[frame + BAR]) - 1)
    found = gaps(free[ONE] & free[frame + LED], mine ^ under)
    return found | 1 << highest(under) if under else found


def lay(free: Row, depth: int, card: int) -> None:
    """Play a card from the frame of `depth` and fill in the next one."""
    frame = FRAMES + (depth & 63) * STRIDE
    after = FRAMES + (depth + 1 & 63) * STRIDE
    seat = free[frame + SEAT] & 3
    free[frame + CARD] = card
    free[frame + MOVES] &= ~(1 << card)
    free[seat] ^= 1 << card
    if depth & 3 == 0:
        free[after + LEADER] = seat
        free[after + LED] = LANE << (card & 48)
        free[after + BAR] = card
    else:
        led = free[frame + LED]
        free[after + LEADER] = free[frame + LEADER]
        free[after + LED] = led
        bar = free[frame + BAR]
        free[after + BAR] = card if led >> card & 1 and card > bar else bar
    free[after + RISKY] = free[frame + RISKY]
    free[after + SEAT] = (seat + 1) & 3


def pick(free: Row, frame: int, place: int) -> int:
    """The move to try next: a low lead of a suit that is not safe; to throw away, the one seat's highest
    card of such a suit, and a card of any other of the others."""
    moves = free[frame + MOVES]
    risky = moves & free[frame + RISKY]
    if place == 0 or free[frame + SEAT] == ONE:
        moves = risky if risky else moves
    elif moves != risky:
        moves &= ~risky
    card = lowest(moves)
    if place == 0:
        seat = 1
        while not free[seat & 3] >> card & 1:
            seat += 1
        free[frame + SEAT] = seat
    return card


def can_be_caught(work: Row, free: Row, one: int) -> int:
    """1 if the others can catch the seat `one` with the lead free, 0 if not, -1 when the budget is used up.
    A trick is to be opened, and not by that seat."""
    for i in range(4):
        free[i] = work[(one + i) & 3]
    depth = 0
    while True:
        frame = FRAMES + (depth & 63) * STRIDE
        place = depth & 3
        result = -1
        if place == 0:
            risky = risky_lanes(free)
            if risky == 0:
                result = 0
            elif is_lost(free, risky):
                result = 1
            else:
                work[NODES] += 1
                if work[NODES] > work[BUDGET]:
                    return -1
                free[frame + RISKY] = risky
                write_keys(free, frame)
                at = place_of(free, frame)
                if (
                    free[at + 2] >> 1 == work[STAMP]
                    and free[at] == free[frame + KEY_A]
                    and free[at + 1] == free[frame + KEY_B]
                ):
                    result = free[at + 2] & 1
                else:
                    free[frame + MOVES] = leads(free, risky)
        else:
            moves = answers(free, frame, free[frame + SEAT] & 3, place)
            free[frame + MOVES] = moves
            if moves == 0:
                result = 1
        # Carry the answer up to the nearest seat that has something else to try.
        while result >= 0:
            if depth == 0:
                return result
            depth -= 1
            frame = FRAMES + (depth & 63) * STRIDE
            place = depth & 3
            seat = free[frame + SEAT] & 3
            free[seat] |= 1 << free[frame + CARD]
            wanted = 0 if seat == ONE else 1
            if result != wanted and free[frame + MOVES]:
                result = -1
            elif place == 0:
                at = place_of(free, frame)
                free[at] = free[frame + KEY_A]
                free[at + 1] = free[frame + KEY_B]
                free[at + 2] = work[STAMP] << 1 | result
        lay(free, depth, pick(free, frame, place))
        depth += 1
