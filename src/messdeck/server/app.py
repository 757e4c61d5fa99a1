"""The application: its life, its middleware and its pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from messdeck import __version__
from messdeck.core.errors import MessdeckError
from messdeck.core.i18n import Words
from messdeck.games.registry import GAMES, get_game
from messdeck.server import api, lobby, record_pages, table_pages
from messdeck.server.assets import Static
from messdeck.server.desk import Desk
from messdeck.server.settings import Settings
from messdeck.server.store import Stale, Store
from messdeck.server.tables import NotHere, NotYours
from messdeck.server.thinking import Thinkers
from messdeck.server.web import HERE, Guard, Visit, make_house, refusal, told_refusal, visit


def create_app(settings: Settings | None = None) -> FastAPI:
    """The web application of one server process."""
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database)
        await store.migrate()
        desk = Desk(store, Thinkers(settings.workers, settings.bots))
        app.state.house = make_house(settings, desk, await store.key("cookies"))
        desk.thinkers.get_ready()
        await desk.take_up()
        yield
        await app.state.house.reviews.close()
        await desk.close()
        await store.close()

    app = FastAPI(
        title="messdeck",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=600)
    app.add_middleware(Guard)
    for pages in (lobby, table_pages, record_pages):
        app.include_router(pages.router, include_in_schema=False)
    app.include_router(api.router)
    app.mount("/static", Static(), name="static")
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _malformed)
    for error in (NotHere, NotYours, Stale, MessdeckError):
        app.add_exception_handler(error, _refused)
    return app


_KEYS = {
    401: "web.no_token",
    403: "web.not_yours",
    404: "web.not_found",
    409: "web.stale",
    413: "web.too_large",
    422: "web.malformed",
    429: "web.too_many",
}


async def _http_error(request: Request, error: Exception) -> Response:
    status, headers = 500, None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, error.headers
    return refusal(request, status, _KEYS.get(status, "web.went_wrong"), headers)


async def _malformed(request: Request, error: Exception) -> Response:
    """A form or JSON that is none of ours."""
    return refusal(request, 422, "web.malformed")


async def _refused(request: Request, error: Exception) -> Response:
    """A table that is not there, a seat that is somebody else's, an action that is refused."""
    status = {NotHere: 404, NotYours: 403, Stale: 409}.get(type(error), 422)
    reason = getattr(error, "reason", None)
    if reason is None:
        return refusal(request, status, _KEYS[status])
    return told_refusal(request, status, _all_words(visit(request)).fact(reason), clause=reason.clause)


def _all_words(guest: Visit) -> Words:
    """A speaker who knows the refusals of every game."""
    folders = [get_game(name).folder for name in GAMES]
    return Words(guest.look.language, *folders, HERE)
