"""The cards and actions of Noms: kernel ints, typed words and record events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from messdeck.core.actions import TABLE, Action, Deal, End, Play
from messdeck.core.cards import Deck
from messdeck.core.errors import BadText
from messdeck.core.game import cards_field, field, hands_field, seat_field
from messdeck.games.noms import kernel as k

RANKS = "23456789TJQKA"
SUITS = "CDHS"
DECK = Deck({r + s: 16 * j + i for j, s in enumerate(SUITS) for i, r in enumerate(RANKS)}, "N1.1")

BIDS = ("pass", *(str(number) for number in range(1, 14)), "mis", "mis-a-vis")
TRUMPS = (*SUITS, "NT", None)
"""Trumps as named: a suit, no trumps, or None for the suit of the first lead (N4.4)."""


@dataclass(frozen=True, slots=True)
class NomsDeal(Deal):
    """A deal of Noms; `pack` from the top before the cut, and where it was cut, or neither (N2.4)."""

    type: ClassVar[str] = "deal"
    double: bool
    pack: tuple[str, ...] = ()
    cut: int = 0

    def to_json(self) -> dict[str, Any]:
        """`{"type": "deal", "dealer": 3, "hands": [...], "double": false, "pack": [...], "cut": 17}`."""
        hands = [list(hand) for hand in self.hands]
        event = {"type": self.type, "dealer": self.dealer, "hands": hands, "double": self.double}
        return {**event, "pack": list(self.pack), "cut": self.cut} if self.pack else event


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """A call of the auction: `pass`, a number as text, `mis`, `mis-a-vis` (N3.2)."""

    type: ClassVar[str] = "bid"
    bid: str

    def to_json(self) -> dict[str, Any]:
        """`{"type": "bid", "seat": 0, "bid": "12"}`."""
        return {"type": self.type, "seat": self.seat, "bid": self.bid}


@dataclass(frozen=True, slots=True)
class Contract(Action):
    """Trumps (`C` ... `NT`, None: the first lead's suit) and the called card, or its rank alone (N4)."""

    type: ClassVar[str] = "contract"
    trump: str | None
    call: str

    def to_json(self) -> dict[str, Any]:
        """`{"type": "contract", "seat": 2, "trump": "H", "call": "AC"}`."""
        return {"type": self.type, "seat": self.seat, "trump": self.trump, "call": self.call}


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """An opponent of Mis a Vis gives up (N5.5)."""

    type: ClassVar[str] = "concede"


def encode(action: Action) -> int:
    """The kernel's int of an action. Errors: BadText."""
    match action:
        case Play(cards=cards):
            if len(cards) != 1:
                raise BadText.of("N5.1", "bad.one_card")
            return k.PLAY + DECK.card(cards[0])
        case Bid(bid=bid):
            if bid not in BIDS:
                raise BadText.of("N3.2", "bad.bid", value=bid)
            return BIDS.index(bid)
        case Contract(trump=trump, call=call):
            if trump not in TRUMPS:
                raise BadText.of("N4.2", "bad.trump", value=str(trump))
            return k.CONTRACT + 80 * TRUMPS.index(trump) + encode_call(call)
        case Concede():
            return k.CONCEDE
    raise BadText.of("R3.1", "bad.action", text=action.type)


def encode_call(call: str) -> int:
    """The int of a called card, or BARE + rank. Errors: BadText."""
    if len(call) == 1 and call in RANKS:
        return k.BARE + RANKS.index(call)
    return DECK.card(call)


def decode_call(code: int) -> str:
    """The called card, or its bare rank."""
    return RANKS[code - k.BARE] if code >= k.BARE else DECK.code(code)


def decode(seat: int, code: int) -> Action:
    """The action of a kernel's int."""
    if code == k.CONCEDE:
        return Concede(seat)
    if code >= k.PLAY:
        return Play(seat, (DECK.code(code - k.PLAY),))
    if code >= k.CONTRACT:
        trump, call = divmod(code - k.CONTRACT, 80)
        return Contract(seat, TRUMPS[trump], decode_call(call))
    return Bid(seat, BIDS[code])


def read_action(event: Mapping[str, Any], players: int) -> Action:
    """The action of a record's event. Errors: BadText."""
    match event.get("type"):
        case "deal":
            return _read_deal(event, players)
        case "bid":
            action: Action = Bid(seat_field(event, "seat", players, "R3.3"), field(event, "bid", str, "R3.3"))
        case "contract":
            seat = seat_field(event, "seat", players, "R3.4")
            if "trump" not in event:
                raise BadText.of("R3.4", "bad.field", name="trump", value="-", kind='"H", "NT", null')
            action = Contract(seat, event["trump"], _read_call(event))
        case "play":
            seat = seat_field(event, "seat", players, "R3.5")
            action = Play(seat, cards_field(event, "cards", DECK, "R3.5"))
        case "concede":
            action = Concede(seat_field(event, "seat", players, "R3.6"))
        case "end":
            return End(TABLE, str(event.get("reason", "time")))
        case other:
            known = "deal, bid, contract, play, concede, end, note"
            raise BadText.of("R3.1", "bad.event", value=str(other), values=known)
    encode(action)
    return action


def _read_call(event: Mapping[str, Any]) -> str:
    call = field(event, "call", str, "R3.4")
    if call == "10":
        return "T"
    return decode_call(encode_call(call.upper() if len(call) == 1 else call))


def _read_deal(event: Mapping[str, Any], players: int) -> NomsDeal:
    dealer = seat_field(event, "dealer", players, "R3.2")
    hands = hands_field(event, DECK, players, "R3.2")
    double = field(event, "double", bool, "R3.2")
    if ("pack" in event) != ("cut" in event):
        raise BadText.of("R3.2", "bad.pack_and_cut")
    if "pack" not in event:
        return NomsDeal(TABLE, dealer, hands, double)
    pack = cards_field(event, "pack", DECK, "R3.2")
    if len(pack) != 52:
        raise BadText.of("N1.1", "bad.pack_size", value=len(pack))
    return NomsDeal(TABLE, dealer, hands, double, pack, field(event, "cut", int, "R3.2"))
