"""Bit and chance primitives of the kernels: plain bodies here, machine instructions in the twin.

A set of cards is an int mask (bit i: card i of the game's deck, at most 62 cards). A random state is a
63-bit int, so that the plain and the compiled kernels draw the same numbers from the same seed.
"""

MASK63 = 0x7FFFFFFFFFFFFFFF


def count(mask: int) -> int:
    """Number of cards in a mask."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Index of the lowest card of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Index of the highest card of a mask that is not empty."""
    return mask.bit_length() - 1


def advance(state: int) -> int:
    """Next random state (a linear congruential step modulo 2**63)."""
    return (state * 6364136223846793005 + 1442695040888963407) & 0x7FFFFFFFFFFFFFFF


def below(state: int, n: int) -> int:
    """An int from 0 to n - 1 out of the top bits of a state; n below 2**31."""
    return ((state >> 31) * n) >> 32


def nth(mask: int, n: int) -> int:
    """The card of a mask with n lower ones in it, as a mask of one."""
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def first_state(seed: int) -> int:
    """A well mixed random state from any int seed (the finisher of splitmix64)."""
    x = (seed + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (x ^ (x >> 31)) & MASK63
