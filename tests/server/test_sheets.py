"""Score sheets for people with real cards: the cross of Voormsi and the totals of Noms, kept by link."""

from __future__ import annotations

import re
from typing import Any

import pytest

from messdeck.core.sheet import Strokes, Totals
from messdeck.games.registry import get_game
from tests.server.house import House, Visitor


class Sheet:
    """A sheet and somebody who writes on it."""

    def __init__(self, house: House, game: str) -> None:
        self.house = house
        self.game = game
        self.visitor: Visitor = house.visitor()
        page = self.visitor.get(f"/sheet?game={game}").text
        self.code = re.findall(r'action="/sheet/([\w-]+)"', page)[0]

    def post(self, **form: Any) -> tuple[int, str]:
        answer = self.visitor.post(f"/sheet/{self.code}", data={"game": self.game, **form})
        return answer.status_code, answer.text

    def enter(self, **form: Any) -> None:
        status, text = self.post(**form)
        assert status == 303, text

    @property
    def paper(self) -> Any:
        """The sheet as anybody with the link gets it from the store."""
        game, data = self.house.call(self.house.store.load_sheet, self.code)
        return get_game(game).paper(data)

    @property
    def page(self) -> str:
        answer = self.house.visitor().get(f"/sheet/{self.code}")
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def cross(shared: House) -> Sheet:
    return Sheet(shared, "voormsi")


@pytest.fixture
def totals(shared: House) -> Sheet:
    return Sheet(shared, "noms")


# -- Voormsi ---------------------------------------------------------------------------------------------
def bank(sheet: Sheet, side: int, points: int) -> tuple[int, ...]:
    sheet.enter(side=side, what="bank", points=points)
    strokes = sheet.paper.sheet
    assert isinstance(strokes, Strokes)
    return strokes.rubbed_out


def test_points_are_banked(cross: Sheet) -> None:
    assert bank(cross, 0, 4) == (4, 0)
    assert bank(cross, 1, 3) == (4, 3)
    assert bank(cross, 0, 2) == (6, 3)
    assert "V7.2" in cross.page
    assert "6 of 9 strokes rubbed out" in cross.page


def test_too_many_points_bounce(cross: Sheet) -> None:
    """Whoever overshoots nine goes back by as many (V7.3)."""
    bank(cross, 0, 7)
    assert bank(cross, 0, 5) == (6, 0)  # 12 is three too many: nine less three
    assert "V7.3" in cross.page
    assert not cross.paper.over


def test_nine_wins(cross: Sheet) -> None:
    bank(cross, 1, 5)
    assert bank(cross, 1, 4) == (0, 9)
    assert cross.paper.over
    assert "V7.4" in cross.page
    status, text = cross.post(side=0, what="bank", points=1)
    assert status == 422
    assert "R9.2" in text
    assert cross.paper.sheet.rubbed_out == (0, 9)


def test_the_loss_of_who_killed_the_own_voormsi(cross: Sheet) -> None:
    bank(cross, 0, 5)
    cross.enter(side=0, what="loss", points=0)
    assert "V6.4" in cross.page


def test_the_last_entry_is_struck(cross: Sheet) -> None:
    bank(cross, 0, 4)
    bank(cross, 1, 5)
    assert cross.post(strike=1)[0] == 303
    assert cross.paper.sheet.rubbed_out == (4, 0)


def test_three_play_each_alone_to_twelve(cross: Sheet) -> None:
    assert cross.post(names=1, players=3, name0="Ása", name1="نورا", name2="Пётр")[0] == 303
    assert bank(cross, 2, 10) == (0, 0, 10)
    page = cross.page
    assert all(name in page for name in ("Ása", "نورا", "Пётр"))
    assert "10 of 12 strokes rubbed out" in page
    cross.post(names=1, players=4)  # once something is written the number of players stays
    assert len(cross.paper.sheet.rubbed_out) == 3


@pytest.mark.parametrize(
    "form",
    [
        {"side": 2, "what": "bank", "points": 1},
        {"side": 0, "what": "bank", "points": 31},
        {"side": 0, "what": "bank", "points": -1},
        {"side": 0, "what": "bank", "points": "4.5"},
        {"side": 0, "what": "gift", "points": 1},
        {"side": 0, "what": "bank"},
    ],
    ids=str,
)
def test_what_no_deal_can_bring_is_refused(cross: Sheet, form: dict[str, Any]) -> None:
    bank(cross, 0, 1)
    status, text = cross.post(**form)
    assert status == 422
    assert "R9.1" in text
    assert cross.paper.sheet.rubbed_out == (1, 0)


# -- Noms ------------------------------------------------------------------------------------------------
def deal(sheet: Sheet, **form: Any) -> tuple[int, ...]:
    sheet.enter(**{"bidder": 0, "bid": "8", "partner": 2, "tricks": 8, "double": "no", **form})
    found = sheet.paper.sheet
    assert isinstance(found, Totals)
    return found.totals


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"tricks": 7},
        {"partner": "alone", "bid": "10", "tricks": 11},
        {"bid": "mis", "partner": "alone", "tricks": 0},
        {"bid": "mis", "partner": "alone", "tricks": 1},
        {"double": "yes"},
    ],
    ids=str,
)
def test_a_deal_brings_on_paper_what_it_brings_at_the_table(totals: Sheet, form: dict[str, Any]) -> None:
    """Made: the bid's side scores; failed: the others do; doubled: twice as much (N6)."""
    plain = deal(totals, **{**form, "double": "no"})
    made = form.get("tricks", 8) >= 8 if form.get("bid") != "mis" else form["tricks"] == 0
    side = {0} | ({2} if form.get("partner", 2) == 2 else set())
    gained = {seat for seat in range(4) if plain[seat] > 0}
    if made:
        assert gained == side
    else:
        assert not gained & side
    if form.get("double") == "yes":
        before = plain
        assert tuple(after - old for after, old in zip(deal(totals, **form), before, strict=True)) == tuple(
            2 * points for points in before
        )


def test_totals_run(totals: Sheet) -> None:
    first = deal(totals)
    second = deal(totals, bidder=1, partner=3, bid="9", tricks=9)
    assert second != first
    totals.post(strike=1)
    assert totals.paper.sheet.totals == first
    assert "N6.1" in totals.page


def test_nobody_is_the_own_partner(totals: Sheet) -> None:
    form = {"bidder": 0, "bid": "8", "partner": 0, "tricks": 8, "double": "no"}
    status, text = totals.post(**form)
    assert status == 422
    assert "N4.5" in text


# -- by link ---------------------------------------------------------------------------------------------
def test_a_sheet_is_kept_by_its_link(cross: Sheet) -> None:
    bank(cross, 0, 4)
    other = cross.house.visitor()
    form = {"game": "voormsi", "side": 1, "what": "bank", "points": 2}
    assert other.post(f"/sheet/{cross.code}", data=form).status_code == 303  # it lies on the table
    assert cross.paper.sheet.rubbed_out == (4, 2)
    assert cross.house.first.get("/sheet/nothing-here").status_code == 404


def test_an_empty_sheet_leaves_nothing_behind(cross: Sheet) -> None:
    assert cross.house.call(cross.house.store.load_sheet, cross.code) is None


@pytest.mark.parametrize("language", ["fa", "ru"])
def test_it_is_written_in_the_readers_language(cross: Sheet, language: str) -> None:
    bank(cross, 0, 4)
    page = cross.house.visitor(**{"accept-language": language}).get(f"/sheet/{cross.code}").text
    assert "strokes rubbed out" not in page
    assert {"fa": "۴", "ru": "4"}[language] in page
