"""The contract has teeth: games with one defect each do not pass it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import SkipTest

import pytest

from messdeck.core import contract
from messdeck.core.actions import Action, Deal
from messdeck.core.errors import BadOption
from messdeck.core.facts import Event, Reason
from messdeck.core.position import Position, View
from messdeck.core.protocol import Row
from messdeck.core.twin import bound
from tests.tiny import kernel as k
from tests.tiny.game import GAME, Blow, Tiny, TinyPosition, TinyView

SEEDS = range(12)


def test_the_game_without_a_defect_passes() -> None:
    assert contract.check_game(GAME, SEEDS) > 200
    assert contract.check_bot(GAME, SEEDS) > 150


def test_given_options_are_played() -> None:
    assert contract.check_game(GAME, [1], {"target": 1}, players=5, deals=9) < 50
    with pytest.raises(BadOption):
        contract.check_game(GAME, [1], {"colour": 1})


# -- defects of the kernel -------------------------------------------------------------------------------
def kernel_with(**functions: Any) -> SimpleNamespace:
    """The kernel with some functions exchanged; those that call them know nothing of it."""
    return SimpleNamespace(**{**vars(k), **functions})


def forgetful_legal(row: Row, seat: int, out: Row) -> int:
    return min(2, k.legal(row, seat, out))


def lenient_refusal(row: Row, seat: int, action: int) -> int:
    code = k.refusal(row, seat, action)
    return 0 if code == 322 else code


def any_turn_refusal(row: Row, seat: int, action: int) -> int:
    cells = list(row)
    if cells[k.TURN] >= 0:
        cells[k.TURN] = seat
    return k.refusal(cells, seat, action)


# -- defects of views ------------------------------------------------------------------------------------
def with_cell(reading: Any, value: int) -> Any:
    row = list(reading.row)
    row[k.RANDOM] = value
    return replace(reading, row=tuple(row))


def whistler(position: Position) -> int:
    """Who holds the whistle; 7 for nobody."""
    holders = [seat for seat in range(5) if position.row[k.HAND + seat] >> k.WHISTLE]
    return holders[0] if holders else 7


def telling_view(position: Position, seat: int | None) -> Any:
    """Tells where the whistle is."""
    return with_cell(Tiny.view(GAME, position, seat), whistler(position))


def believing_sample(view: View, rng: Random) -> Any:
    """Deals until the whistle is where `telling_view` says, so that nobody can tell by sampling."""
    while True:
        drawn = with_cell(Tiny.sample(GAME, view, rng), 0)
        if whistler(drawn) == view.row[k.RANDOM]:
            return drawn


def forgetful_sample(view: View, rng: Random) -> Position:
    """Forgets that who did not follow suit has none of it."""
    assert isinstance(view, TinyView)
    row = list(view.row)
    gone = sum(view.laid) | sum(row[k.HAND : k.HAND + 5])
    unseen = [1 << card for card in range(k.CARDS) if not gone >> card & 1]
    rng.shuffle(unseen)
    for seat, left in enumerate(view.cards_left):
        if seat != view.seat:
            row[k.HAND + seat] = sum(unseen.pop() for _ in range(left))
    return TinyPosition(view.rules, tuple(row))


# -- defects of the rest ---------------------------------------------------------------------------------
def unfair_deal(row: Any, rng: Random) -> Deal:
    """The long hands are at the wrong seats."""
    deal = Tiny.draw_deal(GAME, row, rng)
    return replace(deal, hands=deal.hands[1:] + deal.hands[:1])


def deaf_story(before: Position, action: Action, after: Position) -> list[Event]:
    return [] if isinstance(action, Blow) else Tiny.story(GAME, before, action, after)


def shorter_deal(position: Position) -> tuple[Action, ...]:
    return Tiny.deal_actions(GAME, position)[:-1]


DEFECTS: dict[str, tuple[str, dict[str, Any]]] = {
    "a legal action is missing": ("disagree", {"kernel": kernel_with(legal=forgetful_legal)}),
    "a revoke is allowed": ("disagree", {"kernel": kernel_with(refusal=lenient_refusal)}),
    "anybody may act": ("disagree|is not refused", {"kernel": kernel_with(refusal=any_turn_refusal)}),
    "deals that are not due": ("draw_deal gives an illegal deal", {"draw_deal": unfair_deal}),
    "a view tells": ("is not the view|give another position", {"view": telling_view}),
    "a view tells and sample believes": (
        "tells where .* lie, which nobody told",
        {"view": telling_view, "sample": believing_sample},
    ),
    "sample forgets voids": ("IllegalAction", {"sample": forgetful_sample}),
    "any text is a whistle": ("is read as", {"read_action": lambda event, players: Blow(0)}),
    "something is not told": ("nothing is told", {"story": deaf_story}),
    "no words": ("MissingMessage", {"reason": lambda *_: Reason("refusal.T9.9.9", "T3.1")}),
    "no clause": ("has no clause", {"reason": lambda *_: Reason("refusal.T3.1.2", "")}),
    "a deal is not rebuilt": ("deal_actions", {"deal_actions": shorter_deal}),
    "a summary of objects": ("not JSON", {"summary": lambda start, steps: {"steps": set(steps)}}),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    message, changes = DEFECTS[name]
    for attribute, value in changes.items():
        monkeypatch.setattr(GAME, attribute, value, raising=False)
    with pytest.raises(AssertionError, match=message) as caught:
        contract.check_game(GAME, range(40))
    assert str(caught.value).startswith("tiny, seed "), "the message must say how to see it again"


# -- players and twins -----------------------------------------------------------------------------------
def peeking(row: list[int], seat: int, out: list[int]) -> int:
    n = k.legal(row, seat, out)
    return out[row[k.HAND + (seat + 1) % row[k.PLAYERS]] % n]


def scribbling(row: list[int], seat: int, out: list[int]) -> int:
    row[k.WON] += 1
    return k.choose(row, seat, out)


BAD_PLAYERS: dict[str, tuple[str, Callable[[list[int], int, list[int]], int]]] = {
    "peeks": ("depends on hidden cards", peeking),
    "scribbles": ("changes the row", scribbling),
    "always passes": ("which is refused", lambda row, seat, out: k.PASS),
}


@pytest.mark.parametrize("name", BAD_PLAYERS)
def test_a_bad_rule_player_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    message, choose = BAD_PLAYERS[name]
    monkeypatch.setattr(GAME, "policy", kernel_with(choose=choose), raising=False)
    with pytest.raises(AssertionError, match=message):
        contract.check_bot(GAME, SEEDS)


def altered_kernel(folder: Path) -> ModuleType:
    """The kernel in which the lowest card of a suit wins."""
    text = Path(k.__file__).read_text("utf-8")
    path = folder / "altered.py"
    path.write_text(text.replace("and card > head", "and card < head"), "utf-8")
    spec = importlib.util.spec_from_file_location("altered", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_unlike_twin_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = altered_kernel(tmp_path)
    monkeypatch.setattr(contract, "bound", lambda module, kernel: bound(module, other))
    with pytest.raises(AssertionError, match=r"tiny, seed 0, .*plain and compiled rows differ in cells"):
        contract.check_twin(GAME, SEEDS)


def test_without_numba_there_is_no_twin_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(SkipTest):
        contract.check_twin(GAME, SEEDS)
