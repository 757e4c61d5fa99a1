"""Taking back: at once if nothing hidden was revealed since, else by vote of the people."""

from __future__ import annotations

from functools import partial
from random import Random

from messdeck.core.actions import Action, Play
from messdeck.core.errors import BadText
from messdeck.core.position import Position
from messdeck.core.record import to_line
from messdeck.server.live import Live, Vote
from messdeck.server.tables import Tables

MOST_DRAWS, ENOUGH = 300, 8
"""How many positions are drawn to see whether an action showed something hidden, and how many must agree."""


class TakingBack:
    """Votes and undos.

    Computer players, and those who sit in for a person, agree only where nothing hidden was revealed: what
    they have shown by playing after the action cannot be hidden again, and a person who plays alone against
    them would otherwise try card after card. So with computer players at the table an action is taken back
    at once or not at all.
    """

    def __init__(self, tables: Tables) -> None:
        """At these tables."""
        self._tables = tables

    async def ask(self, live: Live, seat: int) -> None:
        """Take back the seat's last action of this deal, or begin a vote on it. Errors: BadText."""
        await self._tables.change(live, partial(self._ask, live, seat))

    async def _ask(self, live: Live, seat: int) -> None:
        length = live.last_action(seat)
        if live.settings.undo == "off" or length is None or live.status == "over" or live.vote:
            raise BadText.of("R7.1", "bad.undo")
        if self._reveals_nothing(live, length):
            await self._undo(live, length, seat)
            return
        if live.has_computers():
            raise BadText.of("R7.2", "bad.undo_computer")
        live.vote = Vote(seat, length, {seat})
        await self._count(live)
        live.show()

    async def answer(self, live: Live, seat: int, agrees: bool) -> None:
        """A person's answer to the vote; one no ends it."""
        await self._tables.change(live, partial(self._answer, live, seat, agrees))

    async def _answer(self, live: Live, seat: int, agrees: bool) -> None:
        if live.vote is None:
            return
        if agrees:
            live.vote.agreed.add(seat)
            await self._count(live)
        else:
            live.vote = None
        live.show()

    async def _count(self, live: Live) -> None:
        people = {seat.number for seat in live.seats if seat.kind == "person"}
        if live.vote and people <= live.vote.agreed:
            await self._undo(live, live.vote.length, live.vote.asker)

    async def _undo(self, live: Live, length: int, seat: int) -> None:
        """Cut the record to a length; what was noted since is kept, the undo with it."""
        record = self._tables.record_of(live, length)
        kept = live.match.events[:length]
        noted = [event for event in live.match.events[length:] if event.get("type") == "note"]
        noted.append({"type": "note", "kind": "undo", "seat": seat})
        deals = sum(event.get("type") == "deal" for event in kept)
        lines = [to_line(event).rstrip("\n") for event in noted]
        await self._tables.store.take_back(live.code, live.version, length, lines, deals)
        live.match.events = [*kept, *noted]
        live.match.position = record.position
        live.retell(record)
        for event in noted:
            live.tell_note(event)
        live.promise = None
        live.settle()
        live.wake()

    def _reveals_nothing(self, live: Live, length: int) -> bool:
        """Whether since then nobody else has acted, and the action itself showed nothing but itself: the deal
        goes on, no card was drawn or laid open, and nothing was told that could not be foreseen.

        The answer depends only on what everybody knows, so that it tells nothing either.
        """
        later = [event for event in live.match.events[length:] if event.get("type") != "note"]
        if len(later) != 1 or live.position.turn < 0:
            return False
        before, after = self._tables.record_of(live, length).position, live.position
        action = live.match.game.read_action(later[0], len(live.seats))
        if _lays_open(before, after):
            return False
        told = [event for event in live.told_of_actions[-1].events if event.key != "story.trick"]
        if isinstance(action, Play) and any(event.kind == "story" for event in told):
            return False  # the card itself has told something, such as who the partner is (N4.6)
        plain = all(event.kind in ("play", "beat", "miss") for event in told)
        return plain or _foreseen(before, action, after)


def _lays_open(before: Position, after: Position) -> bool:
    """Whether a card was drawn or laid open."""
    game = before.game
    for seat in range(before.rules.players):
        if not set(after.view(seat).hand) <= set(before.view(seat).hand):
            return True
        if not set(game.shown_cards(after, seat)) <= set(game.shown_cards(before, seat)):
            return True
    return False


def _foreseen(before: Position, action: Action, after: Position) -> bool:
    """Whether an action, done in any position that a spectator thinks possible, shows him the same."""
    known, seen = before.view(None), after.view(None)
    chance, tried = Random(str(known.row)), 0
    for _ in range(MOST_DRAWS):
        drawn = known.sample(chance)
        if drawn.is_legal(action):
            if drawn.after(action).view(None) != seen:
                return False
            tried += 1
            if tried == ENOUGH:
                return True
    return False
