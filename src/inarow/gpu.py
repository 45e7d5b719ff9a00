"""Exact scores of many positions at once on a GPU; needs the extra ``inarow[gpu]``.

>>> from inarow import Board, gpu
>>> boards = [Board("connect4", "112233"), Board("connect4", "44444326555533")]
>>> gpu.solve(boards)[1].points  # doctest: +SKIP
-2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.rules.board import Board
from inarow.search.exact.solution import Solution
from inarow.search.stopping import StopSignal

if TYPE_CHECKING:
    from inarow.search.exact.batch import Progress

__all__ = ["is_available", "solve"]


def is_available() -> bool:
    """Say whether there is a GPU to compute on."""
    from inarow.search.exact.gpu import missing_gpu

    return missing_gpu() is None


def solve(
    boards: Sequence[Board],
    *,
    moves: bool = False,
    weak: bool = False,
    table_gb: float | None = None,
    stop: StopSignal | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    checkpoint: str | Path | None = None,
) -> list[Solution]:
    """Solve boards of one game where pieces fall; the answers are the CPU solver's.

    With ``moves`` every move gets a score, with ``weak`` only who wins is found out. The table
    takes ``table_gb`` gigabytes of the GPU's memory, 16 at most if that is not given. When
    ``stop`` is set, solutions hold the bounds proved by then. What is proved is kept in the file
    ``checkpoint``, and a call with the same boards and options goes on from there.
    """
    if not boards:
        return []
    from inarow.search.exact.gpu import GpuSolver, solve_boards

    return solve_boards(
        GpuSolver(boards[0].game, table_gb=table_gb),
        boards,
        moves=moves,
        weak=weak,
        stop=stop,
        on_progress=on_progress,
        checkpoint=None if checkpoint is None else Path(checkpoint),
    )
