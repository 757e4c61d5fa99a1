"""What a game is to the rest of the project: one object with its kernel, cards, rules and texts.

Every game folder builds one `Game`; nothing outside the folder knows more of the game than this.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from messdeck.core.actions import Action, Deal, Play
from messdeck.core.cards import Deck
from messdeck.core.errors import BadText
from messdeck.core.facts import Argument, Event, Fact, Reason
from messdeck.core.position import Beliefs, Position, Reading, View
from messdeck.core.problem import Problem
from messdeck.core.rules import Rules
from messdeck.core.sheet import Paper, PaperData, Sheet, Totals


@dataclass(frozen=True, slots=True)
class Pack:
    """What chance brings to a deal: the cards from the top before the cut, the cut, and who deals."""

    cards: tuple[str, ...]
    cut: int
    """How many cards go from the top to the bottom; 0 in a game that does not cut."""
    dealer: int


class Game(Beliefs, ABC):
    """One game. As `Beliefs` it draws uniformly among what the hard facts of a view allow."""

    name: str
    letter: str
    """The letter of its clauses: N for N5.1."""
    kernel: ModuleType
    policy: ModuleType
    """Its rule player as functions over a row: `choose(row, seat, out)` looks at public cells and at the
    seat's own hand only; so does `confident`, the same before the cards, but as suits somebody who plays
    them better."""
    trained: ModuleType | None = None
    """A player trained on search, as functions over a row (`choose`, `careless`), fast enough to play
    worlds out with; players of a game without use the rule player."""
    beliefs: ModuleType | None = None
    """How worlds are drawn and weighed, as functions over a row (`core.protocol`); players of a game without
    take all worlds for equally likely."""
    endings: ModuleType | None = None
    """What the search of endings over its kernel asks of it, as functions over a row (`core.protocol`)."""
    rules: type[Rules]
    deck: Deck
    folder: Path
    """Where the game lives; `words/<language>/*.po` below it are its catalogues."""

    def __init__(self) -> None:
        self.decode = lru_cache(maxsize=4096)(self._decode)

    # -- positions ---------------------------------------------------------------------------------------
    @abstractmethod
    def start(self, rules: Rules, scores: Sequence[int] | None = None) -> Position:
        """The position before the first deal; `scores` as in a record's header. Errors: BadText."""

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> View:
        """What a seat (None: a spectator) may know."""

    @abstractmethod
    def sample(self, view: View, rng: Random) -> Position:
        """A position consistent with a view, uniformly among them."""

    def turn(self, row: Sequence[int]) -> int:
        """The seat to act, by the kernel."""
        seat: int = self.kernel.turn(row)
        return seat

    # -- actions -----------------------------------------------------------------------------------------
    @abstractmethod
    def encode(self, action: Action) -> int:
        """The kernel's int for a seat's action. Errors: BadText for what is no action of this game."""

    @abstractmethod
    def _decode(self, seat: int, code: int) -> Action:
        """The action of a seat for a kernel's int (cached as `decode`)."""

    @abstractmethod
    def read_action(self, event: Mapping[str, Any], players: int) -> Action:
        """The action of a record's event. Errors: BadText."""

    @abstractmethod
    def parse(self, text: str, view: View) -> Action:
        """The action that a player means by typed words. Errors: BadText."""

    # -- deals -------------------------------------------------------------------------------------------
    @abstractmethod
    def deal_refusal(self, row: Sequence[int], deal: Deal) -> int:
        """Why a deal is not the one due: 0, or a refusal code."""

    @abstractmethod
    def begin_deal(self, row: list[int], deal: Deal) -> None:
        """Put a deal (unchecked) on the table."""

    def draw_deal(self, row: Sequence[int], rng: Random) -> Deal:
        """A random deal as the rules ask for it now. A game may draw it in one step instead of by packs, but
        then it cannot be served with fair deals."""
        return self.deal_pack(row, self.draw_pack(row, rng))

    def draw_pack(self, row: Sequence[int], rng: Random) -> Pack:
        """The pack of the next deal, shuffled or gathered as the rules ask for it now. Errors:
        NotImplementedError in a game that draws its deals in one step."""
        raise NotImplementedError

    def deal_pack(self, row: Sequence[int], pack: Pack) -> Deal:
        """The deal that a pack gives, without chance. Errors: NotImplementedError as for `draw_pack`."""
        raise NotImplementedError

    def shuffles(self, row: Sequence[int]) -> bool:
        """Whether the next pack is shuffled, so that any order of its cards will do; if not, only its cut
        is free."""
        return True

    @abstractmethod
    def deal_actions(self, position: Position) -> tuple[Action, ...]:
        """The actions of the deal on the table, rebuilt."""

    # -- words -------------------------------------------------------------------------------------------
    def clause(self, number: int) -> str:
        """The clause of a kernel's number: 51 is N5.1."""
        return f"{self.letter}{number // 10}.{number % 10}"

    def reason(self, code: int, reading: Reading, action: Action) -> Reason:
        """The reason of a refusal code (10 x clause + variant)."""
        clause = self.clause(code // 10)
        return Reason(f"refusal.{clause}.{code % 10}", clause, self.refusal_args(reading, action))

    @abstractmethod
    def over_reason(self, reading: Reading) -> Reason:
        """Why nothing may be done any more."""

    @abstractmethod
    def refusal_args(self, reading: Reading, action: Action) -> dict[str, Argument]:
        """The arguments that a refusal of this action may use."""

    @abstractmethod
    def action_fact(self, action: Action) -> Fact:
        """A seat's action in few words, as a player would name it."""

    def typed(self, action: Action) -> str:
        """A seat's action as somebody types it: what `parse` reads back."""
        return " ".join(action.cards) if isinstance(action, Play) else action.type

    def coded(self, action: Action) -> str:
        """A seat's action as JSON names it: the cards of a play joined by `+`, the rest as typed."""
        return "+".join(action.cards) if isinstance(action, Play) else self.typed(action)

    def prompt(self, view: View) -> Fact:
        """What the table waits for from the seat of a view whose turn it is."""
        return Fact("prompt", "")

    def status(self, reading: Reading) -> list[Fact]:
        """What a table says of the deal under way besides its trick: contract, tricks won, stock."""
        return []

    def sheet(self, reading: Reading) -> Sheet:
        """The score as a sheet of paper shows it."""
        return Totals(tuple(reading.scores))

    def considered(self, view: View) -> list[Action]:
        """The actions a player would think of, legal or not: `?` tells of each why it may not be done."""
        return [Play(view.seat or 0, (card,)) for card in view.hand]

    has_trumps: bool = False
    lays_many: bool = False
    """Whether several cards may be laid to a trick at once."""

    modes: tuple[str, ...] = ("deal", "rubber")
    """How computer players are compared in duplicate, the usual way first (see `arena.boards`)."""

    def read_mode(self, text: str | None) -> str:
        """A mode of comparison by its name; the usual one for None. Errors: BadText."""
        if text is None:
            return self.modes[0]
        if text not in self.modes:
            raise BadText.of("R5.9", "bad.mode", value=text, game=self.name, values=", ".join(self.modes))
        return text

    def teams(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """Who plays together in the deal under way, as the cards lie."""
        return position.rules.sides

    def matadors(self, reading: Reading) -> Sequence[str]:
        """The cards still out whose holder everybody would like to know."""
        return ()

    def problem(self, position: Position) -> Problem:
        """The rest of the deal under way with all cards known, for the solver. Errors: BadText where cards
        are not being played, and in a game that the solver cannot take."""
        raise BadText.of("R5.13", "bad.no_solver", game=self.name)

    def outcome(self, position: Position, value: int) -> float:
        """What the deal under way is worth in points to the seat to act, against the others, if the solver's
        value of `problem` comes true."""
        return float(value)

    def partner(self, position: Position) -> int | None:
        """The seat that a hidden card made declarer's partner (declarer's own: alone); None without one."""
        return None

    def deal_points(self, position: Position, seat: int) -> int:
        """What the finished deal on the table brought a seat (its side)."""
        points: int = self.kernel.result(list(position.row), seat)
        return points

    def naming(self, view: View) -> Naming | None:
        """The choices of a contract with a called card, when that is what the seat is to name."""
        return None

    def maxim(self, view: View, action: Action) -> Fact | None:
        """The habit behind an action that its rule player would choose from a view, for a hint."""
        return None

    def clues(self, view: View, position: Position) -> list[tuple[Fact, bool]]:
        """What may be true of the hidden cards, and whether it is in a position that the view allows: the
        same facts in the same order for every such position."""
        return []

    def is_out_of_turn(self, action: Action) -> bool:
        """Whether an action is done out of turn."""
        return False

    def cards_left(self, reading: Reading) -> Sequence[int]:
        """How many cards each seat holds."""
        return [0] * reading.rules.players

    def tricks_won(self, reading: Reading) -> Sequence[int]:
        """Tricks won in the deal, by seat (a side's stand at each of its seats)."""
        return [0] * reading.rules.players

    def seat_facts(self, reading: Reading, seat: int) -> list[Fact]:
        """What a table notes beside a seat, such as: bidder, partner."""
        return []

    def shown_cards(self, reading: Reading, seat: int) -> Sequence[str]:
        """Cards that lie open before a seat."""
        return ()

    def live_cards(self, reading: Reading) -> Sequence[str]:
        """Cards of the heading play with a power for as long as they head."""
        return ()

    def paper(self, data: PaperData) -> Paper:
        """The score sheet of people with real cards, out of what is kept of it. Errors: BadText."""
        raise BadText.of("R2.1", "bad.no_paper")

    @abstractmethod
    def story(self, before: Position, action: Action, after: Position) -> list[Event]:
        """What happened, as facts in the order in which a table would tell them."""

    @abstractmethod
    def summary(self, start: Position, steps: Iterable[tuple[Position, Action, Position]]) -> dict[str, Any]:
        """The replay of a record as `messdeck replay --json` prints it."""

    @abstractmethod
    def judge(self, text: str, trump: str | None) -> Verdict:
        """The referee's verdict on a typed trick. Errors: BadText."""


@dataclass(frozen=True)
class Naming:
    """The choices of a contract: trumps (value, words, why not), and the cards that may be called by row."""

    trumps: list[tuple[str, Fact, Reason | None]]
    grid: list[list[str]]
    alone: Fact
    """What to say to somebody who calls an own card."""


@dataclass(frozen=True)
class Verdict:
    """Who wins a trick, and why: `heads` after each play, counted from 1, and what to say of each play."""

    heads: list[int]
    clauses: list[str]
    steps: list[tuple[Event, list[Event]]]

    @property
    def winner(self) -> int:
        """The winning play, counted from 1."""
        return self.heads[-1]

    def to_json(self) -> dict[str, Any]:
        """`{"winner": 3, "heads": [1, 2, 3, 3], "clauses": [...]}`."""
        return {"winner": self.winner, "heads": self.heads, "clauses": self.clauses}


_MISSING = object()


def field(event: Mapping[str, Any], name: str, kind: type, clause: str) -> Any:
    """A field of a record's event, which must be there and of this very type. Errors: BadText."""
    value = event.get(name, _MISSING)
    if type(value) is not kind:
        shown = "-" if value is _MISSING else str(value)
        raise BadText.of(clause, "bad.field", name=name, value=shown, kind=_KINDS[kind])
    return value


_KINDS = {int: "42", str: '"..."', list: "[...]", bool: "true, false", dict: "{...}"}


def seat_field(event: Mapping[str, Any], name: str, players: int, clause: str) -> int:
    """A seat of an event. Errors: BadText."""
    seat: int = field(event, name, int, clause)
    if not 0 <= seat < players:
        raise BadText.of(clause, "bad.seat", value=str(seat), most=players - 1)
    return seat


def cards_field(event: Mapping[str, Any], name: str, deck: Deck, clause: str) -> tuple[str, ...]:
    """A list of cards of an event, each in the pack and none twice. Errors: BadText."""
    return cards_of(field(event, name, list, clause), name, deck, clause)


def cards_of(value: object, name: str, deck: Deck, clause: str) -> tuple[str, ...]:
    """Cards of a JSON list, in its order. Errors: BadText."""
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        raise BadText.of(clause, "bad.field", name=name, value=str(value), kind='["7H", ...]')
    codes = tuple(deck.code(deck.card(code)) for code in value)
    deck.mask(codes)
    return codes


def hands_field(
    event: Mapping[str, Any], deck: Deck, players: int, clause: str
) -> tuple[tuple[str, ...], ...]:
    """The hands of a deal, one a seat. Errors: BadText."""
    hands = field(event, "hands", list, clause)
    if len(hands) != players:
        raise BadText.of(clause, "bad.hands", value=len(hands), players=players)
    return tuple(cards_of(hand, "hands", deck, clause) for hand in hands)


def check_deal(deal: Deal, players: int) -> None:
    """Refuse a deal whose dealer or hands no table of so many players can have. Errors: BadText."""
    if not 0 <= deal.dealer < players:
        raise BadText.of("R3.2", "bad.seat", value=str(deal.dealer), most=players - 1)
    if len(deal.hands) != players:
        raise BadText.of("R3.2", "bad.hands", value=len(deal.hands), players=players)
