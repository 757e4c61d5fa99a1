"""The rules of Noms over a row of ints. See docs/rules/noms.md for the clauses cited here.

A card is 16 x suit + rank: suits C D H S are 0 to 3, ranks 2 to A are 0 to 12; a set of cards is a mask.
Actions: 0 pass, 1 to 13 a number bid, MIS, VIS; CONTRACT + 80 x trump + call; PLAY + card; CONCEDE.
"""

from messdeck.core.bits import advance, below, count, highest, lowest, nth
from messdeck.core.protocol import Row

# -- actions ---------------------------------------------------------------------------------------------
PASS = 0
MIS = 14
VIS = 15
CONTRACT = 16  # + 80 x trump + call
NO_TRUMPS = 4
OPEN = 5  # neither trumps nor "no trumps" said (N4.4)
BARE = 64  # a call from here on is a rank without a suit (N4.3)
PLAY = 496  # + card
CONCEDE = 560
ACTIONS = 561

# -- options ---------------------------------------------------------------------------------------------
SHUFFLE_ALWAYS = 0
PACKETS_535 = 1
SAME_DEALER = 2
MINIMUM_BID = 3
MIS_BETWEEN = 4
FORCED_BID = 5  # 0: nobody is forced
LEFT_LEADS = 6
ONE_POINT = 7
THIRTEEN_SCORES = 8
MIS_PENALTY = 9
UNBID_SLAM = 10
TARGET = 11
OPTIONS = 12

# -- the game --------------------------------------------------------------------------------------------
RANDOM = 12
PHASE = 13  # DEALING, AUCTION, NAMING, PLAYING
TURN = 14  # a seat, -1 the table, -2 nobody
SCORE = 15  # 4 seats
BROKEN_OFF = 19
DEALER = 20  # of the deal under way or just played, -1 before the first
DOUBLE = 21

# -- the deal under way ----------------------------------------------------------------------------------
HAND = 22  # 4 masks: cards still held
BIDDER = 26  # -1 until there is a bid
BID = 27  # 0 until there is one
BIDS = 28  # how many calls have been made in the auction
CALLS = 29  # the calls, action + 16 x seat
MOST_CALLS = 56  # 15 bids, two passes between any two, three before and after: 49
TRUMP_NAMED = 85  # as said: a suit, NO_TRUMPS or OPEN; -1 before
CALL_NAMED = 86  # as said: a card, or BARE + rank; -1 before
TRUMP = 87  # resolved: a suit or NO_TRUMPS; -1 before
TRUMPS = 88  # the mask of that suit, 0 for no trumps
CALL = 89  # resolved card; -1 before, and in Mis
PARTNER = 90  # who holds or held the called card (the bidder himself: alone); -1 none or not known
FALLEN = 91  # 1 once the called card has been played (N4.6)
SHOWN = 92  # 1 once a Mis a Vis hand lies open (N5.4)
CONCEDED = 93  # 4 seats: 1 + cards played when that seat conceded, or 0
LED = 97  # mask of the suit led to the trick under way, 0 before the lead
HEAD = 98  # the card that heads the trick
HEAD_SEAT = 99
WON = 100  # 4 seats: tricks won
PLAYED = 104  # cards played in the deal
LOG = 105  # those cards in order, card + 64 x seat
POINTS = 157  # 4 seats: what the last finished deal brought
MADE = 161  # 1 the bid was made, 0 not, -1 no result
ROW = 162

POINT = 4  # of `utility`

DEALING = 0
AUCTION = 1
NAMING = 2
PLAYING = 3

SUIT = 0x1FFF
FULL = 0x1FFF | 0x1FFF << 16 | 0x1FFF << 32 | 0x1FFF << 48
BOTTOM = 64  # scratch: the shuffled cards from here on
ORDER = 128  # scratch: a random order of the blocks
BLOCKS = 17  # 13 tricks, or fewer and what each of the four has left
BLOCK = 160  # scratch: the blocks as masks, by lowest card
BLOCK_OF = 192  # scratch: the block of each card
NEXT = 256  # scratch: where the next card of each block goes
PLACE_535 = (
    (0,) * 5
    + (1,) * 5
    + (2,) * 5
    + (3,) * 5
    + ((0,) * 3 + (1,) * 3 + (2,) * 3 + (3,) * 3)
    + ((0,) * 5 + (1,) * 5 + (2,) * 5 + (3,) * 5)
)
PLACE_4333 = (
    ((0,) * 4 + (1,) * 3 + (2,) * 3 + (3,) * 3)
    + ((0,) * 3 + (1,) * 4 + (2,) * 3 + (3,) * 3)
    + ((0,) * 3 + (1,) * 3 + (2,) * 4 + (3,) * 3)
    + ((0,) * 3 + (1,) * 3 + (2,) * 3 + (3,) * 4)
)


def turn(row: Row) -> int:
    """The seat to act, -1 when a deal is due, -2 when the game is over."""
    return row[TURN]


def seed_row(row: Row, state: int) -> None:
    """Set the random state."""
    row[RANDOM] = state


def result(row: Row, player: int) -> int:
    """Points of a seat for the deal just played (N6)."""
    return row[POINTS + player]


def utility(row: Row, seat: int) -> int:
    """Points of a seat for the finished deal against the other three: four times what it is ahead of the
    average (everyone scores alone, N6.9)."""
    return 4 * row[POINTS + seat] - row[POINTS] - row[POINTS + 1] - row[POINTS + 2] - row[POINTS + 3]


# -- N2: the deal ----------------------------------------------------------------------------------------
def next_dealer(row: Row) -> int:
    """Who deals next (N2.1, N2.5); -1 when anybody may, before the first deal."""
    if row[DEALER] < 0:
        return -1
    if row[SAME_DEALER] == 1 and passed_out(row):
        return row[DEALER]
    return (row[DEALER] + 1) & 3


def passed_out(row: Row) -> bool:
    """Whether the deal lying on the table was passed out, so that a double hand is due (N2.5)."""
    return row[PHASE] == DEALING and row[DEALER] >= 0 and row[BIDDER] < 0 and row[BIDS] == 4


def receiver(row: Row, dealer: int, i: int) -> int:
    """The seat that gets card i of the pack from the top after the cut (N2.3)."""
    return (dealer + 1 + (PLACE_535[i] if row[PACKETS_535] == 1 else PLACE_4333[i])) & 3


def sorted_pack(row: Row, pack: Row) -> None:
    """Write the pack of a double hand, from the top, before the cut (N2.5)."""
    n = 0
    for back in range(4):
        seat = (row[DEALER] - back) & 3
        for place in range(4):
            suit = (2, 0, 1, 3)[place]  # hearts, clubs, diamonds, spades from left to right
            cards = row[HAND + seat] & (SUIT << 16 * suit)
            while cards:
                card = highest(cards)
                cards ^= 1 << card
                pack[n] = card
                n += 1


def blocks(row: Row, out: Row) -> int:
    """Write the blocks that the last deal is gathered in (N2.4), as masks by lowest card, into
    out[BLOCK:], and which of them each card lies in into out[BLOCK_OF:]; how many there are."""
    n = 0
    for i in range(0, row[PLAYED] & ~3, 4):
        trick = 0
        for j in range(i, i + 4):
            trick |= 1 << (row[LOG + j] & 63)
        n = insert_block(out, n, trick)
    for seat in range(4):
        rest = rest_of(row, seat)
        if rest:
            n = insert_block(out, n, rest)
    for i in range(n):
        cards = out[BLOCK + i]
        while cards:
            out[BLOCK_OF + lowest(cards)] = i
            cards &= cards - 1
    return n


def insert_block(out: Row, n: int, cards: int) -> int:
    """Insert a block into the n in order at out[BLOCK:]; n + 1."""
    i = BLOCK + n
    while i > BLOCK and out[i - 1] & -out[i - 1] > cards & -cards:
        out[i] = out[i - 1]
        i -= 1
    out[i] = cards
    return n + 1


def rest_of(row: Row, seat: int) -> int:
    """What a player hands in of his own: unplayed cards, and his card of an unfinished trick (N2.4)."""
    rest = row[HAND + seat]
    for i in range(row[PLAYED] & ~3, row[PLAYED]):
        if row[LOG + i] >> 6 == seat:
            rest |= 1 << (row[LOG + i] & 63)
    return rest


def is_gathered(row: Row, pack: Row, out: Row) -> bool:
    """Whether a pack of all 52 cards consists of the last deal's blocks, each kept together (N2.4)."""
    blocks(row, out)
    i = 0
    while i < 52:
        together = out[BLOCK + out[BLOCK_OF + pack[i]]]
        end = i + count(together)
        while i < end:
            if not together >> pack[i] & 1:
                return False
            i += 1
    return True


def deal_refusal(row: Row, dealer: int, double: int, hands: Row, pack: Row, cut: int, out: Row) -> int:
    """Why a deal is not the one due: 0, or 10 x clause + variant. `pack` is empty when not given."""
    if row[TURN] != -1:
        return over_refusal(row) if row[TURN] == -2 else 213
    together = 0
    for seat in range(4):
        together |= hands[seat]
        if count(hands[seat]) != 13:
            return 231
    if together != FULL:
        return 111
    due = next_dealer(row)
    if due >= 0 and dealer != due:
        return 251 if row[SAME_DEALER] == 1 and passed_out(row) else 211
    if double != (1 if passed_out(row) else 0):
        return 252 if double == 0 else 253
    if len(pack) == 0:
        return 0
    if cut < 1 or cut > 51:
        return 241
    together = 0
    for i in range(52):
        together |= 1 << pack[i]
    if together != FULL:
        return 112
    if double == 1:
        sorted_pack(row, out)
        for i in range(52):
            if out[i] != pack[i]:
                return 254
    elif row[DEALER] >= 0 and row[SHUFFLE_ALWAYS] == 0 and not is_gathered(row, pack, out):
        return 242
    for i in range(52):
        if not hands[receiver(row, dealer, i)] >> pack[(i + cut) % 52] & 1:
            return 232
    return 0


def begin_deal(row: Row, dealer: int, hands: Row) -> None:
    """Put the hands (masks) of a new deal on the table; the dealer's left speaks first (N3.5)."""
    row[DOUBLE] = 1 if passed_out(row) else 0
    for i in range(HAND, ROW):
        row[i] = 0
    for seat in range(4):
        row[HAND + seat] = hands[seat]
    row[DEALER] = dealer
    row[BIDDER] = -1
    row[TRUMP_NAMED] = -1
    row[CALL_NAMED] = -1
    row[TRUMP] = -1
    row[CALL] = -1
    row[PARTNER] = -1
    row[MADE] = -1
    row[PHASE] = AUCTION
    row[TURN] = (dealer + 1) & 3


def shuffle(row: Row, out: Row) -> None:
    """Shuffle for `gather`: the 52 cards into out[BOTTOM:], a random order of 17 blocks into out[ORDER:]."""
    n = BOTTOM
    cards = FULL
    while cards:
        out[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    for i in range(BLOCKS):
        out[ORDER + i] = i
    mix(row, out, BOTTOM, 52)
    mix(row, out, ORDER, BLOCKS)


def mix(row: Row, out: Row, first: int, n: int) -> None:
    """Shuffle n entries of `out` (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        row[RANDOM] = advance(row[RANDOM])
        j = first + below(row[RANDOM], i + 1)
        other = out[j]
        out[j] = out[first + i]
        out[first + i] = other


def gather(row: Row, out: Row) -> None:
    """Write the pack of the next deal, from the top, before the cut, into out[0:52] (N2.2, N2.4, N2.5).

    Chance comes in shuffled, as `shuffle` leaves it: out[BOTTOM:] and out[ORDER:].
    """
    if passed_out(row):
        sorted_pack(row, out)
    elif row[DEALER] < 0 or row[SHUFFLE_ALWAYS] == 1:
        for i in range(52):
            out[i] = out[BOTTOM + i]
    else:
        # Blocks are ranked by lowest card and taken in the random order of ranks, so that a large block
        # comes early no more often than a small one; inside each its cards lie as shuffled.
        n = blocks(row, out)
        place = 0
        for i in range(BLOCKS):
            rank = out[ORDER + i]
            if rank < n:
                out[NEXT + rank] = place
                place += count(out[BLOCK + rank])
        for i in range(52):
            rank = out[BLOCK_OF + out[BOTTOM + i]]
            out[out[NEXT + rank]] = out[BOTTOM + i]
            out[NEXT + rank] += 1


def deal_out(row: Row, dealer: int, pack: Row, cut: int, hands: Row) -> None:
    """Deal a cut pack: write the four hands as masks (N2.3)."""
    for seat in range(4):
        hands[seat] = 0
    for i in range(52):
        hands[receiver(row, dealer, i)] |= 1 << pack[(i + cut) % 52]


def shuffle_deal(row: Row, out: Row) -> None:
    """Gather, cut and deal at random; before the first deal the dealer too is drawn."""
    shuffle(row, out)
    gather(row, out)
    dealer = next_dealer(row)
    if dealer < 0:
        row[RANDOM] = advance(row[RANDOM])
        dealer = below(row[RANDOM], 4)
    row[RANDOM] = advance(row[RANDOM])
    hands = out[52:56]
    deal_out(row, dealer, out, 1 + below(row[RANDOM], 51), hands)
    begin_deal(row, dealer, hands)


# -- N3: the auction -------------------------------------------------------------------------------------
def height(row: Row, bid: int) -> int:
    """Bids by rank: the higher figure is the higher bid (N3.2, N3.4)."""
    if bid == MIS and row[MIS_BETWEEN] == 1:
        return 21
    return 2 * bid


def bid_refusal(row: Row, bid: int) -> int:
    """Why the player to act may not make this call."""
    forced = row[FORCED_BID] > 0 and row[BIDS] == 3 and row[BIDDER] < 0
    if bid == PASS:
        return 381 if forced else 0
    if bid == VIS and row[MIS_BETWEEN] == 1:
        return 341
    if row[BIDDER] >= 0 and height(row, bid) <= height(row, row[BID]):
        return 351
    if bid < MIS and bid < row[MINIMUM_BID]:
        return 331
    if forced and height(row, bid) < 2 * max(row[FORCED_BID], row[MINIMUM_BID]):
        return 382
    return 0


def apply_bid(row: Row, seat: int, bid: int) -> None:
    """One call of the auction, and its end (N3.6, N3.7)."""
    row[CALLS + row[BIDS]] = bid + 16 * seat
    row[BIDS] += 1
    row[TURN] = (seat + 1) & 3
    if bid != PASS:
        row[BID] = bid
        row[BIDDER] = seat
    elif row[BIDDER] < 0:
        if row[BIDS] == 4:
            finish(row)
    elif row[TURN] == row[BIDDER]:
        if row[BID] >= MIS:
            row[TRUMP] = NO_TRUMPS  # N4.7
            begin_play(row)
        else:
            row[PHASE] = NAMING


def begin_play(row: Row) -> None:
    """The bidder leads (N4.1), or under `leader` the dealer's left."""
    row[PHASE] = PLAYING
    row[TURN] = (row[DEALER] + 1) & 3 if row[LEFT_LEADS] == 1 else row[BIDDER]


# -- N4: the contract ------------------------------------------------------------------------------------
def contract_refusal(row: Row, trump: int, call: int) -> int:
    """Why this contract may not be named."""
    if trump == OPEN and row[LEFT_LEADS] == 1:
        return 441
    if trump == NO_TRUMPS and call >= BARE:
        return 431
    return 0


def apply_contract(row: Row, trump: int, call: int) -> None:
    """Name trumps and call a card; what is left open waits for the first lead (N4.4)."""
    row[TRUMP_NAMED] = trump
    row[CALL_NAMED] = call
    if call < BARE:
        settle_call(row, call)
    if trump != OPEN:
        settle_trump(row, trump)
    begin_play(row)


def settle_trump(row: Row, trump: int) -> None:
    """Trumps are known, and with them the suit of a bare rank (N4.3, N4.4)."""
    row[TRUMP] = trump
    row[TRUMPS] = SUIT << 16 * trump if trump < NO_TRUMPS else 0
    if row[CALL_NAMED] >= BARE:
        settle_call(row, 16 * trump + row[CALL_NAMED] - BARE)


def settle_call(row: Row, card: int) -> None:
    """The called card is known; its holder is the partner (N4.2)."""
    row[CALL] = card
    for seat in range(4):
        if row[HAND + seat] >> row[CALL] & 1:
            row[PARTNER] = seat


# -- N5: play --------------------------------------------------------------------------------------------
def playable(row: Row, seat: int) -> int:
    """The cards a player may lay: of the suit led if he can, else any (N5.1). A mask."""
    follow = row[HAND + seat] & row[LED]
    return follow if follow else row[HAND + seat]


def play_refusal(row: Row, seat: int, card: int) -> int:
    """Why this card may not be played."""
    if not row[HAND + seat] >> card & 1:
        return 511
    if not playable(row, seat) >> card & 1:
        return 512
    return 0


def beats(row: Row, card: int, head: int) -> bool:
    """Whether a card beats the one that heads the trick (N5.2)."""
    if card >> 4 == head >> 4:
        return card > head
    return row[TRUMPS] >> card & 1 == 1


def lay(row: Row, seat: int, card: int) -> None:
    """Add a card to the trick: it leads, or heads it if it beats the head."""
    if row[LED] == 0:
        row[LED] = SUIT << (card & 48)
    elif not beats(row, card, row[HEAD]):
        return
    row[HEAD] = card
    row[HEAD_SEAT] = seat


def apply_play(row: Row, seat: int, card: int) -> None:
    """Play a card; close the trick with the fourth."""
    played = row[PLAYED]
    if played == 0 and row[TRUMP] < 0:
        settle_trump(row, card >> 4)  # N4.4: the suit of the first lead
    row[HAND + seat] ^= 1 << card
    row[LOG + played] = card + 64 * seat
    row[PLAYED] = played + 1
    lay(row, seat, card)
    if card == row[CALL]:
        row[FALLEN] = 1
    if played & 3 == 3:
        close_trick(row)
    else:
        row[TURN] = (seat + 1) & 3


def close_trick(row: Row) -> None:
    """The head wins and leads next (N5.2); the deal may be at its end (N5.6)."""
    winner = row[HEAD_SEAT]
    row[WON + winner] += 1
    row[LED] = 0
    row[TURN] = winner
    if row[PLAYED] == 52 or (row[BID] >= MIS and winner == row[BIDDER] and row[MIS_PENALTY] == 0):
        finish(row)
    elif row[BID] == VIS:
        row[SHOWN] = 1  # N5.4: from the first trick on


def concede_refusal(row: Row, seat: int) -> int:
    """Why this seat may not concede (N5.5)."""
    if row[PHASE] != PLAYING or row[SHOWN] == 0:
        return 551
    if seat == row[BIDDER]:
        return 552
    if row[CONCEDED + seat] > 0:
        return 553
    return 0


def apply_concede(row: Row, seat: int) -> None:
    """One opponent gives up; with the third the bid has succeeded (N5.5)."""
    row[CONCEDED + seat] = row[PLAYED] + 1
    conceded = 0
    for other in range(4):
        if row[CONCEDED + other] > 0:
            conceded += 1
    if conceded == 3:
        finish(row)


# -- N6, N7: the score and the end -----------------------------------------------------------------------
def amount(row: Row) -> int:
    """What the bid counts (N6.1, N6.4, N6.6, N6.7), before a double hand doubles it."""
    if row[BID] == MIS:
        return 10 if row[MIS_BETWEEN] == 1 else 13
    if row[BID] == VIS:
        return 26
    return row[THIRTEEN_SCORES] if row[BID] == 13 else row[BID]


def score_mis(row: Row) -> None:
    """N6.4 and N6.7."""
    bidder = row[BIDDER]
    row[MADE] = 1 if row[WON + bidder] == 0 else 0
    for seat in range(4):
        if row[MADE] == 1 or row[MIS_PENALTY] == 1:
            row[POINTS + seat] = 0
        else:
            row[POINTS + seat] = amount(row)
    if row[MADE] == 1:
        row[POINTS + bidder] = amount(row)
    elif row[MIS_PENALTY] == 1:
        row[POINTS + bidder] = -10 - row[WON + bidder]
    else:
        row[POINTS + bidder] = 0


def score_number(row: Row) -> None:
    """N6.1 to N6.3 and N6.8."""
    bidder = row[BIDDER]
    partner = row[PARTNER]
    won = row[WON + bidder]
    if partner != bidder:
        won += row[WON + partner]
    slam = row[UNBID_SLAM] == 1 and row[BID] < 13 and won == 13
    made = won >= row[BID] and not slam
    row[MADE] = 1 if made else 0
    for seat in range(4):
        if seat == bidder or seat == partner:
            row[POINTS + seat] = amount(row) if made else 0
        elif slam:
            row[POINTS + seat] = 26
        elif partner == bidder and row[ONE_POINT] == 1:
            row[POINTS + seat] = 1
        else:
            row[POINTS + seat] = 0 if made else amount(row)


def finish(row: Row) -> None:
    """Score the deal (doubled on a double hand, N6.5), and end the game at the target (N7.1)."""
    if row[BIDDER] >= 0:
        if row[BID] >= MIS:
            score_mis(row)
        else:
            score_number(row)
    best = -1 << 40
    for seat in range(4):
        if row[DOUBLE] == 1:
            row[POINTS + seat] *= 2
        row[SCORE + seat] += row[POINTS + seat]
        best = max(best, row[SCORE + seat])
    row[PHASE] = DEALING
    row[TURN] = -2 if best >= row[TARGET] else -1


def break_off(row: Row) -> None:
    """The watch is called: a deal in progress does not count (N7.2)."""
    row[BROKEN_OFF] = 1
    row[TURN] = -2


def over_refusal(row: Row) -> int:
    """Why nothing may be done any more: the target was reached (N7.1), or the watch called (N7.2)."""
    return 721 if row[BROKEN_OFF] == 1 else 711


# -- the kernel's own face -------------------------------------------------------------------------------
def refusal(row: Row, seat: int, action: int) -> int:
    """0 for a legal action of a seat, else 10 x clause + variant."""
    phase = row[PHASE]
    if action == CONCEDE:
        return over_refusal(row) if row[TURN] == -2 else concede_refusal(row, seat)
    if row[TURN] != seat:
        if row[TURN] == -2:
            return over_refusal(row)
        if row[TURN] == -1:
            return 212
        return 354 if phase == AUCTION else 422 if phase == NAMING else 523
    if action < CONTRACT:
        return bid_refusal(row, action) if phase == AUCTION else 371
    if action < PLAY:
        if phase != NAMING:
            return 421 if phase == AUCTION else 424 if row[BID] < MIS else 471
        return contract_refusal(row, (action - CONTRACT) // 80, (action - CONTRACT) % 80)
    if phase != PLAYING:
        return 374 if phase == AUCTION else 423
    return play_refusal(row, seat, action - PLAY)


def legal(row: Row, seat: int, out: Row) -> int:
    """Write the legal actions of a seat into `out`; return how many."""
    n = 0
    if row[TURN] == seat:
        if row[PHASE] == PLAYING:
            cards = playable(row, seat)
            while cards:
                out[n] = PLAY + lowest(cards)
                cards &= cards - 1
                n += 1
        elif row[PHASE] == AUCTION:
            if bid_refusal(row, PASS) == 0:
                out[n] = PASS
                n += 1
            for bid in range(row[MINIMUM_BID], VIS + 1):  # no lower number is ever legal (N3.3)
                if bid_refusal(row, bid) == 0:
                    out[n] = bid
                    n += 1
        else:
            n = legal_contracts(row, out)
    if row[TURN] >= 0 and concede_refusal(row, seat) == 0:
        out[n] = CONCEDE
        n += 1
    return n


def legal_contracts(row: Row, out: Row) -> int:
    """Write every contract that may be named: a trump and a card, or a rank."""
    n = 0
    for trump in range(6):
        for first in range(0, 80, 16):  # the cards of a suit are alike here, and so are the bare ranks
            if contract_refusal(row, trump, first) == 0:
                for rank in range(13):
                    out[n] = CONTRACT + 80 * trump + first + rank
                    n += 1
    return n


def apply(row: Row, seat: int, action: int) -> None:
    """Do a legal action (unchecked)."""
    if action >= PLAY:
        if action == CONCEDE:
            apply_concede(row, seat)
        else:
            apply_play(row, seat, action - PLAY)
    elif action < CONTRACT:
        apply_bid(row, seat, action)
    else:
        apply_contract(row, (action - CONTRACT) // 80, (action - CONTRACT) % 80)


def random_action(row: Row, out: Row) -> int:
    """A uniformly random legal action of the seat to act (never a concession, which is out of turn)."""
    row[RANDOM] = advance(row[RANDOM])
    seat = row[TURN]
    if row[PHASE] == PLAYING:
        cards = playable(row, seat)
        return PLAY + lowest(nth(cards, below(row[RANDOM], count(cards))))
    n = legal(row, seat, out)
    return out[below(row[RANDOM], n)]
