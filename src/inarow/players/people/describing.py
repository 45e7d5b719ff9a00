"""What each legal move of a position does, as the learned model sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.people.features import FEATURES, REMEMBERED, describe_moves
from inarow.kernels.people.records import KINDS
from inarow.players.people.seeing import memory_of, people_board, people_game
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side

#: What groups are worth at a glance: full, lacking one, two, two apart, three; and nearness to the
#: middle. The middle of the published fits; what lacks three is said to count little.
GLANCE = np.array([9.9, 4.1, 1.0, 0.4, 0.1, 0.7])


def features_of(board: Board) -> tuple[Array, Array]:
    """The cells of the legal moves, and a row of features for each."""
    stones = board.stones(Side.X), board.stones(Side.O)
    return features_at(board.game, *stones, memory_of(board, REMEMBERED))


def features_at(
    game: Game, x_stones: int, o_stones: int, memory: Sequence[int]
) -> tuple[Array, Array]:
    """The same for a position and the cells of the moves before, the last one first."""
    record = people_board(game, x_stones, o_stones)
    side = (x_stones | o_stones).bit_count() & 1
    cells = np.empty(game.cells, dtype=np.int64)
    rows = np.empty((game.cells, FEATURES))
    count = describe_moves(
        people_game(game), record, side, np.array(memory, dtype=np.int64), GLANCE,
        _nothing_overlooked(game), cells, rows,
    )  # fmt: skip
    return cells[:count], rows[:count]


@lru_cache(maxsize=64)
def _nothing_overlooked(game: Game) -> Array:
    return np.zeros((len(game.groups), KINDS), dtype=np.uint8)
