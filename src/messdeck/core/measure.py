"""How fast a game runs here: compiled random playouts, and steps through positions.

All times are CPU time of this process, on one core: other work on the machine disturbs them less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from random import Random
from time import process_time

from messdeck.core import loops
from messdeck.core.actions import Play
from messdeck.core.bits import advance, first_state
from messdeck.core.game import Game
from messdeck.core.position import Position
from messdeck.core.twin import twin

SEED = 1
STARTS = 16
BURST = 100
"""Playouts from one position in one compiled call: the call itself costs less than half a microsecond."""


def dealt(game: Game, rng: Random) -> Position:
    """A fresh deal at the point where the first card is laid; until then the rule player speaks for all.

    A deal that ends before any card (passed out) is dealt again.
    """
    start = game.start(game.rules.create())
    out = [0] * game.kernel.ACTIONS
    position = start
    while True:
        seat = position.turn
        if seat < 0:
            position = start.after(start.draw_deal(rng))
            continue
        action = game.decode(seat, game.policy.choose(list(position.row), seat, out))
        if isinstance(action, Play):
            return position
        position = position.after(action)


def playouts_per_second(game: Game, seconds: float, starts: Sequence[Position] | None = None) -> float:
    """Compiled random playouts a second, each to the end of its deal; dealing and compiling not counted.

    They begin in `starts` by turns; by default in a fixed set of `dealt` positions under default options.
    """
    import numpy as np

    if starts is None:
        starts = list(islice(map(dealt, repeat(game), repeat(Random(SEED))), STARTS))
    playouts = twin(loops, game.kernel).playouts
    rows = [np.array(start.row, dtype=np.int64) for start in starts]
    row = np.zeros(game.kernel.ROW, dtype=np.int64)
    out = np.zeros(game.kernel.ACTIONS, dtype=np.int64)
    state = first_state(SEED)
    playouts(rows[0], row, out, 1, state)
    done = 0
    began = now = process_time()
    while now - began < seconds:
        for start in rows:
            state = advance(state)
            playouts(start, row, out, BURST, state)
        done += BURST * len(rows)
        now = process_time()
    return done / (now - began)


@dataclass(frozen=True, slots=True)
class Stepping:
    """Random whole games played through positions: seats' actions, deals, and seconds of CPU time."""

    steps: int
    deals: int
    seconds: float
    dealing: float
    """The part of `seconds` in which deals were drawn and put on the table."""

    @property
    def per_second(self) -> float:
        """Steps a second; deals take their time but are no steps."""
        return self.steps / self.seconds

    @property
    def per_second_without_deals(self) -> float:
        """Steps a second of the time between the deals."""
        return self.steps / (self.seconds - self.dealing)


def stepping(game: Game, seconds: float) -> Stepping:
    """Play random games under default options: legal actions, a random one, play. Whole deals only."""
    rng = Random(SEED)
    choice = rng.choice
    start = position = game.start(game.rules.create())
    steps = deals = 0
    dealing = 0.0
    began = now = process_time()
    while now - began < seconds:
        if position.is_over:
            position = start
        position = position.play(position.draw_deal(rng))
        deals += 1
        dealing += process_time() - now
        while position.turn >= 0:
            position = position.play(choice(position.legal_actions()))
            steps += 1
        now = process_time()
    return Stepping(steps, deals, now - began, dealing)


def steps_per_second(game: Game, seconds: float) -> float:
    """Steps a second of random whole games through `Position`, deals included: see `stepping`."""
    return stepping(game, seconds).per_second
