"""A table for the clause tests: the deal is worked out from the tricks that are to be played.

A trick is a line such as "0: 7H KC . 9C": who leads, then one play a seat, clockwise. The cards of a play
are joined by +; a point is a low card (or as many as were led) that does not matter. A seat inside a line
says who goes on: "0: 9C QD 0: 8S 5D" is a trick of two players. Whoever leads a line has won the line before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Self

import polib
import pytest

from messdeck.core.actions import TABLE, Action, Play
from messdeck.core.errors import IllegalAction
from messdeck.core.position import Position
from messdeck.games.registry import get_game
from messdeck.games.voormsi.actions import VoormsiDeal

GAME = get_game("voormsi")

ORDINARY = (
    "JC KH 8S 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D 5C 5S 5H 5D 8C 8H 8D QC QS QH QD KC KS"
).split()
SEVENS = "7C 7S 7H 7D".split()
PACK = [*ORDINARY, *SEVENS, "3D"]

# What fills hands, stock and points, from the first taken to the last; only the dull ones lead for a point.
DULL = "QD QH QS QC 8D 8H 8C 5D 5H 5S 5C 6D 6H 6S 6C JD JH JS".split()
FILLERS = [*DULL, *"KS KC 7D 7H 7S 7C AD AH AS AC 9D 9H 9S 9C 8S 3D KH JC".split()]

Script = list[list[tuple[int, list[str]]]]
Reply = tuple[str, str]


class Table:
    """A rubber from its first deal on, and what has been done at it."""

    def __init__(
        self,
        *lines: str,
        players: int = 4,
        hold: Mapping[int, str] | None = None,
        stock: str = "",
        then: str = "",
        leader: int = 0,
        scores: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        """Deal so that the lines can be played, and play them.

        `hold` gives seats cards of their dealt hand besides, `stock` the top of the stock; a line `then` is
        made possible but not played; `leader` leads if no line says who does.
        """
        self.rules = GAME.rules.create(players, options)
        self.start = GAME.start(self.rules, scores)
        self.position = self.start
        self.steps: list[tuple[Position, Action, Position]] = []
        self.deal(*lines, hold=hold, stock=stock, then=then, leader=leader)

    def deal(
        self,
        *lines: str,
        hold: Mapping[int, str] | None = None,
        stock: str = "",
        then: str = "",
        leader: int | None = None,
    ) -> Self:
        """Deal (again), the dealer's left leading, and play the lines."""
        players = self.rules.players
        script = read([*lines, then] if then else lines, players)
        if script:
            leader = script[0][0][0]
        elif leader is None:
            assert self.position.dealer is not None
            leader = (self.position.dealer + 2) % players
        hands = {seat: cards.split() for seat, cards in (hold or {}).items()}
        fill_points(script, {card for cards in [*hands.values(), stock.split()] for card in cards})
        size = 36 // players if self.rules.options["deal_all"] else 4
        self.do(arranged(script, players, size, hands, stock.split(), (leader - 1) % players))
        return self.lay(script[: len(lines)])

    def play(self, *lines: str) -> Self:
        """Play further tricks, or parts of them, from the hands as they are (no points here)."""
        return self.lay(read(lines, self.rules.players))

    def lay(self, script: Script) -> Self:
        for trick in script:
            for seat, cards in trick:
                action = Play(seat, GAME.deck.cards(GAME.deck.mask(cards)))
                self.do(action)
                before = self.steps[-1][0]
                assert action in before.legal_actions()
        return self

    def do(self, action: Action) -> Self:
        """Do any action, checked."""
        after = self.position.play(action)
        self.steps.append((self.position, action, after))
        self.position = after
        return self

    def refuses(self, line: str) -> Reply:
        """Clause and key of the refusal of one play, such as "2: 5D"."""
        [[(seat, cards)]] = read([line], self.rules.players)
        return self.refuses_action(Play(seat, tuple(cards)))

    def refuses_action(self, action: Action) -> Reply:
        """Clause and key of the refusal of an action."""
        reason = refused(self.position, action)
        return reason.clause, reason.key

    def may(self, seat: int | None = None) -> set[str]:
        """What may be played, each play with its cards joined by + from the strongest."""
        plays = ["+".join(action.cards) for action in self.position.legal_actions(seat) if is_play(action)]
        assert len(plays) == len(set(plays))
        return set(plays)

    # -- what came of it
    @property
    def summary(self) -> dict[str, Any]:
        return GAME.summary(self.start, self.steps)

    @property
    def last_deal(self) -> dict[str, Any]:
        return self.summary["deals"][-1]

    @property
    def winner(self) -> int:
        """The seat that won the last trick."""
        return self.last_deal["tricks"][-1]["winner"]

    @property
    def points(self) -> list[tuple[str, int, int | None]]:
        """V6 points of the last trick: clause, side, points (None: all is lost)."""
        last = self.last_deal["tricks"][-1]
        return [(one["clause"], one["side"], one["points"]) for one in last["points"]]

    @property
    def all_points(self) -> list[tuple[str, int, int | None]]:
        """V6 points of the whole deal."""
        tricks = self.last_deal["tricks"]
        return [(one["clause"], one["side"], one["points"]) for trick in tricks for one in trick["points"]]

    @property
    def banked(self) -> list[tuple[int, int, int, int]]:
        """Bankings of the last deal: trick (from 1), side, points, score after."""
        found = self.last_deal["banked"]
        return [(one["trick"] + 1, one["side"], one["points"], one["score"]) for one in found]

    @property
    def void(self) -> bool:
        return self.last_deal["void"]

    @property
    def scores(self) -> tuple[int, ...]:
        return self.position.scores

    @property
    def tricks(self) -> tuple[int, ...]:
        return self.position.tricks

    @property
    def pending(self) -> tuple[int, ...]:
        return self.position.pending

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def hands(self) -> tuple[set[str], ...]:
        return tuple(set(hand) for hand in self.position.hands)

    @property
    def told(self) -> list[str]:
        """The keys of what was told of the last action, to everybody."""
        events = GAME.story(*self.steps[-1])
        assert all(event.audience is None for event in events)
        return [event.key for event in events]

    @property
    def heads(self) -> list[str]:
        """The heading play after each play of the last trick, cards joined by + from the strongest."""
        found: list[str] = []
        for _, action, after in self.steps:
            if not is_play(action):
                found = []
            elif after.trick:
                if len(after.trick) == 1:
                    found = []
                found.append("+".join(after.trick[after.head].cards))
            else:
                winner = self.summary_winner(after)
                last = [play for play in after.last_trick if play.seat == winner]
                assert len(last) == 1, "two plays of one seat: ask for the winner only"
                found.append("+".join(last[0].cards))
        return found

    def summary_winner(self, after: Position) -> int:
        steps = self.steps[: 1 + [step[2] for step in self.steps].index(after)]
        return GAME.summary(self.start, steps)["deals"][-1]["tricks"][-1]["winner"]


def is_play(action: Action) -> bool:
    return isinstance(action, Play)


def refused(position: Position, action: Action) -> Any:
    """The reason of a refusal; `play` and `legal_actions` must agree with it."""
    reason = position.why_not(action)
    assert reason is not None, f"{action} is allowed"
    assert action not in position.legal_actions()
    with pytest.raises(IllegalAction) as caught:
        position.play(action)
    assert caught.value.reason == reason
    return reason


# -- from lines to a deal --------------------------------------------------------------------------------
def read(lines: Iterable[str], players: int) -> Script:
    """The plays of each line: seat and cards; [] stands for a point."""
    script: Script = []
    for line in lines:
        trick: list[tuple[int, list[str]]] = []
        seat = -1
        for word in line.split():
            if word.endswith(":"):
                seat = int(word[:-1])
                continue
            trick.append((seat, [] if word == "." else word.split("+")))
            seat = (seat + 1) % players
        script.append(trick)
    return script


def fill_points(script: Script, taken: set[str]) -> None:
    """Put low cards for the points: the leads first, for which only dull cards serve."""
    taken |= {card for trick in script for _, cards in trick for card in cards}
    dull = [card for card in DULL if card not in taken]
    for trick in script:
        if trick and not trick[0][1]:
            trick[0][1].append(dull.pop(0))
            taken.add(trick[0][1][0])
    low = [card for card in FILLERS[:-3] if card not in taken]
    for trick in script:
        for _, cards in trick:
            if not cards:
                cards += [low.pop(0) for _ in trick[0][1]]


def arranged(
    script: Script, players: int, size: int, hold: Mapping[int, list[str]], top: list[str], dealer: int
) -> VoormsiDeal:
    """A deal in which every seat has its cards in time (V3.5, V8.3 draw them in their order)."""
    wanted: list[list[str]] = [[] for _ in range(players)]
    for trick in script:
        for seat, cards in trick:
            wanted[seat] += [card for card in cards if card not in hold.get(seat, []) and card not in top]
    hands = [list(hold.get(seat, [])) for seat in range(players)]
    for seat, hand in enumerate(hands):
        while len(hand) < size and wanted[seat]:
            hand.append(wanted[seat].pop(0))
    stock: list[str | None] = [*top]
    if size == 4 and not top:
        stock += draws(script, players, wanted)
    used = {card for hand in hands for card in hand} | {card for card in stock if card}
    used |= {card for cards in wanted for card in cards}
    rest = [card for card in FILLERS if card not in used]
    for hand in hands:
        hand += [rest.pop(0) for _ in range(size - len(hand))]
    filled = [card or rest.pop(0) for card in stock]
    return VoormsiDeal(TABLE, dealer, tuple(tuple(hand) for hand in hands), tuple(filled + rest))


def draws(script: Script, players: int, wanted: list[list[str]]) -> list[str | None]:
    """The stock from the top, as far as the script says who draws; None where any card serves."""
    held = [4] * players
    stock: list[str | None] = []

    def refill(first: int) -> None:
        while min(held) < 4 and len(stock) < 36 - 4 * players:
            for step in range(players):
                seat = (first + step) % players
                if held[seat] < 4 and len(stock) < 36 - 4 * players:
                    stock.append(wanted[seat].pop(0) if wanted[seat] else None)
                    held[seat] += 1

    for number, trick in enumerate(script):
        for place, (seat, cards) in enumerate(trick):
            if players == 2 and place == 2:
                refill(seat)
            held[seat] -= len(cards)
        if number + 1 < len(script) and script[number + 1]:
            refill(script[number + 1][0][0])
    return stock


def won_by(seats: str, players: int = 4, leader: int | None = None) -> list[str]:
    """Lines of single cards won by these seats, one digit a trick, without any point of V6.

    The first winner leads, or `leader`. The JC wins before the KH does; the 3D wins the first trick that
    is not won by its leader.
    """
    high = "JC KH 8S 9C 9S 9H 9D AC AS AH AD".split()
    lines = []
    three = True
    lead = int(seats[0]) if leader is None else leader
    for winner in map(int, seats):
        plays = ["."] * min(players, 4)
        place = (winner - lead) % players
        if place and three:
            plays[place] = "3D"
            three = False
        else:
            plays[place] = high.pop(0)
        line = f"{lead}: " + " ".join(plays)
        lines.append(line + f" {winner}: . ." if players == 2 else line)
        lead = winner
    return lines


def words(language: str, key: str) -> str:
    """A message of the rules in a language."""
    entry = polib.pofile(str(GAME.folder / "words" / language / "rules.po")).find(key)
    assert entry is not None
    return entry.msgstr


def shuffled(seed: int, players: int = 4, **options: Any) -> tuple[Position, VoormsiDeal]:
    """A rubber that is to begin, and a random deal for it."""
    start = GAME.start(GAME.rules.create(players, options))
    deal = start.draw_deal(Random(seed))
    assert isinstance(deal, VoormsiDeal)
    return start, deal
