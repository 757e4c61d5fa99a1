"""Find and write the golden games: `python -m tests.transcripts.make`. Review the diff before committing.

Each is a short game that shows one way a deal or a game can end, played by computer players from a seed
that a search found; the record is kept as played, and beside it its story in words.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from messdeck.bots.levels import make_player
from messdeck.core.actions import TABLE, End
from messdeck.core.i18n import Words
from messdeck.core.record import Header, Match, Record, replay, split_lines
from messdeck.games.registry import get_game

HERE = Path(__file__).parent

# Name: game, players, options, start scores, level, and a message that must be told in the story.
WANTED: dict[str, tuple[str, int, dict[str, Any], list[int] | None, str, str]] = {
    "voormsi-win": ("voormsi", 4, {}, [7, 8], "2", "story.won"),
    "voormsi-bounce": ("voormsi", 4, {}, [8, 8], "2", "story.bounced"),
    "voormsi-void": ("voormsi", 4, {}, [5, 8], "2", "story.void"),
    "voormsi-forfeit": ("voormsi", 4, {}, [6, 8], "random", "points.V6.4"),
    "voormsi-own-kill-points": ("voormsi", 4, {"own_kill": "points"}, [8, 8], "random", "points.V6.4"),
    "voormsi-three-win": ("voormsi", 3, {}, [10, 11, 9], "2", "story.won"),
    "voormsi-two-win": ("voormsi", 2, {}, [8, 7], "2", "story.won"),
    "voormsi-ru-win": ("voormsi", 4, {"preset": "ru"}, [7, 7], "2", "story.won"),
    "voormsi-all-dealt": ("voormsi", 4, {"preset": "all-dealt"}, [8, 8], "2", "story.won"),
    "voormsi-proof-shown": ("voormsi", 4, {"voormsi_proof": "shown"}, [8, 8], "random", "story.proof"),
    "voormsi-broken-off": ("voormsi", 4, {}, None, "2", "story.broken_off"),
    "noms-made": ("noms", 4, {}, [95, 95, 95, 95], "2", "story.made"),
    "noms-failed": ("noms", 4, {"preset": "low"}, [99, 99, 99, 99], "2", "story.failed"),
    "noms-alone": ("noms", 4, {"minimum_bid": 7, "target": 1}, None, "random", "story.alone"),
    "noms-mis-made": ("noms", 4, {"target": 1}, None, "2", "story.mis"),
    "noms-mis-a-vis-conceded": ("noms", 4, {"target": 1}, None, "2", "story.concede"),
    "noms-double": ("noms", 4, {"target": 1}, None, "2", "story.double"),
    "noms-small-mis": ("noms", 4, {"preset": "small-mis", "target": 1}, None, "2", "story.mis"),
    "noms-broken-off": ("noms", 4, {}, None, "2", "story.broken_off"),
}


def story(record: Record) -> str:
    """The story of a record, an action a line, in English with clauses."""
    game = record.header.game
    names = tuple(f"Seat {seat}" for seat in range(record.header.rules.players))
    words = Words("en", game.folder, names=names)
    lines = []
    for before, action, after in record.moves():
        told = [words.fact(event) for event in game.story(before, action, after)]
        lines.append(" / ".join(told) + "\n")
    return "".join(lines)


def told_keys(record: Record) -> set[str]:
    """The keys of everything that happened."""
    game = record.header.game
    return {event.key for step in record.moves() for event in game.story(*step)}


def play(name: str, seed: int) -> Match:
    """One game of a wanted kind from a seed; broken off after a while where that is wanted."""
    game_name, players, options, scores, level, wanted = WANTED[name]
    game = get_game(game_name)
    header = Header(game, game.rules.create(players, options), (), None if scores is None else tuple(scores))
    match = Match(header)
    rng = Random(seed)
    seats = [make_player(game, level, rng.getrandbits(32)) for _ in range(players)]
    while not match.position.is_over and len(match.events) < 120:
        position = match.position
        if wanted == "story.broken_off" and len(match.events) > 20:
            match.act(End(TABLE))
        elif position.turn == TABLE:
            match.act(position.draw_deal(rng))
        else:
            match.act(seats[position.turn].choose(position.view(position.turn)))
            for seat, player in enumerate(seats):
                said = None if match.position.is_over else player.out_of_turn(match.position.view(seat))
                if said is not None:
                    match.act(said)
    return match


def find(name: str) -> Match:
    """The shortest of the first fitting games."""
    found: list[Match] = []
    for seed in range(20_000):
        match = play(name, seed)
        if match.position.is_over and WANTED[name][5] in told_keys(replay(match.lines(), get_game)):
            found.append(match)
        if len(found) == 4:
            break
    return min(found, key=lambda match: len(match.events))


def main() -> None:
    """Write the records that are missing, and every story anew."""
    for name in WANTED:
        path = HERE / f"{name}.mdk.jsonl"
        if not path.exists():
            path.write_text("".join(find(name).lines()), "utf-8")
        record = replay(split_lines(path.read_bytes()), get_game)
        (HERE / f"{name}.txt").write_text(story(record), "utf-8")


if __name__ == "__main__":
    main()
