"""The turns and reflections under which a game stays the same."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.shapes import bits_of, cells_in
from inarow.rules.side import Side


class Symmetry(Enum):
    """A way to lay a board onto itself.

    Whether it mirrors left to right, whether top to bottom, and whether it swaps the two after
    that; turns are counterclockwise.
    """

    IDENTITY = (False, False, False)
    MIRROR = (True, False, False)
    FLIP = (False, True, False)
    HALF_TURN = (True, True, False)
    DIAGONAL = (False, False, True)
    ANTIDIAGONAL = (True, True, True)
    QUARTER_TURN = (False, True, True)
    THREE_QUARTER_TURN = (True, False, True)

    def move_xy(self, game: Game, x: int, y: int) -> tuple[int, int]:
        """Where the cell in column ``x`` and row ``y`` goes."""
        mirrors, flips, swaps = self.value
        x = game.width - 1 - x if mirrors else x
        y = game.height - 1 - y if flips else y
        return (y, x) if swaps else (x, y)


_UPRIGHT = (Symmetry.IDENTITY, Symmetry.MIRROR)
_OBLONG = (*_UPRIGHT, Symmetry.FLIP, Symmetry.HALF_TURN)


@lru_cache(maxsize=256)
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """The symmetries of a game: falling pieces allow only the mirror, a square board all eight.

    A shape that looks different in a mirror or when turned allows fewer, and nobody knows what
    becomes of a rule about moves then.
    """
    if game.rule is not None:
        return (Symmetry.IDENTITY,)
    of_board = tuple(Symmetry) if game.is_square_board else _OBLONG
    groups = {frozenset(group) for group in game.groups}

    def keeps_groups(symmetry: Symmetry) -> bool:
        to = _cell_map(game, symmetry)
        return all(frozenset(to[cell] for cell in group) in groups for group in groups)

    return tuple(filter(keeps_groups, _UPRIGHT if game.gravity else of_board))


def canonical_key(board: Board, marked: Sequence[int] = ()) -> tuple[int, ...]:
    """A key that is equal for positions which are the same but for a symmetry of the game.

    Marked cells, of which -1 is none, have to be the same too.
    """
    return min(
        (
            _transform_bits(board.game, board.stones(Side.X), symmetry),
            _transform_bits(board.game, board.stones(Side.O), symmetry),
            *(_cell_map(board.game, symmetry)[cell] if cell >= 0 else cell for cell in marked),
        )
        for symmetry in symmetries(board.game)
    )


@lru_cache(maxsize=256)
def _cell_map(game: Game, symmetry: Symmetry) -> tuple[int, ...]:
    return tuple(game.cell(*symmetry.move_xy(game, *game.xy(cell))) for cell in range(game.cells))


def _transform_bits(game: Game, bits: int, symmetry: Symmetry) -> int:
    cell_map = _cell_map(game, symmetry)
    return bits_of(tuple(cell_map[cell] for cell in cells_in(bits)))
