"""The faces of the cards, drawn here: one SVG of symbols, coloured by the page through `currentColor`.

A page shows a card as `<svg class="card s-H"><use href="…/cards.svg#7H"/></svg>`; its paper, its corners and
the colours of the suits are in the style sheet, so that two colours or four are a matter of a class.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import cos, pi, sin

from messdeck.core.cards import RANKS, SUITS

_LINES = 'fill="none" stroke="currentColor" stroke-linejoin="round" stroke-linecap="round"'

SHAPES = {
    "C": "M50 5a22 22 0 0 1 17.5 35.3A22 22 0 1 1 55 70C56 82 60 90 68 95H32C40 90 44 82 45 70"
    "A22 22 0 1 1 32.5 40.3A22 22 0 0 1 50 5Z",
    "D": "M50 3C58 20 71 37 88 50C71 63 58 80 50 97C42 80 29 63 12 50C29 37 42 20 50 3Z",
    "H": "M50 95C44 82 7 62 7 33C7 17 18 7 30 7C40 7 47 13 50 22"
    "C53 13 60 7 70 7C82 7 93 17 93 33C93 62 56 82 50 95Z",
    "S": "M50 5C56 20 93 40 93 63C93 76 84 84 73 84C65 84 59 80 55 73C56 84 60 90 68 95H32C40 90 44 84 45 73"
    "C41 80 35 84 27 84C16 84 7 76 7 63C7 40 44 20 50 5Z",
}
"""The suits in a box of 100; the font of suit signs in texts is made of the same outlines."""

_LEFT, _RIGHT, _MIDDLE = 42.0, 58.0, 50.0
_PIPS = {
    "2": ((_MIDDLE, 40),),
    "3": ((_MIDDLE, 34), (_MIDDLE, 70)),
    "4": ((_LEFT, 44), (_RIGHT, 44)),
    "5": ((_LEFT, 38), (_RIGHT, 38), (_MIDDLE, 70)),
    "6": ((_LEFT, 36), (_RIGHT, 36), (_LEFT, 70), (_RIGHT, 70)),
    "7": ((_LEFT, 34), (_RIGHT, 34), (_LEFT, 70), (_RIGHT, 70), (_MIDDLE, 52)),
    "8": ((_LEFT, 32), (_RIGHT, 32), (_LEFT, 70), (_RIGHT, 70), (_MIDDLE, 51)),
    "9": ((_LEFT, 28), (_RIGHT, 28), (_LEFT, 55), (_RIGHT, 55), (_MIDDLE, 70)),
    "T": ((_LEFT, 26), (_RIGHT, 26), (_LEFT, 55), (_RIGHT, 55), (_MIDDLE, 40.5)),
}
"""The pips of the upper half and of the middle row: those above the middle are turned round for the lower."""

_SEVEN = (_MIDDLE, 52)  # the one pip without a twin below
_PIP = 14.5

_EMBLEMS = {
    "J": '<g transform="rotate(-54 50 70)"><path d="M3 71C24 59 76 59 97 71C76 81 24 81 3 71Z"/>'
    '<ellipse cx="50" cy="69" rx="10" ry="4.5"/><path d="M64 49L36 90"/>'
    '<path d="M66 46l4-9M34 93l-4 9" stroke-width="7"/></g>',
    "Q": '<path d="M42 46a8 9 0 0 1 16 0M38 54L43 46H57L62 54ZM40 54L36 88H64L60 54M33 88H67V96H33Z"/>'
    '<path d="M50 60C57 69 57 78 50 83C43 78 43 69 50 60Z" fill="currentColor" stroke="none"/>',
    "K": '<path d="M33 88L31 60L42 71L50 54L58 71L69 60L67 88ZM34 81H66"/>'
    '<g fill="currentColor" stroke="none"><circle cx="31" cy="57" r="3.5"/><circle cx="50" cy="50" r="4"/>'
    '<circle cx="69" cy="57" r="3.5"/></g>',
}


def _star(x: float, y: float, radius: float) -> str:
    points = []
    for i in range(10):
        r = radius if i % 2 == 0 else radius * 0.42
        points.append(f"{x + r * sin(i * pi / 5):.1f} {y - r * cos(i * pi / 5):.1f}")
    return "M" + "L".join(points) + "Z"


_MARKS = {
    "JC": '<path d="M62 46L84 18M70 46a5 5 0 0 1-9-3"/>'
    '<path d="M93 6L90 26L84.5 20.5L76 20Z" fill="currentColor" stroke="none"/>',
    "KH": '<path d="M64 40L62 9L71 18L78 6L85 18L94 9L92 40Z"/>'
    '<path d="M78 37C75 32 68 29 68 23.5C68 20 70 19 72.5 19C75 19 77 20 78 22'
    'C79 20 81 19 83.5 19C86 19 88 20 88 23.5C88 29 81 32 78 37Z" fill="currentColor" stroke="none"/>',
    "8S": f'<path d="{_star(78, 24, 18)}" fill="currentColor" stroke="none"/>',
    "3D": '<path d="M63 26L70 12L75 17L82 6L93 26Z" fill="currentColor" stroke="none"/>'
    '<path d="M58 29H98M65 33L72 46L82 42L91 33"/>',
}
"""Voormsi's four special cards: a harpoon, a heart in a crown, a star, an iceberg."""


def _both(inner: str) -> str:
    """A drawing in the upper half, and the same turned round."""
    return f'{inner}<g transform="rotate(180 50 70)">{inner}</g>'


def _use(name: str) -> str:
    return f'<use href="#{name}"/>'


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _pip(suit: str, x: float, y: float, size: float) -> str:
    half = size / 2
    return (
        f'<use href="#{suit}" x="{_number(x - half)}" y="{_number(y - half)}" '
        f'width="{_number(size)}" height="{_number(size)}"/>'
    )


def _index(rank: str, suit: str) -> str:
    return f'<use href="#t{rank}"/>{_pip(suit, 21, 60, 27)}'


def _text(rank: str, shown: str) -> str:
    squeeze = ' textLength="35" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    return (
        f'<text id="t{rank}" x="21" y="40" fill="currentColor" stroke="none" font-family="Inter,sans-serif" '
        f'font-size="48" font-weight="700" text-anchor="middle"{squeeze}>{shown}</text>'
    )


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        return _pip(suit, 50, 70, 42)
    if rank in _EMBLEMS:
        return f'<use href="#{rank}"/>'
    upper = [(x, y) for x, y in _PIPS[rank] if y < 70 and (rank, (x, y)) != ("7", _SEVEN)]
    single = [(x, y) for x, y in _PIPS[rank] if (x, y) not in upper]
    drawn = "".join(_pip(suit, x, y, _PIP) for x, y in upper)
    return _both(drawn) + "".join(_pip(suit, x, y, _PIP) for x, y in single)


def _symbol(rank: str, suit: str) -> str:
    inner = _both(_index(rank, suit))
    return f'<symbol id="{rank}{suit}" viewBox="0 0 100 140">{_middle(rank, suit)}{inner}</symbol>'


def _back() -> str:
    """A compass rose: eight points, each half filled, in two rings."""
    short, long = "M50 70L45 63L50 46L55 63Z", "M50 70L44 62L50 26L56 62Z"
    points = [f'<path d="{short}" transform="rotate({angle} 50 70)"/>' for angle in (45, 135, 225, 315)]
    for angle in (0, 90, 180, 270):
        turn = f'transform="rotate({angle} 50 70)"'
        points.append(f'<path d="{long}" {turn}/><path d="M50 70V26L56 62Z" fill="currentColor" {turn}/>')
    return (
        f'<symbol id="back" viewBox="0 0 100 140"><g {_LINES} stroke-width="2">'
        '<rect x="7" y="7" width="86" height="126" rx="7"/><circle cx="50" cy="70" r="38"/>'
        f'<circle cx="50" cy="70" r="31" stroke-dasharray="1 5"/>{"".join(points)}</g></symbol>'
    )


def sprite(indices: Mapping[str, str] | None = None) -> str:
    """The whole sprite: symbols `AC` to `2S` (ten is `T`), `back`, the suits, and the marks of special cards:
    `special-JC` to lie over a face, `mark-JC` alone. `indices`: what is written otherwise than by its letter.
    """
    suits = "".join(
        f'<symbol id="{suit}" viewBox="0 0 100 100"><path d="{path}" fill="currentColor"/></symbol>'
        for suit, path in SHAPES.items()
    )
    wide = f'{_LINES} stroke-width="3.5"'
    emblems = "".join(f'<g id="{rank}" {wide}>{drawing}</g>' for rank, drawing in _EMBLEMS.items())
    marks = "".join(f'<g id="m{code}" {wide}>{drawing}</g>' for code, drawing in _MARKS.items())
    shown = "".join(
        f'<symbol id="special-{code}" viewBox="0 0 100 140">{_both(_use(f"m{code}"))}</symbol>'
        f'<symbol id="mark-{code}" viewBox="58 2 40 46"><use href="#m{code}"/></symbol>'
        for code in _MARKS
    )
    written = {"T": "10", **(indices or {})}
    texts = "".join(_text(rank, written.get(rank, rank)) for rank in RANKS)
    faces = "".join(_symbol(rank, suit) for suit in SUITS for rank in RANKS)
    defs = f"<defs>{emblems}{marks}{texts}</defs>"
    return f'<svg xmlns="http://www.w3.org/2000/svg">{defs}{suits}{shown}{faces}{_back()}</svg>'


_WRITTEN = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠](?:[ +](?:10|[2-9AKQJ])[♣♦♥♠])*")


def left_to_right(text: str) -> str:
    """A text or page in which written cards keep their order left to right, in a right-to-left one too."""
    return _WRITTEN.sub("\u2066\\g<0>\u2069", text)
