"""Every refusal that the kernel knows, provoked once."""

import ast
import inspect
from collections.abc import Callable

import pytest

from messdeck.core.actions import TABLE, Action, Play
from messdeck.games.noms import kernel
from messdeck.games.noms.actions import Bid, Concede, Contract, NomsDeal
from messdeck.games.noms.view import NomsPosition
from tests.noms.table import (
    APART,
    MIXED,
    PACK,
    PASSED_OUT,
    called_off,
    conceded,
    hands,
    new,
    refused,
    table,
    whole_deal,
)

TEN = "10 p p p"
SMALL = {"mis_rank": "between_10_and_11"}
LEFT = {"leader": "left_of_dealer"}
APART_HANDS = hands(APART)


def due(dealer=3, held=APART_HANDS, double=False, pack=(), cut=0) -> NomsDeal:
    return NomsDeal(TABLE, dealer, held, double, tuple(pack), cut)


def played() -> NomsPosition:
    return whole_deal("10", {0: 13})


def passed_out(**options) -> NomsPosition:
    return table(APART, PASSED_OUT, **options)


def shown() -> NomsPosition:
    return table(MIXED, "vis p p p", "", "2S 3S 7S AS")


TWO_ACES = (("AC", *APART_HANDS[1][1:]), *APART_HANDS[1:])
FOURTEEN = ((*APART_HANDS[0], "AD"), APART_HANDS[1][1:], *APART_HANDS[2:])

PROVOKED: dict[str, Callable[[], tuple[NomsPosition, Action]]] = {
    "N1.1.1": lambda: (new(), due(held=TWO_ACES)),
    "N1.1.2": lambda: (new(), due(pack=(*PACK[:51], "AC"), cut=1)),
    "N2.1.1": lambda: (played(), due(3)),
    "N2.1.2": lambda: (new(), Bid(0, "pass")),
    "N2.1.3": lambda: (table(), due(0)),
    "N2.3.1": lambda: (new(), due(held=FOURTEEN)),
    "N2.3.2": lambda: (new(), due(pack=PACK, cut=1)),
    "N2.4.1": lambda: (new(), due(pack=PACK, cut=52)),
    "N2.4.2": lambda: (played(), due(0, pack=PACK, cut=1)),
    "N2.5.1": lambda: (passed_out(double_hand_dealer="same"), due(0, double=True)),
    "N2.5.2": lambda: (passed_out(), due(0)),
    "N2.5.3": lambda: (new(), due(double=True)),
    "N2.5.4": lambda: (passed_out(), due(0, double=True, pack=PACK, cut=1)),
    "N3.3.1": lambda: (table(), Bid(0, "9")),
    "N3.4.1": lambda: (table(**SMALL), Bid(0, "mis-a-vis")),
    "N3.5.1": lambda: (table(APART, "10"), Bid(1, "10")),
    "N3.5.4": lambda: (table(), Bid(2, "10")),
    "N3.7.1": lambda: (table(APART, TEN), Bid(0, "pass")),
    "N3.7.4": lambda: (table(), Play(0, ("AC",))),
    "N3.8.1": lambda: (table(APART, "p p p", forced_bid=7), Bid(3, "pass")),
    "N3.8.2": lambda: (table(APART, "p p p", forced_bid=12), Bid(3, "11")),
    "N4.2.1": lambda: (table(), Contract(0, "C", "AC")),
    "N4.2.2": lambda: (table(APART, TEN), Contract(1, "C", "AC")),
    "N4.2.3": lambda: (table(APART, TEN), Play(0, ("AC",))),
    "N4.2.4": lambda: (table(APART, TEN, "C AC"), Contract(0, "C", "AC")),
    "N4.3.1": lambda: (table(APART, TEN), Contract(0, "NT", "A")),
    "N4.4.1": lambda: (table(APART, TEN, **LEFT), Contract(0, None, "A")),
    "N4.7.1": lambda: (table(APART, "mis p p p"), Contract(0, "C", "AC")),
    "N5.1.1": lambda: (table(APART, TEN, "C AC"), Play(0, ("AD",))),
    "N5.1.2": lambda: (table(MIXED, TEN, "C AC", "AC"), Play(1, ("QD",))),
    "N5.2.3": lambda: (table(APART, TEN, "C AC"), Play(1, ("AD",))),
    "N5.5.1": lambda: (table(MIXED, "vis p p p", "", "2S"), Concede(1)),
    "N5.5.2": lambda: (shown(), Concede(0)),
    "N5.5.3": lambda: (conceded(shown(), 1), Concede(1)),
    "N7.1.1": lambda: (whole_deal("10", {0: 13}, target=10), Bid(0, "10")),
    "N7.2.1": lambda: (called_off(table()), Bid(0, "10")),
}


def known_to_the_kernel() -> set[str]:
    """The refusal codes in the source of the kernel, as clause and variant."""
    codes = set()
    for function in ast.walk(ast.parse(inspect.getsource(kernel))):
        if isinstance(function, ast.FunctionDef) and function.name.endswith("refusal"):
            for returned in (node for node in ast.walk(function) if isinstance(node, ast.Return)):
                numbers = [node.value for node in ast.walk(returned) if isinstance(node, ast.Constant)]
                codes |= {code for code in numbers if type(code) is int and 110 <= code <= 999}
    return {f"N{code // 100}.{code // 10 % 10}.{code % 10}" for code in codes}


@pytest.mark.parametrize("code", PROVOKED)
def test_provoked(code):
    position, action = PROVOKED[code]()
    assert refused(position, action) == code


def test_that_is_all_of_them():
    assert set(PROVOKED) == known_to_the_kernel()


@pytest.mark.parametrize("code", PROVOKED)
def test_a_view_gives_the_same_reason(code):
    position, action = PROVOKED[code]()
    if not isinstance(action, NomsDeal):
        assert position.view(action.seat).why_not(action) == position.why_not(action)
