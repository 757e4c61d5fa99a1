"""The command `messdeck`: thin functions over the library, one a command, in modules by what they are for.

Heavy imports stay inside the functions, so that a small command starts quickly.
"""

from __future__ import annotations

from collections.abc import Sequence

from messdeck.cli import advice, laboratory, study, table
from messdeck.cli.frame import app, main

__all__ = ["advice", "app", "command_names", "laboratory", "main", "study", "table"]


def command_names() -> Sequence[str]:
    """The commands that exist, for docs and tests."""
    commands = app.registered_commands
    return [str(command.name or getattr(command.callback, "__name__", "")) for command in commands]
