"""Getting a level ready: its first search compiles loops, or loads them from the disk cache."""

from __future__ import annotations

from random import Random

from messdeck.bots import tree, worlds
from messdeck.bots.levels import make_player
from messdeck.bots.plain import RulePlayer
from messdeck.core.actions import TABLE, Play
from messdeck.core.game import Game
from messdeck.core.position import View
from messdeck.core.twin import is_compiled
from messdeck.solver import plies


def prepare(game: Game, level: str) -> None:
    """Let a player of the level search twice, briefly: then all it needs is here and on the disk."""
    for is_near in (False, True):
        make_player(game, level, 0, seconds=0.01).choose(first_choice(game, is_near))


def is_prepared(game: Game) -> bool:
    """Whether all that players of this game search with is on the disk already."""
    parts = (game.kernel, game.policy)
    hands = [hands for hands in (game.policy, game.trained) if hands is not None]
    compiled = [is_compiled("compare", tree, game.kernel, each) for each in hands]
    if game.endings is not None:
        compiled.append(is_compiled("search", plies, game.kernel, game.endings))
    if game.beliefs is not None:
        compiled += [
            is_compiled(name, worlds, *parts, game.beliefs) for name in ("draw_worlds", "weigh_worlds")
        ]
    return all(compiled)


def first_choice(game: Game, is_near: bool) -> View:
    """The view of a seat that has a choice of cards to play, after what others have played; near the end of
    a deal, if the game has endings."""
    rng, rule = Random(0), RulePlayer(game, 0)
    position = game.start(game.rules.create())
    while True:
        if position.turn == TABLE:
            position = position.play(position.draw_deal(rng))
            continue
        view = position.view(position.turn)
        legal = view.legal_actions()
        if view.trick and len(legal) > 1 and isinstance(legal[0], Play):
            if not is_near or game.endings is None or game.endings.is_near(list(position.row)):
                return view
        position = position.play(rule.choose(view))
