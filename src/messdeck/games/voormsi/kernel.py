"""The rules of Voormsi over a row of ints. See docs/rules/voormsi.md for the clauses cited here.

Cards are numbered by strength: the sevens first, then V2.3 from KS up, then 8S, JC, KH, 3D; inside a rank
diamonds, hearts, spades, clubs. An action is the mask of the cards laid.
"""

from messdeck.core.bits import advance, below, count, lowest, nth
from messdeck.core.protocol import Row
from messdeck.games.voormsi.equity import FOUR, TWO, WHOLE
from messdeck.games.voormsi.equity import TARGET as EQUITY_TARGET

# -- cards -----------------------------------------------------------------------------------------------
KS = 4
KC = 5
EIGHT_S = 32
JC = 33
KH = 34
THREE = 35
FULL = (1 << 36) - 1
SEVENS = 0b1111
KINGS = 1 << KS | 1 << KC | 1 << KH
EIGHTS = 0b111 << 10 | 1 << EIGHT_S
JACKS = 0b111 << 21 | 1 << JC
RANKS = (  # masks of the ranks, each of which may be led together (V4.1)
    SEVENS,
    KINGS,
    0b1111 << 6,
    EIGHTS,
    0b1111 << 13,
    0b1111 << 17,
    JACKS,
    0b1111 << 24,
    0b1111 << 28,
    1 << THREE,
)
ACTIONS = 512  # 495 ways to answer four cards from a hand of twelve

# -- options ---------------------------------------------------------------------------------------------
PLAYERS = 0
SIDES = 1
DEAL_ALL = 2
THREE_AS_KING = 3
COMPULSION = 4  # 0 heading, 1 led, 2 off
PROOF_SHOWN = 5
OWN_KILL = 6  # 0 forfeit, 1 points, 2 off
KILL_VOORMSI = 7
OVERSHOOT_WINS = 8
TARGET = 9
OPTIONS = 10

# -- the rubber ------------------------------------------------------------------------------------------
RANDOM = 10
TURN = 11  # a seat, -1 the table, -2 nobody
DEALER = 12  # of the deal under way or just played, -1 before the first
SCORE = 13  # 3 sides: strokes rubbed out
WINNER = 16  # side, -1 none
BROKEN_OFF = 17

# -- the deal under way ----------------------------------------------------------------------------------
HAND = 18  # 4 masks
HELD = 22  # 4: how many cards each hand has
STOCK_SIZE = 26  # cards in the stock at the start
DRAWN = 27  # how many of them have been drawn
STOCK = 28  # 28 cards from the top
DREW = 56  # for each card drawn: seat + 4 x plays made before the draw
PLAYS = 84  # plays made in the deal
PLAY = 85  # 36 of them: mask of cards, seat in the bits above
WON = 121  # 3 sides: tricks won
EARNED = 124  # 3 sides: points earned in the deal and not yet banked (V7.2)
BANKED = 127  # 3 sides: points banked in this deal, before any bounce
BANKED_NOW = 130  # 3 sides: of these, what the last trick banked
FIRST_FIVE = 133  # 1 + the side that has V5.2, or 0
VOID = 134  # 1: the deal is void (V5.3)

# -- the trick under way, or the last one until the next lead --------------------------------------------
TRICK = 135  # number of plays made before it
SIZE = 136  # cards to a play
LAID = 137  # plays laid to it
HEAD = 138  # mask of the play that heads it
HEAD_SEAT = 139
HEAD_AT = 140  # which play of the trick that is, the lead being 0
KC_STRONG = 141  # its KC beat a live seven (V2.8)
KS_STRONG = 142  # its KS beat such a KC (V2.9)
JC_STRUCK = 143  # its JC beat a heading KH (V6.6)
THIRD = 144  # two players: who makes the third play (V8.3)
V61 = 145  # 1 + the side that has points (or the loss) under each clause, or 0
V63 = 146
V64 = 147
V65 = 148
V66 = 149

# -- what everybody knows, or will know, of the JC and KH ------------------------------------------------
JC_PLAY = 150  # 1 + index of the play with the JC, or 0
KH_PLAY = 151
KH_WITH_JC = 152  # 1: the player of the KH held the JC, or played it along (secret until the verdict)
LACKED = 153  # 4 seats: 1 + index of the last play before which everybody knows: no JC here; or 0
HOLDER = 157  # 1 + the seat known to have held the JC before play HOLDER_AT, or 0 (V6.2)
HOLDER_AT = 158
PROOF = 159  # mask of the hand laid open under voormsi_proof=shown
PROOF_SEAT = 160
PROOF_AT = 161  # plays made before that
ROW = 162

POINT = 10  # of `utility`


def turn(row: Row) -> int:
    """The seat to act, -1 when a deal is due, -2 when the rubber is over."""
    return row[TURN]


def seed_row(row: Row, state: int) -> None:
    """Set the random state."""
    row[RANDOM] = state


def result(row: Row, player: int) -> int:
    """Points that a side banked in the deal just played, before any bounce (V7.2)."""
    return row[BANKED + player]


def utility(row: Row, seat: int) -> int:
    """What the finished deal is worth to the seat's side, in tenths of a point; a trick counts as one tenth.

    Under the default options the scores are valued by match equity (the chance to win the rubber), a point
    being what one is worth at its beginning; else as points banked, the loss of V6.4 as nine points.
    """
    side = side_of(row, seat)
    value = 0
    for other in range(row[SIDES]):
        value += row[WON + other] if other == side else -row[WON + other]
    if has_equity(row):
        return value + (equity(row, side) - WHOLE // 2) // 48
    for other in range(row[SIDES]):
        worth_it = 10 * row[BANKED + other]
        if row[V64] == other + 1:
            worth_it -= 90
        value += worth_it if other == side else -worth_it
    return value


def has_equity(row: Row) -> bool:
    """Whether the table of match equity was made for rules such as these."""
    if row[TARGET] != EQUITY_TARGET or row[OVERSHOOT_WINS] == 1 or row[KILL_VOORMSI] == 1:
        return False
    return row[OWN_KILL] == 0 and (row[PLAYERS] == 4 or row[PLAYERS] == 2)


def equity(row: Row, side: int) -> int:
    """The chance, of WHOLE, that one of two sides wins the rubber after the deal just played."""
    if row[TURN] == -2:
        return WHOLE if row[WINNER] == side else 0
    leader = side_of(row, (row[DEALER] + 2) % row[PLAYERS])  # of the next deal (V3.2, V3.4)
    place = row[SCORE + leader] * EQUITY_TARGET + row[SCORE + 1 - leader]
    chance = FOUR[place] if row[PLAYERS] == 4 else TWO[place]
    return chance if leader == side else WHOLE - chance


def side_of(row: Row, seat: int) -> int:
    """The side of a seat: opposite players together, three each alone (V3.1)."""
    return seat if row[SIDES] == 3 else seat & 1


def tricks_of_deal(row: Row) -> int:
    """How many tricks a deal has (V3.1, V8.6)."""
    return 12 if row[PLAYERS] == 3 else 9


# -- V3: the deal ----------------------------------------------------------------------------------------
def hand_size(row: Row) -> int:
    """Cards dealt to each (V3.3, V8.1)."""
    return 36 // row[PLAYERS] if row[DEAL_ALL] == 1 else 4


def deal_refusal(row: Row, dealer: int, hands: Row, stock: Row) -> int:
    """Why a deal is not the one due: 0, or 10 x clause + variant. Hands are masks, the stock cards."""
    if row[TURN] != -1:
        return 741 if row[TURN] == -2 else 333
    players = row[PLAYERS]
    together = 0
    for seat in range(players):
        if count(hands[seat]) != hand_size(row):
            return 811 if players == 2 else 331
        together |= hands[seat]
    for i in range(len(stock)):
        together |= 1 << stock[i]
    if together != FULL or len(stock) + players * hand_size(row) != 36:
        return 111
    if next_dealer(row) >= 0 and dealer != next_dealer(row):
        return 321
    return 0


def next_dealer(row: Row) -> int:
    """Who deals next (V3.2); -1 when anybody may, before the first deal."""
    return -1 if row[DEALER] < 0 else (row[DEALER] + 1) % row[PLAYERS]


def begin_deal(row: Row, dealer: int, hands: Row, stock: Row) -> None:
    """Put a new deal on the table; the dealer's left leads (V3.4)."""
    for i in range(HAND, ROW):
        row[i] = 0
    for seat in range(row[PLAYERS]):
        row[HAND + seat] = hands[seat]
        row[HELD + seat] = hand_size(row)
    row[STOCK_SIZE] = len(stock)
    for i in range(len(stock)):
        row[STOCK + i] = stock[i]
    row[DEALER] = dealer
    row[TURN] = (dealer + 1) % row[PLAYERS]


def shuffle_deal(row: Row, out: Row) -> None:
    """Shuffle and deal at random; before the first deal the dealer too is drawn (V3.2)."""
    for i in range(36):
        out[i] = i
    for i in range(35, 0, -1):
        row[RANDOM] = advance(row[RANDOM])
        j = below(row[RANDOM], i + 1)
        other = out[j]
        out[j] = out[i]
        out[i] = other
    players = row[PLAYERS]
    size = hand_size(row)
    for seat in range(players):
        hand = 0
        for i in range(seat * size, (seat + 1) * size):
            hand |= 1 << out[i]
        out[40 + seat] = hand
    dealer = next_dealer(row)
    if dealer < 0:
        row[RANDOM] = advance(row[RANDOM])
        dealer = below(row[RANDOM], players)
    begin_deal(row, dealer, out[40 : 40 + players], out[players * size : 36])


def refill(row: Row, first: int) -> None:
    """Draw up to four cards each, one at a time in turn (V3.5, V8.3)."""
    seat = first
    full = 0
    while full < row[PLAYERS] and row[DRAWN] < row[STOCK_SIZE]:
        if row[HELD + seat] < 4:
            row[HAND + seat] |= 1 << row[STOCK + row[DRAWN]]
            row[HELD + seat] += 1
            row[DREW + row[DRAWN]] = seat + 4 * row[PLAYS]
            row[DRAWN] += 1
            full = 0
        else:
            full += 1
        seat = (seat + 1) % row[PLAYERS]


# -- V2: which card beats which --------------------------------------------------------------------------
def beats(row: Row, card: int, target: int) -> int:
    """The clause (28 is V2.8) by which a card now laid beats one of the heading play, or minus the clause
    by which it does not."""
    led = row[HEAD_AT] == 0
    directly = row[LAID] == row[HEAD_AT] + 1
    if target == THREE:
        if not led:
            return -24
        if card < 4:
            return 26 if directly else -25
        return 24
    if card == THREE:
        return 24
    if target < 4:  # a seven that heads is live
        if card == KC:
            return 27
        return 26 if target < card < 4 else -26
    if card < 4:
        return -25
    if target == KC and row[KC_STRONG] == 1:
        return 28 if card == KS and directly else -28
    if target == KS and row[KS_STRONG] == 1:
        return -29
    if target == JC or target == KH:
        return 21 if card == JC or card == KH else -21
    if card == JC or card == KH:
        return 21
    if target == EIGHT_S:
        return -22
    if card == EIGHT_S:
        return 22
    return 23 if card > target else -23


# -- V4: leading and following ---------------------------------------------------------------------------
def permuted(size: int, order: int, i: int) -> int:
    """The place that permutation number `order` of `size` things gives to thing i."""
    if size == 1:
        return 0
    free = (1 << size) - 1
    place = 0
    for done in range(i + 1):
        rest = 1
        for factor in range(2, size - done):
            rest *= factor
        place = nth(free, order // rest)
        order %= rest
        free ^= place
    return lowest(place)


def worth(row: Row, seat: int, card: int, target: int) -> int:
    """What one beating is worth to its side by V6: points, or -100 for the loss of V6.4."""
    if card == THREE:
        if target == KH:
            return 1
        return 2 if target == JC and row[JC_STRUCK] == 1 else 0
    killer = KH if row[KILL_VOORMSI] == 1 else JC
    if card != killer or (target != JC and target != KH):
        return 0
    if side_of(row, seat) != side_of(row, row[HEAD_SEAT]):
        return 2
    return 0 if row[OWN_KILL] == 2 else -100


def pairing(row: Row, seat: int, cards: int) -> int:
    """The number of the permutation that pairs a play off with the heading play (V4.5): card i from
    below with its card `permuted(size, number, i)`; -1 if none. Of several the most favourable (V4.6)."""
    size = row[SIZE]
    head = row[HEAD]
    if size == 1:
        return 0 if beats(row, lowest(cards), lowest(head)) > 0 else -1
    orders = 1
    for i in range(size):
        orders *= i + 1
        card = lowest(nth(cards, i))
        hopeless = True
        for j in range(size):
            if beats(row, card, lowest(nth(head, j))) > 0:
                hopeless = False
        if hopeless:
            return -1
    best = -1
    most = -1000
    for order in range(orders):
        value = 0
        for i in range(size):
            card = lowest(nth(cards, i))
            target = lowest(nth(head, permuted(size, order, i)))
            if beats(row, card, target) <= 0:
                value = -1000
                break
            value += worth(row, seat, card, target)
        if value > most:
            most = value
            best = order
    return best


def must_include_jc(row: Row, seat: int) -> bool:
    """Whether V4.4 asks the JC of a player (if he holds it): an opponent's KH heads."""
    if row[COMPULSION] == 2 or not row[HEAD] >> KH & 1:
        return False
    if side_of(row, seat) == side_of(row, row[HEAD_SEAT]):
        return False
    return row[COMPULSION] == 0 or row[HEAD_AT] == 0


def is_leading(row: Row) -> bool:
    """Whether the next play is a lead."""
    laid = row[LAID]
    return laid == 0 or (laid > 2 and laid == plays_to_trick(row))


def plays_to_trick(row: Row) -> int:
    """Three with three players, else four (V8.2)."""
    return 3 if row[PLAYERS] == 3 else 4


def most_led(row: Row) -> int:
    """How many cards may be led: with two players no more than all can answer (V4.8, V8.4)."""
    if row[PLAYERS] != 2:
        return 4
    return min(4, (row[HELD] + row[HELD + 1] + row[STOCK_SIZE] - row[DRAWN]) // 4)


def rank_mask(row: Row, rank: int) -> int:
    """The cards that may be led together: a rank, or the 3D with the kings (V4.1, V4.2)."""
    if row[THREE_AS_KING] == 1:
        if rank == 1:
            return KINGS | 1 << THREE
        if rank == 9:
            return 0
    return RANKS[rank]


def play_refusal(row: Row, seat: int, cards: int) -> int:
    """Why these cards may not be laid."""
    if cards == 0:
        return 412 if is_leading(row) else 431
    if cards & ~row[HAND + seat]:
        return 432
    if is_leading(row):
        one_rank = cards & (cards - 1) == 0
        rank = 0
        while not one_rank and rank < 10:
            one_rank = cards & ~rank_mask(row, rank) == 0
            rank += 1
        if not one_rank:
            return 421 if cards & ~(KINGS | 1 << THREE) == 0 else 411
        return 841 if count(cards) > most_led(row) else 0
    if count(cards) != row[SIZE]:
        return 431
    if must_include_jc(row, seat) and row[HAND + seat] & ~cards & 1 << JC:
        return 441
    return 0


def lay(row: Row, seat: int, cards: int) -> None:
    """Add a play to the trick: it leads, or heads it if it pairs off with the head (V4.5)."""
    if is_leading(row):
        for i in range(SIZE, JC_PLAY):
            row[i] = 0
        row[SIZE] = count(cards)
        row[HEAD] = cards
        row[HEAD_SEAT] = seat
    else:
        order = pairing(row, seat, cards)
        if order >= 0:
            take_head(row, seat, cards, order)
    row[LAID] += 1


def take_head(row: Row, seat: int, cards: int, order: int) -> None:
    """A play becomes the head; keep the facts of its pairing (V4.6, V6.9)."""
    if row[KILL_VOORMSI] == 1:  # V6.8: a kill counts only if the killing play wins
        row[V63] = 0
        row[V64] = 0
    strong_kc = 0
    strong_ks = 0
    struck = 0
    size = row[SIZE]
    for i in range(size):
        card = lowest(nth(cards, i))
        target = lowest(nth(row[HEAD], permuted(size, order, i)))
        if card == KC and target < 4:
            strong_kc = 1
        elif card == KS and target == KC and row[KC_STRONG] == 1:
            strong_ks = 1
        elif card == JC and target == KH:
            struck = 1
        note_points(row, seat, card, target)
    row[KC_STRONG] = strong_kc
    row[KS_STRONG] = strong_ks
    row[JC_STRUCK] = struck
    row[HEAD] = cards
    row[HEAD_SEAT] = seat
    row[HEAD_AT] = row[LAID]


def note_points(row: Row, seat: int, card: int, target: int) -> None:
    """Write down whose V6 points one beating makes."""
    value = worth(row, seat, card, target)
    side = 1 + side_of(row, seat)
    if value < 0:
        row[V64] = side
    elif value > 0:
        if card != THREE:
            row[V63] = side
        elif target == KH:
            row[V65] = side
        else:
            row[V66] = side
            row[V63] = 0  # V6.6 cancels it


def apply(row: Row, seat: int, action: int) -> None:
    """Lay a legal play (unchecked); close the trick with its last."""
    play = row[PLAYS]
    lacking = row[JC_PLAY] == 0 and not action >> JC & 1
    if lacking and not is_leading(row) and must_include_jc(row, seat):
        row[LACKED + seat] = play + 1
    if action >> JC & 1:
        row[JC_PLAY] = play + 1
    if action >> KH & 1:
        row[KH_PLAY] = play + 1
        row[KH_WITH_JC] = row[HAND + seat] >> JC & 1
    if is_leading(row):
        row[TRICK] = play
    lay(row, seat, action)
    row[HAND + seat] ^= action
    row[HELD + seat] -= row[SIZE]
    row[PLAY + play] = action | seat << 36
    row[PLAYS] = play + 1
    if row[LAID] == plays_to_trick(row):
        close_trick(row)
    elif row[PLAYERS] == 2 and row[LAID] > 1:
        if row[LAID] == 2:
            row[THIRD] = row[HEAD_SEAT]
            refill(row, row[HEAD_SEAT])
            row[TURN] = row[HEAD_SEAT]
        else:
            row[TURN] = 1 - row[THIRD]
    else:
        row[TURN] = (seat + 1) % row[PLAYERS]


# -- V5, V6: what a trick brings -------------------------------------------------------------------------
def close_trick(row: Row) -> None:
    """Count the trick, bank, refill; the winner leads next unless the deal or the rubber ends."""
    winner = row[HEAD_SEAT]
    side = side_of(row, winner)
    count_tricks(row, side)
    judge_voormsi(row, winner)
    if row[V61] > 0:
        row[EARNED + row[V61] - 1] += 1
    if row[V63] > 0:
        row[EARNED + row[V63] - 1] += 2
    if row[V65] > 0:
        row[EARNED + row[V65] - 1] += 1
    if row[V66] > 0:
        row[EARNED + row[V66] - 1] += 2
    row[TURN] = winner
    if row[V64] > 0:
        lose_points(row, row[V64] - 1)
        if row[OWN_KILL] == 0:
            bank(row, 2 - row[V64])  # V6.4: the other of the two sides
            end_deal(row)
            return
    last = row[WON] + row[WON + 1] + row[WON + 2] == tricks_of_deal(row)
    if last and row[WON + side] == tricks_of_deal(row):
        row[VOID] = 1
        row[EARNED + side] = 0
    for i in range(1, row[SIDES]):  # V7.4: the losers first, clockwise from the winner
        bank(row, (side + i) % row[SIDES])
    if last:
        bank(row, side)
        end_deal(row)
    elif row[TURN] >= 0:
        refill(row, winner)


def count_tricks(row: Row, side: int) -> None:
    """V4.7, V5.1 and V5.2."""
    for other in range(3):
        row[BANKED_NOW + other] = 0
    before = row[WON + side]
    after = before + row[SIZE]
    row[WON + side] = after
    row[EARNED + side] += max(0, after - 4) - max(0, before - 4)
    alone = row[WON] + row[WON + 1] + row[WON + 2] == after
    if row[PLAYERS] != 3 and alone and before < 5 <= after:
        row[FIRST_FIVE] = side + 1
        row[EARNED + side] += 1


def judge_voormsi(row: Row, winner: int) -> None:
    """V6.1, and what its award or absence tells everybody (V6.2)."""
    if not row[HEAD] >> KH & 1:
        return
    played = row[KH_PLAY]
    fallen = row[JC_PLAY]
    if row[HEAD_AT] == plays_to_trick(row) - 1 or 0 < fallen < played:
        return
    if row[KH_WITH_JC] == 1:
        row[HOLDER] = winner + 1
        row[HOLDER_AT] = played - 1
        return
    row[V61] = 1 + side_of(row, winner)
    row[LACKED + winner] = max(row[LACKED + winner], played)
    if row[PROOF_SHOWN] == 1:
        row[PROOF] = row[HAND + winner]
        row[PROOF_SEAT] = winner
        row[PROOF_AT] = row[PLAYS]


def lose_points(row: Row, side: int) -> None:
    """V6.4: the side's strokes stand again, and what it has not banked is lost."""
    row[SCORE + side] = 0
    row[EARNED + side] = 0


# -- V7: the rubber --------------------------------------------------------------------------------------
def bank(row: Row, side: int) -> None:
    """A side banks what it has earned (V7.2), with bounce (V7.3); exactly the target wins (V7.4)."""
    points = row[EARNED + side]
    if points == 0 or row[TURN] == -2:
        return
    target = row[TARGET]
    score = row[SCORE + side] + points
    if score > target:
        score = target if row[OVERSHOOT_WINS] == 1 else max(0, 2 * target - score)
    row[EARNED + side] = 0
    row[BANKED + side] += points
    row[BANKED_NOW + side] = points
    row[SCORE + side] = score
    if score == target:
        row[WINNER] = side
        row[TURN] = -2


def end_deal(row: Row) -> None:
    """The next deal is due, unless the rubber has been won (V7.5)."""
    if row[TURN] != -2:
        row[TURN] = -1


def break_off(row: Row) -> None:
    """The rubber is broken off: nobody has won, the scores stand (V10)."""
    row[BROKEN_OFF] = 1
    row[TURN] = -2


# -- the kernel's own face -------------------------------------------------------------------------------
def refusal(row: Row, seat: int, action: int) -> int:
    """0 for a legal action of a seat, else 10 x clause + variant."""
    if row[TURN] == -2:
        return 741
    if row[TURN] == -1:
        return 332
    if row[TURN] != seat:
        return 831 if row[PLAYERS] == 2 and 2 <= row[LAID] < 4 else 341
    return play_refusal(row, seat, action)


def legal(row: Row, seat: int, out: Row) -> int:
    """Write the legal actions of a seat into `out`; return how many."""
    if row[TURN] != seat or seat < 0:
        return 0
    hand = row[HAND + seat]
    n = 0
    if is_leading(row):
        most = most_led(row)
        for rank in range(10):
            same = hand & (rank_mask(row, rank) if row[THREE_AS_KING] == 1 else RANKS[rank])
            cards = same
            while cards:
                if most == 4 or count(cards) <= most:
                    out[n] = cards
                    n += 1
                cards = (cards - 1) & same
        return n
    size = row[SIZE]
    always = 0
    if must_include_jc(row, seat) and hand >> JC & 1:
        always = 1 << JC
        hand ^= always
        size -= 1
    return subsets(hand, size, always, out)


def subsets(hand: int, size: int, always: int, out: Row) -> int:
    """Write every set of `size` cards of a hand, with `always` added, into `out`; return how many."""
    if size == 0:
        out[0] = always
        return 1
    n = 0
    if size == 1:
        while hand:
            card = hand & -hand
            out[n] = card | always
            hand ^= card
            n += 1
        return n
    places = (1 << size) - 1
    held = count(hand)
    while places < 1 << held:
        cards = always
        left = places
        while left:
            cards |= nth(hand, lowest(left))
            left &= left - 1
        out[n] = cards
        n += 1
        step = places & -places  # the next higher number with as many bits (HAKMEM 175)
        ripple = places + step
        places = ripple | ((places ^ ripple) // step) >> 2
    return n


def random_action(row: Row, out: Row) -> int:
    """A uniformly random legal action of the seat to act."""
    n = legal(row, row[TURN], out)
    row[RANDOM] = advance(row[RANDOM])
    return out[below(row[RANDOM], n)]
