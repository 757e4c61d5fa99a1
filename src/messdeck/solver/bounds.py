"""Bounds without search: tricks that a side can take at once, or cannot be kept from.

They hold for any partition of the seats, and lean on little: only cards that are the highest of their suit
take tricks here, whoever plays between; where friends may be forced to overtake or to ruff, less is
claimed. Each claim names the ranks it rests on.
"""

from __future__ import annotations

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.solver.avoidance import escapes, is_caught, one_avoids, safe
from messdeck.solver.free_lead import can_be_caught
from messdeck.solver.layout import CARDS, COUNTED, DECLARERS, KIND, LANE, PLAIN, RELEVANT, TRUMPS


def bound(work: Row, free: Row, frame: int, leader: int, need: int, left: int) -> int:
    """1 or 0 if the question is settled without search, else -1; relevant cards go into RELEVANT."""
    if work[KIND] != PLAIN:
        return misere_bound(work, free, frame, leader, need)
    cards = work[frame + CARDS]
    trumps = cards & work[TRUMPS]
    leads = work[DECLARERS] >> leader & 1
    side = work[DECLARERS] if leads == 1 else 15 ^ work[DECLARERS]
    want = need if leads == 1 else left - need + 1
    against = left + 1 - want
    if trumps and sure_trumps(work, trumps, 15 ^ side, against) >= against:
        return 1 - leads
    # The leader's winners; then, if foes head every suit it can lead, those of each such foe.
    takers = 1 << leader
    relevant = 0
    while takers:
        seat = lowest(takers)
        takers &= takers - 1
        if relevant == 0:
            if cash(work, cards, trumps, seat, side, want) >= want:
                return leads
            takers = foes_in_front(work, cards, trumps, leader, side)
            relevant = work[RELEVANT]
            if takers == 0:
                return -1
            if against == 1:
                return 1 - leads
            # To win a trump lead at once may cost two high trumps that were counted apart.
            if work[leader] & trumps:
                return -1
        else:
            if cash(work, cards, trumps, seat, 15 ^ side, against) < against:
                return -1
            relevant |= work[RELEVANT]
    work[RELEVANT] = relevant
    return 1 - leads


def misere_bound(work: Row, free: Row, frame: int, leader: int, need: int) -> int:
    """1 or 0 if the question is settled without search, else -1; relevant cards go into RELEVANT."""
    cards = work[frame + CARDS]
    if not one_avoids(work, cards):
        return -1
    seat = lowest(work[COUNTED])
    if need == 1 and is_caught(work, cards, seat, leader):
        return 1
    if escapes(work, cards, seat, leader):
        return 0
    if need == 1 and leader != seat and can_be_caught(work, free, seat) == 0:
        name_gaps(work, cards, seat)
        return 0
    return -1


def name_gaps(work: Row, cards: int, seat: int) -> None:
    """Name the ranks that the answer with the lead free rests on: in a suit that is not safe, all up to the
    seat's highest card."""
    relevant = 0
    for suit in range(4):
        lane = cards >> 16 * suit & LANE
        mine = work[seat] >> 16 * suit & LANE
        if mine and lane != mine:
            last = safe(mine, lane & ~mine)
            relevant |= (last if last else 1 << highest(mine)) << 16 * suit
    work[RELEVANT] = relevant


def top(cards: int, n: int) -> int:
    """The n-th highest card of one suit (n from 1), as a mask of one."""
    for _ in range(1, n):
        cards &= cards - 1
    return cards & -cards


def series(held: int, lane: int) -> int:
    """How many cards of one suit are the highest in play without a break."""
    others = lane & ~held
    return count(held & ((others & -others) - 1)) if others else count(held)


def sure_trumps(work: Row, trumps: int, side: int, want: int) -> int:
    """Trump tricks that a side cannot lose, whoever leads what: `want` is enough.

    Two seats: top trumps without a break, as many as the longer of them holds. One seat: each of its trumps
    is beaten only by a higher trump of a foe, and each of those beats but one; what is left over wins.
    """
    best = 0
    last = 0
    foes = 0
    for seat in range(4):
        if side >> seat & 1 == 0:
            foes |= work[seat] & trumps
    for seat in range(4):
        if side >> seat & 1:
            mine = work[seat] & trumps
            for other in range(seat + 1, 4):
                if side >> other & 1:
                    theirs = work[other] & trumps
                    tricks = min(series(mine | theirs, trumps), max(count(mine), count(theirs)), want)
                    if tricks > best:
                        best = tricks
                        last = top(trumps, tricks)
            used = 0
            tricks = 0
            while mine and tricks < want:
                card = mine & -mine
                mine ^= card
                if count(foes & (card - 1)) > used:
                    used += 1
                else:
                    tricks += 1
                    if tricks > best:
                        best = tricks
                        last = card
    work[RELEVANT] = last
    return best


def cash(work: Row, cards: int, trumps: int, leader: int, side: int, want: int) -> int:
    """Tricks that the side on lead can take at once: `want` is enough."""
    sure = 0
    relevant = 0
    drawn = False  # the leader's own top trumps draw those of the foes
    limit = 99  # beyond so many rounds a friend might be forced to ruff
    if trumps:
        sure = sure_trumps(work, trumps, side, want)
        relevant = work[RELEVANT]
        if sure >= want:
            return sure
        longest = 0
        for seat in range(4):
            held = work[seat] & trumps
            if held:
                if side >> seat & 1 == 0:
                    longest = max(longest, count(held))
                else:
                    limit = min(limit, count(work[seat] & ~trumps))
        mine = series(work[leader] & trumps, trumps)
        if mine >= longest:
            drawn = True
            if longest > 0:
                relevant |= top(trumps, longest)
    want -= sure
    total = 0
    for suit in range(4):
        lane = cards & (LANE << 16 * suit)
        mine = work[leader] & lane
        if mine == 0 or lane == trumps:
            continue
        longest = 0
        cap = 99
        for i in range(1, 4):
            seat = (leader + i) & 3
            length = count(work[seat] & lane)
            longest = max(longest, length)
            if side >> seat & 1 == 0 and work[seat] & trumps and not drawn:
                cap = min(cap, length)
        tricks = series(mine, lane)
        if tricks >= longest:
            tricks = count(mine)
        tricks = min(tricks, cap, want - total)
        if tricks > 0:
            total += tricks
            if longest > 0:
                relevant |= top(mine, min(tricks, longest))
            if total >= want:
                break
    total = min(total, limit)
    work[RELEVANT] = relevant
    if total >= want or (drawn and trumps):
        return total + sure
    for i in range(1, 4):
        friend = (leader + i) & 3
        if side >> friend & 1:
            more = cross(work, cards, trumps, leader, friend, side, want)
            if min(more, limit) >= want:
                return want + sure
    work[RELEVANT] = relevant
    return total + sure


def cross(work: Row, cards: int, trumps: int, leader: int, friend: int, side: int, want: int) -> int:
    """Tricks in plain suits if the leader cashes his winners and then lets a friend in to cash his.

    Adds to RELEVANT the ranks this rests on.
    """
    total = 0
    later = 0
    entry = False
    relevant = work[RELEVANT]
    for suit in range(4):
        lane = cards & (LANE << 16 * suit)
        if lane == 0 or lane == trumps:
            continue
        mine = work[leader] & lane
        theirs = work[friend] & lane
        cap = 99
        longest = 0
        for i in range(1, 4):
            seat = (leader + i) & 3
            length = count(work[seat] & lane)
            if seat != friend:
                longest = max(longest, length)
            if side >> seat & 1 == 0 and work[seat] & trumps:
                cap = min(cap, length)
        joint = series(mine | theirs, lane)
        high = top(lane, joint) if joint > 0 else 0
        my_high = count(mine & (2 * high - 1)) if high else 0
        their_high = joint - my_high
        my_length = count(mine)
        their_length = count(theirs)
        first = series(mine, lane)
        kept = 0
        if my_high <= their_length - their_high:
            first = my_high
            kept = their_high
        else:
            rest = lane & ~top_cards(mine, first)
            kept = min(series(theirs, rest), max(0, their_length - first))
        used = first + kept  # ranks this rests on
        if first >= max(longest, their_length):
            first = my_length
        elif first + kept >= max(longest, my_length):
            kept = max(kept, their_length - first)
        first = min(first, cap)
        kept = min(kept, cap - first)
        total += first
        later += kept
        if kept > 0 and my_length > first:
            entry = True
        if used > 0 and first + kept > 0:
            relevant |= top(lane, used)
    if entry:
        total += later
    work[RELEVANT] = relevant
    return total


def top_cards(cards: int, n: int) -> int:
    """The n highest cards of one suit."""
    rest = cards
    for _ in range(n):
        rest &= rest - 1
    return cards ^ rest


def foes_in_front(work: Row, cards: int, trumps: int, leader: int, side: int) -> int:
    """The foes who win the trick whatever is led, as a mask of seats; 0 if the side on lead may win it.

    RELEVANT then names the cards they win with.
    """
    owners = 0
    relevant = 0
    for suit in range(4):
        lane = cards & (LANE << 16 * suit)
        if work[leader] & lane == 0:
            continue
        high = lane & -lane
        relevant |= high
        for seat in range(4):
            if side >> seat & 1 == 0:
                if work[seat] & high:
                    owners |= 1 << seat
            elif work[seat] & high or (
                trumps and lane != trumps and work[seat] & trumps and work[seat] & lane == 0
            ):
                return 0
    work[RELEVANT] = relevant
    return owners
