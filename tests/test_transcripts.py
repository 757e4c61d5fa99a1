"""Golden games: each replays to the story written beside it, and shows what it is there for."""

from __future__ import annotations

import pytest

from messdeck.core.record import replay, split_lines
from messdeck.games.registry import get_game
from tests.transcripts.make import HERE, WANTED, story, told_keys


@pytest.mark.parametrize("name", WANTED)
def test_transcript(name: str) -> None:
    record = replay(split_lines((HERE / f"{name}.mdk.jsonl").read_bytes()), get_game)
    assert record.position.is_over
    assert WANTED[name][5] in told_keys(record)
    assert story(record) == (HERE / f"{name}.txt").read_text("utf-8"), "python -m tests.transcripts.make"


def test_every_way_a_game_can_end_has_a_transcript() -> None:
    told = {
        name: told_keys(replay(split_lines((HERE / f"{name}.mdk.jsonl").read_bytes()), get_game))
        for name in WANTED
    }
    for game, ends in {
        "voormsi": {
            "story.won",
            "story.void",
            "points.V6.4",
            "story.broken_off",
            "story.bounced",
            "story.deal_over",
        },
        "noms": {
            "story.won",
            "story.made",
            "story.failed",
            "story.concede",
            "story.passed_out",
            "story.broken_off",
        },
    }.items():
        assert ends <= set().union(*(keys for name, keys in told.items() if name.startswith(game)))
