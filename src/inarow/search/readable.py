"""What the readable searches share: what to ask a position, and what to count.

The readable searches are the specification. Each stands in a file of its own, on one screen:
:mod:`~inarow.search.minimax`, :mod:`~inarow.search.alphabeta`, :mod:`~inarow.search.negamax`.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.ordering import move_lister
from inarow.search.recipe import Algorithm, Recipe
from inarow.search.verdicts import fixed_depth_score


@dataclass(slots=True)
class Search:
    """One search while it runs. Who wants to watch it overrides what it is told at each node."""

    recipe: Recipe
    #: Whose search it is.
    player: Side
    nodes: int = 0
    evaluations: int = 0
    cutoffs: int = 0

    @property
    def fail_soft(self) -> bool:
        """Say whether values outside the window are returned as they are."""
        return self.recipe.fail_soft

    def enter(self, board: Board, depth: int, alpha: float, beta: float) -> None:  # noqa: ARG002
        """Hear that a node is entered, and count it."""
        self.nodes += 1

    def cut(self) -> None:
        """Hear that the rest of a node's moves need not be tried, and count it."""
        self.cutoffs += 1

    def leave(self, value: float) -> float:
        """Hear what a node is worth, and pass it on."""
        return value

    def moves(self, board: Board) -> list[int]:
        """The moves to look at, in order."""
        return move_lister(self.recipe.ordering)(board)

    def evaluate(self, board: Board, side: Side) -> float:
        """What the board is worth to ``side``; a draw as the searching player values it."""
        self.evaluations += 1
        outcome = board.outcome()
        if outcome is not None and outcome.is_draw:
            return self.recipe.draw_value if side is self.player else -self.recipe.draw_value
        return self.recipe.evaluation.value(board, side)


def search_readably(
    board: Board,
    recipe: Recipe,
    depth: int,
    first_choice: int | None = None,
    search: Search | None = None,
) -> Analysis:
    """Search a board to ``depth`` with the readable searches; extras are not for them.

    ``first_choice`` is played if no move turns out strictly better than the worst there is.
    ``search`` is what the search asks and tells at each node, if not the plain :class:`Search`.
    """
    from inarow.search.alphabeta import alpha_beta
    from inarow.search.minimax import minimax
    from inarow.search.negamax import negamax

    started = time.perf_counter()
    position = board.copy()
    search = search or Search(recipe, board.turn)
    depth = min(depth, board.game.cells - board.ply)
    match recipe.algorithm:
        case Algorithm.MINIMAX:
            value, move = minimax(position, depth, board.turn, search)
        case Algorithm.ALPHA_BETA:
            value, move = alpha_beta(position, depth, -math.inf, math.inf, board.turn, search)
        case Algorithm.NEGAMAX:
            value, move = negamax(position, depth, -math.inf, math.inf, search)
    if move is None and board.legal_moves:
        move = first_choice if first_choice is not None else search.moves(board)[0]
    return Analysis(
        board.game,
        best=move,
        score=fixed_depth_score(board, recipe, value, depth),
        line=() if move is None else (move,),
        depth=depth,
        nodes=search.nodes,
        evaluations=search.evaluations,
        cutoffs=search.cutoffs,
        time=time.perf_counter() - started,
    )
