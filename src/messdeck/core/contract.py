"""The contract that every game passes, a third party's too: whole random games through the public API.

`check_game`, `check_twin` and `check_bot` raise AssertionError that names the game, the seed, the rules and
the event after which something failed. All chance comes from the seeds given.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import FrozenInstanceError, replace
from random import Random
from typing import Any
from unittest import SkipTest

from messdeck.core import fairness, loops
from messdeck.core.actions import NOBODY, TABLE, Action, End
from messdeck.core.errors import MessdeckError
from messdeck.core.facts import Event, Fact, Reason
from messdeck.core.game import Game
from messdeck.core.player import Player
from messdeck.core.position import Laid, Position, View
from messdeck.core.record import Match, replay
from messdeck.core.trial import Step, Trial, ensure, rules_for
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

    Options that are None are drawn at random, and then `players` too where it is None. A game that is not
    over after `deals` deals is broken off. Errors: AssertionError.
    """
    checked = 0
    for seed in seeds:
        trial = Trial.laid(game, seed, options, players, deals)
        with trial.told():
            while True:
                for check in _CHECKS:
                    check(trial)
                checked += 1
                if trial.position.is_over:
                    break
                _check_step(trial)
            _check_record(trial)
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
        rules = rules_for(game, rng, options, players)
        row, out = list(game.start(rules).row), [0] * game.kernel.ACTIONS
        plain.seed_row(row, rng.getrandbits(63))
        fast_row, fast_out = np.array(row, np.int64), np.array(out, np.int64)
        for number in range(deals):
            plain.random_game(row, out, 1)
            compiled.random_game(fast_row, fast_out, 1)
            cells = [cell for cell in range(len(row)) if row[cell] != fast_row[cell]]
            where = f"{game.name}, seed {seed}, {rules}, deal {number}"
            ensure(not cells, f"{where}: plain and compiled rows differ in cells {cells}")


def check_bot(
    game: Game,
    seeds: Iterable[int],
    options: Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    deals: int = 2,
    make: Callable[[Game, int], Player] | None = None,
) -> int:
    """Let a player play whole games (at times a random action instead): the one that `make` makes of a game
    and a seed, or else the rule player of `game.policy`, from rows of views; how many choices it made. They
    are legal, do not change a row, and are the same when made again and whatever lies where the seat cannot
    see it. Errors: AssertionError."""
    choices = 0
    for seed in seeds:
        trial = Trial.laid(game, seed, options, players, deals)
        with trial.told():
            while not trial.position.is_over:
                chosen = None
                for seat in range(trial.rules.players):
                    action = _checked(trial, seat) if make is None else _checked_player(trial, seat, make)
                    chosen = action if seat == trial.position.turn else chosen
                choices += trial.position.turn >= 0
                trial.go_on(chosen if trial.rng.random() < 0.7 else None)
    return choices


# -- what every position must have -----------------------------------------------------------------------
def _check_values(trial: Trial) -> None:
    """Rows hold plain ints; scores and winners are what they say; nothing can be assigned."""
    position = trial.position
    for reading in (position, *(position.view(seat) for seat in trial.viewers)):
        ensure(type(reading.row) is tuple and len(reading.row) == trial.game.kernel.ROW, "row of wrong size")
        ensure(all(type(cell) is int for cell in reading.row), "a cell of a row is no plain int")
        ensure(all(type(score) is int for score in reading.scores), "a score is no plain int")
        ensure(reading.turn == position.turn, "a view has another turn")
        ensure(reading.is_over == (reading.turn == NOBODY), "is_over and turn disagree")
        ensure(reading.is_over or not reading.winners, "winners before the end")
        ensure(_as_text(reading.to_json()), "no JSON")
    try:
        position.row = ()  # type: ignore[misc]
    except FrozenInstanceError:
        return
    raise AssertionError("a position can be changed")


def _check_turn(trial: Trial) -> None:
    """Somebody can move until the end, or the table deals; the table's actions are refused otherwise."""
    position = trial.position
    ensure(NOBODY <= position.turn < trial.rules.players, f"turn {position.turn}")
    if position.turn == TABLE:
        deal = position.draw_deal(trial.rng)
        ensure(position.is_legal(deal), f"draw_deal gives an illegal deal: {position.why_not(deal)}")
        _check_text(trial, deal)
        _check_pack(trial)
        for bad in (replace(deal, dealer=trial.rules.players), replace(deal, hands=deal.hands[1:])):
            _check_reason(trial, position.why_not(bad), "a deal that no such table can have")
    elif trial.match.events:
        _check_reason(
            trial, position.why_not(trial.before_deal.draw_deal(trial.rng)), "a deal that is not due"
        )
    if position.turn >= 0:
        ensure(position.legal_actions(), f"seat {position.turn} is to act and can do nothing")
    else:
        idle = not any(position.legal_actions(seat) for seat in range(trial.rules.players))
        ensure(idle, "a seat can act though it is nobody's turn")
    ensure(position.is_legal(End(TABLE)) != position.is_over, "a game may be broken off until it is over")


def _check_pack(trial: Trial) -> None:
    """A pack, mixed with whatever players give, is a legal deal, and the same each time."""
    if fairness.offered(trial.game):
        entropy = [f"{trial.rng.getrandbits(32)}" for _ in range(trial.rng.randrange(3))]
        opening = fairness.Opening.draw(trial.position, trial.rng, "0" * 64).with_entropy(*entropy)
        deal = opening.deal(trial.position, "c")
        reason = trial.position.why_not(deal)
        ensure(reason is None, f"a pack, mixed, gives an illegal deal: {reason}")
        ensure(deal == opening.deal(trial.position, "c"), "deal_pack is not the same each time")


def _check_legal(trial: Trial) -> None:
    """legal_actions is exactly what why_not does not refuse, among all codes or a sample of them."""
    position, rng = trial.position, trial.rng
    for seat in range(trial.rules.players):
        legal = position.legal_actions(seat)
        mine = [trial.game.encode(action) for action in legal]
        ensure(len(set(mine)) == len(mine), f"a legal action twice for seat {seat}")
        ensure(all(type(code) is int for code in mine), "a code is no plain int")
        all_of_them = seat == position.turn and (len(trial.codes) < 100 or rng.random() < 0.1)
        tried = trial.codes if all_of_them else _some(trial.codes, 30, rng)
        for code in {*mine, *tried, *_some(list(trial.pool), 30, rng)}:
            action = trial.game.decode(seat, code)
            reason = position.why_not(action)
            if (reason is None) != (code in mine):
                raise AssertionError(f"{action}: legal_actions and why_not disagree")
            if reason is not None:
                _check_fact(trial, reason)
    for action in position.legal_actions():
        trial.pool[trial.game.encode(action)] = None


def _some(codes: list[int], n: int, rng: Random) -> list[int]:
    return rng.sample(codes, min(n, len(codes)))


def _check_out_of_turn(trial: Trial) -> None:
    """What the seat to act may do is refused to every other seat (but for what that may do out of turn),
    and to seats that do not exist."""
    position = trial.position
    for action in position.legal_actions():
        for seat in range(-1, trial.rules.players + 1):
            other = replace(action, seat=seat)
            if other not in position.legal_actions(seat):
                _check_reason(trial, position.why_not(other), other)


def _check_texts(trial: Trial) -> None:
    """Actions go to JSON and back, and to the kernel and back."""
    for seat in range(trial.rules.players):
        for action in trial.position.legal_actions(seat):
            _check_text(trial, action)
            code = trial.game.encode(action)
            ensure(trial.game.decode(seat, code) == action, f"{action} is not decoded from its code {code}")


def _check_text(trial: Trial, action: Action) -> None:
    event = json.loads(_as_text(action.to_json()))
    again = trial.game.read_action(event, trial.rules.players)
    ensure(again == action and type(again) is type(action), f"{event} is read as {again}")


def _check_copies(trial: Trial) -> None:
    """Equal positions and views have equal hashes; both can be pickled."""
    for reading in (trial.position, trial.position.view(0)):
        again = pickle.loads(pickle.dumps(reading))
        ensure(
            again == reading and hash(again) == hash(reading), f"a pickled {type(reading).__name__} differs"
        )


# -- what a view may tell --------------------------------------------------------------------------------
def _check_views(trial: Trial) -> None:
    """A view is another type than a position, and says the same of its seat's actions."""
    position = trial.position
    for seat in trial.viewers:
        view = position.view(seat)
        ensure(isinstance(view, View) and not isinstance(view, Position), "a view must be a View alone")
        ensure(view.seat == seat, f"the view of {seat} is that of {view.seat}")
        expected = () if seat is None else position.legal_actions(seat)
        ensure(view.legal_actions() == expected, f"the view of {seat} has other legal actions")
        for code in _some(trial.codes, 10, trial.rng):
            action = trial.game.decode(seat or 0, code)
            told = view.why_not(action)
            ensure(seat is not None or told, "a spectator may act")
            ensure(seat is None or told == position.why_not(action), f"{action}: the view has another reason")


def _check_samples(trial: Trial) -> None:
    """A position drawn from a view gives that very view, to the byte, and could have been played."""
    played_by = trial.rng.choice(trial.viewers)
    for seat in trial.viewers:
        view = trial.position.view(seat)
        drawn = view.sample(trial.rng)
        ensure(type(drawn) is type(trial.position), "sample gives no position")
        again = drawn.view(seat)
        ensure(again == view and hash(again) == hash(view), f"sample(view).view({seat}) is not the view")
        ensure(_as_text(again.to_json()) == _as_text(view.to_json()), f"JSON of the view of {seat} differs")
        if seat == played_by:
            _check_rebuilt(trial, drawn)


def _check_deal_actions(trial: Trial) -> None:
    """The deal on the table is rebuilt from the row."""
    _check_rebuilt(trial, trial.position)


def _check_rebuilt(trial: Trial, position: Position) -> None:
    steps = trial.replayed(position.deal_actions())
    last = steps[-1][2] if steps else trial.before_deal
    ensure(trial.broken_off or last == position, "deal_actions played afresh give another position")


def _check_hidden_cards(trial: Trial) -> None:
    """Exchange two cards that a seat has not seen: if the deal can go on as it did and the seat is told the
    same, then it sees the same. (Cards of a view's JSON lie in lists; one that is merely named does not.)"""
    actions = trial.position.deal_actions()
    if not actions or trial.broken_off:
        return
    seat = trial.rng.choice(trial.viewers)
    view = trial.position.view(seat)
    seen = set(_listed(view.to_json()))
    hidden = [code for code in trial.game.deck.index if code not in seen]
    for _ in range(2 if len(hidden) > 1 else 0):
        one, other = trial.rng.sample(hidden, 2)
        deal = trial.game.read_action(
            _exchanged(actions[0].to_json(), {one: other, other: one}), trial.rules.players
        )
        try:
            steps = trial.replayed((deal, *actions[1:]))
        except MessdeckError:
            continue
        if _told_to(trial, seat, steps) == _told_to(trial, seat, trial.replayed(actions)):
            same = steps[-1][2].view(seat) == view
            ensure(same, f"the view of {seat} tells where {one} and {other} lie, which nobody told")


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


def _told_to(trial: Trial, seat: int | None, steps: Iterable[Step]) -> list[Event]:
    events = [event for step in steps for event in trial.game.story(*step)]
    return [event for event in events if event.audience is None or seat in event.audience]


# -- what is said and shown ------------------------------------------------------------------------------
def _check_table(trial: Trial) -> None:
    """What a table shows: the trick, whose turn it is in it, the hand, the score, and words for all of it."""
    position, game = trial.position, trial.game
    for reading in (position, *(position.view(seat) for seat in trial.viewers)):
        for laid in (*reading.trick, *reading.last_trick):
            ensure(type(laid) is Laid and laid.seat in trial.viewers, f"{laid} is not laid by a seat")
        ensure((reading.head is None) == (not reading.trick), "a trick has a head, a lead that is due none")
        ensure(reading.head is None or reading.head in range(len(reading.trick)), "a head of no play")
        ensure(reading.turn < 0 or reading.to_come[0] == reading.turn, "the seat to act is the first to come")
        ensure(trial.game.sheet(reading), "no score sheet")
        for fact in game.status(reading):
            _check_words(trial, fact)
    for seat in trial.viewers:
        view = position.view(seat)
        ensure(game.deck.cards(game.deck.mask(view.hand)) == view.hand, "a hand is not in order")
        ensure(seat is not None or not view.hand, "a spectator has a hand")
    if position.turn >= 0:
        _check_words(trial, game.prompt(position.view(position.turn)))
        for action in (*position.legal_actions(), *game.considered(position.view(position.turn))):
            _check_words(trial, game.action_fact(action))


def _check_step(trial: Trial) -> None:
    """The old position stays as it was; the step can be told, and the deal summed up."""
    position, row = trial.position, list(trial.position.row)
    before, action, after = trial.go_on()
    ensure(before is position and list(before.row) == row, f"{action} changed the old position")
    ensure(before.after(action) == after, f"{action} gives another position when done again")
    events = trial.game.story(before, action, after)
    ensure(events, f"nothing is told of {action}")
    for event in events:
        ensure(type(event) is Event, f"{event} is no Event")
        _check_fact(trial, event)
        heard = event.audience is None or set(event.audience) <= set(range(trial.rules.players))
        ensure(heard, f"{event} has an audience of no seats")
    steps = [] if trial.broken_off else trial.replayed(after.deal_actions())
    ensure(_as_text(trial.game.summary(trial.before_deal, steps)), "no summary")


def _check_record(trial: Trial) -> None:
    """The record, replayed, ends in the same position, and can be summed up."""
    record = replay(trial.match.lines(), lambda name: trial.game)
    ensure(record.position == trial.position, "the record replayed gives another position")
    again = Match.resume(record)
    ensure(again.lines() == trial.match.lines(), "a resumed record differs")
    summary = record.summary()
    ensure(json.loads(_as_text(summary)) == summary, "the summary is not plain JSON")


def _check_reason(trial: Trial, reason: Reason | None, what: object) -> None:
    if reason is None:
        raise AssertionError(f"{what} is not refused")
    _check_fact(trial, reason)


def _check_fact(trial: Trial, fact: Fact) -> None:
    """What is told has a clause, and words."""
    if not _CLAUSE.fullmatch(fact.clause):
        raise AssertionError(f"{fact} has no clause")
    _check_words(trial, fact)


def _check_words(trial: Trial, fact: Fact) -> None:
    """The catalogues have an English message for a fact, and it finds its arguments."""
    if (fact.key, *fact.args) not in trial.worded:
        trial.worded.add((fact.key, *fact.args))
        ensure(trial.words.say(fact.key, fact.args), f"{fact} has empty words")


def _as_text(value: Any) -> str:
    """A JSON text as strict as a record's."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


_CHECKS: tuple[Callable[[Trial], None], ...] = (
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
    _check_table,
)


# -- rule players ----------------------------------------------------------------------------------------
def _checked(trial: Trial, seat: int) -> Action | None:
    """What the rule player chooses for a seat from its view: legal, and the same from every position that
    the view allows; None for nothing."""
    view = trial.position.view(seat)
    code = _choice(trial, view.row, seat)
    if code is None:
        return None
    ensure(type(code) is int, f"the choice {code!r} is no plain int")
    action = trial.game.decode(seat, code)
    reason = view.why_not(action)
    ensure(reason is None, f"the rule player chooses {code}, which is refused: {reason}")
    for row in (trial.position.row, view.sample(trial.rng).row, view.sample(trial.rng).row):
        ensure(_choice(trial, row, seat) == code, f"the choice of seat {seat} depends on hidden cards")
    return action


def _choice(trial: Trial, row: tuple[int, ...], seat: int) -> int | None:
    """The code that the policy chooses for a seat; None for nothing."""
    cells, out = list(row), [0] * trial.game.kernel.ACTIONS
    code: int = -1
    if trial.position.turn == seat:
        code = trial.game.policy.choose(cells, seat, out)
    else:
        code = trial.game.policy.out_of_turn(cells, seat)
    ensure(cells == list(row), "the rule player changes the row")
    return None if code == -1 else code


def _checked_player(trial: Trial, seat: int, make: Callable[[Game, int], Player]) -> Action | None:
    """As `_checked`, for a player: two of one seed, asked from views of different positions, agree."""
    view = trial.position.view(seat)
    first, second = (make(trial.game, trial.seed) for _ in range(2))
    other = view.sample(trial.rng).view(seat)
    if trial.position.turn != seat:
        action = first.out_of_turn(view)
        ensure(second.out_of_turn(other) == action, f"what seat {seat} does out of turn is not repeated")
    else:
        action = first.choose(view)
        ensure(second.choose(other) == action, f"the choice of seat {seat} is not repeated")
    reason = None if action is None else view.why_not(action)
    ensure(reason is None, f"the player does {action}, which is refused: {reason}")
    return action
