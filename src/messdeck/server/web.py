"""What every page shares: who asks, in which language, and templates that speak it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException, Request, Response
from fastapi import Path as ThePath
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from messdeck.core.cards import RUSSIAN
from messdeck.core.i18n import LANGUAGES, Words
from messdeck.games.registry import GAMES, get_game
from messdeck.review import FOLDER as REVIEW
from messdeck.server.assets import CARDS, RUSSIAN_CARDS, asset
from messdeck.server.cards import left_to_right
from messdeck.server.desk import Desk
from messdeck.server.live import Live
from messdeck.server.people import COOKIE, PREFERENCES, SWITCHES, YEAR, Look, Person, Signer
from messdeck.server.reviewing import Reviews
from messdeck.server.settings import Settings

HERE = Path(__file__).parent
CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
MOST_BYTES = 100_000
"""Of what is posted."""


@dataclass
class House:
    """What lives as long as the server: the desk, the keys, the templates, the limits."""

    settings: Settings
    desk: Desk
    signer: Signer
    templates: Environment
    limiter: MovingWindowRateLimiter
    posts: RateLimitItem
    tables: RateLimitItem
    reviews: Reviews


def make_house(settings: Settings, desk: Desk, key: str) -> House:
    """Put the house together."""
    templates = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    posts = parse(f"{settings.posts_per_minute} per minute")
    tables = parse(f"{settings.new_tables_per_hour} per hour")
    templates.globals |= {"asset": asset, "switches": SWITCHES}
    limiter = MovingWindowRateLimiter(MemoryStorage())
    return House(settings, desk, Signer(key), templates, limiter, posts, tables, Reviews(desk.thinkers))


@dataclass
class Visit:
    """One request: who asks and how they like to see things."""

    house: House
    request: Request
    person: Person
    look: Look
    is_new: bool
    wanted_language: bool = False

    def words(self, game: str | None = None, names: Iterable[str] = ()) -> Words:
        """A speaker of the visitor's language."""
        folders = [get_game(game).folder] if game else []
        words = Words(self.look.language, *folders, HERE, REVIEW, names=self.isolated(names))
        words.card_language = "kl" if self.look.greenlandic else None
        words.indices = RUSSIAN if self.look.has_russian_cards else {}
        return words

    def isolated(self, names: Iterable[str]) -> tuple[str, ...]:
        """Names such that a Latin one does not turn a Persian sentence around."""
        isolates = self.look.language == "fa"
        return tuple(f"\u2068{name}\u2069" if name and isolates else name for name in names)

    def page(self, template: str, status: int = 200, **context: Any) -> Response:
        """A page in the visitor's language, with the cookies that they lack."""
        return self.finish(HTMLResponse(self.render(template, **context), status))

    def render(self, template: str, **context: Any) -> str:
        """A template as text; `words` in the context speaks instead of the visitor's plain words."""
        words = context.pop("words", None) or self.words()
        shared = {
            "_": words.say,
            "text": words.text,
            "words": words,
            "look": self.look,
            "lang": self.look.language,
            "dir": "rtl" if self.look.language == "fa" else "ltr",
            "languages": LANGUAGES,
            "games": GAMES,
            "path": self.request.url.path,
            "sprite": asset(RUSSIAN_CARDS if self.look.has_russian_cards else CARDS),
        }
        html = self.house.templates.get_template(template).render({**shared, **context})
        return left_to_right(html) if shared["dir"] == "rtl" else html

    def finish(self, response: Response) -> Response:
        """Give a new visitor the cookie of a person of their own."""
        if self.is_new:
            self._cookie(response, COOKIE, self.house.signer.sign(self.person), http_only=True)
        return response

    def remember(self, response: Response, look: Look) -> Response:
        """Keep changed preferences."""
        self._cookie(response, PREFERENCES, self.house.signer.sign_look(look), http_only=True)
        return self.finish(response)

    def _cookie(self, response: Response, name: str, value: str, http_only: bool) -> None:
        secure = self.request.url.scheme == "https"
        response.set_cookie(
            name, value, max_age=YEAR, httponly=http_only, samesite="lax", secure=secure, path="/"
        )

    @property
    def wants_fragment(self) -> bool:
        """Whether htmx asks, for a part of a page."""
        return self.request.headers.get("hx-request") == "true"


def visit(request: Request) -> Visit:
    """The visit of a request (a dependency of every page)."""
    house: House = request.app.state.house
    person = house.signer.read(request.cookies.get(COOKIE))
    look = house.signer.read_look(request.cookies.get(PREFERENCES)) or Look(
        language=_accepted(request.headers.get("accept-language", ""))
    )
    wanted = request.query_params.get("lang")
    if wanted:
        look = look.changed(language=wanted)
    return Visit(house, request, person or house.signer.new_person(), look, person is None, bool(wanted))


async def table_of(request: Request, code: Annotated[str, ThePath(description="The table's code.")]) -> Live:
    """The table of a path (a dependency: it is found before an answer, or a stream, begins). Errors:
    NotHere."""
    house: House = request.app.state.house
    return await house.desk.get(code)


Guest = Annotated[Visit, Depends(visit)]
Table = Annotated[Live, Depends(table_of)]


def _accepted(header: str) -> str:
    """The first of our languages that a browser asks for."""
    for part in header.split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


# -- what every request passes ---------------------------------------------------------------------------
class Guard:
    """Refuses cross-site posts, large ones, and too many of them; adds the security headers."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        answer = await refuse(request) or self.app
        await answer(scope, _limited(receive), _with_headers(send))


async def refuse(request: Request) -> Response | None:
    """The answer to a post that is not even read, or None."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not has_bearer(request) and is_cross_site(request):
        return refusal(request, 403, "web.cross_site")
    size = request.headers.get("content-length", "0")
    if not (size.isascii() and size.isdigit()) or int(size[:12]) > MOST_BYTES:
        return refusal(request, 413, "web.too_large")
    house: House = request.app.state.house
    if not await house.limiter.hit(house.posts, client_of(request)):
        return refusal(request, 429, "web.too_many", {"Retry-After": "30"})
    return None


def refusal(
    request: Request, status: int, key: str, headers: Mapping[str, str] | None = None, clause: str = ""
) -> Response:
    """A refusal in the visitor's words: a page, or JSON for a program."""
    guest = visit(request)
    return told_refusal(request, status, guest.words().say(key), headers, clause)


def told_refusal(
    request: Request, status: int, message: str, headers: Mapping[str, str] | None = None, clause: str = ""
) -> Response:
    """A refusal in these words."""
    response: Response
    if for_programs(request):
        message = message.encode("utf-8", "replace").decode()  # JSON can bring what UTF-8 has not
        response = JSONResponse({"status": status, "message": message, "clause": clause}, status)
    else:
        response = visit(request).page("error.html", status, message=message)
    response.headers.update(headers or {})
    return response


def _limited(receive: Receive) -> Receive:
    """What is received, unless it comes to too much."""
    got = 0

    async def limited() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > MOST_BYTES:
            raise HTTPException(413)
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def for_programs(request: Request) -> bool:
    """Whether a request is for the JSON API, which takes no cookie for a proof of anything."""
    return request.url.path.startswith("/api/")


def has_bearer(request: Request) -> bool:
    """Whether a program asks with a token; a browser never adds one by itself."""
    return request.headers.get("authorization", "").lower().startswith("bearer ")


def is_cross_site(request: Request) -> bool:
    """Whether a post comes from a page of another site, or says nothing of where it comes from (as programs
    do, and no browser does)."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("origin") or request.headers.get("referer")
    if origin is None:
        return not for_programs(request)
    try:
        return urlsplit(origin).netloc != request.headers.get("host")
    except ValueError:
        return True


def client_of(request: Request) -> str:
    """Whom a rate limit counts: the address, by its network where it is IPv6."""
    host = request.client.host if request.client else "?"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return host
