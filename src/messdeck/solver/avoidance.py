"""Misère: when one seat is to win no trick, in no trumps. Ranks count from the lowest card (LOW).

A suit is safe for that seat if its k-th lowest card there is lower than the k-th lowest that the others
hold, for every k: to any lead of that suit it then has a card to stay under with, the suit stays safe when
it plays the highest such card, and throwing its highest away does no harm either.
"""

from __future__ import annotations

from messdeck.core.bits import count, lowest
from messdeck.core.protocol import Row
from messdeck.solver.layout import CARDS, COUNTED, KIND, LANE, MISERE, RELEVANT, TRUMPS


def one_avoids(work: Row, cards: int) -> bool:
    """Whether this is misère of one seat without trumps (or with none left)."""
    return work[KIND] == MISERE and count(work[COUNTED]) == 1 and cards & work[TRUMPS] == 0


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


def misere_bound(work: Row, frame: int, leader: int, need: int) -> int:
    """1 or 0 if the question is settled without search, else -1; relevant cards go into RELEVANT."""
    cards = work[frame + CARDS]
    if not one_avoids(work, cards):
        return -1
    seat = lowest(work[COUNTED])
    if need == 1 and is_caught(work, cards, seat, leader):
        return 1
    if escapes(work, cards, seat, leader):
        return 0
    return -1
