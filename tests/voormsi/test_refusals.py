"""Every refusal that the kernel knows, provoked at the table."""

from __future__ import annotations

import ast
import inspect

import pytest

from messdeck.core.actions import TABLE, Action, End, Play
from messdeck.core.position import Position
from messdeck.games.voormsi import kernel
from messdeck.games.voormsi.actions import VoormsiDeal
from tests.voormsi.table import GAME, PACK, Table, refused, shuffled, won_by


def play(table: Table, seat: int, cards: str) -> tuple[Position, Action]:
    return table.position, Play(seat, tuple(cards.split()))


def dealt(table: Table, **more: object) -> tuple[Position, Action]:
    _, deal = shuffled(2, table.rules.players)
    values = {"dealer": 0, "hands": deal.hands, "stock": deal.stock, **more}
    return table.position, VoormsiDeal(TABLE, **values)


def before(players: int) -> Position:
    return GAME.start(GAME.rules.create(players))


def hands(players: int, size: int) -> VoormsiDeal:
    cards = [tuple(PACK[seat * size : (seat + 1) * size]) for seat in range(players)]
    return VoormsiDeal(TABLE, 0, tuple(cards), tuple(PACK[players * size :]))


def short_deal() -> VoormsiDeal:
    _, deal = shuffled(2)
    return VoormsiDeal(TABLE, 0, deal.hands, deal.stock[1:])


over = Table("0: 9C").do(End(TABLE))
two = Table("0: QD 9C", players=2)
mixed = Table(hold={0: "3D KC 9C 9S"})

PROVOKED: dict[str, tuple[Position, Action]] = {
    "V1.1.1": (before(4), short_deal()),
    "V3.2.1": dealt(Table(*won_by("000001111"), leader=0), dealer=2),
    "V3.3.1": (before(4), hands(4, 5)),
    "V3.3.2": (before(4), Play(0, ("9C",))),
    "V3.3.3": dealt(Table("0: 9C")),
    "V3.4.1": play(Table("0: 9C"), 2, "QD"),
    "V4.1.1": play(mixed, 0, "9C KC"),
    "V4.1.2": play(mixed, 0, ""),
    "V4.2.1": play(mixed, 0, "3D KC"),
    "V4.3.1": play(Table("0: 9C+9S", hold={1: "QD"}), 1, "QD"),
    "V4.3.2": play(Table("0: 9C"), 1, "9S"),
    "V4.4.1": play(Table("0: KH", hold={1: "JC QD"}), 1, "QD"),
    "V7.4.1": play(over, 1, over.position.hands[1][0]),
    "V8.1.1": (before(2), hands(2, 5)),
    "V8.3.1": play(two, 0, two.position.hands[0][0]),
    "V8.4.1": play(Table(*won_by("00000000", 2), players=2, then="0: QC+QS"), 0, "QC QS"),
}


@pytest.mark.parametrize("key", list(PROVOKED))
def test_refusal(key):
    reason = refused(*PROVOKED[key])
    assert reason.key == f"refusal.{key}"
    assert reason.clause == key.rpartition(".")[0]
    assert reason.args


def test_the_list_is_whole():
    """The int constants that the kernel's refusals return, as 10 x clause + variant."""
    codes = set()
    for function in (kernel.deal_refusal, kernel.play_refusal, kernel.refusal):
        for node in ast.walk(ast.parse(inspect.getsource(function))):
            if isinstance(node, ast.Return) and node.value is not None:
                parts = ast.walk(node.value)
                codes |= {part.value for part in parts if isinstance(part, ast.Constant) and part.value}
    codes = {code for code in codes if code > 100}
    assert {f"{GAME.clause(code // 10)}.{code % 10}" for code in codes} == set(PROVOKED)


@pytest.mark.parametrize("key", [key for key, (_, action) in PROVOKED.items() if isinstance(action, Play)])
def test_a_seat_is_told_the_same_in_its_view(key):
    position, action = PROVOKED[key]
    assert position.view(action.seat).why_not(action) == position.why_not(action)
