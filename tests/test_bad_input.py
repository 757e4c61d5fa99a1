"""Spoiled records, judge lines, options and typed moves: one line with a clause, never anything else."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messdeck.bots.simulation import play_out, start_match
from messdeck.core.errors import MessdeckError
from messdeck.core.i18n import Words
from messdeck.core.record import replay, split_lines, whole_lines
from messdeck.games.registry import GAMES, get_game
from tests.cli.command import one_line, run

JUNK = [
    None,
    True,
    False,
    0,
    -1,
    3,
    99,
    10**30,
    1.5,
    1e400,
    "",
    "7H",
    "10♥",
    "x" * 3000,
    "\ud800",
    "\n",
    "pass",
    "mis",
    "nt",
    [],
    [[]],
    ["7H", "7H"],
    ["7H", 7],
    [None],
    {},
    {"a": {}},
    [1] * 60,
    "deal",
    "note",
    "preset",
]
KEYS = [
    "type",
    "seat",
    "cards",
    "hands",
    "dealer",
    "stock",
    "double",
    "pack",
    "cut",
    "bid",
    "trump",
    "call",
    "messdeck",
    "game",
    "players",
    "options",
    "names",
    "start_scores",
    "seats",
    "reason",
]


@pytest.fixture(scope="module", params=GAMES)
def record(request: pytest.FixtureRequest) -> list[dict]:
    """A played game, as the values of its lines."""
    game = get_game(request.param)
    options = {"target": 20, "minimum_bid": 7} if game.name == "noms" else {"own_kill": "points"}
    rules = game.rules.create(4, options)
    match = start_match(game, rules, "2", 4, 1)
    play_out(match, 4, 1)
    return [json.loads(line) for line in match.lines()]


def spoil(value: object, rng: Random) -> object:
    """Change one thing somewhere inside a JSON value."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        changed = dict(value)
        key = rng.choice(list(changed))
        match rng.randrange(4):
            case 0:
                del changed[key]
            case 1:
                changed[rng.choice(KEYS)] = rng.choice(JUNK)
            case _:
                changed[key] = spoil(changed[key], rng)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        changed = list(value)
        i = rng.randrange(len(changed))
        match rng.randrange(4):
            case 0:
                del changed[i]
            case 1:
                changed.insert(i, rng.choice([*JUNK, changed[i]]))
            case _:
                changed[i] = spoil(changed[i], rng)
        return changed
    return rng.choice(JUNK)


def told(error: MessdeckError) -> str:
    """The words of an error, which must exist and be one line with a clause behind it."""
    speaker = Words("en", *[get_game(name).folder for name in GAMES])
    assert re.fullmatch(r"[A-Z]\d+(\.\d+)?", error.reason.clause), error.reason
    return speaker.say(error.reason.key, error.reason.args)


def test_spoiled_events_are_refused_at_their_line(record: list[dict]) -> None:
    refused = 0
    for seed in range(1500):
        rng = Random(seed)
        lines = copy.copy(record)
        at = rng.randrange(len(lines))
        lines[at] = spoil(lines[at], rng)
        if rng.random() < 0.2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        try:
            replay([json.dumps(line) for line in lines], get_game)
        except MessdeckError as error:
            refused += 1
            assert told(error)
    assert refused > 900


def test_spoiled_bytes_never_break_the_reader(record: list[dict], tmp_path: Path) -> None:
    whole = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in record[:40]).encode()
    for seed in range(600):
        rng = Random(seed)
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        try:
            replay(split_lines(bytes(data)), get_game)
        except MessdeckError as error:
            assert told(error)
        whole_lines(bytes(data))


def test_a_spoiled_record_leaves_one_line_and_exit_two(record: list[dict], tmp_path: Path) -> None:
    path = tmp_path / "spoiled"
    for seed in range(60):
        lines = copy.copy(record)
        lines[seed % len(lines)] = spoil(lines[seed % len(lines)], Random(seed))
        path.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
        result = run("replay", path, "--json")
        assert result.code in (0, 2)
        if result.code == 2:
            assert result.out == ""
            assert one_line(result.err)
            assert re.match(rf"{re.escape(str(path))}:\d+: [A-Z]\d+(\.\d+)?: ", result.err)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "null",
        "[]",
        "[" * 100_000,
        '{"a":' * 50_000,
        "{" + " " * 2_000_000,
        "\x00",
        "1" * 5000,
        '{"messdeck": NaN}',
    ],
    ids=str.__len__,
)
def test_what_is_no_record_at_all(text: str) -> None:
    result = run("replay", "-", stdin=text)
    assert result.code == 2
    assert one_line(result.err)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=40))
def test_any_judge_line(game: str, text: str) -> None:
    try:
        verdict = get_game(game).judge(text, "H" if game == "noms" else None)
        assert verdict.heads
    except MessdeckError as error:
        assert told(error)


CARDISH = st.lists(
    st.sampled_from(["7H", "kc", "10♥", "3D", "+", "JC", "8s", "кт", "A", "of", "hearts", "nt", "12"])
)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=200, deadline=None)
@given(
    text=st.one_of(st.text(max_size=30), CARDISH.map(" ".join)),
    seed=st.integers(0, 5),
    steps=st.integers(0, 9),
)
def test_any_typed_move(game: str, text: str, seed: int, steps: int) -> None:
    chosen = get_game(game)
    rng = Random(seed)
    position = chosen.start(chosen.rules.create())
    for _ in range(steps + 1):
        if position.turn < 0:
            position = position.play(position.draw_deal(rng))
        else:
            position = position.play(rng.choice(position.legal_actions()))
    view = position.view(max(0, position.turn))
    try:
        reason = position.why_not(chosen.parse(text, view))
    except MessdeckError as error:
        assert told(error)
    else:
        assert reason is None or told(MessdeckError(reason))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=300, deadline=None)
@given(
    name=st.one_of(st.text(max_size=12), st.sampled_from(["target", "kill", "mis_rank", "preset"])),
    value=st.text(max_size=9),
)
def test_any_option(game: str, name: str, value: str) -> None:
    rules = get_game(game).rules
    for players in (None, 2, 7):
        try:
            rules.read(players, None, [f"{name}={value}"])
        except MessdeckError as error:
            assert told(error)
        try:
            rules.create(players, {name: value})
        except MessdeckError as error:
            assert told(error)
