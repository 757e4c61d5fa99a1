"""What a board of each mode brings: nothing between equals, and the same wherever it is played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from statistics import fmean

import pytest

from messdeck.arena import pools
from messdeck.arena.boards import MODES, Board, Played, play_board, prepared
from messdeck.arena.match import Match
from messdeck.arena.ratings import rate, round_robin
from messdeck.core.actions import Play
from messdeck.core.errors import BadText
from messdeck.games.registry import GAMES, get_game

EVERY = [(name, mode) for name in GAMES for mode in get_game(name).modes]


def board(game: str, mode: str, a: str = "2", b: str = "2", players: int | None = None) -> Board:
    return Board(game, get_game(game).rules.create(players), mode, a, b, seed=4, number=0)


def played(first: Board, deals: int) -> Match:
    match = Match(first, deals)
    match.play(pools.here, lambda: None)
    return match


def test_every_mode_belongs_to_a_game() -> None:
    assert {mode for _, mode in EVERY} == set(MODES)


@pytest.mark.parametrize(("game", "mode"), EVERY)
def test_a_player_against_itself_gains_nothing(game: str, mode: str) -> None:
    assert set(played(board(game, mode), 4).margins) == {MODES[mode].even}


def test_three_sides_are_compared_too() -> None:
    for mode in get_game("voormsi").modes:
        assert played(board("voormsi", mode, players=3), 3).mean == pytest.approx(MODES[mode].even)


@pytest.mark.parametrize(("game", "mode"), EVERY)
def test_what_one_player_gains_the_other_loses(game: str, mode: str) -> None:
    if mode == "full":
        pytest.skip("one seat in a field is no contest of two equal teams")
    there, back = (played(board(game, mode, *levels), 5) for levels in (("2", "random"), ("random", "2")))
    even = MODES[mode].even
    assert [margin - even for margin in there.margins] == pytest.approx(
        [even - margin for margin in back.margins]
    )
    assert any(margin != even for margin in there.margins)


@pytest.mark.parametrize(("game", "mode"), EVERY)
def test_the_rule_player_beats_random_in_every_mode(game: str, mode: str) -> None:
    match = played(board(game, mode, "2", "random"), 40)
    assert match.interval()[0] > MODES[mode].even


def test_the_auction_is_over_before_a_board_of_play() -> None:
    noms = get_game("noms")
    for number in range(20):
        start = prepared(
            noms,
            noms.rules.create(),
            Board("noms", noms.rules.create(), "play", "2", "2", 1, number).chance("board"),
        )
        assert all(isinstance(action, Play) for action in start.legal_actions())


def test_one_seat_in_a_field_is_compared_with_the_same_seat() -> None:
    """By hand: A's points in each seat among B's, less B's there."""
    noms = get_game("noms")
    one = board("noms", "full", "random", "2")
    start = noms.start(one.rules)
    start = start.play(start.draw_deal(one.chance("board")))
    base = Played().play_on(start, one.players(), "bbbb")
    gains = []
    for seat in range(4):
        who = ["b"] * 4
        who[seat] = "a"
        end = Played().play_on(start, one.players(), who)
        gains.append(noms.deal_points(end, seat) - noms.deal_points(base, seat))
    assert play_board(one).margin == fmean(gains)


def test_processes_bring_the_same_results_in_the_same_order() -> None:
    first = board("voormsi", "deal", "2", "random")
    there = Match(first, 12)
    there.play(pools.processes(2), lambda: None)
    assert there.margins == played(first, 12).margins


@pytest.mark.skipif(not os.environ.get("MESSDECK_RAY"), reason="Ray starts in time on a quiet machine only")
def test_ray_brings_the_same_results() -> None:
    """By the command, in a process of its own: Ray leaves processes and threads behind."""
    match = ["arena", "voormsi", "--a", "2", "--b", "random", "--deals", "12", "--seed", "4", "--json"]
    here, there = (
        subprocess.run([sys.executable, "-m", "messdeck.cli", *match, *more], capture_output=True, text=True)
        for more in ([], ["--ray", "local"])
    )
    one, other = json.loads(here.stdout), json.loads(there.stdout or "{}")
    assert {**one, "ms_per_move": None} == {**other, "ms_per_move": None}, there.stderr


def test_a_game_knows_its_modes() -> None:
    assert [get_game(name).read_mode(None) for name in ("noms", "voormsi")] == ["play", "deal"]
    with pytest.raises(BadText) as error:
        get_game("noms").read_mode("rubber")
    assert error.value.reason.clause == "R5.9"


def test_a_round_robin_rates_the_stronger_higher() -> None:
    matches = round_robin(board("noms", "play"), ["2", "random", "2"], 20, pools.here, lambda: None)
    assert [len(match.margins) for match in matches] == [20, 20, 20]
    first, second = rate(matches)
    assert (first.level, second.level) == ("2", "random")
    assert first.mu - first.sigma > second.mu + second.sigma
