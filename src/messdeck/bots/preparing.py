"""Getting a level ready: its first search compiles loops, or loads them from the disk cache."""

from __future__ import annotations

from random import Random

from messdeck.bots import tree, worlds
from messdeck.bots.levels import RulePlayer, make_player
from messdeck.core.actions import TABLE, Play
from messdeck.core.game import Game
from messdeck.core.position import View
from messdeck.core.twin import is_compiled


def prepare(game: Game, level: str) -> None:
    """Let a player of the level search once, briefly: then all it needs is here and on the disk."""
    make_player(game, level, 0, seconds=0.01).choose(first_choice(game))


def is_prepared(game: Game) -> bool:
    """Whether all that players of this game search with is on the disk already."""
    parts = (game.kernel, game.policy)
    compiled = [is_compiled(name, tree, *parts) for name in ("compare", "grow")]
    if game.beliefs is not None:
        compiled += [
            is_compiled(name, worlds, *parts, game.beliefs) for name in ("draw_worlds", "weigh_worlds")
        ]
    return all(compiled)


def first_choice(game: Game) -> View:
    """The view of a seat that has a choice of cards to play, after what others have played."""
    rng, rule = Random(0), RulePlayer(game, 0)
    position = game.start(game.rules.create())
    while True:
        if position.turn == TABLE:
            position = position.play(position.draw_deal(rng))
            continue
        view = position.view(position.turn)
        legal = view.legal_actions()
        if view.trick and len(legal) > 1 and isinstance(legal[0], Play):
            return view
        position = position.play(rule.choose(view))
