"""The compiled searches: a recipe, a board and a limit in, an analysis out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from inarow.evaluate.evaluation import Decision, Evaluation
from inarow.kernels.compiling import Array
from inarow.kernels.tree import enhanced as deepsearch
from inarow.kernels.tree import evaluations
from inarow.kernels.tree import search as treesearch
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit, LimitError
from inarow.search.score import Score
from inarow.search.stopping import Deadline, StopSignal, run_stoppable
from inarow.search.tree.arrays import SearchArrays, game_arrays
from inarow.search.tree.ordering import move_lister
from inarow.search.tree.recipe import Algorithm, Extras, Recipe
from inarow.search.tree.scoring import deepening_score, fixed_depth_score


class Meter:
    """How many nodes a search has looked at so far, for another thread to show."""

    def __init__(self) -> None:
        self._counts: Array | None = None

    def watch(self, counts: Array) -> None:
        """Show the count of this search from now on."""
        self._counts = counts

    @property
    def nodes(self) -> int:
        """The nodes so far."""
        return 0 if self._counts is None else int(self._counts[treesearch.NODES])


#: How many positions a search with a table remembers; a power of two.
TABLE_ENTRIES = 1 << 20


def search_compiled(
    board: Board,
    recipe: Recipe,
    limit: Limit,
    *,
    stop: StopSignal | None = None,
    first_choice: int | None = None,
    on_progress: OnProgress | None = None,
    meter: Meter | None = None,
) -> Analysis:
    """Search a board by a recipe within a limit; can be stopped at any moment.

    Without deepening the limit must give a depth. ``first_choice`` is played if no move turns out
    strictly better than the worst there is. ``on_progress`` hears of each finished depth, and
    ``meter`` shows the nodes to another thread while the search runs.
    """
    if board.outcome() is not None:
        return Analysis.of_game_over(board, by="tree")
    signal = StopSignal()
    search = _Search(board, recipe, limit, signal, first_choice, on_progress)
    if meter is not None:
        meter.watch(search.arrays.counts)
    with signal.also_on(stop), Deadline(signal, limit.time):
        return run_stoppable(search.run, signal)


def evaluate_compiled(board: Board, evaluation: Evaluation, player: Side) -> float:
    """What the heuristic finds a board worth to a player, as its readable twin would."""
    fixed = game_arrays(board.game)
    arrays = SearchArrays(board, Recipe(evaluation), 1, StopSignal().flag)
    compiled = evaluation.compiled(board.game)
    return float(
        evaluations.evaluate(
            compiled.kind, player + 1, arrays.mover, arrays.winner, compiled.weights,
            arrays.cells, arrays.heights, fixed.geometry, fixed.groups,
        )
    )  # fmt: skip


def search_logged(
    board: Board, recipe: Recipe, limit: Limit, rows: int, *, stop: StopSignal | None = None
) -> tuple[Analysis, Array]:
    """Search like :func:`search_compiled` a game that is not over, and log its first nodes.

    The log has up to ``rows`` rows, see :mod:`inarow.kernels.log`; the search
    goes on when it is full, and finds and counts what it would without it.
    """
    signal = StopSignal()
    search = _Search(board, recipe, limit, signal, log_rows=rows)
    with signal.also_on(stop), Deadline(signal, limit.time):
        analysis = run_stoppable(search.run, signal)
    return analysis, search.arrays.log[: analysis.nodes]


class _Search:
    """One search while it runs: the memory it uses and what it has found so far."""

    def __init__(
        self,
        board: Board,
        recipe: Recipe,
        limit: Limit,
        stop: StopSignal,
        first_choice: int | None = None,
        on_progress: OnProgress | None = None,
        log_rows: int = 0,
    ) -> None:
        if limit.depth is None and not recipe.extras.deepening:
            raise LimitError("a search without deepening needs a limit of depth")
        self.started = time.perf_counter()
        self.board = board
        self.recipe = recipe
        self.stop = stop
        self.on_progress = on_progress
        empties = board.game.cells - board.ply
        # Beyond the last empty cell there is nothing to search.
        self.depth = empties if limit.depth is None else min(limit.depth, empties)
        self.arrays = SearchArrays(board, recipe, self.depth, stop.flag, log_rows)
        if limit.nodes is not None:
            self.arrays.counts[treesearch.BUDGET] = limit.nodes
        self.deep = _DeepMemory(board, recipe.extras, self.arrays, self.depth)
        if first_choice is None:
            first_choice = move_lister(recipe.ordering)(board)[0]
        unknown = Line(Score.heuristic(0.0, recipe.evaluation.scale), (first_choice,))
        self.best = Analysis(board.game, unknown.score, (unknown,), by="tree", complete=False)

    def run(self) -> Analysis:
        if self.recipe.extras.deepening:
            return self._deepen()
        value = self._search(self.depth)
        return self._found(self.depth, value, fixed_depth_score)

    def _deepen(self) -> Analysis:
        for depth in range(1, self.depth + 1):
            value = self._search(depth)
            self.best = self._found(depth, value, deepening_score)
            if not self.best.complete:
                break
            if self.on_progress is not None:
                self.on_progress(self.best)
            if self.recipe.evaluation.decision(value) is not Decision.OPEN:
                break
        return self.best

    def _search(self, depth: int) -> float:
        arrays = self.arrays
        arrays.counts[treesearch.BEST] = -1
        arrays.counts[treesearch.ROOT_DEPTH] = depth
        here = (arrays.mover, arrays.last, arrays.winner, arrays.empties)
        if self.recipe.extras.any:
            return float(
                deepsearch.deep_negamax(
                    depth, 0, -math.inf, math.inf, *here, *self.deep.state, *arrays.state
                )
            )
        match self.recipe.algorithm:
            case Algorithm.MINIMAX:
                return float(treesearch.minimax(depth, *here, *arrays.state))
            case Algorithm.ALPHA_BETA:
                return float(
                    treesearch.alpha_beta(depth, -math.inf, math.inf, *here, *arrays.state)
                )
            case Algorithm.NEGAMAX:
                return float(treesearch.negamax(depth, -math.inf, math.inf, *here, *arrays.state))

    def _found(
        self, depth: int, value: float, score: Callable[[Board, Recipe, float, int], Score]
    ) -> Analysis:
        """What is known after a search to ``depth``, finished or stopped."""
        counts = self.arrays.counts
        complete = not counts[treesearch.STOPPED]
        found = int(counts[treesearch.BEST])
        spent = replace(
            self.best,
            nodes=int(counts[treesearch.NODES]),
            evaluations=int(counts[treesearch.EVALUATIONS]),
            cutoffs=int(counts[treesearch.CUTOFFS]),
            time=time.perf_counter() - self.started,
            complete=complete,
        )
        if not complete:
            # The best of the moves that were finished; the first of them is the best so far.
            if found < 0:
                return spent
            partial = Score.heuristic(value, self.recipe.evaluation.scale)
            return replace(spent, score=partial, lines=(Line(partial, (found,)),), depth=depth)
        best = found if found >= 0 else self.best.best
        assert best is not None
        line = self.deep.line_from(best) if self.recipe.extras.any else (best,)
        worth = score(self.board, self.recipe, value, depth)
        return replace(spent, score=worth, lines=(Line(worth, line),), depth=depth)


class _DeepMemory:
    """What the search with extras remembers between nodes."""

    def __init__(self, board: Board, extras: Extras, arrays: SearchArrays, depth: int) -> None:
        moves = arrays.move_count
        zobrist = game_arrays(board.game).zobrist
        entries = TABLE_ENTRIES if extras.table else 1
        self.line: Array = np.full((depth + 2, depth + 2), -1, dtype=np.int64)
        self.state: tuple[Any, ...] = (
            arrays.key(zobrist),
            np.array(
                [extras.table, extras.killers, extras.history, extras.null_windows],
                dtype=np.int64,
            ),
            zobrist,
            np.zeros(entries, dtype=np.uint64),
            np.zeros(entries, dtype=np.float64),
            np.zeros(entries, dtype=np.int64),
            np.full((depth + 1, 2), -1, dtype=np.int64),
            np.zeros((2, moves), dtype=np.int64),
            np.zeros((depth + 1, moves), dtype=np.int64),
            self.line,
        )

    def line_from(self, best: int) -> tuple[int, ...]:
        """The best line found, which begins with the best move."""
        line: list[int] = []
        for move in self.line[0]:
            if move < 0:
                break
            line.append(int(move))
        return tuple(line) if line and line[0] == best else (best,)
