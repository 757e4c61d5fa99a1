"""The solver on whole games: every position where cards are played, against exhaustion at the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from messdeck.bots.simulation import simulate
from messdeck.core.actions import TABLE, Play
from messdeck.core.errors import BadText
from messdeck.core.position import Position
from messdeck.core.record import Record, replay
from messdeck.games.noms.actions import Bid, Contract, NomsDeal
from messdeck.games.registry import get_game
from messdeck.solver import solve_position
from tests.solver.brute import Exhaustive

NOMS = get_game("noms")


def records(games: int, bots: str, seed: int, tmp_path: Any, **options: Any) -> Iterator[Record]:
    """Whole games between computer players, as `messdeck simulate` writes them."""
    simulate(NOMS, NOMS.rules.create(4, options), games, bots, seed, tmp_path, lambda: None)
    for path in sorted(tmp_path.glob("*.mdk.jsonl")):
        yield replay(path.read_text("utf-8").splitlines(), get_game)


def in_play(record: Record) -> list[Position]:
    return [before for before, _, _ in record.moves() if getattr(before, "phase", "") == "play"]


def side_of(position: Any) -> tuple[int, ...]:
    """N4.2, N4.5, N4.7: the bidder, and in a number bid whoever holds or held the called card."""
    bidder = position.bidder
    return (bidder,) if position.partner is None else tuple(sorted({bidder, position.partner}))


def check(position: Any) -> None:
    side = side_of(position)
    mis = position.bid in ("mis", "mis-a-vis")
    wants = tuple(seat for seat in range(4) if (seat in side) != mis)
    before = sum(position.tricks[seat] for seat in side)
    truth = Exhaustive(lambda end: sum(end.tricks[seat] for seat in side) - before, wants)  # type: ignore[attr-defined]
    outlook = solve_position(position)
    assert (outlook.side, outlook.maximises, outlook.exact) == (side, position.turn in wants, True)
    assert (outlook.value, outlook.actions) == (truth.value(position), truth.actions(position)), position


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        ("random", {"target": 60, "mis_rank": "between_10_and_11"}),
        ("random", {"target": 60, "mis_rank": "between_10_and_11", "leader": "left_of_dealer"}),
        ("2", {"target": 30, "minimum_bid": 7, "forced_bid": 7}),
        ("2", {"target": 30}),
    ],
)
def test_the_last_tricks_of_whole_games(bots: str, options: dict[str, Any], tmp_path: Any) -> None:
    seen = 0
    for record in records(4, bots, 5, tmp_path, **options):
        for position in in_play(record):
            if sum(position.cards_left) <= 11:  # type: ignore[attr-defined]
                check(position)
                seen += 1
    assert seen > 60


@pytest.mark.parametrize("bid", ["mis", "mis-a-vis"])
def test_the_last_tricks_of_misere(bid: str) -> None:
    """A bidder with low cards who plays low; now and then he must take a trick, which ends the deal."""
    rng = Random(9)
    values = []
    for _ in range(60):
        position = misere(rng, bid)
        while position.turn >= 0 and sum(position.cards_left) > 11:
            cards = [action for action in position.legal_actions() if isinstance(action, Play)]
            low = min(cards, key=lambda action: "23456789TJQKA".index(action.cards[0][0]))
            position = position.play(low if position.turn == position.bidder else rng.choice(cards))
        if position.turn >= 0:
            check(position)
            values.append(solve_position(position).value)
    assert {0, 1} == set(values)


def misere(rng: Random, bid: str) -> Any:
    """A deal in which seat 0, with mostly low cards, plays Mis."""
    deck = sorted(NOMS.deck.index, key=lambda code: "23456789TJQKA".index(code[0]) + rng.random() * 8)
    low, rest = deck[:13], deck[13:]
    rng.shuffle(rest)
    hands = (tuple(low), tuple(rest[:13]), tuple(rest[13:26]), tuple(rest[26:]))
    position = NOMS.start(NOMS.rules.create()).play(NomsDeal(TABLE, 3, hands, False))
    for seat, call in enumerate([bid, "pass", "pass", "pass"]):
        position = position.play(Bid(seat, call))
    return position


@pytest.mark.parametrize("call", ["A", "AS"])
def test_each_lead_that_names_trumps_is_a_problem_of_its_own(call: str) -> None:
    """N4.4: the first lead's suit is trumps, and with a bare rank it settles the partner too."""
    position: Position = NOMS.start(NOMS.rules.create())
    position = position.play(position.draw_deal(Random(3)))
    seat = position.turn
    for i, bid in enumerate(["10", "pass", "pass", "pass"]):
        position = position.play(Bid((seat + i) % 4, bid))
    position = position.play(Contract(seat, None, call))
    outlook = solve_position(position)
    after = {lead: solve_position(position.play(lead)) for lead in position.legal_actions()}
    assert outlook.actions == {lead: one.value for lead, one in after.items()}
    assert outlook.value == max(outlook.actions.values())
    assert outlook.side in {one.side for one in after.values() if one.value == outlook.value}
    assert len({one.side for one in after.values()}) == (1 if call == "AS" else 2)


def test_costs_follow_from_values(tmp_path: Any) -> None:
    record = next(records(1, "2", 3, tmp_path, target=10))
    for position in in_play(record)[20:]:
        outlook = solve_position(position)
        costs = [outlook.cost(action) for action, _ in outlook.ranked()]
        assert costs[0] == 0
        assert costs == sorted(costs, key=lambda cost: -1 if cost is None else cost)


def test_a_spent_budget_is_said(tmp_path: Any) -> None:
    record = next(records(1, "2", 3, tmp_path, target=10))
    outlook = solve_position(in_play(record)[1], budget=3)
    assert (outlook.value, outlook.exact) == (None, False)
    assert outlook.cost(next(iter(outlook.position.legal_actions()))) is None


def test_there_is_nothing_to_solve_before_the_lead_and_after_the_deal() -> None:
    rng = Random(1)
    position = NOMS.start(NOMS.rules.create())
    with pytest.raises(BadText, match=r"N4\.1"):
        solve_position(position)
    position = position.play(position.draw_deal(rng))
    with pytest.raises(BadText, match=r"N4\.1"):
        solve_position(position)
