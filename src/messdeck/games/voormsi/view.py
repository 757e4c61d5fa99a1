"""What is read off a row of Voormsi, what a seat may know of it, and positions drawn from that."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from messdeck.core.cards import each
from messdeck.core.position import Laid, Position, Reading, View, copied
from messdeck.games.voormsi import kernel as k
from messdeck.games.voormsi.actions import DECK


@dataclass(frozen=True)
class VoormsiReading(Reading):
    """The public side of a Voormsi rubber."""

    @property
    def dealer(self) -> int | None:
        """Who dealt the deal on the table; None before the first."""
        return None if self.row[k.DEALER] < 0 else self.row[k.DEALER]

    @property
    def scores(self) -> tuple[int, ...]:
        """Strokes rubbed out, by side (V7.1)."""
        return self.row[k.SCORE : k.SCORE + self.row[k.SIDES]]

    @property
    def winners(self) -> tuple[int, ...]:
        """The side that has won the rubber, if any."""
        return () if self.row[k.WINNER] < 0 else (self.row[k.WINNER],)

    @property
    def plays(self) -> tuple[Laid, ...]:
        """The plays of the deal so far."""
        row = self.row
        laid = enumerate(row[k.PLAY : k.PLAY + row[k.PLAYS]])
        return tuple(Laid(i, play >> 36, DECK.cards(play & k.FULL)) for i, play in laid)

    @property
    def trick(self) -> tuple[Laid, ...]:
        """The plays of the trick under way; empty when a lead is due."""
        return () if k.is_leading(list(self.row)) else self.plays[self.row[k.TRICK] :]

    @property
    def last_trick(self) -> tuple[Laid, ...]:
        """The plays of the last complete trick of the deal; empty before the first."""
        end = self.row[k.TRICK] if self.trick else self.row[k.PLAYS]
        return self.plays[max(0, end - k.plays_to_trick(list(self.row))) : end]

    @property
    def head(self) -> int | None:
        """Which play of the trick heads it, counted from 0; None when a lead is due."""
        return self.row[k.HEAD_AT] if self.trick else None

    @property
    def to_come(self) -> tuple[int, ...]:
        """The seats still to play to the trick, clockwise; with two players the fourth play follows the
        third (V8.3), which is settled when the second has been made."""
        players, laid = self.rules.players, len(self.trick)
        if self.turn < 0:
            return ()
        left = k.plays_to_trick(list(self.row)) - laid if players > 2 or laid > 1 else 2 - laid
        return tuple((self.turn + i) % players for i in range(left))

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won in the deal by side (V4.7)."""
        return self.row[k.WON : k.WON + self.row[k.SIDES]]

    @property
    def pending(self) -> tuple[int, ...]:
        """Points earned in the deal and not yet banked, by side (V7.2)."""
        return self.row[k.EARNED : k.EARNED + self.row[k.SIDES]]

    @property
    def cards_left(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return self.row[k.HELD : k.HELD + self.rules.players]

    @property
    def stock_left(self) -> int:
        """How many cards the stock still has."""
        return self.row[k.STOCK_SIZE] - self.row[k.DRAWN]

    @property
    def proof(self) -> tuple[str, ...]:
        """Cards laid open under `voormsi_proof=shown` and not yet played (V6.2)."""
        return DECK.cards(self.row[k.PROOF] & ~played_mask(self.row))

    def _table_json(self) -> dict[str, Any]:
        trick = [{"seat": play.seat, "cards": list(play.cards)} for play in self.trick]
        return {
            "game": self.game.name,
            "players": self.rules.players,
            "options": self.rules.changed(),
            "turn": self.turn,
            "dealer": self.dealer,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "tricks": list(self.tricks),
            "pending": list(self.pending),
            "cards_left": list(self.cards_left),
            "stock_left": self.stock_left,
            "trick": trick,
            "head": self.head,
            "plays": [{"seat": play.seat, "cards": list(play.cards)} for play in self.plays],
            "proof": list(self.proof),
        }


@dataclass(frozen=True)
class VoormsiPosition(VoormsiReading, Position):
    """A position of a Voormsi rubber."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The hands by seat, strongest card first."""
        return tuple(DECK.cards(hand) for hand in self.row[k.HAND : k.HAND + self.rules.players])

    @property
    def stock(self) -> tuple[str, ...]:
        """The stock from the top."""
        start = k.STOCK + self.row[k.DRAWN]
        return tuple(DECK.code(card) for card in self.row[start : k.STOCK + self.row[k.STOCK_SIZE]])

    def to_json(self) -> dict[str, Any]:
        """The table with all hands open."""
        hands = [list(hand) for hand in self.hands]
        return {**self._table_json(), "hands": hands, "stock": list(self.stock)}


@dataclass(frozen=True)
class VoormsiView(VoormsiReading, View):
    """What a seat of a Voormsi rubber knows."""

    @property
    def hand(self) -> tuple[str, ...]:
        """This seat's cards, strongest first; none for a spectator."""
        return () if self.seat is None else DECK.cards(self.row[k.HAND + self.seat])

    def to_json(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        return {**self._table_json(), "seat": self.seat, "hand": list(self.hand)}


# Everything of a row that lies open: all but the hands, the stock, and what the judge alone has seen.
_OPEN = (
    range(0, k.OPTIONS),
    range(k.TURN, k.HAND),
    range(k.HELD, k.STOCK),
    range(k.DREW, k.KH_WITH_JC),
    range(k.LACKED, k.ROW),
)


def view(position: VoormsiPosition, seat: int | None) -> VoormsiView:
    """Copy in what a seat may know; a card of the stock only for the seat that drew it."""
    row = position.row
    cells: dict[int, int] = {}
    if seat is not None:
        cells[k.HAND + seat] = row[k.HAND + seat]
        for i in range(row[k.DRAWN]):
            if row[k.DREW + i] & 3 == seat:
                cells[k.STOCK + i] = row[k.STOCK + i]
    return VoormsiView(position.rules, tuple(copied(row, cells, *_OPEN)), seat)


def played_mask(row: tuple[int, ...]) -> int:
    """All cards played in the deal."""
    mask = 0
    for play in row[k.PLAY : k.PLAY + row[k.PLAYS]]:
        mask |= play & k.FULL
    return mask


# -- positions from views --------------------------------------------------------------------------------
@dataclass(frozen=True)
class Slot:
    """A place to which one card of the deal came: a seat's (or the stock's, -1), before play `since`."""

    number: int
    seat: int
    since: int


def slots_of(row: tuple[int, ...]) -> list[Slot]:
    """The 36 places: those of the dealt hands by seat, then those of the stock from the top."""
    dealt = (36 - row[k.STOCK_SIZE]) // row[k.PLAYERS]
    places = [(seat, 0) for seat in range(row[k.PLAYERS]) for _ in range(dealt)]
    places += [(drew & 3, drew >> 2) for drew in row[k.DREW : k.DREW + row[k.DRAWN]]]
    places += [(-1, row[k.PLAYS])] * (row[k.STOCK_SIZE] - row[k.DRAWN])
    return [Slot(number, seat, since) for number, (seat, since) in enumerate(places)]


def sample(view: VoormsiView, rng: Random) -> VoormsiPosition:
    """Draw a position uniformly among those that the hard facts of a view allow.

    Hands and stock were shuffled together, so every assignment of cards to places is equally likely. A card
    that a seat has shown (played, or laid open as proof) came to one of that seat's places before it was
    shown; the JC moreover to none that was filled when the seat showed that it lacked it (V4.4, V6.2).
    """
    if view.row[k.DEALER] < 0:
        return VoormsiPosition(view.rules, view.row)
    slots = slots_of(view.row)
    placed = _own_cards(view, slots)
    free = [slot for slot in slots if slot.number not in placed]
    shown = {card: by for card, by in _shown(view.row).items() if card not in placed.values()}

    def place(card: int, slot: Slot) -> None:
        placed[slot.number] = card
        free.remove(slot)

    if k.JC not in placed.values():
        where = _jc_slots(view.row, free, shown.pop(k.JC, None))
        alike: dict[tuple[int, int], int] = {}
        for slot in where:  # places filled at one moment count alike
            if (slot.seat, slot.since) not in alike:
                alike[slot.seat, slot.since] = _ways(free, shown, slot)
        place(k.JC, rng.choices(where, [alike[slot.seat, slot.since] for slot in where])[0])
    for card, (seat, before) in sorted(shown.items(), key=lambda item: item[1][1]):
        # Nested choices: how many are left to later cards does not depend on which is taken here.
        place(card, rng.choice([slot for slot in free if slot.seat == seat and slot.since <= before]))
    rest = [card for card in range(36) if card not in placed.values()]
    rng.shuffle(rest)
    placed.update(zip([slot.number for slot in free], rest, strict=True))
    return VoormsiPosition(view.rules, tuple(_filled(view.row, slots, placed)))


def _own_cards(view: VoormsiView, slots: list[Slot]) -> dict[int, int]:
    """The seat's own cards by number of place: it saw what it was dealt and what it drew."""
    row, seat = view.row, view.seat
    if seat is None:
        return {}
    first = len(slots) - row[k.STOCK_SIZE]
    mine = [slot.number for slot in slots if slot.seat == seat]
    drawn = {number: row[k.STOCK + number - first] for number in mine if number >= first}
    held = row[k.HAND + seat] | _played(row, seat)
    dealt = [card for card in each(held) if card not in drawn.values()]
    return {**drawn, **dict(zip([number for number in mine if number < first], dealt, strict=True))}


def _played(row: tuple[int, ...], seat: int) -> int:
    mask = 0
    for play in row[k.PLAY : k.PLAY + row[k.PLAYS]]:
        mask |= play & k.FULL if play >> 36 == seat else 0
    return mask


def _shown(row: tuple[int, ...]) -> dict[int, tuple[int, int]]:
    """Cards seen in somebody's hands: the seat, and a play before which it already had the card."""
    shown = dict.fromkeys(each(row[k.PROOF]), (row[k.PROOF_SEAT], row[k.PROOF_AT] - 1))
    for i, play in enumerate(row[k.PLAY : k.PLAY + row[k.PLAYS]]):
        for card in each(play & k.FULL):
            shown.setdefault(card, (play >> 36, i))
    return shown


def _jc_slots(row: tuple[int, ...], free: list[Slot], shown: tuple[int, int] | None) -> list[Slot]:
    """Where the JC may have come to: not where it was lacked, and where it was held or shown if it was."""
    where = [slot for slot in free if slot.seat < 0 or slot.since >= row[k.LACKED + slot.seat]]
    if shown:
        where = [slot for slot in where if slot.seat == shown[0] and slot.since <= shown[1]]
    if row[k.HOLDER]:
        holder, before = row[k.HOLDER] - 1, row[k.HOLDER_AT]
        where = [slot for slot in where if slot.seat == holder and slot.since <= before]
    return where


def _ways(free: list[Slot], shown: dict[int, tuple[int, int]], taken: Slot) -> int:
    """In how many ways the shown cards can have come to free places other than one taken."""
    ways = 1
    placed: dict[int, int] = {}
    for seat, before in sorted(shown.values(), key=lambda by: by[1]):
        fitting = sum(slot.seat == seat and slot.since <= before and slot != taken for slot in free)
        ways *= max(0, fitting - placed.get(seat, 0))
        placed[seat] = placed.get(seat, 0) + 1
    return ways


def _filled(row: tuple[int, ...], slots: list[Slot], placed: dict[int, int]) -> list[int]:
    """The row with every place filled."""
    full = list(row)
    first = len(slots) - row[k.STOCK_SIZE]
    gone = played_mask(row)
    full[k.HAND : k.HAND + 4] = [0] * 4
    for slot in slots:
        card = placed[slot.number]
        if slot.number >= first:
            full[k.STOCK + slot.number - first] = card
        if slot.seat >= 0:
            full[k.HAND + slot.seat] |= 1 << card & ~gone
        if card == k.JC and row[k.KH_PLAY]:
            player = row[k.PLAY + row[k.KH_PLAY] - 1] >> 36
            held = slot.seat == player and slot.since < row[k.KH_PLAY]
            full[k.KH_WITH_JC] = int(held and not 0 < row[k.JC_PLAY] < row[k.KH_PLAY])
    return full


def dealt_hand(row: tuple[int, ...], seat: int) -> int:
    """The mask that a seat was dealt, before any draw."""
    mask = row[k.HAND + seat] | _played(row, seat)
    for i, drew in enumerate(row[k.DREW : k.DREW + row[k.DRAWN]]):
        if drew & 3 == seat:
            mask &= ~(1 << row[k.STOCK + i])
    return mask
