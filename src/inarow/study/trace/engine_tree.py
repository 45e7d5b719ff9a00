"""The tree of the Gomoku engine's search, read from the log that the search itself writes."""

from __future__ import annotations

from dataclasses import replace

from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.parts import Part
from inarow.search.limit import Limit
from inarow.study.trace.tree import (
    USUAL_ROWS,
    Node,
    Trace,
    TraceError,
    add_node,
    check_rows,
    name_missing,
)
from inarow.study.trace.visits import Visit, read_log

NAME = "Gomoku engine"

#: Deeper, the engine also tries what no board can show: a null move, and leaving a move out.
DEEPEST = 6
_MEGABYTES = 8.0


def trace_engine(
    board: Board,
    depth: int,
    *,
    rows: int = USUAL_ROWS,
    without: frozenset[Part] = frozenset(),
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
    engine = GomokuEngine(board.game, megabytes=_MEGABYTES, without=without)
    found = engine.analyse_logged(board, Limit(depth=depth), rows)
    if not found.visits:
        raise TraceError(f"the {NAME} finds its move here without a search, so there is no tree")
    nodes = _nodes(board, list(read_log(found.log)))
    fours = f"besides {found.leaf_nodes:,} positions of fours"
    about = f"{NAME}, depth {found.analysis.depth} ({fours})"
    return Trace(board.copy(), NAME, about, replace(found.analysis, nodes=found.visits), nodes)


def _nodes(board: Board, visits: list[Visit]) -> list[Node]:
    """Put visits together into trees, one a root."""
    nodes: list[Node] = []
    path: list[Node] = []
    for visit in visits:
        del path[visit.level :]
        moves = (*path[-1].moves, visit.cell) if path and visit.cell is not None else ()
        add_node(nodes, path, visit, moves, Side((board.turn + len(moves)) % 2))
    name_missing(nodes, visits)
    return nodes
