"""Single machine instructions that Python has no word for: count, find, fetch ahead."""

from __future__ import annotations

from typing import Any, TypeAlias

from inarow.kernels.arrays import np
from inarow.kernels.compiling import MODE, Mode

#: A number of 64 bits without sign. Python's own type has no width, so the checker cannot tell it.
Bits: TypeAlias = Any

#: A number of 64 bits with a sign, made from any other.
Number: Any = np.int64

ZERO: Bits = np.uint64(0)
ONE: Bits = np.uint64(1)
TWO: Bits = np.uint64(2)
THREE: Bits = np.uint64(3)
ALL: Bits = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def _popcount(bits: Bits) -> Any:
    """How many bits are set, as int64."""
    return Number(int(bits).bit_count())


def _lowest_index(bits: Bits) -> Any:
    """The number of the lowest bit that is set, as int64; undefined for zero."""
    return Number((int(bits) & -int(bits)).bit_length() - 1)


def _prefetch(array: Any, index: Bits) -> None:
    """Ask the memory for ``array[index]`` now, to have it at hand a little later."""


popcount: Any = _popcount
lowest_index: Any = _lowest_index
prefetch: Any = _prefetch

if MODE is Mode.NUMBA:
    from inarow.kernels import jit

    popcount, lowest_index, prefetch = jit.popcount, jit.lowest_index, jit.prefetch
