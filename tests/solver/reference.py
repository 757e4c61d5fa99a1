"""Plain tricks by looking at everything: written from the rules of trick play, not from the solver."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from messdeck.solver import TricksProblem

CARDS = [16 * suit + rank for suit in range(4) for rank in range(13)]
Hands = tuple[int, int, int, int]


class Exhaustive:
    """The value of one problem and of each legal card, every line of play followed to its end."""

    def __init__(self, problem: TricksProblem) -> None:
        self.problem = problem
        self.known: dict[tuple[Hands, int], int] = {}
        hands, leader, table = problem.hands, problem.leader, problem.table
        self.cards = {
            card: self._after(hands, leader, table, card) for card in self._legal(hands[problem.turn], table)
        }
        self.value = self._choose(problem.turn, self.cards.values())

    def _choose(self, seat: int, values: Iterable[int]) -> int:
        return max(values) if self.problem.declarers >> seat & 1 else min(values)

    def _legal(self, hand: int, table: tuple[int, ...]) -> list[int]:
        cards = [card for card in CARDS if hand >> card & 1]
        return [card for card in cards if table and card // 16 == table[0] // 16] or cards

    def _worth(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        if not table and (hands, leader) in self.known:
            return self.known[hands, leader]
        seat = (leader + len(table)) % 4
        cards = self._legal(hands[seat], table)
        worth = (
            self._choose(seat, [self._after(hands, leader, table, card) for card in cards]) if cards else 0
        )
        if not table:
            self.known[hands, leader] = worth
        return worth

    def _after(self, hands: Hands, leader: int, table: tuple[int, ...], card: int) -> int:
        seat = (leader + len(table)) % 4
        left = list(hands)
        left[seat] ^= 1 << card
        hands = (left[0], left[1], left[2], left[3])
        table = (*table, card)
        if len(table) < 4:
            return self._worth(hands, leader, table)
        trumps = [c for c in table if c // 16 == self.problem.trump]
        best = max(trumps or [c for c in table if c // 16 == table[0] // 16])
        winner = (leader + table.index(best)) % 4
        return (self.problem.counted >> winner & 1) + self._worth(hands, winner, ())


def deal(rng: Random, cards: int, declarers: int, counted: int) -> TricksProblem:
    """A random problem: few or many suits, gaps or none, trumps or none, a trick under way or not."""
    enough = [suits for suits in ("0123", "0123", "023", "13", "2") if 13 * len(suits) >= 4 * cards]
    suits = rng.choice(enough)
    ranks = range(13) if rng.random() < 0.5 else range(max(0, 12 - 4 * cards // len(suits)), 13)
    deck = [16 * int(suit) + rank for suit in suits for rank in ranks]
    hands = [set(hand) for hand in _split(rng.sample(deck, 4 * cards), cards)]
    leader = rng.randrange(4)
    table: list[int] = []
    for i in range(rng.choice([0, 0, 1, 2, 3])):
        hand = hands[(leader + i) % 4]
        follow = [card for card in hand if table and card // 16 == table[0] // 16]
        table.append(rng.choice(sorted(follow or hand)))
        hand.remove(table[-1])
    masks = [sum(1 << card for card in hand) for hand in hands]
    trump = rng.choice([None, 0, 1, 2, 3])
    return TricksProblem(
        (masks[0], masks[1], masks[2], masks[3]), trump, leader, declarers, counted, tuple(table)
    )


def _split(cards: list[int], size: int) -> list[list[int]]:
    return [cards[i * size : (i + 1) * size] for i in range(4)]
