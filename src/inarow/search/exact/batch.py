"""How a batch of positions is worked on where thousands of searches run side by side.

Every position is a task with a budget of nodes. Those that are not finished then are hard. As long
as there are many of them they get a larger budget; when too few are left to keep every searcher
busy, each is split into the positions that follow, see :mod:`inarow.search.exact.splitting`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from inarow.kernels.compiling import Array
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.splitting import Splitting
from inarow.search.stopping import StopSignal, is_stopped

#: Narrows the bounds of positions, each with a budget of nodes; returns them, and all nodes.
Launch: TypeAlias = Callable[[Array, Array, int], tuple[Array, int]]

#: Nodes that a position may take at first, and by how much more it gets when it needs more.
_FIRST_BUDGET = 20_000
_MORE = 8

#: Nodes that a part of a split position may take at first.
_FIRST_PART_BUDGET = 5_000

#: Tasks in one launch: a launch cannot be stopped, so it should not take more than seconds.
_MOST_TASKS = 1 << 18

#: With fewer tasks for a searcher than this, hard positions are split.
_TASKS_TO_KEEP_BUSY = 2


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch has come."""

    solved: int
    total: int
    nodes: int
    seconds: float
    #: The bounds of every position that are proved by now.
    bounds: Array


class Batch:
    """Positions with bounds of their scores, and what narrows those."""

    def __init__(
        self,
        arrays: PositionArrays,
        rows: Array,
        bounds: Array,
        searchers: int,
        launch: Launch,
        first_budget: int = _FIRST_BUDGET,
    ) -> None:
        self._arrays = arrays
        self._rows = rows
        self._bounds = bounds
        self._enough = _TASKS_TO_KEEP_BUSY * searchers
        self._launch = launch
        self._first_budget = first_budget
        self._nodes = 0

    def run(
        self,
        stop: StopSignal | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Array:
        """Narrow the bounds until they meet or it is stopped; return them."""
        started = time.perf_counter()

        def is_over() -> bool:
            if on_progress is not None:
                solved = len(self._rows) - len(self._pending())
                seconds = time.perf_counter() - started
                on_progress(Progress(solved, len(self._rows), self._nodes, seconds, self._bounds))
            return is_stopped(stop)

        going_on = self._search_all(is_over)
        while going_on and len(pending := self._pending()):
            going_on = self._split_all(pending, is_over)
        return self._bounds

    def _pending(self) -> Array:
        return np.flatnonzero(self._bounds[:, 0] < self._bounds[:, 1])

    def _search_all(self, is_over: Callable[[], bool]) -> bool:
        """Search the positions while there are many; say whether to go on."""
        budget = self._first_budget
        pending = self._pending()
        while len(pending) and (budget == self._first_budget or len(pending) > self._enough):
            for part in _parts(pending):
                self._bounds[part] = self._search(self._rows[part], self._bounds[part], budget)
                if is_over():
                    return False
            pending = self._pending()
            budget *= _MORE
        return True

    def _split_all(self, pending: Array, is_over: Callable[[], bool]) -> bool:
        """Answer one question about each hard position; say whether to go on."""
        splitting = Splitting(self._arrays, self._rows[pending], self._bounds[pending])
        budget = min(self._first_budget, _FIRST_PART_BUDGET)
        while not splitting.is_done():
            leaves, windows = splitting.open_leaves()
            if len(leaves) >= self._enough:
                budget *= 2
            while len(leaves) and len(leaves) < self._enough:
                splitting.split(leaves)
                leaves, windows = splitting.open_leaves()
            for part in _parts(np.arange(len(leaves))):
                rows = splitting.leaf_rows[leaves[part]]
                found = self._search(rows, windows[part], budget)
                splitting.prove(leaves[part], windows[part], found)
            splitting.take_back()
            self._bounds[pending] = splitting.root_bounds
            if is_over():
                return False
        return True

    def _search(self, rows: Array, bounds: Array, budget: int) -> Array:
        found, nodes = self._launch(rows, bounds, budget)
        self._nodes += nodes
        return found


def _parts(indices: Array) -> list[Array]:
    """The indices in parts, each for one launch."""
    return [indices[i : i + _MOST_TASKS] for i in range(0, len(indices), _MOST_TASKS)]
