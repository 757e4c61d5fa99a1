from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messdeck.core.cards import RANKS, SUITS, Deck, each, read_card, read_rank
from messdeck.core.errors import BadText
from messdeck.core.facts import Cards

DECK = Deck({"7H": 0, "TH": 1, "KC": 5, "AC": 9}, "X1.1")  # ints with gaps, as Noms has them


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("7H", "7H"),
        ("7h", "7H"),
        (" kc ", "KC"),
        ("10H", "TH"),
        ("10♥", "TH"),
        ("th", "TH"),
        ("7♥\ufe0f", "7H"),
        ("7♡", "7H"),
        ("a♧", "AC"),
        ("Q♢", "QD"),
        ("J♤", "JS"),
        ("Кт", "KC"),
        ("ТТ", "AC"),
        ("дБ", "QD"),
        ("вп", "JS"),
        ("10ч", "TH"),
        ("7Ч", "7H"),
        ("Kч", "KH"),
    ],
)
def test_typed_cards(typed: str, code: str) -> None:
    assert read_card(typed) == code


@pytest.mark.parametrize(
    "typed", ["", " ", "H", "7", "1H", "11H", "010H", "7X", "7HH", "7 H", "77", "H7", "♥", "7♥♥"]
)
def test_what_is_no_card(typed: str) -> None:
    with pytest.raises(BadText) as caught:
        read_card(typed)
    assert (caught.value.reason.key, caught.value.reason.clause) == ("bad.card", "R4.1")
    assert caught.value.reason.args == {"text": typed}


@pytest.mark.parametrize(("typed", "rank"), [("10", "T"), ("q", "Q"), ("Т", "A"), (" 2 ", "2"), ("в", "J")])
def test_typed_ranks(typed: str, rank: str) -> None:
    assert read_rank(typed) == rank


@pytest.mark.parametrize("typed", ["", "1", "QQ", "X", "100"])
def test_what_is_no_rank(typed: str) -> None:
    with pytest.raises(BadText, match=r"bad\.rank"):
        read_rank(typed)


@settings(derandomize=True, database=None)
@given(st.text(max_size=5))
def test_any_text_is_a_card_or_bad_text(text: str) -> None:
    try:
        code = read_card(text)
    except BadText:
        return
    assert code[0] in RANKS
    assert code[1] in SUITS


def test_every_code_is_read_as_itself() -> None:
    assert [read_card(rank + suit) for rank in RANKS for suit in SUITS] == [
        r + s for r in RANKS for s in SUITS
    ]


def test_deck_codes_and_ints() -> None:
    assert len(DECK) == 4
    assert DECK.full == 0b1000100011
    assert [DECK.card(text) for text in ("7h", "10♥", "Кт", "AC")] == [0, 1, 5, 9]
    assert [DECK.code(card) for card in (0, 1, 5, 9)] == ["7H", "TH", "KC", "AC"]


def test_masks_list_the_highest_card_first() -> None:
    mask = DECK.mask(["10H", "ac", "7H"])
    assert mask == 0b1000000011
    assert DECK.cards(mask) == ("AC", "TH", "7H")
    assert DECK.cards(0) == ()
    assert list(each(mask)) == [0, 1, 9]


def test_a_card_of_another_pack() -> None:
    with pytest.raises(BadText) as caught:
        DECK.card("2S")
    assert (caught.value.reason.key, caught.value.reason.clause) == ("bad.not_in_pack", "X1.1")


def test_a_card_twice() -> None:
    with pytest.raises(BadText) as caught:
        DECK.mask(["TH", "7H", "10♥"])
    assert (caught.value.reason.key, caught.value.reason.clause) == ("bad.card_twice", "X1.1")
    assert caught.value.reason.args == {"card": Cards(("TH",))}
