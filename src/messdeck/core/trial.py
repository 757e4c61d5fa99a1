"""Random games for the contract of `core.contract`: random rules, and a table that plays by chance.

All chance comes from a seed; what fails is told with the game, the seed, the rules and the last event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from messdeck.core.actions import TABLE, Action, Deal, End
from messdeck.core.errors import BadOption
from messdeck.core.game import Game
from messdeck.core.i18n import Words
from messdeck.core.position import Position
from messdeck.core.record import Header, Match
from messdeck.core.rules import Option, Rules, Value


def random_rules(kind: type[Rules], rng: Random, players: int | None = None) -> Rules:
    """Rules of a kind with about half of their options drawn at random."""
    while True:
        options = {option.name: _value(option, rng) for option in kind.OPTIONS if rng.random() < 0.5}
        try:
            return kind.create(rng.choice(kind.PLAYERS) if players is None else players, options)
        except BadOption:  # options that contradict each other
            continue


def _value(option: Option, rng: Random) -> Value:
    if option.choices:
        return rng.choice(option.choices)
    if option.nullable and rng.random() < 0.3:
        return None
    return rng.randint(option.low, min(option.high, option.low + 20))


def rules_for(game: Game, rng: Random, options: Mapping[str, Any] | None, players: int | None) -> Rules:
    """Rules by these options; random ones where they are None. Errors: BadOption."""
    if options is None:
        return random_rules(game.rules, rng, players)
    return game.rules.create(players, options)


Step: TypeAlias = tuple[Position, Action, Position]
"""An action with the positions before and after it."""


@dataclass
class Trial:
    """A random game under way, and what the checks need of its past."""

    game: Game
    seed: int
    rng: Random
    match: Match
    deals_left: int
    before_deal: Position
    broken_off: bool = False
    shy: float = 0.0
    """How often the first legal action (in an auction: a pass) is taken; drawn anew with every deal."""
    pool: dict[int, None] = field(default_factory=dict)
    """Codes that were legal to somebody once."""
    worded: set[tuple[str, ...]] = field(default_factory=set)
    """Messages that were found to have words: their keys and the names of their arguments."""

    @classmethod
    def laid(
        cls, game: Game, seed: int, options: Mapping[str, Any] | None, players: int | None, deals: int
    ) -> Trial:
        """A table before the first deal."""
        rng = Random(seed)
        match = Match(Header(game, rules_for(game, rng, options, players), ()))
        return cls(game, seed, rng, match, deals, match.position)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.match.header.rules

    @property
    def position(self) -> Position:
        """The position now."""
        return self.match.position

    @property
    def viewers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.rules.players), None]

    @cached_property
    def words(self) -> Words:
        """The game's catalogues in English."""
        return Words("en", self.game.folder)

    @cached_property
    def codes(self) -> list[int]:
        """Kernel codes below ACTIONS that stand for an action; larger ones are left to the pool."""
        found = []
        for code in range(self.game.kernel.ACTIONS):
            try:
                self.game.decode(0, code)
            except (LookupError, ValueError):
                continue
            found.append(code)
        return found

    @contextmanager
    def told(self) -> Iterator[None]:
        """Say where in which game a check failed."""
        try:
            yield
        except Exception as error:
            what = str(error) if isinstance(error, AssertionError) else repr(error)
            where = f"{self.game.name}, seed {self.seed}, {self.rules.players} players"
            last = self.match.events[-1] if self.match.events else "start"
            where = f"{where}, {self.rules.changed()}, after event {len(self.match.events)} ({last})"
            raise AssertionError(f"{where}: {what}") from error

    def next_action(self) -> Action:
        """What happens next: a deal, an action of the seat to act or at times of another, or the end."""
        position = self.position
        if position.turn == TABLE:
            if not self.deals_left:
                return End(TABLE)
            self.deals_left -= 1
            self.shy = self.rng.choice([0.0, 0.0, 0.9])
            return position.draw_deal(self.rng)
        if self.rng.random() < 0.002:
            return End(TABLE)
        if self.rng.random() < 0.1:
            for seat in range(self.rules.players):
                if seat != position.turn and position.legal_actions(seat):
                    return self.rng.choice(position.legal_actions(seat))
        legal = position.legal_actions()
        return legal[0] if self.rng.random() < self.shy else self.rng.choice(legal)

    def go_on(self, action: Action | None = None) -> Step:
        """Do an action, by default `next_action()`."""
        action = action or self.next_action()
        if isinstance(action, Deal):
            self.before_deal = self.position
        self.broken_off = isinstance(action, End)
        before, after = self.match.act(action)
        return before, action, after

    def replayed(self, actions: Iterable[Action]) -> list[Step]:
        """The steps of a deal played afresh. Errors: IllegalAction."""
        steps = []
        position = self.before_deal
        for action in actions:
            steps.append((position, action, position.play(action)))
            position = steps[-1][2]
        return steps


def ensure(fact: object, message: str) -> None:
    """An assertion that `python -O` keeps."""
    if not fact:
        raise AssertionError(message)
