"""Threats: empty cells that would complete a winning shape, now or once they can be filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side


def completes(board: Board, side: Side, cell: int) -> bool:
    """Say whether a piece of ``side`` on an empty cell would win, if it could go there."""
    return _wins(board.game, board.stones(side) | 1 << cell, cell)


def cell_above(board: Board, cell: int) -> int | None:
    """The cell on top of another, or None at the top of the board."""
    above = cell + board.game.width
    return above if above < board.game.cells else None


@dataclass(frozen=True, slots=True)
class Threats:
    """The threats of one side."""

    #: Every empty cell that would win.
    cells: frozenset[int]
    #: Those that can be carried out with the next piece.
    now: frozenset[int]
    #: Pairs of a threat that can be carried out and another one on the cell above it.
    stacked: frozenset[tuple[int, int]]

    @property
    def unstoppable(self) -> bool:
        """Say whether one piece of the opponent cannot answer all that threatens next."""
        return len(self.now) > 1 or bool(self.stacked)


def threats(board: Board, side: Side, also: int | None = None) -> Threats:
    """The threats of a side on a board, or if it had a piece on one more playable cell.

    >>> sorted(threats(Board("connect4", "112233"), Side.X).now)
    [3]
    """
    game = board.game
    extra = 0 if also is None else 1 << also
    own, occupied = board.stones(side) | extra, board.occupied | extra
    empty = ~occupied & ((1 << game.cells) - 1)
    cells = frozenset(cell for cell in cells_in(empty) if _wins(game, own | 1 << cell, cell))
    if not game.gravity:
        return Threats(cells, cells, frozenset())
    now = frozenset(
        cell for cell in cells if cell < game.width or occupied >> (cell - game.width) & 1
    )
    stacked = frozenset((cell, cell + game.width) for cell in now if cell + game.width in cells)
    return Threats(cells, now, stacked)


def _wins(game: Game, stones: int, cell: int) -> bool:
    return bool(game.wins.completed_through(stones, cell, game.width, game.height))


def after_line(board: Board, moves: Sequence[int]) -> Board:
    """The board after a line of moves; this one stays as it is."""
    after = board.copy()
    after.play(moves)
    return after
