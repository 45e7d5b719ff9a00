"""A move at once, in plain Python: for a turn that cannot wait until the engine is compiled."""

from __future__ import annotations

from inarow.rules.board import Board
from inarow.rules.shapes import cells_in

#: Each further stone in a line outweighs every line with fewer.
_STEP = 32
#: At equal numbers of stones, an own line is worth more than a line of the opponent's to stop.
_OWN, _THEIRS = 3, 2


def stand_in(board: Board) -> int:
    """Return the empty cell whose open lines matter most: it ends the game, or stops its end.

    >>> board = Board("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4")
    >>> board.push(stand_in(board))
    >>> board.is_game_over
    True
    """
    game = board.game
    own, theirs = (set(cells_in(board.stones(side))) for side in (board.turn, board.turn.other))
    worth = dict.fromkeys(board.legal_moves, 0)
    for group in game.groups:
        mine, yours = len(own.intersection(group)), len(theirs.intersection(group))
        if mine and yours:
            continue
        value = _OWN * _STEP**mine if mine else _THEIRS * _STEP**yours
        for cell in group:
            if cell in worth:
                worth[cell] += value
    return max(worth, key=lambda cell: worth[cell])
