"""Fair deals: what was promised is what was dealt, and any change to either is found."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, cast

import pytest

from messdeck.core.actions import TABLE, Deal, End
from messdeck.core.errors import BadText
from messdeck.core.fairness import Opening, Verification, commit, mix, offered, opening_notes, verify
from messdeck.core.game import Game, Pack
from messdeck.core.position import Position
from messdeck.core.record import Header, Match, Record, replay
from messdeck.games.noms.actions import Bid, NomsDeal
from messdeck.games.registry import GAMES, get_game
from tests.chance import assert_fits
from tests.tiny.game import GAME as TINY
from tests.tiny.game import TinyRules

NONCE = "00112233445566778899aabbccddeeff"
ENTROPY = ("ten bells", "♥ 7", "")


def header(name: str, **options: Any) -> Header:
    game = get_game(name)
    return Header(game, game.rules.create(4, options), (), extra={"id": "x1"})


def serve(head: Header, seed: int, deals: int, entropy: tuple[str, ...] = ENTROPY) -> Match:
    """A random game as a server runs it: promise, entropy, deal, and the openings when it is over."""
    rng, match = Random(seed), Match(head)
    openings: dict[int, Opening] = {}
    while not match.position.is_over:
        if match.position.turn != TABLE:
            match.act(chosen(match.position, rng))
        elif len(openings) == deals:
            match.act(End(TABLE))
        else:
            number = len(openings) + 1
            opening = Opening.draw(match.position, rng, f"{rng.getrandbits(256):064x}")
            commitment = opening.commitment(head.game.name, "x1", number)
            openings[number] = opening.with_entropy(*entropy[: len(entropy) - rng.randrange(2)])
            match.act(openings[number].deal(match.position, commitment), commitment=commitment)
    for note in opening_notes(match.position, openings):
        match.note(**note)
    return match


def chosen(position: Position, rng: Random) -> Any:
    """A random action; half of the auctions are passed out, so that double hands come up."""
    legal = position.legal_actions()
    passing = [action for action in legal if isinstance(action, Bid) and action.bid == "pass"]
    return passing[0] if passing and rng.random() < 0.85 else rng.choice(legal)


@cache
def served(name: str) -> tuple[str, ...]:
    options = {"minimum_bid": 7} if name == "noms" else {}
    return tuple(serve(header(name, **options), 5, 4).lines())


def checked(lines: tuple[str, ...] | list[str]) -> Verification:
    return verify(replay(lines, get_game))


def failures(lines: list[str]) -> list[tuple[int, str, str]]:
    return [(f.deal, f.reason.clause, f.reason.key) for f in checked(lines).failures]


# -- round trip ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("entropy", [(), ENTROPY])
def test_a_served_game_verifies(name: str, entropy: tuple[str, ...]) -> None:
    for seed in range(10):
        result = checked(serve(header(name), seed, 3, entropy).lines())
        assert result.deals == result.verified > 0
        assert result.failures == []
        assert result.to_json() == {"deals": result.deals, "verified": result.verified}


@pytest.mark.parametrize("name", GAMES)
def test_openings_may_stand_on_their_deals(name: str) -> None:
    values = [json.loads(line) for line in served(name)]
    openings = iter([value for value in values if value.get("kind") == "opening"])
    for value in values:
        if value.get("type") == "deal":
            value["opening"] = next(openings)
    lines = [json.dumps(value) for value in values if value.get("kind") != "opening"]
    assert checked(lines).verified == checked(lines).deals == 4


def test_the_order_of_a_hand_means_nothing() -> None:
    lines = list(served("noms"))
    deal = json.loads(lines[1])
    deal["hands"] = [hand[::-1] for hand in deal["hands"]]
    assert failures([lines[0], json.dumps(deal), *lines[2:]]) == []


def test_a_deal_may_leave_out_its_pack_and_cut() -> None:
    lines = list(served("noms"))
    deal = json.loads(lines[1])
    del deal["pack"], deal["cut"]
    assert failures([lines[0], json.dumps(deal), *lines[2:]]) == []


def test_a_deal_without_its_pack_must_be_promised_a_legal_one() -> None:
    """After a whole game's tricks no other order will do, though the hands would be the same (N2.4)."""
    match = serve(header("noms", minimum_bid=1, forced_bid=1), 1, 1)
    dealt = len(match.events) - 2
    match = Match.resume(replay(match.lines()[: dealt + 1], get_game))
    pack = Pack(tuple(match.game.deck.index), 1, cast(int, match.position.dealer) + 1 & 3)
    opening = Opening(pack, NONCE)
    deal = cast(NomsDeal, opening.deal(match.position, ""))
    match.act(
        replace(deal, pack=(), cut=0),
        commitment=opening.commitment("noms", "x1", 2),
        opening=opening.to_json(),
    )
    match.act(End(TABLE))
    result = verify(replay(match.lines(), get_game))
    assert [(f.deal, f.reason.clause) for f in result.failures][1:] == [(2, "N2.4")]


def test_a_record_without_deals_has_nothing_to_fail() -> None:
    assert checked(served("noms")[:1]) == Verification(0, 0)


# -- what is spoiled is found ----------------------------------------------------------------------------
def exchanged(cards: list[str]) -> None:
    cards[0], cards[20] = cards[20], cards[0]


SPOILED: dict[str, Callable[[dict[str, Any]], object]] = {
    "pack": lambda note: exchanged(note["pack"]),
    "cut": lambda note: note.update(cut=note["cut"] % 51 + 1),
    "dealer": lambda note: note.update(dealer=note["dealer"] ^ 1),
    "nonce": lambda note: note.update(nonce=note["nonce"][::-1]),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("what", SPOILED)
def test_a_spoiled_opening_is_found(name: str, what: str) -> None:
    lines = list(served(name))
    for place, number in ((-4, 1), (-1, 4)):
        note = json.loads(lines[place])
        SPOILED[what](note)
        spoiled = list(lines)
        spoiled[place] = json.dumps(note)
        result = checked(spoiled)
        assert (result.deals, result.verified) == (4, 3)
        assert [(f.deal, f.reason.clause, f.reason.key) for f in result.failures] == [
            (number, "R8.3", "fair.commitment")
        ]
        assert result.failures[0].line == len(lines) + 1 + place, "the line of the opening"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("what", ["other", "one more", "one less", "none"])
def test_spoiled_entropy_is_found(name: str, what: str) -> None:
    """In a shuffle, and (deal 4 of Noms) in a cut."""
    lines = list(served(name))
    for place, number in ((-4, 1), (-1, 4)):
        note = json.loads(lines[place])
        given = note["entropy"]
        assert given
        changed = {"other": [*given[1:], "x"], "one more": [*given, "x"], "one less": given[1:], "none": []}
        note["entropy"] = changed[what]
        spoiled = list(lines)
        spoiled[place] = json.dumps(note)
        assert failures(spoiled) == [(number, "R8.4", "fair.deal")]


@pytest.mark.parametrize("name", GAMES)
def test_a_spoiled_commitment_is_found(name: str) -> None:
    lines = list(served(name))
    deal = json.loads(lines[1])
    for commitment in (deal["commitment"][:-1], deal["commitment"].upper(), "", None, 7):
        spoiled = [lines[0], json.dumps({**deal, "commitment": commitment}), *lines[2:]]
        assert failures(spoiled) == [(1, "R8.3", "fair.commitment")]


def test_spoiled_hands_are_found() -> None:
    """A legal deal, but another one: two hands are exchanged before anything was played."""
    head = header("voormsi")
    opening = Opening.draw(head.game.start(head.rules), Random(1), NONCE)
    match = Match(head)
    deal = opening.deal(match.position, "")
    deals: dict[str, Deal] = {
        "hands": replace(deal, hands=(deal.hands[1], deal.hands[0], *deal.hands[2:])),
        "stock": replace(deal, stock=deal.stock[::-1]),  # type: ignore[call-arg]
        "dealer": replace(deal, dealer=(deal.dealer + 1) % 4),
    }
    for name, other in deals.items():
        match = Match(head)
        match.act(other, commitment=opening.commitment("voormsi", "x1", 1))
        match.act(End(TABLE))
        for note in opening_notes(match.position, {1: opening}):
            match.note(**note)
        (failure,) = verify(replay(match.lines(), get_game)).failures
        assert (failure.line, failure.reason.key, failure.reason.args) == (4, "fair.deal", {"name": name})


def test_an_opening_is_of_one_game_and_one_deal() -> None:
    lines = list(served("voormsi"))
    head = json.loads(lines[0])
    assert len(failures([json.dumps({**head, "id": "x2"}), *lines[1:]])) == 4
    notes = [json.loads(line) for line in lines[-4:]]
    notes[0]["deal"], notes[1]["deal"] = 2, 1
    swapped = [*lines[:-4], *map(json.dumps, notes)]
    assert [deal for deal, _, _ in failures(swapped)] == [1, 2]


def test_a_deal_without_a_promise_or_an_opening_is_told() -> None:
    lines = list(served("noms"))
    assert failures(lines[:-1]) == [(4, "R8.2", "fair.no_opening")]
    deal = json.loads(lines[1])
    del deal["commitment"]
    assert failures([lines[0], json.dumps(deal), *lines[2:]]) == [(1, "R8.1", "fair.no_commitment")]
    for line in checked(lines[:-1]).failures:
        assert json.loads(lines[line.line - 1])["type"] == "deal"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"pack": ["7H"]}, "fair.pack_size"),
        ({"pack": ["7H", "7H"]}, "bad.card_twice"),
        ({"pack": ["1X"]}, "bad.card"),
        ({"pack": None}, "bad.field"),
        ({"cut": "7"}, "bad.field"),
        ({"cut": True}, "bad.field"),
        ({"dealer": 4}, "bad.seat"),
        ({"nonce": 7}, "bad.field"),
        ({"nonce": "7"}, "fair.nonce"),
        ({"nonce": NONCE.upper()}, "fair.nonce"),
        ({"nonce": NONCE + "\n"}, "fair.nonce"),
        ({"entropy": "ten"}, "bad.field"),
        ({"entropy": [1]}, "bad.field"),
        ({"deal": 9}, "fair.no_opening"),
        ({"deal": True}, "fair.no_opening"),
        ({"deal": [1]}, "fair.no_opening"),
    ],
)
def test_an_opening_that_is_none(change: dict[str, Any], key: str) -> None:
    lines = serve(header("voormsi"), 3, 1, ENTROPY).lines()
    note = {**json.loads(lines[-1]), **change}
    assert [found for _, _, found in failures([*lines[:-1], json.dumps(note)])] == [key]


def test_an_opening_on_a_deal_that_is_none() -> None:
    lines = list(served("voormsi"))
    deal = json.dumps({**json.loads(lines[1]), "opening": "ten bells"})
    assert failures([lines[0], deal, *lines[2:]]) == [(1, "R8.2", "bad.field")]


# -- nothing is opened too early -------------------------------------------------------------------------
def test_no_opening_notes_before_the_end() -> None:
    head = header("voormsi")
    position = head.game.start(head.rules)
    opening = Opening.draw(position, Random(1), NONCE)
    with pytest.raises(ValueError, match="never before"):
        opening_notes(position, {1: opening})
    assert [note["deal"] for note in opening_notes(position.play(End(TABLE)), {2: opening, 1: opening})] == [
        1,
        2,
    ]


def test_an_opening_before_the_end_is_told() -> None:
    lines = list(served("voormsi"))
    assert failures([*lines[:2], lines[-4], *lines[2:-4], *lines[-3:]]) == [(1, "R8.2", "fair.early")]
    opening = json.loads(lines[-4])
    deal = json.dumps({**json.loads(lines[1]), "opening": opening})
    assert failures([lines[0], deal]) == [(1, "R8.2", "fair.early")]


def test_an_opening_of_a_guessable_nonce_is_not_drawn() -> None:
    head = header("voormsi")
    with pytest.raises(BadText):
        Opening.draw(head.game.start(head.rules), Random(1), "7")


# -- the scheme as it is written down --------------------------------------------------------------------
PACK = Pack(("7H", "KC", "3D"), 2, 1)


def test_the_commitment_as_documented() -> None:
    text = f'["messdeck deal",1,"noms","x \\u2665",3,["7H","KC","3D"],2,1,"{NONCE}"]'
    assert commit("noms", "x ♥", 3, PACK, NONCE) == hashlib.sha256(text.encode()).hexdigest()


def test_every_part_is_committed() -> None:
    others = [
        commit("voormsi", "x", 1, PACK, NONCE),
        commit("noms", "y", 1, PACK, NONCE),
        commit("noms", "x", 2, PACK, NONCE),
        commit("noms", "x", 1, replace(PACK, cards=PACK.cards[::-1]), NONCE),
        commit("noms", "x", 1, replace(PACK, cut=1), NONCE),
        commit("noms", "x", 1, replace(PACK, dealer=0), NONCE),
        commit("noms", "x", 1, PACK, NONCE[::-1]),
    ]
    assert len({commit("noms", "x", 1, PACK, NONCE), *others}) == 8


def test_mixing_as_documented() -> None:
    """By hand, as docs/fairness.md tells it."""
    seed = hashlib.sha256(b'["messdeck mix",1,"c0ffee",["a","b"]]').digest()
    draws = [hashlib.sha256(seed + k.to_bytes(8, "big")).digest()[:8] for k in range(2)]
    cards = list(PACK.cards)
    for i, draw in zip((2, 1), draws, strict=True):  # no draw of so few is thrown away
        j = int.from_bytes(draw, "big") % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert mix(PACK, ["b", "a"], "c0ffee", True) == replace(PACK, cards=tuple(cards))
    cut = 1 + (PACK.cut - 1 + int.from_bytes(draws[0], "big") % 2) % 2
    assert mix(PACK, ["b", "a"], "c0ffee", False) == replace(PACK, cut=cut)


def test_draws_that_would_favour_low_numbers_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fixed:
        words: Iterator[int]

        def __init__(self, _: bytes) -> None:
            pass

        def digest(self) -> bytes:
            return next(Fixed.words).to_bytes(8, "big") + bytes(24)

    last = 2**64 - 1  # 2^64 is 1 more than a multiple of 3: the last word would make 0 too likely
    Fixed.words = iter([0, last, 1, 1])
    monkeypatch.setattr("messdeck.core.fairness.sha256", Fixed)
    assert mix(PACK, ["a"], "", True).cards == ("7H", "3D", "KC")


def test_the_order_of_entropy_does_not_matter_but_all_of_it_does() -> None:
    pack = Pack(tuple(get_game("noms").deck.index), 17, 2)
    for shuffled in (True, False):
        texts = [f"{i}" for i in range(4)]
        assert len({mix(pack, order, "c", shuffled) for order in permutations(texts)}) == 1
    given = [["a"], ["b"], ["a", "b"], ["ab"], ["a", "a"], ["a", ""], [""], []]
    assert len({mix(pack, texts, "c", True) for texts in given}) == len(given)
    assert mix(pack, [], "c", True) == mix(pack, [], "c", False) == pack
    assert mix(pack, ["a"], "c", True) != mix(pack, ["a"], "d", True)


# -- mixing is fair --------------------------------------------------------------------------------------
def test_mixing_gives_every_permutation_alike() -> None:
    pack = Pack(("AC", "KC", "QC", "JC"), 0, 0)
    drawn = Counter(mix(pack, [f"{i}"], "c", True).cards for i in range(6000))
    assert_fits(Counter(drawn), dict.fromkeys(permutations(pack.cards), 1))


def test_mixing_brings_every_card_everywhere_alike() -> None:
    pack = Pack(tuple(get_game("voormsi").deck.index), 0, 0)
    packs = [mix(pack, ["x", f"{i}"], "c", True).cards for i in range(1800)]
    for place in (0, 17, 35):
        assert_fits(Counter(cards[place] for cards in packs), dict.fromkeys(pack.cards, 1))


@pytest.mark.parametrize("cut", [1, 30, 51])
def test_mixing_gives_every_cut_alike(cut: int) -> None:
    pack = Pack(tuple(get_game("noms").deck.index), cut, 0)
    mixed = [mix(pack, [f"{i}"], "c", False) for i in range(5000)]
    assert all(other.cards == pack.cards for other in mixed)
    assert_fits(Counter(other.cut for other in mixed), dict.fromkeys(range(1, 52), 1))


# -- mixed packs are legal deals -------------------------------------------------------------------------
@pytest.mark.parametrize("options", [{}, {"shuffle": "always"}, {"double_hand_dealer": "same"}])
def test_mixed_packs_are_what_the_rules_allow(options: dict[str, Any]) -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    for seed in range(12):
        rng, position = (
            Random(seed),
            header("noms", minimum_bid=7, **options).game.start(
                header("noms", minimum_bid=7, **options).rules
            ),
        )
        for number in range(8):
            opening = Opening.draw(position, rng, NONCE).with_entropy(*ENTROPY[: 1 + number % 3])
            deal = cast(NomsDeal, opening.deal(position, f"{seed} {number}"))
            assert position.why_not(deal) is None
            shuffled = position.game.shuffles(position.row)
            assert shuffled == (number == 0 or ("shuffle" in options and not deal.double))
            assert (deal.pack == opening.pack.cards) == (not shuffled)
            seen[(deal.double, shuffled)] += 1
            position = position.play(deal)
            while position.turn >= 0:
                position = position.play(chosen(position, rng))
            if position.is_over:
                break
    assert seen[(True, False)] > 10
    assert seen[(False, True)] > 10
    assert seen[(False, False)] > 10 or "shuffle" in options


@pytest.mark.parametrize("players", [2, 3, 4])
def test_mixed_packs_of_voormsi(players: int) -> None:
    game = get_game("voormsi")
    position = game.start(game.rules.create(players))
    for seed in range(20):
        opening = Opening.draw(position, Random(seed), NONCE).with_entropy("x")
        assert position.why_not(opening.deal(position, "c")) is None


# -- games that draw their deals in one step -------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_drawn_as_its_pack(name: str) -> None:
    game = get_game(name)
    position = game.start(game.rules.create())
    pack = game.draw_pack(position.row, Random(7))
    assert game.deal_pack(position.row, pack) == position.draw_deal(Random(7))
    assert offered(game)


def test_a_game_without_packs_is_dealt_but_promises_nothing() -> None:
    assert not offered(TINY)
    position = TINY.start(TinyRules.create())
    with pytest.raises(NotImplementedError):
        Opening.draw(position, Random(1), NONCE)
    with pytest.raises(NotImplementedError):
        TINY.deal_pack(position.row, PACK)
    match = Match(Header(TINY, TinyRules.create(), ()))
    match.act(position.draw_deal(Random(1)), commitment="0" * 64)

    def tiny(_: str) -> Game:
        return TINY

    record: Record = replay(match.lines(), tiny)
    assert [f.reason.key for f in verify(record).failures] == ["fair.no_commitment"]
