"""Minimax with alpha-beta pruning, as documents 000 and 003 outline it."""

from __future__ import annotations

import math

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.tree.readable import Search


def alpha_beta(
    board: Board, depth: int, alpha: float, beta: float, player: Side, search: Search
) -> tuple[float, int | None]:
    """Return what best play to ``depth`` is worth to ``player``, and the move that gets it.

    The value is exact if it lies between alpha and beta. If it is at most alpha, the true value is
    at most that; if it is at least beta, the true value is at least that.
    """
    search.enter(board, depth, alpha, beta)
    if depth == 0 or board.outcome() is not None:
        return search.leave(search.evaluate(board, player)), None

    maximising = board.turn is player
    best_value = -math.inf if maximising else math.inf
    best_move = None
    for move in search.moves(board):
        board.push_legal(move)
        value, _ = alpha_beta(board, depth - 1, alpha, beta, player, search)
        board.pop()
        if (value > best_value) if maximising else (value < best_value):
            best_value, best_move = value, move
        if maximising:
            alpha = max(alpha, best_value)
        else:
            beta = min(beta, best_value)
        if alpha >= beta:
            search.cut()
            break
    return search.leave(best_value), best_move
