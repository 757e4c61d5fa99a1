"""Uniform deals of unknown cards to four hands that cannot hold everything: `core.sampling` for the twin.

The ways are counted once for a view, by kinds of cards and the room left in each hand, and then any number
of deals is drawn by those counts. At most three hands may have room (39 cards), or the counts overflow.
"""

from math import comb

from messdeck.core.bits import advance, below, count
from messdeck.core.protocol import Row

SIDE = 14  # a hand has room for 0 to 13 cards
MOST_KINDS = 4

# Cells of a table.
STATE = 0  # of chance
KINDS = 1
ROOM = 2  # 4 hands: how many cards each is dealt
DEALT = 6  # 4 hands: masks, what `deal` writes
SPLIT = 10  # 4 hands: how many cards of one kind, what `walk` writes
KIND = 14  # masks of the kinds of cards
ALLOWED = 18  # for each kind a mask of the hands that may hold it
WAYS = 22  # by kind and by room in the first three hands: ways to deal this kind and those after it
TABLE = WAYS + (MOST_KINDS + 1) * SIDE**3

CHOOSE = tuple(comb(n, k) for n in range(SIDE) for k in range(SIDE))


def place(kind: int, a: int, b: int, c: int) -> int:
    """The cell of the ways from a kind on with this room in the first three hands."""
    return WAYS + ((kind * SIDE + a) * SIDE + b) * SIDE + c


def count_ways(table: Row) -> int:
    """Count the ways from the last kind back; how many there are in all."""
    left = 0
    for kind in range(table[KINDS], -1, -1):
        if kind < table[KINDS]:
            left += count(table[KIND + kind])
        for a in range(table[ROOM] + 1):
            for b in range(table[ROOM + 1] + 1):
                for c in range(table[ROOM + 2] + 1):
                    d = left - a - b - c
                    ways = 0
                    if 0 <= d <= table[ROOM + 3]:
                        ways = 1 if kind == table[KINDS] else walk(table, kind, a, b, c, d, -1)
                    table[place(kind, a, b, c)] = ways
    return table[place(0, table[ROOM], table[ROOM + 1], table[ROOM + 2])]


def most_of(table: Row, kind: int, hand: int, room: int, cards: int) -> int:
    """How many cards of a kind a hand can take."""
    return min(room, cards) if table[ALLOWED + kind] >> hand & 1 else 0


def walk(table: Row, kind: int, a: int, b: int, c: int, d: int, target: int) -> int:
    """Go through the ways to split a kind among hands with this room, adding up their weights; stop in the
    split that takes the sum above the target (if that is not negative), written to SPLIT. The sum."""
    cards = count(table[KIND + kind])
    most_d = most_of(table, kind, 3, d, cards)
    ways = 0
    for x in range(most_of(table, kind, 0, a, cards) + 1):
        for y in range(most_of(table, kind, 1, b, cards - x) + 1):
            orders = CHOOSE[cards * SIDE + x] * CHOOSE[(cards - x) * SIDE + y]
            for z in range(most_of(table, kind, 2, c, cards - x - y) + 1):
                rest = cards - x - y - z
                if rest <= most_d:
                    more = table[place(kind + 1, a - x, b - y, c - z)]
                    ways += orders * CHOOSE[(cards - x - y) * SIDE + z] * more
                    if 0 <= target < ways:
                        table[SPLIT] = x
                        table[SPLIT + 1] = y
                        table[SPLIT + 2] = z
                        table[SPLIT + 3] = rest
                        return ways
    return ways


def pick(table: Row, n: int) -> int:
    """A uniform int from 0 to n - 1, n below 2**62, by the table's state of chance."""
    limit = (1 << 62) // n * n
    value = limit
    while value >= limit:
        first = advance(table[STATE])
        second = advance(first)
        table[STATE] = second
        value = (first >> 32) << 31 | second >> 32
    return value % n


def deal(table: Row) -> None:
    """Draw one deal into DEALT, uniformly among all that the counted table allows."""
    a, b, c, d = table[ROOM], table[ROOM + 1], table[ROOM + 2], table[ROOM + 3]
    for hand in range(4):
        table[DEALT + hand] = 0
    for kind in range(table[KINDS]):
        cards = table[KIND + kind]
        if cards:
            walk(table, kind, a, b, c, d, pick(table, table[place(kind, a, b, c)]))
            a -= table[SPLIT]
            b -= table[SPLIT + 1]
            c -= table[SPLIT + 2]
            d -= table[SPLIT + 3]
            hand_out(table, cards)


def hand_out(table: Row, cards: int) -> None:
    """Give the cards of a kind to the hands by the numbers in SPLIT, which are used up."""
    left = count(cards)
    while cards:
        card = cards & -cards
        cards ^= card
        table[STATE] = advance(table[STATE])
        number = below(table[STATE], left)
        left -= 1
        hand = 0
        while number >= table[SPLIT + hand]:
            number -= table[SPLIT + hand]
            hand += 1
        table[SPLIT + hand] -= 1
        table[DEALT + hand] |= card
