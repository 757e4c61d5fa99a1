"""Bit primitives as LLVM instructions, for compiled twins only (imports numba)."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from messdeck.core.bits import MASK63


@intrinsic
def count(typingctx: Any, mask: Any) -> Any:
    """Population count of an int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def lowest(typingctx: Any, mask: Any) -> Any:
    """Index of the lowest bit of an int64 that is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def highest(typingctx: Any, mask: Any) -> Any:
    """Index of the highest bit of an int64 that is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), codegen


@intrinsic
def advance(typingctx: Any, state: Any) -> Any:
    """`bits.advance`, wrapping: numba marks signed products `nsw`, so that an overflow is undefined."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        product = builder.mul(args[0], ir.Constant(word, 6364136223846793005))
        step = builder.add(product, ir.Constant(word, 1442695040888963407))
        return builder.and_(step, ir.Constant(word, MASK63))

    return types.int64(types.int64), codegen
