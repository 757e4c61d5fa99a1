"""The contract that every game passes, a third party's too: whole random games through the public API.

`check_game`, `check_twin` and `check_bot` raise AssertionError that names the game, the seed, the rules and
the event after which something failed. All chance comes from the seeds given.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import FrozenInstanceError, dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any
from unittest import SkipTest

from messdeck.core import loops
from messdeck.core.actions import NOBODY, TABLE, Action, Deal, End
from messdeck.core.errors import BadOption, MessdeckError
from messdeck.core.facts import Cards, Event, Fact, Reason, Seat, Side, Term
from messdeck.core.game import Game
from messdeck.core.position import Position, View
from messdeck.core.record import Header, Match, replay
from messdeck.core.rules import Option, Rules, Value
from messdeck.core.twin import bound, twin

_CLAUSE = re.compile(r"[A-Z]\d+(\.\d+)?")


# -- the three contracts ---------------------------------------------------------------------------------
def check_game(
    game: Game,
    seeds: Iterable[int],
    options: Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    deals: int = 2,
) -> int:
    """Play one random game a seed and check every position of it; how many positions were checked.

    `options` and `players` are drawn at random where they are None. A game that is not over after `deals`
    deals is broken off. Errors: AssertionError.
    """
    checked = 0
    for seed in seeds:
        table = _Table.laid(game, seed, options, players, deals)
        with table.told():
            while True:
                for check in _CHECKS:
                    check(table)
                checked += 1
                if table.position.is_over:
                    break
                _check_step(table)
            _check_record(table)
    return checked


def check_twin(
    game: Game,
    seeds: Iterable[int],
    options: Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    deals: int = 4,
) -> None:
    """Play whole random games on the plain kernel and on its compiled twin; all cells of the rows agree
    after every deal. Errors: AssertionError; SkipTest without numba."""
    try:
        import numba  # noqa: F401
        import numpy as np
    except ImportError:
        raise SkipTest("numba is not installed") from None
    plain, compiled = bound(loops, game.kernel), twin(loops, game.kernel)
    for seed in seeds:
        rng = Random(seed)
        rules = _rules(game, rng, options, players)
        row, out = list(game.start(rules).row), [0] * game.kernel.ACTIONS
        plain.seed_row(row, rng.getrandbits(63))
        fast_row, fast_out = np.array(row, np.int64), np.array(out, np.int64)
        for number in range(deals):
            plain.random_game(row, out, 1)
            compiled.random_game(fast_row, fast_out, 1)
            cells = [cell for cell in range(len(row)) if row[cell] != fast_row[cell]]
            where = f"{game.name}, seed {seed}, {rules}, deal {number}"
            _ensure(not cells, f"{where}: plain and compiled rows differ in cells {cells}")


def check_bot(
    game: Game,
    seeds: Iterable[int],
    options: Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    deals: int = 2,
) -> int:
    """Let the rule player of `game.policy` play whole games (at times a random action instead) from rows of
    views; how many choices it made. They are legal, do not change the row, and are the same whatever lies
    where its seat cannot see it. Errors: AssertionError."""
    choices = 0
    for seed in seeds:
        table = _Table.laid(game, seed, options, players, deals)
        with table.told():
            while not table.position.is_over:
                for seat in range(table.rules.players):
                    _check_choice(table, seat)
                choices += table.position.turn >= 0
                table.go_on(_chosen(table) if table.rng.random() < 0.7 else None)
    return choices


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


def _rules(game: Game, rng: Random, options: Mapping[str, Any] | None, players: int | None) -> Rules:
    return random_rules(game.rules, rng, players) if options is None else game.rules.create(players, options)


# -- a random game under way -----------------------------------------------------------------------------
@dataclass
class _Table:
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

    @classmethod
    def laid(
        cls, game: Game, seed: int, options: Mapping[str, Any] | None, players: int | None, deals: int
    ) -> _Table:
        """A table before the first deal."""
        rng = Random(seed)
        match = Match(Header(game, _rules(game, rng, options, players), ()))
        return cls(game, seed, rng, match, deals, match.position)

    @property
    def rules(self) -> Rules:
        return self.match.header.rules

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def viewers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.rules.players), None]

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

    def go_on(self, action: Action | None = None) -> tuple[Position, Action, Position]:
        """Do an action, by default `next_action()`."""
        action = action or self.next_action()
        if isinstance(action, Deal):
            self.before_deal = self.position
        self.broken_off = isinstance(action, End)
        before, after = self.match.act(action)
        return before, action, after

    def replayed(self, actions: Iterable[Action]) -> list[tuple[Position, Action, Position]]:
        """The steps of a deal played afresh. Errors: IllegalAction."""
        steps = []
        position = self.before_deal
        for action in actions:
            steps.append((position, action, position.play(action)))
            position = steps[-1][2]
        return steps


def _ensure(fact: object, message: str) -> None:
    if not fact:
        raise AssertionError(message)


# -- what every position must have -----------------------------------------------------------------------
def _check_values(table: _Table) -> None:
    """Rows hold plain ints; scores and winners are what they say; nothing can be assigned."""
    position = table.position
    for reading in (position, *(position.view(seat) for seat in table.viewers)):
        _ensure(type(reading.row) is tuple and len(reading.row) == table.game.kernel.ROW, "row of wrong size")
        _ensure(all(type(cell) is int for cell in reading.row), "a cell of a row is no plain int")
        _ensure(all(type(score) is int for score in reading.scores), "a score is no plain int")
        _ensure(reading.turn == position.turn, "a view has another turn")
        _ensure(reading.is_over == (reading.turn == NOBODY), "is_over and turn disagree")
        _ensure(reading.is_over or not reading.winners, "winners before the end")
        _ensure(_as_text(reading.to_json()), "no JSON")
    try:
        position.row = ()  # type: ignore[misc]
    except FrozenInstanceError:
        return
    raise AssertionError("a position can be changed")


def _check_turn(table: _Table) -> None:
    """Somebody can move until the end, or the table deals; the table's actions are refused otherwise."""
    position = table.position
    _ensure(NOBODY <= position.turn < table.rules.players, f"turn {position.turn}")
    if position.turn == TABLE:
        deal = position.draw_deal(table.rng)
        _ensure(position.is_legal(deal), f"draw_deal gives an illegal deal: {position.why_not(deal)}")
        _check_text(table, deal)
    elif table.match.events:
        _check_reason(position.why_not(table.before_deal.draw_deal(table.rng)), "a deal that is not due")
    if position.turn >= 0:
        _ensure(position.legal_actions(), f"seat {position.turn} is to act and can do nothing")
    else:
        idle = not any(position.legal_actions(seat) for seat in range(table.rules.players))
        _ensure(idle, "a seat can act though it is nobody's turn")
    _ensure(position.is_legal(End(TABLE)) != position.is_over, "a game may be broken off until it is over")


def _check_legal(table: _Table) -> None:
    """legal_actions is exactly what why_not does not refuse, as far as the codes can be listed."""
    position = table.position
    for seat in range(table.rules.players):
        legal = position.legal_actions(seat)
        mine = [table.game.encode(action) for action in legal]
        _ensure(len(set(mine)) == len(mine), f"a legal action twice for seat {seat}")
        _ensure(all(type(code) is int for code in mine), "a code is no plain int")
        pool = table.rng.sample(list(table.pool), min(30, len(table.pool)))
        others = table.codes if seat == position.turn else table.rng.sample(table.codes, 10)
        for code in {*mine, *pool, *others}:
            reason = position.why_not(table.game.decode(seat, code))
            action = table.game.decode(seat, code)
            _ensure((reason is None) == (code in mine), f"{action}: legal_actions and why_not disagree")
            if reason is not None:
                _check_reason(reason, f"{action}")
    for action in position.legal_actions():
        table.pool[table.game.encode(action)] = None


def _check_out_of_turn(table: _Table) -> None:
    """What the seat to act may do is refused to every other seat (but for what that may do out of turn),
    and to seats that do not exist."""
    position = table.position
    for action in position.legal_actions():
        for seat in range(-1, table.rules.players + 1):
            other = replace(action, seat=seat)
            if other not in position.legal_actions(seat):
                _check_reason(position.why_not(other), f"{other}")


def _check_texts(table: _Table) -> None:
    """Actions go to JSON and back, and to the kernel and back."""
    for seat in range(table.rules.players):
        for action in table.position.legal_actions(seat):
            _check_text(table, action)
            code = table.game.encode(action)
            _ensure(table.game.decode(seat, code) == action, f"{action} is not decoded from its code {code}")


def _check_text(table: _Table, action: Action) -> None:
    event = json.loads(_as_text(action.to_json()))
    again = table.game.read_action(event, table.rules.players)
    _ensure(again == action and type(again) is type(action), f"{event} is read as {again}")


def _check_copies(table: _Table) -> None:
    """Equal positions and views have equal hashes; both can be pickled."""
    for reading in (table.position, table.position.view(0)):
        again = pickle.loads(pickle.dumps(reading))
        _ensure(
            again == reading and hash(again) == hash(reading), f"a pickled {type(reading).__name__} differs"
        )


# -- what a view may tell --------------------------------------------------------------------------------
def _check_views(table: _Table) -> None:
    """A view is another type than a position, and says the same of its seat's actions."""
    position = table.position
    for seat in table.viewers:
        view = position.view(seat)
        _ensure(isinstance(view, View) and not isinstance(view, Position), "a view must be a View alone")
        _ensure(view.seat == seat, f"the view of {seat} is that of {view.seat}")
        expected = () if seat is None else position.legal_actions(seat)
        _ensure(view.legal_actions() == expected, f"the view of {seat} has other legal actions")
        for code in table.rng.sample(table.codes, 10):
            action = table.game.decode(seat or 0, code)
            told = view.why_not(action)
            _ensure(seat is not None or told, "a spectator may act")
            _ensure(
                seat is None or told == position.why_not(action), f"{action}: the view has another reason"
            )


def _check_samples(table: _Table) -> None:
    """A position drawn from a view gives that very view, to the byte, and could have been played."""
    played_by = table.rng.choice(table.viewers)
    for seat in table.viewers:
        view = table.position.view(seat)
        drawn = view.sample(table.rng)
        _ensure(type(drawn) is type(table.position), "sample gives no position")
        again = drawn.view(seat)
        _ensure(again == view and hash(again) == hash(view), f"sample(view).view({seat}) is not the view")
        _ensure(_as_text(again.to_json()) == _as_text(view.to_json()), f"JSON of the view of {seat} differs")
        if seat == played_by:
            _check_rebuilt(table, drawn)


def _check_deal_actions(table: _Table) -> None:
    """The deal on the table is rebuilt from the row."""
    _check_rebuilt(table, table.position)


def _check_rebuilt(table: _Table, position: Position) -> None:
    steps = table.replayed(position.deal_actions())
    last = steps[-1][2] if steps else table.before_deal
    _ensure(table.broken_off or last == position, "deal_actions played afresh give another position")


def _check_hidden_cards(table: _Table) -> None:
    """Exchange two cards that a seat has not seen: if the deal can go on as it did and the seat is told the
    same, then it sees the same. (Cards of a view's JSON lie in lists; one that is merely named does not.)"""
    actions = table.position.deal_actions()
    if not actions or table.broken_off:
        return
    seat = table.rng.choice(table.viewers)
    view = table.position.view(seat)
    seen = set(_listed(view.to_json()))
    hidden = [code for code in table.game.deck.index if code not in seen]
    for _ in range(2 if len(hidden) > 1 else 0):
        one, other = table.rng.sample(hidden, 2)
        deal = table.game.read_action(
            _exchanged(actions[0].to_json(), {one: other, other: one}), table.rules.players
        )
        try:
            steps = table.replayed((deal, *actions[1:]))
        except MessdeckError:
            continue
        if _told_to(table, seat, steps) == _told_to(table, seat, table.replayed(actions)):
            same = steps[-1][2].view(seat) == view
            _ensure(same, f"the view of {seat} tells where {one} and {other} lie, which nobody told")


def _listed(value: Any) -> Iterator[str]:
    """The texts that stand in lists of a JSON value."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        if isinstance(value, list) and isinstance(part, str):
            yield part
        yield from _listed(part)


def _exchanged(value: Any, names: Mapping[str, str]) -> Any:
    """A JSON value with some texts exchanged."""
    if isinstance(value, dict):
        return {key: _exchanged(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [_exchanged(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


def _told_to(
    table: _Table, seat: int | None, steps: Iterable[tuple[Position, Action, Position]]
) -> list[Event]:
    events = [event for step in steps for event in table.game.story(*step)]
    return [event for event in events if event.audience is None or seat in event.audience]


# -- what every step must do -----------------------------------------------------------------------------
def _check_step(table: _Table) -> None:
    """The old position stays as it was; the step can be told, and the deal summed up."""
    position, row = table.position, list(table.position.row)
    before, action, after = table.go_on()
    _ensure(before is position and list(before.row) == row, f"{action} changed the old position")
    _ensure(before.after(action) == after, f"{action} gives another position when done again")
    events = table.game.story(before, action, after)
    _ensure(events, f"nothing is told of {action}")
    for event in events:
        _ensure(type(event) is Event, f"{event} is no Event")
        _check_fact(event)
        heard = event.audience is None or set(event.audience) <= set(range(table.rules.players))
        _ensure(heard, f"{event} has an audience of no seats")
    steps = [] if table.broken_off else table.replayed(after.deal_actions())
    _ensure(_as_text(table.game.summary(table.before_deal, steps)), "no summary")


def _check_record(table: _Table) -> None:
    """The record, replayed, ends in the same position, and can be summed up."""
    record = replay(table.match.lines(), lambda name: table.game)
    _ensure(record.position == table.position, "the record replayed gives another position")
    again = Match.resume(record)
    _ensure(again.lines() == table.match.lines(), "a resumed record differs")
    summary = record.summary()
    _ensure(json.loads(_as_text(summary)) == summary, "the summary is not plain JSON")


def _check_reason(reason: Reason | None, what: str) -> None:
    _ensure(isinstance(reason, Reason), f"{what} is not refused")
    if reason is not None:
        _check_fact(reason)


def _check_fact(fact: Fact) -> None:
    _ensure(isinstance(fact.key, str) and fact.key, f"{fact} has no key")
    _ensure(_CLAUSE.fullmatch(fact.clause), f"{fact} has no clause")
    plain = all(isinstance(value, str | int | Cards | Seat | Side | Term) for value in fact.args.values())
    _ensure(plain, f"{fact} has an argument that cannot be worded")


def _as_text(value: Any) -> str:
    """A JSON text as strict as a record's."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


_CHECKS: tuple[Callable[[_Table], None], ...] = (
    _check_values,
    _check_turn,
    _check_legal,
    _check_out_of_turn,
    _check_texts,
    _check_copies,
    _check_views,
    _check_samples,
    _check_deal_actions,
    _check_hidden_cards,
)


# -- rule players ----------------------------------------------------------------------------------------
def _check_choice(table: _Table, seat: int) -> None:
    """What a seat chooses from its view is legal, and the same from every position that the view allows."""
    view = table.position.view(seat)
    code = _choice(table, view.row, seat)
    if code is None:
        return
    _ensure(type(code) is int, f"the choice {code!r} is no plain int")
    reason = view.why_not(table.game.decode(seat, code))
    _ensure(reason is None, f"the rule player chooses {code}, which is refused: {reason}")
    for row in (table.position.row, view.sample(table.rng).row, view.sample(table.rng).row):
        _ensure(_choice(table, row, seat) == code, f"the choice of seat {seat} depends on hidden cards")


def _choice(table: _Table, row: tuple[int, ...], seat: int) -> int | None:
    """The code that the policy chooses for a seat; None for nothing."""
    cells, out = list(row), [0] * table.game.kernel.ACTIONS
    code: int = -1
    if table.position.turn == seat:
        code = table.game.policy.choose(cells, seat, out)
    elif hasattr(table.game.policy, "out_of_turn"):
        code = table.game.policy.out_of_turn(cells, seat)
    _ensure(cells == list(row), "the rule player changes the row")
    return None if code == -1 else code


def _chosen(table: _Table) -> Action | None:
    """The action of the seat to act, chosen from its view; None for the table."""
    seat = table.position.turn
    code = _choice(table, table.position.view(seat).row, seat) if seat >= 0 else None
    return None if code is None else table.game.decode(seat, code)
