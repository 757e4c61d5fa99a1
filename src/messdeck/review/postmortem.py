"""The post-mortem of a finished game: what every decision cost somebody who saw all, and somebody who knew
what its player knew, so that a mistake and bad luck are told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from messdeck.bots.levels import make_player
from messdeck.bots.search import Budget, SearchPlayer
from messdeck.core.actions import Action
from messdeck.core.errors import BadText
from messdeck.core.game import Game
from messdeck.core.position import Position
from messdeck.core.record import Record, Step
from messdeck.solver.positions import solve_position

WORLDS = 96
MOST_CHOICES = 16
MISTAKE = 0.25
"""Points that a decision must cost, on what was known, to be called a mistake; and it must be clear."""
SURE = 2.0
"""Standard errors that make it clear: stricter than a player's own, who compares fewer actions."""
UNLUCKY = 0.5
"""Points that a sound decision must have cost as the cards lay to be called unlucky."""

NODES = 200_000
"""The solver's budget for one decision: a fraction of a second at most."""

Seen = Callable[[Position, Sequence[Action], int], float]
"""What the action of an index costs the seat to act in points, against the best of some, all cards known."""


@dataclass(frozen=True)
class Decision:
    """One decision: event `event` of the record, counted from 0; costs in points, 0 for the best."""

    event: int
    seat: int
    action: Action
    better: Action
    """What was best on what the seat knew; the action itself if nothing was better."""
    cost_seen: float
    cost_known: float
    is_clear: bool
    """Whether the cost on what was known is beyond chance."""
    choices: int
    """How many legal actions there were."""

    @property
    def verdict(self) -> str:
        """`mistake`, `unlucky` or `fine`."""
        if self.is_clear and self.cost_known >= MISTAKE:
            return "mistake"
        return "unlucky" if self.cost_seen >= UNLUCKY else "fine"

    def to_json(self, game: Game) -> dict[str, Any]:
        """`{"event", "seat", "action", "cost_seen", "cost_known", "verdict"}`."""
        return {
            "event": self.event,
            "seat": self.seat,
            "action": game.coded(self.action),
            "cost_seen": round(self.cost_seen, 2),
            "cost_known": round(self.cost_known, 2),
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Review:
    """Every action of a game that a seat did in its turn, also those that left no choice."""

    record: Record
    decisions: tuple[Decision, ...]

    @property
    def accuracy(self) -> tuple[float, ...]:
        """By seat, the share in 100 of the decisions with a choice that were no mistakes; 100 for none."""
        seats = range(self.record.header.rules.players)
        return tuple(accuracy(self.of(seat)) for seat in seats)

    def of(self, seat: int) -> list[Decision]:
        """The decisions of a seat that left a choice."""
        return chosen_by(seat, self.decisions)

    def to_json(self) -> dict[str, Any]:
        """`{"plays": [...], "accuracy": [...]}`."""
        game = self.record.header.game
        plays = [decision.to_json(game) for decision in self.decisions]
        return {"plays": plays, "accuracy": [round(share, 1) for share in self.accuracy]}


def chosen_by(seat: int, decisions: Iterable[Decision]) -> list[Decision]:
    """The decisions of a seat that left a choice."""
    return [one for one in decisions if one.seat == seat and one.choices > 1]


def accuracy(decisions: Sequence[Decision]) -> float:
    """The share in 100 of some decisions that were no mistakes; 100 for none."""
    right = [one.verdict != "mistake" for one in decisions]
    return 100.0 * sum(right) / len(right) if right else 100.0


def turns(record: Record) -> list[tuple[int, Step]]:
    """The events in which a seat acted in its turn, with their numbers. Errors: BadText for a game that is
    not over: a review tells all hands."""
    if not record.position.is_over:
        raise BadText.of("R5.12", "bad.not_over")
    found = []
    for number, step in enumerate(record.steps):
        if step.action is not None and is_decision(step.before, step.action):
            found.append((number, step))
    return found


def is_decision(position: Position, action: Action) -> bool:
    """Whether an action is a seat's in its turn (not a deal, nor something said out of turn)."""
    return 0 <= action.seat == position.turn


def review(record: Record, seen: Seen, seed: int = 0, done: Callable[[], None] = lambda: None) -> Review:
    """Judge every decision of a finished game; `done` comes after each. A function of record and seed."""
    decisions = []
    for number, step in turns(record):
        assert step.action is not None
        decisions.append(judged(step.before, step.action, number, seen, seed))
        done()
    return Review(record, tuple(decisions))


def judged(position: Position, action: Action, number: int, seen: Seen, seed: int = 0) -> Decision:
    """Judge one decision, the action of event `number`: as `review` does."""
    judge = SearchPlayer(position.game, seed, Budget(WORLDS))
    choices = len(position.legal_actions())
    if choices == 1:
        return Decision(number, action.seat, action, action, 0.0, 0.0, False, choices)
    actions = _candidates(judge, position, action)
    found = judge.compare(position.view(action.seat), actions)
    best, played = max(range(len(actions)), key=found.means.__getitem__), actions.index(action)
    cost = found.gain(best, played)
    is_clear = cost.mean > SURE * cost.error
    cost_seen = seen(position, actions, played)
    return Decision(
        number, action.seat, action, actions[best], cost_seen, max(0.0, cost.mean), is_clear, choices
    )


def _candidates(judge: SearchPlayer, position: Position, action: Action) -> list[Action]:
    """The rule player's action, the one that was done, and the others, or some of very many."""
    rule = make_player(judge.game, "2", judge.seed).choose(position.view(action.seat))
    others = [other for other in position.legal_actions() if other not in (rule, action)]
    if len(others) > MOST_CHOICES:
        others = Random(f"{judge.seed} {position.row}").sample(others, MOST_CHOICES)
    return list(dict.fromkeys((rule, action, *others)))


def by_solving(game: Game, seed: int = 0, budget: int = NODES) -> Seen:
    """Actions weighed by perfect play of all seats where the solver gets through within a budget of nodes,
    and by rollouts elsewhere: in an auction, or with too many cards."""
    otherwise = by_rollouts(game, seed)

    def seen(position: Position, actions: Sequence[Action], played: int) -> float:
        try:
            outlook = solve_position(position, budget)
        except BadText:
            return otherwise(position, actions, played)
        if not outlook.exact or actions[played] not in outlook.actions:
            return otherwise(position, actions, played)
        worth = {action: game.outcome(position, value) for action, value in outlook.actions.items()}
        return max(worth.values()) - worth[actions[played]]

    return seen


def by_rollouts(game: Game, seed: int = 0, worlds: int = 64) -> Seen:
    """Actions weighed by playing the real deal out many times with rule players: where no solver helps."""
    judge = SearchPlayer(game, seed, Budget(worlds))

    def seen(position: Position, actions: Sequence[Action], played: int) -> float:
        found = judge.compare_in(position, actions)
        best = max(range(len(actions)), key=found.means.__getitem__)
        cost = found.gain(best, played)
        return cost.mean if cost.mean > SURE * cost.error else 0.0

    return seen
