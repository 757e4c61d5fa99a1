"""What is read off a row of Noms, what a seat may know of it, and positions drawn from that."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from messdeck.core.position import Laid, Position, Reading, View, copied
from messdeck.core.sampling import Holding, deal_uniformly
from messdeck.games.noms import kernel as k
from messdeck.games.noms.actions import BIDS, DECK, TRUMPS, decode_call

PHASES = ("deal", "auction", "contract", "play")


@dataclass(frozen=True)
class NomsReading(Reading):
    """The public side of a game of Noms, and what the reader knows of the partner."""

    @property
    def dealer(self) -> int | None:
        """Who dealt the deal on the table; None before the first."""
        return None if self.row[k.DEALER] < 0 else self.row[k.DEALER]

    @property
    def scores(self) -> tuple[int, ...]:
        """Running totals by seat (N6.9)."""
        return self.row[k.SCORE : k.SCORE + 4]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total once the game is over (N7)."""
        best = max(self.scores)
        return tuple(seat for seat in range(4) if self.is_over and self.scores[seat] == best)

    @property
    def phase(self) -> str:
        """`deal`, `auction`, `contract`, `play` or `over`."""
        return "over" if self.is_over else PHASES[self.row[k.PHASE]]

    @property
    def double(self) -> bool:
        """Whether the deal on the table is a double hand (N2.5)."""
        return self.row[k.DOUBLE] == 1

    @property
    def calls(self) -> tuple[tuple[int, str], ...]:
        """The auction so far: seat and call."""
        said = self.row[k.CALLS : k.CALLS + self.row[k.BIDS]]
        return tuple((call >> 4, BIDS[call & 15]) for call in said)

    @property
    def bid(self) -> str | None:
        """The highest bid so far."""
        return BIDS[self.row[k.BID]] if self.row[k.BIDDER] >= 0 else None

    @property
    def bidder(self) -> int | None:
        """Who made it."""
        return None if self.row[k.BIDDER] < 0 else self.row[k.BIDDER]

    @property
    def named(self) -> tuple[str | None, str] | None:
        """Trumps and call as the bidder said them; None before, and in Mis."""
        if self.row[k.TRUMP_NAMED] < 0:
            return None
        return TRUMPS[self.row[k.TRUMP_NAMED]], decode_call(self.row[k.CALL_NAMED])

    @property
    def trump(self) -> str | None:
        """Trumps as resolved (`NT` in Mis); None while they are open."""
        return None if self.row[k.TRUMP] < 0 else TRUMPS[self.row[k.TRUMP]]

    @property
    def called(self) -> str | None:
        """The called card; None before it is known, and in Mis."""
        return None if self.row[k.CALL] < 0 else DECK.code(self.row[k.CALL])

    @property
    def partner(self) -> int | None:
        """Who holds or held the called card (the bidder: he is alone), as far as the reader knows."""
        return None if self.row[k.PARTNER] < 0 else self.row[k.PARTNER]

    @property
    def played(self) -> tuple[Laid, ...]:
        """The cards of the deal so far."""
        log = enumerate(self.row[k.LOG : k.LOG + self.row[k.PLAYED]])
        return tuple(Laid(i, card >> 6, (DECK.code(card & 63),)) for i, card in log)

    @property
    def trick(self) -> tuple[Laid, ...]:
        """The cards of the trick under way; empty when a lead is due."""
        return self.played[self.row[k.PLAYED] & ~3 :]

    @property
    def last_trick(self) -> tuple[Laid, ...]:
        """The cards of the last complete trick; empty before the first."""
        end = self.row[k.PLAYED] & ~3
        return self.played[max(0, end - 4) : end]

    @property
    def head(self) -> int | None:
        """Which card of the trick heads it, counted from 0; None when a lead is due."""
        heads = [i for i, laid in enumerate(self.trick) if laid.seat == self.row[k.HEAD_SEAT]]
        return heads[0] if heads else None

    @property
    def to_come(self) -> tuple[int, ...]:
        """The seats still to play to the trick, clockwise."""
        return tuple((self.turn + i) & 3 for i in range(4 - len(self.trick))) if self.turn >= 0 else ()

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won by seat (N5.3)."""
        return self.row[k.WON : k.WON + 4]

    @property
    def cards_left(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        if self.dealer is None:
            return (0, 0, 0, 0)
        log = self.row[k.LOG : k.LOG + self.row[k.PLAYED]]
        return tuple(13 - sum(card >> 6 == seat for card in log) for seat in range(4))

    @property
    def shown(self) -> tuple[str, ...]:
        """The cards of Mis a Vis that lie open (N5.4)."""
        return DECK.cards(self.row[k.HAND + self.row[k.BIDDER]]) if self.row[k.SHOWN] else ()

    @property
    def conceded(self) -> tuple[int, ...]:
        """The seats that have conceded (N5.5)."""
        return tuple(seat for seat in range(4) if self.row[k.CONCEDED + seat])

    @property
    def made(self) -> bool | None:
        """Whether the bid of the finished deal on the table was made; None without a result."""
        return None if self.row[k.MADE] < 0 else self.row[k.MADE] == 1

    @property
    def points(self) -> tuple[int, ...]:
        """What the finished deal on the table brought, by seat (N6)."""
        return self.row[k.POINTS : k.POINTS + 4]

    def _table_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "options": self.rules.changed(),
            "phase": self.phase,
            "turn": self.turn,
            "dealer": self.dealer,
            "double": self.double,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "calls": [{"seat": seat, "bid": bid} for seat, bid in self.calls],
            "bid": self.bid,
            "bidder": self.bidder,
            "trump": self.trump,
            "called": self.called,
            "partner": self.partner,
            "tricks": list(self.tricks),
            "cards_left": list(self.cards_left),
            "trick": [{"seat": laid.seat, "cards": list(laid.cards)} for laid in self.trick],
            "head": self.head,
            "plays": [{"seat": laid.seat, "cards": list(laid.cards)} for laid in self.played],
            "shown": list(self.shown),
            "conceded": list(self.conceded),
            "made": self.made,
            "points": list(self.points),
        }


@dataclass(frozen=True)
class NomsPosition(NomsReading, Position):
    """A position of a game of Noms."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The hands by seat, highest card first."""
        return tuple(DECK.cards(hand) for hand in self.row[k.HAND : k.HAND + 4])

    def to_json(self) -> dict[str, Any]:
        """The table with all hands open."""
        return {**self._table_json(), "hands": [list(hand) for hand in self.hands]}


@dataclass(frozen=True)
class NomsView(NomsReading, View):
    """What a seat of a game of Noms knows."""

    @property
    def hand(self) -> tuple[str, ...]:
        """This seat's cards, highest first; none for a spectator."""
        return () if self.seat is None else DECK.cards(self.row[k.HAND + self.seat])

    def to_json(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        return {**self._table_json(), "seat": self.seat, "hand": list(self.hand)}


# Everything of a row that lies open: all but the hands, and whose the called card is (N4.6).
_OPEN = (
    range(0, k.OPTIONS),
    range(k.PHASE, k.HAND),
    range(k.BIDDER, k.PARTNER),
    range(k.FALLEN, k.ROW),
)


def view(position: NomsPosition, seat: int | None) -> NomsView:
    """Copy in what a seat may know: its hand, open hands, the partner once the called card fell or if he
    is (or holds what tells) the seat itself."""
    row = position.row
    cells = {k.PARTNER: row[k.PARTNER] if row[k.FALLEN] or row[k.PARTNER] in (-1, seat) else -1}
    if seat is not None:
        cells[k.HAND + seat] = row[k.HAND + seat]
    if row[k.SHOWN]:
        cells[k.HAND + row[k.BIDDER]] = row[k.HAND + row[k.BIDDER]]
    return NomsView(position.rules, tuple(copied(row, cells, *_OPEN)), seat)


# -- positions from views --------------------------------------------------------------------------------
def sample(view: NomsView, rng: Random) -> NomsPosition:
    """Draw a position uniformly among those that the hard facts of a view allow: cards seen, voids shown by
    not following (N5.1), and the called card in no hand that showed a void in its suit."""
    row = list(view.row)
    if row[k.DEALER] < 0:
        return NomsPosition(view.rules, view.row)
    seen = 0
    for card in row[k.LOG : k.LOG + row[k.PLAYED]]:
        seen |= 1 << (card & 63)
    for seat in range(4):
        seen |= row[k.HAND + seat]
    unknown = k.FULL & ~seen
    holdings = [Holding(left - row[k.HAND + seat].bit_count()) for seat, left in enumerate(view.cards_left)]
    for seat, suit in shown_voids(view.row):
        holdings[seat].excluded |= k.SUIT << 16 * suit
    for seat, cards in enumerate(deal_uniformly(unknown, holdings, rng)):
        row[k.HAND + seat] |= cards
        if row[k.CALL] >= 0 and row[k.HAND + seat] >> row[k.CALL] & 1:
            row[k.PARTNER] = seat
    return NomsPosition(view.rules, tuple(row))


def shown_voids(row: tuple[int, ...]) -> list[tuple[int, int]]:
    """Seats and suits (0 to 3) that did not follow: none of that suit is left there (N5.1)."""
    voids = []
    for i in range(row[k.PLAYED]):
        led = (row[k.LOG + (i & ~3)] & 63) >> 4
        seat, card = divmod(row[k.LOG + i], 64)
        if card >> 4 != led:
            voids.append((seat, led))
    return voids
