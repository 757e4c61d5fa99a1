"""Whole games between computer players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from messdeck.bots.levels import make_player, read_level
from messdeck.core.actions import TABLE
from messdeck.core.errors import BadText
from messdeck.core.game import Game
from messdeck.core.player import Player
from messdeck.core.record import Header, Match
from messdeck.core.rules import Rules


@dataclass
class Simulation:
    """What some simulated games came to; `wins` by the seats of a side, shared wins counted for each."""

    games: int = 0
    deals: int = 0
    actions: int = 0
    seconds: float = 0.0
    wins: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """`{"games": n, "deals": n, "actions": n, "seconds": x, "wins": {...}}`."""
        return {**asdict(self), "seconds": round(self.seconds, 3)}


def simulate(
    game: Game,
    rules: Rules,
    games: int,
    level: str,
    seed: int,
    out: Path | None,
    done: Callable[[], None],
) -> Simulation:
    """Play games from a seed, write their records into `out`; `done` comes after each. Errors: BadText."""
    level = read_level(level)
    folder = _folder(out)
    result = Simulation(wins={_side_name(seats): 0 for seats in rules.sides})
    started = perf_counter()
    for number in range(1, games + 1):
        match = start_match(game, rules, level, seed, number)
        play_out(match, seed, number)
        if folder:
            path = folder / f"{game.name}-{seed}-{number:05}.mdk.jsonl"
            path.write_text("".join(match.lines()), "utf-8")
        result.games += 1
        result.deals += sum(event["type"] == "deal" for event in match.events)
        result.actions += len(match.events)
        for side in match.position.winners:
            result.wins[_side_name(rules.sides[side])] += 1
        done()
    result.seconds = perf_counter() - started
    return result


def start_match(game: Game, rules: Rules, level: str, seed: int, number: int) -> Match:
    """A match of computer players in every seat."""
    seats = [{"kind": "computer", "level": level, "seed": seed} for _ in range(rules.players)]
    names = tuple(f"{level}-{seat}" for seat in range(rules.players))
    return Match(Header(game, rules, names, None, {"seed": seed, "id": f"{seed}-{number}", "seats": seats}))


def play_out(match: Match, seed: int, number: int) -> None:
    """Play a match to its end."""
    rng = Random(f"{seed} game {number}")
    level = str(match.header.seats[0]["level"])
    players = [make_player(match.game, level, rng.getrandbits(32)) for _ in range(match.header.rules.players)]
    while not match.position.is_over:
        if match.position.turn == TABLE:
            match.act(match.position.draw_deal(rng))
            continue
        turn = match.position.turn
        match.act(players[turn].choose(match.position.view(turn)))
        _out_of_turn(match, players)


def _out_of_turn(match: Match, players: list[Player]) -> None:
    for seat, player in enumerate(players):
        said = None if match.position.is_over else player.out_of_turn(match.position.view(seat))
        if said is not None and match.position.is_legal(said):
            match.act(said)


def _side_name(seats: tuple[int, ...]) -> str:
    return "+".join(map(str, seats))


def _folder(out: Path | None) -> Path | None:
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadText.of("R1.1", "bad.file", name=str(out), why=error.strerror or "") from None
    return out
