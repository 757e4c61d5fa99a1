"""Staging: a scene for one viewer, out of the view of the seat and what everybody has been told."""

from __future__ import annotations

from copy import copy

from messdeck.core.actions import Action, Play
from messdeck.core.facts import Event
from messdeck.core.game import Game
from messdeck.core.i18n import Words
from messdeck.core.position import Laid, Position, View
from messdeck.core.sheet import Strokes
from messdeck.server.live import Live, Told
from messdeck.server.scene import (
    ButtonScene,
    CardScene,
    ContractScene,
    GridCell,
    PlayScene,
    Scene,
    SeatScene,
)

PLACES = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top", "top", "right"),
}
"""Where the viewer sees the seats, clockwise from the own one; never mirrored."""


class Stage:
    """Makes the scene of a table for one viewer."""

    def __init__(self, live: Live, seat: int | None, words: Words) -> None:
        """`seat` None is a spectator; `words` speaks the viewer's language with the players' names."""
        self.live = live
        self.words = words
        self.seat = seat
        self.game = live.match.game
        self.view: View = live.position.view(seat)

    @classmethod
    def of_game(cls, game: Game, words: Words) -> Stage:
        """A stage without a table, for drawing cards."""
        stage = cls.__new__(cls)
        stage.game, stage.words, stage.seat = game, words, None
        return stage

    def scene(self, refusal: str = "", hint: tuple[str, ...] = ()) -> Scene:
        """The whole table, with the answer to what the viewer just did or asked."""
        view, words = self.view, self.words
        mine = self.seat is not None and view.turn == self.seat
        why = self._why()
        sheet = self.game.sheet(view)
        return Scene(
            table=self.live.code,
            event=self.live.version,
            game=self.game.name,
            game_name=words.text("title"),
            title=self._title(),
            seats=tuple(self._seat(number) for number in self._around()),
            my_seat=self.seat,
            trick=self._plays(view.trick, self._told_of(self.live.tricks)),
            last_trick=self._plays(view.last_trick, self._told_of(self.live.tricks - 1), finished=True),
            hand=self._hand(),
            many=self.game.lays_many,
            my_turn=mine,
            prompt=self._prompt() if mine else "",
            status=tuple(words.say(fact.key, fact.args) for fact in self.game.status(view)),
            why=words.fact(why) if why else "",
            why_clause=why.clause if why else "",
            bids=self._buttons() if mine else (),
            contract=self._contract() if mine else None,
            concede=self._concede(),
            sheet=sheet,
            sheet_names=self._sheet_names(),
            log=tuple(self._line(event) for event in self._log()),
            result=self._result(),
            over=view.is_over,
            refusal=refusal,
            may_ask=mine and self.live.settings.hints,
            hint=hint,
            undo=self._undo(),
            commitment=self.live.commitment,
            extras={"entropy": "1"} if self._may_give_entropy() else {},
        )

    def open_scene(self, position: Position, told: list[list[Event]]) -> Scene:
        """A moment of a finished game, for its record page: the table as a spectator sees it then."""
        moment = copy(self.live)
        moment.match = copy(self.live.match)
        moment.match.position = position
        moment.told, moment.tricks = [], 0
        moment.left, moment.sitting_in = set(), set()
        for events in told:
            moment.told.append(Told(events, moment.tricks))
            moment.tricks += any(event.key == "story.trick" for event in events)
        return Stage(moment, None, self.words).scene()

    # -- seats -------------------------------------------------------------------------------------------
    def _around(self) -> list[int]:
        """The seats clockwise from the viewer's."""
        n = len(self.live.seats)
        return [((self.seat or 0) + i) % n for i in range(n)]

    def place(self, seat: int) -> str:
        """Where the viewer sees a seat."""
        n = len(self.live.seats)
        return PLACES[n][(seat - (self.seat or 0)) % n]

    def _seat(self, number: int) -> SeatScene:
        live, view, words = self.live, self.view, self.words
        stored = live.seats[number]
        acting = view.turn == number
        away = not view.is_over and number in live.left | live.sitting_in
        facts = self.game.seat_facts(view, number)
        return SeatScene(
            number=number,
            place=self.place(number),
            name=words.name(number) if stored.kind != "open" else words.say("web.open_seat"),
            kind=stored.kind,
            cards_left=self.game.cards_left(view)[number],
            tricks=self.game.tricks_won(view)[number],
            acting=acting,
            waiting=self._waiting(number) if acting else "",
            dealer=view.dealer == number,
            me=number == self.seat,
            away=away,
            note=", ".join(words.say(fact.key, fact.args) for fact in facts),
            shown=tuple(self.card(code) for code in self.game.shown_cards(view, number)),
        )

    def _waiting(self, number: int) -> str:
        """What the table waits for from a seat that is to act."""
        if number in self.live.missed and number not in self.live.left | self.live.sitting_in:
            return self.words.say("web.seat.missed", n=int(self.live.settings.grace))
        return self.words.say("web.waiting")

    @property
    def history(self) -> list[tuple[int, ...]]:
        """The scores after each deal."""
        return self.live.history

    def _title(self) -> str:
        view, words = self.view, self.words
        if view.is_over:
            return words.say("web.title_over", game=words.text("title"))
        if view.turn < 0:
            key = "web.title_deal" if self.live.is_full() else "web.title_open"
            return words.say(key, game=words.text("title"))
        if view.turn == self.seat:
            return words.say("web.title_mine", game=words.text("title"))
        return words.say("web.title_turn", game=words.text("title"), seat=words.name(view.turn))

    # -- cards -------------------------------------------------------------------------------------------
    def card(self, code: str, playable: bool = True, refusal: str = "", live: bool = False) -> CardScene:
        """A card for the page."""
        name = self.words.spoken(code)
        special = f"card.{self.game.name}.{code}"
        named = self.words.say(special) if self.words.has(special) else ""
        return CardScene(code, self.words.card(code), name, playable, refusal, named, live)

    def _hand(self) -> tuple[CardScene, ...]:
        view, words = self.view, self.words
        legal = view.legal_actions()
        playable = {code for action in legal if isinstance(action, Play) for code in action.cards}
        cards = []
        for code in view.hand:
            refusal = ""
            if view.turn == self.seat and playable and code not in playable and self.seat is not None:
                reason = view.why_not(Play(self.seat, (code,)))
                refusal = words.fact(reason) if reason else ""
            idle = view.turn != self.seat or not playable
            cards.append(self.card(code, idle or code in playable, refusal))
        return tuple(cards)

    def _plays(
        self, laid: tuple[Laid, ...], told: list[Told], finished: bool = False
    ) -> tuple[PlayScene, ...]:
        """The plays of a trick with the reasons told of each."""
        head = _winner(told) if finished else self.view.head
        live_cards = self.game.live_cards(self.view) if not finished else ()
        plays = []
        for i, play in enumerate(laid):
            events = told[i].events if i < len(told) else []
            why = [event for event in events if event.kind in ("beat", "miss")]
            cards = tuple(self.card(code, live=i == head and code in live_cards) for code in play.cards)
            plays.append(
                PlayScene(
                    seat=play.seat,
                    place=self.place(play.seat),
                    name=self.words.name(play.seat),
                    cards=cards,
                    heads=i == head,
                    why=tuple(self.words.fact(event) for event in why),
                    clause=why[0].clause if why else "",
                )
            )
        return tuple(plays)

    # -- what may be done --------------------------------------------------------------------------------
    def _prompt(self) -> str:
        fact = self.game.prompt(self.view)
        return self.words.say(fact.key, fact.args)

    def _buttons(self) -> tuple[ButtonScene, ...]:
        """What may be said, the rest dimmed with the reason (cards are chosen in the hand)."""
        said = [action for action in self.game.considered(self.view) if not isinstance(action, Play)]
        return tuple(self.button(action) for action in said)

    def button(self, action: Action) -> ButtonScene:
        """An action as something to press."""
        fact = self.game.action_fact(action)
        reason = self.view.why_not(action)
        refusal = self.words.fact(reason) if reason else ""
        return ButtonScene(self.game.typed(action), self.words.say(fact.key, fact.args), not reason, refusal)

    def _contract(self) -> ContractScene | None:
        naming = self.game.naming(self.view)
        if naming is None:
            return None
        trumps = []
        for value, fact, reason in naming.trumps:
            refusal = self.words.fact(reason) if reason else ""
            trumps.append(ButtonScene(value, self.words.say(fact.key, fact.args), not reason, refusal))
        grid = tuple(
            tuple(GridCell(self.card(code), code in self.view.hand) for code in row) for row in naming.grid
        )
        return ContractScene(tuple(trumps), grid, self.words.say(naming.alone.key, naming.alone.args))

    def _concede(self) -> ButtonScene | None:
        """Something that may be done out of turn."""
        said = [action for action in self.view.legal_actions() if self.game.is_out_of_turn(action)]
        return self.button(said[0]) if said else None

    def _may_give_entropy(self) -> bool:
        """Whether the next deal is promised and not yet dealt."""
        return self.seat is not None and self.live.promise is not None

    def _undo(self) -> str:
        live = self.live
        if self.seat is None or live.settings.undo == "off" or live.status == "over":
            return ""
        if live.vote is not None:
            return "" if self.seat in live.vote.agreed else "vote"
        return "ask" if live.last_action(self.seat) is not None else ""

    # -- what has been told ------------------------------------------------------------------------------
    def _told_of(self, trick: int) -> list[Told]:
        return [told for told in self.live.told if told.trick == trick and _is_play(told)]

    def _log(self) -> list[Event]:
        """What the log shows: plays of the last trick and the one under way, everything else of the deal."""
        shown = []
        for told in self.live.told:
            recent = self.live.settings.open_log or told.trick >= self.live.tricks - 1
            for event in told.events:
                if event.audience is not None and self.seat not in event.audience:
                    continue
                if recent or event.kind in ("points", "story"):
                    shown.append(event)
        return shown[::-1]

    def _line(self, event: Event) -> str:
        """A line of the log; what happens to people has no clause."""
        return self.words.fact(event) if event.clause else self.words.say(event.key, event.args)

    def _why(self) -> Event | None:
        """Why the head of the trick last changed."""
        number = self.live.tricks if self.view.trick else self.live.tricks - 1
        for told in reversed(self._told_of(number)):
            for event in told.events:
                if event.kind == "beat":
                    return event
        return None

    def _result(self) -> tuple[str, ...]:
        """What the last deal brought, while no deal is under way."""
        told = self.live.told_of_actions
        if self.view.turn >= 0 or not told:
            return ()
        last = told[-1].events
        return tuple(self.words.fact(event) for event in last if event.kind in ("points", "story"))

    def _sheet_names(self) -> tuple[str, ...]:
        sheet = self.game.sheet(self.view)
        sides = sheet.sides if isinstance(sheet, Strokes) else tuple((i,) for i in range(len(sheet.totals)))
        return tuple(" + ".join(self.words.name(seat) for seat in seats) for seats in sides)


def _is_play(told: Told) -> bool:
    return bool(told.events) and told.events[0].key in ("play.lead", "play.play")


def _winner(told: list[Told]) -> int:
    """Which play of a finished trick won it: the last that beat the head, else the lead."""
    winner = 0
    for i, one in enumerate(told):
        if any(event.kind == "beat" for event in one.events):
            winner = i
    return winner
