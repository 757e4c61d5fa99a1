"""Perfect-information play: all cards known, who can win how many plain tricks?

A `TricksProblem` is four hands, trumps or none, a leader, the cards on the table, and two sets of seats: the
declarers, who maximise, and those whose tricks count. So it can be asked of partners, of any three against
one, and of misère (the bidder's tricks count, his opponents declare). `solve` tells the value and what each
legal card leads to, `value` the value alone, `reachable` whether a target can be reached. Each takes a
budget of nodes and says so when it did not do.

Inside: `root` asks zero-window questions of `search`, one loop over a stack of frames (`layout`, `play`),
which cuts by `table` (a transposition table of patterns that name only the ranks an answer rests on), by
`bounds` and `avoidance` (tricks that need no search), and tries cards in the order of `ordering`. All but
`tricks`, the public side, are kernels with a compiled twin.
"""

from messdeck.core.problem import TricksProblem
from messdeck.solver.positions import Outlook, solve_position
from messdeck.solver.tricks import Solution, reachable, solve, value

__all__ = ["Outlook", "Solution", "TricksProblem", "reachable", "solve", "solve_position", "value"]
