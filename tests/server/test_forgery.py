"""Nobody acts for a seat of somebody else, whatever they send; and nothing they send breaks the server."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer

from messdeck.server.live import Live
from tests.server.house import SAME_SITE, House, Visitor, serving


class Table:
    """A table of four people where seat 0 is to act, and a stranger who wants to."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = [house.visitor() for _ in range(4)]
        self.stranger = house.visitor()
        self.stranger.get("/lobby")
        self.code = house.table_of(self.people, "noms", {})
        house.step(self.code)
        self.live: Live = house.live(self.code)
        self.turn = self.live.position.turn
        self.owner = self.people[self.turn]
        self.other = self.people[(self.turn + 1) % 4]

    @property
    def form(self) -> dict[str, Any]:
        return {"event": self.live.version, "words": "pass"}

    @property
    def body(self) -> dict[str, Any]:
        return {"version": self.live.version, "action": {"type": "bid", "bid": "pass"}}

    def act(self, cookie: str | None) -> int:
        """Act with this cookie."""
        visitor = self.house.visitor()
        headers = {} if cookie is None else {"cookie": f"messdeck={cookie}"}
        return visitor.post(f"/t/{self.code}/act", data=self.form, headers=headers).status_code

    def api(self, token: str | None, **more: Any) -> int:
        """Act by the API with this token."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        visitor = self.house.visitor()
        body = {**self.body, **more}
        return visitor.post(f"/api/v1/tables/{self.code}/act", json=body, headers=headers).status_code


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def signed(secret: str, key: str = "another key", salt: str = "person") -> str:
    return str(URLSafeSerializer(key, salt=salt).dumps(secret))


def payload(cookie: str) -> str:
    data = cookie.partition(".")[0]
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)).decode().strip('"')


COOKIES: dict[str, Callable[[Table], str | None]] = {
    "none": lambda table: None,
    "empty": lambda table: "",
    "a stranger's": lambda table: table.stranger.token,
    "of another seat": lambda table: table.other.token,
    "no signature": lambda table: table.owner.token.partition(".")[0],
    "an empty signature": lambda table: table.owner.token.partition(".")[0] + ".",
    "another's signature": lambda table: (
        table.owner.token.partition(".")[0] + "." + table.stranger.token.partition(".")[2]
    ),
    "one letter shorter": lambda table: table.owner.token[:-2],
    "one letter changed": lambda table: "J" + table.owner.token[1:],
    "its signature changed": lambda table: table.owner.token[:-4] + "AAAA",
    "of another server": lambda table: signed(payload(table.owner.token)),
    "signed with no key": lambda table: signed(payload(table.owner.token), key=""),
    "the secret alone": lambda table: payload(table.owner.token),
    "what the store knows": lambda table: str(table.live.seats[table.turn].holder),
    "that, signed": lambda table: signed(str(table.live.seats[table.turn].holder)),
    "preferences for a person": lambda table: str(
        table.owner.post("/look", data={"name": "x"}).cookies["messdeck-look"]
    ),
    "twice": lambda table: table.owner.token + table.owner.token,
    "very long": lambda table: "A" * 5000,
    "a dot": lambda table: ".",
    "not even text": lambda table: "\x7f%00%ff..",
}


@pytest.mark.parametrize("name", COOKIES)
def test_a_cookie_that_is_not_the_seats(table: Table, name: str) -> None:
    before = table.house.events(table.code)
    cookie = COOKIES[name](table)
    refused = (422,) if name == "of another seat" else (401, 403)  # out of its own turn
    assert table.act(cookie) in refused
    assert table.api(cookie) in refused
    assert table.house.events(table.code) == before
    assert table.act(table.owner.token) == 303  # it was the cookie, and nothing else


def test_the_seat_that_is_posted_is_not_believed(table: Table) -> None:
    before = table.house.events(table.code)
    for seat in range(4):
        action = {"type": "bid", "bid": "pass", "seat": seat}
        status = table.api(table.other.token, action=action)
        assert status in (403, 422)  # another's seat, or one's own out of turn
        assert table.api(table.stranger.token, action=action) == 403
        form = {**table.form, "seat": seat}
        assert table.stranger.post(f"/t/{table.code}/act", data=form).status_code == 403
        assert table.other.post(f"/t/{table.code}/act", data=form).status_code == 422
    for seat in (-1, -2, 4, 10**30, "0", None, [0], True):
        action = {"type": "bid", "bid": "pass", "seat": seat}
        assert table.api(table.owner.token, action=action) in (403, 422)
    for action in ({"type": "deal", "dealer": 0, "hands": []}, {"type": "end"}, {"type": "note"}):
        assert table.api(table.owner.token, action=action) in (403, 422)
        assert table.api(table.owner.token, action={**action, "seat": -1}) in (403, 422)
    for words in ("end", "deal", "note", "undo"):
        assert table.api(table.owner.token, action=None, words=words) == 422
    assert table.house.events(table.code) == before


def test_versions_of_the_past_and_of_the_future(table: Table) -> None:
    before = table.house.events(table.code)
    for wrong in (-(10**30), -1, 0, table.live.version - 1, table.live.version + 1, 10**30):
        if wrong != table.live.version:
            form = {**table.form, "event": wrong}
            assert table.owner.post(f"/t/{table.code}/act", data=form).status_code == 409
            assert table.api(table.owner.token, version=wrong) == 409
    assert table.house.events(table.code) == before
    assert table.act(table.owner.token) == 303
    version = before[0]
    assert table.owner.post(f"/t/{table.code}/act", data={**table.form, "event": version}).status_code == 409


def test_an_action_lands_once(table: Table) -> None:
    """The same post many times at once (a double click, a proxy that tries again)."""
    import asyncio

    from messdeck.server.store import Stale

    desk, live = table.house.desk, table.live
    action = live.position.legal_actions()[0]

    async def often() -> list[Any]:
        tries = [desk.act(live, live.version, action) for _ in range(20)]
        return list(await asyncio.gather(*tries, return_exceptions=True))

    version = live.version
    outcomes = table.house.call(often)
    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 19
    assert live.version == version + 1 == table.house.events(table.code)[0]


def test_out_of_turn(table: Table) -> None:
    before = table.house.events(table.code)
    for person in table.people:
        if person is not table.owner:
            assert person.post(f"/t/{table.code}/act", data=table.form).status_code == 422
    assert table.house.events(table.code) == before


def test_what_strangers_may_not_do(table: Table) -> None:
    before = table.house.events(table.code)
    everything = {
        "act": table.form,
        "undo": {},
        "rematch": {},
        "start": {},
        "leave": {},
        "entropy": {"text": "mine"},
        "move": {},
    }
    nobody = table.house.visitor()
    for path, form in everything.items():
        for visitor in (table.stranger, nobody):
            assert visitor.post(f"/t/{table.code}/{path}", data=form).status_code == 403, path
    for answer in ("yes", "no"):
        assert table.stranger.post(f"/t/{table.code}/undo", data={"answer": answer}).status_code == 403
    for seat in (0, 3, -1, 4, 10**30):
        answer = table.stranger.post(f"/t/{table.code}/sit", data={"seat": seat, "name": "me"})
        assert answer.status_code in (403, 404)
        answer = table.stranger.post(f"/api/v1/tables/{table.code}/join", json={"seat": seat})
        assert answer.status_code in (403, 404)
    assert table.stranger.post(f"/api/v1/tables/{table.code}/join", json={}).status_code == 409
    assert table.house.events(table.code) == before
    assert not table.live.left
    assert table.live.vote is None


def test_a_vote_is_answered_by_seats_only(house: House) -> None:
    table = Table(house)
    asker = table.owner
    assert asker.post(f"/t/{table.code}/act", data=table.form).status_code == 303
    assert table.other.post(f"/t/{table.code}/act", data=table.form).status_code == 303
    assert asker.post(f"/t/{table.code}/undo").status_code == 303
    assert table.live.vote is not None
    before = house.events(table.code)
    for answer in ("yes", "no"):
        assert table.stranger.post(f"/t/{table.code}/undo", data={"answer": answer}).status_code == 403
    for _ in range(5):  # the asker's own agreement counts once
        asker.post(f"/t/{table.code}/undo", data={"answer": "yes"})
    assert house.events(table.code) == before
    assert table.live.vote is not None


def test_a_token_is_of_one_table_and_one_seat(house: House) -> None:
    tokens = []
    codes = []
    for _ in range(2):
        new = {"game": "voormsi", "players": 2, "pace": 0}
        code = house.first.post("/api/v1/tables", json=new).json()["table"]
        tokens.append(
            [house.first.post(f"/api/v1/tables/{code}/join", json={}).json()["token"] for _ in range(2)]
        )
        codes.append(code)
    while house.live(codes[0]).position.turn < 0 or house.live(codes[1]).position.turn < 0:
        pass
    live = house.live(codes[0])
    turn, version = live.position.turn, live.version
    action = live.position.legal_actions()[0].to_json()
    body = {"version": version, "action": action}
    before = house.events(codes[0])
    for token in (*tokens[1], tokens[0][1 - turn]):
        headers = {"authorization": f"Bearer {token}"}
        answer = house.first.post(f"/api/v1/tables/{codes[0]}/act", json=body, headers=headers)
        assert answer.status_code == 403
        state = house.first.get(f"/api/v1/tables/{codes[0]}", headers=headers).json()
        assert state["seat"] == (None if token in tokens[1] else 1 - turn)
    assert house.events(codes[0]) == before
    headers = {"authorization": f"Bearer {tokens[0][turn]}"}
    assert house.first.post(f"/api/v1/tables/{codes[0]}/act", json=body, headers=headers).status_code == 200


def test_a_moving_link_works_once_and_ends_the_old_device(table: Table) -> None:
    link = moving_link(table.owner, table.code)
    second = moving_link(table.owner, table.code)
    phone = table.house.visitor()
    assert phone.get(link).status_code == 200  # a look (a preview) takes nothing
    assert table.live.seats[table.turn].holder != holder(table.house, phone)
    assert phone.post(link).status_code == 303
    before = table.house.events(table.code)
    for used in (link, second):  # used up, and what the old device still had in hand too
        for visitor in (table.house.visitor(), table.owner, phone):
            assert visitor.post(used).status_code == 404
    assert table.owner.post(f"/t/{table.code}/act", data=table.form).status_code == 403
    assert table.api(table.owner.token) == 403
    assert table.owner.post(f"/t/{table.code}/move").status_code == 403
    assert table.house.events(table.code) == before
    assert phone.post(f"/t/{table.code}/act", data=table.form).status_code == 303


def test_a_moving_link_that_is_old_or_guessed(table: Table) -> None:
    before = table.house.events(table.code)
    secret = moving_link(table.owner, table.code).rpartition("/")[2]
    from messdeck.server.people import hashed

    guesses = [
        "",
        "x",
        "0" * 24,
        hashed(secret),
        secret[:-1],
        secret + "=",
        "../" + secret,
        secret.swapcase(),
    ]
    for guess in guesses:
        assert table.stranger.post(f"/m/{guess}").status_code in (404, 405)
    table.house.call(table.house.store.add_link, hashed("old"), table.code, 0, "2020-01-01T00:00:00+00:00")
    assert table.stranger.post("/m/old").status_code == 404
    assert table.house.events(table.code) == before


def moving_link(visitor: Visitor, code: str) -> str:
    page = visitor.post(f"/t/{code}/move").text
    return "/m/" + page.partition("/m/")[2].partition('"')[0].partition("<")[0]


def holder(house: House, visitor: Visitor) -> str:
    found: str = house.app.state.house.signer.read(visitor.token).holder
    return found


def test_an_old_stream_sees_no_more_after_the_seat_was_moved(table: Table) -> None:
    """A stream that was open when its seat was moved goes on as a spectator's."""
    phone, owner, house = table.house.visitor(), table.owner, table.house
    link = moving_link(owner, table.code)
    person = house.app.state.house.signer.read(phone.token)

    async def moved() -> None:
        await house.desk.seating.move_seat(link.rpartition("/")[2], person)

    cookie = {"cookie": f"messdeck={owner.token}"}
    frames = house.call(house._frames, f"/t/{table.code}/stream", cookie, 2, 3.0, moved)
    assert 'id="hand"' in frames[0]["data"]
    assert 'id="hand"' not in frames[-1]["data"]
    assert len(frames) == 2
    link = moving_link(phone, table.code)
    person = house.app.state.house.signer.read(owner.token)
    states = house.call(
        house._frames,
        f"/api/v1/tables/{table.code}/events",
        phone.bearer,
        2,
        3.0,
        moved_by(house, link, owner),
    )
    assert '"hand":[]' in states[-1]["data"].replace(" ", "")


def moved_by(house: House, link: str, visitor: Visitor) -> Callable[[], Any]:
    person = house.app.state.house.signer.read(visitor.token)
    return lambda: house.desk.seating.move_seat(link.rpartition("/")[2], person)


# -- from other sites ------------------------------------------------------------------------------------
ELSEWHERE: list[dict[str, str]] = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
    {"sec-fetch-site": ""},
    {"sec-fetch-site": "SAME-ORIGIN; x"},
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://testserver.evil.example"},
    {"origin": "http://testserver:99"},
    {"origin": "http://["},
    {"origin": "http://testserver@evil.example"},
    {"referer": "http://evil.example/testserver"},
    {},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_posts_from_elsewhere_are_refused(table: Table, headers: dict[str, str]) -> None:
    before = table.house.events(table.code)
    visitor = Visitor(table.house.app, follow_redirects=False)
    visitor.portal = table.house.first.portal
    cookie = {"cookie": f"messdeck={table.owner.token}"}
    for path in ("act", "undo", "leave", "move"):
        answer = visitor.post(f"/t/{table.code}/{path}", data=table.form, headers={**headers, **cookie})
        assert answer.status_code == 403, path
    for path in ("/quick", "/open", "/look", "/sheet/abc"):
        data = {"game": "noms", "back": "/"}
        assert visitor.post(path, data=data, headers={**headers, **cookie}).status_code == 403
    assert table.house.events(table.code) == before
    assert not table.live.left


def test_a_cookie_is_no_token(table: Table) -> None:
    """A page of another site may make a browser post with its cookie: the API does not look at cookies."""
    before = table.house.events(table.code)
    headers = {"cookie": f"messdeck={table.owner.token}"}
    visitor = table.house.visitor()
    answer = visitor.post(f"/api/v1/tables/{table.code}/act", json=table.body, headers=headers)
    assert answer.status_code == 401
    assert visitor.get(f"/api/v1/tables/{table.code}", headers=headers).json()["seat"] is None
    foreign = {**SAME_SITE, "sec-fetch-site": "cross-site"}
    assert visitor.post("/api/v1/tables", json={"game": "noms"}, headers=foreign).status_code == 403
    assert table.house.events(table.code) == before


def test_cookies_are_for_this_server_alone(house: House) -> None:
    cookie = house.visitor().get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie


# -- where one is sent back to ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "back",
    [
        "http://evil.example/",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "\t//evil.example",
        "//[",
        "http:evil.example",
        "javascript:alert(1)",
        "evil.example",
        " //evil.example",
        "",
        "/" * 3 + "x",
    ],
)
def test_nobody_is_sent_to_another_site(house: House, back: str) -> None:
    answer = house.visitor().post("/look", data={"back": back})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"


def test_one_is_sent_back_within_the_site(house: House) -> None:
    answer = house.visitor().post("/look", data={"back": "/rules/noms?lang=fa#N5"})
    assert answer.headers["location"].startswith("/rules/noms")


# -- too much, too strange -------------------------------------------------------------------------------
STRANGE = [
    "",
    " ",
    "\x00",
    "\u202e\u2066evil",
    "a" * 5000,
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "{{ 7*7 }} {n} %s",
    "\u0001\u0002",
    "🃏" * 40,
    "e" + "\u0301" * 60,
    "نام",
    "\ufeff",
    "../..",
]


def test_strange_names(house: House) -> None:
    for name in STRANGE:
        host = house.visitor()
        code = house.open(host, "voormsi", seat1="open", seat2="open", seat3="open")
        guest = house.visitor()
        assert guest.post(f"/t/{code}/sit", data={"seat": 1, "name": name}).status_code == 303
        other = house.visitor()
        joined = other.post(f"/api/v1/tables/{code}/join", json={"name": name[:40]})
        assert joined.status_code == 200
        shown = house.live(code).names[1]
        assert len(shown) <= 24  # nobody's name is shown as the number of the seat
        assert shown.isprintable()
        page = guest.get(f"/t/{code}")
        assert page.status_code == 200
        assert "<script>alert" not in page.text
    odd = house.first.post(
        f"/api/v1/tables/{code}/join",
        content=b'{"name": "\\ud800x", "seat": 3}',
        headers={"content-type": "application/json"},
    )
    assert odd.status_code == 422


def test_strange_actions(table: Table) -> None:
    before = table.house.events(table.code)
    url = f"/api/v1/tables/{table.code}/act"
    headers = {**table.owner.bearer, "content-type": "application/json"}
    version = str(table.live.version).encode()
    bodies = [
        b"",
        b"[]",
        b"null",
        b"{",
        b'{"version": NaN}',
        b'{"version": 1e999, "words": "x"}',
        b'{"version": %s, "words": "\\ud800"}' % version,
        b'{"version": %s, "words": "\\u0000"}' % version,
        b'{"version": %s, "action": {"type": "\\ud800"}}' % version,
        b'{"version": %s, "action": {"type": "play", "cards": ["\\ud800"]}}' % version,
        b'{"version": %s, "action": {"type": "bid", "bid": {"a": [1, {}]}}}' % version,
        b'{"version": %s, "action": {}}' % version,
        b'{"version": %s}' % version,
        b'{"version": ' + b"9" * 5000 + b"}",
        b"[" * 50_000,
        b"\xff\xfe",
    ]
    for body in bodies:
        answer = table.house.first.post(url, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (body[:60], answer.status_code)
        assert set(answer.json()) == {"status", "message", "clause"}
    form = f"/t/{table.code}/act"
    for words in (*STRANGE, "1" * 90_000):
        assert table.owner.post(form, data={**table.form, "words": words}).status_code in (413, 422)
    for event in ("", "x", "1.5", "9" * 6000, "\u0664"):
        assert table.owner.post(form, data={"event": event, "words": "pass"}).status_code in (409, 422)
    cards = [["7H"] * 3, ["ZZ"], [""], ["7H"] * 900, ["\x00"]]
    for chosen in cards:
        assert table.owner.post(form, data={"event": table.live.version, "card": chosen}).status_code == 422
    assert table.house.events(table.code) == before


def test_too_much_at_once(table: Table) -> None:
    before = table.house.events(table.code)
    big = "x" * 2_000_000
    for path in (f"/t/{table.code}/act", "/open", "/look", "/sheet/abc"):
        assert table.owner.post(path, data={"words": big, "game": "noms"}).status_code == 413

    def pieces() -> Any:  # without a length
        for _ in range(40):
            yield b"words=" + b"x" * 50_000

    headers = {"content-type": "application/x-www-form-urlencoded"}
    for path in (f"/t/{table.code}/act", "/open"):
        assert table.owner.post(path, content=pieces(), headers=headers).status_code == 413
    api = f"/api/v1/tables/{table.code}/act"
    assert table.owner.post(api, json={"words": big}, headers=table.owner.bearer).status_code == 413
    many = {f"f{n}": "1" for n in range(5000)}
    assert table.owner.post("/look", data=many).status_code in (303, 400, 413)
    assert table.house.events(table.code) == before


def test_odd_fields_of_forms(house: House) -> None:
    visitor = house.visitor()
    for form in (
        {"self": "1", "back": "/"},
        {"language": "xx", "theme": "x", "deck": "", "name": "\x00", "only_card": "7"},
        {"back": "/x" * 9000},
    ):
        assert visitor.post("/look", data=form).status_code == 303
    for form in (
        {},
        {"game": "chess"},
        {"game": "noms", "players": "99"},
        {"game": "noms", "players": "-1", "seat0": "me", "seat1": "me"},
        {"game": "noms", "seat0": "9"},
        {"game": "voormsi", "target": "9" * 5000, "seat0": "me"},
        {"game": "voormsi", "preset": "x", "seat0": "me"},
        {"game": "voormsi", "pace": "nan", "move_seconds": "inf", "seat0": "level"},
    ):
        assert visitor.post("/open", data=form).status_code == 422
    for form in ({"game": "chess"}, {"game": "noms", "players": "x"}, {}, {"game": "noms", "players": "7"}):
        assert visitor.post("/quick", data=form).status_code == 422


def filled(path: str) -> str:
    return path.format(code="nowhere", secret="nothing", game="noms")


def test_every_post_from_elsewhere_is_refused(shared: House) -> None:
    posts = [path for method, path in shared.routes if method == "POST"]
    assert "/t/{code}/act" in posts
    for path in posts:
        for site in ("cross-site", "same-site"):
            answer = shared.first.post(filled(path), headers={"sec-fetch-site": site})
            assert answer.status_code == 403, path


def test_nothing_is_told_of_a_table_that_is_not_there(shared: House) -> None:
    """Neither by pages nor by streams, which say so before they begin; and in the visitor's language."""
    asked = [(method, path) for method, path in shared.routes if "{code}" in path or "{secret}" in path]
    assert ("GET", "/t/{code}/stream") in asked
    for method, path in asked:
        answer = shared.first.request(method, filled(path), headers={"accept-language": "fa"})
        if (method, path) == ("GET", "/m/{secret}"):
            continue  # it asks first, and looks for the seat when it is told yes
        assert answer.status_code in ((404, 422) if method == "POST" else (404,)), path
        assert any("\u0600" <= letter <= "\u06ff" for letter in answer.text), path


@pytest.mark.parametrize(
    "path",
    [
        "/t/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/t/%00",
        "/t/" + "a" * 3000,
        "/t/%ff",
        "/t/a'b",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%00",
        "/static//etc/passwd",
        "/rules/%2e%2e",
        "/rules/chess",
        "/sheet/" + "x" * 500,
        "/api/v1/tables/" + "a" * 3000,
        "/api/v1/tables/%00",
        "/m/",
        "/join?code=%00",
        "/join?code=" + "a" * 5000,
    ],
)
def test_paths_that_lead_nowhere(shared: House, path: str) -> None:
    answer = shared.first.get(path)
    assert answer.status_code in (404, 422), answer.status_code
    assert "create_app" not in answer.text
    assert "root:" not in answer.text


def test_a_code_may_be_written_large(house: House) -> None:
    host = house.visitor()
    code = house.open(host, "voormsi")
    assert host.get(f"/t/{code.upper()}").status_code == 200
    assert host.get("/join", params={"code": f" {code.upper()} "}).headers["location"] == f"/t/{code}"
    assert len(house.desk.tables) == 1


# -- too often -------------------------------------------------------------------------------------------
def test_too_many_posts(tmp_path: Path) -> None:
    with serving(tmp_path, posts_per_minute=5, new_tables_per_hour=2) as house:
        visitor = house.visitor()
        codes = [visitor.post("/quick", data={"game": "noms"}).status_code for _ in range(3)]
        assert codes == [303, 303, 429]
        assert [visitor.post("/look").status_code for _ in range(4)] == [303, 303, 429, 429]
        answer = visitor.post("/api/v1/tables", json={"game": "noms"})
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
        assert answer.json()["status"] == 429
        assert visitor.get("/").status_code == 200
