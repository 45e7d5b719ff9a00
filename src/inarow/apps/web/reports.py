"""What an analysis of every move of a position has found, and how it is found.

Where the exact solver knows the game, every move is solved in turn; where the engine for five in
a row does, it gives its best lines; everywhere else the documented player that fits the game
searches each move on its own, a little deeper every round.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from inarow.players.five import FivePlayer
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import Analyst
from inarow.players.roster import default_name, player
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.analysis import Analysis, Line
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.search.stopping import Deadline, StopSignal

if TYPE_CHECKING:
    from inarow.search.exact.solver import Solver

#: Up to so many moves each is searched on its own; on a larger board that would be too slow.
_FEW_MOVES = 20
#: How many lines the engine for five in a row follows.
_ENGINE_LINES = 5
#: How long the position is looked at before it is solved, so that there is something to show.
_FIRST_LOOK = Limit(time=0.25)


@dataclass(frozen=True, slots=True)
class Report:
    """What is known about a position so far; the best line comes first."""

    by: str
    lines: tuple[Line, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    complete: bool = False
    #: True once every score in it is proved.
    solved: bool = False


Progress = Callable[[Report], None]


@lru_cache(maxsize=256)
def analyst_name(game: Game) -> str:
    """Who analyses a game."""
    for name, made in (("perfect", PerfectPlayer()), ("five", FivePlayer("five"))):
        if made.refusal(game) is None and not _is_small(game):
            return name
    return f"{default_name(game)}(fast=1)"


def report(
    board: Board, limit: Limit, stop: StopSignal, on_progress: Progress | None = None
) -> Report:
    """Analyse a board whose game is not over within a limit; each step is handed on.

    A limit of depth asks what a search sees within that depth, so it is searched, not solved.
    """
    hand_on = on_progress or (lambda _: None)
    name = analyst_name(board.game)
    signal = StopSignal()
    with signal.also_on(stop), Deadline(signal, limit.time):
        if name == "perfect" and limit.depth is None:
            return _Solving(board, limit, hand_on).run(signal)
        if name == "five":
            return _engine_report(board, limit, signal, hand_on)
        return _searched(board, limit, signal, hand_on)


def _is_small(game: Game) -> bool:
    """Say whether a game is so small that plain searches see to its end."""
    return not game.gravity and game.cells <= _FEW_MOVES


def _searched(board: Board, limit: Limit, stop: StopSignal, hand_on: Progress) -> Report:
    analyst = player(f"{default_name(board.game)}(fast=1)")
    if not isinstance(analyst, Analyst):
        raise TypeError(f"{analyst.name} does not analyse")
    if len(board.legal_moves) > _FEW_MOVES:
        return _best_line(board, analyst, limit, stop, hand_on)
    return _MoveByMove(board, analyst, limit, hand_on).run(stop)


def _best_line(
    board: Board, analyst: Analyst, limit: Limit, stop: StopSignal, hand_on: Progress
) -> Report:
    """Where there are many moves and no engine: the best line alone."""

    def as_report(analysis: Analysis) -> Report:
        line = Line(analysis.score, analysis.pv)
        return _report_of(analyst.name, analysis, (line,))

    depth = limit.depth or board.game.cells
    analysis = analyst.analyse(
        board,
        Limit(depth=depth, nodes=limit.nodes),
        stop=stop,
        on_progress=lambda step: hand_on(as_report(step)),
    )
    return as_report(analysis)


def _engine_report(board: Board, limit: Limit, stop: StopSignal, hand_on: Progress) -> Report:
    """The best lines of the engine for five in a row."""
    from inarow.search.gomoku.engine import GomokuEngine

    def tell(step: Analysis) -> None:
        hand_on(_report_of("five", step, step.lines))

    found = GomokuEngine(board.game).analyse(
        board, limit, lines=_ENGINE_LINES, stop=stop, on_progress=tell
    )
    return _report_of("five", found, found.lines)


def _report_of(by: str, analysis: Analysis, lines: tuple[Line, ...]) -> Report:
    return Report(
        by, lines, analysis.depth, analysis.nodes, analysis.time, complete=analysis.complete
    )


class _Solving:
    """Solves the position after each move; until then a search's opinion of the move stands."""

    def __init__(self, board: Board, limit: Limit, hand_on: Progress) -> None:
        self.started = time.perf_counter()
        self.board = board
        self.limit = limit
        self.hand_on = hand_on
        self.nodes = 0
        self.lines: dict[int, Line] = {}
        self.proved: set[int] = set()

    def run(self, stop: StopSignal) -> Report:
        from inarow.search.exact.solver import shared_solver

        look = _searched(self.board, _FIRST_LOOK, stop, self.hand_on)
        self.nodes = look.nodes
        self.lines = {line.moves[0]: line for line in look.lines}
        solver = shared_solver(self.board.game)
        whole = self._solve_all(solver, stop) and self._follow_lines(solver, stop)
        return self._report(complete=whole)

    def _solve_all(self, solver: Solver, stop: StopSignal) -> bool:
        """Solve every move, those that look best first; say whether all of it could be done."""
        for line in list(self._best_first()):
            move = line.moves[0]
            if not self._solve(solver, move, stop):
                return False
            self.hand_on(self._report(complete=False))
        return True

    def _solve(self, solver: Solver, move: int, stop: StopSignal) -> bool:
        after = self.board.after(move)
        outcome = after.outcome()
        if outcome is not None:
            self.lines[move] = Line(Score.draw() if outcome.is_draw else Score.win(1), (move,))
        else:
            if self._is_spent(stop):
                return False
            solution = solver.solve(after, self._rest(), best_moves=False, line=False, stop=stop)
            self.nodes += solution.nodes
            if not solution.complete:
                return False
            self.lines[move] = Line(solution.score.after_move(), (move,))
        self.proved.add(move)
        return True

    def _follow_lines(self, solver: Solver, stop: StopSignal) -> bool:
        """Find best play to the end after each move; cheap, for much of it is known by now."""
        for line in self._best_first():
            move = line.moves[0]
            after = self.board.after(move)
            if after.outcome() is not None:
                continue
            if self._is_spent(stop):
                return False
            solution = solver.solve(after, self._rest(), stop=stop)
            self.nodes += solution.nodes
            if not solution.complete:
                return False
            self.lines[move] = Line(line.score, (move, *solution.line))
        return True

    def _is_spent(self, stop: StopSignal) -> bool:
        return stop.is_set() or (self.limit.nodes is not None and self.nodes >= self.limit.nodes)

    def _rest(self) -> Limit:
        return Limit(nodes=None if self.limit.nodes is None else self.limit.nodes - self.nodes)

    def _best_first(self) -> list[Line]:
        return sorted(self.lines.values(), key=lambda line: line.score, reverse=True)

    def _report(self, *, complete: bool) -> Report:
        return Report(
            "perfect",
            tuple(self._best_first()),
            self.board.game.cells - self.board.ply,
            self.nodes,
            time.perf_counter() - self.started,
            complete,
            solved=self.proved.issuperset(self.board.legal_moves),
        )


class _MoveByMove:
    """Searches the position after every move to the same depth, then deepens."""

    def __init__(self, board: Board, analyst: Analyst, limit: Limit, hand_on: Progress) -> None:
        self.started = time.perf_counter()
        self.board = board
        self.analyst = analyst
        self.limit = limit
        self.hand_on = hand_on
        self.nodes = 0
        self.depth = 0
        self.lines: dict[int, Line] = {}
        self.proved: set[int] = set()

    def run(self, stop: StopSignal) -> Report:
        signal = StopSignal()
        with signal.also_on(stop), Deadline(signal, self.limit.time):
            return self._deepen(signal)

    def _deepen(self, stop: StopSignal) -> Report:
        empties = self.board.game.cells - self.board.ply
        for depth in range(1, min(self.limit.depth or empties, empties) + 1):
            if not self._search_all(depth, stop):
                return self._report(complete=False)
            self.depth = depth
            self.hand_on(self._report(complete=False))
            if self._is_settled():
                break
        return self._report(complete=True)

    def _search_all(self, depth: int, stop: StopSignal) -> bool:
        """Search each open move to a depth; say whether all of it could be done."""
        found: dict[int, Line] = {}
        for move in self.board.legal_moves:
            if move in self.proved:
                continue
            line = self._search(move, depth, stop)
            if line is None:
                return False
            found[move] = line
        self.lines.update(found)
        self.proved |= {move for move, line in found.items() if line.score.is_exact}
        return True

    def _search(self, move: int, depth: int, stop: StopSignal) -> Line | None:
        """What a move is worth, or None if there is no more time or there are no more nodes."""
        after = self.board.after(move)
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
        return Line(analysis.score.after_move(), (move, *analysis.pv))

    def _is_settled(self) -> bool:
        """Say whether going deeper would change nothing."""
        return len(self.proved) == len(self.lines)

    def _report(self, *, complete: bool) -> Report:
        best_first = sorted(self.lines.values(), key=lambda line: line.score, reverse=True)
        return Report(
            self.analyst.name,
            tuple(best_first),
            self.depth,
            self.nodes,
            time.perf_counter() - self.started,
            complete,
            solved=self._is_settled(),
        )
