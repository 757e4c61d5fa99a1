"""The referee's page: the verdict of a trick, with the clause for every change of its head."""

from __future__ import annotations

import re

import pytest

from tests.server.house import House

TRICKS = [
    ("voormsi", "QH KC 9S", "", "QH", "9S"),
    ("voormsi", "JC KH 8S 3D", "", "JC", "3D"),  # later, the iceberg beats everything
    ("voormsi", "3D 6S", "", "3D", "6S"),  # led, it is worthless
    ("voormsi", "7H AS", "", "7H", "7H"),
    ("noms", "10H KH 2S 3H", "NT", "10H", "KH"),
    ("noms", "10H KH 2S 3H", "S", "10H", "2S"),
    ("noms", "AD KH QC JS", "NT", "AD", "AD"),
]


def verdict(page: str) -> str:
    """What the referee says, as text."""
    said = page.partition('<ol class="verdict">')[2].partition("</ol>")[0]
    return re.sub(r"<[^>]+>", " ", said)


@pytest.mark.parametrize(("game", "plays", "trump", "led", "won"), TRICKS)
def test_the_verdict(shared: House, game: str, plays: str, trump: str, led: str, won: str) -> None:
    asked = {"game": game, "plays": plays, **({"trump": trump} if trump else {})}
    answer = shared.visitor().get("/referee", params=asked)
    assert answer.status_code == 200
    head = re.findall(r'<li class="play[^"]* heads">.*?</li>', answer.text)
    assert len(head) == 1
    assert re.findall(r"#([2-9TJQKA][CDHS])", head[0]) == [won.replace("10", "T")]
    assert f"{plays.split().index(won) + 1}" in verdict(answer.text)
    if led != won:
        assert re.search(r"\([VN]\d\.\d", verdict(answer.text))


@pytest.mark.parametrize(("language", "script"), [("fa", "[\u0600-\u06ff]"), ("ru", "[\u0400-\u04ff]")])
def test_it_speaks_the_readers_language(shared: House, language: str, script: str) -> None:
    visitor = shared.visitor(**{"accept-language": language})
    said = verdict(visitor.get("/referee", params={"game": "voormsi", "plays": "QH KC 9S"}).text)
    assert len(re.findall(script, said)) > 20
    assert "beats" not in said


def test_the_trumps_decide(shared: House) -> None:
    said = {
        trump: verdict(
            shared.first.get("/referee", params={"game": "noms", "plays": "2H 3C 4D 5S", "trump": trump}).text
        )
        for trump in ("C", "D", "H", "S", "NT")
    }
    assert len(set(said.values())) >= 4


@pytest.mark.parametrize(
    ("game", "plays"),
    [
        ("voormsi", "XX"),
        ("voormsi", "7H 7H"),
        ("voormsi", "8S+9S"),
        ("voormsi", "7H+7C KD"),
        ("noms", "10H 10H"),
        ("noms", "1H"),
        ("noms", "<script>"),
    ],
)
def test_what_is_no_trick_is_refused_in_words(shared: House, game: str, plays: str) -> None:
    answer = shared.first.get("/referee", params={"game": game, "plays": plays, "trump": "NT"})
    assert answer.status_code == 200
    refusal = answer.text.partition('role="alert">')[2].partition("</p>")[0]
    assert re.search(r"[VNR]\d+\.\d", refusal), refusal
    assert verdict(answer.text) == ""
    assert "<script>alert" not in answer.text
    assert "<script>" not in refusal


def test_a_link_to_a_verdict_can_be_passed_on(shared: House) -> None:
    path = "/referee?game=voormsi&plays=7H%2B7C+KC%2BQD"
    first, second = shared.visitor().get(path).text, shared.visitor().get(path).text
    assert verdict(first) == verdict(second) != ""


@pytest.mark.parametrize("path", ["/referee?game=chess", "/referee?game=noms&plays=2H&trump=Z"])
def test_nonsense_breaks_nothing(shared: House, path: str) -> None:
    assert shared.first.get(path).status_code in (200, 404, 422)
