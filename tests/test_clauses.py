"""Every clause of the rules has a test that names it: test_v2_8_... stands for V2.8, test_n8_... for N8."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest

from messdeck.games.registry import GAMES, get_game

TESTS = Path(__file__).parent
NAME = re.compile(r"test_([a-z])(\d+)(?:_(\d+))?(?=_|$)")


def clauses(game: str) -> list[str]:
    """The clauses of a game's English catalogue: V2.8, N8."""
    catalogue = polib.pofile(str(get_game(game).folder / "words" / "en" / "rules.po"))
    keys = [entry.msgid for entry in catalogue]
    return [key.removeprefix("clause.") for key in keys if key.startswith("clause.")]


def clause_of(name: str) -> str | None:
    """The clause that a test function's name begins with."""
    found = NAME.match(name)
    if not found:
        return None
    letter, section, number = found.groups()
    return letter.upper() + section + (f".{number}" if number else "")


def functions(source: Path) -> Iterator[str]:
    """The names of all functions of a file, those of classes too."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node.name


@cache
def named(game: str) -> frozenset[str | None]:
    """The clauses that the tests of a game name."""
    sources = (TESTS / game).glob("**/test_*.py")
    return frozenset(clause_of(name) for source in sources for name in functions(source))


@pytest.mark.parametrize(("game", "clause"), [(game, clause) for game in GAMES for clause in clauses(game)])
def test_every_clause_has_a_test(game: str, clause: str) -> None:
    assert clause in named(game), f"no test of {game} names {clause}"


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_has_clauses(game: str) -> None:
    found = clauses(game)
    assert len(found) > 30
    assert len(found) == len(set(found))
    assert all(clause.startswith(get_game(game).letter) for clause in found)


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("test_v2_8_not_directly", "V2.8"),
        ("test_v6_1", "V6.1"),
        ("test_v10_presets", "V10"),
        ("test_n8_options", "N8"),
        ("test_v6_10x", "V6"),
        ("test_vocabulary", None),
    ],
)
def test_names_are_read(name: str, clause: str | None) -> None:
    assert clause_of(name) == clause
