"""Exact scores of many positions given as arrays: on the processor's cores, or on a GPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Protocol

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.exact import solving
from inarow.rules.game import Game
from inarow.search.exact.batch import Progress
from inarow.search.exact.memory import Memory, SolverError, Table, entries_of
from inarow.search.exact.solvable import refusal
from inarow.search.stopping import StoppedError, StopSignal

#: What the table that all threads share takes unless said otherwise, in megabytes.
_SHARED_TABLE_MB = 256

#: Positions that a thread takes at a time.
_AT_A_TIME = 64

OnProgress = Callable[[Progress], None]


class RowSolver(Protocol):
    """Solves positions given as in :class:`inarow.search.exact.positions.PositionArrays`."""

    #: How many plies it is worth looking ahead in a book instead of solving.
    looks_ahead: int

    def scores(
        self, rows: Array, stop: StopSignal | None = None, on_progress: OnProgress | None = None
    ) -> Array:
        """The exact score of each position for the player to move; nobody must have won yet.

        Raises :class:`StoppedError` when stopped.
        """


class CpuRowSolver:
    """Solves positions on some cores; all threads share one table."""

    looks_ahead = 4

    def __init__(self, game: Game, jobs: int = 1, table_mb: int = _SHARED_TABLE_MB) -> None:
        if reason := refusal(game):
            raise SolverError(f"cannot solve {game}: {reason}")
        table = Table(game, entries_of(table_mb), threads=jobs)
        self._memories = [Memory(game, table, thread=i) for i in range(jobs)]

    def scores(
        self, rows: Array, stop: StopSignal | None = None, on_progress: OnProgress | None = None
    ) -> Array:
        """See :class:`RowSolver`."""
        started = time.perf_counter()
        results = np.zeros((len(rows), 2), dtype=np.int64)
        rows = np.ascontiguousarray(rows)
        finish = StopSignal()
        free: SimpleQueue[Memory] = SimpleQueue()
        for memory in self._memories:
            memory.search["nodes"] = memory.search["stopped"] = 0
            memory.stop = finish.flag
            free.put(memory)

        def solve(first: int) -> int:
            memory = free.get()
            try:
                part = slice(first, first + _AT_A_TIME)
                solving.solve_many(rows[part], results[part], *memory.arrays)
            finally:
                free.put(memory)
            return len(rows[part])

        done = 0
        with ThreadPoolExecutor(len(self._memories)) as pool, finish.also_on(stop):
            try:
                for solved in pool.map(solve, range(0, len(rows), _AT_A_TIME)):
                    done += solved
                    if on_progress is not None and not finish.is_set():
                        nodes = sum(int(m.search["nodes"]) for m in self._memories)
                        seconds = time.perf_counter() - started
                        on_progress(Progress(done, len(rows), nodes, seconds, results))
            except BaseException:
                # Nobody waits for the rest any more.
                finish.set()
                raise
        if finish.is_set():
            raise StoppedError
        return results[:, 0]
