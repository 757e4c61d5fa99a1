"""The steps of a search: lay a card, close a trick, and what a list of moves goes through."""

from __future__ import annotations

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.solver.layout import (
    CARD,
    CARDS,
    COUNTED,
    FRAMES,
    GONE,
    HINT,
    LANE,
    LED,
    LOW,
    MOVES,
    MOVES_LEFT,
    NEED,
    OWNERS,
    RELEVANT,
    SEAT,
    SHAPE,
    STAMP,
    STRIDE,
    TAKEN,
    TRUMPS,
    WINNER,
    WINNING,
)


def frame_of(depth: int) -> int:
    """Where the frame of a depth stands."""
    return FRAMES + (depth & 63) * STRIDE


def beats(card: int, winning: int, trumps: int, low: int) -> bool:
    """Whether a card beats the one that heads the trick."""
    if card >> 4 == winning >> 4:
        return (card < winning) != (low == 1)
    return trumps >> card & 1 == 1


def choices(hand: int, gone: int) -> int:
    """The card of first rank of each group of equals: cards with none but gone ones between them."""
    runs = hand | gone
    starts = runs & ~(runs << 1)
    return (starts & hand) | ((gone + (starts & gone)) & hand)


def lay(work: Row, depth: int, card: int) -> None:
    """Play a card from the frame of `depth` and fill in the next frame."""
    frame = frame_of(depth)
    after = frame + STRIDE
    seat = work[frame + SEAT] & 3
    work[frame + CARD] = card
    work[seat] ^= 1 << card
    winning = work[frame + WINNING]
    winner = work[frame + WINNER]
    if winning < 0 or beats(card, winning, work[TRUMPS], work[LOW]):
        winning = card
        winner = seat
    if depth & 3 == 3:
        close_trick(work, frame - 3 * STRIDE, frame)
        work[frame + TAKEN] = won_by_rank(work, frame - 3 * STRIDE, winning)
        work[after + SEAT] = winner
        work[after + WINNING] = -1
        work[after + WINNER] = winner
        work[after + LED] = 0
        work[after + NEED] = work[frame - 3 * STRIDE + NEED] - (work[COUNTED] >> winner & 1)
    else:
        work[after + SEAT] = (seat + 1) & 3
        work[after + WINNING] = winning
        work[after + WINNER] = winner
        work[after + LED] = work[frame + LED] if depth & 3 else LANE << (card & 48)


def close_trick(work: Row, first: int, last: int) -> None:
    """Take the four cards of a trick off the description in frame `first`, into the frame after `last`."""
    opened = last + STRIDE
    shape = work[first + SHAPE]
    cards = work[first + CARDS]
    for suit in range(4):
        work[opened + OWNERS + suit] = work[first + OWNERS + suit]
    for i in range(4):
        at = first + i * STRIDE
        card = work[at + CARD]
        suit = card >> 4 & 3
        above = count(cards >> (card & 48) & ((1 << (card & 15)) - 1))
        cards ^= 1 << card
        owners = work[opened + OWNERS + suit]
        work[opened + OWNERS + suit] = (owners & ((1 << 2 * above) - 1)) | (owners >> (2 * above + 2)) << (
            2 * above
        )
        if suit < 3:
            shape -= 1 << (12 * work[at + SEAT] + 4 * suit)
    work[opened + SHAPE] = shape
    work[opened + CARDS] = cards


def won_by_rank(work: Row, first: int, winning: int) -> int:
    """The cards whose ranks decided the trick opened in frame `first`.

    None, if no other card of the winner's suit fell. The ranks down to the winning card say enough; counted
    from the low end, the ranks up to the losing ones do.
    """
    losing = 0
    for i in range(4):
        other = work[first + i * STRIDE + CARD]
        if other >> 4 == winning >> 4 and other != winning:
            losing |= 1 << other
    return losing if work[LOW] == 1 or losing == 0 else 1 << winning


def last_trick(work: Row, leader: int, need: int) -> int:
    """The answer when everybody has one card left."""
    trumps = work[TRUMPS]
    low = work[LOW]
    winner = leader
    winning = lowest(work[leader & 3])
    for i in range(1, 4):
        seat = (leader + i) & 3
        card = lowest(work[seat])
        if beats(card, winning, trumps, low):
            winner = seat
            winning = card
    fallen = work[0] | work[1] | work[2] | work[3]
    losing = (fallen & (LANE << (winning & 48))) ^ 1 << winning
    work[RELEVANT] = losing if low == 1 or losing == 0 else 1 << winning
    return 1 if work[COUNTED] >> winner & 1 >= need else 0


def pick(work: Row, frame: int) -> int:
    """Take the move of greatest weight off the list of a frame."""
    n = work[frame + MOVES_LEFT]
    best = 0
    for i in range(1, n):
        if work[frame + MOVES + (i & 15)] > work[frame + MOVES + (best & 15)]:
            best = i
    move = work[frame + MOVES + (best & 15)]
    n -= 1
    work[frame + MOVES_LEFT] = n
    work[frame + MOVES + (best & 15)] = work[frame + MOVES + (n & 15)]
    return move & 63


def prune(work: Row, frame: int, card: int, relevant: int) -> int:
    """Drop the moves that must fail as `card` did, as no relevant rank tells them apart; how many stay."""
    n = work[frame + MOVES_LEFT]
    suit = card & 48
    lane = relevant >> suit & 0x1FFF
    floor = highest(lane) if lane else -1
    if card & 15 <= floor:
        return n
    i = 0
    while i < n:
        other = work[frame + MOVES + (i & 15)] & 63
        if other & 48 == suit and other & 15 > floor:
            n -= 1
            work[frame + MOVES + (i & 15)] = work[frame + MOVES + (n & 15)]
        else:
            i += 1
    work[frame + MOVES_LEFT] = n
    return n


def last_equal(work: Row, frame: int, seat: int, card: int) -> int:
    """The last of the cards that a card stood for when it was chosen (as a mask of one).

    If the rank of a card decided a trick and its player failed, then so would its equals have done: all of
    them must stand in the pattern, or a hand that holds only some would be taken for the same. For a player
    who succeeds the card itself is enough.
    """
    others = ~(work[seat] | work[frame + GONE]) >> card
    group = work[seat] >> card & ((others & -others) - 1)
    return 1 << (card + highest(group))


def remember(work: Row, hints: Row, frame: int, seat: int, card: int) -> None:
    """Note the card that settled this frame's question, to be tried first in such a frame."""
    at = work[frame + HINT]
    if at > 0:
        hints[at & 0xFFFFF] = work[STAMP] << 8 | card
