"""Errors for people: each carries a fact (what is wrong, what would be right, the clause)."""

from __future__ import annotations

from typing import Self

from messdeck.core.facts import Argument, Reason


class MessdeckError(Exception):
    """Bad input of any kind. `reason` says what is wrong; `str()` gives its key and arguments."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.clause}: {reason.key} {reason.args}")
        self.reason = reason

    @classmethod
    def of(cls, clause: str, key: str, /, **args: Argument) -> Self:
        """Build the error from its clause, message key and arguments."""
        return cls(Reason(key, clause, args))


class IllegalAction(MessdeckError, ValueError):
    """An action that the rules do not allow in this position."""


class BadOption(MessdeckError, ValueError):
    """An option that does not exist, or a value out of its range."""


class BadText(MessdeckError, ValueError):
    """Typed text or a JSON value that stands for no card or action."""


class BadRecord(MessdeckError, ValueError):
    """A record that is malformed or has an illegal event; `line` counts from 1."""

    def __init__(self, reason: Reason, line: int) -> None:
        super().__init__(reason)
        self.line = line
