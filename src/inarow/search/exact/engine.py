"""The exact engine: the solver's proved scores, for the best move or for every move."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.threats import winning_moves
from inarow.search.analysis import Analysis, Line
from inarow.search.engine import Engine, Question
from inarow.search.exact.solution import Solution, centre_first
from inarow.search.exact.solvable import refusal
from inarow.search.limit import Limit
from inarow.search.score import Score
from inarow.search.stopping import StopSignal, stopped_after

if TYPE_CHECKING:
    from inarow.search.exact.solver import Solver


class ExactEngine(Engine):
    """Solves boards; what it cannot prove within the limit it does not estimate.

    It asks the given solver, else one that everything in its thread shares. A solver looks to the
    end of the game, so a limit of depth does not hold it back.
    """

    name = "exact"

    def __init__(self, solver: Solver | None = None) -> None:
        self._own_solver = solver

    def refusal(self, game: Game) -> str | None:
        """It analyses what the solver can solve."""
        return refusal(game)

    def solver_for(self, game: Game) -> Solver:
        """The solver that it asks about a game."""
        if self._own_solver is not None:
            return self._own_solver
        from inarow.search.exact.solver import shared_solver

        return shared_solver(game)

    def answer(self, question: Question) -> Analysis:
        """Find the best lines to the end of the game.

        Of equally good moves the most natural comes first. A line that is not proved has the
        score that is known of it, an estimate of 0 if it is open who wins. More lines than one
        are proved in the order of ``moves``, if these are given.
        """
        solver = self.solver_for(question.board.game)
        with stopped_after(question.limit.time, question.stop) as signal:
            return _Solving(solver, question, signal).run()


class _Solving:
    """One analysis while it runs: first the whole position, then each move that is left."""

    def __init__(self, solver: Solver, question: Question, stop: StopSignal) -> None:
        self._started = time.perf_counter()
        self._solver = solver
        self._question = question
        self._board = board = question.board
        self._of_all = question.moves is None or len(question.moves) == len(board.legal_moves)
        self._nodes = 0
        self._stop = stop
        order = natural_order(board) if question.moves is None else question.moves
        self._lines = {move: Line(Score.heuristic(0.0), (move,)) for move in order}
        self._score: Score | None = None

    def run(self) -> Analysis:
        """Solve what was asked for, as far as the limit allows."""
        complete = not self._of_all or self._solve_position()
        if complete and (self._question.lines > 1 or not self._of_all):
            complete = self._solve_moves()
        return self._found(complete=complete and self._follow_lines())

    def _solve_position(self) -> bool:
        """Find the score of the position and every move that keeps it."""
        solution = self._solve(self._board, line=self._question.lines == 1, best_moves=True)
        if solution is None:
            return False
        self._score = solution.score
        for move in solution.best_moves:
            followed = solution.complete and solution.line[:1] == (move,)
            self._lines[move] = Line(solution.score, solution.line if followed else (move,))
        self._question.tell(self._found(complete=False))
        return solution.complete

    def _solve_moves(self) -> bool:
        """Find the score of every move that has none."""
        for move, line in list(self._lines.items()):
            if line.score.is_exact:
                continue
            score = self._score_after(move)
            if score is None:
                return False
            self._lines[move] = Line(score, (move,))
            self._question.tell(self._found(complete=False))
        return True

    def _score_after(self, move: int) -> Score | None:
        after = self._board.after(move)
        if after.outcome() is not None:
            return Analysis.of_game_over(after).score.after_move()
        solution = self._solve(after, line=False)
        return solution.score.after_move() if solution and solution.complete else None

    def _follow_lines(self) -> bool:
        """Find best play to the end of each line; cheap, for much of it is known by now."""
        for line in self._best_first():
            after = self._board.after(line.move)
            if len(line.moves) > 1 or after.outcome() is not None:
                continue
            solution = self._solve(after, line=True)
            if solution is None or not solution.complete:
                return False
            self._lines[line.move] = Line(line.score, (line.move, *solution.line))
        return True

    def _solve(self, board: Board, *, line: bool, best_moves: bool = False) -> Solution | None:
        """Solve a board with what is left of the limit; None if that is nothing."""
        nodes = self._question.limit.nodes
        left = None if nodes is None else nodes - self._nodes
        if self._stop.is_set() or (left is not None and left < 1):
            return None
        solution = self._solver.solve(
            board, Limit(nodes=left), best_moves=best_moves, line=line, stop=self._stop
        )
        self._nodes += solution.nodes
        return solution

    def _best_first(self) -> tuple[Line, ...]:
        lines = list(self._lines.values())
        if self._score is not None and self._score.is_exact:
            # A move that is not proved yet is worse than those that keep the score.
            lines = [line for line in lines if line.score.is_exact] or lines
        return Line.best_first(lines)[: self._question.lines]

    def _found(self, *, complete: bool) -> Analysis:
        lines = self._best_first()
        return Analysis(
            self._board.game,
            lines[0].score if self._score is None else self._score,
            lines,
            by=ExactEngine.name,
            depth=self._board.game.cells - self._board.ply,
            nodes=self._nodes,
            time=time.perf_counter() - self._started,
            complete=complete,
        )


def natural_order(board: Board) -> list[int]:
    """The legal moves: first those that stop a threat, then those nearest the middle."""
    urgent = winning_moves(board, board.turn.other)
    return sorted(centre_first(board), key=lambda move: move not in urgent)
