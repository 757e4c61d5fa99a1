"""A hint: what a computer player would do from what a seat knows, how sure it is, and what it turns on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from messdeck.bots.considered import Considered, Gain
from messdeck.bots.levels import make_player
from messdeck.bots.odds import Odds, odds
from messdeck.bots.search import SearchPlayer
from messdeck.core.actions import Action
from messdeck.core.errors import BadText
from messdeck.core.facts import Fact
from messdeck.core.game import Game
from messdeck.core.position import View

ADVISER = "4"
"""The level that is asked for a hint where nobody says which."""
CLEAR = 2.5
"""Standard errors by which a gain must differ between worlds with and without a fact to turn on it."""
FEWEST = 8
"""Worlds on either side before a fact is believed to matter."""


@dataclass(frozen=True)
class Turning:
    """The fact of the hidden hands on which a choice turns: what the advised action gains on its rival, in
    points, in the worlds where the fact is true and in the others."""

    fact: Fact
    if_true: float
    if_not: float


@dataclass(frozen=True)
class Advice:
    """What to do and why. A level that does not search, or a single legal action, compares nothing."""

    action: Action
    maxim: Fact | None
    """The habit that the action follows, when it is the rule player's own choice."""
    considered: Considered | None = None
    turning: Turning | None = None
    odds: Odds | None = None

    @property
    def runner_up(self) -> tuple[Action, Gain] | None:
        """The best of the other actions, and what the advised one gains on it."""
        found = self.considered
        if found is None or not found.worlds or found.runner_up is None:
            return None
        return found.actions[found.runner_up], found.gain(found.best, found.runner_up)

    def alternatives(self) -> list[tuple[Action, Gain]]:
        """The other actions and what each gains on the advised one (mostly less than nothing), best first."""
        found = self.considered
        if found is None or not found.worlds:
            return []
        others = [index for index in range(len(found.actions)) if index != found.best]
        others.sort(key=lambda index: -found.means[index])
        return [(found.actions[index], found.gain(index, found.best)) for index in others]

    def to_json(self, game: Game, why: str) -> dict[str, Any]:
        """`{"action", "why", "odds", "alternatives": [{"action", "gain", "stderr"}]}`; gains in points."""
        others = [
            {"action": game.coded(action), "gain": round(gain.mean, 3), "stderr": round(gain.error, 3)}
            for action, gain in self.alternatives()
        ]
        odds = self.odds.to_json() if self.odds else {}
        return {"action": game.coded(self.action), "why": why, "odds": odds, "alternatives": others}


def advise(view: View, level: str = ADVISER, seed: int = 0) -> Advice:
    """What a computer player of a level (as `read_level` returns it) would do in a view whose seat is to
    act. A function of the view, the level and the seed. Errors: BadText when the seat has nothing to do."""
    if view.seat is None or view.turn != view.seat:
        raise BadText.of("R5.11", "bad.not_to_act")
    player = make_player(view.game, level, seed)
    rule = make_player(view.game, "2", seed).choose(view)
    considered = player.consider(view) if isinstance(player, SearchPlayer) else None
    action = considered.chosen if considered else player.choose(view)
    maxim = view.game.maxim(view, action) if action == rule else None
    turning = _turning(considered) if considered else None
    return Advice(action, maxim, considered, turning, odds(view, seed=seed))


def _turning(found: Considered) -> Turning | None:
    """The clue whose truth changes the gain on the runner-up most clearly, if any does."""
    if not found.worlds or found.runner_up is None:
        return None
    import numpy as np

    gains = found.values[:, found.best] - found.values[:, found.runner_up]
    told = [found.view.game.clues(found.view, found.position(world)) for world in range(len(found.worlds))]
    best, most = None, CLEAR
    for clue in zip(*told, strict=True):
        true = np.array([is_true for _, is_true in clue])
        with_it, without = gains[true], gains[~true]
        if min(len(with_it), len(without)) < FEWEST:
            continue
        error = (with_it.var(ddof=1) / len(with_it) + without.var(ddof=1) / len(without)) ** 0.5
        difference = float(with_it.mean() - without.mean())
        if abs(difference) > most * error and error > 0:
            best, most = (
                Turning(clue[0][0], float(with_it.mean()), float(without.mean())),
                abs(difference / error),
            )
    return best
