"""What is typed at a table of Noms."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from messdeck.core.actions import Play
from messdeck.core.errors import BadText
from messdeck.games.noms.actions import BIDS, Bid, Concede, Contract
from tests.noms.table import APART, GAME, MIXED, PACK, RANKS, sees, table

AUCTION = sees(table(), 0)
NAMING = sees(table(APART, "10 p p p"), 0)
PLAYING = sees(table(MIXED, "10 p p p", "H AC"), 0)
VIEWS = {"auction": AUCTION, "contract": NAMING, "play": PLAYING}


def bid(text: str) -> str:
    action = GAME.parse(text, AUCTION)
    assert isinstance(action, Bid)
    assert action.seat == 0
    return action.bid


def contract(text: str) -> str:
    """`H AC`; `-` when no trumps were named."""
    action = GAME.parse(text, NAMING)
    assert isinstance(action, Contract)
    assert action.seat == 0
    return f"{action.trump or '-'} {action.call}"


def card(text: str) -> str:
    action = GAME.parse(text, PLAYING)
    assert isinstance(action, Play)
    return action.cards[0]


# -- bids ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text", ["12", "twelve", "Twelve", " 12 ", "bid 12", "I bid twelve", "12!", "call 12"]
)
def test_a_number(text):
    assert bid(text) == "12"


def test_every_number_in_figures_and_words():
    words = "one two three four five six seven eight nine ten eleven twelve thirteen".split()
    for number, word in enumerate(words, 1):
        assert bid(str(number)) == bid(word) == bid(word.upper()) == str(number)


@pytest.mark.parametrize("text", ["p", "P", "pass", "PASS", "no", "no bid", "No bid.", "I pass", "pass!"])
def test_pass(text):
    assert bid(text) == "pass"


@pytest.mark.parametrize("text", ["mis", "Mis", "MIS", "misere", "misère", "Misère", "mise\u0300re"])
def test_mis(text):
    assert bid(text) == "mis"


@pytest.mark.parametrize(
    "text",
    [
        "mis-a-vis",
        "mis a vis",
        "Mis a Vis",
        "mis à vis",
        "mis-à-vis",
        "vis",
        "open mis",
        "misere ouverte",
        "misère ouverte",
        "open misère",
    ],
)
def test_mis_a_vis(text):
    assert bid(text) == "mis-a-vis"


@pytest.mark.parametrize("text", BIDS)
def test_what_a_record_says_may_be_typed(text):
    assert bid(text) == text


@pytest.mark.parametrize(
    "text", ["14", "0", "-1", "12 hearts", "hearts", "ac", "double", "mis mis", "1o", "10.5"]
)
def test_no_bid(text):
    with pytest.raises(BadText) as error:
        GAME.parse(text, AUCTION)
    assert error.value.reason.clause == "N3.2"


# -- contracts -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("twelve hearts on the ace of clubs", "H AC"),
        ("spades and the queen", "S Q"),
        ("no trumps with KD", "NT KD"),
        ("queen", "- Q"),
        ("10h", "- TH"),
        ("ace of clubs", "- AC"),
    ],
)
def test_as_the_rulebook_says_it(text, said):
    assert contract(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "hearts ace of clubs",
        "hearts, ace of clubs",
        "hearts on the ace of clubs",
        "Hearts and the ace of clubs",
        "hearts with the ace of clubs",
        "hearts calling the ace of clubs",
        "hearts trumps, ace of clubs",
        "hearts are trumps, I call the ace of clubs",
        "trumps are hearts, ace of clubs",
        "trumps: hearts, ace of clubs",
        "trump hearts ace clubs",
        "12 hearts on the ace of clubs",
        "12 hearts AC",
        "twelve hearts, my partner is the ace of clubs",
        "12h on ac",
        "12h ac",
        "10h ac",
        "10 hearts ace of clubs",
        "ten hearts on the ace of clubs",
        "h ac",
        "h a c",
        "H A♣",
        "♥ A♣",
        "♥ a of clubs",
        "hearts + ace of clubs",
        "ace of clubs, hearts",
        "ace of clubs hearts",
        "ace clubs hearts",
        "the ace of clubs, hearts are trumps",
        "the ace of clubs with hearts",
        "ac h",
        "ac, hearts trumps",
        "call the ace of clubs, trumps hearts",
        "  HEARTS   ON   THE   ACE   OF   CLUBS  ",
    ],
)
def test_hearts_on_the_ace_of_clubs(text):
    assert contract(text) == "H AC"


@pytest.mark.parametrize(
    "text",
    [
        "spades queen",
        "spades, queen",
        "spades and the queen",
        "spade and a queen",
        "s q",
        "♠ q",
        "queen, spades",
        "queen and spades",
        "the queen, spades are trumps",
        "queen spades trumps",
        "spades trumps and the queen",
        "spades and the queen of trumps",
        "trumps spades queen",
        "11 spades queen",
        "eleven spades and the queen",
        "7 spades queen",
        "7s q",
    ],
)
def test_spades_and_the_queen(text):
    assert contract(text) == "S Q"


@pytest.mark.parametrize(
    "text",
    [
        "no trumps with KD",
        "no trumps king of diamonds",
        "no trump, king of diamonds",
        "no-trumps and the king of diamonds",
        "notrumps kd",
        "nt kd",
        "NT K♦",
        "12 nt kd",
        "7nt kd",
        "sans kd",
        "sans atout kd",
        "kd nt",
        "king of diamonds, no trumps",
        "king diamonds no trumps",
        "ten no trumps calling the king of diamonds",
    ],
)
def test_no_trumps_with_the_king_of_diamonds(text):
    assert contract(text) == "NT KD"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("queen of spades", "- QS"),
        ("queen spades", "- QS"),
        ("the queen of spades", "- QS"),
        ("ten of hearts", "- TH"),
        ("10 of hearts", "- TH"),
        ("th", "- TH"),
        ("the 10", "- T"),
        ("ten", "- T"),
        ("t", "- T"),
        ("a", "- A"),
        ("an ace", "- A"),
        ("a king", "- K"),
        ("knave", "- J"),
        ("deuce", "- 2"),
        ("2", "- 2"),
        ("ace", "- A"),
        ("king of trumps", "- K"),
    ],
)
def test_trumps_left_to_the_first_lead(text, said):
    assert contract(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hearts 10", "H T"),
        ("hearts ten", "H T"),
        ("10 hearts 10", "H T"),
        ("ten hearts and the ten", "H T"),
        ("hearts a", "H A"),
        ("h a", "H A"),
        ("hearts and a jack", "H J"),
        ("hearts ten of hearts", "H TH"),
        ("hearts and the ten of clubs", "H TC"),
        ("clubs queen of hearts", "C QH"),
        ("clubs queen hearts", "C QH"),
        ("queen hearts clubs", "C QH"),
        ("2 clubs 2 hearts", "C 2H"),
        ("nt q", "NT Q"),
        ("no trumps and the queen", "NT Q"),
    ],
)
def test_other_ways(text, said):
    assert contract(text) == said


@pytest.mark.parametrize("rank", RANKS)
def test_every_card_and_suit(rank):
    names = dict(
        zip(RANKS, "ace king queen jack ten nine eight seven six five four three two".split(), strict=True)
    )
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        code = rank + suit[0].upper()
        assert contract(f"hearts on the {names[rank]} of {suit}") == f"H {code}"
        assert contract(f"{suit} and the {names[rank]}") == f"{suit[0].upper()} {rank}"
        assert contract(code) == f"- {code}"
        assert card(f"the {names[rank]} of {suit}") == code


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "twelve",
        "hearts",
        "no trumps",
        "nt",
        "trumps",
        "trumps trumps",
        "hearts spades",
        "hearts spades queen",
        "hearts no trumps queen",
        "nt nt kd",
        "ac ad",
        "queen king",
        "hearts queen king",
        "hearts ac ad",
        "queen of hearts trumps",
        "pass",
        "mis",
        "hearts on the",
        "ace of",
        "hearts on the ace of",
        "hearts on the 1",
        "hearts on the 11 of clubs",
        "hearts on the joker",
        "ace of swords",
        "of",
        "the",
        "and",
        ",",
        "...",
        "12h",
        "14 hearts queen",
        "hearts trumps clubs queen",
        "play something",
        "hearts on the ace of clubs please or not",
    ],
)
def test_no_contract(text):
    with pytest.raises(BadText) as error:
        GAME.parse(text, NAMING)
    assert error.value.reason.clause == "N4.2"


@pytest.mark.parametrize(
    "text", ["ten hearts", "10 hearts", "10 h", "ten hearts.", "7 spades", "seven spades"]
)
def test_a_bid_with_trumps_and_no_call_is_not_taken_for_a_card(text):
    with pytest.raises(BadText):
        GAME.parse(text, NAMING)


def test_what_the_rules_refuse_is_still_understood():
    assert NAMING.why_not(GAME.parse("no trumps and the queen", NAMING)).clause == "N4.3"


# -- cards -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7h", "7H"),
        ("7H", "7H"),
        ("7 h", "7H"),
        ("10h", "TH"),
        ("10♥", "TH"),
        ("10♥\ufe0f", "TH"),
        ("th", "TH"),
        ("ace of clubs", "AC"),
        ("the ace of clubs", "AC"),
        ("play the ace of clubs", "AC"),
        ("I lead the ace of clubs.", "AC"),
        ("ace clubs", "AC"),
        ("a of clubs", "AC"),
        ("a c", "AC"),
        ("clubs ace", "AC"),
        ("c a", "AC"),
        ("10 of hearts", "TH"),
        ("ten of hearts", "TH"),
        ("knave of spades", "JS"),
        ("deuce of spades", "2S"),
        ("3 of diamonds", "3D"),
        ("♣ A", "AC"),
        ("Кт", "KC"),
        ("10Ч", "TH"),
    ],
)
def test_a_card(text, code):
    assert card(text) == code


@pytest.mark.parametrize("code", PACK)
def test_every_code(code):
    assert card(code) == card(code.lower()) == code


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "pass",
        "hearts",
        "ace",
        "ac ad",
        "7h+7c",
        "1h",
        "joker",
        "ace of",
        "of clubs",
        "queen of hearts hearts",
    ],
)
def test_no_card(text):
    with pytest.raises(BadText):
        GAME.parse(text, PLAYING)


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("text", ["concede", "I concede", "Concede.", "give up", "I give up!"])
def test_concede_at_any_time(text, view):
    assert GAME.parse(text, view) == Concede(0)


def test_the_seat_is_that_of_the_view():
    position = table(APART, "10 p")
    assert GAME.parse("11", sees(position, 2)) == Bid(2, "11")
    assert GAME.parse("concede", sees(position, 3)) == Concede(3)
    with pytest.raises(BadText):
        GAME.parse("", sees(position, None))


# -- nonsense --------------------------------------------------------------------------------------------
NONSENSE = [
    "",
    " ",
    "\t\n",
    "\x00",
    "🂡",
    "♥",
    "♥♥",
    "!",
    "?",
    "+",
    "++",
    "+ace+of+",
    "…",
    "-",
    "--help",
    "()",
    "[",
    "\\",
    "%s",
    "{0}",
    "$(rm)",
    "٣",
    "²",
    "½",
    "Ⅻ",
    "ﬀ",
    "ß",
    "İ",
    "ı",
    "\u200f",
    "\ud800",
    "é" * 1000,
    "a " * 1000,
    "hearts " * 500,
    "no trumps " * 500,
    "ace of " * 500,
    "9" * 5000,
    "پاس",
    "мизер",
]


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_bad_text(text, view):
    with pytest.raises(BadText) as error:
        GAME.parse(text, view)
    assert error.value.reason.key.startswith("bad.")


WORDS = st.sampled_from(
    "a an the of on and with no nt trump trumps no-trumps sans hearts heart h ♠ clubs c queen q k ten "
    "10 12 1 0 2 ac 10h 12h 7nt mis vis pass p bid i concede , . + ! joker x".split()
)


@given(st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=8).map(" ".join)))
@example("no trumps no trumps")
def test_any_text_is_an_action_or_bad_text(text):
    for view in VIEWS.values():
        try:
            action = GAME.parse(text, view)
        except BadText:
            continue
        reason = view.why_not(action)
        assert reason is None or reason.clause
