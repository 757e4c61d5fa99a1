"""Nothing a seat may not know reaches it: other cards elsewhere change no byte of what it can get."""

from __future__ import annotations

import json
import logging
from random import Random

import pytest
from fastapi.testclient import TestClient

from messdeck.core.actions import TABLE
from messdeck.games.registry import GAMES, get_game
from messdeck.server.people import COOKIE
from tests.server.house import House

COMPARED = ("/", "/lobby", "/mine")
"""What tells of tables under way besides the pages of one table."""
ELSEWHERE = {
    "/open",
    "/join",
    "/m/{secret}",
    "/rules",
    "/rules/{game}",
    "/referee",
    "/sheet",
    "/sheet/{code}",
}
ELSEWHERE |= {"/api/v1/docs"}
"""Pages that know nothing of any cards at a table."""


def paths_of(house: House) -> list[str]:
    """Every path at which something of a table can be got."""
    paths = {path for method, path in house.routes if method == "GET"} - ELSEWHERE
    assert all("{code}" in path or path in COMPARED for path in paths), "is a new page to be compared?"
    return sorted(paths)


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
    house: House, code: str, token: str | None, illegal: list[dict], version: int
) -> dict[str, object]:
    """Everything that a seat (None: a spectator) can get of a table, by name."""
    client = house.first
    bearer = {"authorization": f"Bearer {token}"} if token else {}
    client.cookies.clear()
    if token:
        client.cookies.set(COOKIE, token)
    got: dict[str, object] = {}
    for path in paths_of(house):
        at = path.replace("{code}", code)
        for language in ("en", "fa"):
            headers = {**bearer, "accept-language": language}
            if path.endswith(("/stream", "/events")):
                cookie = {"cookie": f"{COOKIE}={token}"} if token else {}
                got[f"{path} {language}"] = house.frames(at, {**headers, **cookie})
            else:
                answer = client.get(at, headers=headers)
                got[f"{path} {language}"] = f"{answer.status_code} {answer.text}"
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
    house: House, caplog: pytest.LogCaptureFixture, game: str, players: int, options: dict, seed: int
) -> None:
    client = house.first
    rng = Random(f"{game} {players} {seed}")
    code, tokens = seated(client, game, players, **options)
    live = house.live(code)
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
            before = answers(house, code, token, illegal, live.version)
            logged = caplog.text
            for _ in range(2):
                live.match.position = view.sample(rng)
                live.drawn.clear()
                caplog.clear()
                try:
                    after = answers(house, code, token, illegal, live.version)
                finally:
                    live.match.position = truth
                    live.drawn.clear()
                assert after == before, [key for key in before if before[key] != after[key]]
                assert caplog.text == logged


def test_an_unfinished_game_has_no_record_page(house: House) -> None:
    client = house.first
    code, _ = seated(client, "noms", 4)
    for path in (f"/g/{code}", f"/g/{code}?n=3", f"/g/{code}/record.mdk.jsonl"):
        assert client.get(path).status_code == 404
    assert client.post(f"/g/{code}/play-on", data={"n": "1"}).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_hands_and_openings_of_others_are_in_no_answer(house: House, game: str) -> None:
    client = house.first
    code, tokens = seated(client, game, 4)
    live = house.live(code)
    while live.position.turn == TABLE:
        client.get(f"/api/v1/tables/{code}")
    state = client.get(f"/api/v1/tables/{code}", headers={"authorization": f"Bearer {tokens[0]}"}).json()
    others = {card for seat in (1, 2, 3) for card in live.position.view(seat).hand}
    told = json.dumps({key: value for key, value in state["view"].items() if key != "hand"})
    assert not [card for card in others if f'"{card}"' in told]
    assert "nonce" not in json.dumps(state)
