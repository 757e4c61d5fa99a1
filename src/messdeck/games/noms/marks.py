"""What the trained player of Noms sees in a card: its marks, one in each of ten tables of weights.

A table crosses a few properties of the card and of the table (who plays with whom, what is out, what is at
stake), so that its weights, added up, may judge a card differently wherever it matters. As in the rule
player, only public cells and the own hand are looked at. Marks count the places of all tables in a row.
"""

from messdeck.core.bits import count, highest, lowest
from messdeck.core.protocol import Row
from messdeck.games.noms.kernel import (
    BID,
    BIDDER,
    CALL,
    FALLEN,
    FULL,
    HAND,
    HEAD,
    HEAD_SEAT,
    LED,
    LOG,
    PARTNER,
    PLAYED,
    SUIT,
    TRUMPS,
    WON,
    beats,
)

INLINE = False

# -- what is seen before any card is looked at, in a row of scratch ----------------------------------------
HIDDEN = 0  # cards in other hands
ROLE = 1  # bidder without and with a known partner, partner, defender without and with known friends
VOID = 2  # 4 masks of suits: what each seat has shown it lacks
LEADS = 6  # 4: how often each suit was led
FRIENDS = 10  # seats known to play with this one, itself included; a mask
FOES = 11  # seats that may play against it
COMING = 12  # seats still to play to the trick
SLACK = 13  # tricks that the bidder's side may still lose, +1 and 6 at most; 0: the bid is made
HEADED = 14  # the trick is headed by a friend 0, an enemy 1, somebody unknown 2
SAFE = 15  # 1: it will stay so, for all that is seen
TRUMPS_OUT = 16  # trumps in other hands
MARK = 20  # and after it the marks of a card
MARKS = 10

ROLES = 5
# -- the tables: the first mark of each; leads before answers ----------------------------------------------
LEAD_RANK = 0
LEAD_LENGTH = LEAD_RANK + ROLES * 2 * 4 * 13
LEAD_VOIDS = LEAD_LENGTH + ROLES * 2 * 6 * 4
LEAD_CALLED = LEAD_VOIDS + ROLES * 3 * 2 * 2 * 2 * 2
LEAD_TIME = LEAD_CALLED + ROLES * 3 * 2 * 4
LEAD_EQUAL = LEAD_TIME + ROLES * 13 * 2 * 2
LEAD_TRUMPS = LEAD_EQUAL + ROLES * 2 * 2
LEAD_SLACK = LEAD_TRUMPS + ROLES * 6 * 6 * 2
LEAD_AGAIN = LEAD_SLACK + ROLES * 7 * 2 * 2
LEAD_NEXT = LEAD_AGAIN + ROLES * 3 * 4 * 2
PLAY_WAY = LEAD_NEXT + ROLES * 2 * 4 * 6
PLAY_RANK = PLAY_WAY + ROLES * 3 * 3 * 2 * 5
PLAY_CHEAP = PLAY_RANK + 5 * 3 * 3 * 13
PLAY_ABOVE = PLAY_CHEAP + 5 * 3 * 3 * 2 * 2
PLAY_LENGTH = PLAY_ABOVE + 5 * 4 * 3 * 3 * 2
PLAY_CALLED = PLAY_LENGTH + ROLES * 5 * 6 * 4
PLAY_TIME = PLAY_CALLED + ROLES * 5 * 3 * 3 * 2
PLAY_COMING = PLAY_TIME + ROLES * 5 * 13
PLAY_SLACK = PLAY_COMING + 5 * 4 * 2 * 4 * 3
PLAY_TRUMPS = PLAY_SLACK + ROLES * 7 * 5 * 2
SIZE = PLAY_TRUMPS + 5 * 6 * 2 * 6


def look(row: Row, seat: int, seen: Row) -> None:
    """Write what a seat sees into `seen`, up to its marks. A number is bid, and trumps are known."""
    look_back(row, seat, seen)
    bidder, call = row[BIDDER], row[CALL]
    known = row[FALLEN] == 1 or row[HAND + seat] >> call & 1 == 1
    partner = bidder
    if known:
        partner = row[PARTNER] if row[FALLEN] == 1 else seat
    team = 1 << bidder | 1 << partner
    ours = team >> seat & 1
    if seat == bidder:
        seen[ROLE] = 1 if known else 0
    else:
        seen[ROLE] = 2 if ours else 4 if known else 3
    friends = team if ours else 15 & ~team if known else 1 << seat
    seen[FRIENDS] = friends
    seen[FOES] = 15 & ~friends
    won = row[WON + bidder] + (row[WON + partner] if partner != bidder else 0)
    need = row[BID] - won
    seen[SLACK] = 0 if need <= 0 else 1 + min(5, max(0, 14 - (row[PLAYED] >> 2) - need))
    seen[TRUMPS_OUT] = count(seen[HIDDEN] & row[TRUMPS])
    seen[COMING] = 0
    for ahead in range(1, 4 - (row[PLAYED] & 3)):
        seen[COMING] |= 1 << ((seat + ahead) & 3)
    seen[HEADED] = 0
    seen[SAFE] = 0
    if row[LED]:
        head_seat = row[HEAD_SEAT]
        if not friends >> head_seat & 1:
            seen[HEADED] = 1 if known or head_seat == bidder else 2
        seen[SAFE] = 1 if is_safe(row, seen) else 0


def look_back(row: Row, seat: int, seen: Row) -> None:
    """Go through the cards played: what is hidden, who is out of what, what was led."""
    for i in range(4):
        seen[VOID + i] = 0
        seen[LEADS + i] = 0
    gone = 0
    led = 0
    for i in range(row[PLAYED]):
        card = row[LOG + i] & 63
        gone |= 1 << card
        if i & 3 == 0:
            led = card >> 4
            seen[LEADS + led] += 1
        elif card >> 4 != led:
            seen[VOID + (row[LOG + i] >> 6)] |= 1 << led
    seen[HIDDEN] = FULL & ~gone & ~row[HAND + seat]


def is_safe(row: Row, seen: Row) -> bool:
    """Whether the head of the trick will win it, for all that is seen."""
    head = row[HEAD]
    if row[PLAYED] & 3 == 3:
        return True
    if (seen[HIDDEN] & (SUIT << (head & 48))) >> head:
        return False
    return row[TRUMPS] >> head & 1 == 1 or ruffing(row, seen) == 0


def ruffing(row: Row, seen: Row) -> int:
    """The seats to come that may play against this one, lack the suit led, and may have a trump; a mask."""
    seats = 0
    if seen[TRUMPS_OUT]:
        led = lowest(row[LED]) >> 4
        for other in range(4):
            if seen[COMING] & seen[FOES] & 1 << other and seen[VOID + other] >> led & 1:
                seats |= 1 << other
    return seats


def mark(row: Row, seat: int, card: int, seen: Row) -> None:
    """Write the marks of a card, `seen` being filled in."""
    if row[LED] == 0:
        mark_lead(row, seat, card, seen)
    else:
        mark_answer(row, seat, card, seen)


def called(row: Row, card: int) -> int:
    """2 for the called card, 1 for others of its suit, 0 for the rest, and once it has fallen."""
    if row[FALLEN] == 1:
        return 0
    return 2 if card == row[CALL] else 1 if card >> 4 == row[CALL] >> 4 else 0


def is_equal(row: Row, seat: int, card: int, out: int) -> int:
    """1 if a lower card of the hand is as good as this one, `out` being what others hold of the suit."""
    lower = row[HAND + seat] & (SUIT << (card & 48)) & ((1 << card) - 1)
    return 1 if lower and (out & ((1 << card) - 1)) >> highest(lower) == 0 else 0


def few(cards: int) -> int:
    """Cards out in four steps: none, up to 3, up to 6, more."""
    return min(3, (count(cards) + 2) // 3)


def mark_lead(row: Row, seat: int, card: int, seen: Row) -> None:
    """The marks of a lead."""
    suit = card >> 4
    out = seen[HIDDEN] & (SUIT << 16 * suit)
    above = min(3, count(out >> card))
    master = 1 if above == 0 else 0
    length = min(6, count(row[HAND + seat] & (SUIT << 16 * suit))) - 1
    trump = row[TRUMPS] >> card & 1
    role = seen[ROLE]
    own = 2 * role + trump
    enemies = 0
    friends = 0
    for other in range(4):
        if other != seat and seen[VOID + other] >> suit & 1:
            if seen[FRIENDS] >> other & 1:
                friends = 1
            else:
                enemies = min(2, enemies + 1)
    trumps_out = min(5, seen[TRUMPS_OUT])
    trumps = min(5, count(row[HAND + seat] & row[TRUMPS]))
    voids = ((role * 3 + enemies) * 2 + friends) * 2 + master
    next_foe = seen[FOES] >> ((seat + 1) & 3) & 1
    seen[MARK] = LEAD_RANK + (own * 4 + above) * 13 + (card & 15)
    seen[MARK + 1] = LEAD_LENGTH + (own * 6 + length) * 4 + few(out)
    seen[MARK + 2] = LEAD_VOIDS + (voids * 2 + min(1, trumps_out)) * 2 + trump
    seen[MARK + 3] = LEAD_CALLED + ((role * 3 + called(row, card)) * 2 + trump) * 4 + above
    seen[MARK + 4] = LEAD_TIME + ((role * 13 + (row[PLAYED] >> 2)) * 2 + trump) * 2 + master
    seen[MARK + 5] = LEAD_EQUAL + own * 2 + is_equal(row, seat, card, out)
    seen[MARK + 6] = LEAD_TRUMPS + ((role * 6 + trumps_out) * 6 + trumps) * 2 + trump
    seen[MARK + 7] = LEAD_SLACK + ((role * 7 + seen[SLACK]) * 2 + trump) * 2 + master
    seen[MARK + 8] = LEAD_AGAIN + ((role * 3 + min(2, seen[LEADS + suit])) * 4 + above) * 2 + trump
    seen[MARK + 9] = LEAD_NEXT + ((role * 2 + next_foe) * 4 + above) * 6 + length


def mark_answer(row: Row, seat: int, card: int, seen: Row) -> None:
    """The marks of a card that is not led. Its way: thrown, or following or ruffing, high enough or not."""
    suit = card >> 4
    out = seen[HIDDEN] & (SUIT << 16 * suit)
    above = min(3, count(out >> card))
    mine = row[HAND + seat] & (SUIT << 16 * suit)
    lower = mine & ((1 << card) - 1)
    wins = beats(row, card, row[HEAD])
    way = 0
    if row[LED] >> card & 1:
        way = 2 if wins else 1
    elif row[TRUMPS] >> card & 1:
        way = 4 if wins else 3
    is_least = wins and not (lower and beats(row, highest(lower), row[HEAD]))
    cheap = (0 if lower else 2) + (1 if is_least else 0)
    length = min(6, count(mine)) - 1
    role = seen[ROLE]
    headed = seen[HEADED]
    place = (row[PLAYED] & 3) - 1
    here = (way * 3 + place) * 3 + headed
    own = role * 5 + way
    threat = count(seen[COMING] & seen[FOES]) * 2 + (1 if ruffing(row, seen) else 0)
    last = 1 if place == 2 else 0
    master = 1 if above == 0 else 0
    seen[MARK] = PLAY_WAY + (((role * 3 + place) * 3 + headed) * 2 + seen[SAFE]) * 5 + way
    seen[MARK + 1] = PLAY_RANK + here * 13 + (card & 15)
    seen[MARK + 2] = PLAY_CHEAP + here * 4 + cheap
    seen[MARK + 3] = (
        PLAY_ABOVE + (((way * 4 + above) * 3 + place) * 3 + headed) * 2 + is_equal(row, seat, card, out)
    )
    seen[MARK + 4] = PLAY_LENGTH + (own * 6 + length) * 4 + few(out)
    seen[MARK + 5] = PLAY_CALLED + ((own * 3 + called(row, card)) * 3 + headed) * 2 + last
    seen[MARK + 6] = PLAY_TIME + own * 13 + (row[PLAYED] >> 2)
    seen[MARK + 7] = PLAY_COMING + ((way * 8 + threat) * 4 + above) * 3 + headed
    seen[MARK + 8] = PLAY_SLACK + ((role * 7 + seen[SLACK]) * 5 + way) * 2 + seen[SAFE]
    seen[MARK + 9] = PLAY_TRUMPS + ((way * 6 + min(5, seen[TRUMPS_OUT])) * 2 + master) * 6 + length
