"""A search over any game's kernel to the end of the deal, ply by ply, without recursion.

It asks whether some seats can bring what the deal is worth to `need`, whatever the others do: an answer of
yes or no, by a table of bounds where a lead is due and otherwise by trying actions. What the game knows
better (`pattern`, `most`, `choices`) comes from its own folder; see `core.protocol`.
"""

from __future__ import annotations

from collections.abc import Sequence

from messdeck.core.bits import advance
from messdeck.core.protocol import Row, apply, choices, most, pattern, result, turn

INLINE = False

# -- the workspace ---------------------------------------------------------------------------------------
NODES = 0  # positions visited
BUDGET = 1  # and how many may be
SALT = 2  # of the problem: tells its entries from older ones
MAXIMISERS = 3  # mask of seats
OWN = 4  # the player whose result counts for, all others' against
PLAYERS = 5  # how many players have a result
FRAMES = 8
DEPTHS = 64
FRAME = 8
WORK = FRAMES + DEPTHS * FRAME

# -- a frame ---------------------------------------------------------------------------------------------
SEAT = 0
LEFT = 1  # actions not yet tried
AIM = 2  # the answer this seat wants
KEY = 3  # two hashes of the pattern; 0 where there is none
CHECK = 4
WORTH = 5  # what the deal is worth so far
TRIED = 6  # the action under trial
KILLER = 7  # the one that last settled a question at this depth

# -- the table: what the rest of a deal brings -----------------------------------------------------------
KEY_OF = 0
CHECK_OF = 1
LEAST = 2
MOST = 3
ENTRY = 4
FAR = 1000


def worth(work: Row, row: Row) -> int:
    """The player's result less the others'."""
    value = 0
    for player in range(work[PLAYERS]):
        value += result(row, player) if player == work[OWN] else -result(row, player)
    return value


def outlook(work: Row, row: Row, need: int) -> int:
    """1 or 0 if what may still be won settles the question, else -1."""
    high = worth(work, row)
    low = high
    for player in range(work[PLAYERS]):
        if player == work[OWN]:
            high += most(row, player)
        else:
            low -= most(row, player)
    return 1 if low >= need else 0 if high < need else -1


def mixed(state: int, word: int) -> int:
    """One more word in a hash of 63 bits."""
    state = advance(state ^ word)
    return advance(state ^ state >> 32)


def mark(work: Row, row: Row, cells: Row, frame: int) -> None:
    """Write the two hashes of a position's pattern into its frame; 0 if it has none."""
    n = pattern(row, cells)
    key = 0
    if n > 0:
        key = work[SALT]
        check = work[SALT] + 1
        for i in range(n):
            key = mixed(key, cells[i])
            check = mixed(check, cells[i])
        key |= 1
        work[frame + CHECK] = check
        work[frame + WORTH] = worth(work, row)
    work[frame + KEY] = key


def place(work: Row, table: Row, frame: int) -> int:
    """Where in the table the entry of a frame stands, if there is one."""
    return work[frame + KEY] % (len(table) // ENTRY) * ENTRY


def look_up(work: Row, table: Row, frame: int, need: int) -> int:
    """1 or 0 if the table answers, else -1."""
    at = place(work, table, frame)
    if table[at + KEY_OF] == work[frame + KEY] and table[at + CHECK_OF] == work[frame + CHECK]:
        more = need - work[frame + WORTH]
        if table[at + LEAST] >= more:
            return 1
        if table[at + MOST] < more:
            return 0
    return -1


def store(work: Row, table: Row, frame: int, need: int, answer: int) -> None:
    """Enter an answer; it takes the place of what stood there."""
    at = place(work, table, frame)
    if table[at + KEY_OF] != work[frame + KEY] or table[at + CHECK_OF] != work[frame + CHECK]:
        table[at + KEY_OF] = work[frame + KEY]
        table[at + CHECK_OF] = work[frame + CHECK]
        table[at + LEAST] = -FAR
        table[at + MOST] = FAR
    more = need - work[frame + WORTH]
    if answer == 1:
        table[at + LEAST] = max(more, table[at + LEAST])
    else:
        table[at + MOST] = min(more - 1, table[at + MOST])


def pick(work: Row, frame: int, actions: Row) -> int:
    """Take an action off the list, what last settled a question at this depth before all others."""
    n = work[frame + LEFT] - 1
    best = n
    for i in range(n):
        if actions[i] == work[frame + KILLER]:
            best = i
    action = actions[best]
    actions[best] = actions[n]
    work[frame + LEFT] = n
    work[frame + TRIED] = action
    return action


def search(work: Row, stack: Sequence[Row], moves: Sequence[Row], table: Row, cells: Row, need: int) -> int:
    """1 or 0 for the position in stack[0], or -1 when the budget is used up."""
    depth = 0
    while True:
        row = stack[depth]
        frame = FRAMES + depth * FRAME
        seat = turn(row)
        answer = -1
        if seat < 0:
            answer = 1 if worth(work, row) >= need else 0
        else:
            work[NODES] += 1
            if work[NODES] > work[BUDGET]:
                return -1
            mark(work, row, cells, frame)
            if work[frame + KEY] != 0:
                answer = look_up(work, table, frame, need)
                if answer < 0:
                    answer = outlook(work, row, need)
            if answer < 0:
                work[frame + SEAT] = seat
                work[frame + AIM] = work[MAXIMISERS] >> seat & 1
                work[frame + LEFT] = choices(row, seat, moves[depth])
        while answer >= 0:
            if depth == 0:
                return answer
            depth -= 1
            frame = FRAMES + depth * FRAME
            if answer == work[frame + AIM]:
                work[frame + KILLER] = work[frame + TRIED]
            elif work[frame + LEFT] > 0:
                answer = -1
            if answer >= 0 and work[frame + KEY] != 0:
                store(work, table, frame, need, answer)
        action = pick(work, frame, moves[depth])
        row = stack[depth]
        after = stack[depth + 1]
        for i in range(len(row)):
            after[i] = row[i]
        apply(after, work[frame + SEAT], action)
        depth += 1
