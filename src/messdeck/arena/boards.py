"""Boards: one deal (or rubber) of a duplicate match, and how it is played both ways in each mode.

Both players meet the same cards in the same seats, so that what a board says is about the players and not
about the cards. A mode is a function from a board to what it brought; `Game.modes` says which a game has.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from messdeck.bots.levels import make_player
from messdeck.core.actions import TABLE, Play
from messdeck.core.game import Game
from messdeck.core.player import Player
from messdeck.core.position import Position
from messdeck.core.rules import Rules
from messdeck.games.registry import get_game


@dataclass(frozen=True)
class Board:
    """One board of a match of two levels; what it brings is a function of this alone, unless `seconds`
    (a move) cuts a search short."""

    game: str
    rules: Rules
    mode: str
    a: str
    b: str
    seed: int
    number: int
    seconds: float | None = None

    def chance(self, what: str) -> Random:
        """A generator of this board for one purpose, the same for every way it is played."""
        return Random(f"{self.seed} {what} {self.number}")

    def players(self) -> dict[str, Player]:
        """The two players, `a` and `b`."""
        seed = self.chance("players").getrandbits(32)
        game = get_game(self.game)
        levels = {"a": self.a, "b": self.b}
        return {name: make_player(game, level, seed, self.seconds) for name, level in levels.items()}


@dataclass
class Played:
    """What a board brought A, in the unit of its mode, and the seconds and moves of each player."""

    margin: float = 0.0
    seconds: dict[str, float] = field(default_factory=lambda: {"a": 0.0, "b": 0.0})
    moves: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})

    def play_on(self, position: Position, players: dict[str, Player], who: Sequence[str]) -> Position:
        """Play the deal on the table to its end; `who` names the player of each seat."""
        while position.turn >= 0:
            name = who[position.turn]
            started = time.perf_counter()
            action = players[name].choose(position.view(position.turn))
            self.seconds[name] += time.perf_counter() - started
            self.moves[name] += 1
            position = position.after(action)
        return position


@dataclass(frozen=True)
class Mode:
    """A way to play a board: the unit of what it brings, and what that is between equal players."""

    play: Callable[[Board, Played], float]
    unit: str
    even: float


def play_board(board: Board) -> Played:
    """Play one board both ways. Errors: KeyError for no mode."""
    played = Played()
    played.margin = MODES[board.mode].play(board, played)
    return played


def prepared(game: Game, rules: Rules, rng: Random) -> Position:
    """A dealt position before its first card, all before it (an auction, a contract) done by level 2; deals
    that are passed out are dealt anew."""
    rule = make_player(game, "2", 0)
    while True:
        position = game.start(rules)
        position = position.play(position.draw_deal(rng))
        while position.turn >= 0:
            action = rule.choose(position.view(position.turn))
            if isinstance(action, Play):
                return position
            position = position.after(action)


# -- the modes -------------------------------------------------------------------------------------------
def _sides_swapped(board: Board, played: Played) -> float:
    """The cards of one deal played by both sides; the mean points of A's seats less those of B's."""
    game = get_game(board.game)
    start = prepared(game, board.rules, board.chance("board"))
    margins = []
    for ours, theirs in ("a", "b"), ("b", "a"):
        first = game.teams(start)[0]
        who = [ours if seat in first else theirs for seat in range(board.rules.players)]
        end = played.play_on(start, board.players(), who)
        points: dict[str, list[int]] = {"a": [], "b": []}
        for seat, name in enumerate(who):
            points[name].append(game.deal_points(end, seat))
        margins.append(mean(points["a"]) - mean(points["b"]))
    return mean(margins)


def _one_in_a_field(board: Board, played: Played) -> float:
    """A in one seat among B's, seat after seat, whole deals with the auction; the mean of what it scores
    there less what B scores in that seat when all are B."""
    game, rng = get_game(board.game), board.chance("board")
    start = game.start(board.rules)
    start = start.play(start.draw_deal(rng))
    seats = range(board.rules.players)
    field_end = Played().play_on(start, board.players(), ["b"] * len(seats))
    gains = []
    for seat in seats:
        who = ["a" if other == seat else "b" for other in seats]
        end = played.play_on(start, board.players(), who)
        gains.append(game.deal_points(end, seat) - game.deal_points(field_end, seat))
    return mean(gains)


def _whole_games(board: Board, played: Played) -> float:
    """A whole game from the same packs, both ways round; the share of the two that A wins."""
    game = get_game(board.game)
    shares = []
    for ours, theirs in ("a", "b"), ("b", "a"):
        first = board.rules.sides[0]
        who = [ours if seat in first else theirs for seat in range(board.rules.players)]
        players, rng = board.players(), board.chance("board")
        position = game.start(board.rules)
        while not position.is_over:
            if position.turn == TABLE:  # a generator a deal, so that a longer deal moves no later pack
                position = position.play(position.draw_deal(Random(rng.getrandbits(64))))
            position = played.play_on(position, players, who)
        won = [who[board.rules.sides[side][0]] == "a" for side in position.winners]
        shares.append(mean(won))
    return mean(shares)


MODES = {
    "play": Mode(_sides_swapped, "points per deal", 0.0),
    "full": Mode(_one_in_a_field, "points per deal", 0.0),
    "deal": Mode(_sides_swapped, "points per deal", 0.0),
    "rubber": Mode(_whole_games, "share of rubbers won", 0.5),
}
