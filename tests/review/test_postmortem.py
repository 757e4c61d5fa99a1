"""Reviews: every action judged, blunders found, the verdict apart from luck."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from messdeck.bots.levels import make_player
from messdeck.core.actions import TABLE
from messdeck.core.errors import BadText
from messdeck.core.i18n import LANGUAGES, Words
from messdeck.core.record import Header, Match, Record, replay
from messdeck.games.noms.kernel import TURN
from messdeck.games.registry import GAMES, get_game
from messdeck.review import FOLDER, telling
from messdeck.review.postmortem import Decision, Review, by_rollouts, by_solving, review, turns
from messdeck.solver.positions import solve_position


def game_of(name: str, levels: str, **options: object) -> Record:
    """A short game of players by seat: 2 is the rule player, r plays at random."""
    game = get_game(name)
    match = Match(Header(game, game.rules.create(len(levels), options), ()))
    rng = Random(11)
    players = [make_player(game, "random" if level == "r" else "2", 1) for level in levels]
    while not match.position.is_over:
        position = match.position
        if position.turn == TABLE:
            match.act(position.draw_deal(rng))
        else:
            match.act(players[position.turn].choose(position.view(position.turn)))
    return replay(match.lines(), get_game)


SHORT = {"noms": {"target": 25}, "voormsi": {"target": 5}}


@pytest.mark.parametrize("name", GAMES)
def test_every_action_in_turn_is_judged_and_random_players_err_more(name: str) -> None:
    record = game_of(name, "r2r2", **SHORT[name])
    steps: list[None] = []
    found = review(record, by_solving(record.header.game), done=lambda: steps.append(None))
    assert len(steps) == len(found.decisions) == sum(event.action.seat >= 0 for event in record.steps)
    for one in found.decisions:
        assert record.steps[one.event].action == one.action
        assert one.cost_known >= 0
        assert one.cost_seen >= 0
        if one.choices == 1:
            assert (one.cost_known, one.cost_seen, one.verdict) == (0, 0, "fine")
    random, rule = sum(found.accuracy[::2]) / 2, sum(found.accuracy[1::2]) / 2
    assert random + 3 < rule
    again = review(record, by_solving(record.header.game))
    assert again.to_json() == found.to_json()
    for language in LANGUAGES:
        words = Words(language, FOLDER, record.header.game.folder)
        told = telling.review(words, found)
        assert len(told) == sum(one.verdict != "fine" for one in found.decisions) + 4
        assert telling.decision(words, record.header.game, found.decisions[0])


def test_who_sees_all_pays_in_points_for_a_trick_thrown_away() -> None:
    """Some action costs nothing, others cost points; and a promise holds after the best action."""
    noms = get_game("noms")
    record = game_of("noms", "2222", **SHORT["noms"])
    costs = 0
    seen, rolled = by_solving(noms), by_rollouts(noms)
    for step in record.steps:
        position = step.before
        if position.turn < 0 or position.phase != "play" or max(position.cards_left) > 8:
            continue
        actions = position.legal_actions()
        paid = [seen(position, actions, played) for played in range(len(actions))]
        assert min(paid) == 0
        assert all(rolled(position, actions, played) >= 0 for played in range(len(actions)))
        best = actions[paid.index(0)]
        after = position.play(best)
        if after.turn >= 0 and len(after.trick) > 0:
            # What perfect play promises before the best action, it promises after it.
            before_value = noms.outcome(position, solve_position(position).value)
            same = noms.outcome(
                replace(after, row=turned(after.row, position.turn)), solve_position(after).value
            )
            assert before_value == same
        costs += sum(cost > 0 for cost in paid)
    assert costs > 0


def turned(row: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """A row with another seat to act, to ask what it is worth to that seat."""
    cells = list(row)
    cells[TURN] = seat
    return tuple(cells)


def test_the_verdict_tells_a_mistake_from_bad_luck() -> None:
    record = game_of("voormsi", "22", **SHORT["voormsi"])
    action = record.steps[1].action
    assert action is not None

    def verdict(seen: float, known: float, is_clear: bool) -> str:
        return Decision(1, action.seat, action, action, seen, known, is_clear, 3).verdict

    assert verdict(3.0, 1.0, True) == "mistake"
    assert verdict(0.0, 1.0, True) == "mistake"
    assert verdict(3.0, 1.0, False) == "unlucky"
    assert verdict(3.0, 0.1, True) == "unlucky"
    assert verdict(0.0, 0.1, True) == "fine"
    nobody = Review(record, ())
    assert nobody.accuracy == (100.0, 100.0)


def test_a_game_under_way_is_not_reviewed(tmp_path: Path) -> None:
    record = game_of("voormsi", "22", **SHORT["voormsi"])
    lines = [step.event for step in record.steps[:4]]
    match = Match(record.header)
    for step in record.steps[: len(lines)]:
        assert step.action is not None
        match.act(step.action)
    with pytest.raises(BadText) as error:
        turns(replay(match.lines(), get_game))
    assert error.value.reason.clause == "R5.12"
