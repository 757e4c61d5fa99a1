"""Fair deals: a promise published before a deal, and its check once the game is over (docs/fairness.md).

Whoever runs the table draws an `Opening` (the pack and a nonce), keeps it secret and publishes its
`commitment`; players may then give entropy, which goes into the pack; the openings are shown when the game
is over, and `verify` checks them. All here is deterministic: chance comes in as `rng` and `nonce`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from typing import Any

from messdeck.core.actions import Deal
from messdeck.core.errors import BadText, MessdeckError
from messdeck.core.facts import Reason
from messdeck.core.game import Game, Pack, cards_field, seat_field
from messdeck.core.game import field as read_field
from messdeck.core.position import Position
from messdeck.core.record import Record, Step

VERSION = 1
NONCE = re.compile(r"[0-9a-f]{32,128}")
"""A nonce in hex: at least 128 bits, or the cut alone could be guessed. `secrets.token_hex(32)` makes one."""
_WORD = 1 << 64


def offered(game: Game) -> bool:
    """Whether a game can be served with fair deals: it draws its deals in two steps, by packs."""
    return type(game).draw_pack is not Game.draw_pack


# -- the promise -----------------------------------------------------------------------------------------
def commit(game_name: str, game_id: str, number: int, pack: Pack, nonce: str) -> str:
    """The commitment to the pack of deal `number` (from 1) of a game: SHA-256 of a canonical text, in hex.
    Errors: BadText for a nonce that could be guessed."""
    _check_nonce(nonce)
    promised = [list(pack.cards), pack.cut, pack.dealer, nonce]
    return _hash(["messdeck deal", VERSION, game_name, game_id, number, *promised]).hex()


def mix(pack: Pack, entropy: Sequence[str], commitment: str, shuffled: bool) -> Pack:
    """The pack with the players' entropy in it, in whatever order they gave it: a permutation of its cards if
    they were shuffled, else another cut (1 to one less than the cards). Without entropy the pack as it is.
    """
    if not entropy:
        return pack
    numbers = _Numbers(_hash(["messdeck mix", VERSION, commitment, sorted(entropy)]))
    if not shuffled:
        cuts = len(pack.cards) - 1
        return replace(pack, cut=1 + (pack.cut - 1 + numbers.below(cuts)) % cuts)
    cards = list(pack.cards)
    for i in range(len(cards) - 1, 0, -1):
        j = numbers.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return replace(pack, cards=tuple(cards))


def _hash(values: list[Any]) -> bytes:
    """SHA-256 of a list as JSON in ASCII without spaces: no two lists have the same text."""
    return sha256(json.dumps(values, separators=(",", ":")).encode("ascii")).digest()


def _check_nonce(nonce: str) -> None:
    if not NONCE.fullmatch(nonce):
        raise BadText.of("R8.2", "fair.nonce", value=nonce, least=32, most=128)


class _Numbers:
    """Uniform numbers from a seed: the k-th draw is the first 8 bytes of SHA-256(seed, k in 8 bytes)."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; draws that would favour the low ones are thrown away."""
        while True:
            draw = sha256(self._seed + self._drawn.to_bytes(8, "big")).digest()
            self._drawn += 1
            word = int.from_bytes(draw[:8], "big")
            if word < _WORD - _WORD % n:
                return word % n


@dataclass(frozen=True)
class Opening:
    """What opens a commitment: the pack and the nonce behind it, and the entropy given afterwards. Secret
    until the game is over."""

    pack: Pack
    nonce: str
    entropy: tuple[str, ...] = ()

    @classmethod
    def draw(cls, position: Position, rng: Random, nonce: str) -> Opening:
        """Draw the pack of the deal that is due; `rng` and `nonce` must be nobody's to guess."""
        _check_nonce(nonce)
        return cls(position.game.draw_pack(position.row, rng), nonce)

    def with_entropy(self, *texts: str) -> Opening:
        """The same with what players gave after the commitment was published."""
        return replace(self, entropy=(*self.entropy, *texts))

    def commitment(self, game_name: str, game_id: str, number: int) -> str:
        """See `commit`. It does not depend on the entropy."""
        return commit(game_name, game_id, number, self.pack, self.nonce)

    def deal(self, position: Position, commitment: str) -> Deal:
        """The deal: the pack, mixed with the entropy, dealt as the rules ask for it in this position."""
        game, row = position.game, position.row
        return game.deal_pack(row, mix(self.pack, self.entropy, commitment, game.shuffles(row)))

    def to_json(self) -> dict[str, Any]:
        """`{"pack": [...], "cut": 17, "dealer": 3, "nonce": "...", "entropy": [...]}`."""
        pack = {"pack": list(self.pack.cards), "cut": self.pack.cut, "dealer": self.pack.dealer}
        return {**pack, "nonce": self.nonce, "entropy": list(self.entropy)}

    @classmethod
    def read(cls, value: Mapping[str, Any], game: Game, players: int) -> Opening:
        """The opening of a JSON object. Errors: BadText."""
        cards = cards_field(value, "pack", game.deck, "R8.2")
        if len(cards) != len(game.deck):
            raise BadText.of("R8.2", "fair.pack_size", value=len(cards), size=len(game.deck))
        cut = read_field(value, "cut", int, "R8.2")
        dealer = seat_field(value, "dealer", players, "R8.2")
        nonce = read_field(value, "nonce", str, "R8.2")
        _check_nonce(nonce)
        entropy = read_field(value, "entropy", list, "R8.2")
        if not all(isinstance(text, str) for text in entropy):
            raise BadText.of("R8.2", "bad.field", name="entropy", value=str(entropy), kind='["...", ...]')
        return cls(Pack(cards, cut, dealer), nonce, tuple(entropy))


def opening_notes(position: Position, openings: Mapping[int, Opening]) -> list[dict[str, Any]]:
    """The notes that open all deals of a game, by their numbers, for `Match.note(**values)`. Errors:
    ValueError while the game is not over, since an opening would tell every hand."""
    if not position.is_over:
        raise ValueError("openings are shown when the game is over, never before")
    return [_note(number, openings[number]) for number in sorted(openings)]


def _note(number: int, opening: Opening) -> dict[str, Any]:
    return {"kind": "opening", "deal": number, **opening.to_json()}


# -- the check -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Failure:
    """Why deal `deal` (from 1) is not verified, and the line of the record that says so."""

    deal: int
    line: int
    reason: Reason


@dataclass(frozen=True)
class Verification:
    """How many deals a record has, how many of them are as promised, and why the others are not."""

    deals: int
    verified: int
    failures: list[Failure] = field(default_factory=list)

    def to_json(self) -> dict[str, int]:
        """`{"deals": 12, "verified": 12}`."""
        return {"deals": self.deals, "verified": self.verified}


@dataclass(frozen=True)
class _Opened:
    """Where a record opens a deal."""

    line: int
    value: object
    early: bool
    """Whether the game was not over yet."""


def verify(record: Record) -> Verification:
    """Check every deal of a record against its commitment, by its opening."""
    deals = [step for step in record.steps if isinstance(step.action, Deal)]
    openings = dict(_openings(record, deals))
    failures: list[Failure] = []
    for number, deal in enumerate(deals, 1):
        try:
            _check(record, deal, number, openings.get(number))
        except MessdeckError as error:
            opened = openings.get(number)
            failures.append(Failure(number, opened.line if opened else deal.line, error.reason))
    return Verification(len(deals), len(deals) - len(failures), failures)


def _openings(record: Record, deals: Sequence[Step]) -> Iterator[tuple[int, _Opened]]:
    """Where each deal is opened: on the deal itself, or in the last note that does so."""
    for step in record.steps:
        if step.action is None and step.event.get("kind") == "opening":
            number = step.event.get("deal")
            if type(number) is int:
                yield number, _Opened(step.line, step.event, not step.before.is_over)
    for number, deal in enumerate(deals, 1):
        if "opening" in deal.event:
            yield number, _Opened(deal.line, deal.event["opening"], not record.position.is_over)


def _check(record: Record, deal: Step, number: int, opened: _Opened | None) -> None:
    """Check one deal. Errors: MessdeckError."""
    head, game = record.header, record.header.game
    if "commitment" not in deal.event or not offered(game):
        raise BadText.of("R8.1", "fair.no_commitment")
    if opened is None:
        raise BadText.of("R8.2", "fair.no_opening")
    if opened.early:
        raise BadText.of("R8.2", "fair.early")
    if not isinstance(opened.value, Mapping):
        raise BadText.of("R8.2", "bad.field", name="opening", value=str(opened.value), kind="{...}")
    opening = Opening.read(opened.value, game, head.rules.players)
    commitment = opening.commitment(game.name, str(head.extra.get("id", "")), number)
    if commitment != deal.event["commitment"]:
        raise BadText.of("R8.3", "fair.commitment")
    _check_deal(deal, opening.deal(deal.before, commitment))


def _check_deal(step: Step, promised: Deal) -> None:
    """Whether a deal is the one promised, and that one legal. Errors: MessdeckError."""
    assert step.action is not None
    dealt, due = step.action.to_json(), promised.to_json()
    for name, value in dealt.items():  # a deal may leave out its pack and cut
        if _unordered(name, value) != _unordered(name, due.get(name)):
            raise BadText.of("R8.4", "fair.deal", name=name)
    reason = step.before.why_not(promised)
    if reason:
        raise BadText(reason)


def _unordered(name: str, value: Any) -> Any:
    """A value of a deal; the order of cards within a hand means nothing."""
    return [sorted(hand) for hand in value] if name == "hands" else value
