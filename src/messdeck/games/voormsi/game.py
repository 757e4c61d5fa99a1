"""Voormsi as one object of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

from messdeck.core.actions import TABLE, Action, Deal, Play
from messdeck.core.errors import BadText
from messdeck.core.facts import Argument, Cards, Event, Fact, Reason, Seat, Side
from messdeck.core.game import Game, Pack, Verdict, check_deal
from messdeck.core.position import Position, Reading, View
from messdeck.core.problem import EndingProblem, Problem
from messdeck.core.rules import Rules
from messdeck.core.sheet import Paper, PaperData, Sheet, Strokes
from messdeck.games.voormsi import actions, advice, beliefs, ending, kernel, paper, policy, story, trained
from messdeck.games.voormsi import view as views
from messdeck.games.voormsi.actions import DECK, VoormsiDeal
from messdeck.games.voormsi.rules import VoormsiRules


class Voormsi(Game):
    """Greenland's national game."""

    name = "voormsi"
    letter = "V"
    kernel = kernel
    policy = policy
    trained = trained
    endings = ending
    beliefs = beliefs
    rules = VoormsiRules
    deck = DECK
    folder = Path(__file__).parent

    # -- positions ---------------------------------------------------------------------------------------
    def start(self, rules: Rules, scores: Sequence[int] | None = None) -> Position:
        """The position before the first deal; `scores` of the sides, from 0 to below the target."""
        sides = len(rules.sides)
        scores = [0] * sides if scores is None else scores
        if len(scores) != sides:
            raise BadText.of("R2.5", "bad.start_scores", value=len(scores), sides=sides)
        target = int(rules.options["target"] or 0)
        if not all(0 <= score < target for score in scores):
            raise BadText.of("R2.5", "bad.start_score", value=str(list(scores)), values=f"0 .. {target - 1}")
        row = [0] * kernel.ROW
        row[: kernel.OPTIONS] = rules.options_row()
        row[kernel.SCORE : kernel.SCORE + sides] = scores
        row[kernel.TURN] = TABLE
        row[kernel.DEALER] = row[kernel.WINNER] = -1
        return views.VoormsiPosition(rules, tuple(row))

    def view(self, position: Position, seat: int | None) -> View:
        """What a seat (None: a spectator) may know."""
        return views.view(cast(views.VoormsiPosition, position), seat)

    def sample(self, view: View, rng: Random) -> Position:
        """A position consistent with a view, uniformly among them."""
        return views.sample(cast(views.VoormsiView, view), rng)

    # -- actions -----------------------------------------------------------------------------------------
    def encode(self, action: Action) -> int:
        """The mask of a play."""
        return actions.encode(action)

    def _decode(self, seat: int, code: int) -> Action:
        return actions.decode(seat, code)

    def read_action(self, event: Mapping[str, Any], players: int) -> Action:
        """The action of a record's event."""
        return actions.read_action(event, players)

    def parse(self, text: str, view: View) -> Action:
        """The play that a player types: `7H 7C`."""
        return actions.parse(text, TABLE if view.seat is None else view.seat)

    # -- deals -------------------------------------------------------------------------------------------
    def deal_refusal(self, row: Sequence[int], deal: Deal) -> int:
        """Why a deal is not the one due."""
        if not isinstance(deal, VoormsiDeal):
            raise BadText.of("R3.2", "bad.action", text=deal.type)
        check_deal(deal, row[kernel.PLAYERS])
        hands = [DECK.mask(hand) for hand in deal.hands]
        code: int = kernel.deal_refusal(list(row), deal.dealer, hands, _stock(deal))
        return code

    def begin_deal(self, row: list[int], deal: Deal) -> None:
        """Put a deal (unchecked) on the table."""
        kernel.begin_deal(row, deal.dealer, [DECK.mask(hand) for hand in deal.hands], _stock(deal))

    def draw_pack(self, row: Sequence[int], rng: Random) -> Pack:
        """Shuffle (V3.3); the first dealer is drawn (V3.2)."""
        cards = list(DECK.index)
        rng.shuffle(cards)
        dealer = kernel.next_dealer(list(row))
        return Pack(tuple(cards), 0, rng.randrange(row[kernel.PLAYERS]) if dealer < 0 else dealer)

    def deal_pack(self, row: Sequence[int], pack: Pack) -> Deal:
        """Each seat's cards from the top, seat 0 first; the rest is the stock (V3.3)."""
        size, players = kernel.hand_size(list(row)), row[kernel.PLAYERS]
        hands = tuple(pack.cards[seat * size : (seat + 1) * size] for seat in range(players))
        return VoormsiDeal(TABLE, pack.dealer, hands, pack.cards[players * size :])

    def deal_actions(self, position: Position) -> tuple[Action, ...]:
        """The deal on the table and its plays."""
        row = position.row
        if row[kernel.DEALER] < 0:
            return ()
        hands = tuple(DECK.cards(views.dealt_hand(row, seat)) for seat in range(row[kernel.PLAYERS]))
        stock = row[kernel.STOCK : kernel.STOCK + row[kernel.STOCK_SIZE]]
        deal = VoormsiDeal(TABLE, row[kernel.DEALER], hands, tuple(DECK.code(card) for card in stock))
        laid = row[kernel.PLAY : kernel.PLAY + row[kernel.PLAYS]]
        return (deal, *(actions.decode(play >> 36, play & kernel.FULL) for play in laid))

    # -- words -------------------------------------------------------------------------------------------
    def over_reason(self, reading: Reading) -> Reason:
        """The rubber is over (V7.4)."""
        return Reason("refusal.V7.4.1", "V7.4", {})

    def refusal_args(self, reading: Reading, action: Action) -> dict[str, Argument]:
        """Who acts, with what, and what the table asks."""
        row = list(reading.row)
        args: dict[str, Argument] = {"seat": Seat(action.seat), "turn": Seat(max(0, reading.turn))}
        if isinstance(action, Play):
            held = row[kernel.HAND + action.seat] & ~DECK.mask(action.cards)
            missing = DECK.mask(action.cards) & ~row[kernel.HAND + action.seat]
            args |= {"cards": Cards(action.cards), "n": len(action.cards), "size": row[kernel.SIZE]}
            args |= {"missing": Cards(DECK.cards(missing)), "most": kernel.most_led(row)}
            args |= {"jc": Cards(DECK.cards(held & 1 << kernel.JC))}
        if isinstance(action, Deal):
            args |= {"dealer": Seat(action.dealer), "size": kernel.hand_size(row)}
            args["due"] = Seat(max(0, kernel.next_dealer(row)))
        return args

    def action_fact(self, action: Action) -> Fact:
        """The cards of a play."""
        cards = action.cards if isinstance(action, Play) else ()
        return Fact("action.play", "V4.1", {"cards": Cards(cards)})

    def prompt(self, view: View) -> Fact:
        """Lead, or answer with so many cards."""
        row = list(view.row)
        if kernel.is_leading(row):
            return Fact("prompt.lead", "V4.1")
        return Fact("prompt.play", "V4.3", {"size": row[kernel.SIZE]})

    def status(self, reading: Reading) -> list[Fact]:
        """Tricks won, points not yet banked, cards of the stock."""
        row = reading.row
        told: list[Fact] = []
        for side, seats in enumerate(reading.rules.sides):
            args: dict[str, Argument] = {"side": Side(seats), "tricks": row[kernel.WON + side]}
            args["pending"] = row[kernel.EARNED + side]
            key = "status.pending" if row[kernel.EARNED + side] else "status.tricks"
            told.append(Fact(key, "V7.2" if row[kernel.EARNED + side] else "V4.7", args))
        if row[kernel.STOCK_SIZE]:
            told.append(Fact("status.stock", "V3.5", {"n": row[kernel.STOCK_SIZE] - row[kernel.DRAWN]}))
        return told

    def sheet(self, reading: Reading) -> Sheet:
        """The cross of strokes (V7.1)."""
        return Strokes(reading.row[kernel.TARGET], reading.rules.sides, tuple(reading.scores))

    def considered(self, view: View) -> list[Action]:
        """What may be laid; every single card; and, if a lead is due, the hand as one play."""
        legal = list(view.legal_actions())
        return legal + [play for play in super().considered(view) if play not in legal]

    lays_many = True

    def matadors(self, reading: Reading) -> Sequence[str]:
        """JC, KH, 8S and 3D (V2.1 to V2.4)."""
        out = 1 << kernel.JC | 1 << kernel.KH | 1 << kernel.EIGHT_S | 1 << kernel.THREE
        return DECK.cards(out & ~views.played_mask(reading.row))

    def problem(self, position: Position) -> Problem:
        """What the side to act banks in the rest of the deal (V7.2) more than the others, who with three
        players stand together against it."""
        row = list(position.row)
        if row[kernel.TURN] < 0:
            raise BadText.of("V3.4", "bad.nothing_to_solve")
        side = kernel.side_of(row, row[kernel.TURN])
        seats = sum(1 << seat for seat in position.rules.sides[side])
        return EndingProblem(position.row, seats, side, len(position.rules.sides))

    def deal_points(self, position: Position, seat: int) -> int:
        """What the seat's side banked in the deal (V7.2)."""
        row = list(position.row)
        return kernel.result(row, kernel.side_of(row, seat))

    def cards_left(self, reading: Reading) -> Sequence[int]:
        """How many cards each seat holds."""
        return cast(views.VoormsiReading, reading).cards_left

    def tricks_won(self, reading: Reading) -> Sequence[int]:
        """Tricks of the seat's side (V4.7)."""
        won = cast(views.VoormsiReading, reading).tricks
        row = list(reading.row)
        return [won[kernel.side_of(row, seat)] for seat in range(reading.rules.players)]

    def shown_cards(self, reading: Reading, seat: int) -> Sequence[str]:
        """The hand laid open under `voormsi_proof=shown` (V6.2)."""
        return cast(views.VoormsiReading, reading).proof if reading.row[kernel.PROOF_SEAT] == seat else ()

    def live_cards(self, reading: Reading) -> Sequence[str]:
        """The sevens of the heading play: they live while they head (V2.6)."""
        return DECK.cards(reading.row[kernel.HEAD] & kernel.SEVENS) if reading.trick else ()

    def paper(self, data: PaperData) -> Paper:
        """The score sheet for real cards."""
        start = self.start(self.rules.create(data.get("players"), data.get("options", {})))
        return paper.paper(start, data)

    def maxim(self, view: View, action: Action) -> Fact:
        """The habit behind the rule player's action."""
        return advice.maxim(cast(views.VoormsiView, view), self.encode(action))

    def clues(self, view: View, position: Position) -> list[tuple[Fact, bool]]:
        """What may be true of the hidden cards."""
        return advice.clues(cast(views.VoormsiView, view), cast(views.VoormsiPosition, position))

    def story(self, before: Position, action: Action, after: Position) -> list[Event]:
        """What happened, as facts."""
        return story.story(before, action, after)

    def summary(self, start: Position, steps: Iterable[tuple[Position, Action, Position]]) -> dict[str, Any]:
        """The replay of a record."""
        return story.summary(steps, start)

    def judge(self, text: str, trump: str | None) -> Verdict:
        """The referee's verdict on a trick typed as `7H KC KS 9C`, cards of one play joined by `+`."""
        if trump is not None:
            raise BadText.of("V2.3", "bad.no_trump_here")
        plays = [DECK.mask([DECK.code(DECK.card(card)) for card in play.split("+")]) for play in text.split()]
        if not 1 <= len(plays) <= 4:
            raise BadText.of("V3.1", "bad.judge_plays", value=len(plays), most=4)
        together = 0
        for play in plays:
            if together & play:
                raise BadText.of("V1.1", "bad.card_twice", card=Cards(DECK.cards(together & play)))
            together |= play
        return self._judge(plays)

    def _judge(self, plays: list[int]) -> Verdict:
        row = list(self.start(VoormsiRules.create()).row)
        row[kernel.THREE_AS_KING] = 1  # a table that agreed on V4.2 may ask too
        row[kernel.HAND] = plays[0]
        code = kernel.play_refusal(row, 0, plays[0])
        if code:
            clause = self.clause(code // 10)
            lead = Cards(DECK.cards(plays[0]))
            raise BadText.of(clause, f"refusal.{clause}.{code % 10}", cards=lead)
        heads: list[int] = []
        steps: list[tuple[Event, list[Event]]] = []
        clauses: list[str] = []
        for i, play in enumerate(plays):
            if play.bit_count() != plays[0].bit_count():
                cards = Cards(DECK.cards(play))
                raise BadText.of(
                    "V4.3", "refusal.V4.3.1", cards=cards, n=play.bit_count(), size=plays[0].bit_count()
                )
            facts = story.explain(tuple(row), i, play) if i else []
            kernel.lay(row, i, play)
            clauses += [fact.clause for fact in facts if fact.clause not in clauses]
            heads.append(row[kernel.HEAD_AT] + 1)
            steps.append(_step(i, play, facts, heads[-1]))
        return Verdict(heads, clauses, steps)


def _step(i: int, play: int, facts: list[Event], head: int) -> tuple[Event, list[Event]]:
    told: dict[str, Argument] = {"number": i + 1, "cards": Cards(DECK.cards(play)), "head": head}
    return Event("judge.lead" if i == 0 else "judge.play", "V4.1" if i == 0 else "V4.3", told), facts


def _stock(deal: Deal) -> list[int]:
    return [DECK.card(code) for code in cast(VoormsiDeal, deal).stock]


GAME = Voormsi()
views.VoormsiReading.game = GAME
