"""Files that pages name: kept by browsers for a year, under a path that changes whenever one of them does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from messdeck.core.cards import RUSSIAN
from messdeck.server.cards import sprite

FOLDER = Path(__file__).parent / "static"
CARDS, RUSSIAN_CARDS = "cards.svg", "cards-ru.svg"
"""The drawings of all cards, which are no files of the folder."""
_DRAWN: dict[str, Mapping[str, str]] = {CARDS: {}, RUSSIAN_CARDS: RUSSIAN}


@lru_cache(maxsize=1)
def version() -> str:
    """A short hash of all files and of the drawings of the cards."""
    total = sha256("".join(map(drawing, _DRAWN)).encode())
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:8]


@lru_cache(maxsize=2)
def drawing(name: str) -> str:
    """One of the drawings of all cards."""
    return sprite(_DRAWN[name])


def asset(name: str) -> str:
    """The address of a file; files beside it are named relative to it in style sheets."""
    return f"/static/{version()}/{name}"


class Static(StaticFiles):
    """The files under any version: a page that was loaded before an update still finds them."""

    def __init__(self) -> None:
        """Serve the folder."""
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; only the current version may be kept."""
        asked, _, name = path.partition("/")
        response: Response
        if name in _DRAWN:
            response = Response(drawing(name), media_type="image/svg+xml")
        else:
            response = await super().get_response(name, scope)
        kept = "public, max-age=31536000, immutable" if asked == version() else "no-cache"
        response.headers["Cache-Control"] = kept
        return response
