"""Dealing unknown cards uniformly among hands that cannot hold everything.

Filling hands greedily is biased; here the ways are counted first (dynamic programming over classes of cards
that the same hands may hold, by the room left in each hand), and cards are dealt by those counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from random import Random

from messdeck.core.cards import each


@dataclass
class Holding:
    """A hand to fill: how many unknown cards it has, and the mask of cards it cannot have."""

    size: int
    excluded: int = 0


def deal_uniformly(cards: int, holdings: list[Holding], rng: Random) -> list[int]:
    """Masks for the holdings, uniformly among all deals of `cards` that they allow.

    The sizes must add up to the number of cards. Errors: ValueError when no deal is possible.
    """
    classes: dict[tuple[bool, ...], list[int]] = {}
    for card in each(cards):
        allowed = tuple(not holding.excluded >> card & 1 for holding in holdings)
        classes.setdefault(allowed, []).append(card)
    kinds = sorted(classes.items())

    @cache
    def ways(kind: int, room: tuple[int, ...]) -> int:
        if kind == len(kinds):
            return int(not any(room))
        return sum(
            _orders(split) * ways(kind + 1, _less(room, split))
            for split in _splits(len(kinds[kind][1]), kinds[kind][0], room)
        )

    room = tuple(holding.size for holding in holdings)
    if not ways(0, room):
        raise ValueError("no deal fits what has been seen")
    dealt = [0] * len(holdings)
    for kind, (allowed, members) in enumerate(kinds):
        splits = list(_splits(len(members), allowed, room))
        weights = [_orders(split) * ways(kind + 1, _less(room, split)) for split in splits]
        split = rng.choices(splits, weights)[0]
        rng.shuffle(members)
        for hand, n in enumerate(split):
            for _ in range(n):
                dealt[hand] |= 1 << members.pop()
        room = _less(room, split)
    return dealt


def _splits(n: int, allowed: tuple[bool, ...], room: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All ways to give n like cards to the hands, by number."""
    spans = [range(min(n, room[hand]) + 1) if allowed[hand] else range(1) for hand in range(len(room))]
    last = max((hand for hand in range(len(room)) if allowed[hand]), default=-1)
    if last < 0:
        return [] if n else [(0,) * len(room)]
    spans[last] = range(1)
    found = []
    for counts in product(*spans):
        rest = n - sum(counts)
        if 0 <= rest <= room[last]:
            found.append((*counts[:last], rest, *counts[last + 1 :]))
    return found


def _orders(split: tuple[int, ...]) -> int:
    """In how many ways a split can pick its cards."""
    ways, left = 1, sum(split)
    for n in split:
        ways *= comb(left, n)
        left -= n
    return ways


def _less(room: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(space - n for space, n in zip(room, split, strict=True))
