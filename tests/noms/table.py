"""A table of Noms for the tests: deals from short strings, auctions and plays as one would say them.

Cards are written by suit, `cAK5 h9 s*`: the suit in lower case, then ranks, `*` for all thirteen. Hands
stand between bars, seat 0 first: `hAKQ | | | cA`. Seats without 13 cards get the rest of the pack in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import pytest

from messdeck.core.actions import TABLE, Action, End, Play
from messdeck.core.errors import IllegalAction
from messdeck.core.position import Position
from messdeck.games.noms.actions import Bid, Concede, Contract, NomsDeal
from messdeck.games.noms.view import NomsPosition, NomsView
from messdeck.games.registry import get_game

GAME = get_game("noms")
RANKS = "AKQJT98765432"
PACK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
SEATS = (0, 1, 2, 3)

APART = "c* | d* | h* | s*"
"""Each seat has a suit of its own: seat 0 clubs, 1 diamonds, 2 hearts, 3 spades."""

MIXED = "cAK32 dAK32 hAK32 s2 | cQJ4 dQJ4 hQJ4 s3456 | cT95 dT95 hT95 s789T | c876 d876 h876 sAKQJ"
"""Seat 0 has high cards to win with and twos to lose with."""

PASSED_OUT = "p p p p"


# -- cards -----------------------------------------------------------------------------------------------
def cards(text: str) -> tuple[str, ...]:
    """`cAK h5` as AC KC 5H."""
    return tuple(
        rank + word[0].upper() for word in text.split() for rank in (RANKS if word[1:] == "*" else word[1:])
    )


def hands(text: str) -> tuple[tuple[str, ...], ...]:
    """Four hands; the rest of the pack goes, in order, to the first seat with room."""
    given = [list(cards(hand)) for hand in text.split("|")]
    assert len(given) == 4
    rest = [card for card in PACK if not any(card in hand for hand in given)]
    for hand in given:
        while len(hand) < 13:
            hand.append(rest.pop(0))
    assert sorted(card for hand in given for card in hand) == sorted(PACK), text
    return tuple(map(tuple, given))


# -- positions -------------------------------------------------------------------------------------------
def new(scores: Sequence[int] | None = None, **options: Any) -> NomsPosition:
    """Before the first deal."""
    return cast(NomsPosition, GAME.start(GAME.rules.create(4, options), scores))


def deal(position: Position, text: str = APART, dealer: int | None = None) -> NomsPosition:
    """The next deal, by whoever is due to (seat 3 if anybody may); a double hand if one is due."""
    return cast(NomsPosition, position.play(next_deal(position, hands(text), dealer)))


def next_deal(position: Position, held: Iterable[Iterable[str]], dealer: int | None = None) -> NomsDeal:
    """The deal that is due, with these hands."""
    table = cast(NomsPosition, position)
    out = table.phase == "deal" and table.calls != () and table.bid is None
    if dealer is None and table.dealer is None:
        dealer = 3
    elif dealer is None:
        same = out and table.rules.options["double_hand_dealer"] == "same"
        dealer = table.dealer if same else (cast(int, table.dealer) + 1) % 4
    return NomsDeal(TABLE, cast(int, dealer), tuple(map(tuple, held)), out)


def from_pack(position: Position, pack: Sequence[str], cut: int, seats: str) -> NomsDeal:
    """The deal of a pack cut at `cut`; `seats` says who gets each card of the cut pack."""
    order = [*pack[cut:], *pack[:cut]]
    whose = seats.replace(" ", "")
    held = [[card for card, seat in zip(order, whose, strict=True) if int(seat) == mine] for mine in SEATS]
    due = next_deal(position, held)
    return NomsDeal(TABLE, due.dealer, due.hands, due.double, tuple(pack), cut)


def bids(position: Position, text: str) -> NomsPosition:
    """Calls in turn: `p` pass, numbers, `mis`, `vis`."""
    words = {"p": "pass", "vis": "mis-a-vis"}
    for word in text.split():
        position = position.play(Bid(position.turn, words.get(word, word)))
    return cast(NomsPosition, position)


def contract(position: Position, text: str) -> Contract:
    """`H AC`, `NT KD`, `S Q`; `-` when no trumps are named."""
    trump, call = text.split()
    return Contract(position.turn, None if trump == "-" else trump, call)


def named(position: Position, text: str) -> NomsPosition:
    """The contract named by the seat to act."""
    return cast(NomsPosition, position.play(contract(position, text)))


def plays(position: Position, text: str | Iterable[str]) -> NomsPosition:
    """Cards in turn: `AH 2H 3H 4H`."""
    for card in text.split() if isinstance(text, str) else text:
        position = position.play(Play(position.turn, (card,)))
    return cast(NomsPosition, position)


def conceded(position: Position, *seats: int) -> NomsPosition:
    """These seats give up, in this order."""
    for seat in seats:
        position = position.play(Concede(seat))
    return cast(NomsPosition, position)


def table(
    text: str = APART,
    calls: str = "",
    called: str = "",
    laid: str = "",
    *,
    dealer: int = 3,
    scores: Sequence[int] | None = None,
    **options: Any,
) -> NomsPosition:
    """A first deal with what was said and played: `table(APART, "10 p p p", "H AC", "AC AD")`."""
    position = bids(deal(new(scores, **options), text, dealer), calls)
    return plays(named(position, called) if called else position, laid)


def called_off(position: Position) -> NomsPosition:
    """The watch is called."""
    return cast(NomsPosition, position.play(End(TABLE)))


def sees(position: Position, seat: int | None) -> NomsView:
    """What a seat (None: a spectator) knows."""
    return cast(NomsView, position.view(seat))


# -- questions -------------------------------------------------------------------------------------------
def refused(position: Position, action: Action) -> str:
    """The refusal of an action, such as `N3.5.1`: clause and variant. Playing it raises the same."""
    reason = position.why_not(action)
    assert reason is not None, f"{action} is allowed"
    assert reason.key.rpartition(".")[0] in (f"refusal.{reason.clause}", "bad")
    with pytest.raises(IllegalAction) as error:
        position.play(action)
    assert error.value.reason == reason
    return reason.key.removeprefix("refusal.") if reason.key.startswith("refusal.") else reason.clause


def may_bid(position: Position) -> str:
    """What the seat to act may call: `p 10 11 12 13 mis vis`."""
    words = {"pass": "p", "mis-a-vis": "vis"}
    allowed = [action.bid for action in position.legal_actions() if isinstance(action, Bid)]
    return " ".join(words.get(bid, bid) for bid in allowed)


def may_play(position: Position) -> set[str]:
    """The cards that the seat to act may lay."""
    return {action.cards[0] for action in position.legal_actions() if isinstance(action, Play)}


def partners_seen(position: Position) -> tuple[int | None, ...]:
    """Who the partner is, as each of seats 0 to 3 and a spectator knows it."""
    return tuple(sees(position, seat).partner for seat in (*SEATS, None))


def tricks_of(position: NomsPosition) -> list[list[str]]:
    """The complete tricks of the deal on the table."""
    laid = [played.card for played in position.played]
    return [laid[i : i + 4] for i in range(0, len(laid) // 4 * 4, 4)]


# -- whole deals -----------------------------------------------------------------------------------------
def whole_deal(
    bid: str,
    wins: Mapping[int, int],
    *,
    by: int = 0,
    trump: str = "H",
    partner: int | None = None,
    call: str | None = None,
    dealer: int = 3,
    double: bool = False,
    before: NomsPosition | None = None,
    scores: Sequence[int] | None = None,
    **options: Any,
) -> NomsPosition:
    """A deal played to its end in which the seats win so many tricks, in the order of `wins`.

    `by` bids and names `trump`, calling `call` or else a card of the last trick that `partner` holds (the
    seat across if None, `by`: his own). Each of the first twelve tricks is of one suit, clubs first; the
    first of each suit has its ace. With `double` a deal that all passed comes before.
    """
    before = before or new(scores, **options)
    if double:
        first = (dealer - 1) % 4 if before.rules.options["double_hand_dealer"] == "next" else dealer
        before = bids(deal(before, APART, first), PASSED_OUT)
    called = bid not in ("mis", "vis")
    tricks = _tricks(dict(wins), trump if called else "NT")
    held = [[trick[seat] for trick in tricks] for seat in SEATS]
    position = cast(NomsPosition, before.play(next_deal(before, held, dealer)))
    while position.phase == "auction":
        position = bids(position, bid if position.turn == by and position.bid is None else "p")
    if called:
        partner = (by + 2) % 4 if partner is None else partner
        position = named(position, f"{trump} {call or held[partner][-1]}")
    for trick in tricks:
        for _ in SEATS:
            if position.phase == "play":
                position = plays(position, trick[position.turn])
    return position


def _tricks(wins: dict[int, int], trump: str) -> list[dict[int, str]]:
    """What each seat lays to each of 13 tricks."""
    winners = [seat for seat, count in wins.items() for _ in range(count)]
    if trump == "NT" and winners[12] != winners[11]:
        winners.insert(0, winners.pop())  # the last trick goes to whoever leads to it
    assert len(winners) == 13
    tricks = []
    for i, winner in enumerate(winners[:12]):
        ranks = ("AKQJ", "T987", "6543")[i % 3]
        tricks.append({(winner + step) % 4: ranks[step] + "CDHS"[i // 3] for step in SEATS})
    twos = [f"2{suit}" for suit in "CDHS"]
    best = twos.pop("CDHS".find(trump)) if trump != "NT" else twos.pop()
    tricks.append({(winners[12] + step) % 4: [best, *twos][step] for step in SEATS})
    return tricks
