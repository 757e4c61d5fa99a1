"""The levels of computer players, by name and number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from messdeck.bots.plain import ForgetfulPlayer, RandomPlayer, RulePlayer
from messdeck.bots.search import Budget, SearchPlayer
from messdeck.bots.tree_search import TreePlayer
from messdeck.core.errors import BadText
from messdeck.core.game import Game
from messdeck.core.player import Player

Maker: TypeAlias = Callable[[Game, int, float | None], Player]


def _searching(budget: Budget) -> Maker:
    def make(game: Game, seed: int, seconds: float | None = None) -> Player:
        limited = replace(budget, seconds=seconds)
        return (TreePlayer if budget.iterations else SearchPlayer)(game, seed, limited)

    return make


LEVELS: dict[str, Maker] = {
    "random": RandomPlayer,
    "1": ForgetfulPlayer,
    "2": RulePlayer,
    "3": _searching(Budget(24, pool=1)),
    "4": _searching(Budget(160)),
    "5": _searching(Budget(2000, endings=128, trained=True)),
}
"""Level 3 searches by hard facts alone; 4 also goes by what was said and played; 5 looks at many more worlds,
has the trained player play them out, and solves short endings."""
SEARCHING = ("3", "4", "5")
"""Levels that search, in compiled loops."""
COMPANION = "3"
"""The level of a computer player that sits down with people where nobody has asked for a level."""
NAMES = {"stowaway": "1", "deckhand": "2", "able": "3", "bosun": "4", "captain": "5"}


VALUES = ", ".join(["random", *(f"{number} ({name})" for name, number in NAMES.items())])


def read_level(text: str) -> str:
    """The level of a typed name or number. Errors: BadText."""
    level = NAMES.get(text.strip().lower(), text.strip().lower())
    if level not in LEVELS:
        raise BadText.of("R5.1", "bad.level", value=text, values=VALUES)
    return level


def make_player(game: Game, level: str, seed: int, seconds: float | None = None) -> Player:
    """A computer player of a level (as `read_level` returns it). A limit of `seconds` a move may cut a
    level's search short, and then its moves need not come out the same again."""
    return LEVELS[level](game, seed, seconds)
