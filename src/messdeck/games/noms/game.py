"""Noms as one object of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

from messdeck.core.actions import TABLE, Action, Deal, Play
from messdeck.core.errors import BadText
from messdeck.core.facts import Argument, Cards, Event, Fact, Reason, Seat, Term
from messdeck.core.game import Game, Naming, Pack, Verdict, check_deal
from messdeck.core.position import Position, Reading, View
from messdeck.core.problem import Problem
from messdeck.core.rules import Rules
from messdeck.core.sheet import Paper, PaperData, Sheet, Totals
from messdeck.games.noms import (
    actions,
    advice,
    beliefs,
    kernel,
    paper,
    policy,
    problem,
    speech,
    story,
    trained,
)
from messdeck.games.noms import view as views
from messdeck.games.noms.actions import DECK, TRUMPS, Bid, Contract, NomsDeal
from messdeck.games.noms.rules import NomsRules


class Noms(Game):
    """Nomination Whist of the Royal Navy."""

    name = "noms"
    letter = "N"
    kernel = kernel
    policy = policy
    trained = trained
    beliefs = beliefs
    rules = NomsRules
    deck = DECK
    folder = Path(__file__).parent
    modes = ("play", "full")

    # -- positions ---------------------------------------------------------------------------------------
    def start(self, rules: Rules, scores: Sequence[int] | None = None) -> Position:
        """The position before the first deal; `scores` by seat, each below the target."""
        scores = [0] * 4 if scores is None else scores
        if len(scores) != 4:
            raise BadText.of("R2.5", "bad.start_scores", value=len(scores), sides=4)
        target = int(rules.options["target"] or 0)
        if not all(-(10**9) < score < target for score in scores):
            raise BadText.of("R2.5", "bad.start_score", value=str(list(scores)), values=f".. {target - 1}")
        row = [0] * kernel.ROW
        row[: kernel.OPTIONS] = rules.options_row()
        row[kernel.SCORE : kernel.SCORE + 4] = scores
        row[kernel.TURN] = TABLE
        for cell in (kernel.DEALER, kernel.BIDDER, kernel.TRUMP_NAMED, kernel.CALL_NAMED):
            row[cell] = -1
        for cell in (kernel.TRUMP, kernel.CALL, kernel.PARTNER, kernel.MADE):
            row[cell] = -1
        return views.NomsPosition(rules, tuple(row))

    def view(self, position: Position, seat: int | None) -> View:
        """What a seat (None: a spectator) may know."""
        return views.view(cast(views.NomsPosition, position), seat)

    def sample(self, view: View, rng: Random) -> Position:
        """A position consistent with a view, uniformly among them."""
        return views.sample(cast(views.NomsView, view), rng)

    # -- actions -----------------------------------------------------------------------------------------
    def encode(self, action: Action) -> int:
        """The kernel's int of an action."""
        return actions.encode(action)

    def _decode(self, seat: int, code: int) -> Action:
        return actions.decode(seat, code)

    def read_action(self, event: Mapping[str, Any], players: int) -> Action:
        """The action of a record's event."""
        return actions.read_action(event, players)

    def parse(self, text: str, view: View) -> Action:
        """What a player means by `12`, `mis`, `spades and the queen`, `7h`, `concede`."""
        noms = cast(views.NomsView, view)
        return speech.parse(text, TABLE if view.seat is None else view.seat, noms.phase)

    # -- deals -------------------------------------------------------------------------------------------
    def deal_refusal(self, row: Sequence[int], deal: Deal) -> int:
        """Why a deal is not the one due."""
        if not isinstance(deal, NomsDeal):
            raise BadText.of("R3.2", "bad.action", text=deal.type)
        check_deal(deal, 4)
        if deal.pack and len(deal.pack) != 52:
            raise BadText.of("N1.1", "bad.pack_size", value=len(deal.pack))
        hands = [DECK.mask(hand) for hand in deal.hands]
        pack = [DECK.card(code) for code in deal.pack]
        out = [0] * kernel.ACTIONS
        code: int = kernel.deal_refusal(list(row), deal.dealer, int(deal.double), hands, pack, deal.cut, out)
        return code

    def begin_deal(self, row: list[int], deal: Deal) -> None:
        """Put a deal (unchecked) on the table."""
        kernel.begin_deal(row, deal.dealer, [DECK.mask(hand) for hand in deal.hands])

    def draw_pack(self, row: Sequence[int], rng: Random) -> Pack:
        """Gather and cut as N2 says; the first dealer is drawn."""
        cells = list(row)
        out = [0] * kernel.ACTIONS
        cards = sorted(DECK.index.values())
        blocks = list(range(kernel.BLOCKS))
        rng.shuffle(cards)
        rng.shuffle(blocks)
        out[kernel.BOTTOM : kernel.BOTTOM + 52] = cards
        out[kernel.ORDER : kernel.ORDER + kernel.BLOCKS] = blocks
        kernel.gather(cells, out)
        dealer = kernel.next_dealer(cells)
        if dealer < 0:
            dealer = rng.randrange(4)
        return Pack(tuple(DECK.code(card) for card in out[:52]), rng.randrange(1, 52), dealer)

    def deal_pack(self, row: Sequence[int], pack: Pack) -> Deal:
        """Cut and deal (N2.3)."""
        cells, hands = list(row), [0] * 4
        kernel.deal_out(cells, pack.dealer, [DECK.card(code) for code in pack.cards], pack.cut, hands)
        shown = tuple(DECK.cards(hand) for hand in hands)
        return NomsDeal(TABLE, pack.dealer, shown, kernel.passed_out(cells), pack.cards, pack.cut)

    def shuffles(self, row: Sequence[int]) -> bool:
        """Before the first deal, and with `shuffle=always` (N2.2), but never for a double hand (N2.5)."""
        cells = list(row)
        first = kernel.next_dealer(cells) < 0
        return first or (row[kernel.SHUFFLE_ALWAYS] == 1 and not kernel.passed_out(cells))

    def deal_actions(self, position: Position) -> tuple[Action, ...]:
        """The deal on the table (without its pack) and what was said and played."""
        row = position.row
        if row[kernel.DEALER] < 0:
            return ()
        masks = list(row[kernel.HAND : kernel.HAND + 4])
        for laid in row[kernel.LOG : kernel.LOG + row[kernel.PLAYED]]:
            masks[laid >> 6] |= 1 << (laid & 63)
        hands = tuple(DECK.cards(mask) for mask in masks)
        done: list[Action] = [NomsDeal(TABLE, row[kernel.DEALER], hands, row[kernel.DOUBLE] == 1)]
        said = row[kernel.CALLS : kernel.CALLS + row[kernel.BIDS]]
        done += [actions.decode(call >> 4, call & 15) for call in said]
        if row[kernel.TRUMP_NAMED] >= 0:
            code = kernel.CONTRACT + 80 * row[kernel.TRUMP_NAMED] + row[kernel.CALL_NAMED]
            done.append(actions.decode(row[kernel.BIDDER], code))
        for i in range(row[kernel.PLAYED] + 1):
            conceding = [seat for seat in range(4) if row[kernel.CONCEDED + seat] == i + 1]
            done += [actions.decode(seat, kernel.CONCEDE) for seat in conceding]
            if i < row[kernel.PLAYED]:
                laid = row[kernel.LOG + i]
                done.append(actions.decode(laid >> 6, kernel.PLAY + (laid & 63)))
        return tuple(done)

    # -- words -------------------------------------------------------------------------------------------
    def over_reason(self, reading: Reading) -> Reason:
        """The game is over (N7.1, N7.2)."""
        code = kernel.over_refusal(list(reading.row))
        return Reason(f"refusal.{self.clause(code // 10)}.1", self.clause(code // 10), {})

    def refusal_args(self, reading: Reading, action: Action) -> dict[str, Argument]:
        """Who acts, with what, and what the table asks."""
        row = reading.row
        args: dict[str, Argument] = {"seat": Seat(action.seat), "turn": Seat(max(0, reading.turn))}
        match action:
            case Play():
                args["cards"] = Cards(action.cards)
                if row[kernel.LED]:
                    suit = (row[kernel.LED] & -row[kernel.LED]).bit_length() >> 4
                    args["suit"] = Term(f"suit.{actions.SUITS[suit]}")
            case Bid():
                high = actions.BIDS[row[kernel.BID]]
                floor = max(row[kernel.FORCED_BID], row[kernel.MINIMUM_BID])
                args |= {"bid": story.bid_term(action.bid), "high": story.bid_term(high), "floor": floor}
                args["minimum"] = row[kernel.MINIMUM_BID]
            case Contract():
                args["trump"] = story.trump_term(action.trump)
            case Deal():
                args["dealer"] = Seat(action.dealer)
                args["due"] = Seat(max(0, kernel.next_dealer(list(row))))
        return args

    def action_fact(self, action: Action) -> Fact:
        """A call, a contract, a card, or giving up."""
        match action:
            case Play():
                return Fact("action.play", "N5.1", {"cards": Cards(action.cards)})
            case Bid():
                return Fact("action.bid", "N3.5", {"bid": story.bid_term(action.bid)})
            case Contract():
                return story.contract_fact(action)
        return Fact("action.concede", "N5.5")

    has_trumps = True

    def teams(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """The bidder and the partner, if any, against the others (N4.2, N4.5, N4.7)."""
        bidder, partner = position.row[kernel.BIDDER], position.row[kernel.PARTNER]
        first = tuple(sorted({seat for seat in (bidder, partner) if seat >= 0}))
        return first, tuple(seat for seat in range(4) if seat not in first)

    def matadors(self, reading: Reading) -> Sequence[str]:
        """The called card, and the trump honours."""
        noms = cast(views.NomsReading, reading)
        wanted = [noms.called] if noms.called else []
        wanted += [rank + suit for suit in actions.SUITS if suit == noms.trump for rank in "AKQJ"]
        gone = {laid.card for laid in noms.played}
        return [card for card in dict.fromkeys(wanted) if card not in gone]

    def problem(self, position: Position) -> Problem:
        """The tricks of the bidder's side, or in Mis of the bidder."""
        return problem.pose(position)

    def outcome(self, position: Position, value: int) -> float:
        """The points of N6 for so many tricks more."""
        return problem.outcome(position, value)

    def partner(self, position: Position) -> int | None:
        """Who holds or held the called card (N4.2, N4.5)."""
        return None if position.row[kernel.PARTNER] < 0 else position.row[kernel.PARTNER]

    def typed(self, action: Action) -> str:
        """A bid by its name, a contract as `H AC`; the rest as in every game."""
        if isinstance(action, Bid):
            return action.bid
        if isinstance(action, Contract):
            return f"{action.trump or ''} {action.call}".strip()
        return super().typed(action)

    def prompt(self, view: View) -> Fact:
        """Bid, name the contract, lead, or follow."""
        noms = cast(views.NomsView, view)
        match noms.phase:
            case "auction":
                return Fact("prompt.bid", "N3.5")
            case "contract":
                return Fact("prompt.contract", "N4.2", {"bid": story.bid_term(noms.bid or "")})
        return Fact("prompt.play" if noms.trick else "prompt.lead", "N5.1")

    def status(self, reading: Reading) -> list[Fact]:
        """The auction or the contract, who is known to be partner, tricks won."""
        return story.status(cast(views.NomsReading, reading))

    def sheet(self, reading: Reading) -> Sheet:
        """The running totals (N6.9)."""
        return Totals(tuple(reading.scores), reading.row[kernel.TARGET])

    def considered(self, view: View) -> list[Action]:
        """The calls from just below the lowest number on; the cards of the hand in play."""
        noms = cast(views.NomsView, view)
        if noms.phase == "auction":
            first = max(1, view.row[kernel.MINIMUM_BID] - 1)
            return [Bid(view.seat or 0, bid) for bid in (actions.BIDS[0], *actions.BIDS[first:])]
        return [] if noms.phase == "contract" else super().considered(view)

    def naming(self, view: View) -> Naming | None:
        """Trumps, no trumps or neither (N4.4), and the 52 cards by suit."""
        noms = cast(views.NomsView, view)
        if noms.phase != "contract" or view.seat is None or view.turn != view.seat:
            return None
        trumps = []
        for trump in TRUMPS:
            reason = view.why_not(Contract(view.seat, trump, "AS"))
            trumps.append((trump or "", Fact(story.trump_term(trump).key, "N4.2"), reason))
        grid = [[rank + suit for rank in reversed(actions.RANKS)] for suit in "SHDC"]
        return Naming(trumps, grid, Fact("naming.alone", "N4.5"))

    def is_out_of_turn(self, action: Action) -> bool:
        """Conceding is (N5.5)."""
        return isinstance(action, actions.Concede)

    def cards_left(self, reading: Reading) -> Sequence[int]:
        """How many cards each seat holds."""
        return cast(views.NomsReading, reading).cards_left

    def tricks_won(self, reading: Reading) -> Sequence[int]:
        """Each player's own tricks (N5.3)."""
        return cast(views.NomsReading, reading).tricks

    def seat_facts(self, reading: Reading, seat: int) -> list[Fact]:
        """Bidder, partner (as far as the reader knows), conceded; the call in the auction."""
        return story.seat_facts(cast(views.NomsReading, reading), seat)

    def shown_cards(self, reading: Reading, seat: int) -> Sequence[str]:
        """The cards of Mis a Vis (N5.4)."""
        noms = cast(views.NomsReading, reading)
        return noms.shown if noms.bidder == seat else ()

    def paper(self, data: PaperData) -> Paper:
        """The score sheet for real cards."""
        start = self.start(self.rules.create(data.get("players"), data.get("options", {})))
        return paper.paper(start, data)

    def maxim(self, view: View, action: Action) -> Fact:
        """The habit behind the rule player's action."""
        return advice.maxim(cast(views.NomsView, view), self.encode(action))

    def clues(self, view: View, position: Position) -> list[tuple[Fact, bool]]:
        """What may be true of the hidden cards."""
        return advice.clues(cast(views.NomsView, view), cast(views.NomsPosition, position))

    def story(self, before: Position, action: Action, after: Position) -> list[Event]:
        """What happened, as facts."""
        return story.story(cast(views.NomsPosition, before), action, cast(views.NomsPosition, after))

    def summary(self, start: Position, steps: Iterable[tuple[Position, Action, Position]]) -> dict[str, Any]:
        """The replay of a record."""
        return story.summary(steps, start)

    def judge(self, text: str, trump: str | None) -> Verdict:
        """The referee's verdict on a trick typed as `AC 4C 2H KC`, with trumps `H` or `NT`."""
        suit = (trump or "").strip().upper()
        if suit not in (*actions.SUITS, "NT"):
            raise BadText.of("N5.2", "bad.judge_trump", value=trump or "-")
        cards = [DECK.card(word) for word in text.split()]
        if not 1 <= len(cards) <= 4:
            raise BadText.of("N1.1", "bad.judge_plays", value=len(cards), most=4)
        DECK.mask([DECK.code(card) for card in cards])
        row = list(self.start(NomsRules.create()).row)
        kernel.settle_trump(row, TRUMPS.index(suit))
        heads: list[int] = []
        steps: list[tuple[Event, list[Event]]] = []
        for i, card in enumerate(cards):
            facts = [story.explain(row, card)] if i else []
            kernel.lay(row, i, card)
            heads.append(row[kernel.HEAD_SEAT] + 1)
            told: dict[str, Argument] = {
                "number": i + 1,
                "cards": Cards((DECK.code(card),)),
                "head": heads[-1],
            }
            steps.append((Event("judge.play" if i else "judge.lead", "N5.2", told), facts))
        return Verdict(heads, ["N5.2"] if len(cards) > 1 else [], steps)


GAME = Noms()
views.NomsReading.game = GAME
