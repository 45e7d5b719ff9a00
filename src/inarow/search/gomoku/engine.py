"""The engine: it looks for a proved win, then deepens a principal variation search.

First for a win by fours, then for one by threats (`inarow.search.gomoku.proofs`), then depth by
depth until the limit (`inarow.search.gomoku.thinking`). A score of a win or a loss is a proof.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from inarow.kernels.compiling import Array
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.engine import Engine, EngineError, Question
from inarow.search.gomoku.games import refusal
from inarow.search.gomoku.parameters import with_defaults
from inarow.search.gomoku.parts import Part
from inarow.search.gomoku.proofs import FoursFound, Proofs
from inarow.search.gomoku.tables import Tables, new_log
from inarow.search.gomoku.thinking import Thinking
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal, run_stoppable, stopped_after
from inarow.search.table_size import TABLE_MB


@dataclass(frozen=True, slots=True)
class Logged:
    """An analysis with a log of its search, see :mod:`inarow.kernels.log`."""

    analysis: Analysis
    log: Array
    #: The nodes of the principal variation search, its roots included.
    visits: int
    #: The nodes that its searches for wins by fours took besides.
    leaf_nodes: int


class GomokuEngine(Engine):
    """Analyses boards of one game; keeps what it learnt from one move to the next."""

    name = "gomoku"

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float = TABLE_MB,
        threads: int = 1,
        without: frozenset[Part] = frozenset(),
        parameters: Mapping[str, int] | None = None,
        evaluation: Path | None = None,
    ) -> None:
        if why := refusal(game):
            raise EngineError(f"the Gomoku engine does not play {game}: {why}")
        self.game = game
        self._tables = Tables(
            (game.width, game.height),
            game.wins,
            megabytes=megabytes,
            threads=threads,
            without=without,
            parameters=with_defaults(parameters or {}),
            evaluation=evaluation,
        )
        self._busy = threading.RLock()

    def forget(self) -> None:
        """Clear every table, as before a new game."""
        with self._busy:
            self._tables.forget()

    def refusal(self, game: Game) -> str | None:
        """Stones go anywhere and a line of 3 to 7 wins; an engine knows one such game."""
        return None if game == self.game else refusal(game) or f"it was made for {self.game}"

    def answer(self, question: Question) -> Analysis:
        """Prove a win if that is quick, else deepen until the limit."""
        with self._begun(question.board, question.limit, question.stop) as signal:
            return run_stoppable(Thinking(self._tables, question, signal).run, signal)

    def analyse_logged(self, board: Board, limit: Limit, rows: int) -> Logged:
        """Analyse a board, and log the first ``rows`` nodes of the main thread's search."""
        worker = self._tables.workers[0]
        with self._busy:
            worker.log = new_log(rows, self.game.cells)
            try:
                analysis = self.analyse(board, limit)
                visits = int(worker.search["visits"])
                leaf_nodes = int(worker.search["leaf_nodes"])
                return Logged(analysis, worker.log[:visits], visits, leaf_nodes)
            finally:
                worker.log = new_log(0, 0)

    def search_fours(
        self, board: Board, limit: Limit, *, stop: StopSignal | None = None
    ) -> FoursFound:
        """Try every sequence of fours of the mover, as far as the limit allows."""
        self._check_game(board)
        if board.outcome() is not None:
            return FoursFound((), exhausted=True)
        with self._begun(board, limit, stop) as signal:
            return run_stoppable(Proofs(self._tables, board, limit).try_fours, signal)

    def search_threats(
        self, board: Board, limit: Limit, *, stop: StopSignal | None = None
    ) -> tuple[int, ...]:
        """A line that wins by fours, threes and threats of fours; none found proves nothing."""
        self._check_game(board)
        if board.outcome() is not None:
            return ()
        with self._begun(board, limit, stop) as signal:
            return run_stoppable(Proofs(self._tables, board, limit).try_threats, signal)

    @contextmanager
    def _begun(self, board: Board, limit: Limit, stop: StopSignal | None) -> Iterator[StopSignal]:
        """Make the tables ready for one analysis; who asks for another meanwhile waits."""
        with self._busy, stopped_after(limit.time, stop) as signal:
            self._tables.begin(board, limit.nodes, signal)
            yield signal

    def _check_game(self, board: Board) -> None:
        if board.game != self.game:
            raise EngineError(f"this engine was made for {self.game}, not for {board.game}")
