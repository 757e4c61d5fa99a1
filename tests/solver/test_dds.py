"""The solver against DDS, through `endplay`: partners opposite."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest

from messdeck.solver import TricksProblem, solve, value

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from endplay import dds, types

RANKS = "23456789TJQKA"


def problem_of(rng: Random, cards: int, laid: int) -> TricksProblem:
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    rng.shuffle(deck)
    hands = [sum(1 << card for card in deck[i * cards : (i + 1) * cards]) for i in range(4)]
    leader = rng.randrange(4)
    table: list[int] = []
    for i in range(laid):
        seat = (leader + i) % 4
        mine = [card for card in deck if hands[seat] >> card & 1]
        card = rng.choice([card for card in mine if table and card >> 4 == table[0] >> 4] or mine)
        hands[seat] ^= 1 << card
        table.append(card)
    side = rng.choice([0b0101, 0b1010])
    trump = rng.choice([None, 0, 1, 2, 3])
    return TricksProblem((hands[0], hands[1], hands[2], hands[3]), trump, leader, side, side, tuple(table))


def by_dds(problem: TricksProblem) -> dict[int, int]:
    """What each card brings the side of the seat that plays it."""
    hands = list(problem.hands)
    for i, card in enumerate(problem.table):
        hands[(problem.leader + i) % 4] |= 1 << card
    suits = [
        ".".join("".join(RANKS[r] for r in range(12, -1, -1) if hand >> 16 * s + r & 1) for s in (3, 2, 1, 0))
        for hand in hands
    ]
    board = types.Deal("N:" + " ".join(suits))
    board.first = types.Player(problem.leader)
    board.trump = types.Denom.nt if problem.trump is None else types.Denom.find("CDHS"[problem.trump])
    for card in problem.table:
        board.play("CDHS"[card >> 4] + RANKS[card & 15])
    found: dict[int, int] = {}
    card: Any
    for card, tricks in dds.solve_board(board):
        found[16 * "♣♦♥♠".index(card.suit.abbr) + RANKS.index(card.rank.abbr)] = tricks
    return found


def check(problem: TricksProblem) -> None:
    theirs = by_dds(problem)
    ours = solve(problem, 50_000_000)
    tricks = problem.hands[problem.turn].bit_count()
    mine = problem.declarers >> problem.turn & 1
    assert ours.exact
    assert {card: v if mine else tricks - v for card, v in ours.actions.items()} == theirs, problem
    assert value(problem, 50_000_000) == ours.value


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_endings(seed: int) -> None:
    rng = Random(seed)
    for _ in range(100):
        check(problem_of(rng, rng.randint(2, 10), rng.choice([0, 0, 1, 2, 3])))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_full_deals(seed: int) -> None:
    rng = Random(50 + seed)
    for _ in range(30):
        check(problem_of(rng, 13, 0))
