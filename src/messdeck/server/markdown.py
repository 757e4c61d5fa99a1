"""Rule texts are Markdown; here they become HTML (their `>` and braces are cards, never markup)."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=1024)
def to_html(text: str) -> str:
    """A text as HTML."""
    return str(_reader().render(text))
