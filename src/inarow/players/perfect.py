"""The perfect player: it wins as fast and loses as slowly as the game allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inarow.players.player import Analyst, Choice, check_plays
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.threats import winning_moves
from inarow.search.engine import OnProgress
from inarow.search.exact.engine import ExactEngine
from inarow.search.exact.solution import Solution, from_middle
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal, is_stopped

if TYPE_CHECKING:
    from inarow.search.exact.solver import Solver

#: Nodes that may go into choosing among equally good moves: some hundredths of a second.
_NODES_FOR_TRAPS = 500_000


class PerfectPlayer(Analyst):
    """Plays a move that keeps the exact score.

    Among several it prefers the one after which most replies spoil the result for the opponent,
    then the one after which most replies lose moves, then the one nearest the middle. It asks the
    given solver, else one that everything in its thread shares.
    """

    name = "perfect"

    def __init__(self, solver: Solver | None = None) -> None:
        self._engine = ExactEngine(solver)

    def refusal(self, game: Game) -> str | None:
        """It plays what the exact solver can solve."""
        return self._engine.refusal(game)

    def engine_for(self, game: Game) -> ExactEngine:  # noqa: ARG002 -- one for all games
        """The exact engine."""
        return self._engine

    def limit_for(self, limit: Limit | None) -> Limit:
        """It solves to the end unless told otherwise."""
        return limit or Limit()

    def choose(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Choice:
        """Solve the board and play the best move; stopped early, a move that is not refuted."""
        check_plays(self, board.game)
        solver = self._engine.solver_for(board.game)
        solution = solver.solve(board, limit, line=False, stop=stop)
        analysis = solution.analysis()
        if on_progress is not None:
            on_progress(analysis)
        if not solution.best_moves:
            return Choice(_sensible_move(board), analysis)
        if len(solution.best_moves) == 1 or is_stopped(stop):
            return Choice(_nearest_middle(board, solution.best_moves), analysis)
        return Choice(_hardest_to_answer(board, solution, solver, stop), analysis)


def _hardest_to_answer(
    board: Board, solution: Solution, solver: Solver, stop: StopSignal | None
) -> int:
    """The best move that leaves most ways to go wrong, as far as that is quickly found out."""
    points = solution.bounds.lower
    nodes = _NODES_FOR_TRAPS // len(solution.best_moves)
    ranked = []
    for move in solution.best_moves:
        after = board.after(move)
        if after.outcome() is not None:
            return move
        traps = solver.count_errors(after, -points, Limit(nodes=nodes), stop=stop)
        ranked.append((*traps, -from_middle(board, move), -move))
    return -max(ranked)[-1]


def _sensible_move(board: Board) -> int:
    """A move for lack of a proof: win, else do not let the opponent win at once, else any."""
    if wins := winning_moves(board):
        return wins[0]
    legal = list(board.legal_moves)
    safe = [move for move in legal if not winning_moves(board.after(move))]
    return _nearest_middle(board, safe or legal)


def _nearest_middle(board: Board, moves: list[int] | tuple[int, ...]) -> int:
    return min(moves, key=lambda move: (from_middle(board, move), move))
