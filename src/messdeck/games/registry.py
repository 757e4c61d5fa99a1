"""The registry: every game by name. Adding a game is a folder and a line here."""

from __future__ import annotations

from importlib import import_module

from messdeck.core.errors import BadText
from messdeck.core.game import Game

GAMES = ("voormsi", "noms")
"""Names of the games; each has a folder beside this file."""


def get_game(name: str) -> Game:
    """The game of a name; only its own folder is imported. Errors: BadText."""
    if name not in GAMES:
        raise BadText.of("R2.1", "bad.game", value=name, values=", ".join(GAMES))
    game: Game = import_module(f"messdeck.games.{name}.game").GAME
    return game
