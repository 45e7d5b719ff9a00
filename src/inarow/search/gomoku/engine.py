"""The engine: it looks for a proved win, then deepens a principal variation search.

First for a win by fours, then for one by threats (`inarow.search.gomoku.proofs`), then depth by
depth until the limit (`inarow.search.gomoku.thinking`). A score of a win or a loss is a proof.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from inarow.kernels.compiling import Array
from inarow.rules.board import Board
from inarow.rules.errors import GameError
from inarow.rules.game import Game
from inarow.rules.shapes import Line
from inarow.search.analysis import Analysis
from inarow.search.gomoku.games import plays
from inarow.search.gomoku.parts import Part
from inarow.search.gomoku.proofs import FoursFound, Proofs
from inarow.search.gomoku.tables import Signal, Tables, new_log
from inarow.search.gomoku.thinking import Progress, Thinking
from inarow.search.limit import Limit, LimitError
from inarow.search.score import Score
from inarow.search.stopping import Deadline, StopSignal, run_stoppable


@dataclass(frozen=True, slots=True)
class Logged:
    """An analysis with a log of its search, see :mod:`inarow.kernels.log`."""

    analysis: Analysis
    log: Array
    #: The nodes of the principal variation search, its roots included.
    visits: int
    #: The nodes that its searches for wins by fours took besides.
    leaf_nodes: int


class GomokuEngine:
    """Analyses boards of one game; keeps what it learnt from one move to the next."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float = 64.0,
        threads: int = 1,
        without: frozenset[Part] = frozenset(),
    ) -> None:
        wins = game.wins
        if not isinstance(wins, Line) or not plays(game):
            raise GameError(f"this engine does not play {game}: {game.describe()}")
        self.game = game
        self._tables = Tables(
            (game.width, game.height), wins, megabytes=megabytes, threads=threads, without=without
        )
        self._busy = threading.RLock()

    def forget(self) -> None:
        """Clear every table, as before a new game."""
        self._tables.forget()

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        stop: StopSignal | None = None,
        on_progress: Progress | None = None,
    ) -> Analysis:
        """Return the best move and what it is worth, found within the limit."""
        return self.analyse_lines(board, limit, 1, stop=stop, on_progress=on_progress)[0]

    def analyse_lines(
        self,
        board: Board,
        limit: Limit,
        count: int,
        *,
        stop: StopSignal | None = None,
        on_progress: Progress | None = None,
    ) -> tuple[Analysis, ...]:
        """Return the best `count` moves with their lines, best first; fewer if there are fewer."""
        self._check_game(board)
        if count < 1:
            raise LimitError(f"at least one line must be asked for, not {count}")
        outcome = board.outcome()
        if outcome is not None:
            score = Score.draw() if outcome.is_draw else Score.loss(0)
            return (Analysis(self.game, None, score),)
        with self._begun(board, limit, stop) as signal:
            thinking = Thinking(
                self._tables,
                board,
                limit,
                signal,
                count=count,
                on_progress=on_progress,
            )
            return run_stoppable(thinking.run, signal)

    def analyse_logged(
        self, board: Board, limit: Limit, rows: int, *, stop: StopSignal | None = None
    ) -> Logged:
        """Analyse a board, and log the first ``rows`` nodes of the main thread's search."""
        worker = self._tables.workers[0]
        with self._busy:
            worker.log = new_log(rows, self.game.cells)
            try:
                analysis = self.analyse(board, limit, stop=stop)
                visits = int(worker.search["visits"])
                leaf_nodes = int(worker.search["leaf_nodes"])
                return Logged(analysis, worker.log[:visits], visits, leaf_nodes)
            finally:
                worker.log = new_log(0, 0)

    def find_win(
        self, board: Board, limit: Limit, *, stop: StopSignal | None = None
    ) -> Analysis | None:
        """Return a proved win of the mover by fours or threats, or None if none was found."""
        self._check_game(board)
        if board.outcome() is not None:
            return None
        with self._begun(board, limit, stop) as signal:
            thinking = Thinking(self._tables, board, limit, signal)
            return run_stoppable(thinking.prove, signal)

    def search_fours(
        self, board: Board, limit: Limit, *, stop: StopSignal | None = None
    ) -> FoursFound:
        """Try every sequence of fours of the mover, as far as the limit allows."""
        self._check_game(board)
        if board.outcome() is not None:
            return FoursFound((), exhausted=True)
        with self._begun(board, limit, stop) as signal:
            return run_stoppable(Proofs(self._tables, board, limit).try_fours, signal)

    @contextmanager
    def _begun(self, board: Board, limit: Limit, stop: StopSignal | None) -> Iterator[Signal]:
        """Make the tables ready for one analysis; who asks for another meanwhile waits."""
        signal = Signal()
        with self._busy, signal.also_on(stop), Deadline(signal, limit.time):
            self._tables.begin(board, limit.nodes, signal)
            yield signal

    def _check_game(self, board: Board) -> None:
        if board.game != self.game:
            raise GameError(f"this engine was made for {self.game}, not for {board.game}")
