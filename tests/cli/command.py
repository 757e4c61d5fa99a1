"""Running the command in this process, as the shell would."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from messdeck.cli import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


@contextmanager
def standard_input(data: bytes) -> Iterator[None]:
    old = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = old


def run(*args: str | Path, stdin: str | bytes = b"") -> Result:
    """Run `messdeck ARGS` and return what it printed; a traceback is never caught."""
    out, err = io.StringIO(), io.StringIO()
    old = sys.argv
    sys.argv = ["messdeck", *map(str, args)]
    data = stdin.encode() if isinstance(stdin, str) else stdin
    code = 0
    try:
        with standard_input(data), redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as left:
        code = int(left.code or 0)
    finally:
        sys.argv = old
    return Result(code, out.getvalue(), err.getvalue())


def one_line(text: str) -> bool:
    """Whether standard error has exactly one line and no traceback."""
    return text.endswith("\n") and text.count("\n") == 1 and "Traceback" not in text
