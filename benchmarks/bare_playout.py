"""The yardstick in numba: `bare_playout.c` line by line, with nothing of a kernel around it.

    python benchmarks/bare_playout.py 300000

Prints playouts a second of CPU time, and the same sum as the C program.
"""

from __future__ import annotations

import sys
import time

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

SUIT = 0x1FFF
MASK63 = 0x7FFFFFFFFFFFFFFF
FACTOR = 6364136223846793005
ADDEND = 1442695040888963407


@intrinsic
def popcount(typingctx, mask):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def trailing_zeros(typingctx, mask):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def advance(typingctx, state):
    """The generator's next state. Numba takes it that a signed product never overflows; this one may."""

    def codegen(context, builder, signature, args):
        product = builder.mul(args[0], ir.Constant(ir.IntType(64), FACTOR))
        return builder.and_(
            builder.add(product, ir.Constant(ir.IntType(64), ADDEND)), ir.Constant(ir.IntType(64), MASK63)
        )

    return types.int64(types.int64), codegen


@numba.njit(error_model="numpy")
def playouts(start, hand, tricks, trumps, games, state):
    total = 0
    for game in range(games):
        for seat in range(4):
            hand[seat] = start[seat]
            tricks[seat] = 0
        leader = game & 3
        for _ in range(13):
            led = 0
            head = 0
            winner = leader
            for i in range(4):
                seat = (leader + i) & 3
                cards = hand[seat] & led
                if not cards:
                    cards = hand[seat]
                state = advance(state)
                for _ in range(((state >> 31) * popcount(cards)) >> 32):
                    cards &= cards - 1
                card = trailing_zeros(cards)
                hand[seat] ^= 1 << card
                if i == 0:
                    led = SUIT << (card & 48)
                    head = card
                elif card > head if card >> 4 == head >> 4 else trumps >> card & 1:
                    head = card
                    winner = seat
            tricks[winner] += 1
            leader = winner
        total += tricks[0]
    return total, state


def dealt(state=12345):
    """The hands that the C program deals itself, and its random state after that."""
    cards = [16 * suit + rank for suit in range(4) for rank in range(13)]
    for i in range(51, 0, -1):
        state = (state * FACTOR + ADDEND) & MASK63
        j = ((state >> 31) * (i + 1)) >> 32
        cards[i], cards[j] = cards[j], cards[i]
    hands = [sum(1 << card for card in cards[13 * seat : 13 * seat + 13]) for seat in range(4)]
    return np.array(hands, dtype=np.int64), state


def run(games):
    """Playouts a second of CPU time, and the sum of the tricks of seat 0; compiling is not counted."""
    start, state = dealt()
    hand, tricks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    playouts(start, hand, tricks, SUIT << 32, 1, state)
    began = time.process_time()
    total, _ = playouts(start, hand, tricks, SUIT << 32, games, state)
    return games / (time.process_time() - began), total


if __name__ == "__main__":
    rate, total = run(int(sys.argv[1]) if len(sys.argv) > 1 else 300000)
    print(f"{rate:.0f} {total}")
