"""The published counts of legal sequences: messdeck's, and as far as it is quick the slow references'."""

from __future__ import annotations

from typing import Any

import pytest

from messdeck.core.record import to_line
from tests import oracle, perft

CASES = {case["name"]: case for case in perft.load()}


def check(name: str, least: int, most: int) -> None:
    position = perft.position_of(CASES[name]["record"])
    for depth, count in enumerate(CASES[name]["counts"], 1):
        if least < count <= most:
            assert perft.perft(position, depth) == count, f"{name}, {depth} actions"


@pytest.mark.parametrize("name", CASES)
def test_counts(name: str) -> None:
    check(name, 0, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_large_counts(name: str) -> None:
    check(name, 2_000, perft.MOST)


def count_slowly(table: oracle.Table, depth: int) -> int:
    events = oracle.allowed(table)
    if depth == 1:
        return len(events)
    return sum(count_slowly(oracle.after(table, event), depth - 1) for event in events)


def table_of(record: list[dict[str, Any]]) -> oracle.Table:
    table = oracle.table_of(record[0])
    for event in record[1:]:
        oracle.do(table, event)
    return table


@pytest.mark.parametrize("name", CASES)
def test_counts_of_the_references(name: str) -> None:
    table = table_of(CASES[name]["record"])
    for depth, count in enumerate(CASES[name]["counts"], 1):
        if count <= 500:
            assert count_slowly(table, depth) == count, f"{name}, {depth} actions"


@pytest.mark.parametrize("case", perft.CASES, ids=lambda case: case.name)
def test_the_file_is_what_the_script_makes(case: perft.Case) -> None:
    """A change of the shuffle is no fault of the counts, but the file should say what the script says."""
    assert CASES[case.name]["record"] == case.record()
    assert list(map(to_line, case.record())) == list(map(to_line, CASES[case.name]["record"]))


def test_the_file_is_one_event_a_line() -> None:
    assert perft.dump(perft.load()) == perft.FILE.read_text("utf-8")
