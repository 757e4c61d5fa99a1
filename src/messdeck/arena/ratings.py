"""A round robin of levels over the same deals, and a rating table of it (OpenSkill's Plackett-Luce)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from messdeck.arena.boards import Board
from messdeck.arena.match import Match
from messdeck.arena.pools import Pool


@dataclass(frozen=True)
class Rating:
    """How strong a level showed itself: its rating and the uncertainty of it, in OpenSkill's unit (a new
    player stands at 25 with 8.3)."""

    level: str
    mu: float
    sigma: float
    mean: float
    """What it won a board on average against the others, in the unit of the mode."""


def round_robin(
    first: Board, levels: Iterable[str], deals: int, pool: Pool, done: Callable[[], None]
) -> list[Match]:
    """Every two levels play the same deals; the matches, each level against those after it."""
    matches = []
    for a, b in combinations(levels, 2):
        match = Match(replace(first, a=a, b=b), deals)
        match.play(pool, done)
        matches.append(match)
    return matches


def rate(matches: Iterable[Match]) -> list[Rating]:
    """The table of some matches, best first. Boards count in turn, one of each match, as won, lost or even,
    so that no level is rated before it has met the others."""
    from openskill.models import PlackettLuce

    matches = list(matches)
    model = PlackettLuce()
    levels = {level for match in matches for level in (match.first.a, match.first.b)}
    table = {level: model.rating(name=level) for level in sorted(levels)}
    won: dict[str, list[float]] = {level: [] for level in table}
    for boards in zip(*([(m, margin - m.mode.even) for margin in m.margins] for m in matches), strict=True):
        for match, margin in boards:
            a, b = match.first.a, match.first.b
            result = [float(margin < 0), float(margin > 0)]
            (table[a],), (table[b],) = model.rate([[table[a]], [table[b]]], ranks=result)
            won[a].append(margin)
            won[b].append(-margin)
    ratings = [
        Rating(level, found.mu, found.sigma, sum(won[level]) / len(won[level]))
        for level, found in table.items()
    ]
    return sorted(ratings, key=lambda rating: -rating.mu)
