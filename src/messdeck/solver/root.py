"""Questions at the root: the value of a position and of every card, or whether a target can be reached."""

from __future__ import annotations

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.solver.layout import (
    ALL_LANES,
    CARDS,
    COUNTED,
    DECLARERS,
    FRAMES,
    KIND,
    LAID,
    LANE,
    LEADER,
    LED,
    LIMIT,
    LOW,
    MISERE,
    MIXED,
    NEED,
    NODES,
    OWNERS,
    PLAIN,
    POSED,
    SEAT,
    SHAPE,
    STAMP,
    TABLE,
    TRUMP,
    TRUMPS,
    USED,
    WINNER,
    WINNING,
)
from messdeck.solver.play import choices, lay
from messdeck.solver.search import search

CARD_OF = 0  # an answer: the card (-1: the position itself), the least and the most it may bring
LEAST = 1
MOST = 2
ANSWER = 3

FIRSTS = 1 | 1 << 16 | 1 << 32 | 1 << 48


def packed(card: int, cards: int, trump: int, low: int) -> int:
    """A card in the search's own coding (see layout), `cards` being all that are in play."""
    suit = card >> 4
    lane = cards >> 16 * suit & LANE
    below = count(lane & ((1 << (card & 15)) - 1))
    if trump >= 0:
        suit = 3 if suit == trump else trump if suit == 3 else suit
    return 16 * suit + (below if low == 1 else count(lane) - 1 - below)


def pose(work: Row) -> None:
    """Bring a problem into the search's coding: its hands and table, in place."""
    cards = work[POSED] | work[POSED + 1] | work[POSED + 2] | work[POSED + 3]
    trump = work[TRUMP]
    work[TRUMPS] = LANE << 48 if trump >= 0 else 0
    work[KIND] = MIXED
    if work[DECLARERS] == work[COUNTED]:
        work[KIND] = PLAIN
    elif work[DECLARERS] == 15 ^ work[COUNTED]:
        work[KIND] = MISERE
    low = 1 if work[KIND] == MISERE else 0
    work[LOW] = low
    for i in range(work[LAID]):
        cards |= 1 << work[TABLE + i]
    for seat in range(4):
        hand = work[POSED + seat]
        mask = 0
        while hand:
            mask |= 1 << packed(lowest(hand), cards, trump, low)
            hand &= hand - 1
        work[POSED + seat] = mask
    for i in range(work[LAID]):
        work[TABLE + i] = packed(work[TABLE + i], cards, trump, low)


def describe(work: Row) -> None:
    """Fill in what the first frame says of the position as it was when the trick began."""
    cards = 0
    shape = 0
    for seat in range(4):
        cards |= work[seat]
        for suit in range(3):
            shape += count(work[seat] >> 16 * suit & 0x1FFF) << (12 * seat + 4 * suit)
    work[FRAMES + SHAPE] = shape
    work[FRAMES + CARDS] = cards
    for suit in range(4):
        owners = 0
        lane = cards >> 16 * suit & 0x1FFF
        while lane:
            card = 16 * suit + highest(lane)
            lane ^= 1 << (card & 15)
            seat = 0
            while not work[seat] >> card & 1:
                seat += 1
            owners = owners << 2 | seat
        work[FRAMES + OWNERS + suit] = owners


def set_out(work: Row, need: int, card: int) -> int:
    """Lay out the position afresh, after `card` if that is not -1; the depth from which to search."""
    leader = work[LEADER]
    laid = work[LAID]
    for seat in range(4):
        work[seat] = work[POSED + seat]
    for i in range(laid):
        work[(leader + i) & 3] |= 1 << work[TABLE + i]
    describe(work)
    work[FRAMES + SEAT] = leader
    work[FRAMES + WINNING] = -1
    work[FRAMES + WINNER] = leader
    work[FRAMES + LED] = 0
    work[FRAMES + NEED] = need
    last = laid if card < 0 else laid + 1
    for i in range(last):
        lay(work, i, work[TABLE + i] if i < laid else card)
    return last


def root_moves(work: Row) -> int:
    """One card of each group of equals that the seat to play may play."""
    seat = (work[LEADER] + work[LAID]) & 3
    legal = work[POSED + seat]
    held = work[POSED] | work[POSED + 1] | work[POSED + 2] | work[POSED + 3]
    if work[LAID] > 0:
        led = legal & (LANE << (work[TABLE] & 48))
        if led:
            legal = led
        # Whichever card heads the trick, a card on the table is never passed over here.
        for i in range(work[LAID]):
            held |= 1 << work[TABLE + i]
    return choices(legal, ALL_LANES & ~held)


def begin(work: Row) -> None:
    """Forget all that the tables say: a new problem."""
    work[STAMP] += 1
    work[USED] = 8
    work[NODES] = 0


def values(
    work: Row,
    table: Row,
    heads: Row,
    hints: Row,
    select: Row,
    free: Row,
    out: Row,
    target: int,
    all_moves: int,
) -> int:
    """Answer for the position, and with `all_moves` for each card; how many answers stand in `out`.

    With a target above 0 only that target is looked at. An answer that the budget cut short leaves its
    least below its most.
    """
    begin(work)
    seat = (work[LEADER] + work[LAID]) & 3
    maximises = work[DECLARERS] >> seat & 1
    tricks = min(count(work[POSED + seat]), work[LIMIT])
    n = list_answers(out, root_moves(work) if all_moves == 1 else 0)
    need = guess(work, count(work[POSED + seat])) if target == 0 else target
    for i in range(n):
        at = i * ANSWER
        least = 0
        most = tricks
        if i > 0:
            # No card brings more to the seat that plays it than the position is worth.
            if maximises == 1:
                most = out[MOST]
                need = most
            else:
                least = out[LEAST]
                need = least + 1
        while least < most:
            need = max(least + 1, min(most, need))
            found = search(work, table, heads, hints, select, free, set_out(work, need, out[at + CARD_OF]))
            if found == 1:
                least = need
                need += 1
            elif found == 0:
                most = need - 1
                need -= 1
            if found < 0 or target > 0:
                break
        out[at + LEAST] = least
        out[at + MOST] = most
    return n


def guess(work: Row, tricks: int) -> int:
    """A first target near the value: the counted seats' share of the honours; one trick in misère."""
    if work[LOW] == 1:
        return 1
    ours = 0
    everyone = 0
    for seat in range(4):
        hand = work[POSED + seat]
        points = 0
        for rank in range(4):
            points += (4 - rank) * count(hand & (FIRSTS << rank))
        everyone += points
        if work[COUNTED] >> seat & 1:
            ours += points
    return (2 * tricks * ours + everyone) // (2 * everyone)


def list_answers(out: Row, moves: int) -> int:
    """Write which cards are asked for, the position itself first; how many answers there will be."""
    out[CARD_OF] = -1
    n = 1
    while moves:
        out[n * ANSWER + CARD_OF] = lowest(moves)
        moves &= moves - 1
        n += 1
    return n
