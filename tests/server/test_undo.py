"""Taking back: at once while nothing hidden has been shown, else by all people, or never."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from messdeck.core.actions import TABLE, Play
from messdeck.server.live import Live
from tests.server.house import House, Visitor


def full_table(house: House, game: str, **settings: Any) -> tuple[str, Live, list[Visitor]]:
    people = [house.visitor() for _ in range(4)]
    code = house.table_of(people, game, {}, **settings)
    house.step(code)
    return code, house.live(code), people


def act(house: House, live: Live, action: Any = None) -> None:
    house.call(house.desk.act, live, live.version, action or live.position.legal_actions()[0])


def undo(visitor: Visitor, code: str, answer: str = "") -> int:
    return visitor.post(f"/t/{code}/undo", data={"answer": answer} if answer else {}).status_code


def test_at_once(house: House) -> None:
    code, live, people = full_table(house, "noms")
    turn, before, events = live.position.turn, live.position, list(live.match.events)
    act(house, live)
    version = live.version
    assert undo(people[turn], code) == 303
    assert live.position == before
    assert live.version == version + 1 == house.events(code)[0]
    assert live.match.events[:-1] == events
    assert live.match.events[-1] == {"type": "note", "kind": "undo", "seat": turn}
    assert house.events(code)[1][-1].startswith('{"type": "note"')
    assert len(live.told) == 1
    act(house, live)  # and the game goes on
    assert undo(people[turn], code) == 303


def test_an_old_answer_does_not_count_after_it(house: House) -> None:
    code, live, people = full_table(house, "noms")
    turn, version = live.position.turn, live.version
    act(house, live)
    undo(people[turn], code)
    form = {"event": version, "words": "pass"}
    assert people[turn].post(f"/t/{code}/act", data=form).status_code == 409


def test_by_all_people(house: House) -> None:
    code, live, people = full_table(house, "noms")
    first, before = live.position.turn, live.position
    act(house, live)
    act(house, live)
    asker = people[first]
    assert undo(asker, code) == 303
    assert live.vote is not None
    others = [people[(first + i) % 4] for i in (1, 2, 3)]
    assert "/undo" in others[0].get(f"/t/{code}").text
    for other in others[:2]:
        undo(other, code, "yes")
        assert live.vote is not None
    assert undo(asker, code) == 422  # one vote at a time
    undo(others[2], code, "yes")
    assert live.vote is None
    assert live.position == before


@pytest.mark.parametrize("who", [0, 1, 3])
def test_one_no_ends_it(house: House, who: int) -> None:
    code, live, people = full_table(house, "noms")
    first = live.position.turn
    act(house, live)
    act(house, live)
    undo(people[first], code)
    version = live.version
    undo(people[(first + who) % 4], code, "no")
    assert live.vote is None
    assert live.version == version
    undo(people[(first + 2) % 4], code, "yes")  # too late
    assert live.version == version


def test_an_action_ends_the_vote(house: House) -> None:
    code, live, people = full_table(house, "noms")
    first = live.position.turn
    act(house, live)
    act(house, live)
    undo(people[first], code)
    act(house, live)
    assert live.vote is None


def test_a_vote_is_shown_on_streams_and_its_end_too(house: House) -> None:
    """The frames of a vote have ids of their own: a stream that was away meanwhile shows what is so now."""
    code, live, people = full_table(house, "noms")
    first = live.position.turn
    act(house, live)
    act(house, live)
    other = people[(first + 1) % 4]
    cookie = {"cookie": f"messdeck={other.token}"}
    calm = house.frames(f"/t/{code}/stream", cookie)[0]
    undo(people[first], code)
    asked = house.frames(f"/t/{code}/stream", {**cookie, "last-event-id": calm["id"]})[0]
    assert asked["id"] != calm["id"]
    assert 'value="yes"' in asked["data"]
    undo(other, code, "no")
    ended = house.frames(f"/t/{code}/stream", {**cookie, "last-event-id": asked["id"]})[0]
    assert 'value="yes"' not in ended["data"]
    assert not house.frames(f"/t/{code}/stream", {**cookie, "last-event-id": ended["id"]}, wait=0.3)


def test_never_where_it_is_switched_off(house: House) -> None:
    code, live, people = full_table(house, "noms", undo="off")
    turn = live.position.turn
    act(house, live)
    assert undo(people[turn], code) == 422
    assert live.vote is None
    assert "/undo" not in people[turn].get(f"/t/{code}").text


def test_nothing_to_take_back(house: House) -> None:
    code, live, people = full_table(house, "noms")
    version = live.version
    for person in people:
        assert undo(person, code) == 422
    assert live.version == version


def test_a_drawn_card_is_not_unseen(house: House) -> None:
    """Where a play made somebody draw from the stock, it is not taken back at once."""
    people = [house.visitor() for _ in range(2)]
    code = house.table_of(people, "voormsi", {})
    house.step(code)
    live = house.live(code)
    rng = Random(3)
    seen = {"kept": 0, "drew": 0}
    while min(seen.values()) < 3:
        if live.position.turn == TABLE:
            house.step(code)
            continue
        turn, before = live.position.turn, live.position
        act(house, live, rng.choice(before.legal_actions()))
        drew = any(not set(live.position.view(seat).hand) <= set(before.view(seat).hand) for seat in range(2))
        if live.position.turn < 0:
            continue
        undo(people[turn], code)
        assert (live.position == before) == (not drew)
        seen["drew" if drew else "kept"] += 1
        house.call(house.desk.answer_undo, live, turn, False)
        if live.position == before:
            act(house, live, rng.choice(before.legal_actions()))


def test_a_hand_laid_open_is_not_unseen(house: House) -> None:
    """The card that ends the first trick of Mis a Vis lays the bidder's hand open (N5.4)."""
    for seed in range(20):
        code, live, people = full_table(house, "noms")
        rng = Random(seed)
        while live.position.turn >= 0 and len(live.match.events) < 40:
            legal = live.position.legal_actions()
            bids = {action.to_json().get("bid"): action for action in legal}
            game, before, turn = live.match.game, live.position, live.position.turn
            act(
                house, live, bids.get("mis_a_vis") or bids.get("vis") or bids.get("pass") or rng.choice(legal)
            )
            shown = [seat for seat in range(4) if game.shown_cards(live.position, seat)]
            if shown and not any(game.shown_cards(before, seat) for seat in range(4)):
                undo(people[turn], code)
                assert live.vote is not None
                assert live.position != before
                return
    raise AssertionError("no Mis a Vis was bid")


def test_a_contract_shows_nothing_hidden(house: House) -> None:
    """Naming a contract is told to all, but all of it could be foreseen: it is taken back at once."""
    code, live, people = full_table(house, "noms")
    act(house, live, live.position.legal_actions()[1])
    while live.position.legal_actions()[0].to_json()["type"] == "bid":
        act(house, live)
    turn, before = live.position.turn, live.position
    act(house, live)
    assert isinstance(live.position.legal_actions()[0], Play)
    assert undo(people[turn], code) == 303
    assert live.position == before


def test_computer_players_agree_only_then(house: House) -> None:
    host = house.visitor()
    code = house.open(host, "voormsi", pace="10")
    live = house.live(code)
    while live.position.turn != 0 and len(live.match.events) < 2:
        if live.position.turn > 0:  # it takes 20 seconds to lead
            house.call(house.desk.act, live, live.version, live.position.legal_actions()[0])
        time.sleep(0.01)
    while live.position.turn != 0:
        house.call(house.desk.act, live, live.version, live.position.legal_actions()[0])
    before = live.position
    act(house, live)
    assert undo(host, code) == 303
    assert live.position == before
    act(house, live)
    house.call(house.desk.act, live, live.version, live.position.legal_actions()[0])
    answer = host.post(f"/t/{code}/undo")
    assert answer.status_code == 422
    assert "computer players" in answer.text


def test_back_into_a_deal_that_was_over(house: House) -> None:
    """The deal that was promised meanwhile is promised anew: its pack was gathered from other tricks."""
    code, live, people = full_table(house, "noms")
    while live.position.turn >= 0:
        turn = live.position.turn
        act(house, live)
    house.call(house.desk._promise, live)
    promised = live.commitment
    undo(people[turn], code)
    for person in people:
        undo(person, code, "yes")
    assert live.position.turn == turn
    assert live.promise is None
    assert 2 not in house.call(house.store.openings, code)
    while live.position.turn >= 0:
        act(house, live, live.position.legal_actions()[-1])
    house.step(code)
    assert live.deals == 2
    assert live.commitment != promised


def test_not_after_the_game(house: House) -> None:
    people = [house.visitor() for _ in range(2)]
    code = house.table_of(people, "voormsi", {"target": 5})
    live = house.live(code)
    turn = 0
    while not live.position.is_over:
        if live.position.turn == TABLE:
            house.step(code)
        else:
            turn = live.position.turn
            act(house, live)
    assert undo(people[turn], code) == 422
