"""README and docs tell the truth: every command and example in them runs; generated pages are current."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "docs"))
sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
import strength
from generate import pages

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "benchmarks" / "README.md"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)


def blocks(kind: str) -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        if page.exists():
            text = page.read_text("utf-8")
            found += [(page.name, body) for name, body in BLOCK.findall(text) if name == kind]
    return found


@pytest.mark.parametrize(("page", "block"), blocks("console"))
def test_commands_run_and_print_what_the_page_shows(page: str, block: str, tmp_path: Path) -> None:
    commands = re.split(r"^\$ ", block, flags=re.M)
    if len(commands) == 1:  # bare commands without output
        commands = ["", *[line + "\n" for line in block.splitlines()]]
    if "--resume game.mdk.jsonl" in block:
        first = [sys.executable, "-m", "messdeck.cli", "play", "voormsi", "--record", "game.mdk.jsonl"]
        subprocess.run(first, cwd=tmp_path, stdin=subprocess.DEVNULL, check=True, capture_output=True)
    for command in commands[1:]:
        line, _, shown = command.partition("\n")
        words = shlex.split(line)
        if words[0] == "make":
            make = ["make", "-n", "-C", str(ROOT), *words[1:]]
            subprocess.run(make, check=True, capture_output=True)
            continue
        if words[0] == "python":
            assert (ROOT / words[1]).exists()
            continue
        assert words[0] == "messdeck", f"{page} has a command that no test runs: {line}"
        if words[1] == "serve":  # does not end by itself; tests/server starts it
            words = ["messdeck", "serve", "--help"]
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
        run = subprocess.run(
            [sys.executable, "-m", "messdeck.cli", *words[1:]],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stderr
        if shown.strip():
            assert run.stdout == shown


@pytest.mark.parametrize(("page", "block"), blocks("python"))
def test_python_examples(page: str, block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("path", sorted(pages()))
def test_generated_pages_are_current(path: str) -> None:
    assert (ROOT / "docs" / path).read_text("utf-8") == pages()[path], "run `make docs`"


def test_the_page_of_strength_is_what_was_played() -> None:
    kept = json.loads((ROOT / "benchmarks" / "strength.json").read_text("utf-8"))
    assert (ROOT / "docs" / "strength.md").read_text("utf-8") == strength.page(kept)
    assert set(kept) <= {contest.name for contest in strength.CONTESTS}


def test_every_link_between_pages_leads_somewhere() -> None:
    for page in PAGES:
        if not page.exists():
            continue
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_clause_of_the_record_format_is_written_down() -> None:
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    cited = set()
    for source in (ROOT / "src").rglob("*.py"):
        cited |= set(re.findall(r'"(R\d\.\d+)"', source.read_text("utf-8")))
    assert cited
    assert {clause for clause in cited if f"**{clause}**" not in text} == set()
