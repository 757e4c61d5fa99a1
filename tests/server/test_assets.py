"""Files that pages name: kept for a year under their version, found under an old one, and light."""

from __future__ import annotations

import re

import pytest

from messdeck.server.assets import FOLDER, asset, version
from tests.server.house import House

NAMED = re.compile(r'"(/static/[^"#]+)')


@pytest.mark.parametrize("path", ["/", "/rules/voormsi", "/referee?game=noms"])
def test_what_a_page_names_is_kept_for_a_year(house: House, path: str) -> None:
    guest = house.visitor()
    named = set(NAMED.findall(guest.get(path).text))
    assert asset("messdeck.css") in named
    for address in named:
        answer = guest.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]


def test_an_old_page_still_finds_its_files(house: House) -> None:
    guest = house.visitor()
    for name in ("messdeck.css", "cards.svg", "vendor/htmx.min.js"):
        answer = guest.get(f"/static/0ld/{name}")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.content == guest.get(asset(name)).content
    assert guest.get(f"/static/{version()}/nothing.css").status_code == 404


def test_the_version_is_that_of_the_files() -> None:
    """What a style sheet names is relative to it, and so under its version."""
    sheet = (FOLDER / "messdeck.css").read_text("utf-8")
    urls = re.findall(r"url\(([^)]+)\)", sheet)
    assert urls
    for url in urls:
        assert (FOLDER / url).is_file(), url


def test_cards_with_russian_indices_differ_in_nothing_else(house: House) -> None:
    guest = house.visitor()
    latin, russian = (guest.get(asset(name)).text for name in ("cards.svg", "cards-ru.svg"))
    for letter, index in zip("ТКДВ", "AKQJ", strict=True):
        russian = russian.replace(f">{letter}</text>", f">{index}</text>")
    assert russian == latin
