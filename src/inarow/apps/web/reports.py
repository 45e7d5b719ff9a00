"""What an analysis of every move of a position has found, and how it is found.

Where an exact or a special engine knows the game it is asked; everywhere else the documented
player that fits the game searches each move on its own, a little deeper every round.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from inarow.players.player import Analyst
from inarow.players.roster import default_name, player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.search.stopping import Deadline, StopSignal

#: Up to so many moves each is searched on its own; on a larger board that would be too slow.
_FEW_MOVES = 20


@dataclass(frozen=True, slots=True)
class Line:
    """A move with its score, and how play would go on; the move itself comes first."""

    score: Score
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What is known about a position so far; the best line comes first."""

    by: str
    lines: tuple[Line, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    complete: bool = False


Progress = Callable[[Report], None]


def analyst_name(game: Game) -> str:
    """Who analyses a game."""
    return f"{default_name(game)}(fast=1)"


def report(
    board: Board, limit: Limit, stop: StopSignal, on_progress: Progress | None = None
) -> Report:
    """Analyse a board whose game is not over within a limit; each step is handed on."""
    analyst = player(analyst_name(board.game))
    if not isinstance(analyst, Analyst):
        raise TypeError(f"{analyst.name} does not analyse")
    if len(board.legal_moves) > _FEW_MOVES:
        return _report_best_line(board, analyst, limit, stop, on_progress)
    return _MoveByMove(board, analyst, limit, on_progress).run(stop)


def _report_best_line(
    board: Board, analyst: Analyst, limit: Limit, stop: StopSignal, on_progress: Progress | None
) -> Report:
    def as_report(analysis: Analysis) -> Report:
        return Report(
            analyst.name,
            (Line(analysis.score, analysis.line),),
            analysis.depth,
            analysis.nodes,
            analysis.time,
            analysis.complete,
        )

    def hand_on(analysis: Analysis) -> None:
        if on_progress is not None:
            on_progress(as_report(analysis))

    if limit.time is None and limit.nodes is None and limit.depth is None:
        limit = Limit(depth=board.game.cells)
    return as_report(analyst.analyse(board, limit, stop=stop, on_progress=hand_on))


class _MoveByMove:
    """Searches the position after every move to the same depth, then deepens."""

    def __init__(
        self, board: Board, analyst: Analyst, limit: Limit, on_progress: Progress | None
    ) -> None:
        self.started = time.perf_counter()
        self.board = board
        self.analyst = analyst
        self.limit = limit
        self.on_progress = on_progress
        self.nodes = 0
        self.depth = 0
        self.lines: dict[int, Line] = {}
        self.decided: set[int] = set()

    def run(self, stop: StopSignal) -> Report:
        signal = StopSignal()
        with signal.also_on(stop), Deadline(signal, self.limit.time):
            return self._deepen(signal)

    def _deepen(self, stop: StopSignal) -> Report:
        deepest = min(self.limit.depth or self.board.game.cells, self._empties())
        for depth in range(1, deepest + 1):
            if not self._search_all(depth, stop):
                return self._report(complete=False)
            self.depth = depth
            if self.on_progress is not None:
                self.on_progress(self._report(complete=False))
            if self._is_settled():
                break
        return self._report(complete=True)

    def _search_all(self, depth: int, stop: StopSignal) -> bool:
        """Search each open move to a depth; say whether all of it could be done."""
        found: dict[int, Line] = {}
        for move in self.board.legal_moves:
            if move in self.decided:
                continue
            line = self._search(move, depth, stop)
            if line is None:
                return False
            found[move] = line
        self.lines.update(found)
        self.decided |= {move for move, line in found.items() if line.score.is_exact}
        return True

    def _search(self, move: int, depth: int, stop: StopSignal) -> Line | None:
        """What a move is worth, or None if there is no more time or there are no more nodes."""
        after = self.board.copy()
        after.push_legal(move)
        outcome = after.outcome()
        self.nodes += 1
        if outcome is not None:
            return Line(Score.draw() if outcome.is_draw else Score.win(1), (move,))
        if depth == 1:
            return Line(Score.heuristic(0.0), (move,))
        nodes_left = None if self.limit.nodes is None else self.limit.nodes - self.nodes
        if stop.is_set() or (nodes_left is not None and nodes_left < 1):
            return None
        analysis = self.analyst.analyse(after, Limit(depth=depth - 1, nodes=nodes_left), stop=stop)
        self.nodes += analysis.nodes
        if not analysis.complete:
            return None
        return Line(analysis.score.after_move(), (move, *analysis.line))

    def _is_settled(self) -> bool:
        """Say whether going deeper would change nothing that matters."""
        return len(self.decided) == len(self.lines)

    def _empties(self) -> int:
        return self.board.game.cells - self.board.ply

    def _report(self, *, complete: bool) -> Report:
        best_first = sorted(self.lines.values(), key=lambda line: line.score, reverse=True)
        return Report(
            self.analyst.name,
            tuple(best_first),
            self.depth,
            self.nodes,
            time.perf_counter() - self.started,
            complete,
        )
