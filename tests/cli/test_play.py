"""Whole games through the terminal table, over a pipe; records that survive anything."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from types import ModuleType

import pytest

from messdeck.bots import search
from messdeck.bots.levels import make_player
from messdeck.core import twin
from messdeck.core.game import Game
from messdeck.core.player import Player
from messdeck.core.record import replay, split_lines
from messdeck.games.registry import GAMES, get_game
from messdeck.terminal import launch
from tests.cli.command import one_line, run


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def typed_game(game: str, record: Path, *options: str, most: int = 4000) -> str:
    """Play a whole game by typing, each time, the first thing that `?` would offer."""
    chosen = get_game(game)
    out = run("play", game, "--seed", "11", "--record", record, *options).out
    for _ in range(most):
        position = replay(split_lines(record.read_bytes()), get_game).position
        if position.is_over:
            break
        moves = []
        view = position.view(position.turn)
        action = view.legal_actions()[0]
        fact = chosen.action_fact(action)
        text = " ".join(str(value) for value in _words(fact.args))
        moves.append(text if chosen.parse(text, view) == action else "")
        assert moves[-1], f"{action} cannot be typed as {text!r}"
        out += run("play", "--resume", record, stdin="\n".join(moves) + "\n").out
    return out


@pytest.mark.parametrize("language", ["en", "fa", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_at_the_table(game: str, language: str) -> None:
    quiet = run("play", game, "--seed", "11", "--lang", language, stdin="\n").out
    hinted = run("play", game, "--seed", "11", "--lang", language, stdin="hint\n").out
    best = {"en": "Best: ", "fa": "بهترین: ", "ru": "Лучше всего: "}[language]
    assert best in hinted
    assert best not in quiet


def _words(args: dict) -> list[str]:
    words = []
    for value in args.values():
        if hasattr(value, "codes"):
            words += value.codes
        elif hasattr(value, "key"):
            words.append(value.key.partition(".")[2])
        else:
            words.append(str(value))
    return words


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("voormsi", ("--players", "4", "--option", "target=5", "--option", "overshoot=win")),
        ("voormsi", ("--players", "3", "--option", "target=5", "--option", "overshoot=win")),
        ("voormsi", ("--players", "2", "--option", "target=5", "--option", "overshoot=win")),
        ("noms", ("--option", "target=10", "--preset", "low")),
    ],
)
def test_a_whole_game_can_be_typed(game: str, options: tuple[str, ...], tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    out = typed_game(game, record, *options)
    assert replay(split_lines(record.read_bytes()), get_game).position.is_over
    assert "The record of the game" in out
    assert max(len(line) for line in out.splitlines() if str(tmp_path) not in line) <= 80
    result = run("play", "--resume", record)
    assert (result.code, one_line(result.err)) == (2, True)


def test_what_the_table_says(tmp_path: Path) -> None:
    typed = "?\nlast\nwhy\nscore\n\n9Z\nJC KH 8S\nhelp\n"
    result = run("play", "voormsi", "--seed", "3", "--seat", "1", "--record", tmp_path / "g", stdin=typed)
    assert result.code == 0
    assert "You may:" in result.out
    assert "No trick has been played" in result.out
    assert re.search(r"0 \+-\+-", result.out)
    assert "(R4.1)" in result.out
    assert "(V4.3)" in result.out
    assert "The record is kept" in result.out


def test_a_trick_is_drawn_and_explained(tmp_path: Path) -> None:
    record = tmp_path / "g"
    run("play", "voormsi", "--seed", "3", "--seat", "1", "--record", record)
    result = run("play", "--resume", record, stdin="5H\nlast\nwhy\n")
    assert "< heads" in result.out
    assert result.out.count("5H") >= 3
    assert re.search(r"beats|does not beat", result.out)


def test_a_new_record_never_overwrites(tmp_path: Path) -> None:
    record = tmp_path / "g"
    run("play", "noms", "--record", record)
    before = record.read_bytes()
    result = run("play", "noms", "--record", record)
    assert (result.code, one_line(result.err)) == (2, True)
    assert "R5.6" in result.err
    assert record.read_bytes() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_record_killed_at_any_byte_resumes(game: str, tmp_path: Path) -> None:
    record = tmp_path / "whole"
    run("play", game, "--seed", "5", "--record", record, stdin="pass\n" * 6 + "?\n")
    whole = record.read_bytes()
    header_end = whole.index(b"\n") + 1
    cuts = sorted({*range(header_end, len(whole), 97), *range(len(whole) - 40, len(whole) + 1), header_end})
    for cut in cuts:
        torn = tmp_path / "torn"
        torn.write_bytes(whole[:cut])
        result = run("play", "--resume", torn)
        assert result.code == 0, (cut, result.err)
        at_line_end = whole[:cut].endswith(b"\n") or whole[cut : cut + 1] == b"\n"
        assert ("was torn" in result.out) != at_line_end
        resumed = torn.read_bytes()
        events = (
            whole[:cut] if not at_line_end else whole[:cut] + (b"" if whole[:cut].endswith(b"\n") else b"\n")
        )
        assert resumed.startswith(events[: events.rfind(b"\n") + 1])
        replay(split_lines(resumed), get_game)
    (tmp_path / "torn").write_bytes(whole[: header_end // 2])
    result = run("play", "--resume", tmp_path / "torn")
    assert (result.code, one_line(result.err)) == (2, True)


@pytest.mark.parametrize(
    ("asked", "level"), [((), "3"), (("--bots", "1"), "1"), (("--bots", "deckhand"), "2")]
)
def test_companions_are_able_unless_others_are_asked_for(
    asked: tuple[str, ...], level: str, tmp_path: Path
) -> None:
    record = tmp_path / "g"
    run("play", "noms", "--record", record, *asked)
    seats = json.loads(record.read_text("utf-8").splitlines()[0])["seats"]
    assert [seat.get("level") for seat in seats] == [None, level, level, level]


def test_companions_of_a_record_that_names_no_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def seated(game: Game, level: str, seed: int) -> Player:
        made.append(level)
        return make_player(game, "1", seed)

    monkeypatch.setattr(launch, "make_player", seated)
    record = tmp_path / "g"
    header = {"messdeck": 1, "game": "voormsi", "players": 4}
    record.write_text(json.dumps(header) + "\n", "utf-8")
    assert run("play", "--resume", record).code == 0
    assert made == ["3"] * 3


def test_a_first_game_says_that_it_gets_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compilation begins when a computer player searches for the first time on this machine."""

    def compiles(*modules: ModuleType) -> ModuleType:
        twin._tell()
        return twin.twin(*modules)

    monkeypatch.setattr(twin, "on_first_compile", None)
    monkeypatch.setattr(search, "twin", compiles)
    quiet = run("play", "voormsi", "--seed", "3", "--bots", "2", "--record", tmp_path / "a")
    assert quiet.err == ""
    told = run("play", "voormsi", "--seed", "3", "--record", tmp_path / "b")
    assert one_line(told.err)
    assert "get ready" in told.err


def test_same_seed_same_game(tmp_path: Path) -> None:
    outs = []
    for name in ("a", "b"):
        out = run("play", "noms", "--seed", "9", "--record", tmp_path / name, stdin="10\n?\n").out
        outs.append(out.replace(str(tmp_path / name), os.sep))
    assert outs[0] == outs[1]
