"""A game's rules and options as text, out of its catalogues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from messdeck.core.errors import BadText
from messdeck.core.game import Game
from messdeck.core.i18n import Words, load
from messdeck.core.rules import Option, typed


class Rulebook:
    """The rules of one game in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        """Read the game's catalogue of rules."""
        self.game = game
        self.words = words

    def clauses(self) -> list[str]:
        """Every clause number, in order."""
        return self._numbers("clause")

    def sections(self) -> list[str]:
        """Every section number, in order."""
        return self._numbers("section")

    def clause(self, number: str) -> str:
        """The text of a clause."""
        return self.words.text(f"clause.{number}")

    def _numbers(self, kind: str) -> list[str]:
        keys = load(self.game.folder, "en", "rules").messages
        numbers = [key.partition(".")[2] for key in keys if key.startswith(f"{kind}.")]
        return sorted(numbers, key=_order)

    def markdown(self) -> str:
        """The whole rules as Markdown, each clause under its number, with worked examples."""
        say = self.words.text
        parts = [f"# {say('title')}", say("intro")]
        for section in self.sections():
            parts.append(f"## {section} {say(f'section.{section}')}")
            inside = [number for number in self.clauses() if number.partition(".")[0] == section]
            parts += [f'<a id="{number}"></a>**{number}** {self.clause(number)}' for number in inside]
            parts += self.examples(section)
        return "\n\n".join(parts)

    def examples(self, section: str) -> list[str]:
        """The worked examples of a section."""
        keys = load(self.game.folder, "en", "rules").messages
        wanted = re.compile(rf"examples\.{section}(\..+)?")
        return [self.words.text(key) for key in keys if wanted.fullmatch(key)]

    def options(self) -> list[dict[str, Any]]:
        """The options: name, values, default, clause."""
        rows = []
        for option in self.game.rules.OPTIONS:
            values: list[Any] | dict[str, Any]
            values = list(option.choices) or {"from": option.low, "to": option.high}
            if option.nullable and isinstance(values, dict):
                values["null"] = True
            rows.append(
                {"name": option.name, "values": values, "default": option.default, "clause": option.clause}
            )
        return rows

    def options_text(self) -> list[str]:
        """The options, each on a line of its own with what it does."""
        lines = [self.words.say("title")]
        for option in self.game.rules.OPTIONS:
            lines.append(f"  {option.name} = {typed(option.default)}  [{option.values()}]")
            lines.append(f"      {self.option_words(option)}")
        presets = ", ".join(self.game.rules.PRESETS)
        return [*lines, f"  {self.words.say('rules.presets', presets=presets)}"]

    def option_words(self, option: Option) -> str:
        """What an option does, in a sentence."""
        return self.words.text(f"option.{option.name}")


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", number))


def find_clause(books: Sequence[Rulebook], text: str) -> tuple[Rulebook, str]:
    """The book that has a clause, and the clause as it writes it. Errors: BadText."""
    wanted = text.strip().upper()
    for book in books:
        if wanted in book.clauses():
            return book, wanted
    every = [number for book in books for number in book.clauses()]
    near = [number for number in every if number.startswith(wanted[:1])] or every
    raise BadText.of("R5.4", "bad.clause", value=text, first=near[0], last=near[-1])
