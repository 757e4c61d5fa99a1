"""messdeck beside OpenSpiel and RLCard, and beside a bare loop, on one core of this machine.

    python benchmarks/peers.py [--rounds 7] [--seconds 1.0] [--venv DIR] [--json]

Makes an environment of its own with open-spiel, rlcard and this checkout (once; reused after that), and
measures everything there by turns, round by round, so that a busy moment hits all alike. See README.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from itertools import islice, repeat
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
PEERS = ("open-spiel==2.0.*", "rlcard==1.2.*")
SEED = 1
STARTS = 16
ROLLOUTS = 20

Run = Callable[[float], list[float]]
"""Measures for some seconds; gives the rates per second of CPU time of its figures, in their order."""


class Figure(NamedTuple):
    """One line of the table."""

    key: str
    name: str
    unit: str


class Ratio(NamedTuple):
    """One figure over another, and what it should be at least (None: only told)."""

    key: str
    name: str
    over: str
    under: str
    target: float | None = None


RATIOS = (
    Ratio("noms_bridge", "Noms over OpenSpiel bridge", "noms_playouts", "bridge", 7.0),
    Ratio("noms_bridge_cards", "the same, cards only on both sides", "noms_playouts", "bridge_cards"),
    Ratio("voormsi_bridge", "Voormsi over OpenSpiel bridge", "voormsi_playouts", "bridge", 3.0),
    Ratio("voormsi_oh_hell", "Voormsi over OpenSpiel oh_hell", "voormsi_playouts", "oh_hell", 3.0),
    Ratio("noms_rlcard", "Noms positions over RLCard bridge", "noms_steps", "rlcard", 4.0),
    Ratio("noms_rlcard_play", "the same without our deals", "noms_steps_play", "rlcard"),
    Ratio("voormsi_rlcard", "Voormsi positions over RLCard bridge", "voormsi_steps", "rlcard", 4.0),
    Ratio("voormsi_rlcard_play", "the same without our deals", "voormsi_steps_play", "rlcard"),
    Ratio("noms_share_c", "Noms kernel, share of bare C", "noms_playouts", "bare_c"),
    Ratio("noms_share_numba", "Noms kernel, share of bare numba", "noms_playouts", "bare_numba"),
)


# -- the environment -------------------------------------------------------------------------------------
def main() -> None:
    """Find or make the environment and run this file again inside it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time for each figure and round")
    parser.add_argument(
        "--venv", type=Path, default=default_venv(), help="the environment (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside:
        measure_all(max(1, args.rounds), args.seconds, args.json)
        return
    python = environment(args.venv.absolute())
    command = [str(python), str(HERE / "peers.py"), "--inside", "--rounds", str(args.rounds)]
    command += ["--seconds", str(args.seconds), *(["--json"] if args.json else [])]
    raise SystemExit(subprocess.run(command, env=clean_environment(), check=False).returncode)


def default_venv() -> Path:
    """A folder in the user's cache, one for each Python."""
    cache = os.environ.get("MESSDECK_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "messdeck-peers" / f"{sys.version_info.major}.{sys.version_info.minor}"


def clean_environment() -> dict[str, str]:
    """The variables of this process without those that would mix environments."""
    mixing = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME")
    return {name: value for name, value in os.environ.items() if name not in mixing}


def environment(folder: Path) -> Path:
    """The Python of the environment; made, or made anew when what belongs into it has changed."""
    python = folder / "bin" / "python"
    project = (HERE.parent / "pyproject.toml").read_bytes()
    wanted = f"{PEERS} {HERE.parent} {hashlib.sha256(project).hexdigest()} {sys.version}"
    stamp = folder / "messdeck-peers.txt"
    if python.exists() and stamp.exists() and stamp.read_text("utf-8") == wanted:
        return python
    if folder.exists() and any(folder.iterdir()) and not (folder / "pyvenv.cfg").exists():
        raise SystemExit(f"{folder} is no virtual environment and not empty")
    tell(f"installing {', '.join(PEERS)} and messdeck into {folder}")
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    packages = [*PEERS, "--editable", str(HERE.parent)]
    if uv:
        call(uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(folder))
        call(uv, "pip", "install", "--quiet", "--python", str(python), *packages)
    else:
        call(sys.executable, "-m", "venv", "--clear", str(folder))
        call(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    stamp.write_text(wanted, "utf-8")
    return python


def call(*command: str) -> None:
    """Run a command whose output belongs to nobody's figures."""
    if subprocess.run(command, env=clean_environment(), stdout=sys.stderr, check=False).returncode:
        raise SystemExit(f"failed: {' '.join(command)}")


def tell(text: str) -> None:
    """Tell whoever waits."""
    print(text, file=sys.stderr, flush=True)


# -- what is measured ------------------------------------------------------------------------------------
def openspiel(name: str, contract: str | None = None) -> Run:
    """Random rollouts in C++ from dealt states, 20 to a call; after an auction that ends in `contract`."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(SEED)
    states = []
    for _ in range(STARTS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        for word in (contract, "Pass", "Pass", "Pass") if contract else ():
            seat = state.current_player()
            words = {state.action_to_string(seat, action): action for action in state.legal_actions()}
            state.apply_action(words[word])
        states.append(state)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=SEED)
    limits = {"uct_c": 1.0, "max_simulations": 1, "max_memory_mb": 10}
    bot = pyspiel.MCTSBot(game, evaluator, **limits, solve=False, seed=SEED, verbose=False)

    def run(seconds: float) -> list[float]:
        calls = 0
        began = now = process_time()
        while now - began < seconds:
            for state in states:
                bot.step(state)
            calls += len(states)
            now = process_time()
        return [calls * ROLLOUTS / (now - began)]

    return run


def rlcard_bridge() -> Run:
    """Steps of random whole games through the environment of RLCard."""
    import rlcard

    env = rlcard.make("bridge", config={"seed": SEED})
    choice = random.Random(SEED).choice

    def run(seconds: float) -> list[float]:
        steps = 0
        began = now = process_time()
        while now - began < seconds:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choice(list(state["legal_actions"])))
                steps += 1
            now = process_time()
        return [steps / (now - began)]

    return run


def rlcard_bare() -> Run:
    """The same through the game object inside that environment, without the observations."""
    import rlcard

    game = rlcard.make("bridge", config={"seed": SEED}).game
    choice = random.Random(SEED).choice

    def run(seconds: float) -> list[float]:
        steps = 0
        began = now = process_time()
        while now - began < seconds:
            game.init_game()
            while not game.is_over():
                game.step(choice(game.judger.get_legal_actions()))
                steps += 1
            now = process_time()
        return [steps / (now - began)]

    return run


def messdeck_playouts(name: str, wanted: Callable[[Any], bool] = lambda position: True) -> Run:
    """Compiled random playouts of messdeck from dealt positions, of those `wanted`."""
    from messdeck.core import measure
    from messdeck.games.registry import get_game

    game = get_game(name)
    deals = map(measure.dealt, repeat(game), repeat(random.Random(SEED)))
    starts = list(islice(filter(wanted, deals), STARTS))
    return lambda seconds: [measure.playouts_per_second(game, seconds, starts)]


def messdeck_steps(name: str) -> Run:
    """Steps through positions of messdeck: with the time of the deals, and without."""
    from messdeck.core import measure
    from messdeck.games.registry import get_game

    def run(seconds: float) -> list[float]:
        stepping = measure.stepping(get_game(name), seconds)
        return [stepping.per_second, stepping.per_second_without_deals]

    return run


def bare_numba() -> Run:
    """The bare loop in numba."""
    import bare_playout

    games = int(bare_playout.run(100_000)[0])
    return lambda seconds: [bare_playout.run(max(1, int(games * seconds)))[0]]


def bare_c(compiler: str, folder: Path) -> Run:
    """The bare loop in C."""
    program = folder / "bare_playout"
    call(compiler, "-O3", "-o", str(program), str(HERE / "bare_playout.c"))

    def playouts(games: int) -> float:
        done = subprocess.run([program, str(games)], capture_output=True, text=True, check=True)
        return float(done.stdout.split()[0])

    games = playouts(100_000)
    return lambda seconds: [playouts(max(1, int(games * seconds)))]


def benches(folder: Path) -> list[tuple[list[Figure], Run]]:
    """Everything in the order in which a round measures it."""
    playouts, steps = "playouts/s", "steps/s"
    bridge = "bridge(use_double_dummy_result=false)"
    found = [
        ([Figure("bridge", "OpenSpiel bridge, dealt", playouts)], openspiel(bridge)),
        ([Figure("noms_playouts", "messdeck Noms, suit contract", playouts)],
         messdeck_playouts("noms", lambda position: position.trump in list("CDHS"))),
        ([Figure("bridge_cards", "OpenSpiel bridge, 4H stands", playouts)], openspiel(bridge, "4♥")),
        ([Figure("voormsi_playouts", "messdeck Voormsi, dealt", playouts)], messdeck_playouts("voormsi")),
        ([Figure("oh_hell", "OpenSpiel oh_hell, 4 x 12, dealt", playouts)],
         openspiel("oh_hell(players=4,num_tricks_fixed=12)")),
        ([Figure("bare_numba", "bare loop, numba", playouts)], bare_numba()),
        ([Figure("rlcard", "RLCard bridge environment", steps)], rlcard_bridge()),
        ([Figure("noms_steps", "messdeck Noms positions", steps),
          Figure("noms_steps_play", "... between the deals", steps)], messdeck_steps("noms")),
        ([Figure("rlcard_bare", "RLCard bridge, no observations", steps)], rlcard_bare()),
        ([Figure("voormsi_steps", "messdeck Voormsi positions", steps),
          Figure("voormsi_steps_play", "... between the deals", steps)], messdeck_steps("voormsi")),
    ]  # fmt: skip
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler:
        found.insert(2, ([Figure("bare_c", "bare loop, C -O3", playouts)], bare_c(compiler, folder)))
    else:
        tell("no C compiler: the bare loop in C is left out")
    return found


# -- measuring and telling -------------------------------------------------------------------------------
def measure_all(rounds: int, seconds: float, as_json: bool) -> None:
    """Measure by turns and print medians, spread and ratios."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        todo = benches(Path(folder))
        rates: dict[str, list[float]] = {figure.key: [] for figures, _ in todo for figure in figures}
        for figures, run in todo:
            tell(f"warming up: {figures[0].name}")
            run(0.05)
        for number in range(rounds):
            tell(f"round {number + 1} of {rounds}")
            for figures, run in todo:
                for figure, rate in zip(figures, run(seconds), strict=True):
                    rates[figure.key].append(rate)
    figures = [figure for some, _ in todo for figure in some]
    report = {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "os": platform.system()},
        "versions": {name: version(name) for name in ("messdeck", "open-spiel", "rlcard", "numba")},
        "rounds": rounds,
        "seconds": seconds,
        "figures": [figure._asdict() | spread(rates[figure.key]) for figure in figures],
        "ratios": [told(ratio, rates) for ratio in RATIOS if ratio.over in rates and ratio.under in rates],
    }
    print(json.dumps(report, ensure_ascii=False) if as_json else tables(report))


def spread(values: list[float]) -> dict[str, Any]:
    """Median, lowest and highest of some rounds, and the rounds."""
    return {"median": statistics.median(values), "low": min(values), "high": max(values), "rounds": values}


def told(ratio: Ratio, rates: dict[str, list[float]]) -> dict[str, Any]:
    """A ratio, round by round, and whether its median reaches the target."""
    by_round = [over / under for over, under in zip(rates[ratio.over], rates[ratio.under], strict=True)]
    found = ratio._asdict() | spread(by_round)
    found["met"] = None if ratio.target is None else found["median"] >= ratio.target
    return found


def tables(report: dict[str, Any]) -> str:
    """The report as two Markdown tables."""
    machine, versions = report["machine"], report["versions"]
    lines = [
        f"{machine['cores']} cores, {machine['os']}, Python {machine['python']}, "
        + ", ".join(f"{name} {number}" for name, number in versions.items())
        + f"; {report['rounds']} rounds of {report['seconds']:g} s of CPU time a figure, on one core.",
        "",
        f"| {'figure':36} | {'a second':>11} | {'lowest':>11} | {'highest':>11} | {'unit':10} |",
        f"| {'-' * 36} | {'-' * 10}: | {'-' * 10}: | {'-' * 10}: | {'-' * 10} |",
    ]
    for row in report["figures"]:
        numbers = " | ".join(f"{row[key]:11,.0f}" for key in ("median", "low", "high"))
        lines.append(f"| {row['name']:36} | {numbers} | {row['unit']:10} |")
    lines += [
        "",
        f"| {'ratio, round by round':36} | {'median':>7} | {'lowest':>7} | {'highest':>7} | {'target':12} |",
        f"| {'-' * 36} | {'-' * 6}: | {'-' * 6}: | {'-' * 6}: | {'-' * 12} |",
    ]
    for row in report["ratios"]:
        numbers = " | ".join(f"{row[key]:7.2f}" for key in ("median", "low", "high"))
        target = f">= {row['target']:g}: {'met' if row['met'] else 'missed'}" if row["target"] else ""
        lines.append(f"| {row['name']:36} | {numbers} | {target:12} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
