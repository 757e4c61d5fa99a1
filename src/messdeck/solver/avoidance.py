"""Misère: when one seat is to win no trick, in no trumps. Ranks count from the lowest card (LOW).

A suit is safe for that seat if its k-th lowest card there is lower than the k-th lowest that the others
hold, for every k: to any lead of that suit it then has a card to stay under with, the suit stays safe when
it plays the highest such card, and throwing its highest away does no harm either.
"""

from __future__ import annotations

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.solver.layout import COUNTED, KIND, LANE, LED, MISERE, RELEVANT, TRUMPS, WINNING


def one_avoids(work: Row, cards: int) -> bool:
    """Whether this is misère of one seat without trumps (or with none left)."""
    return work[KIND] == MISERE and count(work[COUNTED]) == 1 and cards & work[TRUMPS] == 0


def dodger(work: Row) -> int:
    """The seat that is to win no trick, without trumps, as a mask of one; 0 in any other kind of question."""
    return work[COUNTED] if work[TRUMPS] == 0 and one_avoids(work, 0) else 0


def safe(mine: int, theirs: int) -> int:
    """The highest card that the safety of a suit rests on, as a mask of one, 0 if it is not safe.

    The masks are shifted down to one lane. A suit of which one side has none is safe by length alone.
    """
    last = 1
    while mine and theirs:
        card = mine & -mine
        if card > theirs & -theirs:
            return 0
        last = card
        mine ^= card
        theirs &= theirs - 1
    return last


def safe_to_lead(mine: int, theirs: int) -> int:
    """The same for a suit whose lowest card is led: somebody must go over it, and the rest stays safe."""
    if theirs == 0 or mine == 0 or mine & -mine > theirs & -theirs:
        return 0
    last = mine & -mine
    mine ^= last
    while mine and theirs:
        card = mine & -mine
        if card > theirs & -theirs:
            return 0
        last = card
        mine ^= card
        theirs &= theirs - 1
    return last


def is_caught(work: Row, cards: int, seat: int, leader: int) -> bool:
    """Whether the seat cannot help winning this very trick: RELEVANT then names the ranks that show it."""
    relevant = 0
    for suit in range(4):
        lane = LANE << 16 * suit
        mine = work[seat] & lane
        if leader == seat:
            if mine == 0:
                continue
        elif mine == 0 or work[leader] & lane == 0:
            continue
        least = mine & -mine
        under = True
        for i in range(1, 4):
            held = work[(seat + i) & 3] & lane
            if held and held & -held > least:
                under = False
        if leader == seat:
            if not under:
                return False
            relevant |= least
        elif under:
            work[RELEVANT] = least
            return True
    work[RELEVANT] = relevant
    return leader == seat


def escapes(work: Row, cards: int, seat: int, leader: int) -> bool:
    """Whether the seat can stay under for good: all its suits are safe, and it leads no trick but one that
    it must lose. RELEVANT then names the ranks that show it."""
    relevant = 0
    exit_found = leader != seat
    for suit in range(4):
        lane = cards >> 16 * suit & LANE
        mine = work[seat] >> 16 * suit & LANE
        last = safe(mine, lane & ~mine)
        if last == 0:
            return False
        if not exit_found:
            led = safe_to_lead(mine, lane & ~mine)
            if led > 0:
                exit_found = True
                last = led
        if lane != mine and mine:
            relevant |= last << 16 * suit
    work[RELEVANT] = relevant
    return exit_found


def dodges(work: Row, frame: int, place: int, seat: int, hand: int) -> int:
    """The cards that the seat need try so as not to win this trick; 0 if it cannot help it. To win one is all
    it fears.

    Of the cards of a suit that are sure to lose the trick the highest will do: who keeps a lower card in
    place of a higher one can do all that he could before. A card loses for sure if it is under the one that
    heads the trick, or if somebody yet to play has none lower. RELEVANT then names ranks that show that the
    others are no better.
    """
    led = work[frame + LED]
    work[RELEVANT] = 0
    if led == 0:
        moves = 0
        relevant = 0
        for suit in range(4):
            moves |= highest_loser(work, seat, hand & (LANE << 16 * suit), LANE << 16 * suit, -1, 3)
            relevant |= work[RELEVANT]
        work[RELEVANT] = relevant
        return moves
    if hand & led:
        return highest_loser(work, seat, hand & led, led, work[frame + WINNING], 3 - place)
    moves = 0
    for suit in range(4):
        if hand & (LANE << 16 * suit):
            moves |= 1 << highest(hand & (LANE << 16 * suit))
    return moves


def highest_loser(work: Row, seat: int, mine: int, lane: int, bar: int, later: int) -> int:
    """The highest card of a suit that is sure to lose, as a mask of one, or 0; `bar` is the card that heads
    the trick, or -1, and `later` seats have yet to play."""
    work[RELEVANT] = 0
    for i in range(1, later + 1):
        theirs = work[(seat + i) & 3] & lane
        if theirs:
            bar = max(bar, lowest(theirs))
    if bar < 0 or mine == 0:
        return 0
    losers = mine & ((1 << bar) - 1)
    work[RELEVANT] = 1 << bar
    if losers == 0:
        return 0
    last = 1 << highest(losers)
    if losers == mine:
        work[RELEVANT] = last
    return last
