"""The match equity of a rubber of Voormsi: the chance to win it by both scores, before each deal.

    python benchmarks/equity.py --deals 12000

Rule players play deals; what each side banked in them, in order, is then laid on every pair of scores by
the kernel itself (bounce, exact wins), and the chances are those that agree with each other from deal to
deal. Writes src/messdeck/games/voormsi/equity.py; the same seed gives the same file.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from random import Random

from messdeck.core.position import Position
from messdeck.games.registry import get_game
from messdeck.games.voormsi import kernel as k

GAME = get_game("voormsi")
TARGET = 9
PARTS = 10_000
HERE = Path(__file__).parent.parent / "src" / "messdeck" / "games" / "voormsi" / "equity.py"

HEAD = '''"""Match equity of a rubber to nine strokes under the default options, between deals.

Written by benchmarks/equity.py ({deals} deals of rule players, seed {seed}); not edited by hand.
"""

WHOLE = {parts}
TARGET = {target}
# The chance, of WHOLE, that the side about to lead wins: by its score (rows) and the other side's.
'''


@dataclass(frozen=True)
class Banking:
    """Points that a side banked, the side that led the deal being 0; or None: it lost all (V6.4)."""

    side: int
    points: int | None


def played(start: Position, rng: Random) -> list[Banking]:
    """What is banked in one deal of rule players, in order."""
    position = start.play(start.draw_deal(rng))
    row, out = list(position.row), [0] * k.ACTIONS
    leader = k.side_of(row, row[k.TURN])
    found: list[Banking] = []
    while row[k.TURN] >= 0:
        before = row[k.BANKED : k.BANKED + 2]
        seat = row[k.TURN]
        k.apply(row, seat, GAME.policy.choose(row, seat, out))
        if row[k.TURN] < 0 and row[k.V64]:
            found.append(Banking((row[k.V64] - 1) ^ leader, None))
        winner = k.side_of(row, row[k.HEAD_SEAT])
        found += [
            Banking(side ^ leader, row[k.BANKED + side] - before[side])
            for side in (1 - winner, winner)  # the side that lost the trick banks first (V7.4)
            if row[k.BANKED + side] > before[side]
        ]
    return found


def outcome(row: list[int], scores: tuple[int, int], bankings: tuple[Banking, ...]) -> tuple[int, int] | int:
    """The scores after a deal from these scores, or the side that has won."""
    row[k.SCORE : k.SCORE + 2] = scores
    row[k.TURN] = -1
    for banking in bankings:
        if banking.points is None:
            k.lose_points(row, banking.side)
        else:
            row[k.EARNED + banking.side] = banking.points
            k.bank(row, banking.side)
        if row[k.TURN] == -2:
            return row[k.WINNER]
    return row[k.SCORE], row[k.SCORE + 1]


def equity(players: int, deals: int, seed: int) -> list[int]:
    """The table: of PARTS, by the score of the side to lead and the other's, row by row."""
    rules = GAME.rules.create(players)
    start = GAME.start(rules)
    rng = Random(f"{seed} {players}")
    counts: dict[tuple[Banking, ...], int] = {}
    for _ in range(deals):
        bankings = tuple(played(start, rng))
        counts[bankings] = counts.get(bankings, 0) + 1
    states = [(mine, theirs) for mine in range(TARGET) for theirs in range(TARGET)]
    blank = list(start.row)
    after = {
        state: [(outcome(blank[:], state, bankings), count) for bankings, count in counts.items()]
        for state in states
    }
    chance = dict.fromkeys(states, 0.5)
    for _ in range(400):  # the other side leads the next deal (V3.2, V3.4)
        chance = {
            state: sum(
                count * (float(end == 0) if isinstance(end, int) else 1 - chance[end[1], end[0]])
                for end, count in after[state]
            )
            / deals
            for state in states
        }
    return [round(PARTS * chance[state]) for state in states]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    text = HEAD.format(deals=args.deals, seed=args.seed, parts=PARTS, target=TARGET)
    for name, players in (("FOUR", 4), ("TWO", 2)):
        table = equity(players, args.deals, args.seed)
        rows = [table[i : i + TARGET] for i in range(0, len(table), TARGET)]
        text += (
            f"{name} = (\n    " + "\n    + ".join(f"({', '.join(map(str, row))})" for row in rows) + "\n)\n"
        )
    HERE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
