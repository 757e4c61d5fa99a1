"""The tree search: what the tree counts, what it learns, and that it is blind to hidden cards."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from messdeck.bots import tree
from messdeck.bots.beliefs import Believer
from messdeck.bots.measure import simulations_per_second
from messdeck.bots.search import Budget
from messdeck.bots.tree_search import TreePlayer
from messdeck.core.position import View
from messdeck.core.twin import bound, twin
from messdeck.games.registry import GAMES, get_game
from tests.bots.test_players import played_on

SMALL = Budget(worlds=20, iterations=300)


def to_act(game: str, seed: int, plays: int) -> View:
    """The view of the seat to act, some plays into a deal."""
    position = played_on(game, seed, plays)
    assert position.turn >= 0
    return position.view(position.turn)


class Grown:
    """A tree grown from a view by compiled or plain loops."""

    def __init__(self, view: View, iterations: int, room: int, compiled: bool = True) -> None:
        game = view.game
        loops = (twin if compiled else bound)(tree, game.kernel, game.policy)
        worlds = Believer(game).uniform(view, 16, Random(1)).ravel()
        codes = [game.encode(action) for action in view.legal_actions()]
        size = game.kernel.ROW
        lengths = (tree.FIRST_NODE + tree.NODE * room, size, game.kernel.ACTIONS, 256)
        if compiled:
            cells, row, out, path = (np.zeros(n, np.int64) for n in lengths)
            actions = np.array(codes, np.int64)
        else:
            cells, row, out, path = ([0] * n for n in lengths)  # type: ignore[misc]
            worlds, actions = worlds.tolist(), codes  # type: ignore[assignment]
        loops.clear(cells)
        loops.grow(cells, worlds, 16, size, actions, len(codes), iterations, row, out, path, 7)
        self.cells = [int(cell) for cell in cells]
        self.choices = len(codes)

    def children(self, node: int) -> list[int]:
        found, child = [], self.cells[node + tree.CHILD]
        while child:
            found.append(child)
            child = self.cells[child + tree.NEXT]
        return found

    def visits(self, node: int) -> int:
        return self.cells[node + tree.VISITS]


@pytest.mark.parametrize("game", GAMES)
def test_visits_add_up_and_every_action_of_the_root_has_its_share(game: str) -> None:
    grown = Grown(to_act(game, 2, 8), 400, 500)
    root = grown.children(tree.FIRST_NODE)
    assert len(root) == grown.choices
    assert sum(map(grown.visits, root)) == 400
    assert max(map(grown.visits, root)) - min(map(grown.visits, root)) <= 1
    for node in root:
        assert sum(map(grown.visits, grown.children(node))) == grown.visits(node) - 1


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_tree_grows_like_the_compiled_one(game: str) -> None:
    view = to_act(game, 3, 8)
    assert Grown(view, 60, 70).cells == Grown(view, 60, 70, compiled=False).cells


def test_a_full_tree_goes_on_counting() -> None:
    grown = Grown(to_act("noms", 2, 8), 400, 40)
    assert grown.cells[tree.NODES] == 40
    assert sum(map(grown.visits, grown.children(tree.FIRST_NODE))) == 400


@pytest.mark.parametrize("game", GAMES)
def test_a_tree_player_never_peeks(game: str) -> None:
    view = to_act(game, 1, 8)
    found = TreePlayer(get_game(game), 3, SMALL).consider(view)
    other = view.sample(Random(9)).view(view.seat)
    again = TreePlayer(get_game(game), 3, SMALL).consider(other)
    assert (again.values == found.values).all()
    assert again.chosen == found.chosen


def test_a_time_limit_stops_the_tree_after_a_slice() -> None:
    view = to_act("noms", 2, 8)
    player = TreePlayer(get_game("noms"), 3, Budget(1000, iterations=10**6, seconds=0))
    assert 0 < len(player.consider(view).worlds) < 1000


@pytest.mark.parametrize("game", GAMES)
def test_simulations_are_counted(game: str) -> None:
    assert simulations_per_second(get_game(game), 0.05) > 0
