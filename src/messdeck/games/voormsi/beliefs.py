"""What a seat of Voormsi may believe of hands and stock, as functions over rows.

Hands and stock were shuffled together, so worlds are drawn by the places to which cards came: a card that a
seat has shown came to one of its places before it was shown, the JC to none of which it is known to have
been lacking (V4.4, V6.2). How likely a world is moreover is judged by what each seat played.
"""

from messdeck.core.bits import advance, below, lowest
from messdeck.core.protocol import Row
from messdeck.games.voormsi.kernel import (
    DEALER,
    DRAWN,
    DREW,
    FULL,
    HAND,
    HOLDER,
    HOLDER_AT,
    JC,
    JC_PLAY,
    KH_PLAY,
    KH_WITH_JC,
    LACKED,
    PLAY,
    PLAYERS,
    PLAYS,
    PROOF,
    PROOF_AT,
    PROOF_SEAT,
    SCORE,
    STOCK,
    STOCK_SIZE,
    TARGET,
    begin_deal,
    legal,
)
from messdeck.games.voormsi.policy import unseen, weigh

INLINE = False

# Cells of a table. The 36 places are those of the dealt hands by seat, then the stock from the top.
SEAT = 0  # whose place, -1 the stock
SINCE = 36  # before which play it was filled
CARD = 72  # which card is known to lie there, or -1
SHOWN = 108  # how many cards of others have been shown, the JC apart
SHOWN_CARD = 109
SHOWN_SEAT = 145
SHOWN_BEFORE = 181
WEIGHT = 217  # of each place, for the JC
FIRST = 253  # the first place of the stock
GONE = 254  # mask of all cards played
JC_FREE = 255  # 1 if the place of the JC is to be drawn
FILLED = 256  # scratch of `draw`: the card of each place
FREE = 292  # scratch: places, and cards
TABLE = 364
SCRIPT = 80
"""Room for the script of a deal: 36 plays, and hands and stock as scratch."""

WHOLE = 1 << 24
SOFT = 16
"""By how much (of the rule player's own values) a play must be worse to be half as likely."""
BY_RULE = 750
"""The chance, of 1000, that a play is chosen by its value; else it is any legal one."""


# -- worlds ----------------------------------------------------------------------------------------------
def prepare(row: Row, seat: int, table: Row) -> int:
    """Write what `draw` needs to know of the view of a seat (-1: a spectator); 0 where it cannot draw."""
    if row[DEALER] < 0:
        return 0
    lay_out(row, table)
    own = own_cards(row, seat, table)
    list_shown(row, own, table)
    table[JC_FREE] = 0
    if not own >> JC & 1:
        table[JC_FREE] = 1
        weigh_jc(row, table)
    return 1


def lay_out(row: Row, table: Row) -> None:
    """The places, whose they are, and since when."""
    dealt = (36 - row[STOCK_SIZE]) // row[PLAYERS]
    table[FIRST] = 36 - row[STOCK_SIZE]
    for i in range(36):
        table[CARD + i] = -1
        table[SEAT + i] = -1
        table[SINCE + i] = row[PLAYS]
        if i < table[FIRST]:
            table[SEAT + i] = i // dealt
            table[SINCE + i] = 0
        elif i < table[FIRST] + row[DRAWN]:
            drew = row[DREW + i - table[FIRST]]
            table[SEAT + i] = drew & 3
            table[SINCE + i] = drew >> 2


def own_cards(row: Row, seat: int, table: Row) -> int:
    """Put the seat's own cards in their places: it saw what it was dealt and what it drew. Their mask."""
    table[GONE] = 0
    own = 0
    for i in range(row[PLAYS]):
        table[GONE] |= row[PLAY + i] & FULL
        if row[PLAY + i] >> 36 == seat:
            own |= row[PLAY + i] & FULL
    if seat < 0:
        return 0
    own |= row[HAND + seat]
    dealt = own
    for i in range(table[FIRST], table[FIRST] + row[DRAWN]):
        if table[SEAT + i] == seat:
            table[CARD + i] = row[STOCK + i - table[FIRST]]
            dealt ^= 1 << table[CARD + i]
    for i in range(table[FIRST]):
        if table[SEAT + i] == seat:
            table[CARD + i] = lowest(dealt)
            dealt &= dealt - 1
    return own


def list_shown(row: Row, own: int, table: Row) -> None:
    """List the cards that others have shown, by the play before which they held them; the JC apart."""
    n = 0
    told = own | 1 << JC
    for i in range(row[PLAYS] + 1):
        if row[PROOF] and i == row[PROOF_AT] - 1:
            n = show(table, n, row[PROOF] & ~told, row[PROOF_SEAT], i)
            told |= row[PROOF]
        if i < row[PLAYS]:
            n = show(table, n, row[PLAY + i] & FULL & ~told, row[PLAY + i] >> 36, i)
            told |= row[PLAY + i] & FULL
    table[SHOWN] = n


def show(table: Row, n: int, cards: int, seat: int, before: int) -> int:
    """Add cards to the n that are listed; how many there are then."""
    while cards:
        table[SHOWN_CARD + n] = lowest(cards)
        table[SHOWN_SEAT + n] = seat
        table[SHOWN_BEFORE + n] = before
        cards &= cards - 1
        n += 1
    return n


def weigh_jc(row: Row, table: Row) -> None:
    """How many deals put the JC in each place, up to a factor."""
    shown = row[JC_PLAY] - 1
    shown_by = row[PLAY + shown] >> 36 if shown >= 0 else -1
    if row[PROOF] >> JC & 1 and (shown < 0 or row[PROOF_AT] - 1 < shown):
        shown = row[PROOF_AT] - 1
        shown_by = row[PROOF_SEAT]
    for i in range(36):
        seat = table[SEAT + i]
        since = table[SINCE + i]
        fits = table[CARD + i] < 0
        if seat >= 0 and since < row[LACKED + seat]:
            fits = False
        if shown >= 0 and (seat != shown_by or since > shown):
            fits = False
        if row[HOLDER] > 0 and (seat != row[HOLDER] - 1 or since > row[HOLDER_AT]):
            fits = False
        table[WEIGHT + i] = ways_left(table, i) if fits else 0


def ways_left(table: Row, taken: int) -> int:
    """Of the ways in which the shown cards can have come to their seat, what share is left when one place
    is taken; of WHOLE."""
    seat = table[SEAT + taken]
    ways = WHOLE
    placed = 0
    for j in range(table[SHOWN]):
        if table[SHOWN_SEAT + j] == seat:
            fitting = -placed
            for i in range(36):
                if table[SEAT + i] == seat and table[CARD + i] < 0:
                    if table[SINCE + i] <= table[SHOWN_BEFORE + j]:
                        fitting += 1
            lost = 1 if table[SINCE + taken] <= table[SHOWN_BEFORE + j] else 0
            ways = ways * (fitting - lost) // fitting if fitting > 0 else 0
            placed += 1
    return ways


def draw(row: Row, table: Row, state: int) -> None:
    """Fill hidden hands and stock of a row, uniformly among what the table allows."""
    for i in range(36):
        table[FILLED + i] = table[CARD + i]
    if table[JC_FREE] == 1:
        state = place_jc(table, state)
    for j in range(table[SHOWN]):
        n = 0
        for i in range(36):
            if table[SEAT + i] == table[SHOWN_SEAT + j] and table[FILLED + i] < 0:
                if table[SINCE + i] <= table[SHOWN_BEFORE + j]:
                    table[FREE + n] = i
                    n += 1
        state = advance(state)
        # Nested choices: how many are left to later cards does not depend on which is taken here.
        table[FILLED + table[FREE + below(state, n)]] = table[SHOWN_CARD + j]
    place_rest(table, state)
    fill(row, table)


def place_jc(table: Row, state: int) -> int:
    """Put the JC in a place by weight; the state of chance."""
    total = 0
    for i in range(36):
        total += table[WEIGHT + i]
    state = advance(state)
    target = below(state, total)
    place = 0
    while target >= table[WEIGHT + place]:
        target -= table[WEIGHT + place]
        place += 1
    table[FILLED + place] = JC
    return state


def place_rest(table: Row, state: int) -> None:
    """Shuffle the cards that nobody has seen into the places left."""
    rest = FULL
    for i in range(36):
        if table[FILLED + i] >= 0:
            rest ^= 1 << table[FILLED + i]
    n = 0
    while rest:
        table[FREE + n] = lowest(rest)
        rest &= rest - 1
        n += 1
    for i in range(36):
        if table[FILLED + i] < 0:
            state = advance(state)
            j = below(state, n)
            n -= 1
            table[FILLED + i] = table[FREE + j]
            table[FREE + j] = table[FREE + n]


def fill(row: Row, table: Row) -> None:
    """Write the filled places into the row."""
    for seat in range(row[PLAYERS]):
        row[HAND + seat] = 0
    for i in range(36):
        card = table[FILLED + i]
        seat = table[SEAT + i]
        if i >= table[FIRST]:
            row[STOCK + i - table[FIRST]] = card
        if seat >= 0:
            row[HAND + seat] |= 1 << card & ~table[GONE]
        if card == JC and row[KH_PLAY] > 0:
            held = seat == row[PLAY + row[KH_PLAY] - 1] >> 36 and table[SINCE + i] < row[KH_PLAY]
            row[KH_WITH_JC] = 1 if held and not 0 < row[JC_PLAY] < row[KH_PLAY] else 0


# -- what was played -------------------------------------------------------------------------------------
def rewind(row: Row, script: Row) -> int:
    """Put a full row back to the start of its deal, and write the plays since into the script; how many
    there were. Scores are put so that no banking ends the rubber in a replay."""
    n = row[PLAYS]
    for i in range(n):
        script[i] = row[PLAY + i] & FULL
        row[HAND + (row[PLAY + i] >> 36)] |= script[i]
    for i in range(row[DRAWN]):
        row[HAND + (row[DREW + i] & 3)] &= ~(1 << row[STOCK + i])
    for seat in range(row[PLAYERS]):
        script[n + seat] = row[HAND + seat]
    hands = script[n : n + 4]
    for i in range(row[STOCK_SIZE]):
        script[n + 4 + i] = row[STOCK + i]
    stock = script[n + 4 : n + 4 + row[STOCK_SIZE]]
    begin_deal(row, row[DEALER], hands, stock)
    for side in range(3):
        row[SCORE + side] = 0
    row[TARGET] = 1000
    return n


def likelihood(row: Row, seat: int, action: int, out: Row) -> int:
    """How likely a player is to lay this with the hand it has in this row, of 1000."""
    n = legal(row, seat, out)
    if n == 1:
        return 1000
    hidden = unseen(row, seat)
    best = -1 << 40
    own = best
    for i in range(n):
        cards = out[i]
        out[i] = weigh(row, seat, cards, hidden)
        best = max(best, out[i])
        if cards == action:
            own = out[i]
    total = 0
    for i in range(n):
        total += 1 << 20 >> min(20, (best - out[i]) // SOFT)
    chosen = 1 << 20 >> min(20, (best - own) // SOFT)
    return max(1, (1000 - BY_RULE) // n + BY_RULE * chosen // total)
