"""Rows where pieces go anywhere: open fours and open threes, as Gomoku players name them.

The names are for five in a row. In general a "four" is one piece less than wins and a "three" two
less. An open four is a row of that many pieces, both ends of which win; an open three is one piece
away from an open four.
"""

from __future__ import annotations

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import DIRECTIONS, cells_in
from inarow.rules.side import Side


def has_rows(game: Game) -> bool:
    """Say whether these names mean something in a game: pieces go anywhere, four or more win."""
    return not game.gravity and (game.wins.run or 0) >= 4


def open_four_ends(board: Board, side: Side, cell: int) -> tuple[int, int] | None:
    """The two ends of an open four through ``cell``, the piece there taken to be in place."""
    for direction in range(len(DIRECTIONS)):
        ends = _open_ends(board, side, cell, direction)
        if ends is not None:
            return ends
    return None


def open_four_cells(board: Board, side: Side) -> set[int]:
    """The empty cells on which ``side`` would make an open four.

    >>> board = Board("gomoku", "h8 a1 i8 a2 j8 a3")
    >>> from inarow.rules.notation import moves_text
    >>> moves_text(board.game, sorted(open_four_cells(board, Side.X)))
    'g8 k8'
    """
    empty = ~board.occupied & ((1 << board.game.cells) - 1)
    return {cell for cell in cells_in(empty) if open_four_ends(board, side, cell) is not None}


def four_directions(board: Board, side: Side, cell: int) -> list[int]:
    """The directions in which one more piece wins with the piece on ``cell``."""
    return [
        direction
        for direction in range(len(DIRECTIONS))
        if any(
            _wins_with(board, side, added, cell, direction)
            for added in _empty_cells_along(board, cell, direction)
        )
    ]


def open_three_directions(board: Board, side: Side, cell: int) -> list[int]:
    """The directions in which one more piece makes an open four with the piece on ``cell``."""
    fours = four_directions(board, side, cell)
    return [
        direction
        for direction in range(len(DIRECTIONS))
        if direction not in fours
        and any(
            _open_ends(board, side, added, direction) is not None
            and cell in _row(board, side, added, direction)
            for added in _empty_cells_along(board, cell, direction)
        )
    ]


def _row(board: Board, side: Side, cell: int, direction: int) -> list[int]:
    """The longest row of a side's pieces through ``cell``, the piece there taken to be in place."""
    game = board.game
    stones = board.stones(side) | 1 << cell
    row = [cell]
    for sign in (1, -1):
        at = _step(game, cell, direction, sign)
        while at is not None and stones >> at & 1:
            row.append(at)
            at = _step(game, at, direction, sign)
    return row


def _open_ends(board: Board, side: Side, cell: int, direction: int) -> tuple[int, int] | None:
    game = board.game
    row = _row(board, side, cell, direction)
    if len(row) != game.pieces_to_win - 1:
        return None
    after = _step(game, max(row, key=lambda at: _place(game, at)), direction, 1)
    before = _step(game, min(row, key=lambda at: _place(game, at)), direction, -1)
    if after is None or before is None:
        return None
    stones = board.stones(side) | 1 << cell
    for end in (before, after):
        if board.occupied >> end & 1:
            return None
        if not game.wins.completed_through(stones | 1 << end, end, game.width, game.height):
            return None
    return before, after


def _wins_with(board: Board, side: Side, added: int, cell: int, direction: int) -> bool:
    """Say whether a piece on ``added`` would win with a row in this direction through ``cell``."""
    wins, length = board.game.wins, board.game.pieces_to_win
    row = _row(board, side, added, direction)
    enough = len(row) == length or (len(row) > length and not wins.exact)
    return enough and cell in row


def _empty_cells_along(board: Board, cell: int, direction: int) -> list[int]:
    """The empty cells that can be in one winning row with ``cell`` in a direction."""
    cells = []
    for sign in (1, -1):
        at: int | None = cell
        for _ in range(board.game.pieces_to_win - 1):
            at = _step(board.game, at, direction, sign) if at is not None else None
            if at is not None and not board.occupied >> at & 1:
                cells.append(at)
    return cells


def _place(game: Game, cell: int) -> tuple[int, int]:
    """Orders the cells of a row as the four directions run: to the right, or else upwards."""
    return game.xy(cell)


def _step(game: Game, cell: int, direction: int, sign: int) -> int | None:
    """The next cell in a direction, or None beyond the edge."""
    dx, dy = DIRECTIONS[direction]
    x, y = game.xy(cell)
    x, y = x + sign * dx, y + sign * dy
    return game.cell(x, y) if 0 <= x < game.width and 0 <= y < game.height else None
