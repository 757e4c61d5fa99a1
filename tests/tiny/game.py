"""The tiny game as one object: options, actions, what is read off a row, views, words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from messdeck.core.actions import TABLE, Action, Deal, End, Play
from messdeck.core.cards import Deck
from messdeck.core.errors import BadText
from messdeck.core.facts import Argument, Cards, Event, Fact, Reason, Seat, Side, Term
from messdeck.core.game import Game, Verdict, cards_field, check_deal, hands_field, seat_field
from messdeck.core.position import Laid, Position, Reading, View, copied
from messdeck.core.rules import Option, Rules, Value
from messdeck.core.sampling import Holding, deal_uniformly
from tests.tiny import kernel as k

DECK = Deck(
    {**{r + s: 4 * j + i for j, s in enumerate("CDHS") for i, r in enumerate("JQKA")}, "2C": 16}, "T1.1"
)


@dataclass(frozen=True)
class TinyRules(Rules):
    """The options: only the target."""

    OPTIONS: ClassVar[tuple[Option, ...]] = (Option("target", "T4.2", 12, low=1, high=99),)
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {"short": {"target": 5}}
    PLAYERS: ClassVar[tuple[int, ...]] = (4, 3, 5)
    PLAYERS_CLAUSE: ClassVar[str] = "T1.2"
    PRESETS_CLAUSE: ClassVar[str] = "T4.2"

    def options_row(self) -> list[int]:
        return [self.players, int(self.options["target"] or 0)]


@dataclass(frozen=True, slots=True)
class Blow(Action):
    """The whistle is laid down as a trick by itself (T3.4)."""

    type: ClassVar[str] = "blow"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Nothing is played to a trick (T3.2)."""

    type: ClassVar[str] = "pass"


# -- what is read off a row ------------------------------------------------------------------------------
@dataclass(frozen=True)
class TinyReading(Reading):
    """The public side of a row."""

    @property
    def dealer(self) -> int | None:
        return None if self.row[k.DEALER] < 0 else self.row[k.DEALER]

    @property
    def scores(self) -> tuple[int, ...]:
        return self.row[k.SCORE : k.SCORE + self.rules.players]

    @property
    def winners(self) -> tuple[int, ...]:
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if self.is_over and score == best)

    @property
    def log(self) -> tuple[tuple[int, int, bool], ...]:
        """What was done since the deal: seat, code, and whether a lead was due."""
        done = self.row[k.LOG : k.LOG + self.row[k.DONE]]
        return tuple((act >> 5 & 7, act & 31, act >= k.LEADS) for act in done)

    @property
    def all_tricks(self) -> list[list[Laid]]:
        """The cards of every trick of the deal, the one under way included."""
        tricks: list[list[Laid]] = []
        for i, (seat, code, lead) in enumerate(self.log):
            if code < k.WHISTLE:
                tricks += [[]] if lead else []
                tricks[-1].append(Laid(i, seat, (DECK.code(code),)))
        return tricks

    @property
    def trick(self) -> tuple[Laid, ...]:
        return tuple(self.all_tricks[-1]) if self.row[k.LED] else ()

    @property
    def last_trick(self) -> tuple[Laid, ...]:
        whole = self.all_tricks[:-1] if self.row[k.LED] else self.all_tricks
        return tuple(whole[-1]) if whole else ()

    @property
    def head(self) -> int | None:
        heads = [i for i, laid in enumerate(self.trick) if laid.seat == self.row[k.HEAD_SEAT]]
        return heads[0] if heads else None

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks by seat, the whistle included."""
        return self.row[k.WON : k.WON + self.rules.players]

    @property
    def laid(self) -> tuple[int, ...]:
        """The cards that each seat has laid down in the deal, as masks."""
        masks = [0] * self.rules.players
        for seat, code, _ in self.log:
            masks[seat] |= 0 if code == k.PASS else 1 << min(code, k.WHISTLE)
        return tuple(masks)

    @property
    def cards_left(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        if self.dealer is None:
            return (0,) * self.rules.players
        dealt = [k.hand_size(list(self.row), self.dealer, seat) for seat in range(self.rules.players)]
        return tuple(n - laid.bit_count() for n, laid in zip(dealt, self.laid, strict=True))

    def _table_json(self) -> dict[str, Any]:
        decode = self.game.decode
        return {
            "turn": self.turn,
            "dealer": self.dealer,
            "scores": list(self.scores),
            "tricks": list(self.tricks),
            "cards_left": list(self.cards_left),
            "done": [decode(seat, code).to_json() for seat, code, _ in self.log],
        }


@dataclass(frozen=True)
class TinyPosition(TinyReading, Position):
    """A position of the tiny game."""

    def to_json(self) -> dict[str, Any]:
        hands = self.row[k.HAND : k.HAND + self.rules.players]
        return {**self._table_json(), "hands": [list(DECK.cards(hand)) for hand in hands]}


@dataclass(frozen=True)
class TinyView(TinyReading, View):
    """What a seat knows: all but the other hands."""

    @property
    def hand(self) -> tuple[str, ...]:
        return () if self.seat is None else DECK.cards(self.row[k.HAND + self.seat])

    def to_json(self) -> dict[str, Any]:
        return {**self._table_json(), "seat": self.seat, "hand": list(self.hand)}


# -- the game --------------------------------------------------------------------------------------------
class Tiny(Game):
    """The tiny game."""

    name = "tiny"
    letter = "T"
    kernel = k
    policy = k
    rules = TinyRules
    deck = DECK
    folder = Path(__file__).parent

    def start(self, rules: Rules, scores: Sequence[int] | None = None) -> Position:
        scores = [0] * rules.players if scores is None else scores
        if len(scores) != rules.players:
            raise BadText.of("R2.5", "bad.start_scores", value=len(scores), sides=rules.players)
        row = [0] * k.ROW
        row[: k.OPTIONS] = rules.options_row()
        if not all(0 <= score < row[k.TARGET] for score in scores):
            raise BadText.of("R2.5", "bad.start_score", value=str(scores), values=f"0 .. {row[k.TARGET] - 1}")
        row[k.SCORE : k.SCORE + rules.players] = scores
        row[k.TURN] = row[k.DEALER] = -1
        return TinyPosition(rules, tuple(row))

    def view(self, position: Position, seat: int | None) -> View:
        own = {} if seat is None else {k.HAND + seat: position.row[k.HAND + seat]}
        return TinyView(
            position.rules, tuple(copied(position.row, own, range(k.HAND), range(k.WON, k.ROW))), seat
        )

    def sample(self, view: View, rng: Random) -> Position:
        """Deal what is not seen among the others' hands, but for the suits that they did not follow."""
        assert isinstance(view, TinyView)
        row = list(view.row)
        others = [seat for seat in range(view.rules.players) if seat != view.seat]
        holdings = {seat: Holding(view.cards_left[seat]) for seat in others}
        unseen = k.FULL if view.dealer is not None else 0
        led = 0
        for seat, code, lead in view.log:
            if lead and code < k.WHISTLE:
                led = 15 << (code & 12)
            elif not lead and seat != view.seat and (code >= k.WHISTLE or not led >> code & 1):
                holdings[seat].excluded |= led
        for mask in (*view.laid, *view.row[k.HAND : k.HAND + 5]):
            unseen &= ~mask
        for seat, mask in zip(others, deal_uniformly(unseen, list(holdings.values()), rng), strict=True):
            row[k.HAND + seat] = mask
        return TinyPosition(view.rules, tuple(row))

    # -- actions -----------------------------------------------------------------------------------------
    def encode(self, action: Action) -> int:
        match action:
            case Play(cards=(code,)):
                return DECK.card(code)
            case Blow():
                return k.BLOW
            case Pass():
                return k.PASS
        raise BadText.of("R3.1", "bad.action", text=action.type)

    def _decode(self, seat: int, code: int) -> Action:
        if code >= k.BLOW:
            return (Blow, Pass)[code - k.BLOW](seat)
        return Play(seat, (DECK.code(code),))

    def read_action(self, event: Mapping[str, Any], players: int) -> Action:
        match event.get("type"):
            case "deal":
                dealer = seat_field(event, "dealer", players, "R3.2")
                return Deal(TABLE, dealer, hands_field(event, DECK, players, "R3.2"))
            case "end":
                return End(TABLE, str(event.get("reason", "time")))
            case "play":
                cards = cards_field(event, "cards", DECK, "R3.5")
                action: Action = Play(seat_field(event, "seat", players, "R3.5"), cards)
                self.encode(action)
                return action
            case "blow" | "pass" as kind:
                seat = seat_field(event, "seat", players, "R3.1")
                return Blow(seat) if kind == "blow" else Pass(seat)
            case other:
                raise BadText.of("R3.1", "bad.event", value=str(other), values="deal, play, blow, pass, end")

    def parse(self, text: str, view: View) -> Action:
        seat = TABLE if view.seat is None else view.seat
        word = text.strip().lower()
        return (
            Blow(seat)
            if word == "blow"
            else Pass(seat)
            if word == "pass"
            else Play(seat, (DECK.code(DECK.card(text)),))
        )

    # -- deals -------------------------------------------------------------------------------------------
    def deal_refusal(self, row: Sequence[int], deal: Deal) -> int:
        check_deal(deal, row[k.PLAYERS])
        return k.deal_refusal(list(row), deal.dealer, [DECK.mask(hand) for hand in deal.hands])

    def begin_deal(self, row: list[int], deal: Deal) -> None:
        k.begin_deal(row, deal.dealer, [DECK.mask(hand) for hand in deal.hands])

    def draw_deal(self, row: Sequence[int], rng: Random) -> Deal:
        players = row[k.PLAYERS]
        dealer = k.next_dealer(list(row))
        dealer = rng.randrange(players) if dealer < 0 else dealer
        pack = rng.sample(list(DECK.index), k.CARDS)
        places = [(seat - dealer - 1) % players for seat in range(players)]
        return Deal(TABLE, dealer, tuple(tuple(pack[place::players]) for place in places))

    def deal_actions(self, position: Position) -> tuple[Action, ...]:
        assert isinstance(position, TinyPosition)
        if position.dealer is None:
            return ()
        held = position.row[k.HAND : k.HAND + position.rules.players]
        hands = tuple(DECK.cards(a | b) for a, b in zip(held, position.laid, strict=True))
        done = tuple(self.decode(seat, code) for seat, code, _ in position.log)
        return (Deal(TABLE, position.dealer, hands), *done)

    # -- words -------------------------------------------------------------------------------------------
    def over_reason(self, reading: Reading) -> Reason:
        return Reason("refusal.T4.2.1", "T4.2")

    def refusal_args(self, reading: Reading, action: Action) -> dict[str, Argument]:
        args: dict[str, Argument] = {"turn": Seat(max(0, reading.turn))}
        if isinstance(action, Deal):
            args["due"] = Seat(max(0, k.next_dealer(list(reading.row))))
        if reading.row[k.LED]:
            args["suit"] = Term(f"suit.{'CDHS'[reading.row[k.HEAD] >> 2]}")
        return args

    def action_fact(self, action: Action) -> Fact:
        cards: dict[str, Argument] = {"cards": Cards(action.cards)} if isinstance(action, Play) else {}
        return Fact(f"action.{action.type}", "T3.2", cards)

    def story(self, before: Position, action: Action, after: Position) -> list[Event]:
        row = after.row
        told: dict[str, Argument] = {"seat": Seat(action.seat)}
        match action:
            case Deal(dealer=dealer):
                return [Event("story.deal", "T2.2", {"dealer": Seat(dealer), "leader": Seat(after.turn)})]
            case End():
                return [Event("story.broken_off", "T4.3")]
            case Play(cards=cards):
                events = [Event("play.card", "T3.2", {**told, "cards": Cards(cards)})]
                if before.trick:
                    events.append(self.explain(before.row[k.HEAD], DECK.card(cards[0])))
            case Blow():
                events = [Event("play.blow", "T3.4", told)]
            case _:
                events = [Event("play.pass", "T3.2", told)]
        if not row[k.LED] and (before.trick or isinstance(action, Play)):
            events.append(Event("story.trick", "T3.3", {"seat": Seat(row[k.HEAD_SEAT])}))
        if after.turn < 0:
            events.append(Event("story.deal_over", "T3.5"))
        if after.is_over:
            events.append(Event("story.won", "T4.2", {"seats": Side(after.winners)}))
        return events

    def explain(self, head: int, card: int) -> Event:
        """Why a card takes the head or does not (T3.3)."""
        args: dict[str, Argument] = {"card": Cards((DECK.code(card),)), "target": Cards((DECK.code(head),))}
        return Event("beat.suit" if k.beats(card, head) else "miss.suit", "T3.3", args)

    def summary(self, start: Position, steps: Iterable[tuple[Position, Action, Position]]) -> dict[str, Any]:
        deals: list[dict[str, Any]] = []
        last = start
        for _, action, last in steps:
            deals += [{}] if isinstance(action, Deal) else []
            if deals and isinstance(last, TinyPosition):
                deals[-1] = {"dealer": last.dealer, "tricks": list(last.tricks), "scores": list(last.scores)}
        over = {"over": last.is_over, "scores": list(last.scores), "winners": list(last.winners)}
        return {"game": self.name, **over, "deals": deals}

    def judge(self, text: str, trump: str | None) -> Verdict:
        if trump is not None:
            raise BadText.of("T3.3", "bad.no_trump_here")
        cards = [DECK.card(word) for word in text.split()]
        if not 1 <= len(cards) <= 5 or k.WHISTLE in cards:
            raise BadText.of("T3.4", "bad.judge_plays", value=len(cards), most=5)
        row = list(self.start(TinyRules.create(5)).row)
        heads: list[int] = []
        steps: list[tuple[Event, list[Event]]] = []
        for i, card in enumerate(cards):
            facts = [self.explain(row[k.HEAD], card)] if i else []
            k.lay(row, i, card)
            heads.append(row[k.HEAD_SEAT] + 1)
            told: dict[str, Argument] = {
                "number": i + 1,
                "cards": Cards((DECK.code(card),)),
                "head": heads[-1],
            }
            steps.append((Event("judge.play" if i else "judge.lead", "T3.3", told), facts))
        return Verdict(heads, ["T3.3"], steps)


GAME = Tiny()
TinyReading.game = GAME
