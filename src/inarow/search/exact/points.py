"""The field's integer scores for games where pieces fall, and what they mean.

0 is a draw. A win is worth the number of pieces that the winner still holds after the winning
move, plus one; a loss is that number negated. On the 7x6 board the fastest win is worth 18.
"""

from __future__ import annotations

from inarow.rules.board import Board
from inarow.search.score import Score


def plies_to_end(board: Board, points: int) -> int:
    """How many moves of both sides are left if this is the score of the player to move.

    >>> plies_to_end(Board("connect4", "112233"), 18)
    1
    >>> plies_to_end(Board("connect4"), 1), plies_to_end(Board("connect4"), 0)
    (41, 42)
    """
    cells = board.game.cells
    if points == 0:
        return cells - board.ply
    # The game ends with `last` pieces on the board before the last move, made by the winner.
    last = cells - 2 * abs(points)
    winner_moves_now = points > 0
    if (last - board.ply) % 2 == winner_moves_now:
        last += 1
    return last - board.ply + 1


def score_of(board: Board, points: int) -> Score:
    """The score that an exact number of points stands for.

    >>> print(score_of(Board("connect4"), 1), score_of(Board("connect4", "1"), 2))
    win in 21 win in 20
    """
    if points == 0:
        return Score.draw()
    plies = plies_to_end(board, points)
    return Score.win(plies) if points > 0 else Score.loss(plies)


def points_of_end_in(board: Board, plies: int) -> int:
    """What the winner gets if the game is won after this many moves of both sides.

    >>> points_of_end_in(Board("connect4"), 41), points_of_end_in(Board("connect4", "112233"), 1)
    (1, 18)
    """
    return (board.game.cells + 2 - board.ply - plies) // 2
