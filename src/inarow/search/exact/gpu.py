"""Exact scores of many positions at once, on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from inarow.kernels.compiling import Array
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.exact.batch import Batch, Progress
from inarow.search.exact.position_arrays import PositionArrays
from inarow.search.exact.solvable import refusal
from inarow.search.exact.solver_memory import (
    ORDER_WEIGHTS,
    SolverError,
    geometry_of,
    patterns_of,
    table_layout,
)
from inarow.search.stopping import StopSignal

#: What the table takes unless said otherwise, in gigabytes, if the GPU has as much to spare.
TABLE_GB = 16.0

_GIGABYTE = 1 << 30
_ENTRY_BYTES = 8

#: Part of the free memory that the table may take by default; threads' stacks need some as well.
_MOST_OF_MEMORY = 0.6


class GpuError(InarowError):
    """There is no GPU to compute on, or it cannot do what it was asked to."""


def missing_gpu() -> str | None:
    """Why there is no GPU to compute on, or None if there is one."""
    try:
        from inarow.kernels.exact.gpu_compiling import cuda
    except ImportError:
        return "numba-cuda is not installed; `pip install 'inarow[gpu]'` installs it"
    try:
        if cuda.is_available():
            return None
    except cuda.cudadrv.error.CudaSupportError as error:
        return f"the GPU's driver does not answer: {error}"
    return "no NVIDIA GPU with a working driver was found on this machine"


class GpuSolver:
    """Solves many positions of one game, and remembers on the GPU what it proved."""

    def __init__(self, game: Game, *, table_gb: float | None = None) -> None:
        if reason := refusal(game):
            raise SolverError(f"cannot solve {game}: {reason}")
        if reason := missing_gpu():
            raise GpuError(f"cannot solve on a GPU: {reason}")
        from inarow.kernels.exact import gpu_search
        from inarow.kernels.exact.gpu_compiling import cuda

        self.game = game
        self._arrays = PositionArrays(game)
        self._cuda: Any = cuda
        entries = max(2, int(_table_bytes(cuda, table_gb)) // _ENTRY_BYTES)
        size, _, layout = table_layout(game, entries, near_bits=None)
        self._table = cuda.device_array(size, np.uint64)
        self.clear()
        self._patterns = cuda.to_device(np.array(patterns_of(game), dtype=np.int64))
        self._kernel, lanes = gpu_search.solve_kernel(
            tuple(int(number) for number in geometry_of(game)),
            tuple(int(number) for number in layout),
            ORDER_WEIGHTS,
        )
        self._shape = gpu_search.launch_shape(lanes)
        self._groups = self._shape[0] * self._shape[1] // lanes

    @property
    def table_gb(self) -> float:
        """The memory that the table takes."""
        return float(self._table.size) * _ENTRY_BYTES / _GIGABYTE

    def clear(self) -> None:
        """Forget everything."""
        from inarow.kernels.exact import gpu_search

        gpu_search.clear(self._table)

    def bounds(
        self,
        rows: Array,
        worst: int,
        best: int,
        *,
        known: Array | None = None,
        stop: StopSignal | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Array:
        """The bounds of each position's score between two ends: equal unless stopped before.

        A row of positions is as in :class:`PositionArrays`; nobody must have won yet. Bounds that
        an earlier call returned for the same positions and ends can be given as ``known``.
        ``on_progress`` is called after every launch with what is proved by then.
        """
        bounds = np.empty((len(rows), 2), dtype=np.int32)
        bounds[:] = worst, best
        if known is not None:
            bounds[:] = known
        return Batch(self._arrays, rows, bounds, self._groups, self._launch).run(stop, on_progress)

    def _launch(self, rows: Array, bounds: Array, budget: int) -> tuple[Array, int]:
        """Work on tasks until each is finished or has used up its nodes; count all nodes."""
        from inarow.kernels.exact import gpu_search

        cuda = self._cuda
        control = cuda.to_device(np.zeros(gpu_search.CONTROL, dtype=np.int64))
        positions = cuda.to_device(np.ascontiguousarray(rows))
        found = cuda.to_device(np.ascontiguousarray(bounds))
        self._kernel[self._shape](positions, found, self._table, self._patterns, control, budget)
        return found.copy_to_host(), int(control.copy_to_host()[gpu_search.NODES])


def _table_bytes(cuda: Any, table_gb: float | None) -> float:
    free, _ = cuda.current_context().get_memory_info()
    if table_gb is None:
        return min(TABLE_GB * _GIGABYTE, free * _MOST_OF_MEMORY)
    if not 0 < table_gb * _GIGABYTE < free:
        raise GpuError(
            f"a table has more than 0 gigabytes and at most the {free / _GIGABYTE:.1f} that are"
            f" free on the GPU, not {table_gb:g}"
        )
    return table_gb * _GIGABYTE
