"""What a seat may reckon with: who plays together, who is out of a suit, who holds the cards that matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from messdeck.bots.beliefs import Believer, Weighted, as_position
from messdeck.core.cards import SUITS
from messdeck.core.position import View

if TYPE_CHECKING:
    import numpy as np

WORLDS = 1000


@dataclass(frozen=True)
class Odds:
    """Chances as a seat sees them, from 0 to 1.

    `teams`: who plays together in the deal (the first of the game's teams), by its seats. `partner`: which
    seat a hidden card made declarer's partner (declarer's own: alone); empty where there is none. `voids`:
    by seat and suit letter. `holders`: of the cards that matter and lie hidden, by card a chance for each
    seat; what is missing to 1 is the chance that the card lies elsewhere, as in a stock.
    """

    teams: dict[tuple[int, ...], float]
    voids: dict[tuple[int, str], float]
    holders: dict[str, tuple[float, ...]]
    partner: dict[int, float]

    def together(self, one: int, other: int) -> float:
        """The chance that two seats play together."""
        return sum(chance for team, chance in self.teams.items() if (one in team) == (other in team))

    def to_json(self) -> dict[str, Any]:
        """`{"partner": {"0": p}, "voids": {"0": {"C": p}}, "holders": {"AC": {"0": p}}}`, chances of nothing
        left out; no `partner` where there is none."""
        voids: dict[str, dict[str, float]] = {}
        for (seat, suit), chance in self.voids.items():
            voids.setdefault(str(seat), {})[suit] = chance
        found = {
            "voids": {seat: _told(chances) for seat, chances in voids.items()},
            "holders": {card: _told(dict(enumerate(chances))) for card, chances in self.holders.items()},
        }
        return {"partner": _told(self.partner), **found} if self.partner else found


def _told(chances: Mapping[Any, float]) -> dict[str, float]:
    return {str(key): round(chance, 3) for key, chance in chances.items() if chance >= 0.0005}


def odds(view: View, worlds: int = WORLDS, seed: int = 0) -> Odds:
    """The odds of a view by its hard facts and by what was said and played; the same for the same seed."""
    rng = Random(f"{seed} odds {view.seat} {view.row}")
    return read_off(view, Believer(view.game).weighted(view, worlds, rng))


def read_off(view: View, weighted: Weighted) -> Odds:
    """The odds in some weighed worlds."""
    teams: dict[tuple[int, ...], float] = {}
    partner: dict[int, float] = {}
    for row, weight in zip(weighted.rows, weighted.weights.tolist(), strict=True):
        position = as_position(view, row)
        team, seat = view.game.teams(position)[0], view.game.partner(position)
        teams[team] = teams.get(team, 0.0) + weight
        if seat is not None:
            partner[seat] = partner.get(seat, 0.0) + weight
    first = view.game.kernel.HAND
    hands = weighted.rows[:, first : first + view.rules.players]
    voids, holders = _voids(view, hands, weighted.weights), _holders(view, hands, weighted.weights)
    return Odds(teams, voids, holders, partner)


def _voids(
    view: View, hands: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]
) -> dict[tuple[int, str], float]:
    masks = dict.fromkeys(SUITS, 0)
    for code, card in view.game.deck.index.items():
        masks[code[-1]] |= 1 << card
    return {
        (seat, suit): float(weights[hands[:, seat] & mask == 0].sum())
        for seat in range(view.rules.players)
        for suit, mask in masks.items()
    }


def _holders(
    view: View, hands: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]
) -> dict[str, tuple[float, ...]]:
    return {
        code: tuple(
            float(weights[hands[:, seat] >> view.game.deck.index[code] & 1 == 1].sum())
            for seat in range(view.rules.players)
        )
        for code in view.game.matadors(view)
        if code not in view.hand
    }
