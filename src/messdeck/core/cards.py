"""Decks: a game's cards as ints (bits of a mask) and as codes of two characters, rank then suit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from messdeck.core.errors import BadText
from messdeck.core.facts import Cards

RANKS = "AKQJT98765432"
SUITS = "CDHS"
RUSSIAN = {"A": "Т", "K": "К", "Q": "Д", "J": "В"}
"""The indices of Russian court cards and aces."""
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

# What people type: ten as 10, suit signs (full and outlined, with or without a variation selector),
# and the Russian names of suits and court cards.
_SUIT_SPELLINGS = {
    **{letter: letter for letter in SUITS},
    **{sign: letter for letter, sign in SIGNS.items()},
    **dict(zip("♧♢♡♤", "CDHS", strict=True)),
    **dict(zip("ТБЧП", "CDHS", strict=True)),
}
_RANK_SPELLINGS = {
    **{rank: rank for rank in RANKS},
    "10": "T",
    **{letter: rank for rank, letter in RUSSIAN.items()},
}
_CARD = re.compile(r"(10|[AKQJT98765432ТКДВ])([CDHS♣♦♥♠♧♢♡♤ТБЧП])\ufe0f?")
_RANK = re.compile(r"10|[AKQJT98765432ТКДВ]")


def read_card(text: str) -> str:
    """The code of a typed card: `7h`, `10♥` and `Кт` are read too. Errors: BadText (R4.1)."""
    found = _CARD.fullmatch(text.strip().upper())
    if not found:
        raise BadText.of("R4.1", "bad.card", text=text)
    return _RANK_SPELLINGS[found[1]] + _SUIT_SPELLINGS[found[2]]


def read_rank(text: str) -> str:
    """The rank of a typed rank: `10` is `T`. Errors: BadText (R4.1)."""
    found = _RANK.fullmatch(text.strip().upper())
    if not found:
        raise BadText.of("R4.1", "bad.rank", text=text)
    return _RANK_SPELLINGS[found[0]]


class Deck:
    """The cards of one game: code to int and back. The ints need not be dense."""

    def __init__(self, index: Mapping[str, int], clause: str) -> None:
        """Take the int of each code; `clause` is where the rules list the pack."""
        self.index = dict(index)
        self.clause = clause
        self._codes = {i: code for code, i in index.items()}
        self.full = sum(1 << i for i in self._codes)

    def __len__(self) -> int:
        return len(self.index)

    def code(self, card: int) -> str:
        """The code of an int."""
        return self._codes[card]

    def card(self, text: str) -> int:
        """The int of a typed card. Errors: BadText (no card at all, or not in this pack)."""
        card = self.index.get(text)
        if card is None:
            card = self.index.get(read_card(text))
        if card is None:
            raise BadText.of(self.clause, "bad.not_in_pack", text=text)
        return card

    def mask(self, codes: Iterable[str]) -> int:
        """The mask of some codes. Errors: BadText (a card twice, or not in the pack)."""
        mask = 0
        index = self.index
        for code in codes:
            bit = 1 << (index[code] if code in index else self.card(code))
            if mask & bit:
                raise BadText.of(self.clause, "bad.card_twice", card=Cards((self.code(self.card(code)),)))
            mask |= bit
        return mask

    def cards(self, mask: int) -> tuple[str, ...]:
        """The codes of a mask, highest int first."""
        return tuple([self._codes[i] for i in each(mask)][::-1])


def each(mask: int) -> Iterator[int]:
    """The ints of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
