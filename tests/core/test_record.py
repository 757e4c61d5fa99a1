from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messdeck.core import record
from messdeck.core.actions import Play
from messdeck.core.errors import BadRecord, BadText, IllegalAction
from messdeck.core.game import Game
from messdeck.core.record import Header, Journal, Match, replay
from tests.tiny.game import GAME, TinyRules

HEAD = '{"messdeck": 1, "game": "tiny", "players": 3}'


def get_game(name: str) -> Game:
    if name != "tiny":
        raise BadText.of("R2.1", "bad.game", value=name, values="tiny")
    return GAME


def played(seed: int = 1, events: int = 30, journal: Journal | None = None) -> Match:
    """A random match of so many events."""
    rng = Random(seed)
    match = Match(header(), journal)
    for _ in range(events):
        position = match.position
        match.act(rng.choice(position.legal_actions()) if position.turn >= 0 else position.draw_deal(rng))
    return match


def header() -> Header:
    return Header(GAME, TinyRules.create(3, {"target": 99}), ("Ann", "Bo", "Cy"), (3, 0, 7), {"id": "x1"})


def refused(*lines: str) -> tuple[int, str, str]:
    """Line, clause and key of the error of a record."""
    with pytest.raises(BadRecord) as caught:
        replay(lines, get_game)
    return caught.value.line, caught.value.reason.clause, caught.value.reason.key


# -- headers ---------------------------------------------------------------------------------------------
def test_a_header_goes_to_json_and_back() -> None:
    text = json.dumps(header().to_json())
    assert json.loads(text) == {
        "messdeck": 1,
        "game": "tiny",
        "players": 3,
        "options": {"target": 99},
        "names": ["Ann", "Bo", "Cy"],
        "start_scores": [3, 0, 7],
        "id": "x1",
    }
    assert record.read_header(text, get_game) == header()


def test_a_short_header_and_unknown_keys() -> None:
    head = record.read_header(
        '{"messdeck": 1, "game": "tiny", "players": 5, "weather": {"wind": 7}}', get_game
    )
    assert (head.rules.players, head.names, head.scores) == (5, (), None)
    assert head.to_json()["weather"] == {"wind": 7}
    assert head.seats == []


@pytest.mark.parametrize(
    ("head", "clause", "key"),
    [
        ("", "R1.1", "bad.json"),
        ("[]", "R1.1", "bad.json"),
        ('{"messdeck": 1', "R1.1", "bad.json"),
        ('{"messdeck": 1, "game": "tiny", "players": NaN}', "R1.1", "bad.json"),
        ("[" * 100_000, "R1.1", "bad.json"),
        (" " * 1_000_001, "R1.1", "bad.line_length"),
        ("{}", "R1.2", "bad.version"),
        ('{"messdeck": true, "game": "tiny", "players": 3}', "R1.2", "bad.version"),
        ('{"messdeck": 2, "game": "tiny", "players": 3}', "R1.2", "bad.version"),
        ('{"messdeck": 1, "players": 3}', "R2.1", "bad.game"),
        ('{"messdeck": 1, "game": "whist", "players": 3}', "R2.1", "bad.game"),
        ('{"messdeck": 1, "game": ["tiny"], "players": 3}', "R2.1", "bad.game"),
        ('{"messdeck": 1, "game": "tiny"}', "R2.2", "bad.field"),
        ('{"messdeck": 1, "game": "tiny", "players": true}', "R2.2", "bad.field"),
        ('{"messdeck": 1, "game": "tiny", "players": 9}', "T1.2", "bad.option_players"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "options": []}', "R2.3", "bad.field"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "options": {"x": 1}}', "T4.2", "bad.option_unknown"),
        (
            '{"messdeck": 1, "game": "tiny", "players": 3, "options": {"target": 0}}',
            "T4.2",
            "bad.option_value",
        ),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "names": ["A", "B"]}', "R2.4", "bad.names"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "names": ["A", "B", 3]}', "R2.4", "bad.names"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "names": null}', "R2.4", "bad.names"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "start_scores": null}', "R2.5", "bad.field"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "start_scores": [0, 0, true]}', "R2.5", "bad.field"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "start_scores": [0, 0]}', "R2.5", "bad.start_scores"),
        (
            '{"messdeck": 1, "game": "tiny", "players": 3, "start_scores": [0, 0, 99]}',
            "R2.5",
            "bad.start_score",
        ),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "seats": [{"kind": "person"}]}', "R2.6", "bad.seats"),
        ('{"messdeck": 1, "game": "tiny", "players": 3, "seats": [{}, {}, {}]}', "R2.6", "bad.seats"),
    ],
)
def test_bad_headers(head: str, clause: str, key: str) -> None:
    assert refused(head) == (1, clause, key)


# -- events ----------------------------------------------------------------------------------------------
def test_no_lines_at_all() -> None:
    assert refused() == (1, "R1.2", "bad.empty")


def test_a_record_replayed_is_the_match() -> None:
    match = played()
    match.note(text="ten bells", clock=[1, 2])
    replayed = replay(match.lines(), get_game)
    assert replayed.position == match.position
    assert replayed.start.scores == (3, 0, 7)
    assert [step.line for step in replayed.steps] == list(range(2, 33))
    assert replayed.steps[-1].action is None
    assert replayed.steps[-1].before is replayed.steps[-1].after
    assert len(list(replayed.moves())) == 30
    assert replayed.summary()["scores"] == list(match.position.scores)


def test_a_header_alone_is_a_record() -> None:
    assert replay([HEAD], get_game).position == GAME.start(TinyRules.create(3))


def test_an_error_tells_its_line() -> None:
    lines = played().lines()
    assert refused(*lines[:9], lines[9].replace('"seat"', '"chair"'))[0] == 10
    assert refused(*lines[:9], "no JSON")[::2] == (10, "bad.json")
    assert refused(*lines[:9], "")[::2] == (10, "bad.json")
    assert refused(*lines[:9], '{"type": "sneeze"}') == (10, "R3.1", "bad.event")
    assert refused(*lines[:9], '{"seat": 0}') == (10, "R3.1", "bad.event")
    assert refused(*lines[:9], lines[1]) == (10, "T2.1", "refusal.T2.1.2")
    assert refused(HEAD, '{"type": "end"}', lines[1]) == (3, "T4.2", "refusal.T4.2.1")


@settings(derandomize=True, database=None, max_examples=300)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"type": st.sampled_from(["deal", "play", "blow", "pass", "end", "note"])},
            optional={
                "seat": st.integers(-1, 3) | st.none() | st.booleans(),
                "dealer": st.integers(-1, 3) | st.text(max_size=1),
                "cards": st.lists(st.sampled_from(["AC", "2C", "9C", 7]), max_size=2) | st.none(),
                "hands": st.lists(st.lists(st.sampled_from(["AC", "KH"]), max_size=2), max_size=4),
            },
        ),
        max_size=3,
    )
)
def test_any_events_are_a_record_or_a_bad_one(events: list[dict[str, Any]]) -> None:
    deal = played(events=1).lines()[1]
    for start in ([HEAD], [HEAD, deal]):
        lines = [*start, *map(json.dumps, events)]
        try:
            replay(lines, get_game)
        except BadRecord as error:
            assert len(start) < error.line <= len(lines)


def test_a_refused_action_is_not_written() -> None:
    match = played()
    before, lines = match.position, match.lines()
    with pytest.raises(IllegalAction):
        match.act(Play(0, ("2C",)))
    assert match.position is before
    assert match.lines() == lines


def test_a_resumed_match_goes_on_where_it_stopped() -> None:
    whole, half = played(events=40).lines(), played(events=20).lines()
    match = Match.resume(replay(half, get_game))
    for line in whole[21:]:
        match.act(GAME.read_action(json.loads(line), 3))
    assert match.lines() == whole


# -- bytes and files -------------------------------------------------------------------------------------
def test_lines_of_bytes() -> None:
    data = '\ufeff{"a": "♥"}\n{"b": 1}\r\n'.encode()
    assert record.split_lines(data) == ['{"a": "♥"}', '{"b": 1}\r']
    assert record.split_lines(b"") == []
    assert record.split_lines(b"one\n\nthree") == ["one", "", "three"]


def test_bytes_that_are_no_utf8() -> None:
    with pytest.raises(BadRecord) as caught:
        record.split_lines(b"{}\n{}\nab\xff\n")
    assert (caught.value.line, caught.value.reason.args) == (3, {"byte": 3})


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_torn_record_keeps_its_whole_events(cut: int) -> None:
    """Kill the writer at any byte of the last events: nothing whole is lost, nothing torn is kept."""
    lines = played().lines()
    data = "".join(lines).encode()[:-cut]
    whole, torn = record.whole_lines(data)
    assert whole + torn == data
    kept = record.split_lines(whole)
    assert kept == [line.rstrip("\n") for line in lines[: len(kept)]]
    assert len(kept) >= data.count(b"\n")
    assert replay(kept, get_game).position == played(events=len(kept) - 1).position


def test_a_journal_is_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.mdk.jsonl"
    journal = Journal(path, header())
    match = played(events=5, journal=journal)
    assert path.read_text("utf-8").splitlines(keepends=True) == match.lines(), "written before it is closed"
    match.note(name="Åse ♥")
    journal.close()
    assert record.split_lines(path.read_bytes()) == [line.rstrip("\n") for line in match.lines()]


def test_a_journal_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "game.mdk.jsonl"
    path.write_text("mine", "utf-8")
    with pytest.raises(FileExistsError):
        Journal(path, header())
    assert path.read_text("utf-8") == "mine"


@pytest.mark.parametrize("torn", [b"", b'{"type": "pl', b'{"type": "note"}', "♥".encode()[:2]])
def test_a_journal_goes_on_after_its_last_whole_event(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "game.mdk.jsonl"
    path.write_bytes("".join(played(events=12).lines()).encode() + torn)
    whole, _ = record.whole_lines(path.read_bytes())
    journal = Journal(path, keep=len(whole))
    match = Match.resume(replay(record.split_lines(whole), get_game), journal)
    rng = Random(3)
    for _ in range(4):
        match.act(rng.choice(match.position.legal_actions()))
    journal.close()
    again = replay(record.split_lines(path.read_bytes()), get_game)
    assert again.position == match.position
    assert len(again.steps) == 16 + (torn.endswith(b"}"))


def test_a_journal_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Journal(tmp_path / "none.mdk.jsonl", keep=0)
