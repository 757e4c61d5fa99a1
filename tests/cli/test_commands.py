"""Each command once as people use it, its JSON, and its refusals in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from messdeck.cli import command_names
from tests.cli.command import one_line, run


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    run("simulate", "voormsi", "--games", "1", "--seed", "3", "--out", tmp_path)
    run("simulate", "noms", "--games", "1", "--seed", "3", "--option", "target=20", "--out", tmp_path)
    return sorted(tmp_path.glob("*.mdk.jsonl"))


def test_every_command_has_help_with_an_example() -> None:
    for name in command_names():
        result = run(name, "--help")
        assert result.code == 0
        assert f"messdeck {name}" in result.out


def test_replay_prints_one_json_object(games: list[Path]) -> None:
    for game in games:
        result = run("replay", game, "--json")
        summary = json.loads(result.out)
        assert (result.code, summary["over"]) == (0, True)
        assert summary["scores"] == summary["deals"][-1]["scores_after"]


def test_replay_reads_standard_input(games: list[Path]) -> None:
    by_name = run("replay", games[0], "--json").out
    assert run("replay", "-", "--json", stdin=games[0].read_bytes()).out == by_name


def test_replay_in_words_names_clauses(games: list[Path]) -> None:
    for game in games:
        assert "(V" in run("replay", game).out or "(N" in run("replay", game).out


def test_replay_names_file_line_and_clause(games: list[Path], tmp_path: Path) -> None:
    lines = games[0].read_text("utf-8").splitlines()
    play = next(i for i, line in enumerate(lines) if '"bid"' in line)
    lines[play] = lines[play].replace('"bid": "', '"bid": "9')
    spoiled = tmp_path / "spoiled.jsonl"
    spoiled.write_text("\n".join(lines), "utf-8")
    result = run("replay", spoiled, "--json")
    assert (result.code, result.out) == (2, "")
    assert one_line(result.err)
    assert result.err.startswith(f"{spoiled}:{play + 1}: N3.2: ")


@pytest.mark.parametrize(
    ("args", "clause"),
    [
        (("judge", "voormsi", "7H 7H"), "V1.1"),
        (("judge", "voormsi", "2H 7H"), "V1.1"),
        (("judge", "voormsi", "KD 7H"), "V1.1"),
        (("judge", "voormsi", "7H+7S 9C"), "V4.3"),
        (("judge", "voormsi", "7H+8S 9C+9S"), "V4.1"),
        (("judge", "voormsi", "7H 8S 9C 9S AC"), "V3.1"),
        (("judge", "voormsi", ""), "V3.1"),
        (("judge", "voormsi", "7H", "--trump", "H"), "V2.3"),
        (("judge", "noms", "7H KC"), "N5.2"),
        (("judge", "noms", "--trump", "X", "7H KC"), "N5.2"),
        (("judge", "noms", "--trump", "H", "7H 7H"), "N1.1"),
        (("judge", "whist", "7H"), "R2.1"),
        (("judge", "voormsi", "7H \n\x00\ud800"), "R4.1"),
        (("rules", "--clause", "V9.9"), "R5.4"),
        (("rules", "--lang", "de"), "R5.2"),
        (("replay", "no such file"), "R1.1"),
        (("play",), "R5.3"),
        (("play", "voormsi", "--bots", "9"), "R5.1"),
        (("play", "voormsi", "--seat", "7"), "R5.5"),
        (("play", "voormsi", "--players", "5"), "V3.1"),
        (("play", "noms", "--players", "3"), "N1.1"),
        (("play", "voormsi", "--option", "target=4"), "V7.1"),
        (("play", "voormsi", "--option", "target"), "V10"),
        (("play", "voormsi", "--option", "colour=red"), "V10"),
        (("play", "voormsi", "--players", "2", "--preset", "all-dealt"), "V8.1"),
        (("play", "noms", "--option", "mis_penalty=on"), "N6.7"),
        (("play", "noms", "--preset", "ru"), "N9"),
        (("play", "--resume", "no such file"), "R1.1"),
    ],
)
def test_bad_input_is_one_line_with_its_clause(args: tuple[str, ...], clause: str) -> None:
    result = run(*args)
    assert (result.code, result.out) == (2, "")
    assert one_line(result.err)
    assert f"{clause}: " in result.err


@pytest.mark.parametrize("args", [("nonsense",), ("judge", "voormsi"), ("simulate", "noms", "--games", "x")])
def test_usage_errors_are_one_line(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.code == 2
    assert one_line(result.err)


def test_judge_json() -> None:
    result = run("judge", "voormsi", "7H KC KS 9C", "--json")
    assert json.loads(result.out) == {"winner": 3, "heads": [1, 2, 3, 3], "clauses": ["V2.7", "V2.8", "V2.9"]}


def test_judge_reads_cards_as_people_type_them() -> None:
    for typed in ("7h kc ks 9c", "7♥ K♣ K♠ 9♣", "7ч кт кп 9т"):
        assert json.loads(run("judge", "voormsi", typed, "--json").out)["winner"] == 3
    assert json.loads(run("judge", "noms", "--trump", "h", "10♠ 10H", "--json").out)["winner"] == 2


def test_rules_as_json_and_in_three_languages() -> None:
    clause = json.loads(run("rules", "--clause", "v2.8", "--json").out)
    assert clause["clause"] == "V2.8"
    texts = {run("rules", "voormsi", "--clause", "V2.8", "--lang", lang).out for lang in ("en", "fa", "ru")}
    assert len(texts) == 3
    options = json.loads(run("rules", "noms", "--options", "--json").out)["options"]
    assert {"name", "values", "default", "clause"} == set(options[0])


def test_simulate_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    outs = []
    for folder in ("a", "b"):
        result = run(
            "simulate", "voormsi", "--games", "2", "--seed", "5", "--out", tmp_path / folder, "--json"
        )
        outs.append({**json.loads(result.out), "seconds": 0})
    assert outs[0] == outs[1]
    first, second = (sorted((tmp_path / folder).iterdir()) for folder in ("a", "b"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@pytest.mark.parametrize("args", [("judge", "voormsi", "7H"), ("rules", "noms"), ("replay", "-")])
def test_quick_commands_do_not_import_numba(args: tuple[str, ...]) -> None:
    code = (
        "import sys; sys.argv = ['messdeck', *sys.argv[1:]]\n"
        "from messdeck.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    )
    header = b'{"messdeck": 1, "game": "voormsi", "players": 4}\n'
    subprocess.run([sys.executable, "-c", code, *args], input=header, check=True, capture_output=True)


def test_a_hint_for_a_game_under_way(games: list[Path], tmp_path: Path) -> None:
    lines = games[1].read_text("utf-8").splitlines()
    under_way = tmp_path / "under_way.jsonl"
    under_way.write_text("\n".join(lines[:12]), "utf-8")
    result = run("hint", under_way, "--level", "able", "--json")
    answer = json.loads(result.out)
    assert result.code == 0
    assert set(answer) == {"action", "why", "odds", "alternatives"}
    assert answer["alternatives"]
    assert all(set(other) == {"action", "gain", "stderr"} for other in answer["alternatives"])
    assert all(0 < sum(row.values()) < 1.01 for row in answer["odds"]["holders"].values())
    assert run("hint", under_way, "--level", "able", "--json").out == result.out
    assert run("hint", under_way, "--level", "able").out.startswith("Best: ")
    for args, clause in (((), "R5.11"), (("--seat", "7"), "R5.5"), (("--level", "admiral"), "R5.1")):
        refused = run("hint", games[1] if not args else under_way, *args)
        assert (refused.code, refused.out) == (2, "")
        assert one_line(refused.err)
        assert clause in refused.err


def test_a_review_of_a_finished_game_only(games: list[Path], tmp_path: Path) -> None:
    lines = games[1].read_text("utf-8").splitlines()
    under_way = tmp_path / "under_way.jsonl"
    under_way.write_text("\n".join(lines[:12]), "utf-8")
    refused = run("review", under_way)
    assert (refused.code, refused.out) == (2, "")
    assert one_line(refused.err)
    assert "R5.12" in refused.err
    under_way.write_text("\n".join([*lines[:12], '{"type": "end", "reason": "time"}']), "utf-8")
    answer = json.loads(run("review", under_way, "--json").out)
    assert set(answer) == {"plays", "accuracy"}
    assert [play["event"] for play in answer["plays"]] == list(range(1, 11))
    keys = {"event", "seat", "action", "cost_seen", "cost_known", "verdict"}
    assert all(set(play) == keys for play in answer["plays"])
    assert len(answer["accuracy"]) == 4


def test_solve_values_every_card(games: list[Path]) -> None:
    for game in games:
        lines = [json.loads(line) for line in game.read_text("utf-8").splitlines()]
        dealt = max(i for i, line in enumerate(lines) if line.get("type") == "deal")
        last = len(lines) - dealt - 4  # the fourth play from the end
        result = run("solve", game, "--at", str(last), "--json")
        answer = json.loads(result.out)
        assert list(answer) == ["game", "to_act", "side", "value", "actions", "nodes", "exact"]
        assert (answer["game"], answer["exact"]) == (lines[0]["game"], True)
        assert answer["to_act"] == lines[dealt + last]["seat"]
        assert answer["value"] in answer["actions"].values()
        assert "+".join(lines[dealt + last]["cards"]) in answer["actions"]
        words = run("solve", game, "--at", str(last)).out.splitlines()
        assert len(words) == 1 + len(answer["actions"])
        assert "best play" in words[0]


def test_solve_says_when_its_budget_did_not_do(games: list[Path]) -> None:
    voormsi = next(game for game in games if "voormsi" in game.name)
    answer = json.loads(run("solve", voormsi, "--at", "1", "--budget", "100", "--json").out)
    assert (answer["value"], answer["exact"]) == (None, False)
    assert "not settled" in run("solve", voormsi, "--at", "1", "--budget", "100").out


@pytest.mark.parametrize(("at", "clause"), [("2", "N4.1"), ("0", "R5.13"), ("999", "R5.13")])
def test_solve_says_where_there_is_nothing_to_solve(games: list[Path], at: str, clause: str) -> None:
    noms = next(game for game in games if "noms" in game.name)
    result = run("solve", noms, "--at", at)
    assert (result.code, result.out) == (2, "")
    assert one_line(result.err)
    assert f"{clause}: " in result.err


def test_bench_times_the_solver_by_size() -> None:
    figures = json.loads(run("bench", "--seconds", "0.05", "--json").out)
    assert list(figures["solve_ms"]) == ["8", "10", "13"]
    assert all(milliseconds > 0 for milliseconds in figures["solve_ms"].values())
