"""What really happened at each node of a search, from the readable searches and the compiled.

Both give the same: one :class:`Visit` a node, in the order in which the search entered them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.search.tree.readable import Search, search_readably
from inarow.search.tree.recipe import Recipe

if TYPE_CHECKING:
    from inarow.kernels.compiling import Array


class End(Enum):
    """Why a node was left."""

    UNFINISHED = "unfinished"
    LEAF = "leaf"
    ALL_TRIED = "all-tried"
    CUT_OFF = "cut-off"
    FROM_TABLE = "from-table"
    #: Its value was plain without a search.
    SETTLED = "settled"


@dataclass(slots=True)
class Visit:
    """One node as the search saw it."""

    #: How many plies the search would still look ahead from here.
    depth: int
    #: The cell that the move into this node filled; None at the root of an empty history.
    cell: int | None
    alpha: float
    beta: float
    value: float = 0.0
    #: The moves to try, in order, and how many of them were tried.
    moves: tuple[int, ...] = ()
    tried: int = 0
    end: End = End.UNFINISHED
    #: How many nodes are above it, in searches whose depth does not tell.
    level: int = 0


def readable_visits(board: Board, recipe: Recipe, depth: int, rows: int) -> Visits:
    """Watch a readable search; only its first ``rows`` nodes are kept."""
    watched = _WatchedSearch(recipe, board.turn, rows=rows)
    analysis = search_readably(board, recipe, depth, search=watched)
    return Visits(analysis, watched.visits)


def compiled_visits(
    board: Board, recipe: Recipe, depth: int, rows: int, stop: StopSignal | None = None
) -> Visits:
    """Read the log that a compiled search has written of its first ``rows`` nodes."""
    from inarow.search.tree.compiled import search_logged

    analysis, log = search_logged(board, recipe, Limit(depth=depth), rows, stop=stop)
    return Visits(analysis, list(read_log(log)))


@dataclass(frozen=True, slots=True)
class Visits:
    """The first nodes of a search, and what the whole of it found and counted."""

    analysis: Analysis
    visits: list[Visit]


@dataclass(slots=True)
class _WatchedSearch(Search):
    """A search that writes down what it is told."""

    rows: int = 0
    visits: list[Visit] = field(default_factory=list)
    #: The nodes that are being searched, from the root down; None beyond the last row.
    path: list[Visit | None] = field(default_factory=list)

    def enter(self, board: Board, depth: int, alpha: float, beta: float) -> None:
        """Start a row, and count the move into it at its parent."""
        Search.enter(self, board, depth, alpha, beta)
        if self.path and (parent := self.path[-1]) is not None:
            parent.tried += 1
        visit = None
        if len(self.visits) < self.rows:
            visit = Visit(depth, board.last_cell(), alpha, beta)
            self.visits.append(visit)
        self.path.append(visit)

    def moves(self, board: Board) -> list[int]:
        """Write down the moves in the order in which they will be tried."""
        moves = Search.moves(self, board)
        if self.path and (visit := self.path[-1]) is not None:
            visit.moves = tuple(moves)
            visit.end = End.ALL_TRIED
        return moves

    def evaluate(self, board: Board, side: Side) -> float:
        """Write down that the node is a leaf."""
        if (visit := self.path[-1]) is not None:
            visit.end = End.LEAF
        return Search.evaluate(self, board, side)

    def cut(self) -> None:
        """Write down that the rest of the moves is not tried."""
        Search.cut(self)
        if (visit := self.path[-1]) is not None:
            visit.end = End.CUT_OFF

    def leave(self, value: float) -> float:
        """Write down the value."""
        if (visit := self.path.pop()) is not None:
            visit.value = value
        return value


def read_log(log: Array) -> Iterator[Visit]:
    """The nodes that a compiled search has logged, see :mod:`inarow.kernels.log`."""
    from inarow.kernels import log as columns

    ends = {
        columns.UNFINISHED: End.UNFINISHED,
        columns.LEAF: End.LEAF,
        columns.ALL_TRIED: End.ALL_TRIED,
        columns.CUT_OFF: End.CUT_OFF,
        columns.FROM_TABLE: End.FROM_TABLE,
        columns.SETTLED: End.SETTLED,
    }
    for row in log:
        cell = int(row[columns.CELL])
        listed = int(row[columns.LISTED])
        yield Visit(
            depth=int(row[columns.DEPTH]),
            cell=None if cell < 0 else cell,
            alpha=float(row[columns.ALPHA]),
            beta=float(row[columns.BETA]),
            value=float(row[columns.VALUE]),
            moves=tuple(int(m) for m in row[columns.FIRST_MOVE : columns.FIRST_MOVE + listed]),
            tried=int(row[columns.TRIED]),
            end=ends[int(row[columns.END])],
            level=int(row[columns.LEVEL]),
        )


def move_into(game: Game, cell: int) -> int:
    """The move that fills a cell.

    >>> from inarow.rules.catalogue import game
    >>> move_into(game("connect4"), 17), move_into(game("gomoku"), 17)
    (3, 17)
    """
    return cell % game.width if game.gravity else cell
