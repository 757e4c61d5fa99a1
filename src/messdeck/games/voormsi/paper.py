"""The score sheet of Voormsi for people with real cards: bankings, bounces, and the loss of V6.4."""

from __future__ import annotations

from messdeck.core.facts import Argument, Fact, Side
from messdeck.core.position import Position
from messdeck.core.sheet import Field, Paper, PaperData, Strokes
from messdeck.games.voormsi import kernel as k

MOST_POINTS = 30


def paper(start: Position, data: PaperData) -> Paper:
    """The cross after all entries: a side banks points (V7.2), or has killed its own (V6.4)."""
    row = list(start.row)
    lines = []
    for entry in data.get("entries", []):
        side, points = int(entry["side"]), int(entry["points"])
        lines.append(tuple(enter(row, start, side, points, entry["what"] == "loss")))
    sides = start.rules.sides
    sheet = Strokes(row[k.TARGET], sides, tuple(row[k.SCORE : k.SCORE + len(sides)]))
    return Paper(sheet, tuple(lines), _fields(start), _names(start, data), row[k.WINNER] >= 0)


def enter(row: list[int], start: Position, side: int, points: int, loss: bool) -> list[Fact]:
    """One entry, scored by the kernel."""
    args: dict[str, Argument] = {"side": Side(start.rules.sides[side]), "points": points}
    if loss:
        k.lose_points(row, side)
        return [Fact("points.V6.4", "V6.4", args)]
    before = row[k.SCORE + side]
    row[k.EARNED + side] = points
    k.bank(row, side)
    args["score"] = row[k.SCORE + side]
    straight = row[k.SCORE + side] in (before + points, row[k.TARGET])
    facts = [Fact("story.banked" if straight else "story.bounced", "V7.2" if straight else "V7.3", args)]
    if row[k.WINNER] >= 0:
        facts.append(Fact("story.won", "V7.4", args))
    return facts


def _fields(start: Position) -> tuple[Field, ...]:
    sides = tuple(
        (str(side), Fact("paper.side", "V7.1", {"side": Side(seats)}))
        for side, seats in enumerate(start.rules.sides)
    )
    what = (("bank", Fact("paper.bank", "V7.2")), ("loss", Fact("paper.loss", "V6.4")))
    return (
        Field("side", Fact("paper.side_label", "V7.1"), sides),
        Field("what", Fact("paper.what_label", "V7.2"), what),
        Field("points", Fact("paper.points_label", "V7.2"), low=0, high=MOST_POINTS),
    )


def _names(start: Position, data: PaperData) -> tuple[str, ...]:
    names = [str(name) for name in data.get("names", [])][: start.rules.players]
    return tuple(names)
