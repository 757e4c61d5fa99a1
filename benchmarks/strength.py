"""How strong the levels are: plays the matches of docs/strength.md and writes that page.

    python benchmarks/strength.py --list
    python benchmarks/strength.py noms-4-2 --deals 200 --jobs 2
    python benchmarks/strength.py all --jobs 2

What was played is kept in benchmarks/strength.json, one entry a match, so that a long night may be played
in parts; the page is written from it.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from messdeck.arena import pools
from messdeck.arena.boards import Board
from messdeck.arena.match import Match
from messdeck.arena.ratings import rate, round_robin
from messdeck.games.registry import get_game

HERE = Path(__file__).parent
KEPT = HERE / "strength.json"
PAGE = HERE.parent / "docs" / "strength.md"
SEED = 2026


@dataclass(frozen=True)
class Contest:
    """One line of the page: a match of two levels, or a round robin of several."""

    game: str
    mode: str
    levels: tuple[str, ...]
    deals: int
    seconds: float | None = None
    """Time a move; then the match also stops as soon as it is clear."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        extra = "" if self.mode == get_game(self.game).modes[0] else f"-{self.mode}"
        return f"{self.game}{extra}-{'-'.join(self.levels)}"

    def board(self) -> Board:
        """Its first board."""
        rules = get_game(self.game).rules.create()
        a, b = self.levels[:2]
        return Board(self.game, rules, self.mode, a, b, SEED, 0, self.seconds)


CONTESTS = [
    Contest("noms", "play", ("2", "random"), 1000),
    Contest("noms", "play", ("3", "2"), 1600),
    Contest("noms", "play", ("4", "2"), 1600),
    Contest("noms", "play", ("4", "3"), 1600),
    Contest("noms", "full", ("4", "2"), 600),
    Contest("noms", "play", ("5", "4"), 600, 0.25),
    Contest("voormsi", "deal", ("2", "random"), 1000),
    Contest("voormsi", "deal", ("4", "2"), 1000),
    Contest("voormsi", "deal", ("5", "4"), 400, 0.25),
    Contest("voormsi", "rubber", ("4", "2"), 100),
    Contest("noms", "play", ("random", "1", "2", "3", "4"), 100),
    Contest("voormsi", "deal", ("random", "1", "2", "3", "4"), 100),
]


def played(contest: Contest, deals: int, jobs: int) -> dict[str, Any]:
    """Play a contest; what is kept of it."""
    pool = pools.processes(jobs) if jobs > 1 else pools.here
    about = {"day": date.today().isoformat(), "machine": machine(), "jobs": jobs, "seed": SEED}
    if len(contest.levels) == 2:
        match = Match(contest.board(), deals, until_clear=contest.seconds is not None)
        match.play(pool, tick)
        return {**about, **match.to_json()}
    matches = round_robin(contest.board(), contest.levels, deals, pool, tick)
    table = [
        {"level": rating.level, "mu": round(rating.mu, 2), "sigma": round(rating.sigma, 2)}
        | {"mean": round(rating.mean, 2)}
        for rating in rate(matches)
    ]
    return {**about, "deals": deals, "unit": matches[0].mode.unit, "table": table}


def machine() -> str:
    """The processor in few words."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, Python {platform.python_version()}"


def tick() -> None:
    """A sign of life."""
    print(".", end="", file=sys.stderr, flush=True)


# -- the page --------------------------------------------------------------------------------------------
def page(kept: dict[str, Any]) -> str:
    """docs/strength.md out of what was played."""
    rows = [
        "# How strong the levels are",
        "",
        "Written by `benchmarks/strength.py` from matches that were played; nothing here is typed. Modes,",
        "units and intervals are those of `messdeck arena`: in `play` and `deal` the same deals are played",
        "twice, the sides changing, in `full` one seat of A sits in a field of B. A level named with seconds",
        "thought that long a move, and its match stopped when it was clear, so its interval is one that may",
        "be watched.",
    ]
    rows += ["", "| game | mode | A | B | deals | A gains | 95 % | ms a move A / B | seed | day |"]
    rows.append("|---|---|---|---|---|---|---|---|---|---|")
    for contest in CONTESTS:
        result = kept.get(contest.name)
        if result and "table" not in result:
            rows.append(_row(contest, result))
    for contest in CONTESTS:
        result = kept.get(contest.name)
        if result and "table" in result:
            rows += ["", *_table(contest, result)]
    machines = sorted({f"{result['machine']}, {result['jobs']} processes" for result in kept.values()})
    rows += ["", "Played on: " + "; ".join(machines) + "."]
    return "\n".join(rows) + "\n"


def _row(contest: Contest, result: dict[str, Any]) -> str:
    thinking = f" at {contest.seconds} s" if contest.seconds else ""
    low, high = result["ci95"]
    span = "not yet" if low is None else f"{low:+.2f} to {high:+.2f}"
    pace = result["ms_per_move"]
    cells = [contest.game, contest.mode, *(f"{level}{thinking}" for level in contest.levels)]
    cells += [str(result["deals"]), f"{result['mean']:+.2f} {result['unit']}", span]
    cells += [f"{pace['a']:.1f} / {pace['b']:.1f}", str(result["seed"]), result["day"]]
    return f"| {' | '.join(cells)} |"


def _table(contest: Contest, result: dict[str, Any]) -> list[str]:
    rows = [
        f"Round robin of {contest.game} (`{contest.mode}`), {result['deals']} deals for every two levels, "
        f"seed {result['seed']}, {result['day']}:",
        "",
        "| level | rating | its uncertainty | mean gain on the others |",
        "|---|---|---|---|",
    ]
    return rows + [
        f"| {line['level']} | {line['mu']:.1f} | {line['sigma']:.1f} | {line['mean']:+.2f} |"
        for line in result["table"]
    ]


def main() -> None:
    """Play what was asked for and write the page."""
    parser = argparse.ArgumentParser(description="Play the matches of docs/strength.md.")
    parser.add_argument("names", nargs="*", help="contests by name, or all; none only writes the page")
    parser.add_argument("--deals", type=int, help="so many instead of the usual number")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="the names of the contests")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(contest.name for contest in CONTESTS))
        return
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    for contest in CONTESTS:
        if contest.name in asked.names or "all" in asked.names:
            kept[contest.name] = played(contest, asked.deals or contest.deals, asked.jobs)
            KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
            print(contest.name, json.dumps(kept[contest.name]))
    PAGE.write_text(page(kept), "utf-8")


if __name__ == "__main__":
    main()
