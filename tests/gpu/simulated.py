"""Solve tiny boards in numba-cuda's simulator; run as a program, for it must be chosen at import.

Prints the positions of some games with their bounds as JSON.
"""

from __future__ import annotations

import json
import sys
import warnings
from dataclasses import asdict
from typing import Any

import numpy as np

from inarow.kernels.exact import gpu_lanes
from inarow.kernels.exact.gpu_compiling import cuda, device_function
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.search.exact.gpu import GpuSolver, solve_boards
from inarow.wire.write import solution_info

#: The number of threads in a group, written in when the kernel is made.
LANES = 8


@device_function
def _largest_in_block(value: Any, _mask: Any) -> Any:
    values = cuda.shared.array(LANES, np.int64)
    cuda.syncthreads()
    values[cuda.threadIdx.x] = value
    cuda.syncthreads()
    largest = values[0]
    for i in range(1, LANES):
        largest = max(largest, values[i])
    return largest


@device_function
def _value_in_block(value: Any, lane: Any, _first: Any, _mask: Any) -> Any:
    values = cuda.shared.array(LANES, np.int64)
    cuda.syncthreads()
    values[cuda.threadIdx.x] = value
    cuda.syncthreads()
    return values[lane]


def main() -> None:
    # The simulator has no warps: there a block is one group, and shared memory carries the values.
    gpu_lanes.largest_of_group = _largest_in_block
    gpu_lanes.value_of_lane = _value_in_block
    # Numbers of 64 bits are meant to wrap around, which NumPy warns of outside compiled code.
    warnings.simplefilter("ignore", RuntimeWarning)
    found = []
    for name, positions in json.loads(sys.argv[1]).items():
        boards = [Board(game(name), moves) for moves in positions]
        solver = GpuSolver(game(name), table_gb=1e-5)
        found += [asdict(solution_info(s)) for s in solve_boards(solver, boards)]
        found += [
            asdict(solution_info(s))
            for s in solve_boards(solver, boards[:1], moves=True, weak=True)
        ]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
