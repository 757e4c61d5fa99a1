"""Positions of whole games with all cards seen: what each legal action leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from messdeck.core.actions import Action, Play
from messdeck.core.cards import each
from messdeck.core.facts import Argument, Fact, Seat, Side
from messdeck.core.position import Position
from messdeck.core.problem import Branches, EndingProblem, TricksProblem
from messdeck.solver import endings, tricks


@dataclass(frozen=True)
class Outlook:
    """What a position and its legal actions lead to if everybody sees all and plays as well as can be.

    Values are tricks still to be won by `side`, or points that it still gets more than the others (`unit`). A
    number that the node budget left open is missing: None, or
    an action not in `actions`; `exact` says that none is.
    """

    position: Position
    side: tuple[int, ...]
    """The seats whose tricks or points the values are."""
    maximises: bool
    """Whether the seat to act wants a high value: it is of that side, and wants its tricks."""
    value: int | None
    actions: dict[Action, int]
    nodes: int
    exact: bool
    unit: str = "tricks"

    def ranked(self) -> list[tuple[Action, int]]:
        """The actions with their values, the best for the seat to act first."""
        return sorted(self.actions.items(), key=lambda item: item[1], reverse=self.maximises)

    @property
    def said(self) -> Fact:
        """What it comes to, for people."""
        told: dict[str, Argument] = {"side": Side(self.side), "seat": Seat(self.position.turn)}
        if self.value is None:
            return Fact("solve.open", "", {**told, "nodes": self.nodes})
        return Fact(f"solve.{self.unit}", "", {**told, "value": self.value})

    def cost(self, action: Action) -> int | None:
        """What an action costs the seat to act against the best one, from 0; None if that is not known."""
        if self.value is None or action not in self.actions:
            return None
        return abs(self.value - self.actions[action])

    def to_json(self) -> dict[str, Any]:
        """What `messdeck solve --json` prints."""
        game = self.position.game
        actions = {game.coded(action): value for action, value in self.actions.items()}
        head = {"game": game.name, "to_act": self.position.turn, "side": list(self.side)}
        return {**head, "value": self.value, "actions": actions, "nodes": self.nodes, "exact": self.exact}


def solve_position(position: Position, budget: int | None = None) -> Outlook:
    """The outlook of a position where cards are being played; `budget` is a number of nodes, tricks opened or
    plies as the problem is (None: what takes a second or two).

    Errors: BadText, where the game poses no problem (see `Game.problem`).
    """
    problem = position.game.problem(position)
    match problem:
        case TricksProblem():
            return _of_tricks(position, problem, budget or tricks.BUDGET)
        case Branches():
            return _of_branches(position, problem, budget or tricks.BUDGET)
        case EndingProblem():
            return _of_ending(position, problem, budget or endings.BUDGET)


def _of_tricks(position: Position, problem: TricksProblem, budget: int) -> Outlook:
    solution = tricks.solve(problem, budget)
    actions: dict[Action, int] = {}
    for action in position.legal_actions():
        if isinstance(action, Play):  # giving up is no card
            card = position.game.deck.card(action.cards[0])
            if card in solution.actions:
                actions[action] = solution.actions[card]
    maximises = problem.declarers >> position.turn & 1 == 1
    side = tuple(each(problem.counted))
    return Outlook(position, side, maximises, solution.value, actions, solution.nodes, solution.exact)


def _of_branches(position: Position, branches: Branches, budget: int) -> Outlook:
    """Each action has a part of the budget; the side is that of the best."""
    actions: dict[Action, int] = {}
    nodes = 0
    for action, problem in branches.problems.items():
        worth, spent = tricks.value_and_nodes(problem, budget // len(branches.problems))
        nodes += spent
        if worth is not None:
            actions[action] = worth
    exact = len(actions) == len(branches.problems)
    choose = max if branches.maximises else min
    best = choose(actions, key=actions.__getitem__, default=next(iter(branches.problems)))
    side = tuple(each(branches.problems[best].counted))
    value = actions[best] if exact else None
    return Outlook(position, side, branches.maximises, value, actions, nodes, exact)


def _of_ending(position: Position, problem: EndingProblem, budget: int) -> Outlook:
    game, seat = position.game, position.turn
    solution = endings.solve_ending(game, problem, budget)
    actions = {game.decode(seat, code): value for code, value in solution.actions.items()}
    side = tuple(each(problem.seats))
    maximises = seat in side
    exact = solution.value is not None
    return Outlook(position, side, maximises, solution.value, actions, solution.nodes, exact, "points")
