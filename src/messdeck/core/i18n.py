"""Words: facts become English, Persian or Russian here, from catalogues of messages, and nowhere else.

A catalogue is a folder `words/<language>/` of gettext files beside the code that speaks. Message ids are
keys (`refusal.N5.1.2`), so English is a translation like the others. A message with plural forms has the
name of the argument that counts as its `msgid_plural`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import c2py
from pathlib import Path

import polib

from messdeck.core.cards import SIGNS
from messdeck.core.facts import Argument, Cards, Fact, Seat, Side, Term

LANGUAGES = ("en", "fa", "ru")
CORE = Path(__file__).parent
_DIGITS = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}
_POINTS = {"fa": "٫", "ru": ","}
_RULES = re.compile(r"(clause|section|option|preset|examples)\.|(title|intro)$")


class MissingMessage(LookupError):
    """A key that no catalogue has: a defect of the program, found by its tests."""


class Words:
    """A speaker of one language with the catalogues of some folders (the core's own always included)."""

    def __init__(
        self,
        language: str,
        *folders: Path,
        names: Sequence[str] = (),
        signs: bool = True,
    ) -> None:
        """`names` are the players' by seat; without `signs` cards are written `7H` instead of `7♥`."""
        self.language = language if language in LANGUAGES else "en"
        self.folders = (*folders, CORE)
        self.names = tuple(names)
        self.signs = signs
        self.card_language: str | None = None
        """Another language for the spoken names of cards (`kl`: Greenlandic, V11)."""
        self.indices: Mapping[str, str] = {}
        """Ranks that are written otherwise than by their letter."""

    def say(self, key: str, args: Mapping[str, Argument] | None = None, /, **more: Argument) -> str:
        """The message of a key with its arguments put in. Errors: MissingMessage."""
        given = {**(args or {}), **more}
        message, catalog = self._find(key)
        if message.msgid_plural:
            n = given.get(message.msgid_plural, 0)
            text: str = message.msgstr_plural[catalog.form(n if isinstance(n, int) else 0)]
        else:
            text = message.msgstr
        shown = {name: self.show(value) for name, value in given.items()}
        return text.format(**shown) if "{" in text else text

    def text(self, key: str) -> str:
        """A long text (a clause, examples) as it stands: braces are cards. Errors: MissingMessage."""
        message: str = self._find(key)[0].msgstr
        return message

    def fact(self, fact: Fact) -> str:
        """A fact in words, its clause behind it."""
        return self.say("with_clause", text=self.say(fact.key, fact.args), clause=fact.clause)

    def has(self, key: str) -> bool:
        """Whether a message exists."""
        try:
            self._find(key)
        except MissingMessage:
            return False
        return True

    def show(self, value: Argument) -> str:
        """An argument in words."""
        match value:
            case bool():
                return str(value)
            case int():
                return self.number(value)
            case Cards(codes):
                return " ".join(self.card(code) for code in codes)
            case Seat(number):
                return self.name(number)
            case Side(seats):
                return self.say("and").join(self.name(seat) for seat in seats)
            case Term(key):
                return self.say(key)
        return value

    def number(self, value: int) -> str:
        """A whole number in the language's digits."""
        return str(value).translate(_DIGITS.get(self.language, {}))

    def decimal(self, value: float, places: int, *, signed: bool = False) -> str:
        """A number with a fraction: 0.5, 0,5 in Russian, the Persian digits and their point."""
        text = f"{value:{'+' if signed else ''}.{places}f}".replace("-", "−")
        text = text.replace(".", _POINTS.get(self.language, "."))
        return text.translate(_DIGITS.get(self.language, {}))

    def card(self, code: str) -> str:
        """A card as written for people: 10♥, or 10H without signs."""
        rank, suit = code[:-1], code[-1]
        rank = "10" if rank == "T" else self.indices.get(rank, rank)
        return rank + (SIGNS.get(suit, suit) if self.signs else suit)

    def spoken(self, code: str) -> str:
        """A card as it is called: seven of hearts."""
        rank, suit = f"rank.{code[0]}", f"suit.{code[1]}"
        if self.card_language:
            names = load(CORE, self.card_language, "table").messages
            if rank in names or code[0].isdigit():
                number = self.number(int(code[0])) if code[0].isdigit() else ""
                return f"{names[suit].msgstr} {names[rank].msgstr if rank in names else number}"
        return self.say("card.spoken", rank=self.say(rank), suit=self.say(suit))

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        if seat < 0:
            return self.say("seat.table")
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.say("seat", number=seat + 1)

    def _find(self, key: str) -> tuple[polib.POEntry, Catalog]:
        section = "rules" if _RULES.match(key) else "table"
        for folder in self.folders:
            catalog = load(folder, self.language, section)
            message = catalog.messages.get(key)
            if message is not None and (message.msgstr or message.msgstr_plural):
                return message, catalog
        if self.language != "en":
            return Words("en", *self.folders)._find(key)
        raise MissingMessage(key)


@dataclass(frozen=True)
class Catalog:
    """The messages of one file by key, and which plural form a number takes."""

    messages: Mapping[str, polib.POEntry]
    plural: Callable[[int], int]

    def form(self, n: int) -> int:
        """The plural form of a number."""
        return int(self.plural(abs(n)))


@lru_cache(maxsize=64)
def load(folder: Path, language: str, section: str) -> Catalog:
    """The catalogue of a folder, language and section (`table` or `rules`); empty if there is none."""
    path = folder / "words" / language / f"{section}.po"
    if not path.exists():
        return Catalog({}, int)
    file = polib.pofile(str(path), encoding="utf-8")
    forms = file.metadata.get("Plural-Forms", "nplurals=1; plural=0;")
    return Catalog({entry.msgid: entry for entry in file}, c2py(forms.partition("plural=")[2].rstrip("; ")))


def preferred_language(environment: Mapping[str, str] | None = None) -> str:
    """The language of the locale (LC_ALL, LC_MESSAGES, LANG), else English."""
    environment = os.environ if environment is None else environment
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(variable, "")
        if value:
            language = value[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"
