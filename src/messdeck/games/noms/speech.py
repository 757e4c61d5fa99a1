"""What sailors type at a Noms table: bids, contracts, cards. Words of all languages are data here."""

from __future__ import annotations

import re
import unicodedata

from messdeck.core.actions import Action, Play
from messdeck.core.cards import read_card, read_rank
from messdeck.core.errors import BadText
from messdeck.games.noms.actions import BIDS, DECK, Bid, Concede, Contract

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
    "deuce": "2",
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
    "i pass": "pass",
    "misere": "mis",
    "vis": "mis-a-vis",
    "mis a vis": "mis-a-vis",
    "open mis": "mis-a-vis",
    "open misere": "mis-a-vis",
    "misere ouverte": "mis-a-vis",
    **NUMBERS,
}
CONCEDE_WORDS = {"concede", "i concede", "i give up", "give up"}
_FILLERS = {":", *"the a an is are my i as for please play lead name".split()}
_GAPS = {*",;.!?", *"on and with call calling partner".split()}
"""What stands between trumps and call: a rank before it and a suit after it are not one card."""

# A contract as symbols: rQ a rank, sH a suit, cQH a card, tH trumps, `of`, `trumps`, and `,` for a gap.
_TOKEN = re.compile(r"(?:no[- ]?trumps?|sans(?: atout)?)(?!\w)|[,;:.!?]|[^\s,;:.!?]+")
_NO_TRUMPS = re.compile(r"nt|no[- ]?trumps?|sans(?: atout)?")
_BID_OR_CARD = re.compile(r"r[2-9T] s.[ ,]*")
"""`ten hearts`: is that the bid and trumps, the call forgotten, or the ten of hearts? We do not guess."""
_NUMBER_AND_SUIT = re.compile(r"(1[0-3]|[1-9])(\D+)")


def parse(text: str, seat: int, phase: str) -> Action:
    """The action that a player means. Errors: BadText."""
    words = " ".join(text.lower().replace("+", ", ").split())
    if not words:
        raise BadText.of("R6.1", "bad.nothing_typed")
    if words.rstrip(".!") in CONCEDE_WORDS:
        return Concede(seat)
    if phase == "auction":
        return Bid(seat, read_bid(words))
    if phase == "contract":
        return read_contract(words, seat)
    return Play(seat, (read_spoken_card(words),))


def read_bid(words: str) -> str:
    """A bid as typed: `12`, `twelve`, `pass`, `mis`, `mis à vis`, `I bid 12`."""
    plain = "".join(c for c in unicodedata.normalize("NFD", words) if not unicodedata.combining(c))
    plain = plain.rstrip(" .!")
    for said in (plain, re.sub(r"^(?:i )?(?:bid|say|call) ", "", plain), plain.replace("-", " ")):
        bid = BID_WORDS.get(said, said)
        if bid in BIDS:
            return bid
    raise BadText.of("N3.2", "bad.bid", value=words)


def read_spoken_card(words: str) -> str:
    """A card: `7h`, `10♥`, `ace of clubs`, `queen hearts`, `hearts queen`."""
    symbols = _symbols(_TOKEN.findall(words))
    found = re.fullmatch(r"c(.)(.)|s(?P<s>.) r(?P<r>.)", _drop_gaps(_join_cards(symbols or "")))
    if not found:
        return DECK.code(DECK.card(words))
    return f"{found[1]}{found[2]}" if found[1] else f"{found['r']}{found['s']}"


def read_contract(words: str, seat: int) -> Contract:
    """`twelve hearts on the ace of clubs`, `spades and the queen`, `no trumps with KD`, `queen` (trumps left
    to the first lead, N4.4); the bid may be said once more, and trumps and call come in either order."""
    tokens = _TOKEN.findall(words)
    for said in (tokens, _without_bid(tokens)):
        symbols = _symbols(said)
        if not symbols or _BID_OR_CARD.fullmatch(symbols):
            continue
        contract = _read_symbols(symbols, seat)
        if contract:
            return contract
    raise BadText.of("N4.2", "bad.contract", text=words)


def _without_bid(tokens: list[str]) -> list[str]:
    """The tokens after a bid that is said once more: `12`, `twelve`, or glued to its suit, `12h`."""
    if not tokens:
        return tokens
    glued = _NUMBER_AND_SUIT.fullmatch(tokens[0])
    if glued:
        return [glued[2], *tokens[1:]]
    return tokens[1:] if tokens[0] in BIDS or tokens[0] in NUMBERS else tokens


def _symbols(tokens: list[str]) -> str | None:
    """The tokens as symbols; None where one means nothing here."""
    symbols: list[str] = []
    for i, token in enumerate(tokens):
        symbol = _symbol(token)
        if token == "a" and _is_named(tokens[i + 1 :]):
            symbol = ""  # an article: a queen
        if symbol is None:
            return None
        if symbol:
            symbols.append(symbol)
    return " ".join(symbols)


def _is_named(rest: list[str]) -> bool:
    """Whether a rank or card comes next, so that an `a` before it is no ace."""
    return bool(rest) and rest[0] != "a" and (_symbol(rest[0]) or "")[:1] in ("r", "c")


def _symbol(token: str) -> str | None:
    """The symbol of one token: empty for a filler, None for what means nothing here."""
    if token in _GAPS:
        return ","
    if token in ("of", "trumps", "trump"):
        return token.rstrip("s")
    if _NO_TRUMPS.fullmatch(token):
        return "tN"
    if token in RANK_WORDS:
        return f"r{RANK_WORDS[token]}"
    suit = SUIT_WORDS.get(token.removesuffix("s"))
    if suit:
        return f"s{suit}"
    for kind, read in (("r", read_rank), ("s", _read_suit), ("c", read_card)):
        try:
            return kind + read(token)
        except BadText:
            continue
    return "" if token in _FILLERS else None


def _read_suit(token: str) -> str:
    """A suit by its letter or sign. Errors: BadText."""
    return read_card(f"A{token}")[1]


def _join_cards(symbols: str) -> str:
    """Make cards of `rank of suit` and of a rank with a suit right after it."""
    return re.sub(r"r(.) (?:of )?s(.)", r"c\1\2", symbols)


def _drop_gaps(symbols: str) -> str:
    return " ".join(symbol for symbol in symbols.split() if symbol != ",")


def _read_symbols(symbols: str, seat: int) -> Contract | None:
    """One call and at most one trump suit, in either order; None for anything else."""
    symbols = re.sub(r"r(.) of s(.)", r"c\1\2", symbols)
    symbols = re.sub(r"(r.) of trump", r"\1", symbols)
    symbols = re.sub(r"s(.) trump|trump s(.)", lambda found: f"t{found[1] or found[2]}", symbols)
    said = _drop_gaps(_join_cards(symbols)).split()
    calls = [symbol[1:] for symbol in said if symbol[0] in "rc"]
    trumps = [symbol[1:] for symbol in said if symbol[0] in "st" and symbol != "trump"]
    if len(calls) != 1 or len(trumps) > 1 or len(said) != len(calls) + len(trumps):
        return None
    trump = trumps[0] if trumps else None
    return Contract(seat, "NT" if trump == "N" else trump, calls[0])
