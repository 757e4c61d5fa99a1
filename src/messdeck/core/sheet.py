"""Score sheets as data, for any table to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


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
