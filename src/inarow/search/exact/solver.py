"""The exact solver: the result of any gravity game that fits 64 bits, and how long it takes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from copy import copy
from typing import Any, TypeVar

from inarow.kernels.arrays import np
from inarow.kernels.exact import null_window, solving
from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.exact.book import Book, shipped_book
from inarow.search.exact.memory import Memory, SolverError, Table, entries_of
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.solution import Bounds, Solution, bounds_of_end, centre_first, summed_up
from inarow.search.exact.solvable import kept_solvers, refusal
from inarow.search.limit import Limit, check_limit
from inarow.search.stopping import StopSignal, run_stoppable, stopped_after
from inarow.search.table_size import TABLE_MB

Result = TypeVar("Result")

#: For how many games a thread keeps a solver; each takes up to a whole table of memory.
_SOLVERS_KEPT = 2

#: Several threads start after this many nodes; easier positions are solved before they would.
_NODES_ALONE = 20_000

#: Beyond every score.
_WORST, _BEST = -(1 << 20), 1 << 20
#: Threads that share the work have spent enough on it to choose windows as after a long search.
_MUCH_SPENT = 1 << 20


class Solver:
    """Solves positions of one game, and keeps its transposition table between them.

    Any thread may use it; they take turns.

    >>> solver = Solver("connect4")
    >>> print(solver.solve(Board("connect4", "44444326555533")).score)
    loss in 13
    """

    def __init__(
        self,
        game: Game | str,
        *,
        table_mb: float = TABLE_MB,
        threads: int = 1,
        entries: int | None = None,
        book: Book | None = None,
    ) -> None:
        game = catalogue.game(game)
        if reason := refusal(game):
            raise SolverError(f"cannot solve {game}: {reason}")
        if threads < 1:
            raise SolverError(f"a solver needs at least 1 thread, not {threads}")
        if book is not None and book.game != game:
            raise SolverError(f"a book of {book.game} cannot be used for {game}")
        self.game: Game = game
        self._book = book
        self.table: Table = Table(game, entries or entries_of(table_mb), threads=threads)
        self._workers = [Memory(game, self.table, thread=i) for i in range(threads)]
        self._one_at_a_time = threading.Lock()
        self._task: _Task | None = None

    def side_by_side(self) -> list[Solver]:
        """A solver for each of its threads, so that each can work on a position of its own.

        They share what they prove. Nobody should ask this one meanwhile.
        """
        parts = []
        for worker in self._workers:
            part = copy(self)
            part._workers = [worker]
            part._one_at_a_time = threading.Lock()
            parts.append(part)
        return parts

    def solve(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        weak: bool = False,
        best_moves: bool = True,
        line: bool = True,
        stop: StopSignal | None = None,
    ) -> Solution:
        """Find the exact score, every move that keeps it, and best play to the end.

        With ``weak`` only who wins is found out. Within a limit, or when stopped, the solution
        holds the bounds proved so far; depth is no limit of this search and is not looked at.
        """

        def work(task: _Task) -> Solution:
            bounds = task.bounds_of_all(board, weak=weak)
            moves = task.keeping(board, bounds, weak=weak) if best_moves or line else ()
            played = task.line(board, bounds, moves) if line and not weak else ()
            return task.solution(board, bounds, moves, line=played, weak=weak)

        return self._run(board, limit, stop, work)

    def solve_moves(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        weak: bool = False,
        stop: StopSignal | None = None,
    ) -> Solution:
        """Find the exact score of every move."""

        def work(task: _Task) -> Solution:
            moves = {
                move: task.bounds_after(board, move, weak=weak) for move in centre_first(board)
            }
            return task.solution(board, *summed_up(moves), moves=moves, weak=weak)

        return self._run(board, limit, stop, work)

    def reaches(self, board: Board, points: int) -> bool:
        """Say whether the player to move can get at least so many points: one question only."""

        def work(task: _Task) -> bool:
            return task.within(board, points - 1, points).lower >= points

        return self._run(board, None, None, work)

    def count_errors(
        self,
        board: Board,
        points: int,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
    ) -> tuple[int, int]:
        """How many moves of a position worth ``points`` spoil the result, and how many the score.

        Within a limit, or when stopped, moves that were not looked at do not count as errors.
        """

        def work(task: _Task) -> tuple[int, int]:
            moves = list(board.legal_moves)
            # In a lost position there is no result left to spoil.
            result = min(1, points) if points >= 0 else -board.game.cells
            spoilt = sum(task.is_below(board, move, result) for move in moves)
            return spoilt, sum(task.is_below(board, move, points) for move in moves)

        return self._run(board, limit, stop, work)

    def progress(self) -> tuple[int, Bounds | None]:
        """The nodes of the search that is running now, for another thread to show.

        Also the bounds that are proved of the position, or None where every move has its own.
        """
        task = self._task
        return (0, None) if task is None else (task.nodes, task.known())

    def _run(
        self,
        board: Board,
        limit: Limit | None,
        stop: StopSignal | None,
        work: Callable[[_Task], Result],
    ) -> Result:
        if board.game != self.game:
            raise SolverError(f"this solver solves {self.game}, not {board.game}")
        board.check_goes_on()
        check_limit(limit)
        limit = limit or Limit()
        with stopped_after(limit.time, stop) as signal:

            def take_turn() -> Result:
                with self._one_at_a_time:
                    self._task = _Task(self._workers, self.table, self._book, signal, limit.nodes)
                    return work(self._task)

            return run_stoppable(take_turn, signal)


class _Task:
    """One call of the solver while it runs."""

    def __init__(
        self,
        workers: list[Memory],
        table: Table,
        book: Book | None,
        signal: StopSignal,
        nodes: int | None,
    ) -> None:
        self._workers = workers
        self._table = table
        self._book = book
        self._signal = signal
        self._started = time.perf_counter()
        self._budget = nodes
        self._was_stopped = False
        self._asked_of_all = False
        self._known_of_all: Bounds | None = None
        for worker in workers:
            worker.search["nodes"] = 0
            worker.search["stopped"] = 0

    @property
    def nodes(self) -> int:
        return sum(int(worker.search["nodes"]) for worker in self._workers)

    def solution(
        self, board: Board, bounds: Bounds, best_moves: tuple[int, ...], **found: Any
    ) -> Solution:
        found |= {"nodes": self.nodes, "time": time.perf_counter() - self._started}
        return Solution(board.copy(), bounds, best_moves, stopped=self._was_stopped, **found)

    def known(self) -> Bounds | None:
        """What is proved of the whole position so far, if that was asked for."""
        if not self._asked_of_all:
            return self._known_of_all
        search = self._workers[0].search
        # Seen first and asked then: a later position's bounds come only after these are known.
        seen = Bounds(int(search["lower"]), int(search["upper"]))
        return seen if self._known_of_all is None else self._known_of_all

    def bounds_of_all(self, board: Board, *, weak: bool) -> Bounds:
        """The bounds of the whole position, which others can watch while they narrow."""
        most = 1 if weak else board.game.cells
        self._tell(-most, most)
        self._asked_of_all = True
        self._known_of_all = self.bounds(board, weak=weak)
        return self._known_of_all

    def _tell(self, lower: int, upper: int) -> None:
        search = self._workers[0].search
        search["lower"], search["upper"] = lower, upper

    def bounds(self, board: Board, *, weak: bool = False) -> Bounds:
        """The bounds of the mover's points: exact unless stopped."""
        return self.within(board, -1 if weak else _WORST, 1 if weak else _BEST)

    def bounds_after(self, board: Board, move: int, *, weak: bool = False) -> Bounds:
        """The bounds of a move, from the mover's side."""
        after = board.after(move)
        known = bounds_of_end(after, weak=weak) or self.bounds(after, weak=weak)
        return known.seen_from_before()

    def keeping(self, board: Board, bounds: Bounds, *, weak: bool) -> tuple[int, ...]:
        """The moves proved to keep an exact score; none if the score is not exact."""
        if not bounds.is_exact:
            return ()
        if weak and bounds.upper < 0:
            # No move of a lost position makes the result worse.
            return tuple(board.legal_moves)
        return tuple(move for move in board.legal_moves if self._keeps(board, move, bounds.lower))

    def line(self, board: Board, bounds: Bounds, first_moves: Iterable[int]) -> tuple[int, ...]:
        """Best play of both sides, as far as it was proved before the task was stopped."""
        here = board.copy()
        moves = list(first_moves)
        played: list[int] = []
        points = bounds.lower
        while moves:
            here.push_legal(moves[0])
            played.append(moves[0])
            points = -points
            moves = []
            for move in centre_first(here):
                if self._keeps(here, move, points):
                    moves = [move]
                    break
        return tuple(played)

    def _keeps(self, board: Board, move: int, points: int) -> bool:
        """Say whether a move is proved to be worth at least so many points."""
        after = board.after(move)
        if (outcome := after.outcome()) is not None:
            return points <= 0 if outcome.is_draw else True
        return self.within(after, -points, -points + 1).upper <= -points

    def is_below(self, board: Board, move: int, points: int) -> bool:
        """Say whether a move is proved to be worth less than so many points."""
        after = board.after(move)
        if (outcome := after.outcome()) is not None:
            return outcome.is_draw and points > 0
        return self.within(after, -points, -points + 1).lower > -points

    def within(self, board: Board, worst: int, best: int) -> Bounds:
        """The bounds of the points between two ends."""
        if self._book is not None and (points := self._book.points(board)) is not None:
            points = min(max(points, worst), best)
            return Bounds(points, points)
        mover, other = bits_of_board(board)
        alone = self._workers[0]
        together = len(self._workers) > 1
        self._allow(alone, _NODES_ALONE if together else None)
        alone.stop = self._signal.flag
        lower, upper = solving.solve_within(mover, other, worst, best, *alone.arrays)
        if together and lower < upper and not self._is_over():
            lower, upper = self._together(board, mover, other, lower, upper)
        self._was_stopped |= bool(lower < upper)
        return Bounds(int(lower), int(upper))

    def _is_over(self) -> bool:
        return self._signal.is_set() or (self._budget is not None and self.nodes >= self._budget)

    def _allow(self, worker: Memory, more: int | None) -> None:
        """Let a worker search on, at most so many nodes more and never past the budget."""
        done = int(worker.search["nodes"])
        ends = [np.iinfo(np.int64).max]
        if more is not None:
            ends.append(done + more)
        if self._budget is not None:
            ends.append(done + max(0, self._budget - self.nodes))
        worker.search["budget"] = min(ends)
        worker.search["stopped"] = 0

    def _together(
        self, board: Board, mover: np.uint64, other: np.uint64, lower: int, upper: int
    ) -> tuple[int, int]:
        """Narrow the bounds with every thread; each leaves aside what another is busy with."""
        empties = board.game.cells - board.ply
        with ThreadPoolExecutor(len(self._workers)) as pool:
            while lower < upper and not self._is_over():
                self._tell(lower, upper)
                beta = solving.next_window(lower, upper, empties, _MUCH_SPENT)
                bound = self._race(pool, mover, other, empties, beta)
                if bound is None:
                    break
                if bound >= beta:
                    lower = min(bound, upper)
                else:
                    upper = max(bound, lower)
        return lower, upper

    def _race(
        self, pool: ThreadPoolExecutor, mover: np.uint64, other: np.uint64, empties: int, beta: int
    ) -> int | None:
        """Let every thread answer the same question, and take the first answer."""
        finish = StopSignal()
        self._table.searching[:] = 0
        mirror_from = solving.mirror_images_from(mover, other, self._workers[0].search["board"])

        def search(worker: Memory) -> int | None:
            worker.stop = finish.flag
            worker.search["mirror_from"] = mirror_from
            worker.search["parallel"] = 1
            bound = null_window.search(mover, other, empties, beta, *worker.arrays)
            worker.search["parallel"] = 0
            return None if worker.search["stopped"] else int(bound)

        share = None
        if self._budget is not None:
            share = max(0, self._budget - self.nodes) // len(self._workers)
        with finish.also_on(self._signal):
            for worker in self._workers:
                self._allow(worker, share)
            running = {pool.submit(search, worker) for worker in self._workers}
            answer = None
            while running and answer is None:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                answer = next((found for f in done if (found := f.result()) is not None), None)
            finish.set()
            wait(running)
        return answer


def shared_solver(game: Game) -> Solver:
    """A solver of a game that everything in this thread shares.

    A solver does one search at a time, so each thread has its own.
    """
    solvers = kept_solvers()
    if game not in solvers:
        if len(solvers) == _SOLVERS_KEPT:
            del solvers[next(iter(solvers))]
        solvers[game] = Solver(game, book=shipped_book(game))
    return solvers[game]
