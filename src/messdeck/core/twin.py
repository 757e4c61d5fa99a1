"""The compiled twin of a module of plain int functions: the same source, every function under numba.

A twin takes int64 arrays where the plain functions take lists; a 2-D array is a batch of games. Compile
whole loops (a playout, a search): a call through the compiler's dispatcher costs more than a plain one.

Modules that are to have a twin hold int constants and functions over ints and rows, nothing else; they
allocate nothing (scratch rows are passed in), return ints and do not recurse. What they import from another
such module is taken from that module's twin.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import platformdirs

from messdeck.core import bits, protocol

_twins: dict[tuple[str, ...], ModuleType] = {}
_bound: dict[tuple[str, ...], ModuleType] = {}

on_first_compile: Callable[[], None] | None = None
"""Called once, before the first compilation that the disk cache cannot serve."""


def twin(module: ModuleType, *parts: ModuleType) -> ModuleType:
    """The compiled twin of `module`; stubs of `core.protocol` in it become the functions of the first of the
    parts (a kernel, a policy, beliefs) that has one of that name.

    The first call of a compiled function compiles it (seconds), or loads it from the disk cache. The cache
    is keyed by the text of every source involved and the versions of Python and numba.
    """
    name = (module.__name__, *(part.__name__ for part in parts))
    if name not in _twins:
        _twins[name] = _compile(module, list(parts))
    return _twins[name]


def is_compiled(function: str, module: ModuleType, *parts: ModuleType) -> bool:
    """Whether the disk cache has a function of a twin; loads no compiler to find out."""
    return any((_folder(module, parts) / "__pycache__").glob(f"*.{function}-*.nbi"))


def bound(module: ModuleType, *parts: ModuleType) -> ModuleType:
    """The plain counterpart of `twin`: loops of lists over a plain kernel (and what else is given)."""
    name = (module.__name__, *(part.__name__ for part in parts))
    if name not in _bound:
        plain = _execute(_source(module), "_over_".join(name).replace(".", "_"))
        for key, function in _functions(plain):
            home = sys.modules[function.__module__]
            if home is protocol:
                part = next(part for part in parts if hasattr(part, function.__name__))
                setattr(plain, key, getattr(part, function.__name__))
            elif home not in (plain, bits, *parts):
                setattr(plain, key, getattr(bound(home, *parts), function.__name__))
        _bound[name] = plain
    return _bound[name]


def _compile(module: ModuleType, bound_to: list[ModuleType]) -> ModuleType:
    import numba

    folder = _folder(module, bound_to)
    name = f"messdeck_twin_{module.__name__.replace('.', '_')}_{folder.name}"
    source = folder / f"{module.__name__.rpartition('.')[2]}.py"
    if not source.exists():
        _tell()
        folder.mkdir(parents=True, exist_ok=True)
        _write_whole(source, _source(module).read_text("utf-8"))
    compiled = _execute(source, name)
    # A row is an array that its caller owns: without reference counts (a kernel allocates nothing), and with
    # every call inlined, a loop over a kernel runs near the speed of one written by hand.
    # A module of large functions says INLINE = False and leaves that choice to the compiler.
    options: dict[str, Any] = {"_nrt": False, "forceinline": getattr(compiled, "INLINE", True)}
    jit: Any = numba.njit(cache=True, error_model="numpy", **options)
    for key, function in _functions(compiled):
        home = sys.modules[function.__module__]
        if home is compiled:
            setattr(compiled, key, jit(function))
        elif home is bits:
            setattr(compiled, key, _primitives().get(function.__name__) or jit(function))
        elif home is protocol:
            part = next((part for part in bound_to if hasattr(part, function.__name__)), None)
            if part is None:
                raise TypeError(f"{module.__name__} needs a kernel: it calls {function.__name__}")
            setattr(compiled, key, getattr(twin(part), function.__name__))
        else:
            setattr(compiled, key, getattr(twin(home, *bound_to), function.__name__))
    return compiled


def _tell() -> None:
    global on_first_compile
    tell, on_first_compile = on_first_compile, None
    if tell:
        tell()


def _folder(module: ModuleType, bound_to: Sequence[ModuleType]) -> Path:
    """The folder of a twin in the cache."""
    return cache_folder() / _digest([one for part in (module, *bound_to) for one in (part, *_parts(part))])


def _parts(module: ModuleType) -> list[ModuleType]:
    """Modules whose functions a module takes in, and theirs, each once."""
    found: list[ModuleType] = []
    for _, function in _functions(module):
        home = sys.modules[function.__module__]
        if home not in (module, bits, protocol) and home not in found:
            found += [home, *(part for part in _parts(home) if part not in found)]
    return found


def _functions(module: ModuleType) -> list[tuple[str, FunctionType]]:
    return [(key, value) for key, value in vars(module).items() if isinstance(value, FunctionType)]


def _source(module: ModuleType) -> Path:
    return Path(inspect.getsourcefile(module) or "")


def _execute(source: Path, name: str) -> ModuleType:
    """Run a source file as a module of another name, visible in `sys.modules` (numba looks there)."""
    spec = importlib.util.spec_from_file_location(name, source)
    if spec is None or spec.loader is None:
        raise ImportError(f"no module can be made of {source}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _digest(modules: list[ModuleType]) -> str:
    text = hashlib.sha256(f"{sys.version_info[:3]} {version('numba')}".encode())
    for source in [Path(__file__), _source(bits), *(_source(module) for module in modules)]:
        text.update(source.read_bytes())
    return text.hexdigest()[:20]


def cache_folder() -> Path:
    """Where twins are cached: MESSDECK_CACHE, else the user's cache, else a private temporary folder."""
    chosen = os.environ.get("MESSDECK_CACHE")
    folder = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("messdeck"))
    try:
        (folder / "twins").mkdir(parents=True, exist_ok=True)
        if os.access(folder / "twins", os.W_OK):
            return folder / "twins"
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="messdeck-"))


def _write_whole(path: Path, text: str) -> None:
    """Write by renaming, so that two processes starting at once never see half a file."""
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, suffix=".tmp", delete=False, encoding="utf-8"
    ) as part:
        part.write(text)
    os.replace(part.name, path)


_made: dict[str, Any] = {}


def _primitives() -> dict[str, Any]:
    """The bit primitives as machine instructions, made once."""
    if not _made:
        from messdeck.core.intrinsics import advance, count, highest, lowest

        _made.update(advance=advance, count=count, lowest=lowest, highest=highest)
    return _made
