from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from messdeck.core import loops, twin
from tests.core import toy
from tests.tiny import kernel

ADD = "def add(a: int, b: int) -> int:\n    return a + b\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of the test's own, and twins forgotten when it ends."""
    monkeypatch.setenv("MESSDECK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(twin, "_twins", {})
    before = set(sys.modules)
    yield tmp_path / "cache" / "twins"
    for name in set(sys.modules) - before:
        if name.startswith(("made_", "messdeck_twin_made_")):
            del sys.modules[name]


def made(folder: Path, name: str, text: str) -> ModuleType:
    """A module written to a folder and imported."""
    path = folder / f"{name}.py"
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_twins_are_cached_by_their_text(cache: Path, tmp_path: Path) -> None:
    assert twin.twin(made(tmp_path, "made_one", ADD)).add(2, 3) == 5
    (first,) = cache.iterdir()
    assert (first / "made_one.py").read_text("utf-8") == ADD
    assert list(first.glob("**/*.nbi")), "numba did not cache the compiled code beside its source"

    assert twin.twin(made(tmp_path, "made_two", ADD.replace("+", "-"))).add(2, 3) == -1
    assert len(list(cache.iterdir())) == 2, "another text must have another folder"

    assert twin.twin(made(tmp_path, "made_three", ADD)).add(4, 3) == 7
    assert len(list(cache.iterdir())) == 2, "the same text has the same folder"


def test_a_part_that_changes_changes_the_whole(cache: Path, tmp_path: Path) -> None:
    """What a module imports from another module with a twin counts for its digest, and is that twin's."""
    user = "from made_part import add\n\ndef four(a: int) -> int:\n    return add(a, add(a, add(a, a)))\n"
    made(tmp_path, "made_part", ADD)
    assert twin.twin(made(tmp_path, "made_user", user)).four(5) == 20
    folders = set(cache.iterdir())
    assert len(folders) == 2
    twin._twins.clear()
    made(tmp_path, "made_part", ADD.replace("+", "*"))
    assert twin.twin(made(tmp_path, "made_user", user)).four(5) == 625
    assert len(set(cache.iterdir()) - folders) == 2


def test_the_first_compilation_is_announced_once(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(twin, "on_first_compile", lambda: told.append(1))
    module = made(tmp_path, "made_told", ADD)
    assert twin.twin(module) is twin.twin(module)
    twin.twin(made(tmp_path, "made_told_too", ADD.replace("+", "-")))
    assert told == [1]
    twin._twins.clear()  # as in the next process
    assert twin.twin(module).add(1, 1) == 2
    assert told == [1]


def test_what_is_compiled_is_known_without_loading_it(cache: Path, tmp_path: Path) -> None:
    module = made(tmp_path, "made_known", ADD)
    assert not twin.is_compiled("add", module)
    twin.twin(module)
    assert not twin.is_compiled("add", module), "nothing is compiled before it is called"
    twin.twin(module).add(1, 1)
    assert twin.is_compiled("add", module)
    assert not twin.is_compiled("ad", module)
    assert not twin.is_compiled("add", made(tmp_path, "made_unknown", ADD.replace("+", "-")))


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder", "utf-8")
    monkeypatch.setenv("MESSDECK_CACHE", str(tmp_path / "file"))
    folder = twin.cache_folder()
    assert folder.is_dir()
    assert tmp_path not in folder.parents


def test_a_module_may_call_itself_and_the_primitives() -> None:
    row = np.zeros(6, np.int64)
    assert twin.twin(toy).mixed(row, 0b1101, 1) == 6
    assert row[:3].tolist() == [3, 0, 3]


def test_loops_need_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="needs a kernel"):
        twin.twin(loops)


def test_bound_loops_call_the_kernel_they_are_bound_to() -> None:
    plain = twin.bound(loops, kernel)
    assert plain is twin.bound(loops, kernel)
    assert plain.turn is kernel.turn
    assert plain.shuffle_deal is kernel.shuffle_deal
    assert plain.playout is not loops.playout
    row, out = [0] * kernel.ROW, [0] * kernel.ACTIONS
    with pytest.raises(NotImplementedError):
        loops.playout(row, out)
    row[kernel.PLAYERS], row[kernel.TARGET] = 4, 9
    row[kernel.TURN] = row[kernel.DEALER] = -1
    plain.seed_row(row, 5)
    assert 0 < plain.random_game(row, out, 100) < 100
    assert kernel.turn(row) == -2
    assert max(row[kernel.SCORE : kernel.SCORE + 5]) >= 9


def test_playouts_start_from_the_same_deal_and_add_up() -> None:
    plain, compiled = twin.bound(loops, kernel), twin.twin(loops, kernel)
    start, out = [0] * kernel.ROW, [0] * kernel.ACTIONS
    start[kernel.PLAYERS], start[kernel.TARGET] = 3, 9
    start[kernel.TURN] = start[kernel.DEALER] = -1
    plain.seed_row(start, 11)
    plain.shuffle_deal(start, out)
    total = plain.playouts(start, [0] * kernel.ROW, out, 50, 3)
    rows = [np.array(row, np.int64) for row in (start, [0] * kernel.ROW, out)]
    assert compiled.playouts(*rows, 50, 3) == total
    assert rows[0].tolist() == start
    assert 0 < total < 50 * 17
    assert plain.playouts(start, [0] * kernel.ROW, out, 1, 3) != total
