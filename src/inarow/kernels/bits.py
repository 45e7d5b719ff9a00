"""Single machine instructions that Python has no word for: count, find, fetch ahead."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

#: A number of 64 bits without sign. Python's own type has no width, so the checker cannot tell it.
Bits: TypeAlias = Any

#: A number of 64 bits with a sign, made from any other.
Number: Any = np.int64

ZERO: Bits = np.uint64(0)
ONE: Bits = np.uint64(1)
TWO: Bits = np.uint64(2)
THREE: Bits = np.uint64(3)
ALL: Bits = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def _popcount(_typing: Any, _bits: Any) -> Any:
    """How many bits are set, as int64."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _lowest_index(_typing: Any, _bits: Any) -> Any:
    """The number of the lowest bit that is set, as int64; undefined for zero."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


def _prefetch(_typing: Any, array: Any, _index: Any) -> Any:
    """Ask the memory for ``array[index]`` now, to have it at hand a little later."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        pointer_type = ir.IntType(8).as_pointer()
        address = builder.bitcast(builder.gep(data, [arguments[1]]), pointer_type)
        number = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer_type, number, number, number])
        declare: Any = cgutils.get_or_insert_function
        function = declare(builder.module, function_type, "llvm.prefetch.p0")
        for_reading, keep_close, data_cache = number(0), number(3), number(1)
        builder.call(function, [address, for_reading, keep_close, data_cache])
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


popcount: Any = intrinsic(_popcount)
lowest_index: Any = intrinsic(_lowest_index)
prefetch: Any = intrinsic(_prefetch)
