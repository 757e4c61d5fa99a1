"""The search: can the declaring seats bring the counted seats to `need` tricks? One loop, no recursion."""

from __future__ import annotations

from messdeck.core.bits import count
from messdeck.core.protocol import Row
from messdeck.solver.avoidance import dodger, dodges
from messdeck.solver.bounds import bound
from messdeck.solver.layout import (
    AIM,
    ALL_LANES,
    BUDGET,
    CARD,
    DECLARERS,
    FRAMES,
    GONE,
    LED,
    MOVES_LEFT,
    NEED,
    NODES,
    RANKS,
    RELEVANT,
    SEAT,
    SHAPE,
    STRIDE,
    TAKEN,
    WINNING,
)
from messdeck.solver.ordering import weigh
from messdeck.solver.play import choices, frame_of, last_equal, last_trick, lay, pick, prune, remember
from messdeck.solver.table import look_up, store

INLINE = False  # one large function: see core.twin


def search(work: Row, table: Row, heads: Row, hints: Row, select: Row, free: Row, start: int) -> int:
    """1 or 0, or -1 when the budget is used up. Frames 0 to `start` are filled in: `start` cards lie on the
    table, and the frame of `start` knows its seat, the card that heads the trick and the suit led."""
    declarers = work[DECLARERS]
    dodging = dodger(work)
    depth = start
    opening = FRAMES
    key = 0
    while True:
        frame = frame_of(depth)
        seat = work[frame + SEAT] & 3
        result = -1
        relevant = 0
        hand = work[seat]
        if depth & 3 == 0:
            opening = frame
            need = work[frame + NEED]
            left = count(hand)
            if need <= 0:
                result = 1
            elif need > left:
                result = 0
            elif left == 1:
                result = last_trick(work, seat, need)
                relevant = work[RELEVANT]
            else:
                work[NODES] += 1
                if work[NODES] > work[BUDGET]:
                    return -1
                key = work[frame + SHAPE] | seat << 48 | left << 50
                result = look_up(work, table, heads, select, frame, key, need)
                if result < 0:
                    result = bound(work, free, frame, seat, need, left)
                if result >= 0:
                    relevant = work[RELEVANT]
        if result < 0:
            winning = work[frame + WINNING]
            legal = hand & work[frame + LED]
            if legal == 0:
                legal = hand
            held = work[0] | work[1] | work[2] | work[3]
            if winning >= 0:
                held |= 1 << winning
            gone = ALL_LANES & ~held
            work[frame + GONE] = gone
            work[frame + AIM] = declarers >> seat & 1
            if dodging == 1 << seat and work[opening + NEED] == 1:
                moves = dodges(work, frame, depth & 3, seat, hand)
                relevant = work[RELEVANT]
                work[frame + RANKS] = relevant
                if moves == 0:
                    result = 1
            else:
                moves = choices(legal, gone)
                work[frame + RANKS] = 0
            if result < 0:
                work[frame + MOVES_LEFT] = weigh(work, hints, opening, frame, depth & 3, moves, legal)
        if result >= 0:
            # Carry the answer up to the nearest seat that has something else to try.
            while result >= 0:
                if depth == start:
                    work[RELEVANT] = relevant
                    return result
                depth -= 1
                frame = frame_of(depth)
                seat = work[frame + SEAT] & 3
                card = work[frame + CARD]
                work[seat] |= 1 << card
                if depth & 3 == 3:
                    opening = frame - 3 * STRIDE
                    relevant |= work[frame + TAKEN]
                if result == work[frame + AIM]:
                    remember(work, hints, frame, seat, card)
                else:
                    if relevant >> card & 1:
                        relevant |= last_equal(work, frame, seat, card)
                    relevant |= work[frame + RANKS]
                    work[frame + RANKS] = relevant
                    if prune(work, frame, card, relevant) > 0:
                        result = -1
                if result >= 0 and depth & 3 == 0:
                    left = count(work[seat])
                    key = work[frame + SHAPE] | seat << 48 | left << 50
                    need = work[frame + NEED]
                    least = need * result
                    most = left if result == 1 else need - 1
                    store(work, table, heads, frame, key, least, most, relevant)
        # Try the best move left.
        lay(work, depth, pick(work, frame))
        depth += 1
