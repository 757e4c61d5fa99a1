"""`messdeck verify`: yes, no and which, and bad records as `replay` tells them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import one_line, run
from tests.core.test_fairness import served


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture(params=["voormsi", "noms"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "game.mdk.jsonl"
    path.write_text("".join(served(request.param)), "utf-8")
    return path


def spoil(game: Path, old: str, new: str, at: int) -> None:
    lines = game.read_text("utf-8").splitlines(keepends=True)
    lines[at] = lines[at].replace(old, new)
    game.write_text("".join(lines), "utf-8")


def test_a_fair_game(game: Path) -> None:
    result = run("verify", game)
    assert (result.code, result.err) == (0, "")
    assert result.out == "4 of 4 deals are as they were promised before they were dealt\n"
    result = run("verify", "-", "--json", stdin=game.read_bytes())
    assert (result.code, result.err, json.loads(result.out)) == (0, "", {"deals": 4, "verified": 4})


def test_a_spoiled_opening_is_told_by_its_line(game: Path) -> None:
    lines = len(game.read_text("utf-8").splitlines())
    spoil(game, '"nonce": "', '"nonce": "0', -2)
    result = run("verify", game, "--json")
    assert (result.code, json.loads(result.out)) == (1, {"deals": 4, "verified": 3})
    assert one_line(result.err)
    assert result.err.startswith(f"{game}:{lines - 1}: R8.3: deal 3: the opening does not hash")
    assert run("verify", game).out.startswith("3 of 4 deals are")


def test_a_game_that_promised_nothing(game: Path, tmp_path: Path) -> None:
    run("simulate", "voormsi", "--games", "1", "--out", tmp_path / "games")
    (path,) = (tmp_path / "games").iterdir()
    result = run("verify", path, "--json")
    told = json.loads(result.out)
    assert (result.code, told["verified"]) == (1, 0)
    assert result.err.count("\n") == told["deals"] > 0
    assert result.err.startswith(f"{path}:2: R8.1: deal 1: ")


def test_every_language_says_it(game: Path) -> None:
    spoil(game, '"dealer": ', '"dealer": 7', -1)
    told = {run("verify", game, "--lang", lang).out for lang in ("en", "fa", "ru")}
    assert len(told) == 3
    assert "تقسیم ۴: " in run("verify", game, "--lang", "fa").err
    assert "сдача 4: " in run("verify", game, "--lang", "ru").err


def test_a_bad_record_is_told_as_replay_tells_it(game: Path, tmp_path: Path) -> None:
    spoil(game, '"type"', '"kind"', 3)
    result = run("verify", game, "--json")
    assert (result.code, result.out) == (2, "")
    assert one_line(result.err)
    assert result == run("replay", game, "--json")
    assert run("verify", tmp_path / "none").code == 2
