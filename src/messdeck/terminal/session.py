"""A game in lines: one person against computer players, over a terminal or a pipe."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from random import Random

from rich.console import Console
from rich.text import Text

from messdeck.core.actions import TABLE, Action
from messdeck.core.errors import MessdeckError
from messdeck.core.facts import Event
from messdeck.core.i18n import Words
from messdeck.core.player import Player
from messdeck.core.position import Position, Reading, View
from messdeck.core.record import Match, Record
from messdeck.terminal import drawing
from messdeck.terminal.drawing import Pen


class Quit(Exception):
    """The person leaves the table; the record is kept."""


class Session:
    """One person's seat at a table of computer players."""

    def __init__(
        self,
        match: Match,
        seat: int,
        players: dict[int, Player],
        words: Words,
        console: Console,
        read_line: Callable[[], str],
    ) -> None:
        """`players` has a player for every other seat; `read_line` raises EOFError at the end of input."""
        self.match = match
        self.game = match.game
        self.seat = seat
        self.players = players
        self.words = words
        self.console = console
        self.read_line = read_line
        self.pen = Pen(words, words.signs)
        self.explained: list[Event] = []
        self.last_explained: list[Event] = []
        self.deals = sum(event.get("type") == "deal" for event in match.events)

    @property
    def view(self) -> View:
        """What the person may see now."""
        return self.match.position.view(self.seat)

    # -- the game ----------------------------------------------------------------------------------------
    def run(self) -> None:
        """Play until the game is over. Errors: Quit."""
        while not self.match.position.is_over:
            turn = self.match.position.turn
            if turn == TABLE:
                self.deal()
            elif turn in self.players:
                self.act(self.players[turn].choose(self.match.position.view(turn)))
            else:
                self.act(self.ask())
        self.lines(drawing.sheet(self.pen, self.game.sheet(self.view)))

    def deal(self) -> None:
        """The table deals: by the header's seed and the number of the deal."""
        if self.deals:
            self.lines(drawing.sheet(self.pen, self.game.sheet(self.view)))
        self.deals += 1
        rng = Random(f"{self.match.header.extra.get('seed', 0)} deal {self.deals}")
        self.console.print()
        self.console.print(drawing.rule(self.pen, self.words.say("table.deal", n=self.deals)))
        self.act(self.match.position.draw_deal(rng))

    def act(self, action: Action) -> None:
        """Do an action, tell what everybody hears of it, and let computer players speak out of turn."""
        before, after = self.match.act(action)
        self.tell(before, action, after)
        for seat, player in self.players.items():
            said = None if after.is_over else player.out_of_turn(after.view(seat))
            if said is not None and self.match.position.is_legal(said):
                self.act(said)
                return

    def tell(self, before: Position, action: Action, after: Position) -> None:
        """Show what happened: finished tricks drawn, the rest in words."""
        heard = self.listen(before, action, after)
        if before.trick and not after.trick:
            self.console.print()
            self.draw_last(after)
        for event in heard:
            if event.kind in ("points", "story"):
                self.say(self.words.fact(event))

    def catch_up(self, record: Record) -> None:
        """Take in what was explained of the deal under way, for a game that is resumed."""
        for before, action, after in record.moves():
            self.listen(before, action, after)

    def listen(self, before: Position, action: Action, after: Position) -> list[Event]:
        """What the person hears of an action; the explanations are kept trick by trick."""
        events = self.game.story(before, action, after)
        heard = [event for event in events if event.audience is None or self.seat in event.audience]
        if not before.trick:
            self.explained = []
        self.explained += [event for event in heard if event.kind in ("play", "beat", "miss")]
        if before.trick and not after.trick:
            self.last_explained = self.explained
        return heard

    def draw_last(self, reading: Reading) -> None:
        """Draw the last complete trick, the play that won it marked."""
        number = winner = 0
        for event in self.last_explained:
            if event.kind == "play" and event.key in ("play.lead", "play.play"):
                number += 1
            elif event.kind == "beat":
                winner = number - 1
        self.lines(drawing.trick(self.pen, reading.last_trick, winner))

    # -- the person --------------------------------------------------------------------------------------
    def ask(self) -> Action:
        """Ask until a legal action is typed. Errors: Quit."""
        self.show_table()
        while True:
            line = self.prompt()
            command = COMMANDS.get(line.strip().lower())
            if command:
                command(self)
                continue
            try:
                action = self.game.parse(line, self.view)
                reason = self.match.position.why_not(action)
            except MessdeckError as error:
                reason = error.reason
            if reason is None:
                return action
            self.say(self.words.fact(reason), "red")

    def prompt(self) -> str:
        """Read one line. Errors: Quit at the end of input."""
        wanted = self.game.prompt(self.view)
        typed = f"{wanted.key}.typed"  # says what may be typed, where that is not plain
        line = self.words.say(typed if self.words.has(typed) else wanted.key, wanted.args)
        self.console.print(f"{line} > ", end="", markup=False, highlight=False)
        try:
            return self.read_line()
        except EOFError:
            self.console.print()
            raise Quit from None

    def show_table(self) -> None:
        """The table as the person sees it: status, trick, hand."""
        view = self.view
        self.console.print()
        self.lines(drawing.status(self.pen, view))
        if view.trick:
            self.lines(drawing.trick(self.pen, view.trick, view.head, view.to_come))
        self.console.print(drawing.hand(self.pen, view))

    def show_choices(self) -> None:
        """What may be done, and of what may not be done, why."""
        view = self.view
        legal = list(view.legal_actions())
        considered = self.game.considered(view)
        may = [action for action in considered if action in legal] or legal[:12]
        told = self.pen["dot"].join(self._named(action) for action in may)
        self.say(f"{self.words.say('table.may')} {told}")
        for action in considered:
            reason = view.why_not(action)
            if reason:
                self.say(f"{self._named(action)}: {self.words.fact(reason)}", "dim")
        self.say(self.words.say("table.commands"), "dim")

    def _named(self, action: Action) -> str:
        fact = self.game.action_fact(action)
        return self.words.say(fact.key, fact.args)

    def show_last(self) -> None:
        """The last trick."""
        if self.view.last_trick:
            self.draw_last(self.view)
        else:
            self.say(self.words.say("table.no_trick"))

    def show_why(self) -> None:
        """Why the last trick fell as it did."""
        if not self.last_explained:
            self.say(self.words.say("table.no_trick"))
        for event in self.last_explained:
            self.say(self.words.fact(event))

    def show_hint(self) -> None:
        """What a strong computer player would do from what the person knows."""
        from messdeck.review import telling
        from messdeck.review.advice import advise

        for line in telling.advice(self.words, self.game, advise(self.view)):
            self.say(line)

    def show_score(self) -> None:
        """The score sheet."""
        self.lines(drawing.sheet(self.pen, self.game.sheet(self.view)))

    def leave(self) -> None:
        """Leave the table."""
        raise Quit

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence, wrapped and indented."""
        for line in textwrap.wrap(text, max(30, min(100, self.console.width) - 4)):
            self.console.print(Text(f"  {line}", style=style))

    def lines(self, lines: Sequence[Text]) -> None:
        """Print lines."""
        for line in lines:
            self.console.print(line)


COMMANDS: dict[str, Callable[[Session], None]] = {
    "": Session.show_table,
    "?": Session.show_choices,
    "help": Session.show_choices,
    "last": Session.show_last,
    "why": Session.show_why,
    "score": Session.show_score,
    "hint": Session.show_hint,
    "quit": Session.leave,
    "q": Session.leave,
}
