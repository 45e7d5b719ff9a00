"""The "7" of document 002: a bar and a diagonal of pieces that share a corner.

::

    X X X      and its mirror image, and both of them upside down.
    . X .
    X . .

Each of the two is one piece short of winning, so the shape threatens in two directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.study.explain.threats import completes

Cells = tuple[int, ...]


def seven_through(board: Board, side: Side, cell: int) -> tuple[Cells, Cells] | None:
    """A "7" of ``side`` that holds ``cell``, with the cells that would complete its two lines."""
    stones = board.stones(side)
    for shape, bar_ends, diagonal_ends in _sevens(board.game):
        if cell not in shape or any(not stones >> at & 1 for at in shape):
            continue
        bar = [end for end in bar_ends if _open(board, side, end)]
        diagonal = [end for end in diagonal_ends if _open(board, side, end)]
        if bar and diagonal:
            return shape, (*bar, *diagonal)
    return None


def _open(board: Board, side: Side, cell: int) -> bool:
    return not board.occupied >> cell & 1 and completes(board, side, cell)


@lru_cache(maxsize=64)
def _sevens(game: Game) -> tuple[tuple[Cells, Cells, Cells], ...]:
    """Every place for the shape: its cells, the ends of its bar, the ends of its diagonal."""
    if not (game.gravity and game.wins.run and game.wins.run >= 4):
        return ()
    length = game.wins.run - 1
    return tuple(
        (bar + diagonal[1:], bar_ends, diagonal_ends)
        for x in range(game.width)
        for y in range(game.height)
        # The corner is at (x, y); the bar goes inwards, and the diagonal inwards and down or up.
        for inwards in (-1, 1)
        for rise in (-1, 1)
        for bar, bar_ends in _run(game, x, y, inwards, 0, length)
        for diagonal, diagonal_ends in _run(game, x, y, inwards, rise, length)
    )


def _run(
    game: Game, x: int, y: int, dx: int, dy: int, length: int
) -> Iterator[tuple[Cells, Cells]]:
    """The cells of a straight run from (x, y) and the cells at both its ends, if it fits."""
    points = [(x + step * dx, y + step * dy) for step in range(-1, length + 1)]
    inside = [0 <= px < game.width and 0 <= py < game.height for px, py in points]
    if not all(inside[1:-1]):
        return
    cells = [game.cell(*point) for point in points]
    ends = tuple(cell for cell, fits in ((cells[0], inside[0]), (cells[-1], inside[-1])) if fits)
    yield tuple(cells[1:-1]), ends
