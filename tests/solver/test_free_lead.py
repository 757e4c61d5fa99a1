"""Misère with the lead free: what is claimed is what looking at everything finds, and holds for the game."""

from __future__ import annotations

from functools import cache
from random import Random
from types import ModuleType

import numpy
import pytest

from messdeck.core.cards import each
from messdeck.core.twin import twin
from messdeck.solver import TricksProblem, free_lead, layout, value

Hands = tuple[int, int, int, int]


@cache
def caught(hands: Hands) -> bool:
    """Whether seat 0 can be made to win a trick if any of the others may lead to each: every line of play
    followed to its end, as the rules of trick play have it."""
    leads = [(seat, card) for seat in (1, 2, 3) for card in each(hands[seat])]
    return any(trick(hands, seat, (card,)) for seat, card in leads)


def trick(hands: Hands, leader: int, laid: tuple[int, ...]) -> bool:
    """The same in mid-trick."""
    if len(laid) == 4:
        followed = [card for card in laid if card >> 4 == laid[0] >> 4]
        if (leader + laid.index(max(followed))) % 4 == 0:
            return True
        left = [hands[(leader + i) % 4] ^ 1 << card for i, card in enumerate(laid)]
        turned = [left[(seat - leader) % 4] for seat in range(4)]
        return caught((turned[0], turned[1], turned[2], turned[3]))
    seat = (leader + len(laid)) % 4
    follow = hands[seat] & 0x1FFF << (laid[0] & 48)
    found = (trick(hands, leader, (*laid, card)) for card in each(follow or hands[seat]))
    return all(found) if seat == 0 else any(found)


def low_hand(rng: Random, cards: int) -> Hands:
    """Hands with many low cards in the first, ranks without gaps."""
    deck = [16 * suit + rank for suit in range(4) for rank in range(cards)]
    deck.sort(key=lambda card: (card & 15) + 2.5 * rng.random())
    mine, rest = deck[:cards], deck[cards:]
    rng.shuffle(rest)
    hands = [mine, *(rest[i * cards : (i + 1) * cards] for i in range(3))]
    masks = [sum(1 << card for card in hand) for hand in hands]
    return masks[0], masks[1], masks[2], masks[3]


class Asked:
    """The rows of the question, plain or compiled."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        make = list if module is free_lead else (lambda row: numpy.array(row, numpy.int64))
        self.work = make([0] * layout.WORKSPACE)
        self.free = make([0] * free_lead.SIZE)
        self.work[layout.BUDGET] = 10**9

    def __call__(self, hands: Hands, one: int = 0) -> int:
        for seat in range(4):
            self.work[(one + seat) & 3] = hands[seat]
        return int(self.module.can_be_caught(self.work, self.free, one))


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_it_finds_what_looking_at_everything_finds(cards: int) -> None:
    rng, asked = Random(cards), Asked(twin(free_lead))
    answers = []
    for _ in range(40 if cards == 4 else 300):
        hands = low_hand(rng, cards)
        caught.cache_clear()
        answers.append(asked(hands, rng.randrange(4)))
        assert answers[-1] == caught(hands), hands
    assert len(set(answers)) == 2


def test_the_twins_agree() -> None:
    rng, plain, compiled = Random(1), Asked(free_lead), Asked(twin(free_lead))
    for _ in range(30):
        hands = low_hand(rng, rng.randint(3, 6))
        assert plain(hands) == compiled(hands)
        assert plain.work[layout.NODES] == compiled.work[layout.NODES]


def test_nobody_does_better_without_choosing_who_leads() -> None:
    rng, asked = Random(2), Asked(twin(free_lead))
    differ = 0
    for _ in range(150):
        hands = low_hand(rng, rng.randint(5, 7))
        problem = TricksProblem(hands, None, rng.choice([1, 2, 3]), 0b1110, 0b0001, limit=1)
        real, free = value(problem), asked(hands)
        assert real is not None
        assert real <= free
        differ += real < free
    assert differ < 40  # else it would be no use


def test_a_spent_budget_is_said() -> None:
    rng, asked = Random(3), Asked(twin(free_lead))
    nodes = 0
    while nodes < 100:
        hands = low_hand(rng, 8)
        asked.work[layout.NODES], asked.work[layout.STAMP] = 0, asked.work[layout.STAMP] + 1
        assert asked(hands) >= 0
        nodes = int(asked.work[layout.NODES])
    asked.work[layout.NODES], asked.work[layout.STAMP] = 0, asked.work[layout.STAMP] + 1
    asked.work[layout.BUDGET] = nodes // 2
    assert asked(hands) == -1
