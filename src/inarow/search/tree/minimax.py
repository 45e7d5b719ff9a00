"""Plain minimax: look at everything, to a given depth."""

from __future__ import annotations

import math

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.tree.readable import Search


def minimax(board: Board, depth: int, player: Side, search: Search) -> tuple[float, int | None]:
    """Return what best play to ``depth`` is worth to ``player``, and the move that gets it."""
    search.enter(board, depth, -math.inf, math.inf)
    if depth == 0 or board.outcome() is not None:
        return search.leave(search.evaluate(board, player)), None

    maximising = board.turn is player
    best_value = -math.inf if maximising else math.inf
    best_move = None
    for move in search.moves(board):
        board.push_legal(move)
        value, _ = minimax(board, depth - 1, player, search)
        board.pop()
        if (value > best_value) if maximising else (value < best_value):
            best_value, best_move = value, move
    return search.leave(best_value), best_move
