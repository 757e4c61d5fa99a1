"""What a seat of Noms may believe of the hands it does not see, as functions over rows.

Worlds are drawn uniformly under the hard facts: cards seen, and voids shown by not following (N5.1). How
likely they are moreover is judged by what each seat said and played, as a soft copy of the rule player.
"""

from messdeck.core import dealing
from messdeck.core.bits import count
from messdeck.core.dealing import count_ways, deal
from messdeck.core.protocol import Row
from messdeck.games.noms.bidding import (
    best_trump,
    bid_on,
    choose_contract,
    mis_danger,
    own_tricks,
    side_total,
)
from messdeck.games.noms.kernel import (
    AUCTION,
    BARE,
    BIDS,
    CALL,
    CALL_NAMED,
    CALLS,
    CONTRACT,
    DEALER,
    DOUBLE,
    FULL,
    HAND,
    LOG,
    NAMING,
    OPEN,
    PARTNER,
    PHASE,
    PLAY,
    PLAYED,
    SUIT,
    TRUMP_NAMED,
    begin_deal,
    playable,
)
from messdeck.games.noms.known import gone
from messdeck.games.noms.policy import choose

INLINE = False

TABLE = dealing.TABLE
ALLOWED = dealing.ALLOWED
DEALT = dealing.DEALT
KIND = dealing.KIND
KINDS = dealing.KINDS
ROOM = dealing.ROOM
STATE = dealing.STATE
SCRIPT = 110
"""Room for the script of a deal: 49 calls, a contract, 52 cards, and four hands as scratch."""

# Somebody may value his hand differently: by so much (tricks in thousandths), with these weights of 1000.
SHIFTS = (-1000, -600, -300, 0, 300, 600, 1000)
WEIGHTS = (40, 100, 180, 240, 180, 100, 40)
CAUTION = (3, 1, 0, 0, 0, -1, -2)
"""How much more dangerous a Mis looks to him."""
STRANGE = 20
"""The chance, of 1000, of any call that no such valuation explains."""
BY_RULE = 750
"""The chance, of 1000, that a card is the rule player's; else it is any legal one."""


# -- worlds ----------------------------------------------------------------------------------------------
def prepare(row: Row, seat: int, table: Row) -> int:
    """Write what `draw` needs to know of a seat's view; 0 where it cannot draw."""
    if seat < 0 or row[DEALER] < 0:
        return 0
    seen = gone(row)
    for other in range(4):
        seen |= row[HAND + other]
        table[ROOM + other] = 13 - count(row[HAND + other])
    table[KINDS] = 4
    for suit in range(4):
        table[KIND + suit] = FULL & ~seen & (SUIT << 16 * suit)
        table[ALLOWED + suit] = 15
    for i in range(row[PLAYED]):
        led = (row[LOG + (i & ~3)] & 63) >> 4
        other = row[LOG + i] >> 6
        table[ROOM + other] -= 1
        if (row[LOG + i] & 63) >> 4 != led:
            table[ALLOWED + led] &= ~(1 << other)
    return 1 if count_ways(table) > 0 else 0


def draw(row: Row, table: Row, state: int) -> None:
    """Fill the hidden hands of a row, uniformly among what the table allows."""
    table[STATE] = state
    deal(table)
    call = row[CALL]
    for other in range(4):
        row[HAND + other] |= table[DEALT + other]
        if call >= 0 and row[HAND + other] >> call & 1:
            row[PARTNER] = other


# -- what was said and played ----------------------------------------------------------------------------
def rewind(row: Row, script: Row) -> int:
    """Put a full row back to the start of its deal, and write what was said and played since, without
    concessions, into the script; how many actions that was."""
    n = row[BIDS]
    for i in range(n):
        script[i] = row[CALLS + i] & 15
    if row[TRUMP_NAMED] >= 0:
        script[n] = CONTRACT + 80 * row[TRUMP_NAMED] + row[CALL_NAMED]
        n += 1
    for i in range(row[PLAYED]):
        card = row[LOG + i] & 63
        row[HAND + (row[LOG + i] >> 6)] |= 1 << card
        script[n] = PLAY + card
        n += 1
    for seat in range(4):
        script[n + seat] = row[HAND + seat]
    double = row[DOUBLE]
    begin_deal(row, row[DEALER], script[n : n + 4])
    row[DOUBLE] = double
    return n


def likelihood(row: Row, seat: int, action: int, out: Row) -> int:
    """How likely a player is to do this with the hand it has in this row, of 1000."""
    if row[PHASE] == AUCTION:
        return bid_chance(row, seat, action)
    if row[PHASE] == NAMING:
        return contract_chance(row, seat, action)
    ways = count(playable(row, seat))
    if ways == 1:
        return 1000
    return (1000 - BY_RULE) // ways + (BY_RULE if choose(row, seat, out) == action else 0)


def bid_chance(row: Row, seat: int, action: int) -> int:
    """The chance of a call (passes too) by somebody who bids as the rule player does on his own estimate."""
    hand = row[HAND + seat]
    total = side_total(own_tricks(hand, best_trump(hand)))
    danger = mis_danger(hand)
    chance = STRANGE
    for i in range(len(SHIFTS)):
        if bid_on(row, total + SHIFTS[i], max(0, danger + CAUTION[i])) == action:
            chance += WEIGHTS[i]
    return chance


def contract_chance(row: Row, seat: int, action: int) -> int:
    """The chance of trumps and a call: best the rule player's; else by how good the trumps are, and seldom
    with an own card called (N4.5), or one that is not the highest lacking."""
    if choose_contract(row, seat) == action:
        return 700
    trump = (action - CONTRACT) // 80
    call = (action - CONTRACT) % 80
    if trump == OPEN:
        return 10
    hand = row[HAND + seat]
    loss = own_tricks(hand, best_trump(hand)) - own_tricks(hand, trump)
    chance = 160 >> min(6, max(0, loss) // 400)
    if call >= BARE:
        call += 16 * trump - BARE
    if hand >> call & 1:
        chance //= 8
    if (FULL & ~hand & (SUIT << (call & 48))) >> call > 1:
        chance //= 4  # a higher card of the suit was lacking too
    return max(2, chance)
