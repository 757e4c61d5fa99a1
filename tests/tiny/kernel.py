"""The rules of the tiny game over a row of ints. See words/en/rules.po for the clauses cited here.

A card is 4 x suit + rank: suits C D H S are 0 to 3, ranks J Q K A are 0 to 3; 16 is the whistle, 2C.
Actions: 0 to 16 play that card, BLOW the whistle, PASS.
"""

from messdeck.core.bits import advance, below, count, lowest
from messdeck.core.protocol import Row

CARDS = 17
FULL = (1 << CARDS) - 1
WHISTLE = 16
BLOW = 17
PASS = 18
ACTIONS = 32  # shuffle_deal needs 25

PLAYERS = 0
TARGET = 1
OPTIONS = 2

RANDOM = 2
TURN = 3  # a seat, -1 the table, -2 nobody
DEALER = 4  # -1 before the first deal
SCORE = 5  # 5 seats
HAND = 10  # 5 masks
WON = 15  # 5 seats: tricks of the deal
LEADER = 20
LED = 21  # mask of the suit led to the trick under way, 0 when a lead is due
HEAD = 22  # the card that heads the trick, or headed the last one
HEAD_SEAT = 23
DONE = 24  # actions since the deal
LOG = 25  # those actions, + 32 x seat, + LEADS where a lead was due
MOST = 82  # 16 leads with four actions after each, and the whistle
LEADS = 256
ROW = LOG + MOST


def turn(row: Row) -> int:
    """The seat to act, -1 when a deal is due, -2 when the game is over."""
    return row[TURN]


def seed_row(row: Row, state: int) -> None:
    """Set the random state."""
    row[RANDOM] = state


def result(row: Row, player: int) -> int:
    """The tricks of a seat in the deal just played."""
    return row[WON + player]


def next_dealer(row: Row) -> int:
    """Who deals next (T2.1); -1 when anybody may."""
    return -1 if row[DEALER] < 0 else (row[DEALER] + 1) % row[PLAYERS]


def hand_size(row: Row, dealer: int, seat: int) -> int:
    """How many of the cards dealt one by one come to a seat (T2.2)."""
    place = (seat - dealer - 1) % row[PLAYERS]
    return (CARDS - place + row[PLAYERS] - 1) // row[PLAYERS]


def deal_refusal(row: Row, dealer: int, hands: Row) -> int:
    """Why a deal is not the one due: 0, or 10 x clause + variant."""
    if row[TURN] != -1:
        return 421 if row[TURN] == -2 else 212
    if next_dealer(row) >= 0 and dealer != next_dealer(row):
        return 211
    together = 0
    for seat in range(row[PLAYERS]):
        if count(hands[seat]) != hand_size(row, dealer, seat):
            return 221
        together |= hands[seat]
    return 0 if together == FULL else 111


def begin_deal(row: Row, dealer: int, hands: Row) -> None:
    """Put the hands (masks) of a new deal on the table; the dealer's left leads (T3.1)."""
    for i in range(HAND, ROW):
        row[i] = 0
    for seat in range(row[PLAYERS]):
        row[HAND + seat] = hands[seat]
    row[DEALER] = dealer
    row[LEADER] = row[TURN] = (dealer + 1) % row[PLAYERS]


def shuffle_deal(row: Row, out: Row) -> None:
    """Shuffle and deal one by one; before the first deal the dealer too is drawn."""
    for i in range(CARDS):
        out[i] = i
    for i in range(CARDS - 1, 0, -1):
        row[RANDOM] = advance(row[RANDOM])
        j = below(row[RANDOM], i + 1)
        other = out[j]
        out[j] = out[i]
        out[i] = other
    dealer = next_dealer(row)
    if dealer < 0:
        row[RANDOM] = advance(row[RANDOM])
        dealer = below(row[RANDOM], row[PLAYERS])
    hands = out[20:25]
    for seat in range(5):
        hands[seat] = 0
    for i in range(CARDS):
        hands[(dealer + 1 + i) % row[PLAYERS]] |= 1 << out[i]
    begin_deal(row, dealer, hands)


def following(row: Row, seat: int) -> int:
    """The cards with which a seat must follow suit (T3.2), as a mask; the whistle is of no suit (T1.1)."""
    return row[HAND + seat] & row[LED]


def refusal(row: Row, seat: int, action: int) -> int:
    """0 for a legal action of a seat, else 10 x clause + variant."""
    if row[TURN] != seat:
        return 421 if row[TURN] == -2 else 213 if row[TURN] == -1 else 311
    if action == WHISTLE:
        return 341
    if action == PASS and row[LED] == 0:
        return 312
    if action != PASS and not row[HAND + seat] >> (WHISTLE if action == BLOW else action) & 1:
        return 321
    follow = following(row, seat)
    if follow and (action >= WHISTLE or not follow >> action & 1):
        return 322
    return 0


def legal(row: Row, seat: int, out: Row) -> int:
    """Write the legal actions of a seat into `out`; return how many."""
    n = 0
    if row[TURN] == seat:
        for action in range(PASS + 1):
            if refusal(row, seat, action) == 0:
                out[n] = action
                n += 1
    return n


def apply(row: Row, seat: int, action: int) -> None:
    """Do a legal action (unchecked); close the trick with its last."""
    row[LOG + row[DONE]] = action + 32 * seat + (LEADS if row[LED] == 0 else 0)
    row[DONE] += 1
    if action == BLOW:
        row[HAND + seat] ^= 1 << WHISTLE
        row[WON + seat] += 1  # T3.4
        if row[LED] == 0:
            pass_lead(row, (seat + 1) % row[PLAYERS])
            return
    elif action < WHISTLE:
        row[HAND + seat] ^= 1 << action
        lay(row, seat, action)
    other = (seat + 1) % row[PLAYERS]
    while other != row[LEADER] and row[HAND + other] == 0:
        other = (other + 1) % row[PLAYERS]
    row[TURN] = other
    if other == row[LEADER]:
        row[WON + row[HEAD_SEAT]] += 1
        row[LED] = 0
        pass_lead(row, row[HEAD_SEAT])


def lay(row: Row, seat: int, card: int) -> None:
    """Add a card to the trick: it leads, or heads it if it is higher in the suit led (T3.3)."""
    if row[LED] == 0:
        row[LED] = 15 << (card & 12)
    elif not beats(card, row[HEAD]):
        return
    row[HEAD] = card
    row[HEAD_SEAT] = seat


def beats(card: int, head: int) -> bool:
    """Whether a card beats the one that heads the trick (T3.3)."""
    return card >> 2 == head >> 2 and card > head


def pass_lead(row: Row, seat: int) -> None:
    """The lead goes to a seat or to the next with cards (T3.1), unless the deal is at its end (T3.5)."""
    holders = 0
    for other in range(row[PLAYERS]):
        if row[HAND + other] > 0:
            holders += 1
    if holders < 2:
        finish(row)
        return
    while row[HAND + seat] == 0:
        seat = (seat + 1) % row[PLAYERS]
    row[LEADER] = row[TURN] = seat


def finish(row: Row) -> None:
    """Count the tricks (T4.1), and end the game at the target (T4.2)."""
    row[TURN] = -1
    for seat in range(row[PLAYERS]):
        row[SCORE + seat] += row[WON + seat]
        if row[SCORE + seat] >= row[TARGET]:
            row[TURN] = -2


def break_off(row: Row) -> None:
    """The game is broken off (T4.3)."""
    row[TURN] = -2


def random_action(row: Row, out: Row) -> int:
    """A uniformly random legal action of the seat to act."""
    n = legal(row, row[TURN], out)
    row[RANDOM] = advance(row[RANDOM])
    return out[below(row[RANDOM], n)]


# -- the rule player -------------------------------------------------------------------------------------
def choose(row: Row, seat: int, out: Row) -> int:
    """Lead high; win as cheaply as possible; blow the whistle or pass rather than lose a card."""
    n = legal(row, seat, out)
    if row[LED] == 0:
        return out[n - 1]
    for i in range(n):
        if out[i] < WHISTLE and beats(out[i], row[HEAD]):
            return out[i]
    if out[n - 1] == PASS:
        return out[n - 2] if n > 1 and out[n - 2] == BLOW else PASS
    return lowest(following(row, seat))


def out_of_turn(row: Row, seat: int) -> int:
    """Nothing is done out of turn."""
    return -1
