"""The turns and reflections under which a game stays the same."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from inarow.rules.board import Board
from inarow.rules.errors import GameError
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side


class Symmetry(Enum):
    """A way to lay a board onto itself."""

    IDENTITY = "unchanged"
    MIRROR = "mirrored left to right"
    FLIP = "flipped upside down"
    HALF_TURN = "rotated by 180 degrees"
    DIAGONAL = "mirrored along the rising diagonal"
    ANTIDIAGONAL = "mirrored along the falling diagonal"
    QUARTER_TURN = "rotated by 90 degrees counterclockwise"
    THREE_QUARTER_TURN = "rotated by 90 degrees clockwise"

    def move_xy(self, game: Game, x: int, y: int) -> tuple[int, int]:
        """Where the cell in column ``x`` and row ``y`` goes."""
        right, top = game.width - 1 - x, game.height - 1 - y
        match self:
            case Symmetry.IDENTITY:
                return x, y
            case Symmetry.MIRROR:
                return right, y
            case Symmetry.FLIP:
                return x, top
            case Symmetry.HALF_TURN:
                return right, top
            case Symmetry.DIAGONAL:
                return y, x
            case Symmetry.ANTIDIAGONAL:
                return top, right
            case Symmetry.QUARTER_TURN:
                return top, x
            case Symmetry.THREE_QUARTER_TURN:
                return y, right


_UPRIGHT = (Symmetry.IDENTITY, Symmetry.MIRROR)
_OBLONG = (*_UPRIGHT, Symmetry.FLIP, Symmetry.HALF_TURN)


@lru_cache(maxsize=256)
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """The symmetries of a game: falling pieces allow only the mirror, a square board all eight.

    A shape that looks different in a mirror or when turned allows fewer.
    """
    of_board = tuple(Symmetry) if game.is_square_board else _OBLONG
    groups = {frozenset(group) for group in game.groups}

    def keeps_groups(symmetry: Symmetry) -> bool:
        to = _cell_map(game, symmetry)
        return all(frozenset(to[cell] for cell in group) in groups for group in groups)

    return tuple(filter(keeps_groups, _UPRIGHT if game.gravity else of_board))


def transform_move(game: Game, move: int, symmetry: Symmetry) -> int:
    """The move that corresponds to ``move`` on the transformed board."""
    if game.gravity:
        return symmetry.move_xy(game, move, 0)[0]
    return _cell_map(game, symmetry)[move]


def transform(board: Board, symmetry: Symmetry) -> Board:
    """The board turned or reflected, its history with it.

    >>> transform(Board("connect4", "112"), Symmetry.MIRROR).moves_text()
    '776'
    """
    game = board.game
    if symmetry not in symmetries(game):
        raise GameError(f"{game} does not stay the same when {symmetry.value}")
    start = board.start()
    image = Board.from_stones(
        game,
        _transform_bits(game, start.stones(Side.X), symmetry),
        _transform_bits(game, start.stones(Side.O), symmetry),
    )
    image.play(transform_move(game, move, symmetry) for move in board.moves)
    return image


def canonical_key(board: Board) -> tuple[int, int]:
    """A key that is equal for positions which are the same but for a symmetry of the game."""
    return min(
        (
            _transform_bits(board.game, board.stones(Side.X), symmetry),
            _transform_bits(board.game, board.stones(Side.O), symmetry),
        )
        for symmetry in symmetries(board.game)
    )


@lru_cache(maxsize=256)
def _cell_map(game: Game, symmetry: Symmetry) -> tuple[int, ...]:
    return tuple(game.cell(*symmetry.move_xy(game, *game.xy(cell))) for cell in range(game.cells))


def _transform_bits(game: Game, bits: int, symmetry: Symmetry) -> int:
    cell_map = _cell_map(game, symmetry)
    image = 0
    for cell in cells_in(bits):
        image |= 1 << cell_map[cell]
    return image
