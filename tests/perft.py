"""Perft: how many sequences of legal actions lead on from fixed positions, by length.

Anybody's implementation of the rules can be held against `data/perft.json`: each case has a record (header
and events) and `counts`, whose n-th figure (from 1) is the number of sequences of n legal actions after it,
those of seats out of turn (concessions) included. A sequence ends with its deal.

    python -m tests.perft            count again, and compare with the file
    python -m tests.perft --write    write the file
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from messdeck.core.position import Position
from messdeck.core.record import Header, Match, replay, to_line
from messdeck.games.registry import get_game

FILE = Path(__file__).parent / "data" / "perft.json"
MOST = 30_000
"""No count beyond this is kept: a plain computer checks the whole file in a minute."""
DEEPEST = 8


@dataclass(frozen=True)
class Case:
    """A position made from a seed: a deal, what is said as a player types it, then random actions."""

    name: str
    game: str
    players: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    further: int = 0

    def record(self) -> list[dict[str, Any]]:
        """The header and the events up to the position."""
        game, rng = get_game(self.game), Random(self.seed)
        match = Match(Header(game, game.rules.create(self.players, self.options), ()))
        match.act(match.position.draw_deal(rng))
        for text in self.said:
            match.act(game.parse(text, match.position.view(match.position.turn)))
        for _ in range(self.further):
            match.act(rng.choice(match.position.legal_actions()))
        return [match.header.to_json(), *map(dict, match.events)]


VIS = ("mis-a-vis", "pass", "pass", "pass")
CASES = (
    Case("Voormsi for four, after the deal", "voormsi", 4, 1),
    Case("Voormsi for three, after the deal", "voormsi", 3, 2),
    Case("Voormsi for two, after the deal", "voormsi", 2, 3),
    Case("Voormsi, all cards dealt", "voormsi", 4, 4, {"deal_all": True}),
    Case("Voormsi, kings with the 3D", "voormsi", 3, 5, {"deal_all": True, "three_counts_as_king": True}),
    Case("Voormsi for four, in mid-deal", "voormsi", 4, 6, further=13),
    Case("Voormsi for two, the last cards", "voormsi", 2, 7, further=26),
    Case("Noms, the auction", "noms", 4, 11),
    Case(
        "Noms, the auction with a small Mis",
        "noms",
        4,
        12,
        {"mis_rank": "between_10_and_11", "forced_bid": 11},
    ),
    Case("Noms, the contract", "noms", 4, 13, said=("10", "pass", "11", "pass", "pass", "pass")),
    Case("Noms, the first trick", "noms", 4, 14, said=("12", "pass", "pass", "pass", "hearts and the ace")),
    Case(
        "Noms, a small Mis with its penalty",
        "noms",
        4,
        15,
        {"mis_penalty": True, "mis_rank": "between_10_and_11"},
        ("mis", "pass", "pass", "pass"),
        20,
    ),
    Case("Noms, Mis a Vis that may be conceded", "noms", 4, 17, {}, VIS, 4),
    Case("Noms, the last cards", "noms", 4, 16, {}, ("13", "pass", "pass", "pass", "no trumps with KD"), 42),
)


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` legal actions."""
    actions = [action for seat in range(position.rules.players) for action in position.legal_actions(seat)]
    if depth == 1:
        return len(actions)
    return sum(perft(position.after(action), depth - 1) for action in actions)


def position_of(record: list[dict[str, Any]]) -> Position:
    """The position at the end of a record."""
    return replay(map(to_line, record), get_game).position


def counts(position: Position) -> list[int]:
    """The counts by length from 1 on, as far as they go."""
    found: list[int] = []
    growth = 13.0
    while len(found) < DEEPEST and (not found or found[-1] * growth < 2 * MOST):
        count = perft(position, len(found) + 1)
        if not 0 < count <= MOST:
            break
        growth = count / found[-1] if found else growth
        found.append(count)
    return found


def load() -> list[dict[str, Any]]:
    """The cases of the file."""
    cases: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return cases


def dump(cases: list[dict[str, Any]]) -> str:
    """The cases as the file has them: an event a line."""
    texts = []
    for case in cases:
        events = ",\n    ".join(json.dumps(event) for event in case["record"])
        counted = json.dumps(case["counts"])
        texts.append(
            f'{{"name": {json.dumps(case["name"])},\n  "record": [\n    {events}],\n  "counts": {counted}}}'
        )
    return "[\n" + ",\n".join(texts) + "\n]\n"


def main() -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the file instead of comparing with it")
    if parser.parse_args().write:
        made = []
        for case in CASES:
            record = case.record()
            made.append({"name": case.name, "record": record, "counts": counts(position_of(record))})
            print(case.name, made[-1]["counts"])
        FILE.write_text(dump(made), "utf-8")
        return 0
    wrong = 0
    for known in load():
        position = position_of(known["record"])
        found = [perft(position, depth) for depth in range(1, len(known["counts"]) + 1)]
        wrong += found != known["counts"]
        print("as told " if found == known["counts"] else f"NOT {known['counts']}", known["name"], found)
    return min(1, wrong)


if __name__ == "__main__":
    sys.exit(main())
