"""The catalogues: complete in three languages, every message fits its arguments, every key is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter

import polib
import pytest

import messdeck
from messdeck.core import cards
from messdeck.core.i18n import CORE, LANGUAGES, Words
from messdeck.games.noms import actions as noms
from messdeck.games.registry import GAMES, get_game

SRC = Path(messdeck.__file__).parent
FOLDERS = [path.parent.parent for path in sorted(SRC.glob("**/words/en"))]
CATALOGUES = [
    (folder, path.stem) for folder in FOLDERS for path in sorted((folder / "words" / "en").glob("*.po"))
]
IDS = [f"{folder.relative_to(SRC)}/{section}" for folder, section in CATALOGUES]
TRANSLATIONS = ("fa", "ru")
PLURALS = {"en": 2, "fa": 2, "ru": 3}
COUNTS = (0, 1, 2, 4, 5, 11, 21, 101)

# Messages that may read the same in every language: placeholders alone.
SAME = {"with_clause", "action.play", "action.bid", "status.call", "paper.side", "paper.seat", "note.call"}

# Calls whose arguments of these places are keys; the place of a method does not count its object.
KEY_PLACES = {"Event": 0, "Fact": 0, "Reason": 0, "Term": 0, "say": 0, "text": 0, "of": 1}


@cache
def catalogue(folder: Path, language: str, section: str) -> polib.POFile:
    return polib.pofile(str(folder / "words" / language / f"{section}.po"), encoding="utf-8")


def forms(entry: polib.POEntry) -> list[str]:
    """The texts of a message, one for each plural form."""
    return [entry.msgstr_plural[i] for i in sorted(entry.msgstr_plural)] or [entry.msgstr]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def keys(*folders: Path) -> set[str]:
    """The keys of all catalogues of some folders."""
    messages = [catalogue(folder, "en", section) for folder, section in CATALOGUES if folder in folders]
    return {entry.msgid for entry in chain.from_iterable(messages)}


# -- the three languages ---------------------------------------------------------------------------------
def test_there_are_catalogues() -> None:
    assert {SRC, SRC / "terminal", CORE, *(get_game(name).folder for name in GAMES)} <= set(FOLDERS)
    assert set(LANGUAGES) == set(PLURALS)


@pytest.mark.parametrize(("folder", "section"), CATALOGUES, ids=IDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_comes_twice_or_is_empty(language: str, folder: Path, section: str) -> None:
    messages = catalogue(folder, language, section)
    found = [entry.msgid for entry in messages]
    assert found
    assert len(found) == len(set(found))
    assert not [e.msgid for e in messages if e.obsolete or e.fuzzy or not all(map(str.strip, forms(e)))]


@pytest.mark.parametrize(("folder", "section"), CATALOGUES, ids=IDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_form_is_there(language: str, folder: Path, section: str) -> None:
    messages = catalogue(folder, language, section)
    assert messages.metadata["Language"] == language
    assert messages.metadata["Plural-Forms"].startswith(f"nplurals={PLURALS[language]};")
    places = set(range(PLURALS[language]))
    assert not [e.msgid for e in messages if e.msgid_plural and set(e.msgstr_plural) != places]


@pytest.mark.parametrize(("folder", "section"), CATALOGUES, ids=IDS)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_the_same_messages(language: str, folder: Path, section: str) -> None:
    english, translated = catalogue(folder, "en", section), catalogue(folder, language, section)
    counted = {e.msgid: e.msgid_plural for e in english}
    assert {e.msgid: e.msgid_plural for e in translated} == counted
    originals = {e.msgid: forms(e) for e in english}
    untouched = {e.msgid for e in translated if set(forms(e)) & set(originals[e.msgid])}
    assert untouched <= SAME


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_the_placeholders(language: str, folder: Path) -> None:
    """All of them in every form; only the figure itself may be left out where one is meant."""
    english = {e.msgid: e for e in catalogue(folder, "en", "table")}
    for entry in catalogue(folder, language, "table"):
        original = english[entry.msgid]
        wanted = set().union(*map(placeholders, forms(original)))
        bare = placeholders(forms(original)[0])  # the form for one
        assert wanted - bare <= {original.msgid_plural}
        for i, text in enumerate(forms(entry)):
            assert placeholders(text) in ((wanted, bare) if i == 0 else (wanted,)), (entry.msgid, text)


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_said(language: str, folder: Path) -> None:
    words = Words(language, folder)
    for entry in catalogue(folder, language, "table"):
        names = set().union(*map(placeholders, forms(entry)))
        for n in COUNTS if entry.msgid_plural else (1,):
            text = words.say(entry.msgid, dict.fromkeys({*names, *filter(None, [entry.msgid_plural])}, n))
            assert text.strip()
            assert not re.search(r"{\w*}", text)
            assert not text.endswith((".", "۔")), f"{entry.msgid}: a message has no final full stop"


def test_russian_counts_in_three_forms() -> None:
    words = Words("ru", get_game("voormsi").folder)
    said = [words.say("status.stock", n=n).rpartition(" ")[2] for n in (1, 3, 5, 11, 22, 31)]
    assert said == ["карта", "карты", "карт", "карт", "карты", "карта"]


def test_persian_digits_of_our_own() -> None:
    """Figures in Persian words are Persian, but for cards, codes and what is typed."""
    cards_and_codes = re.compile(
        r"[A-Z]*\d*[♣♦♥♠]|\b\d?[0-9AKQJT][CDHS]\b|UTF-8|[\w-]+=\w+|[\"{].*[\"}\d]|A K Q J [\d ]+"
    )
    for folder in FOLDERS:
        for entry in catalogue(folder, "fa", "table"):
            for text in forms(entry):
                assert not re.search("[0-9]", cards_and_codes.sub("", text)), text


# -- every key that is said ------------------------------------------------------------------------------
def literals(node: ast.expr) -> Iterator[str]:
    """The patterns of the keys that an expression may give; nothing for what is not written out."""
    match node:
        case ast.Constant(str(key)):
            yield re.escape(key)
        case ast.JoinedStr(parts):
            written = [str(part.value) if isinstance(part, ast.Constant) else None for part in parts]
            if not re.search(r"[\s:]", "".join(filter(None, written))):  # else it is a line to print
                yield "".join(r"[\w.-]+" if part is None else re.escape(part) for part in written)
        case ast.IfExp(_, first, second):
            yield from literals(first)
            yield from literals(second)


def said_keys(source: Path) -> Iterator[tuple[int, str]]:
    """The line and pattern of every key that a file says."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = KEY_PLACES.get(name, len(node.args))
            if place < len(node.args):
                for pattern in literals(node.args[place]):
                    yield node.lineno, pattern
        elif isinstance(node, ast.Assign) and any(getattr(t, "id", "") == "key" for t in node.targets):
            for pattern in literals(node.value):
                yield node.lineno, pattern


def in_reach(source: Path) -> set[str]:
    """The keys that a file may say: a game's own and the core's; outside the games all there are."""
    games = [get_game(name).folder for name in GAMES]
    own = [folder for folder in games if folder in source.parents]
    return keys(*own, CORE) if own else keys(*FOLDERS)


@pytest.mark.parametrize("source", sorted(SRC.glob("**/*.py")), ids=lambda path: str(path.relative_to(SRC)))
def test_every_key_said_exists(source: Path) -> None:
    known = in_reach(source)
    for line, pattern in said_keys(source):
        assert any(re.fullmatch(pattern, key) for key in known), f"{source}:{line}: no message {pattern}"


def test_the_scan_finds_keys() -> None:
    found = {pattern for source in SRC.glob("**/*.py") for _, pattern in said_keys(source)}
    for key in ("story.deal", "bad.card", "table.you", "judge.winner", "status.pending", "replay.over"):
        assert re.escape(key) in found
    assert len(found) > 100


# -- the kernels' numbers --------------------------------------------------------------------------------
def numbers(node: ast.expr | None) -> Iterator[int]:
    """The whole numbers that a returned expression may be, both branches of a choice."""
    match node:
        case ast.Constant(int(value)):
            yield value
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            yield -value
        case ast.IfExp(_, first, second):
            yield from numbers(first)
            yield from numbers(second)


def returned(game: str, wanted: str) -> set[int]:
    """The numbers that the functions of a kernel whose name ends so return, 0 left out."""
    tree = ast.parse((get_game(game).folder / "kernel.py").read_text("utf-8"))
    functions = [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and f.name.endswith(wanted)]
    returns = [node for f in functions for node in ast.walk(f) if isinstance(node, ast.Return)]
    return {number for node in returns for number in numbers(node.value)} - {0}


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_words(game: str) -> None:
    codes = returned(game, "refusal")
    assert len(codes) > 12
    chosen = get_game(game)
    wanted = {f"refusal.{chosen.clause(code // 10)}.{code % 10}" for code in codes}
    assert wanted <= keys(chosen.folder)


@pytest.mark.parametrize("game", GAMES)
def test_no_refusal_is_left_over(game: str) -> None:
    chosen = get_game(game)
    codes = returned(game, "refusal")
    said = {f"refusal.{chosen.clause(code // 10)}.{code % 10}" for code in codes}
    literal = {pattern for source in chosen.folder.glob("*.py") for _, pattern in said_keys(source)}
    spare = {key for key in keys(chosen.folder) if key.startswith("refusal.")} - said
    assert {key for key in spare if re.escape(key) not in literal} == set()


def test_every_beating_has_words() -> None:
    codes = returned("voormsi", "beats")
    assert {21, 28, -25, -29} <= codes
    voormsi = get_game("voormsi")
    wanted = {f"{'beat' if code > 0 else 'miss'}.{voormsi.clause(abs(code))}" for code in codes}
    assert wanted <= keys(voormsi.folder)


def test_every_term_has_words() -> None:
    wanted = {f"bid.{bid}" for bid in noms.BIDS if not bid.isdigit()}
    wanted |= {f"trump.{trump or 'open'}" for trump in noms.TRUMPS}
    assert wanted <= keys(get_game("noms").folder)
    wanted = {f"suit.{suit}" for suit in (*cards.SUITS, *noms.SUITS)}
    wanted |= {f"rank.{rank}" for rank in (*cards.RANKS, *noms.RANKS)}
    assert wanted <= keys(CORE)
    assert {f"language.{language}" for language in LANGUAGES} <= keys(CORE)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_preset_has_words(game: str) -> None:
    rules = get_game(game).rules
    wanted = {f"option.{option.name}" for option in rules.OPTIONS} | {
        f"preset.{name}" for name in rules.PRESETS
    }
    for option in rules.OPTIONS:
        wanted |= {f"option.{option.name}.{str(value).lower()}" for value in option.choices}
    assert wanted <= keys(get_game(game).folder)
