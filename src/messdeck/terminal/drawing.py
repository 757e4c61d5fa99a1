"""Drawing a table as lines of text: cards, tricks, hands, score sheets. Colours where the terminal can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from messdeck.core.actions import Play
from messdeck.core.i18n import Words
from messdeck.core.position import Laid, Reading, View
from messdeck.core.sheet import Sheet, Strokes, Totals

SUIT_STYLES = {"C": "green", "D": "yellow", "H": "red", "S": "bright_blue"}


@dataclass(frozen=True)
class Pen:
    """The signs a terminal can show: drawn lines and suit signs, or plain ASCII."""

    words: Words
    fancy: bool

    def __getitem__(self, name: str) -> str:
        """A sign by its name."""
        fancy, plain = _SIGNS[name]
        return fancy if self.fancy else plain

    def card(self, code: str, mark: bool = False) -> Text:
        """A card in its suit's colour, in brackets if marked."""
        text = Text(self.words.card(code), style=f"bold {SUIT_STYLES.get(code[-1], '')}")
        return Text.assemble("[", text, "]") if mark else text

    def cards(self, codes: Sequence[str], marked: Sequence[str] = ()) -> Text:
        """Cards side by side."""
        return Text(" ").join(self.card(code, code in marked) for code in codes)


_SIGNS = {
    "stroke": ("┼", "+"),
    "gone": ("·", "."),
    "line": ("─", "-"),
    "centre": ("●", "o"),
    "heads": ("◂", "<"),
    "dot": (" · ", " | "),
}


def rule(pen: Pen, title: str) -> Text:
    """A heading over a line."""
    line = pen["line"] * 2
    return Text(f"{line} {title} ").append(pen["line"] * max(2, 70 - len(title)), style="dim")


def trick(pen: Pen, laid: Sequence[Laid], head: int | None, to_come: Sequence[int] = ()) -> list[Text]:
    """A trick play by play in order, the head marked, and who is still to play."""
    words = pen.words
    seats = [play.seat for play in laid] + list(to_come)
    width = max((len(words.name(seat)) for seat in seats), default=0)
    lines = []
    for i, play in enumerate(laid):
        line = Text(f"  {words.number(i + 1)} {words.name(play.seat):<{width}}  ").append_text(
            pen.cards(play.cards)
        )
        if i == head:
            line.append(f"  {pen['heads']} {words.say('table.heads')}", style="bold yellow")
        lines.append(line)
    for i, seat in enumerate(to_come, len(laid)):
        lines.append(Text(f"  {words.number(i + 1)} {words.name(seat):<{width}}  …".rstrip(), style="dim"))
    return lines


def hand(pen: Pen, view: View) -> Text:
    """The own hand, sorted, the cards that may be played in brackets."""
    playable = {card for action in view.legal_actions() if isinstance(action, Play) for card in action.cards}
    line = Text(f"  {pen.words.say('table.hand')}  ", style="bold")
    return line.append_text(pen.cards(view.hand, sorted(playable)))


def status(pen: Pen, reading: Reading) -> list[Text]:
    """What the table says besides the trick, wrapped between its parts at 78 columns."""
    lines: list[str] = []
    for fact in reading.game.status(reading):
        part = pen.words.say(fact.key, fact.args)
        if lines and len(lines[-1]) + len(part) < 74:
            lines[-1] += pen["dot"] + part
        else:
            lines.append("  " + part)
    return [Text(line, style="cyan") for line in lines]


def sheet(pen: Pen, score: Sheet) -> list[Text]:
    """The score: the cross of strokes, rubbed out stroke by stroke, or running totals."""
    if isinstance(score, Strokes):
        return _strokes(pen, score)
    return _totals(pen, score)


def _strokes(pen: Pen, score: Strokes) -> list[Text]:
    names = ["+".join(pen.words.name(seat) for seat in seats) for seats in score.sides]
    if len(names) == 2 and score.target <= 12:
        left, right = (arm(pen, score.target, gone) for gone in score.rubbed_out)
        cross = Text(" ").join([_figure(pen, score.rubbed_out[0]), left, Text(pen["centre"])])
        cross = Text(" ").join([cross, _mirrored(right), _figure(pen, score.rubbed_out[1])])
        return [Text(f"  {names[0]} ").append_text(cross).append(f" {names[1]}")]
    width = max(map(len, names))
    lines = []
    for name, gone in zip(names, score.rubbed_out, strict=True):
        start = Text(f"  {name:<{width}} {pen.words.number(gone):>3} {pen['centre']} ")
        lines.append(start.append_text(_mirrored(arm(pen, score.target, gone))))
    return lines


def arm(pen: Pen, target: int, gone: int) -> Text:
    """One arm of the cross from its outer end: rubbed out strokes, then those that still stand."""
    joint = pen["line"] if target <= 12 else ""
    standing = Text(joint.join([pen["stroke"]] * (target - gone)), style="bold")
    rubbed = Text((" " if joint else "").join([pen["gone"]] * gone), style="dim")
    return rubbed.append(" " if gone and joint else "").append_text(standing)


def _mirrored(text: Text) -> Text:
    mirrored = Text(text.plain[::-1])
    for span in text.spans:
        mirrored.stylize(span.style, len(text) - span.end, len(text) - span.start)
    return mirrored


def _figure(pen: Pen, n: int) -> Text:
    return Text(pen.words.number(n), style="bold yellow")


def _totals(pen: Pen, score: Totals) -> list[Text]:
    words = pen.words
    parts = [f"{words.name(seat)} {words.number(total)}" for seat, total in enumerate(score.totals)]
    line = "  " + pen["dot"].join(parts)
    if score.target is not None:
        line += pen["dot"] + words.say("table.target", n=score.target)
    return [Text(line)]
