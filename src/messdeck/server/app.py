"""The application: its life, its middleware and its pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from messdeck import __version__
from messdeck.core.errors import MessdeckError
from messdeck.server import api, lobby, record_pages, table_pages
from messdeck.server.cards import sprite
from messdeck.server.desk import Desk, NotHere, NotYours
from messdeck.server.settings import Settings
from messdeck.server.store import Stale, Store
from messdeck.server.thinking import Thinkers
from messdeck.server.web import HERE, guard, make_house, visit


def create_app(settings: Settings | None = None) -> FastAPI:
    """The web application of one server process."""
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database)
        await store.migrate()
        desk = Desk(store, Thinkers(settings.workers))
        app.state.house = make_house(settings, desk, await store.key("cookies"))
        await desk.take_up()
        yield
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
    app.middleware("http")(guard)
    for pages in (lobby, table_pages, record_pages):
        app.include_router(pages.router, include_in_schema=False)
    app.include_router(api.router)
    app.mount("/static", Static(directory=HERE / "static"), name="static")
    app.add_api_route("/cards.svg", cards_file, include_in_schema=False)
    app.add_exception_handler(HTTPException, _http_error)
    for error in (NotHere, NotYours, Stale, MessdeckError):
        app.add_exception_handler(error, _refused)
    return app


class Static(StaticFiles):
    """Files that do not change while the server runs."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        """Let browsers keep them for a day."""
        response: Response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response


async def cards_file() -> Response:
    """The drawing of all cards."""
    return Response(sprite(), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        return api.problem(status, f"HTTP {status}")
    key = "web.not_found" if status == 404 else "web.went_wrong"
    guest = visit(request)
    return guest.page("error.html", status, message=guest.words().say(key))


async def _refused(request: Request, error: Exception) -> Response:
    """A table that is not there, a seat that is somebody else's, an action that is refused."""
    status = {NotHere: 404, NotYours: 403, Stale: 409}.get(type(error), 422)
    reason = getattr(error, "reason", None)
    guest = visit(request)
    key = {404: "web.not_found", 403: "web.not_yours", 409: "web.stale"}.get(status, "web.went_wrong")
    message = guest.words().fact(reason) if reason else guest.words().say(key)
    if request.url.path.startswith("/api/"):
        return api.problem(status, message, reason.clause if reason else "")
    return guest.page("error.html", status, message=message)
