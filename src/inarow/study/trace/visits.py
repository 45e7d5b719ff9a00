"""What really happened at each node of a search, from the readable searches and the compiled.

Both give the same: one :class:`Visit` a node, in the order in which the search entered them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.search.analysis import Analysis
from inarow.search.limit import Limit
from inarow.search.stopping import StoppedError, StopSignal, is_stopped
from inarow.search.tree.readable import BoundedSearch, Search, search_readably
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


class Counting(Protocol):
    """A search that runs, for another thread to look at."""

    @property
    def nodes(self) -> int:
        """The nodes so far."""
        ...


OnStart = Callable[[Counting], None]


def readable_visits(
    board: Board,
    recipe: Recipe,
    limit: Limit,
    rows: int,
    stop: StopSignal | None = None,
    on_start: OnStart | None = None,
) -> Visits:
    """Watch a readable search to the limit's depth; only its first ``rows`` nodes are kept.

    Raises :class:`StoppedError` where the search does not come to its end.
    """
    assert limit.depth is not None
    watched = _WatchedSearch(recipe, board.turn, stop=stop, most_nodes=limit.nodes, rows=rows)
    if on_start is not None:
        on_start(watched)
    analysis = search_readably(board, recipe, limit.depth, search=watched)
    return Visits(analysis, watched.visits)


def compiled_visits(
    board: Board,
    recipe: Recipe,
    limit: Limit,
    rows: int,
    stop: StopSignal | None = None,
    on_start: OnStart | None = None,
) -> Visits:
    """Read the log that a compiled search has written of its first ``rows`` nodes.

    Raises :class:`StoppedError` where the limit's nodes did not suffice.
    """
    from inarow.search.tree.compiled import Meter, search_logged

    meter = Meter()
    if on_start is not None:
        on_start(meter)
    analysis, log = search_logged(board, recipe, limit, rows, stop=stop, meter=meter)
    if not analysis.complete and not is_stopped(stop):
        raise StoppedError
    return Visits(analysis, list(read_log(log)))


@dataclass(frozen=True, slots=True)
class Visits:
    """The first nodes of a search, and what the whole of it found and counted."""

    analysis: Analysis
    visits: list[Visit]


@dataclass(slots=True)
class _WatchedSearch(BoundedSearch):
    """A search that writes down what it is told."""

    rows: int = 0
    visits: list[Visit] = field(default_factory=list)
    #: The nodes that are being searched, from the root down; None beyond the last row.
    path: list[Visit | None] = field(default_factory=list)

    def enter(self, board: Board, depth: int, alpha: float, beta: float) -> None:
        """Start a row, and count the move into it at its parent."""
        BoundedSearch.enter(self, board, depth, alpha, beta)
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
