"""Perfect-information play of plain tricks."""

from messdeck.solver.tricks import Solution, TricksProblem, reachable, solve, value

__all__ = ["Solution", "TricksProblem", "reachable", "solve", "value"]
