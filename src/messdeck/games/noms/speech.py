"""What sailors type at a Noms table: bids, contracts, cards. Words of all languages are data here."""

from __future__ import annotations

import re

from messdeck.core.actions import Action, Play
from messdeck.core.cards import read_rank
from messdeck.core.errors import BadText
from messdeck.games.noms.actions import BIDS, DECK, Bid, Concede, Contract, decode_call, encode_call

# Spoken forms; the catalogues hold what we say, this is what we understand.
NUMBERS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve thirteen".split(),
        map(str, range(1, 14)),
        strict=True,
    )
)
SUIT_WORDS = {"club": "C", "diamond": "D", "heart": "H", "spade": "S"}
RANK_WORDS = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "knave": "J",
    **{
        word: ("T" if number == "10" else number)
        for word, number in NUMBERS.items()
        if 2 <= int(number) <= 10
    },
}
BID_WORDS = {
    "p": "pass",
    "no": "pass",
    "no bid": "pass",
    "misere": "mis",
    "misère": "mis",
    "vis": "mis-a-vis",
    "mis a vis": "mis-a-vis",
    "mis à vis": "mis-a-vis",
    "open mis": "mis-a-vis",
    "misere ouverte": "mis-a-vis",
    **NUMBERS,
}
_FILLERS = {
    "on",
    "and",
    "the",
    "of",
    "with",
    "calling",
    "call",
    "a",
    "an",
    "trump",
    "trumps",
    "is",
    "are",
    ",",
    "my",
}


def parse(text: str, seat: int, phase: str) -> Action:
    """The action that a player means. Errors: BadText."""
    words = " ".join(text.lower().replace("+", " ").split())
    if not words:
        raise BadText.of("R6.1", "bad.nothing_typed")
    if words in ("concede", "i concede"):
        return Concede(seat)
    if phase == "auction":
        return Bid(seat, read_bid(words))
    if phase == "contract":
        return read_contract(words, seat)
    return Play(seat, (read_spoken_card(words),))


def read_bid(words: str) -> str:
    """A bid as typed: `12`, `twelve`, `pass`, `mis`, `mis a vis`."""
    bid = BID_WORDS.get(words, words)
    if bid not in BIDS:
        raise BadText.of("N3.2", "bad.bid", value=words)
    return bid


def read_spoken_card(words: str) -> str:
    """A card: `7h`, `10♥`, or `ace of clubs`."""
    tokens = [token for token in words.split() if token not in _FILLERS]
    if len(tokens) == 2 and tokens[0] in RANK_WORDS and _suit(tokens[1]):
        return RANK_WORDS[tokens[0]] + (_suit(tokens[1]) or "")
    return DECK.code(DECK.card(words))


def _suit(token: str) -> str | None:
    return SUIT_WORDS.get(token.removesuffix("s")) or {"c": "C", "d": "D", "h": "H", "s": "S"}.get(token)


def read_contract(words: str, seat: int) -> Contract:
    """`twelve hearts on the ace of clubs`, `spades and the queen`, `no trumps with KD`, `queen` (trumps left
    to the first lead, N4.4)."""
    said = words.replace("no-trumps", "nt").replace("no trumps", "nt").replace("no trump", "nt")
    said = said.replace("notrumps", "nt").replace("sans", "nt")
    tokens = [token for token in re.split(r"[\s,]+", said) if token and token not in _FILLERS]
    if len(tokens) > 1 and (tokens[0] in NUMBERS or (tokens[0].isdigit() and not _is_card_start(tokens))):
        tokens = tokens[1:]  # the bid said once more
    trump: str | None = None
    if tokens and tokens[0] == "nt":
        trump, tokens = "NT", tokens[1:]
    elif tokens and _suit(tokens[0]):
        trump, tokens = _suit(tokens[0]), tokens[1:]
    return Contract(seat, trump, _call(tokens, words))


def _is_card_start(tokens: list[str]) -> bool:
    return len(tokens) == 2 and _suit(tokens[1]) is not None


def _call(tokens: list[str], words: str) -> str:
    if len(tokens) == 2 and _suit(tokens[1]):
        rank = RANK_WORDS.get(tokens[0]) or read_rank(tokens[0])
        return rank + (_suit(tokens[1]) or "")
    if len(tokens) != 1:
        raise BadText.of("N4.2", "bad.contract", text=words)
    token = tokens[0]
    if token in RANK_WORDS:
        return RANK_WORDS[token]
    if len(token) == 1 or token == "10":
        return decode_call(encode_call(read_rank(token)))
    return decode_call(encode_call(token.upper()))
