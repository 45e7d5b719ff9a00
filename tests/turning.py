"""Boards turned and reflected, to compare a position with its images."""

from __future__ import annotations

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import bits_of, cells_in
from inarow.rules.symmetry import Symmetry


def transform_move(game: Game, move: int, symmetry: Symmetry) -> int:
    """The move that corresponds to ``move`` on the transformed board."""
    if game.gravity:
        return symmetry.move_xy(game, move, 0)[0]
    return game.cell(*symmetry.move_xy(game, *game.xy(move)))


def transform(board: Board, symmetry: Symmetry) -> Board:
    """The board turned or reflected, its history with it."""
    game = board.game
    start = board.start()
    stones = [
        bits_of(tuple(game.cell(*symmetry.move_xy(game, *game.xy(c))) for c in cells_in(bits)))
        for bits in start.key()
    ]
    image = Board.from_stones(game, *stones)
    image.play(transform_move(game, move, symmetry) for move in board.moves)
    return image
