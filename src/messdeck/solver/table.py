"""The transposition table: what is known of a position, as far as it rests on relevant ranks.

An entry says: with these suit lengths, this leader and these owners of the highest cards of each suit,
the counted seats win from `least` to `most` of the tricks to come, whoever holds the lower cards.
"""

from __future__ import annotations

from messdeck.core.bits import count, highest
from messdeck.core.protocol import Row
from messdeck.solver.layout import (
    BOUNDS,
    CARDS,
    ENTRY,
    HIGH_HIGH,
    HIGH_LOW,
    KEY,
    MASK_HIGH,
    MASK_LOW,
    NEXT,
    OWNERS,
    RELEVANT,
    STAMP,
    USED,
)

PATIENCE = 1000  # entries of a chain that are looked at, the newest first; hard deals want nearly all of them


def bucket(key: int, size: int) -> int:
    """Which chain a key belongs to; size is a power of two."""
    mixed = ((key ^ key >> 29) * 0x1E3779B97F4A7C15) & 0x7FFFFFFFFFFFFFFF
    return (mixed >> 40) & (size - 1)


def owners_low(work: Row, frame: int) -> int:
    """Owners of suits 0 and 1 of the position a frame opens."""
    return work[frame + OWNERS] | work[frame + OWNERS + 1] << 26


def owners_high(work: Row, frame: int) -> int:
    """Owners of suits 2 and 3."""
    return work[frame + OWNERS + 2] | work[frame + OWNERS + 3] << 26


def relevant_cards(cards: int, ranks: int, select: Row) -> int:
    """The lowest relevant card of each suit, from how many ranks are (4 bits a suit)."""
    found = 0
    for suit in range(4):
        n = ranks >> 4 * suit & 15
        if n > 0:
            places = select[cards >> 16 * suit & 0x1FFF]
            found |= 1 << (16 * suit + (places >> 4 * (n - 1) & 15))
    return found


def relevant_ranks(cards: int, relevant: int) -> int:
    """How many ranks of each suit are relevant (4 bits a suit), from a mask of relevant cards."""
    ranks = 0
    for suit in range(4):
        lane = relevant >> 16 * suit & 0x1FFF
        if lane:
            ranks |= count(cards >> 16 * suit & ((2 << highest(lane)) - 1)) << 4 * suit
    return ranks


def look_up(work: Row, table: Row, heads: Row, select: Row, frame: int, key: int, need: int) -> int:
    """Whether the counted seats win `need` tricks, 1 or 0, or -1 if the table cannot tell; the relevant
    cards go into RELEVANT."""
    head = heads[bucket(key, len(heads))]
    if head >> 32 != work[STAMP]:
        return -1
    low = owners_low(work, frame)
    high = owners_high(work, frame)
    at = head & 0xFFFFFFFF
    patience = PATIENCE
    while at > 0 and patience > 0:
        patience -= 1
        if (
            table[at + KEY] == key
            and ((table[at + HIGH_LOW] ^ low) & table[at + MASK_LOW]) == 0
            and ((table[at + HIGH_HIGH] ^ high) & table[at + MASK_HIGH]) == 0
        ):
            bounds = table[at + BOUNDS]
            if bounds & 15 >= need:
                work[RELEVANT] = relevant_cards(work[frame + CARDS], bounds >> 8, select)
                return 1
            if bounds >> 4 & 15 < need:
                work[RELEVANT] = relevant_cards(work[frame + CARDS], bounds >> 8, select)
                return 0
        at = table[at + NEXT] & 0xFFFFFFFF
    return -1


def mask_of(ranks: int, suit: int) -> int:
    """The bits of an owners word that a number of relevant ranks covers."""
    return (1 << 2 * (ranks >> 4 * suit & 15)) - 1


def store(
    work: Row, table: Row, heads: Row, frame: int, key: int, least: int, most: int, relevant: int
) -> None:
    """Enter what was found; when the table is full it starts afresh."""
    ranks = relevant_ranks(work[frame + CARDS], relevant)
    mask_low = mask_of(ranks, 0) | mask_of(ranks, 1) << 26
    mask_high = mask_of(ranks, 2) | mask_of(ranks, 3) << 26
    low = owners_low(work, frame) & mask_low
    high = owners_high(work, frame) & mask_high
    place = bucket(key, len(heads))
    head = heads[place]
    first = 0
    if head >> 32 == work[STAMP]:
        first = head & 0xFFFFFFFF
    at = first
    patience = PATIENCE
    while at > 0 and patience > 0:
        patience -= 1
        if (
            table[at + KEY] == key
            and table[at + HIGH_LOW] == low
            and table[at + HIGH_HIGH] == high
            and table[at + MASK_LOW] == mask_low
            and table[at + MASK_HIGH] == mask_high
        ):
            bounds = table[at + BOUNDS]
            least = max(least, bounds & 15)
            most = min(most, bounds >> 4 & 15)
            table[at + BOUNDS] = least | most << 4 | ranks << 8
            return
        at = table[at + NEXT] & 0xFFFFFFFF
    at = work[USED]
    if at + ENTRY > len(table):
        work[STAMP] += 1
        first = 0
        at = ENTRY
    work[USED] = at + ENTRY
    table[at + KEY] = key
    table[at + HIGH_LOW] = low
    table[at + HIGH_HIGH] = high
    table[at + MASK_LOW] = mask_low
    table[at + MASK_HIGH] = mask_high
    table[at + BOUNDS] = least | most << 4 | ranks << 8
    table[at + NEXT] = first
    heads[place] = work[STAMP] << 32 | at
