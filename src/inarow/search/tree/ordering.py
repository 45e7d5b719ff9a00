"""Which moves a search looks at, and in what order: better ones first cut more off."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache

from inarow.rules.board import Board
from inarow.rules.game import Game


class Ordering(Enum):
    """The ways to list the moves of a position."""

    #: Columns from the left, or cells from the first.
    IN_ORDER = "in order"
    #: From the middle of the board outwards.
    CENTRE_FIRST = "centre first"
    #: Neighbours of the last move first; cells with no neighbouring piece are left out.
    NEAR_LAST_MOVE = "near the last move"

    @property
    def is_selective(self) -> bool:
        """Say whether some legal moves are left out."""
        return self is Ordering.NEAR_LAST_MOVE


Moves = Callable[[Board], list[int]]


def move_lister(ordering: Ordering) -> Moves:
    """The function that lists the moves of a board in this order."""
    return {
        Ordering.IN_ORDER: in_order,
        Ordering.CENTRE_FIRST: centre_first,
        Ordering.NEAR_LAST_MOVE: near_last_move,
    }[ordering]


def in_order(board: Board) -> list[int]:
    """All legal moves, from the first column or cell on."""
    return list(board.legal_moves)


def centre_first(board: Board) -> list[int]:
    """All legal moves, those nearest to the middle first."""
    return [move for move in static_order(board.game, centre=True) if move in board.legal_moves]


def near_last_move(board: Board) -> list[int]:
    """Moves beside a piece, those beside the last one first; the centre of an empty board.

    >>> from inarow.rules.notation import moves_text
    >>> board = Board("gomoku", "a1 h8")
    >>> moves_text(board.game, near_last_move(board))
    'g7 h7 i7 g8 i8 g9 h9 i9 b1 a2 b2'
    """
    game = board.game
    if board.ply == 0:
        return [game.cell(game.width // 2, game.height // 2)]
    last = board.last_cell()
    beside_last = neighbours(game)[last] if last is not None else ()
    candidates = [
        cell
        for cell in board.legal_moves
        if any(board.occupied >> other & 1 for other in neighbours(game)[cell])
    ]
    return [cell for cell in candidates if cell in beside_last] + [
        cell for cell in candidates if cell not in beside_last
    ]


@lru_cache(maxsize=256)
def static_order(game: Game, *, centre: bool) -> tuple[int, ...]:
    """Every move of the game, in order or from the middle outwards; ties go to the lower."""
    moves = range(game.width if game.gravity else game.cells)
    if not centre:
        return tuple(moves)

    def distance(move: int) -> float:
        x, y = game.xy(move)
        across = abs(2 * x - (game.width - 1))
        return across if game.gravity else across + abs(2 * y - (game.height - 1))

    return tuple(sorted(moves, key=distance))


@lru_cache(maxsize=256)
def neighbours(game: Game, reach: int = 1) -> tuple[tuple[int, ...], ...]:
    """For every cell the cells around it, at most so far away: up to eight, if that is 1."""
    return tuple(
        tuple(
            game.cell(x, y)
            for y in range(cell // game.width - reach, cell // game.width + reach + 1)
            for x in range(cell % game.width - reach, cell % game.width + reach + 1)
            if 0 <= x < game.width and 0 <= y < game.height and game.cell(x, y) != cell
        )
        for cell in range(game.cells)
    )
