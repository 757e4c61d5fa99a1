"""Score sheets as data, for any table to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from messdeck.core.facts import Fact


@dataclass(frozen=True)
class Strokes:
    """A line crossed by strokes: each side rubs out one stroke of its arm per point, `target` in all."""

    target: int
    sides: tuple[tuple[int, ...], ...]
    rubbed_out: tuple[int, ...]


@dataclass(frozen=True)
class Totals:
    """A running total for each seat."""

    totals: tuple[int, ...]
    target: int | None = None


Sheet: TypeAlias = "Strokes | Totals"


@dataclass(frozen=True)
class Field:
    """Something to fill in for an entry: a choice of values with their words, or a number in a range."""

    name: str
    label: Fact
    choices: tuple[tuple[str, Fact], ...] = ()
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class Paper:
    """A score sheet that people keep for real cards: the score, what each entry brought, what to fill in."""

    sheet: Sheet
    lines: tuple[tuple[Fact, ...], ...]
    fields: tuple[Field, ...]
    names: tuple[str, ...]
    over: bool = False


PaperData: TypeAlias = "Mapping[str, Any]"
"""What is kept of a sheet: players, names, options, and the entries as they were filled in."""
