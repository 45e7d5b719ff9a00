"""The compiled searches: a recipe, a board and a limit in, an analysis out."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from inarow.evaluate.evaluation import Decision, Evaluation
from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Record
from inarow.kernels.log import FIRST_MOVE
from inarow.kernels.tree.enhanced import enhanced_negamax
from inarow.kernels.tree.evaluations import evaluate
from inarow.kernels.tree.search import alpha_beta, negamax
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import OnProgress
from inarow.search.limit import Limit, LimitError
from inarow.search.score import Score
from inarow.search.stopping import StopSignal, run_stoppable, stopped_after
from inarow.search.tree.ordering import move_lister
from inarow.search.tree.recipe import Algorithm, Recipe
from inarow.search.tree.root import root_of, transposition_table
from inarow.search.tree.scoring import SOUND_SELECTIVE_DEPTH, needs_proof, score_of


class Meter:
    """How many nodes a search has looked at so far, for another thread to show."""

    def __init__(self) -> None:
        self._search: Record = None

    def watch(self, search: Record) -> None:
        """Show the count of this search from now on."""
        self._search = search

    @property
    def nodes(self) -> int:
        """The nodes so far."""
        return 0 if self._search is None else int(self._search["nodes"])


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
    with stopped_after(limit.time, stop) as signal:
        search = _Search(board, recipe, limit, signal, first_choice, on_progress)
        if meter is not None:
            meter.watch(search.root.search)
        found = run_stoppable(search.run, signal)
    if found.complete and needs_proof(recipe, found.score):
        sound = Limit(depth=SOUND_SELECTIVE_DEPTH)
        proof = search_compiled(board, recipe, sound, stop=stop, first_choice=first_choice)
        if proof.score.is_exact:
            return replace(found, score=proof.score, lines=proof.lines)
    return found


def evaluate_compiled(board: Board, evaluation: Evaluation, player: Side) -> float:
    """What the heuristic finds a board worth to a player, as its readable twin would."""
    root = root_of(board, Recipe(evaluation))
    return float(evaluate(root.game, root.search, player + 1, root.mover, root.winner))


def search_logged(
    board: Board,
    recipe: Recipe,
    limit: Limit,
    rows: int,
    *,
    stop: StopSignal | None = None,
    meter: Meter | None = None,
) -> tuple[Analysis, Array]:
    """Search like :func:`search_compiled` a game that is not over, and log its first nodes.

    The log has up to ``rows`` rows, see :mod:`inarow.kernels.log`; the search
    goes on when it is full, and finds and counts what it would without it.
    """
    with stopped_after(limit.time, stop) as signal:
        search = _Search(board, recipe, limit, signal, log_rows=rows)
        if meter is not None:
            meter.watch(search.root.search)
        analysis = run_stoppable(search.run, signal)
    return analysis, search.log[: analysis.nodes]


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
            raise LimitError("a search without iterative deepening needs a depth limit")
        self.started = time.perf_counter()
        self.board = board
        self.recipe = recipe
        self.stop = stop
        self.on_progress = on_progress
        empties = board.game.cells - board.ply
        # Beyond the last empty cell there is nothing to search.
        self.depth = empties if limit.depth is None else min(limit.depth, empties)
        self.root = root_of(board, recipe)
        stop.watch(self.root.search)
        if limit.nodes is not None:
            self.root.search["node_limit"] = limit.nodes
        #: A row for each of the search's first nodes, see :mod:`inarow.kernels.log`.
        self.log = np.zeros((log_rows, FIRST_MOVE + int(self.root.game["move_count"])))
        self.first_choice = first_choice

    @cached_property
    def best(self) -> Analysis:
        """What is known so far: before the first depth is finished, the move to play if none is."""
        move = self.first_choice
        if move is None:
            move = move_lister(self.recipe.ordering)(self.board)[0]
        unknown = Line(Score.heuristic(0.0, self.recipe.evaluation.scale), (move,))
        return Analysis(self.board.game, unknown.score, (unknown,), by="tree", complete=False)

    def run(self) -> Analysis:
        with transposition_table(self.root) as table:
            if self.recipe.extras.deepening:
                return self._deepen(table)
            value = self._search(self.depth, table)
            return self._found(self.depth, value)

    def _deepen(self, table: Array) -> Analysis:
        for depth in range(1, self.depth + 1):
            value = self._search(depth, table)
            self.best = self._found(depth, value, plies=depth)
            if not self.best.complete:
                break
            if self.on_progress is not None:
                self.on_progress(self.best)
            if self.recipe.evaluation.decision(value) is not Decision.OPEN:
                break
        return self.best

    def _search(self, depth: int, table: Array) -> float:
        root, window = self.root, (-math.inf, math.inf)
        root.search["best"], root.search["root_depth"] = -1, depth
        if self.recipe.extras.any:
            value = enhanced_negamax(
                root.game, root.search, table, self.log, depth, 0, *window, *root.here, root.key
            )
        else:
            search = negamax if self.recipe.algorithm is Algorithm.NEGAMAX else alpha_beta
            value = search(root.game, root.search, self.log, depth, *window, *root.here)
        return float(value)

    def _found(self, depth: int, value: float, plies: int | None = None) -> Analysis:
        """What is known after a search to ``depth``, finished or stopped."""
        search = self.root.search
        complete = not search["stopped"]
        found = int(search["best"])
        if complete or found >= 0:
            # Of a search that was stopped, the best of the moves that were finished; the first of
            # them is the best so far.
            best = found if found >= 0 else self.best.pv[0]
            line = self._variation(best) if complete and self.recipe.extras.any else (best,)
            worth = score_of(self.board, self.recipe, value, depth, plies=plies, complete=complete)
            lines: tuple[Line, ...] = (Line(worth, line),)
        else:
            worth, lines, depth = self.best.score, self.best.lines, self.best.depth
        return Analysis(
            self.board.game,
            worth,
            lines,
            by="tree",
            depth=depth,
            nodes=int(search["nodes"]),
            evaluations=int(search["evaluations"]),
            cutoffs=int(search["cutoffs"]),
            time=time.perf_counter() - self.started,
            complete=complete,
        )

    def _variation(self, best: int) -> tuple[int, ...]:
        """The principal variation, which begins with the best move."""
        moves = takewhile(lambda move: move >= 0, self.root.search["variations"][0])
        line = tuple(int(move) for move in moves)
        return line if line[:1] == (best,) else (best,)
