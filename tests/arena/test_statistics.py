"""The intervals hold what they promise."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from messdeck.arena import pools
from messdeck.arena.boards import Board
from messdeck.arena.match import Match
from messdeck.arena.statistics import FEWEST, bootstrap, watched
from messdeck.games.registry import get_game


def test_the_bootstrap_is_as_wide_as_the_normal_interval() -> None:
    rng = Random(1)
    margins = [rng.gauss(0.5, 2) for _ in range(400)]
    low, high = bootstrap(margins)
    half = 1.96 * stdev(margins) / 20
    assert low == pytest.approx(fmean(margins) - half, abs=0.03)
    assert high == pytest.approx(fmean(margins) + half, abs=0.03)
    assert bootstrap(margins) == (low, high)
    with pytest.raises(ValueError, match="no margins"):
        bootstrap([])


def test_a_watched_interval_seldom_excludes_the_truth_however_often_one_looks() -> None:
    rng = Random(2)
    wrong_watched = wrong_peeking = 0
    for _ in range(200):
        margins: list[float] = []
        outside = peeked = False
        for _ in range(300):
            margins.append(rng.choice((-3, -1, 0, 0, 1, 3)))
            if len(margins) >= FEWEST:
                low, high = watched(margins, 300)
                outside |= not low <= 0 <= high
                half = 1.96 * stdev(margins) / len(margins) ** 0.5
                peeked |= abs(fmean(margins)) > half
        wrong_watched += outside
        wrong_peeking += peeked
    assert wrong_watched <= 16  # 5 % of 200 and three standard errors of that
    assert wrong_peeking > 40  # what looking again and again at a plain interval would have done


def test_a_match_stops_when_it_is_clear_and_not_before() -> None:
    voormsi = get_game("voormsi")
    first = Board("voormsi", voormsi.rules.create(), "deal", "2", "random", 3, 0)
    match = Match(first, 400, until_clear=True)
    match.play(pools.here, lambda: None)
    assert FEWEST <= len(match.margins) < 400
    assert match.is_clear
    assert match.to_json()["ci95"][0] > 0
    before = Match(first, 400, True, match.boards[:-1])
    assert not before.is_clear or len(match.margins) == FEWEST
    few = Match(first, 400, True, match.boards[:5])
    assert few.to_json()["ci95"] == [None, None]
