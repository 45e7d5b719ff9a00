"""What the threads of a group tell each other: the largest number, and one thread's value.

A group is 1, 2, 4 ... 32 neighbouring threads of a warp; every thread of it must make the call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from inarow.kernels.bits import Bits
from inarow.kernels.exact.gpu_compiling import cuda, device_function

#: The number of threads in a group, given for each game.
LANES = 8


@device_function
def group_of_this_thread() -> Any:
    """The first thread of the group within the warp, and the mask of its threads."""
    first = cuda.threadIdx.x & 31 & ~(LANES - 1)
    return first, ((1 << LANES) - 1) << first


@device_function
def largest_of_group(value: Any, mask: Any) -> Any:
    """The largest of the group's values, each an int32."""
    distance = LANES >> 1
    while distance > 0:
        value = max(value, cuda.shfl_xor_sync(mask, value, distance))
        distance >>= 1
    return value


@device_function
def value_of_lane(value: Any, lane: Any, first: Any, mask: Any) -> Any:
    """The value of one thread of the group, known to all."""
    return cuda.shfl_sync(mask, value, first + lane)


@device_function
def bits_of_lane(value: Bits, lane: Any, first: Any, mask: Any) -> Bits:
    """As :func:`value_of_lane`, for a set of bits."""
    return np.uint64(value_of_lane(np.int64(value), lane, first, mask))
