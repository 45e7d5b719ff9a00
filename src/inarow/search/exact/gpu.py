"""Exact scores of many positions at once, on a GPU: of positions as arrays, and of boards."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from inarow.files.extras import install_command
from inarow.files.trouble import reason, trouble_as
from inarow.files.unreadable import UNREADABLE_ARRAYS
from inarow.files.whole import check_writable, write_whole
from inarow.kernels.compiling import Array
from inarow.kernels.exact import bitboard
from inarow.rules.board import Board
from inarow.rules.errors import GameOverError, InarowError
from inarow.rules.game import Game
from inarow.search.exact.batch import Batch, Progress
from inarow.search.exact.memory import SolverError, table_layout
from inarow.search.exact.positions import PositionArrays, bitboard_of, bits_of_board
from inarow.search.exact.row_solver import OnProgress
from inarow.search.exact.solution import Bounds, Solution, bounds_of_end, summed_up
from inarow.search.exact.solvable import refusal
from inarow.search.stopping import StoppedError, StopSignal

#: What the table takes unless said otherwise, in gigabytes, if the GPU has as much to spare.
TABLE_GB = 16.0

_GIGABYTE = 1 << 30
_ENTRY_BYTES = 8

#: Part of the free memory that the table may take by default; threads' stacks need some as well.
_MOST_OF_MEMORY = 0.6

#: Seconds between two times that what is proved is written to a file.
_SECONDS_BETWEEN = 10.0


class GpuError(InarowError):
    """There is no GPU to compute on, or it cannot do what it was asked to."""


def missing_gpu() -> str | None:
    """Why there is no GPU to compute on, or None if there is one."""
    try:
        from inarow.kernels.exact.gpu_compiling import cuda
    except ImportError:
        return f"numba-cuda is not installed; install with: {install_command('gpu')}"
    try:
        if cuda.is_available():
            return None
    except cuda.cudadrv.error.CudaSupportError as error:
        return f"the GPU's driver does not answer: {error}"
    return "no NVIDIA GPU with a working driver was found on this machine"


class GpuSolver:
    """Solves many positions of one game, and remembers on the GPU what it proved."""

    looks_ahead = 1

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
        board = bitboard_of(game)
        self._patterns = cuda.to_device(np.ascontiguousarray(board["patterns"]))
        self._kernel, lanes = gpu_search.solve_kernel(
            tuple(int(board[name]) for name in bitboard.LAYOUT_FIELDS),
            tuple(int(number) for number in layout),
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
        on_progress: OnProgress | None = None,
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

    def scores(
        self, rows: Array, stop: StopSignal | None = None, on_progress: OnProgress | None = None
    ) -> Array:
        """See :class:`RowSolver`."""
        if not len(rows):
            return np.zeros(0, dtype=np.int32)
        cells = self.game.cells
        bounds = self.bounds(rows, -cells, cells, stop=stop, on_progress=on_progress)
        if (bounds[:, 0] != bounds[:, 1]).any():
            raise StoppedError
        return bounds[:, 0]

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
            f"a table must have more than 0 gigabytes and at most the {free / _GIGABYTE:.1f} that"
            f" are free on the GPU, not {table_gb:g}"
        )
    return table_gb * _GIGABYTE


def solve_boards(
    solver: GpuSolver,
    boards: Sequence[Board],
    *,
    moves: bool = False,
    weak: bool = False,
    stop: StopSignal | None = None,
    on_progress: OnProgress | None = None,
    checkpoint: Path | None = None,
) -> list[Solution]:
    """Solve boards, or each of their moves; see :func:`inarow.gpu.solve`."""
    started = time.perf_counter()
    for number, board in enumerate(boards, 1):
        _check(solver, board, number)
    cells = solver.game.cells
    ends = (-1, 1) if weak else (-cells, cells)
    after = [{m: board.after(m) for m in board.legal_moves} if moves else {} for board in boards]
    asked = (each for those in after for each in those.values()) if moves else boards
    tasks = [board for board in asked if board.outcome() is None]
    rows = np.array([bits_of_board(task) for task in tasks], dtype=np.uint64).reshape(-1, 2)
    keeper = _Checkpoint(checkpoint, solver.game, rows, ends) if checkpoint is not None else None
    seen: list[Progress] = []

    def tell(progress: Progress) -> None:
        seen[:] = [progress]
        if keeper is not None:
            keeper.keep(progress.bounds)
        if on_progress is not None:
            on_progress(progress)

    known = keeper.known() if keeper is not None else None
    bounds = solver.bounds(rows, *ends, known=known, stop=stop, on_progress=tell)
    if keeper is not None:
        keeper.keep(bounds, now=True)
    share = seen[0].nodes // len(boards) if seen else 0
    taken = (time.perf_counter() - started) / max(1, len(boards))
    answers = (Bounds(int(lower), int(upper)) for lower, upper in bounds)
    solutions = []
    for board, those in zip(boards, after, strict=True):
        found = {
            move: (bounds_of_end(each, weak=weak) or next(answers)).seen_from_before()
            for move, each in those.items()
        }
        of_all, best = summed_up(found) if moves else (next(answers), ())
        solutions.append(
            Solution(board.copy(), of_all, best, moves=found, weak=weak, nodes=share, time=taken)
        )
    return solutions


def _check(solver: GpuSolver, board: Board, number: int) -> None:
    if board.game != solver.game:
        raise SolverError(f"position {number} is from {board.game}, not from {solver.game}")
    if board.outcome() is not None:
        raise GameOverError(f"position {number}: the game is over: {board.outcome()}")


class _Checkpoint:
    """A file with what is proved of some positions, to go on from later."""

    def __init__(self, path: Path, game: Game, rows: Array, ends: tuple[int, int]) -> None:
        check_writable(path)
        self._path = path
        asked = f"{game} {ends}".encode()
        self._label = hashlib.sha256(asked + rows.tobytes()).hexdigest()
        self._written = time.monotonic()

    def known(self) -> Array | None:
        """The bounds that an earlier run wrote, or None if there was none."""
        if not self._path.exists():
            return None
        try:
            with np.load(self._path) as stored:
                label, bounds = str(stored["label"]), stored["bounds"]
        except UNREADABLE_ARRAYS as error:
            raise SolverError(f"cannot resume from {self._path}: {reason(error)}") from None
        if label != self._label:
            raise SolverError(f"{self._path} belongs to other positions or other options")
        found: Array = bounds
        return found

    def keep(self, bounds: Array, *, now: bool = False) -> None:
        """Write the bounds, if the last time was a while ago."""
        if not now and time.monotonic() - self._written < _SECONDS_BETWEEN:
            return
        packed = BytesIO()
        np.savez_compressed(packed, label=self._label, bounds=bounds)
        with trouble_as(SolverError, f"cannot keep a checkpoint in {self._path}"):
            write_whole(self._path, packed.getvalue())
        self._written = time.monotonic()
