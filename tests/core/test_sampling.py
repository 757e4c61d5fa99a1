from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from random import Random

import pytest

from messdeck.core.sampling import Holding, deal_uniformly
from tests.chance import assert_fits

A, B, C, D, E, F = (1 << i for i in (0, 3, 4, 10, 33, 51))
SIX = A | B | C | D | E | F


def possible(cards: int, holdings: list[Holding]) -> dict[Hashable, int]:
    """Every deal that the holdings allow, by trying all orders of the cards."""
    bits = [1 << i for i in range(cards.bit_length()) if cards >> i & 1]
    found: dict[Hashable, int] = {}
    for order in permutations(bits):
        rest = list(order)
        hands = tuple(sum(rest.pop() for _ in range(holding.size)) for holding in holdings)
        if all(not hand & holding.excluded for hand, holding in zip(hands, holdings, strict=True)):
            found[hands] = 1
    return found


CASES = {
    "free": [Holding(2), Holding(2), Holding(2)],
    "unequal": [Holding(3), Holding(2), Holding(1)],
    "an empty hand": [Holding(4), Holding(0), Holding(2)],
    "one void": [Holding(2, A | B), Holding(2), Holding(2)],
    "two voids": [Holding(3, A | B), Holding(1, B | C | D), Holding(2)],
    "voids all round": [Holding(2, A), Holding(2, B | C), Holding(2, D | E | F)],
    "greed goes wrong": [Holding(1), Holding(2, A | B | C), Holding(3, F)],
    "one way only": [Holding(2, A | B | C | D), Holding(2, A | B), Holding(2)],
}


@pytest.mark.parametrize("name", CASES)
def test_every_deal_is_as_likely(name: str) -> None:
    holdings = CASES[name]
    deals = possible(SIX, holdings)
    rng = Random(len(name))
    drawn = Counter[Hashable](tuple(deal_uniformly(SIX, holdings, rng)) for _ in range(30 * len(deals)))
    assert_fits(drawn, deals)


def test_filling_hands_one_by_one_would_be_found_out() -> None:
    """The test has teeth: a greedy dealer, who starts afresh when stuck only at the last hand, is biased."""
    holdings = CASES["greed goes wrong"]
    deals = possible(SIX, holdings)
    rng = Random(4)
    drawn: Counter[Hashable] = Counter()
    while drawn.total() < 30 * len(deals):
        rest = [A, B, C, D, E, F]
        hands = []
        for holding in holdings:
            fitting = [card for card in rest if not card & holding.excluded]
            taken = rng.sample(fitting, min(len(fitting), holding.size))
            rest = [card for card in rest if card not in taken]
            hands.append(sum(taken))
        if tuple(hands) in deals:
            drawn[tuple(hands)] += 1
    with pytest.raises(AssertionError, match="chi-square"):
        assert_fits(drawn, deals)


def test_nothing_to_deal() -> None:
    assert deal_uniformly(0, [], Random(1)) == []
    assert deal_uniformly(0, [Holding(0), Holding(0, A)], Random(1)) == [0, 0]


@pytest.mark.parametrize(
    "holdings",
    [
        [Holding(2), Holding(3)],
        [Holding(3), Holding(4)],
        [Holding(3, A), Holding(3, A)],
        [Holding(3, A | B | C | D), Holding(3)],
        [],
    ],
)
def test_no_deal_is_possible(holdings: list[Holding]) -> None:
    with pytest.raises(ValueError, match="no deal fits"):
        deal_uniformly(SIX, holdings, Random(1))


def test_the_same_seed_deals_the_same() -> None:
    holdings = [Holding(20, 0b111), Holding(13), Holding(19, 1 << 50)]
    cards = (1 << 52) - 1
    dealt = deal_uniformly(cards, holdings, Random(9))
    assert dealt == deal_uniformly(cards, holdings, Random(9))
    assert [hand.bit_count() for hand in dealt] == [20, 13, 19]
    assert sum(dealt) == cards
    assert not dealt[0] & 0b111
    assert not dealt[2] >> 50 & 1
