"""Where everything of a search stands: the int rows that the solver's kernels share.

The workspace row holds the four hands, the question and one frame per card of the line under search. A
frame belongs to a seat about to play; a frame that opens a trick also describes the whole position.
Inside a search a card is 16 x suit + rank, without gaps, and the trump suit, if any, is suit 3. Rank 0 is
the highest card of its suit in play, or, with LOW set, the lowest: ranks count from the end that matters.
"""

# -- the workspace ---------------------------------------------------------------------------------------
HAND = 0  # 4 masks: cards still held
NODES = 4  # trick openings visited
BUDGET = 5  # and how many may be
DECLARERS = 6  # seats that maximise
COUNTED = 7  # seats whose tricks count
TRUMPS = 8  # mask of the trump suit, 0 for no trumps
STAMP = 9  # generation of table entries
USED = 10  # entries of the table in use
RELEVANT = 11  # second result: cards whose ranks the answer rests on
KIND = 12  # PLAIN, MISERE or MIXED
TRUMP = 13  # the problem as posed: suit, or -1
LEADER = 14
LAID = 15  # cards on the table
TABLE = 16  # those cards, at most 3
POSED = 20  # 4 masks: hands, without the cards on the table; packed by `pose`
LOW = 24  # 1 if rank 0 is the lowest card: misère turns on the low cards
LIMIT = 25  # counted tricks that end the play
FRAMES = 64
STRIDE = 64  # a power of two, so that the compiler sees that no index is negative
WORKSPACE = FRAMES + 64 * STRIDE

PLAIN = 0  # the seats that maximise are those whose tricks count
MISERE = 1  # the other seats are
MIXED = 2

# -- a frame ---------------------------------------------------------------------------------------------
SEAT = 0
CARD = 1  # the card it is trying
WINNING = 2  # the card that heads the trick before this one, -1 at the lead
WINNER = 3  # and its seat
LED = 4  # mask of the suit led, 0 at the lead
RANKS = 5  # relevant cards so far
MOVES_LEFT = 6
AIM = 7  # the answer this seat wants: 1 if it maximises
NEED = 8  # counted tricks still wanted (kept by the frame that opens the trick, like all below)
SHAPE = 9  # suit lengths of all hands
CARDS = 10  # all cards of all hands
OWNERS = 11  # 4 words: who holds the cards of a suit, two bits each, from rank 0 up
TAKEN = 15  # relevant card of the trick just completed (kept by the frame that ends it)
HINT = 16  # where in the table of cut-offs this frame looks
GONE = 17  # cards in no hand, but for the one that heads the trick
MOVES = 18  # 13 moves, weight x 64 + card

# -- the transposition table: entries of 8 ints ----------------------------------------------------------
KEY = 0  # suit lengths, leader, cards left
HIGH_LOW = 1  # owners of suits 0 and 1, as far as relevant
HIGH_HIGH = 2  # owners of suits 2 and 3
MASK_LOW = 3
MASK_HIGH = 4
BOUNDS = 5  # least + 16 x most + 256 x ranks of suit 0, 4 bits each suit
NEXT = 6
ENTRY = 8

LANE = 0x1FFF
ALL_LANES = 0x1FFF | 0x1FFF << 16 | 0x1FFF << 32 | 0x1FFF << 48
