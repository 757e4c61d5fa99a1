"""Positions drawn from a view are as likely as the deals behind them: compared with trying every deal.

The hidden cards are laid in every possible way, the deal is played afresh through the public API, and the
ways that give the very same view are those that may be drawn, each as likely as the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random

import pytest

from messdeck.bots.beliefs import Believer, as_position
from messdeck.core.actions import Deal
from messdeck.core.errors import IllegalAction
from messdeck.core.position import Position, View
from messdeck.core.trial import Trial
from messdeck.games.registry import get_game
from messdeck.games.voormsi import kernel as v
from messdeck.games.voormsi.actions import VoormsiDeal
from tests.chance import assert_fits


@dataclass(frozen=True)
class Found:
    """A position, the one before its deal, and the seat that looks."""

    before_deal: Position
    position: Position
    seat: int

    @property
    def view(self) -> View:
        return self.position.view(self.seat)

    @property
    def deal(self) -> Deal:
        deal = self.position.deal_actions()[0]
        assert isinstance(deal, Deal)
        return deal

    def allows(self, deal: Deal) -> bool:
        """Whether a deal, played as this one was, gives the same view."""
        position = self.before_deal.play(deal)
        try:
            for action in self.position.deal_actions()[1:]:
                position = position.play(action)
        except IllegalAction:
            return False
        return position.view(self.seat) == self.view


def positions(name: str, players: int, options: dict[str, object]) -> Iterator[Found]:
    """Every position of a seat to act in random deals."""
    for seed in range(3000):
        trial = Trial.laid(get_game(name), seed, options, players, 1)
        while not trial.position.is_over:
            _, action, after = trial.go_on()
            if after.turn >= 0 and not isinstance(action, Deal):
                yield Found(trial.before_deal, after, after.turn)


def first(found: Iterator[Found], wanted: Callable[[Found], object]) -> Found:
    return next(one for one in found if wanted(one))


# -- endings: all that is hidden is how the others' cards lie --------------------------------------------
def splits(cards: tuple[str, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal cards to hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in hand)
        for others in splits(rest, sizes[1:]):
            yield (hand, *others)


def held(position: Position) -> list[tuple[str, ...]]:
    return [tuple(hand) for hand in position.to_json()["hands"]]


def endings(found: Found) -> dict[Hashable, int]:
    """Every way in which the other hands of an ending may lie."""
    hands = held(found.position)
    others = [seat for seat in range(len(hands)) if seat != found.seat]
    hidden = tuple(card for seat in others for card in hands[seat])
    possible: dict[Hashable, int] = {}
    for split in splits(hidden, [len(hands[seat]) for seat in others]):
        dealt = [set(hand) for hand in found.deal.hands]
        for seat, hand in zip(others, split, strict=True):
            dealt[seat] = dealt[seat] - set(hands[seat]) | set(hand)
        if found.allows(replace(found.deal, hands=tuple(map(tuple, dealt)))):
            possible[tuple(frozenset(hand) for hand in split)] = 1
    return possible


def draws(found: Found, count: int, seed: int) -> Iterator[list[Position]]:
    """Positions drawn by the view itself, and as many by the compiled loops that players use."""
    rng = Random(seed)
    yield [found.view.sample(rng) for _ in range(count)]
    rows = Believer(found.position.game).uniform(found.view, count, rng)
    yield [as_position(found.view, row) for row in rows]


def check_ending(found: Found, seed: int) -> dict[Hashable, int]:
    possible = endings(found)
    for positions in draws(found, max(400, 20 * len(possible)), seed):
        drawn: Counter[Hashable] = Counter()
        for position in positions:
            hands = enumerate(held(position))
            drawn[tuple(frozenset(hand) for seat, hand in hands if seat != found.seat)] += 1
        assert_fits(drawn, possible)
    return possible


def hidden_cards(found: Found) -> int:
    return sum(len(hand) for seat, hand in enumerate(held(found.position)) if seat != found.seat)


def jc_is_hidden(found: Found) -> bool:
    return any("JC" in hand for seat, hand in enumerate(held(found.position)) if seat != found.seat)


def lacked(found: Found) -> bool:
    """Whether the JC lies hidden in an ending, and somebody else is known to lack it."""
    others = [seat for seat in range(found.position.rules.players) if seat != found.seat]
    shown = any(found.position.row[v.LACKED + seat] for seat in others)
    return shown and jc_is_hidden(found) and 4 <= hidden_cards(found) <= 6


def holder(found: Found) -> bool:
    """Whether somebody else is known to hold the JC in an ending."""
    known = found.position.row[v.HOLDER]
    return known > 0 and known - 1 != found.seat and jc_is_hidden(found) and 4 <= hidden_cards(found) <= 6


def small(found: Found) -> bool:
    return 4 <= hidden_cards(found) <= 6


@pytest.mark.parametrize("players", [3, 4])
def test_voormsi_ending_with_nothing_known(players: int) -> None:
    found = first(
        positions("voormsi", players, {"deal_all": True}), lambda one: small(one) and not lacked(one)
    )
    hands = held(found.position)
    others = [len(hand) for seat, hand in enumerate(hands) if seat != found.seat]
    everything = sum(1 for _ in splits(tuple(map(str, range(sum(others)))), others))
    assert len(check_ending(found, 1)) == everything


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("fact", [lacked, holder])
def test_voormsi_ending_with_a_fact_about_the_jc(players: int, fact: Callable[[Found], bool]) -> None:
    found = first(positions("voormsi", players, {"deal_all": True}), fact)
    possible = check_ending(found, 2)
    hands = held(found.position)
    others = [len(hand) for seat, hand in enumerate(hands) if seat != found.seat]
    everything = sum(1 for _ in splits(tuple(map(str, range(sum(others)))), others))
    assert 1 < len(possible) < everything, "the fact must exclude something"


def test_voormsi_ending_with_cards_laid_open() -> None:
    options: dict[str, object] = {"deal_all": True, "voormsi_proof": "shown"}
    found = first(
        positions("voormsi", 3, options),
        lambda one: (
            4 <= hidden_cards(one) <= 6
            and one.position.row[v.PROOF] & ~one.position.row[v.HAND + one.seat]
            and one.position.to_json()["proof"]
            and one.position.row[v.PROOF_SEAT] != one.seat
        ),
    )
    check_ending(found, 3)


@pytest.mark.parametrize("wanted", [4, 6])
def test_noms_ending_with_voids(wanted: int) -> None:
    def voided(one: Found) -> bool:
        table = one.position.to_json()
        plays = [play["cards"][0] for play in table["plays"]]
        shown = any(plays[i][1] != plays[i - i % 4][1] for i in range(len(plays)))
        return hidden_cards(one) == wanted and shown and len(plays) > 16

    check_ending(first(positions("noms", 4, {}), voided), wanted)


# -- with a stock: where the cards that matter came to ---------------------------------------------------
def tracked(cards: Sequence[str]) -> Callable[[Position], Hashable]:
    """Where some cards came to in a position: the place in the stock, or the hand they were dealt to."""

    def where(position: Position) -> Hashable:
        deal = position.deal_actions()[0]
        assert isinstance(deal, VoormsiDeal)
        seats = {card: -1 - seat for seat, hand in enumerate(deal.hands) for card in hand}
        places = {card: place for place, card in enumerate(deal.stock)}
        return tuple(seats.get(card, places.get(card)) for card in cards)

    return where


def laid_by_others(found: Found) -> list[str]:
    plays = found.position.to_json()["plays"]
    return [card for play in plays if play["seat"] != found.seat for card in play["cards"]]


def own_cards(found: Found) -> set[str]:
    """All that the looking seat held or drew."""
    plays = found.position.to_json()["plays"]
    mine = {card for play in plays if play["seat"] == found.seat for card in play["cards"]}
    return mine | set(held(found.position)[found.seat])


def stock_cases(found: Found, cards: Sequence[str]) -> dict[Hashable, int]:
    """How many deals put these cards to which places, all else being shuffled, if they give the same view.

    Whether they do depends on these cards alone: they are the JC and those that others have laid. Places that
    a laid card cannot have come from are left out from the start: other hands, and what nobody has drawn.
    """
    deal = found.deal
    assert isinstance(deal, VoormsiDeal)
    mine = own_cards(found)
    players = len(deal.hands)
    heaps = [list(hand) for hand in (*deal.hands, deal.stock)]
    free = [(i, j) for i, heap in enumerate(heaps) for j, card in enumerate(heap) if card not in mine]
    layer = {card: play["seat"] for play in found.position.to_json()["plays"] for card in play["cards"]}
    drawn = found.position.row[v.DRAWN]
    choices = [
        [(i, j) for i, j in free if card not in layer or i == layer[card] or (i == players and j < drawn)]
        for card in cards
    ]
    where = tracked(cards)
    weights: Counter[Hashable] = Counter()
    for chosen in product(*choices):
        if len(set(chosen)) < len(chosen):
            continue
        rest = iter([heaps[i][j] for i, j in free if heaps[i][j] not in cards])
        new = [list(heap) for heap in heaps]
        for i, j in free:
            new[i][j] = cards[chosen.index((i, j))] if (i, j) in chosen else next(rest)
        changed = replace(deal, hands=tuple(map(tuple, new[:-1])), stock=tuple(new[-1]))
        if found.allows(changed):
            weights[where(found.before_deal.play(changed))] += 1
    return weights


def check_stock(found: Found, seed: int) -> dict[Hashable, int]:
    """Compare where the JC and the cards laid by others came to."""
    cards = sorted({*laid_by_others(found), "JC"} - own_cards(found))
    weights = stock_cases(found, cards)
    where = tracked(cards)
    least = min(weights.values()) / sum(weights.values())
    for positions in draws(found, int(6 / least) + 200, seed):
        assert_fits(Counter[Hashable](map(where, positions)), weights)
    return weights


def few_laid(found: Found, most: int) -> bool:
    """Whether there is little to try, and a card may have been drawn before it was laid."""
    return 0 < len(laid_by_others(found)) <= most and found.position.row[v.DRAWN] > 0


def jc_at_large(found: Found) -> bool:
    """Whether the JC has not been seen by the seat that looks."""
    return not found.position.row[v.JC_PLAY] and "JC" not in own_cards(found)


def other_lacked(found: Found) -> bool:
    others = [seat for seat in range(found.position.rules.players) if seat != found.seat]
    return any(found.position.row[v.LACKED + seat] for seat in others)


@pytest.mark.parametrize(("players", "laid"), [(2, 2), (3, 2), (4, 3)])
def test_voormsi_stock_with_nothing_known(players: int, laid: int) -> None:
    def wanted(one: Found) -> bool:
        return few_laid(one, laid) and jc_at_large(one) and len(laid_by_others(one)) == laid

    weights = check_stock(first(positions("voormsi", players, {}), wanted), 5)
    assert len(set(weights.values())) > 1, (
        "a hand of several places must weigh more than a place of the stock"
    )


@pytest.mark.parametrize(("players", "laid"), [(2, 2), (3, 2), (4, 3)])
def test_voormsi_stock_with_a_jc_that_was_lacked(players: int, laid: int) -> None:
    def wanted(one: Found) -> bool:
        return few_laid(one, laid) and jc_at_large(one) and other_lacked(one)

    found = first(positions("voormsi", players, {}), wanted)
    weights = check_stock(found, 6)
    at = sorted({*laid_by_others(found), "JC"}).index("JC")
    lacking = {-1 - seat for seat in range(players) if found.position.row[v.LACKED + seat]}
    assert not {place[at] for place in weights} & lacking, "it was not dealt to who lacked it"  # type: ignore[index]


def test_voormsi_stock_with_a_jc_that_is_held() -> None:
    def wanted(one: Found) -> bool:
        holder = one.position.row[v.HOLDER]
        return few_laid(one, 4) and jc_at_large(one) and holder > 0 and holder - 1 != one.seat

    check_stock(first(positions("voormsi", 2, {"toqutsit_compulsion": "off"}), wanted), 7)


@pytest.mark.slow
def test_voormsi_stock_with_a_jc_that_was_lacked_and_then_laid() -> None:
    def wanted(one: Found) -> bool:
        laid = laid_by_others(one)
        return few_laid(one, 4) and other_lacked(one) and "JC" in laid

    check_stock(first(positions("voormsi", 2, {}), wanted), 8)


def test_voormsi_nobody_is_said_to_lack_a_jc_that_he_has_laid() -> None:
    """V4.4 tells something only of a JC still out: who laid it and later answers a KH without it had it."""

    def wanted(one: Found) -> bool:
        row = one.position.row
        jc, kh, last = row[v.JC_PLAY], row[v.KH_PLAY], row[v.PLAYS]
        answered = last > kh and row[v.HEAD] >> v.KH & 1 and not v.is_leading(list(row))
        return 0 < jc < kh and bool(answered) and row[v.PLAY + last - 1] >> 36 == row[v.PLAY + jc - 1] >> 36

    found = first(positions("voormsi", 3, {"deal_all": True}), wanted)
    laid_by = found.position.row[v.PLAY + found.position.row[v.JC_PLAY] - 1] >> 36
    assert found.position.row[v.LACKED + laid_by] <= found.position.row[v.JC_PLAY]
    for seat in range(3):
        view = found.position.view(seat)
        assert view.sample(Random(1)).view(seat) == view
