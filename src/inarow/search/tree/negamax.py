"""Negamax with alpha-beta pruning, as documents 001 and 004 list it."""

from __future__ import annotations

import math

from inarow.rules.board import Board
from inarow.search.tree.readable import Search


def negamax(
    board: Board, depth: int, alpha: float, beta: float, search: Search
) -> tuple[float, int | None]:
    """Return what best play to ``depth`` is worth to the player to move, and a move that gets it.

    Fail-hard, the value is the true one moved into the window from alpha to beta. Fail-soft, a
    value outside the window is a bound on the true one, as in :func:`alpha_beta`.
    """
    search.enter(board, depth, alpha, beta)
    if depth == 0 or board.outcome() is not None:
        return search.leave(search.evaluate(board, board.turn)), None

    best_value = -math.inf if search.recipe.fail_soft else alpha
    best_move = None
    for move in search.moves(board):
        board.push_legal(move)
        value, _ = negamax(board, depth - 1, -beta, -max(alpha, best_value), search)
        value = -value
        board.pop()
        if value > best_value:
            best_value, best_move = value, move
        if value >= beta:
            search.cut()
            return search.leave(value if search.recipe.fail_soft else beta), move
    return search.leave(best_value), best_move
