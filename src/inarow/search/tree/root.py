"""A board as the records that the compiled searches work on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

from inarow.evaluate.blocks import SquareBlocks
from inarow.evaluate.discount import DiscountedRuns
from inarow.evaluate.evaluation import Evaluation
from inarow.evaluate.groups import GroupCount
from inarow.evaluate.shapes import ShapeScores
from inarow.evaluate.threes import OpenThrees
from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Record
from inarow.kernels.random_numbers import random_words
from inarow.kernels.tree import evaluations, records
from inarow.rules.board import Board
from inarow.rules.errors import GameError
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.search.table_size import TABLE_MB
from inarow.search.tree.ordering import Ordering, neighbours, static_order
from inarow.search.tree.recipe import Algorithm, Extras, Recipe

#: How many positions a search with a table remembers; a power of two, some 24 MB of 64.
TABLE_ENTRIES = 1 << (TABLE_MB << 14).bit_length() - 1

#: The heuristics as the kernels know them.
_KINDS: dict[type[Evaluation], int] = {
    GroupCount: evaluations.GROUPS,
    OpenThrees: evaluations.THREES,
    DiscountedRuns: evaluations.DISCOUNT,
    SquareBlocks: evaluations.BLOCKS,
    ShapeScores: evaluations.SHAPES,
}

_UNLIMITED = np.iinfo(np.int64).max


@lru_cache(maxsize=64)
def rules_of(game: Game) -> Record:
    """The record of a game as far as it does not depend on how to search it."""
    groups = np.array(game.groups, dtype=np.uint16)
    if game.rule is not None or groups.size > records.GROUP_CELLS:
        raise GameError(f"the compiled searches cannot play {game}")
    record = np.zeros(1, dtype=records.TREE_GAME)[0]
    record.width, record.height, record.cells = game.width, game.height, game.cells
    record.gravity = game.gravity
    if game.wins.run:
        record.wins, record.length = records.BY_LINE, game.wins.run
    elif game.wins.block:
        record.wins, record.length = records.BY_SQUARE, game.wins.block
    else:
        record.wins, record.length = records.BY_GROUP, game.pieces_to_win
    record.exact = game.wins.exact
    record.group_count, record.group_size = groups.shape
    record.groups[: groups.size] = groups.ravel()
    record.neighbours[:] = -1
    for cell, others in enumerate(neighbours(game)):
        record.neighbours[cell, : len(others)] = others
    words = np.array(random_words(game.cells, 2 * game.cells), dtype=np.uint64)
    record.zobrist[:, : game.cells] = words.reshape(2, game.cells)
    return record


@lru_cache(maxsize=64)
def tree_game(game: Game, recipe: Recipe) -> Record:
    """The record of a game and how to search it."""
    record = rules_of(game).copy()
    record.kind = _KINDS[type(recipe.evaluation)]
    weights = recipe.evaluation.weights(game)
    record.weights[: len(weights)] = weights
    record.draw_value = recipe.draw_value
    record.fixed_view = recipe.algorithm is not Algorithm.NEGAMAX
    record.fail_soft = recipe.fail_soft
    record.prunes = recipe.algorithm is not Algorithm.MINIMAX
    record.near_last = recipe.ordering is Ordering.NEAR_LAST_MOVE
    order = static_order(game, centre=recipe.ordering is Ordering.CENTRE_FIRST)
    record.move_count = len(order)
    record.order[: len(order)] = order
    record.with_table = recipe.extras.table
    record.with_killers = recipe.extras.killers
    record.with_history = recipe.extras.history
    record.with_null_windows = recipe.extras.null_windows
    return record


@dataclass(frozen=True, slots=True)
class Root:
    """A board to search and all that the search of it works on, as the kernels take it."""

    game: Record
    search: Record
    mover: int
    last: int
    winner: int
    empties: int

    @property
    def here(self) -> tuple[int, int, int, int]:
        """What a search is told of the position beside the records."""
        return self.mover, self.last, self.winner, self.empties

    @property
    def key(self) -> int:
        """The position's hash."""
        cells, zobrist = self.search["cells"], self.game["zobrist"]
        count = self.game["cells"]
        key = 0
        for side in Side:
            for word in zobrist[side, :count][cells[:count] == side + 1]:
                key ^= int(word)
        return key


def root_of(board: Board, recipe: Recipe) -> Root:
    """A board ready to be searched by a recipe."""
    game = board.game
    last = board.last_cell()
    outcome = board.outcome()
    return Root(
        tree_game(game, recipe),
        _new_search(board, recipe.extras),
        mover=board.turn + 1,
        last=-1 if last is None else last,
        winner=0 if outcome is None or outcome.winner is None else outcome.winner + 1,
        empties=game.cells - board.ply,
    )


def _new_search(board: Board, extras: Extras) -> Record:
    """The record of a search; what a search writes before it reads is left as it is in memory."""
    search = np.empty(1, dtype=records.TREE_SEARCH)[0]
    cells = search["cells"]
    cells[: board.game.cells] = 0
    for side in Side:
        cells[list(cells_in(board.stones(side)))] = side + 1
    if board.game.gravity:
        width = board.game.width
        search["heights"][:width] = [board.height_of(x) for x in range(width)]
    search["player"] = board.turn + 1
    search["node_limit"] = _UNLIMITED
    for name in ("stop", "stopped", "nodes", "evaluations", "cutoffs"):
        search[name] = 0
    if extras.any:
        search["killers"] = -1
        search["history"] = 0
    return search


def _new_entries(count: int) -> Array:
    return np.zeros(count, dtype=records.TREE_ENTRY)


@dataclass(slots=True)
class _Table:
    """A transposition table, and how many searches have used it since it was cleared."""

    entries: Array = field(default_factory=lambda: _new_entries(TABLE_ENTRIES))
    generation: int = 0

    def begin(self) -> int:
        """Start a generation: a search sees no entry but those of its own."""
        if self.generation == np.iinfo(records.TREE_ENTRY["generation"]).max:
            self.entries["generation"] = self.generation = 0
        self.generation += 1
        return self.generation


#: Tables that no search uses now. To clear one would take longer than a short search does.
_SPARE_TABLES: list[_Table] = []
_MOST_SPARE_TABLES = 2

_NO_TABLE = _new_entries(1)


@contextmanager
def transposition_table(root: Root) -> Iterator[Array]:
    """The table of a search while it runs, empty at first; one of no use if it needs none."""
    if not root.game["with_table"]:
        yield _NO_TABLE
        return
    try:
        table = _SPARE_TABLES.pop()
    except IndexError:
        table = _Table()
    root.search["generation"] = table.begin()
    yield table.entries
    if len(_SPARE_TABLES) < _MOST_SPARE_TABLES:
        _SPARE_TABLES.append(table)
