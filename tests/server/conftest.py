"""A server in this process on a temporary SQLite file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with serving(tmp_path) as house:
        yield house


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a module."""
    with serving(tmp_path_factory.mktemp("shared")) as house:
        yield house
