"""What the Gomoku engine keeps from one move to the next, and what its threads work on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Record
from inarow.kernels.gomoku import geometry as geometry_kernel
from inarow.kernels.gomoku import records, transposition_table, vct
from inarow.kernels.gomoku import search as search_kernel
from inarow.kernels.gomoku import state as state_kernel
from inarow.kernels.gomoku.parameters import WINDOW
from inarow.kernels.gomoku.records import NO_CELL, PROOF
from inarow.kernels.log import FIRST_MOVE
from inarow.rules.board import Board
from inarow.rules.shapes import Shape, cells_in
from inarow.rules.side import Side
from inarow.search.gomoku.parts import Part
from inarow.search.stopping import StopSignal

NO_LIMIT = 1 << 62

#: The parts that the compiled search itself can leave out.
_KERNEL_PARTS = {
    Part.KILLERS: records.KILLERS,
    Part.FUTILITY: records.FUTILITY,
    Part.NULL_MOVE: records.NULL_MOVE,
    Part.SINGULAR: records.SINGULAR,
    Part.LATE_MOVES: records.LATE_MOVES,
    Part.REDUCTIONS: records.REDUCTIONS,
    Part.FAR_MOVES: records.FAR_MOVES,
}


class Worker:
    """One searching thread's own memory."""

    def __init__(
        self,
        geometry: Record,
        patterns: Array,
        without: frozenset[Part],
        parameters: Sequence[int],
    ) -> None:
        self.state: Record = state_kernel.new_state(geometry, patterns)
        self.search: Record = search_kernel.new_search()
        search_kernel.set_parameters(self.search, parameters)
        self.search["without"] = sum(_KERNEL_PARTS.get(part, 0) for part in without)
        if Part.FOURS in without:
            self.search["vcf_leaf_limit"] = 0
        #: A row for each of the search's first nodes; none unless somebody wants to read them.
        self.log: Array = new_log(0, 0)

    def forget(self) -> None:
        """Clear what earlier searches taught about moves."""
        for name in ("history", "continuation", "cutoffs"):
            self.search[name] = 0
        for name in ("countermoves", "killers"):
            self.search[name] = NO_CELL

    def set_up(self, board: Board, geometry: Record, patterns: Array) -> None:
        """Put the stones of a board on the empty state."""
        state_kernel.clear(self.state, geometry, patterns)
        start = board.start()
        for side in Side:
            for cell in cells_in(start.stones(side)):
                state_kernel.place(self.state, geometry, patterns, cell, int(side))
        for number, cell in enumerate(board.moves, start=start.ply):
            state_kernel.place(self.state, geometry, patterns, cell, number % 2)


class Tables:
    """The tables that all searches of an engine share, and each thread's own memory."""

    def __init__(
        self,
        size: tuple[int, int],
        wins: Shape,
        *,
        megabytes: float,
        threads: int,
        without: frozenset[Part],
        parameters: Sequence[int],
        evaluation: Path | None,
    ) -> None:
        assert wins.run is not None
        self.geometry: Record
        self.patterns: Array
        # A file may be written anew: what it holds is asked for, not what it is called.
        contents = evaluation.read_bytes() if evaluation else b""
        self.geometry, self.patterns = _geometry_of(
            *size, wins.run, wins.exact, evaluation, contents
        )
        self.window: int = parameters[WINDOW]
        self.without = without
        #: The transposition table of the principal variation search.
        self.transpositions: Array = transposition_table.new_table(
            0 if Part.TABLE in without else megabytes * 0.75
        )
        #: The positions where no fours win.
        self.refuted: Array = np.zeros(_power_of_two(megabytes * 2**20 / 16 / 8), dtype=np.uint64)
        #: What the threat search knows.
        self.proofs: Array = vct.new_proofs(
            _power_of_two(megabytes * 2**20 * 3 / 16 / PROOF.itemsize)
        )
        self.workers: list[Worker] = [
            Worker(self.geometry, self.patterns, without, parameters)
            for _ in range(max(1, threads))
        ]
        self.age: int = 0

    def forget(self) -> None:
        """Clear every table, as before a new game."""
        self.transpositions[:] = 0
        self.refuted[:] = 0
        self.proofs[:] = 0
        self.age = 0
        for worker in self.workers:
            worker.forget()

    def begin(self, board: Board, nodes: int | None, signal: StopSignal) -> None:
        """Make every worker ready to search a board, with that many nodes for all together."""
        self.age += 1
        for worker in self.workers:
            worker.set_up(board, self.geometry, self.patterns)
            search = worker.search
            signal.watch(search)
            search["age"] = self.age
            search["nodes"] = search["leaf_nodes"] = search["visits"] = search["stopped"] = 0
            search["killers"] = NO_CELL
            search["history"] //= 4
        self.share_out(NO_LIMIT if nodes is None else nodes)

    def share_out(self, nodes: int) -> None:
        """Let each worker search its share of so many nodes, counted from the analysis's start.

        The main thread gets what is left: a helper may have searched more than its share by now.
        """
        main, *helpers = self.workers
        share = max(1, nodes // len(self.workers))
        left = nodes
        for helper in helpers:
            helper.search["limit"] = share
            left -= max(share, int(helper.search["nodes"]))
        main.search["limit"] = max(1, left)

    def searched_nodes(self) -> int:
        """Return the nodes of all workers in the analysis that runs."""
        return sum(int(worker.search["nodes"]) for worker in self.workers)


def new_log(rows: int, cells: int) -> Array:
    """Return an empty log for the first ``rows`` nodes of a search on a board."""
    return np.zeros((rows, FIRST_MOVE + cells))


@lru_cache(maxsize=8)
def _geometry_of(
    width: int, height: int, length: int, exact: bool, evaluation: Path | None, _contents: bytes
) -> tuple[Any, Any]:
    """What never changes about a game; it takes longer to lay out than to think about a move."""
    return geometry_kernel.new_geometry(width, height, length, exact, evaluation)


def _power_of_two(entries: float) -> int:
    """Return the largest power of two not above this, at least 1024."""
    return max(1024, 1 << int(math.log2(max(entries, 1.0))))
