"""Which card to try first: weights by the common sense of trick play, and by what has settled such cases.

A seat is pleased when the trick goes to certain seats: those counted, if it maximises, else the others. One
that is pleased to win itself plays to win; in misère nobody is, and everybody plays to lose.
"""

from __future__ import annotations

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.solver.avoidance import one_avoids, safe
from messdeck.solver.layout import (
    AIM,
    CARDS,
    COUNTED,
    HINT,
    LANE,
    LED,
    LOW,
    MOVES,
    OWNERS,
    SEAT,
    STAMP,
    TRUMPS,
    WINNER,
    WINNING,
)


def weigh(work: Row, hints: Row, opening: int, frame: int, place: int, moves: int, legal: int) -> int:
    """Write the moves of a frame with their weights; how many there are."""
    if moves & (moves - 1) == 0:
        work[frame + MOVES] = lowest(moves)
        work[frame + HINT] = 0
        return 1
    seat = work[frame + SEAT] & 3
    winning = work[frame + WINNING]
    pleased = work[COUNTED] if work[frame + AIM] == 1 else 15 ^ work[COUNTED]
    led = work[frame + LED]
    follows = led & legal
    if place == 0:
        key = legal
    elif follows:
        key = (led & work[opening + CARDS]) + (winning << 13)
    else:
        key = legal ^ winning << 17
    key = (key * 4 + seat) * 4 + place
    at = ((((key ^ key >> 31) * 0x1E3779B97F4A7C15) & 0x7FFFFFFFFFFFFFFF) >> 40) & (len(hints) - 1)
    work[frame + HINT] = at
    hint = -1
    if hints[at] >> 8 == work[STAMP]:
        hint = hints[at] & 63
    if pleased >> seat & 1 == 0:
        n = avoid(work, opening, frame, seat, pleased, moves)
    elif place == 0:
        n = lead(work, opening, frame, seat, pleased, moves)
    elif follows:
        n = follow(work, frame, seat, pleased, place, moves)
    else:
        n = discard(work, opening, frame, seat, pleased, place, moves)
    if hint >= 0 and moves >> hint & 1:
        for i in range(n):
            if work[frame + MOVES + (i & 15)] & 63 == hint:
                work[frame + MOVES + (i & 15)] = 1000 << 6 | hint
    return n


def put(work: Row, frame: int, n: int, card: int, weight: int) -> int:
    """Write one move; how many there are now."""
    work[frame + MOVES + (n & 15)] = (weight + 300) << 6 | card
    return n + 1


def lead(work: Row, opening: int, frame: int, seat: int, pleased: int, moves: int) -> int:
    """Weights for the first card of a trick."""
    trumps = work[TRUMPS]
    n = 0
    left = count(work[seat])
    nxt = (seat + 1) & 3
    last = (seat + 3) & 3
    next_foe = pleased >> nxt & 1 == 0
    last_foe = pleased >> last & 1 == 0
    foes = max(1, 4 - count(pleased))
    for suit in range(4):
        lane = LANE << 16 * suit
        mine = moves & lane
        if mine == 0:
            continue
        held = work[seat] & lane
        size = count(work[opening + CARDS] & lane)
        owners = work[opening + OWNERS + suit]
        top = owners & 3
        second = owners >> 2 & 3 if size > 1 else -1
        third = owners >> 4 & 3 if size > 2 else -1
        foe_cards = 0
        foe_ruffs = False
        friend_ruffs = False
        friend_void = True
        foe_single = 0
        side = lane != trumps
        for i in range(1, 4):
            other = (seat + i) & 3
            length = count(work[other] & lane)
            ruffs = length == 0 and side and work[other] & trumps != 0
            if pleased >> other & 1:
                if length:
                    friend_void = False
                if ruffs:
                    friend_ruffs = True
            else:
                foe_cards += length if length else left
                if length == 1:
                    foe_single |= 1 << other
                if ruffs:
                    foe_ruffs = True
        base = -(foe_cards * (20 if trumps else 13)) // foes
        if friend_void and trumps == 0:
            base -= 9
        if side and trumps:
            if foe_ruffs:
                base -= 12
            if friend_ruffs:
                base += 17
            if count(held) == 1 and work[seat] & trumps and top != seat and pleased >> top & 1:
                base += 19
        friend_top = top != seat and pleased >> top & 1 == 1
        friend_second = second >= 0 and second != seat and pleased >> second & 1 == 1
        friend_third = third >= 0 and third != seat and pleased >> third & 1 == 1
        second_foe = second >= 0 and pleased >> second & 1 == 0 and foe_single >> second & 1 == 0
        guarded = False  # a foe sits over us
        if last_foe and foe_single >> last & 1 == 0 and (top == last or second == last):
            guarded = True
        elif next_foe and top == nxt and friend_second:
            base += 27
        length = count(held)
        while mine:
            card = lowest(mine)
            mine &= mine - 1
            rank = card & 15
            series = work[seat] >> card & 3 == 3
            if (rank == 0 or friend_top) and not foe_ruffs:
                weight = base + rank
                if second_foe:
                    weight += 18
                    if second == nxt:
                        weight += 22
                else:
                    weight += 45
            else:
                weight = base
                if guarded:
                    weight -= 10
                if friend_second and friend_third:
                    weight += 30
                elif (second == seat and friend_third) or (friend_second and third == seat):
                    weight += 20
                if top >= 0 and foe_single >> top & 1:
                    weight += 28 + rank
                elif top == seat:
                    weight += rank - 17
                elif not series:
                    weight += 12 + rank
                elif rank == 1:
                    weight += 45
                else:
                    weight += 20 - rank
            n = put(work, frame, n, card, weight)
    return n


def follow(work: Row, frame: int, seat: int, pleased: int, place: int, moves: int) -> int:
    """Weights for a card of the suit led."""
    trumps = work[TRUMPS]
    led = work[frame + LED]
    winning = work[frame + WINNING]
    ours = pleased >> work[frame + WINNER] & 1 == 1
    ruffed = led >> winning & 1 == 0
    foe_best = 99
    foe_second = 99
    foe_worst = -1
    friend_best = 99
    foe_ruffs = False
    friend_ruffs = False
    for i in range(1, 4 - place):
        other = (seat + i) & 3
        cards = work[other] & led
        ruffs = cards == 0 and work[other] & trumps != 0
        if pleased >> other & 1:
            if cards:
                friend_best = min(friend_best, lowest(cards))
            friend_ruffs = friend_ruffs or ruffs
        elif cards:
            best = lowest(cards)
            if best < foe_best:
                foe_best = best
                cards &= cards - 1
                foe_second = lowest(cards) if cards else 98
                foe_worst = max(foe_worst, highest(cards) if cards else best)
        foe_ruffs = foe_ruffs or (ruffs and pleased >> other & 1 == 0)
    n = 0
    low = ruffed or foe_ruffs
    if ours and winning < foe_best:
        low = True
    if friend_best < winning and friend_best < foe_best:
        low = True
    if friend_ruffs and not foe_ruffs:
        low = True
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        rank = card & 15
        weight = rank
        if not low and card < winning:
            if card < foe_best:
                weight = 60 + rank
            elif card > foe_worst:
                weight = rank
            elif place == 2:
                if card < foe_second:
                    weight = 20 + rank
            elif work[seat] >> card & 3 == 3:
                weight = 10 + rank
        n = put(work, frame, n, card, weight)
    return n


def discard(work: Row, opening: int, frame: int, seat: int, pleased: int, place: int, moves: int) -> int:
    """Weights when the suit led cannot be followed: ruff or throw away."""
    trumps = work[TRUMPS]
    led = work[frame + LED]
    winning = work[frame + WINNING]
    ours = pleased >> work[frame + WINNER] & 1 == 1
    may_ruff = trumps != led and moves & trumps != 0
    n = 0
    foe_best = 99  # the best that later foes can do in the suit led
    foe_trump = 99  # or with a ruff
    friend_best = 99
    for i in range(1, 4 - place):
        other = (seat + i) & 3
        cards = work[other] & led
        if cards:
            if pleased >> other & 1:
                friend_best = min(friend_best, lowest(cards))
            else:
                foe_best = min(foe_best, lowest(cards))
        elif work[other] & trumps and pleased >> other & 1 == 0:
            foe_trump = min(foe_trump, lowest(work[other] & trumps))
    in_suit = led >> winning & 1 == 1
    safe = False  # a friend takes it anyway
    if in_suit:
        if ours:
            safe = foe_trump == 99 and winning < foe_best
        safe = safe or (foe_trump == 99 and friend_best < foe_best and friend_best < winning)
    else:
        safe = ours and winning < foe_trump
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        rank = card & 15
        suit = card >> 4
        if may_ruff and trumps >> card & 1:
            if safe:
                weight = rank - 50
            elif not in_suit and card > winning:
                weight = rank - 32
            elif card < foe_trump:
                weight = 60 + rank
            else:
                weight = 15 + rank
        else:
            length = count(work[seat] & (LANE << 16 * suit))
            weight = rank + 2 * length
            if length == 2 and work[opening + OWNERS + suit] >> 2 & 3 == seat:
                weight -= 5
            if length == 1 and rank == 0:
                weight -= 8
            if safe:
                weight += 40
        n = put(work, frame, n, card, weight)
    return n


def avoid(work: Row, opening: int, frame: int, seat: int, pleased: int, moves: int) -> int:
    """Weights for a seat that does not want the trick: the highest card that loses, or a low one.

    Everybody works on the suits that are not safe for the seat to be caught: it throws them away, the
    others lead them and keep their low cards of them.
    """
    winning = work[frame + WINNING]
    low = work[LOW]
    caught = lowest(work[COUNTED]) if one_avoids(work, work[opening + CARDS]) else -1
    n = 0
    suit = -1
    unsafe = False
    barred = False
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        height = card & 15 if low == 1 else 15 - (card & 15)
        if caught >= 0 and card >> 4 != suit:
            suit = card >> 4
            mine = work[caught] >> 16 * suit & LANE
            all_cards = (work[0] | work[1] | work[2] | work[3]) >> 16 * suit & LANE
            unsafe = safe(mine, all_cards & ~mine) == 0
            barred = mine == 0
        if winning < 0:
            weight = -2 * height
            if unsafe:
                weight += -20 if seat == caught else 30
            elif barred:
                weight -= 40
        elif card >> 4 != winning >> 4:
            weight = 40 + height
            if unsafe:
                weight += 50 if seat == caught else -20
        elif (card < winning) == (low == 1):
            weight = 40 + height
        else:
            weight = -height
        n = put(work, frame, n, card, weight)
    return n
