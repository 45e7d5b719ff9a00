"""A board as the arrays that the compiled searches work on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from inarow.kernels.tree import position, tracing
from inarow.kernels.tree import search as treesearch
from inarow.rules.board import Board
from inarow.rules.errors import GameError
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.search.tree.ordering import Ordering, neighbours, static_order
from inarow.search.tree.recipe import Algorithm, Recipe

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

_UNLIMITED = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class GameArrays:
    """What stays the same for every position of a game."""

    #: See the constants in :mod:`inarow.kernels.tree.position`.
    geometry: Array
    #: A row for every set of cells that wins.
    groups: Array
    #: A row of up to eight neighbours for every cell, filled up with -1.
    neighbours: Array
    #: A random number for every piece on every cell, to hash positions with.
    zobrist: Array


@lru_cache(maxsize=64)
def game_arrays(game: Game) -> GameArrays:
    """The arrays of a game."""
    if not (game.wins.run or game.wins.block) or game.rule is not None:
        raise GameError(f"the compiled searches cannot play {game}")
    geometry = np.zeros(6, dtype=np.int64)
    geometry[position.WIDTH] = game.width
    geometry[position.HEIGHT] = game.height
    geometry[position.GRAVITY] = game.gravity
    geometry[position.SQUARE] = game.wins.block is not None
    geometry[position.LENGTH] = game.wins.block or game.pieces_to_win
    geometry[position.EXACT] = game.wins.exact
    around = np.full((game.cells, 8), -1, dtype=np.int32)
    for cell, others in enumerate(neighbours(game)):
        around[cell, : len(others)] = others
    random = np.random.default_rng(game.cells)
    zobrist = random.integers(0, 2**64, size=(2, game.cells), dtype=np.uint64)
    return GameArrays(geometry, np.array(game.groups, dtype=np.int32), around, zobrist)


class SearchArrays:
    """One position and the memory of one search over it, in the order the kernels take them."""

    def __init__(
        self, board: Board, recipe: Recipe, depth: int, stop: Array, log_rows: int = 0
    ) -> None:
        game = board.game
        fixed = game_arrays(game)
        evaluation = recipe.evaluation.compiled(game)
        self.cells = np.zeros(game.cells, dtype=np.int8)
        for side in Side:
            self.cells[list(cells_in(board.stones(side)))] = side + 1
        self.heights = np.zeros(game.width, dtype=np.int64)
        if game.gravity:
            self.heights[:] = [board.height_of(x) for x in range(game.width)]
        self.mover = board.turn + 1
        last = board.last_cell()
        self.last = -1 if last is None else last
        outcome = board.outcome()
        self.winner = 0 if outcome is None or outcome.winner is None else outcome.winner + 1
        self.empties = game.cells - board.ply
        self.counts = np.zeros(treesearch.COUNTS, dtype=np.int64)
        self.counts[treesearch.BUDGET] = _UNLIMITED
        self.counts[treesearch.BEST] = -1
        self.counts[treesearch.ROOT_DEPTH] = depth
        self.counts[treesearch.KIND] = evaluation.kind
        self.counts[treesearch.NEAR_LAST] = recipe.ordering is Ordering.NEAR_LAST_MOVE
        self.counts[treesearch.FAIL_SOFT] = recipe.fail_soft
        self.counts[treesearch.PLAYER] = self.mover
        self.counts[treesearch.FIXED_VIEW] = recipe.algorithm is not Algorithm.NEGAMAX
        order = static_order(game, centre=recipe.ordering is Ordering.CENTRE_FIRST)
        self.move_count = len(order)
        #: A row for each of the search's first nodes, see :mod:`inarow.kernels.tree.tracing`.
        self.log = np.zeros((log_rows, tracing.FIRST_MOVE + self.move_count), dtype=np.float64)
        self.state: tuple[Any, ...] = (
            float(recipe.draw_value),
            evaluation.weights,
            self.cells,
            self.heights,
            fixed.geometry,
            fixed.groups,
            fixed.neighbours,
            np.array(order, dtype=np.int64),
            np.zeros((depth + 1, self.move_count), dtype=np.int64),
            self.counts,
            stop,
            self.log,
        )

    def key(self, zobrist: Array) -> np.uint64:
        """The position's hash."""
        key = np.uint64(0)
        for cell, piece in enumerate(self.cells):
            if piece:
                key ^= zobrist[piece - 1, cell]
        return key
