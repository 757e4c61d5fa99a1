"""What a seat of Noms may conclude from the table and its own hand, as functions over a row."""

from messdeck.core.bits import lowest
from messdeck.core.protocol import Row
from messdeck.games.noms.kernel import (
    BID,
    BIDDER,
    CALL,
    FALLEN,
    FULL,
    HAND,
    LED,
    LOG,
    MIS,
    PARTNER,
    PLAYED,
    SUIT,
    TRUMPS,
)

INLINE = False

FRIEND = 1
ENEMY = -1
UNKNOWN = 0


def relation(row: Row, seat: int, other: int) -> int:
    """FRIEND, ENEMY, or UNKNOWN as long as the called card may be there (N4.6)."""
    bidder = row[BIDDER]
    if other == seat:
        return FRIEND
    if row[BID] >= MIS:
        return ENEMY if seat == bidder or other == bidder else FRIEND
    call = row[CALL]
    known = row[FALLEN] == 1 or (call >= 0 and row[HAND + seat] >> call & 1 == 1)
    if known:
        partner = row[PARTNER] if row[FALLEN] == 1 else seat
        mine = seat == bidder or seat == partner
        theirs = other == bidder or other == partner
        return FRIEND if mine == theirs else ENEMY
    return ENEMY if other == bidder else UNKNOWN


def gone(row: Row) -> int:
    """Cards already played, as a mask."""
    mask = 0
    for i in range(row[PLAYED]):
        mask |= 1 << (row[LOG + i] & 63)
    return mask


def hidden_from(row: Row, seat: int) -> int:
    """Cards that lie in other hands."""
    return FULL & ~gone(row) & ~row[HAND + seat]


def showed_void(row: Row, seat: int, suit: int) -> bool:
    """Whether a seat has failed to follow a suit (N5.1)."""
    for i in range(row[PLAYED]):
        card = row[LOG + i]
        led = row[LOG + (i & ~3)] & 63
        if card >> 6 == seat and led >> 4 == suit and (card & 63) >> 4 != suit:
            return True
    return False


def is_master(card: int, hidden: int) -> bool:
    """Whether no higher card of the suit is out."""
    above = hidden & (SUIT << (card & 48))
    return above >> card == 0


def ruff_threat(row: Row, seat: int, hidden: int) -> bool:
    """Whether somebody still to play may trump the suit led, as far as seen."""
    if hidden & row[TRUMPS] == 0 or row[LED] & row[TRUMPS]:
        return False
    suit = lowest(row[LED]) >> 4
    for ahead in range(1, 4 - (row[PLAYED] & 3)):
        other = (seat + ahead) & 3
        if relation(row, seat, other) != FRIEND and showed_void(row, other, suit):
            return True
    return False
