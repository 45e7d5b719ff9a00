"""The exact solver as an analyst: proved scores, and how long each result takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

if TYPE_CHECKING:
    from inarow.search.exact.solution import Solution
    from inarow.search.exact.solver import Solver
    from inarow.study.analyst import MoveAnalyst

#: The solver's share of a limit of time; the rest is for a plain search if it cannot answer.
_SHARE = 0.75
#: What the solver may look at where no time and no nodes are given: about a second.
_USUAL_NODES = 8_000_000


class ExactAnalyst:
    """Asks the solver, and another analyst about what the solver cannot prove in time."""

    def __init__(self, otherwise: MoveAnalyst) -> None:
        self._otherwise = otherwise
        self.name = "perfect"
        self.scale = otherwise.scale

    def analyse(self, board: Board, limit: Limit, stop: StopSignal | None = None) -> Analysis:
        """Find the exact score and best play to the end, or else an estimate."""
        solver = _solver(board)
        allowed = _solver_limit(limit)
        solution = solver.solve(board, allowed, stop=stop)
        if not solution.best_moves:
            return self._otherwise.analyse(board, _rest(limit), stop)
        found = solution.analysis()
        best = _most_natural(board, solution.best_moves)
        if best == found.best:
            return found
        left = _left(allowed, solution)
        after = () if left is None else _line_after(solver, board, best, left, stop)
        return replace(found, best=best, line=(best, *after))

    def score_moves(
        self,
        board: Board,
        limit: Limit,
        moves: Iterable[int] | None = None,
        stop: StopSignal | None = None,
    ) -> Analysis:
        """Find the exact score of every move, as far as the limit allows."""
        best = self.analyse(board, _part(limit), stop)
        if not best.score.is_exact:
            return self._otherwise.score_moves(board, _rest(limit), moves, stop)
        solution = _solver(board).analyse(board, _solver_limit(_part(limit)), stop=stop)
        proved = {move for move, bounds in solution.moves.items() if bounds.is_exact}
        scored = solution.analysis()
        scores = {move: score for move, score in scored.move_scores.items() if move in proved}
        if best.best is not None:
            scores[best.best] = best.score
        nodes, seconds = best.nodes + scored.nodes, best.time + scored.time
        return replace(best, move_scores=scores, nodes=nodes, time=seconds)


def _part(limit: Limit) -> Limit:
    """Half of a limit of time."""
    return limit if limit.time is None else replace(limit, time=limit.time / 2)


def _solver(board: Board) -> Solver:
    from inarow.search.exact.solver import shared_solver

    return shared_solver(board.game)


def _solver_limit(limit: Limit) -> Limit:
    if limit.time is None and limit.nodes is None:
        return Limit(nodes=_USUAL_NODES)
    return Limit(None if limit.time is None else limit.time * _SHARE, limit.nodes)


def _rest(limit: Limit) -> Limit:
    """What is left of a limit once the solver has had its share."""
    return limit if limit.time is None else replace(limit, time=limit.time * (1 - _SHARE))


def _most_natural(board: Board, moves: Iterable[int]) -> int:
    """Of equally good moves one that stops a threat, else the one nearest the middle."""
    urgent = winning_moves(board, board.turn.other)
    middle = board.game.width - 1
    return min(moves, key=lambda move: (move not in urgent, abs(2 * move - middle), move))


def _left(limit: Limit, solution: Solution) -> Limit | None:
    """What a solution has left of its limit; None if that is nothing."""
    seconds = None if limit.time is None else limit.time - solution.time
    nodes = None if limit.nodes is None else limit.nodes - solution.nodes
    if any(amount is not None and amount <= 0 for amount in (seconds, nodes)):
        return None
    return Limit(seconds, nodes)


def _line_after(
    solver: Solver, board: Board, move: int, limit: Limit, stop: StopSignal | None
) -> tuple[int, ...]:
    after = board.copy()
    after.push(move)
    if after.outcome() is not None:
        return ()
    return solver.solve(after, limit, stop=stop).line
