"""How sure a mean of boards is: an interval for a fixed number of them, and one that may be watched."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from statistics import fmean, stdev

RESAMPLES = 2000
ERROR = 0.05
FEWEST = 30
"""Boards before a watched interval is trusted: it rests on the spread of the margins seen so far."""


def bootstrap(margins: Sequence[float]) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval of the mean, resampled by board; the same for the same margins.

    Errors: ValueError for no margins.
    """
    if not margins:
        raise ValueError("no margins")
    rng = Random(0)
    means = sorted(fmean(rng.choices(margins, k=len(margins))) for _ in range(RESAMPLES))
    cut = int(RESAMPLES * ERROR / 2)
    return means[cut], means[-cut - 1]


def watched(margins: Sequence[float], planned: int) -> tuple[float, float]:
    """A 95 % interval of the mean that holds at all sample sizes at once, so that a match may stop as soon
    as it excludes the even result: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha,
    Kennedy and Ramdas (2021, theorem 2.2), tightest at half of the `planned` boards."""
    n = len(margins)
    if n < FEWEST:
        return float("-inf"), float("inf")
    half = max(planned / 2, FEWEST)
    rate = (-2 * log(ERROR) + log(1 - 2 * log(ERROR))) / half
    spread = n * rate + 1
    width = stdev(margins) * sqrt(2 * spread / (n * n * rate) * log(sqrt(spread) / ERROR))
    middle = fmean(margins)
    return middle - width, middle + width
