"""What the Gomoku engine keeps from one move to the next, and what its threads work on."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from inarow.kernels.gomoku import search as search_kernel
from inarow.kernels.gomoku import state as state_kernel
from inarow.kernels.gomoku import transposition_table as memory_kernel
from inarow.kernels.gomoku import vcf as fours_kernel
from inarow.kernels.gomoku import vct as threats_kernel
from inarow.rules.board import Board
from inarow.rules.shapes import Shape, cells_in
from inarow.rules.side import Side
from inarow.search.gomoku.parts import Part
from inarow.search.stopping import StopSignal

NO_LIMIT = 1 << 62

#: The parts that the compiled search itself can leave out.
_KERNEL_PARTS = {
    Part.KILLERS: search_kernel.KILLERS,
    Part.FUTILITY: search_kernel.FUTILITY,
    Part.NULL_MOVE: search_kernel.NULL_MOVE,
    Part.SINGULAR: search_kernel.SINGULAR,
    Part.LATE_MOVES: search_kernel.LATE_MOVES,
    Part.REDUCTIONS: search_kernel.REDUCTIONS,
    Part.FAR_MOVES: search_kernel.FAR_MOVES,
}


class Signal(StopSignal):
    """A stop signal that the compiled searches of several threads look at."""

    def __init__(self) -> None:
        super().__init__()
        self._records: list[Any] = []

    def watch(self, record: Any) -> None:
        """Let a search see this signal through its record."""
        record["stop"] = int(self.is_set())
        self._records.append(record)
        if self.is_set():
            record["stop"] = 1

    def set(self) -> None:
        """Ask every search to end now."""
        super().set()
        for record in self._records:
            record["stop"] = 1


class Worker:
    """One searching thread's own memory."""

    def __init__(self, ground: Any, lines: Any, without: frozenset[Part]) -> None:
        self.state = state_kernel.new_state(ground, lines)
        self.fours = np.zeros(1, dtype=fours_kernel.FOURS)[0]
        self.search = search_kernel.new_search()
        self.search["without"] = sum(_KERNEL_PARTS.get(part, 0) for part in without)
        if Part.FOURS in without:
            self.search["leaf_fours"] = 0

    def set_up(self, board: Board, ground: Any, lines: Any) -> None:
        """Put the stones of a board on the empty state."""
        state_kernel.clear(self.state, ground, lines)
        start = board.start()
        for side in Side:
            for cell in cells_in(start.stones(side)):
                state_kernel.place(self.state, ground, lines, cell, int(side))
        for number, cell in enumerate(board.moves, start=start.ply):
            state_kernel.place(self.state, ground, lines, cell, number % 2)


class Memory:
    """The tables that all searches of an engine share, and each thread's own memory."""

    def __init__(
        self,
        size: tuple[int, int],
        wins: Shape,
        *,
        megabytes: float,
        threads: int,
        without: frozenset[Part],
    ) -> None:
        assert wins.run is not None
        self.ground, self.lines = _ground_of(*size, wins.run, wins.exact)
        self.without = without
        #: What the search knows of positions, by their keys.
        self.positions = memory_kernel.new_memory(0 if Part.TABLE in without else megabytes * 0.75)
        #: The positions where no fours win.
        self.failed = np.zeros(_power_of_two(megabytes * 2**20 / 16 / 8), dtype=np.uint64)
        #: What the threat search knows, and the positions that it is at.
        self.threats = threats_kernel.new_table(
            _power_of_two(megabytes * 2**20 / 8 / threats_kernel.ENTRY.itemsize)
        )
        self.tree = np.zeros(1, dtype=threats_kernel.TREE)[0]
        self.workers = [Worker(self.ground, self.lines, without) for _ in range(max(1, threads))]
        self.age = 0

    def forget(self) -> None:
        """Clear every table, as before a new game."""
        self.positions[:] = 0
        self.failed[:] = 0
        self.threats[:] = 0

    def begin(self, board: Board, nodes: int | None, signal: Signal) -> None:
        """Make every worker ready to search a board with that many nodes."""
        self.age += 1
        for worker in self.workers:
            worker.set_up(board, self.ground, self.lines)
            signal.watch(worker.fours)
            signal.watch(worker.search)
            worker.search["age"] = self.age
            worker.search["nodes"] = worker.search["stopped"] = 0
            worker.search["limit"] = nodes or NO_LIMIT
            worker.search["killers"] = state_kernel.NO_CELL
            worker.search["history"] //= 4

    def searched_nodes(self) -> int:
        """Return the nodes of all workers in the analysis that runs."""
        return sum(int(worker.search["nodes"]) for worker in self.workers)


@lru_cache(maxsize=8)
def _ground_of(width: int, height: int, length: int, exact: bool) -> tuple[Any, Any]:
    """What never changes about a game; it takes longer to lay out than to think about a move."""
    return state_kernel.new_ground(width, height, length, exact)


def _power_of_two(entries: float) -> int:
    """Return the largest power of two not above this, at least 1024."""
    return max(1024, 1 << int(math.log2(max(entries, 1.0))))
