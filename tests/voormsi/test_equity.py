"""Match equity: what a rubber's scores are worth, and that deals are valued by it."""

from __future__ import annotations

import pytest

from messdeck.games.registry import get_game
from messdeck.games.voormsi import equity as table
from messdeck.games.voormsi import kernel as k
from tests.bots.test_beliefs import load

TABLES = pytest.mark.parametrize(("chances", "players"), [(table.FOUR, 4), (table.TWO, 2)])
GAME = get_game("voormsi")


def over(scores: tuple[int, int], dealer: int = 0, players: int = 4, **options: object) -> list[int]:
    """The row after a deal that led to these scores."""
    row = list(GAME.start(GAME.rules.create(players, options), scores).row)
    row[k.DEALER] = dealer
    return row


@TABLES
def test_a_stroke_more_is_worth_more_and_equal_scores_are_even(
    chances: tuple[int, ...], players: int
) -> None:
    assert len(chances) == table.TARGET**2
    for mine in range(table.TARGET):
        row = chances[mine * table.TARGET : (mine + 1) * table.TARGET]
        assert sorted(row, reverse=True) == list(row)
        column = chances[mine :: table.TARGET]
        assert sorted(column) == list(column)
        assert abs(row[mine] - table.WHOLE // 2) < table.WHOLE // 20


@TABLES
def test_two_sides_share_one_rubber(chances: tuple[int, ...], players: int) -> None:
    for dealer in range(players):
        row = over((6, 3), dealer, players)
        assert k.equity(row, 0) + k.equity(row, 1) == table.WHOLE
        leads = k.side_of(row, (dealer + 2) % players) == 0
        assert k.equity(row, 0) == (chances[6 * 9 + 3] if leads else table.WHOLE - chances[3 * 9 + 6])


def test_a_bounce_costs_what_it_costs_in_the_rubber() -> None:
    """V7.3: banking three at seven leads to eight, at eight back to seven."""
    values = []
    for before in (6, 7, 8):
        row = over((before, 5))
        row[k.EARNED] = 3
        k.bank(row, 0)
        values.append(k.utility(row, 0))
    won, better, worse = values
    assert won > better > worse


def test_other_rules_value_points() -> None:
    row = over((6, 3), target=11)
    assert not k.has_equity(row)
    row[k.BANKED] = 2
    assert k.utility(row, 0) == 20 == -k.utility(row, 1)


@pytest.mark.slow
def test_the_script_comes_near_its_own_table() -> None:
    again = load("equity").equity(4, 300, 9)
    assert max(abs(a - b) for a, b in zip(again, table.FOUR, strict=True)) < table.WHOLE // 12
