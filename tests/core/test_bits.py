from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messdeck.core import bits
from messdeck.core.twin import twin
from tests.core import toy

MASKS = [1 << i for i in range(63)] + [(1 << i) - 1 for i in range(1, 64)] + [bits.MASK63 ^ 1 << 40]


def masks_and_states() -> list[tuple[int, int]]:
    rng = Random(1)
    drawn = [rng.getrandbits(rng.randint(1, 63)) or 1 for _ in range(2000)]
    return [(mask, bits.first_state(i)) for i, mask in enumerate(MASKS + drawn)]


def test_plain_and_compiled_primitives_agree() -> None:
    compiled = twin(toy)
    for mask, state in masks_and_states():
        row, fast_row = [0] * 6, np.zeros(6, np.int64)
        assert toy.mixed(row, mask, state) == compiled.mixed(fast_row, mask, state)
        assert row == fast_row.tolist(), f"mask {mask:#x}, state {state}"


@pytest.mark.parametrize("mask", MASKS)
def test_primitives_say_what_they_are_said_to(mask: int) -> None:
    ones = [i for i in range(64) if mask >> i & 1]
    assert bits.count(mask) == len(ones)
    assert bits.lowest(mask) == ones[0]
    assert bits.highest(mask) == ones[-1]
    assert [bits.nth(mask, n) for n in range(len(ones))] == [1 << i for i in ones]


@settings(derandomize=True, database=None)
@given(st.integers(), st.integers(1, 2**31 - 1))
def test_random_states_stay_in_63_bits(seed: int, n: int) -> None:
    state = bits.first_state(seed)
    for _ in range(20):
        assert 0 <= state <= bits.MASK63
        assert 0 <= bits.below(state, n) < n
        state = bits.advance(state)


def test_neighbouring_seeds_give_unlike_states() -> None:
    states = {bits.first_state(seed) for seed in range(-500, 500)}
    assert len(states) == 1000
    first_draws = [bits.below(bits.first_state(seed), 1000) for seed in range(1000)]
    assert len(set(first_draws)) > 550  # 632 expected of independent draws
