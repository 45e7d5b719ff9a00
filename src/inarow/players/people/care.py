"""A second look before a move, for wins that were missed or would be allowed."""

from __future__ import annotations

import random

from inarow.players.player import Choice
from inarow.rules.board import Board
from inarow.rules.threats import winning_moves


def careful_move(board: Board, choice: Choice, chance: random.Random) -> int:
    """The chosen move, or another if it misses a win or lets the opponent win at once."""
    for side in (board.turn, board.turn.other):
        if urgent := winning_moves(board, side):
            return choice.move if choice.move in urgent else chance.choice(urgent)
    if not board.game.gravity or not _allows_a_win(board, choice.move):
        # Where pieces do not fall, a move opens no cell to the opponent.
        return choice.move
    thought_of = [line.move for line in choice.analysis.lines] if choice.analysis else []
    others = [move for move in board.legal_moves if move not in thought_of]
    chance.shuffle(others)
    safe = (move for move in (*thought_of, *others) if not _allows_a_win(board, move))
    return next(safe, choice.move)


def _allows_a_win(board: Board, move: int) -> bool:
    after = board.after(move)
    return after.outcome() is None and bool(winning_moves(after))
