"""Exact endings: what actions lead to in worlds whose rest is short enough to be solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from messdeck.bots.beliefs import as_position
from messdeck.core.position import View
from messdeck.core.problem import EndingProblem
from messdeck.solver.endings import solve_ending

if TYPE_CHECKING:
    import numpy as np


def is_near(view: View, row: Sequence[int]) -> bool:
    """Whether such worlds of a view may be solved; `row` is one of them."""
    endings = view.game.endings
    return endings is not None and bool(endings.is_near(row))


def solved(view: View, rows: np.ndarray[Any, Any], codes: Sequence[int]) -> np.ndarray[Any, Any]:
    """The points that each action (columns) brings the side of the seat to act against the others in each
    world (rows), if all play on as if they saw all cards. Worlds of the same hands are solved once."""
    import numpy as np

    game, first = view.game, view.game.kernel.HAND
    known: dict[tuple[int, ...], list[int]] = {}
    values = []
    for row in rows:
        hands = tuple(row[first : first + view.rules.players].tolist())
        if hands not in known:
            problem = game.problem(as_position(view, row))
            assert isinstance(problem, EndingProblem), "what the search of endings was told is near"
            actions = solve_ending(game, problem).actions
            known[hands] = [actions[code] for code in codes]
        values.append(known[hands])
    return np.array(values)
