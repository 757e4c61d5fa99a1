"""How fast the tree search runs here, in CPU time of this process, on one core."""

from __future__ import annotations

from itertools import islice, repeat
from random import Random
from time import process_time

from messdeck.bots import tree
from messdeck.bots.beliefs import Believer
from messdeck.bots.tree_search import DEPTH, SLICE, WORLDS
from messdeck.core.bits import first_state
from messdeck.core.game import Game
from messdeck.core.measure import SEED, STARTS, dealt
from messdeck.core.twin import twin


def simulations_per_second(game: Game, seconds: float) -> float:
    """Simulations a second of the information-set tree search from dealt positions, the first card being
    due: down the tree, a rollout to the end of the deal, and back up. Drawing worlds is not counted."""
    import numpy as np

    rng, size = Random(SEED), game.kernel.ROW
    loops = twin(tree, game.kernel, game.policy)
    nodes = np.zeros(tree.FIRST_NODE + tree.NODE * (SLICE + 1), np.int64)
    row, out = np.zeros(size, np.int64), np.zeros(game.kernel.ACTIONS, np.int64)
    path = np.zeros(2 * DEPTH, np.int64)
    starts = []
    for position in islice(map(dealt, repeat(game), repeat(rng)), STARTS):
        worlds = Believer(game).weighted(position.view(position.turn), WORLDS, rng).resampled(WORLDS, rng)
        codes = [game.encode(action) for action in position.legal_actions()]
        starts.append((worlds.ravel(), np.array(codes, np.int64)))

    def grow(start: int) -> None:
        worlds, codes = starts[start % len(starts)]
        loops.clear(nodes)
        given = (nodes, worlds, WORLDS, size, codes, len(codes), SLICE, row, out, path)
        loops.grow(*given, first_state(start))

    grow(0)
    done = 0
    began = now = process_time()
    while now - began < seconds:
        grow(done)
        done += 1
        now = process_time()
    return done * SLICE / (now - began)
