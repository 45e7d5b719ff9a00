"""What the threads of a group tell each other: the largest number, and one thread's value.

A group is 1, 2, 4 ... 32 neighbouring threads of a warp; every thread of it must make the call.
The simulator has no warps: there a block is one group, and shared memory carries the values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from inarow.kernels.bits import Bits
from inarow.kernels.exact.gpu_compiling import cuda, device_function, is_simulated

#: The number of threads in a group, given for each game.
LANES = 8


@device_function
def group_of_this_thread() -> Any:
    """The first thread of the group within the warp, and the mask of its threads."""
    first = cuda.threadIdx.x & 31 & ~(LANES - 1)
    return first, ((1 << LANES) - 1) << first


@device_function
def _largest_in_warp(value: Any, first: Any, mask: Any) -> Any:
    """The largest of the group's values, each an int32."""
    distance = LANES >> 1
    while distance > 0:
        value = max(value, cuda.shfl_xor_sync(mask, value, distance))
        distance >>= 1
    return value


@device_function
def _value_in_warp(value: Any, lane: Any, first: Any, mask: Any) -> Any:
    """The value of one thread of the group, known to all."""
    return cuda.shfl_sync(mask, value, first + lane)


@device_function
def _largest_in_block(value: Any, first: Any, mask: Any) -> Any:
    values = cuda.shared.array(LANES, np.int64)
    cuda.syncthreads()
    values[cuda.threadIdx.x] = value
    cuda.syncthreads()
    largest = values[0]
    for i in range(1, LANES):
        largest = max(largest, values[i])
    return largest


@device_function
def _value_in_block(value: Any, lane: Any, first: Any, mask: Any) -> Any:
    values = cuda.shared.array(LANES, np.int64)
    cuda.syncthreads()
    values[cuda.threadIdx.x] = value
    cuda.syncthreads()
    return values[lane]


largest_of_group = _largest_in_block if is_simulated() else _largest_in_warp
value_of_lane = _value_in_block if is_simulated() else _value_in_warp


@device_function
def bits_of_lane(value: Bits, lane: Any, first: Any, mask: Any) -> Bits:
    """As :func:`value_of_lane`, for a set of bits."""
    return np.uint64(value_of_lane(np.int64(value), lane, first, mask))
