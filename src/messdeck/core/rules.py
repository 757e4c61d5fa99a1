"""Options as data: what an option may be, and a frozen set of them for one game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self, TypeAlias

from messdeck.core.errors import BadOption

Value: TypeAlias = "bool | int | str | None"


UNLIMITED = 1 << 60
"""An upper bound that stands for none, and still fits the cells of a compiled row."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its name, clause, default, and the values it may take.

    `choices` lists the values; where it is empty a whole number from `low` to `high` is meant. With
    `nullable`, None (typed `off`) is a value too.
    """

    name: str
    clause: str
    default: Value
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False

    def allows(self, value: object) -> bool:
        """Whether a value is in range; True is not 1 here."""
        if self.nullable and value is None:
            return True
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        return type(value) is int and self.low <= value <= self.high

    def values(self) -> str:
        """The values as typed on a command line: `heading, led, off`, `on, off`, `5 to 99`."""
        if self.choices:
            return ", ".join(typed(choice) for choice in self.choices)
        span = f"{self.low} .. {self.high if self.high < UNLIMITED else ''}".rstrip()
        return f"{span}, off" if self.nullable else span

    def read(self, text: str) -> Value:
        """The value of typed text (`on`, `off`, a number, a word). Errors: BadOption."""
        word = text.strip()
        candidates: list[Value] = [word]
        if word.lower() in ("on", "true", "yes"):
            candidates.append(True)
        if word.lower() in ("off", "false", "no"):
            candidates.append(False)
        if word.lower() in ("off", "none", "null"):
            candidates.append(None)
        if word.isascii() and word.isdigit() and len(word) < 19:
            candidates.append(int(word))
        for candidate in candidates:
            if self.allows(candidate):
                return candidate
        raise self.error(text)

    def error(self, value: object) -> BadOption:
        """The refusal of a value."""
        return BadOption.of(
            self.clause, "bad.option_value", name=self.name, value=str(value), values=self.values()
        )


def typed(value: Value) -> str:
    """A value as people type it."""
    if isinstance(value, bool) or value is None:
        return "on" if value else "off"
    return str(value)


@dataclass(frozen=True)
class Rules:
    """The options of one game. Games subclass this with what depends on other options or on the players.

    Build it with `create`, which checks; `values` holds every option.
    """

    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    PLAYERS: ClassVar[tuple[int, ...]] = ()
    PLAYERS_CLAUSE: ClassVar[str] = ""
    PRESETS_CLAUSE: ClassVar[str] = ""

    players: int
    values: tuple[tuple[str, Value], ...]

    @classmethod
    def create(cls, players: int | None = None, options: Mapping[str, Any] | None = None) -> Self:
        """Rules for some players; `options` may name a `preset`. Errors: BadOption."""
        players = cls.PLAYERS[0] if players is None else players
        if type(players) is not int or players not in cls.PLAYERS:
            allowed = ", ".join(map(str, sorted(cls.PLAYERS)))
            raise BadOption.of(cls.PLAYERS_CLAUSE, "bad.option_players", value=str(players), values=allowed)
        given = cls._with_preset(dict(options or {}))
        known = {option.name: option for option in cls.OPTIONS}
        for name, value in given.items():
            if name not in known:
                raise BadOption.of(
                    cls.PRESETS_CLAUSE, "bad.option_unknown", name=str(name), values=", ".join(known)
                )
            if not known[name].allows(value):
                raise known[name].error(value)
        values = {**{name: cls.default(option, players, given) for name, option in known.items()}, **given}
        cls.check(players, values)
        return cls(players, tuple((name, values[name]) for name in known))

    @classmethod
    def read(cls, players: int | None, preset: str | None, typed_options: Iterable[str]) -> Self:
        """Rules from a command line: `name=value` words and a preset. Errors: BadOption."""
        known = {option.name: option for option in cls.OPTIONS}
        options: dict[str, Value] = {} if preset is None else {"preset": preset}
        for text in typed_options:
            name, equals, value = text.partition("=")
            if not equals:
                raise BadOption.of(cls.PRESETS_CLAUSE, "bad.option_text", value=text)
            option = known.get(name.strip())
            options[name.strip()] = option.read(value) if option else value
        return cls.create(players, options)

    @classmethod
    def _with_preset(cls, options: dict[str, Any]) -> dict[str, Any]:
        if "preset" not in options:
            return options
        preset = options.pop("preset")
        if not isinstance(preset, str) or preset not in cls.PRESETS:
            raise BadOption.of(
                cls.PRESETS_CLAUSE, "bad.option_preset", value=str(preset), values=", ".join(cls.PRESETS)
            )
        return {**cls.PRESETS[preset], **options}

    @classmethod
    def default(cls, option: Option, players: int, given: Mapping[str, Value]) -> Value:
        """The default of an option for these players and the options given."""
        return option.default

    @classmethod
    def check(cls, players: int, values: Mapping[str, Value]) -> None:
        """Refuse options that contradict each other. Errors: BadOption."""

    @cached_property
    def options(self) -> dict[str, Value]:
        """Every option with its value."""
        return dict(self.values)

    def changed(self) -> dict[str, Value]:
        """The options that differ from their default, as a record's header has them."""
        given: dict[str, Value] = {}
        for option in self.OPTIONS:  # a default may hang on options before it
            if self.options[option.name] != self.default(option, self.players, given):
                given[option.name] = self.options[option.name]
        return given

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each scoring side; alone unless the game says otherwise."""
        return tuple((seat,) for seat in range(self.players))

    def options_row(self) -> list[int]:
        """The options as the first cells of a kernel's row."""
        raise NotImplementedError
