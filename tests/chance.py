"""Chi-square tests for draws with a fixed seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt


def assert_fits(drawn: Counter[Hashable], weights: Mapping[Hashable, int]) -> None:
    """What was drawn agrees with these weights: chi-square within five deviations of what chance gives."""
    assert set(drawn) <= set(weights), (
        f"drawn, but impossible: {sorted(map(str, set(drawn) - set(weights)))[:3]}"
    )
    n, total = sum(drawn.values()), sum(weights.values())
    expected = {outcome: n * weight / total for outcome, weight in weights.items() if weight}
    assert min(expected.values()) >= 5, "too few draws for so many outcomes"
    chi = sum((drawn[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * sqrt(2 * freedom) + 5, (
        f"chi-square {chi:.1f} with {freedom} degrees of freedom"
    )
