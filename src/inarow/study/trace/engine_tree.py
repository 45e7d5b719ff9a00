"""The tree of the Gomoku engine's search.

The code of the compiled search itself is run by Python, with helpers that report before they call
the compiled ones: same moves, same values, same nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any

import numpy as np

from inarow.kernels.gomoku import root as gomoku_root
from inarow.kernels.gomoku import search as gomoku_search
from inarow.kernels.gomoku import transposition_table as gomoku_memory
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.side import Side
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.parts import Part
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.trace.tree import USUAL_ROWS, Node, Trace, TraceError, check_rows
from inarow.study.trace.visits import End

NAME = "Gomoku engine"

#: Deeper, the engine also tries what no board can show: passing, and leaving a move out.
DEEPEST = 6
_MEGABYTES = 8.0


def trace_engine(
    board: Board,
    depth: int,
    *,
    rows: int = USUAL_ROWS,
    without: frozenset[Part] = frozenset(),
    stop: StopSignal | None = None,
) -> Trace:
    """Search a board depth by depth, and keep what happened at the first ``rows`` nodes.

    There is a root for each depth, and more where a narrow window had to be widened. A move can
    come twice below a node: first against no window at all, and again where that was not enough.
    """
    if board.outcome() is not None:
        raise TraceError(f"there is nothing to search: {board.outcome()}")
    if not 1 <= depth <= DEEPEST:
        raise TraceError(f"the {NAME} is traced to depths from 1 to {DEEPEST}")
    check_rows(rows)
    watcher = _Watcher(rows)
    engine = _WatchedEngine(board.game, watcher, without)
    found = engine.analyse(board, Limit(depth=depth), stop=stop)
    if not watcher.count:
        raise TraceError(f"the {NAME} knows its move here without the search that is traced")
    about = f"{NAME}, depth {found.depth} (besides {watcher.fours:,} positions of fours)"
    return Trace(
        board.copy(), NAME, about, replace(found, nodes=watcher.count), _nodes(board, watcher)
    )


@dataclass(slots=True)
class _Visit:
    """One node while and after the search is at it."""

    #: The cells filled since the root.
    moves: tuple[int, ...]
    alpha: int
    beta: int
    depth: int
    parent: _Visit | None
    number: int
    value: int = 0
    listed: list[int] = field(default_factory=list)
    searched: list[int] = field(default_factory=list)
    end: End = End.UNFINISHED
    #: How many moves its list holds.
    total: int = 0
    #: What the table said: nothing, or a value that was not good enough unless it is returned.
    tabled: int | None = None
    asked_table: bool = False
    won_by_fours: bool = False


class _WatchedEngine(GomokuEngine):
    """The engine with its search run by Python, on records whose fields Python can name too."""

    def __init__(self, game: Game, watcher: _Watcher, without: frozenset[Part]) -> None:
        super().__init__(game, megabytes=_MEGABYTES, without=without)
        self._memory.ground = _named(self._memory.ground)
        for worker in self._memory.workers:
            worker.state = _named(worker.state)
            worker.fours = _named(worker.fours)
            worker.search = _named(worker.search)
        self._search_root = watcher.search_root


def _named(record: Any) -> Any:
    """A copy of a record whose fields are attributes, as compiled code sees them."""
    return np.array(record, ndmin=1).view(np.dtype((np.record, record.dtype)))[0]


class _Watcher:
    """Stands between the search and itself, and writes down what it is asked and answers."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.visits: list[_Visit] = []
        #: All nodes, and the positions that were looked at for wins by fours.
        self.count = 0
        self.fours = 0
        self._path: list[_Visit] = []
        self._root = interpreted(gomoku_root.search_root, search_node=self.search_node)
        self._node = interpreted(
            gomoku_search.search_node,
            search_node=self.search_node,
            recall=self.recall,
            leaf_win=self.leaf_win,
            list_moves=self.list_moves,
            list_far_moves=self.list_far_moves,
        )

    def search_root(self, *arguments: Any) -> int:
        """Search all moves of the root."""
        _, _, _, _, _, alpha, beta, depth, moves, _ = arguments
        visit = self._enter((), alpha, beta, depth)
        visit.listed = [int(move) for move in moves]
        value = int(self._root(*arguments))
        self._leave(visit, value, stopped=bool(arguments[3].stopped))
        return value

    def search_node(self, *arguments: Any) -> int:
        """Search one node."""
        state, _, _, search, _, alpha, beta, depth, ply, _ = arguments
        last = int(state.moves[state.stones - 1])
        parent = self._path[-1]
        parent.searched.append(last)
        visit = self._enter((*parent.moves, last), int(alpha), int(beta), int(depth))
        value = int(self._node(*arguments))
        visit.listed = [int(move) for move in search.moves[ply, : visit.total]]
        self._leave(visit, value, stopped=bool(search.stopped))
        return value

    def recall(self, memory: Any, key: Any) -> Any:
        """Ask the table about the node."""
        entry = gomoku_memory.recall(memory, key)
        visit = self._path[-1]
        visit.asked_table = True
        if entry:
            value = gomoku_memory.packed_value(entry)
            visit.tabled = int(gomoku_search.value_from_root(value, len(visit.moves)))
        return entry

    def leaf_win(self, *arguments: Any) -> int:
        """Look for a win by fours."""
        search = arguments[5]
        before = int(search.nodes)
        value = int(gomoku_search.leaf_win(*arguments))
        self.fours += int(search.nodes) - before
        self._path[-1].won_by_fours = value > 0
        return value

    def _enter(self, moves: tuple[int, ...], alpha: int, beta: int, depth: int) -> _Visit:
        self.count += 1
        parent = self._path[-1] if self._path else None
        visit = _Visit(moves, alpha, beta, depth, parent, self.count)
        if self.count <= self.rows:
            self.visits.append(visit)
        self._path.append(visit)
        return visit

    def _leave(self, visit: _Visit, value: int, *, stopped: bool) -> None:
        self._path.pop()
        visit.value = value
        if not stopped:
            visit.end = _end_of(visit)

    def list_moves(self, *arguments: Any) -> int:
        """List the node's moves."""
        self._path[-1].total = total = int(gomoku_search.list_moves(*arguments))
        return total

    def list_far_moves(self, *arguments: Any) -> int:
        """List the moves of the node that were left out before."""
        self._path[-1].total = total = int(gomoku_search.list_far_moves(*arguments))
        return total


def interpreted(compiled: Any, **replaced: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function's own code, to be run by Python with some of its helpers replaced."""
    source = compiled.py_func
    return FunctionType(source.__code__, {**source.__globals__, **replaced})


def _end_of(visit: _Visit) -> End:
    """Why a node was left."""
    if visit.searched:
        return End.CUT_OFF if visit.value >= visit.beta else End.ALL_TRIED
    if visit.tabled == visit.value:
        return End.FROM_TABLE
    at_horizon = visit.depth <= 0 and visit.asked_table and not visit.won_by_fours
    return End.LEAF if at_horizon else End.SETTLED


def _nodes(board: Board, watcher: _Watcher) -> list[Node]:
    """The tree of the visits that were kept."""
    nodes: list[Node] = []
    for visit in watcher.visits:
        turn = Side((board.turn + len(visit.moves)) % 2)
        node = Node(
            number=visit.number,
            parent=None if visit.parent is None else visit.parent.number,
            moves=visit.moves,
            depth=visit.depth,
            turn=turn,
            view=turn,
            alpha=visit.alpha,
            beta=visit.beta,
            value=visit.value,
            end=visit.end,
        )
        if node.parent is not None:
            nodes[node.parent - 1].children.append(node.number)
        nodes.append(node)
    for node, visit in zip(nodes, watcher.visits, strict=True):
        _name_missing(node, visit, nodes)
    return nodes


def _name_missing(node: Node, visit: _Visit, nodes: list[Node]) -> None:
    """Name the moves that were never searched, and those that were but are not kept."""
    searched = set(visit.searched)
    left = tuple(move for move in visit.listed if move not in searched)
    seen = {nodes[child - 1].move for child in node.children}
    node.unrecorded = tuple(move for move in dict.fromkeys(visit.searched) if move not in seen)
    if node.end is End.UNFINISHED:
        node.unrecorded += left
    else:
        node.pruned = left
