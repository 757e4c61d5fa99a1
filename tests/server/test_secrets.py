"""Nothing a seat may not know reaches it: other cards elsewhere change no byte of what it can get."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from messdeck.core.actions import TABLE
from messdeck.games.registry import GAMES, get_game
from messdeck.server.app import create_app
from messdeck.server.people import COOKIE
from messdeck.server.settings import Settings

SAME_SITE = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(
        database=f"sqlite+aiosqlite:///{tmp_path}/test.db",
        workers=0,
        pace=0,
        deal_rest=0,
        grace=10**6,  # else a computer player sits in on a slow machine, and that shows
        posts_per_minute=10**6,
        new_tables_per_hour=10**6,
    )
    with TestClient(create_app(settings), headers=SAME_SITE) as client:
        yield client


def seated(client: TestClient, game: str, players: int, **options: object) -> tuple[str, list[str]]:
    """A table full of programs: its code and their tokens by seat."""
    new = {"game": game, "players": players, "options": options, "pace": 0}
    code = client.post("/api/v1/tables", json=new).json()["table"]
    tokens = []
    for seat in range(players):
        joined = client.post(f"/api/v1/tables/{code}/join", json={"seat": seat, "name": f"P{seat}"})
        tokens.append(joined.json()["token"])
    return code, tokens


def answers(
    client: TestClient, code: str, token: str | None, illegal: list[dict], version: int
) -> dict[str, str]:
    """Everything that a seat (None: a spectator) can get of a table, by name."""
    bearer = {"authorization": f"Bearer {token}"} if token else {}
    client.cookies.clear()
    if token:
        client.cookies.set(COOKIE, token)
    got = {}
    for language in ("en", "fa"):
        page = client.get(f"/t/{code}", headers={"accept-language": language})
        got[f"page {language}"] = f"{page.status_code} {page.text}"
    got["state"] = client.get(f"/api/v1/tables/{code}", headers=bearer).text
    got["event"] = client.get(f"/api/v1/tables/{code}/events?once=true", headers=bearer).text
    for path in (f"/g/{code}", f"/g/{code}/record.mdk.jsonl", "/mine", "/lobby", "/"):
        answer = client.get(path)
        got[path] = f"{answer.status_code} {answer.text}"
    hint = client.post(f"/t/{code}/hint")
    got["hint"] = f"{hint.status_code} {hint.text}"
    if token:
        for i, action in enumerate(illegal):
            wanted = {"version": version, "action": action}
            answer = client.post(f"/api/v1/tables/{code}/act", json=wanted, headers=bearer)
            assert answer.status_code == 422
            got[f"refusal {i}"] = answer.text
    return got


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("voormsi", 4, {}),
        ("voormsi", 3, {"deal_all": True}),
        ("voormsi", 2, {"voormsi_proof": "shown"}),
        ("noms", 4, {"minimum_bid": 7}),
        ("noms", 4, {"mis_rank": "between_10_and_11", "leader": "left_of_dealer"}),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_other_cards_elsewhere_change_no_byte(
    client: TestClient, caplog: pytest.LogCaptureFixture, game: str, players: int, options: dict, seed: int
) -> None:
    rng = Random(f"{game} {players} {seed}")
    code, tokens = seated(client, game, players, **options)
    live = client.app.state.house.desk.tables[code]
    for _ in range(rng.randrange(2, 34)):
        state = client.get(f"/api/v1/tables/{code}").json()
        turn = live.position.turn
        if turn == TABLE or state["view"]["turn"] != turn or live.position.is_over:
            continue
        action = rng.choice(live.position.legal_actions())
        wanted = {"version": state["version"], "action": action.to_json()}
        client.post(
            f"/api/v1/tables/{code}/act", json=wanted, headers={"authorization": f"Bearer {tokens[turn]}"}
        )
    if live.position.is_over or live.position.turn == TABLE:
        return
    chosen = get_game(game)
    truth = live.match.position
    for seat, token in [*enumerate(tokens), (None, None)]:
        view = truth.view(seat)
        known = set(view.hand)
        universe = [{"type": "play", "seat": seat, "cards": [code]} for code in chosen.deck.index]
        illegal = [action for action in universe if action["cards"][0] not in known][:6]
        with caplog.at_level(logging.DEBUG, logger="messdeck"):
            caplog.clear()
            before = answers(client, code, token, illegal, live.version)
            logged = caplog.text
            for _ in range(2):
                live.match.position = view.sample(rng)
                live.drawn.clear()
                caplog.clear()
                try:
                    after = answers(client, code, token, illegal, live.version)
                finally:
                    live.match.position = truth
                    live.drawn.clear()
                assert after == before, [key for key in before if before[key] != after[key]]
                assert caplog.text == logged


def test_an_unfinished_game_has_no_record_page(client: TestClient) -> None:
    code, _ = seated(client, "noms", 4)
    for path in (f"/g/{code}", f"/g/{code}?n=3", f"/g/{code}/record.mdk.jsonl"):
        assert client.get(path).status_code == 404
    assert client.post(f"/g/{code}/play-on", data={"n": "1"}).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_hands_and_openings_of_others_are_in_no_answer(client: TestClient, game: str) -> None:
    code, tokens = seated(client, game, 4)
    live = client.app.state.house.desk.tables[code]
    while live.position.turn == TABLE:
        client.get(f"/api/v1/tables/{code}")
    state = client.get(f"/api/v1/tables/{code}", headers={"authorization": f"Bearer {tokens[0]}"}).json()
    others = {card for seat in (1, 2, 3) for card in live.position.view(seat).hand}
    told = json.dumps({key: value for key, value in state["view"].items() if key != "hand"})
    assert not [card for card in others if f'"{card}"' in told]
    assert "nonce" not in json.dumps(state)
