"""Endings of Voormsi against exhaustion through the readable API: every option, two, three, four players."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from messdeck.core.actions import Play
from messdeck.core.errors import BadText
from messdeck.core.position import Position
from messdeck.core.trial import random_rules
from messdeck.core.twin import bound, twin
from messdeck.games.registry import get_game
from messdeck.solver import plies, solve_position
from tests.solver.brute import Exhaustive

VOORMSI = get_game("voormsi")
MATADORS = {"KH", "JC", "3D", "KC", "7C"}


def ending(rng: Random, players: int, tricks: int, within: int) -> Any:
    """A position with at most so many tricks to come, `within` plays into the trick; high cards are kept,
    and scores may be near the target."""
    while True:
        rules = random_rules(VOORMSI.rules, rng, players)
        target = int(rules.options["target"] or 0)
        scores = [rng.choice([0, max(0, target - rng.randint(1, 8))]) for _ in rules.sides]
        position: Any = VOORMSI.start(rules, scores)
        position = position.play(position.draw_deal(rng))
        whole = 12 if players == 3 else 9
        while position.turn >= 0 and (whole - sum(position.tricks) > tricks or len(position.trick) < within):
            plays = [play for play in position.legal_actions() if isinstance(play, Play)]
            low = [play for play in plays if MATADORS.isdisjoint(play.cards)]
            position = position.play(rng.choice(low if low and rng.random() < 0.9 else plays))
        if position.turn >= 0 and whole - sum(position.tricks) <= tricks:
            return position


def banked(position: Position, side: int) -> int:
    """What a side has banked in the deal, less what the others have (V7.2), as the rules tell it."""
    points = [VOORMSI.deal_points(position, seats[0]) for seats in position.rules.sides]
    return 2 * points[side] - sum(points)


def check(position: Any) -> None:
    side = next(i for i, seats in enumerate(position.rules.sides) if position.turn in seats)
    seats = position.rules.sides[side]
    before = banked(position, side)
    truth = Exhaustive(lambda end: banked(end, side) - before, seats)
    outlook = solve_position(position)
    assert (outlook.side, outlook.maximises, outlook.unit, outlook.exact) == (seats, True, "points", True)
    assert (outlook.value, outlook.actions) == (truth.value(position), truth.actions(position)), position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_tricks(players: int) -> None:
    rng = Random(players)
    for i in range(350):
        check(ending(rng, players, 3 if i % 10 == 0 and players > 2 else 2, rng.choice([0, 0, 1, 2])))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_longer_endings(seed: int) -> None:
    rng = Random(100 + seed)
    players = 2 + seed % 3
    for _ in range(4 if players == 2 else 20):
        check(ending(rng, players, 4 if players == 3 else 3, rng.choice([1, 2])))


def test_the_twins_agree_node_by_node() -> None:
    rng = Random(5)
    for players in (2, 3, 4):
        for _ in range(10):
            row = list(ending(rng, players, 2, 0).row)
            plain = bound(plies, VOORMSI.kernel, VOORMSI.endings)
            fast = twin(plies, VOORMSI.kernel, VOORMSI.endings)
            for need in range(-3, 4):
                assert asked(plain, row, need, list) == asked(fast, row, need, np.array)


def asked(module: Any, row: list[int], need: int, rows: Any) -> tuple[int, int]:
    """The answer to one question, and the nodes it took."""
    kernel = VOORMSI.kernel
    work = rows([0] * plies.WORK)
    work[plies.BUDGET], work[plies.MAXIMISERS], work[plies.PLAYERS] = 10**6, 0b0101, 2
    stack = rows([[0] * kernel.ROW for _ in range(plies.DEPTHS)])
    moves = rows([[0] * kernel.ACTIONS for _ in range(plies.DEPTHS)])
    stack[0] = rows(row)
    table, cells = rows([0] * (256 * plies.ENTRY)), rows([0] * 16)
    return int(module.search(work, stack, moves, table, cells, need)), int(work[plies.NODES])


def test_with_three_players_one_stands_against_two() -> None:
    """With three players the side to act is alone, and both others play against it."""
    outlook = solve_position(ending(Random(1), 3, 4, 1))
    assert (outlook.side, outlook.maximises) == ((outlook.position.turn,), True)


def test_a_spent_budget_is_said() -> None:
    outlook = solve_position(ending(Random(2), 4, 6, 0), budget=50)
    assert (outlook.value, outlook.exact) == (None, False)
    assert len(outlook.actions) < len(outlook.position.legal_actions())
    assert outlook.nodes <= 51


def test_there_is_nothing_to_solve_between_deals() -> None:
    with pytest.raises(BadText, match=r"V3\.4"):
        solve_position(VOORMSI.start(VOORMSI.rules.create()))
