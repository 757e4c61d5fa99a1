"""Plain tricks by looking at everything: written from the rules of trick play, not from the solver."""

from __future__ import annotations

from random import Random

from messdeck.solver import TricksProblem

Hands = tuple[frozenset[int], ...]


class Exhaustive:
    """The value of one problem and of each legal card, every line of play followed to its end."""

    def __init__(self, problem: TricksProblem) -> None:
        self.problem = problem
        self.known: dict[tuple[Hands, int, tuple[int, ...]], int] = {}
        hands = tuple(frozenset(c for c in range(64) if hand >> c & 1) for hand in problem.hands)
        self.cards = {
            card: self._after(hands, problem.leader, problem.table, card)
            for card in self._legal(hands[problem.turn], problem.table)
        }
        self.value = self._choose(problem.turn, list(self.cards.values()))

    def _choose(self, seat: int, values: list[int]) -> int:
        return max(values) if self.problem.declarers >> seat & 1 else min(values)

    def _legal(self, hand: frozenset[int], table: tuple[int, ...]) -> list[int]:
        follow = [card for card in hand if table and card // 16 == table[0] // 16]
        return sorted(follow or hand)

    def _worth(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        seat = (leader + len(table)) % 4
        if not hands[seat]:
            return 0
        key = (hands, leader, table)
        if key not in self.known:
            values = [self._after(hands, leader, table, card) for card in self._legal(hands[seat], table)]
            self.known[key] = self._choose(seat, values)
        return self.known[key]

    def _after(self, hands: Hands, leader: int, table: tuple[int, ...], card: int) -> int:
        seat = (leader + len(table)) % 4
        hands = tuple(hand - {card} if i == seat else hand for i, hand in enumerate(hands))
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
    return TricksProblem((masks[0], masks[1], masks[2], masks[3]), trump, leader, declarers, counted, tuple(table))


def _split(cards: list[int], size: int) -> list[list[int]]:
    return [cards[i * size : (i + 1) * size] for i in range(4)]
