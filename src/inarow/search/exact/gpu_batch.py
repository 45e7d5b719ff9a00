"""Boards solved on a GPU: from boards to tasks, and from bounds to solutions."""

from __future__ import annotations

import hashlib
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from inarow.files.whole import check_writable, write_whole
from inarow.kernels.compiling import Array
from inarow.rules.board import Board
from inarow.rules.errors import GameOverError
from inarow.rules.game import Game
from inarow.search.exact.batch import Progress
from inarow.search.exact.gpu import GpuSolver
from inarow.search.exact.solution import Bounds, Solution
from inarow.search.exact.solver_memory import SolverError, bits_of_board
from inarow.search.stopping import StopSignal

#: Seconds between two times that what is proved is written to a file.
_SECONDS_BETWEEN = 10.0

#: What reading a file that is no checkpoint, or half of one, may raise.
_UNREADABLE = (OSError, EOFError, ValueError, TypeError, KeyError, BadZipFile, zlib.error)


@dataclass(frozen=True, slots=True)
class _Move:
    """A move of a board: its points if it ends the game, else the task that finds them."""

    column: int
    points: int | None
    task: int = -1


def solve_boards(
    solver: GpuSolver,
    boards: Sequence[Board],
    *,
    moves: bool = False,
    weak: bool = False,
    stop: StopSignal | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    checkpoint: Path | None = None,
) -> list[Solution]:
    """Solve boards, or each of their moves; see :func:`inarow.gpu.solve`."""
    started = time.perf_counter()
    for number, board in enumerate(boards, 1):
        _check(solver, board, number)
    cells = solver.game.cells
    ends = (-1, 1) if weak else (-cells, cells)
    tasks: list[Board] = []
    plans = [_plan(board, tasks, moves=moves, weak=weak) for board in boards]
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
    return [
        _solution(board, plan, bounds, moves=moves, weak=weak, nodes=share, taken=taken)
        for board, plan in zip(boards, plans, strict=True)
    ]


def _check(solver: GpuSolver, board: Board, number: int) -> None:
    if board.game != solver.game:
        raise SolverError(f"position {number} is of {board.game}, not of {solver.game}")
    if board.outcome() is not None:
        raise GameOverError(f"position {number}: the game is over: {board.outcome()}")


def _plan(board: Board, tasks: list[Board], *, moves: bool, weak: bool) -> list[_Move]:
    """The tasks that solve a board: the board itself, or the boards after its moves."""
    if not moves:
        tasks.append(board)
        return [_Move(-1, None, len(tasks) - 1)]
    plan = []
    for column in board.legal_moves:
        after = board.after(column)
        if (outcome := after.outcome()) is None:
            tasks.append(after)
            plan.append(_Move(column, None, len(tasks) - 1))
        elif outcome.is_draw:
            plan.append(_Move(column, 0))
        else:
            plan.append(_Move(column, 1 if weak else (board.game.cells + 1 - board.ply) // 2))
    return plan


def _solution(
    board: Board,
    plan: list[_Move],
    bounds: Array,
    *,
    moves: bool,
    weak: bool,
    nodes: int,
    taken: float,
) -> Solution:
    if not moves:
        found = Bounds(*map(int, bounds[plan[0].task]))
        return Solution(board.copy(), found, weak=weak, nodes=nodes, time=taken)
    of_moves = {}
    for move in plan:
        if move.points is not None:
            of_moves[move.column] = Bounds(move.points, move.points)
        else:
            of_moves[move.column] = Bounds(*map(int, bounds[move.task])).seen_from_before()
    lower = max(found.lower for found in of_moves.values())
    upper = max(found.upper for found in of_moves.values())
    best = tuple(sorted(move for move, found in of_moves.items() if found.lower == upper))
    return Solution(
        board.copy(), Bounds(lower, upper), best, moves=of_moves, weak=weak, nodes=nodes, time=taken
    )


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
        except (
            OSError,
            EOFError,
            ValueError,
            TypeError,
            KeyError,
            BadZipFile,
            zlib.error,
        ) as error:
            raise SolverError(f"cannot go on from {self._path}: {error}") from None
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
        try:
            write_whole(self._path, packed.getvalue())
        except OSError as error:
            raise SolverError(f"cannot keep a checkpoint in {self._path}: {error}") from None
        self._written = time.monotonic()
