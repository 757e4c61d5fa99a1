"""The cards and actions of Voormsi: kernel ints, typed words and record events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from messdeck.core.actions import TABLE, Action, Deal, End, Play
from messdeck.core.cards import Deck
from messdeck.core.errors import BadText
from messdeck.core.game import cards_field, hands_field, seat_field

# V2.3 from the lowest card up, then V2.2, V2.1 and V2.4; the sevens stand below as they beat nothing unled.
STRENGTH = (
    "7D 7H 7S 7C KS KC QD QH QS QC 8D 8H 8C 5D 5H 5S 5C 6D 6H 6S 6C JD JH JS "
    "AD AH AS AC 9D 9H 9S 9C 8S JC KH 3D"
).split()

DECK = Deck({code: i for i, code in enumerate(STRENGTH)}, "V1.1")


@dataclass(frozen=True, slots=True)
class VoormsiDeal(Deal):
    """A deal of Voormsi: the hands, and the stock from the top (V3.3)."""

    type: ClassVar[str] = "deal"
    stock: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """`{"type": "deal", "dealer": 3, "hands": [...], "stock": [...]}`."""
        hands = [list(hand) for hand in self.hands]
        return {"type": self.type, "dealer": self.dealer, "hands": hands, "stock": list(self.stock)}


def encode(action: Action) -> int:
    """The mask of a play. Errors: BadText."""
    if type(action) is not Play:
        raise BadText.of("R3.1", "bad.action", text=action.type)
    return DECK.mask(action.cards)


def decode(seat: int, code: int) -> Play:
    """The play of a mask, strongest card first."""
    return Play(seat, DECK.cards(code))


def read_action(event: Mapping[str, Any], players: int) -> Action:
    """The action of a record's event. Errors: BadText."""
    match event.get("type"):
        case "deal":
            dealer = seat_field(event, "dealer", players, "R3.2")
            stock = cards_field(event, "stock", DECK, "R3.2")
            return VoormsiDeal(TABLE, dealer, hands_field(event, DECK, players, "R3.2"), stock)
        case "play":
            cards = cards_field(event, "cards", DECK, "R3.5")
            return Play(seat_field(event, "seat", players, "R3.5"), DECK.cards(DECK.mask(cards)))
        case "end":
            return End(TABLE, str(event.get("reason", "time")))
        case other:
            raise BadText.of("R3.1", "bad.event", value=str(other), values="deal, play, end, note")


def parse(text: str, seat: int) -> Play:
    """The play that a player types: `7H 7C`, `7h+7c`, `10♥` (not in this pack) . Errors: BadText."""
    words = text.replace("+", " ").replace(",", " ").split()
    if not words:
        raise BadText.of("R6.1", "bad.nothing_typed")
    return decode(seat, DECK.mask([DECK.code(DECK.card(word)) for word in words]))
