"""The tree of the exact solver's search, read from the log that the search itself writes."""

from __future__ import annotations

from dataclasses import replace

from inarow.kernels.exact import solving
from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.exact.memory import Memory, Table
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.solver import Solver
from inarow.search.limit import Limit
from inarow.study.explain.threats import cell_above, completes
from inarow.study.trace.tree import USUAL_ROWS, Node, Trace, TraceError, add_node, check_rows
from inarow.study.trace.visits import End, Visit, move_into, read_log

NAME = "exact solver"

#: Entries of the table that both the traced and the plain search begin with, empty.
_ENTRIES = 1 << 18
#: Beyond every score, so that the whole score is asked for.
_WORST, _BEST = -1000, 1000
#: What the plain search may take.
_LIMIT = Limit(time=20.0)


def trace_solver(board: Board, *, rows: int = USUAL_ROWS) -> Trace:
    """Solve a board with an empty table, and keep what happened at the first ``rows`` nodes.

    A node's value is in points as in :mod:`inarow.search.exact.solution`, and its depth is the
    number of empty cells. Moves that leave no choice belong to the move before them, and
    moves whose result is plain without a search are no nodes.
    """
    if board.outcome() is not None:
        raise TraceError(f"there is nothing to search: {board.outcome()}")
    check_rows(rows)
    solver = Solver(board.game, entries=_ENTRIES)
    counted = solver.solve(board, _LIMIT, best_moves=False, line=False)
    found = replace(solver.solve(board, _LIMIT).analysis(), nodes=counted.nodes)
    visits = _visits(board, rows)
    if not visits:
        raise TraceError(
            "the solver knows the result of this position without a search, so there is no tree"
        )
    return Trace(board.copy(), NAME, NAME, found, _nodes(board, visits))


def _visits(board: Board, rows: int) -> list[Visit]:
    """Solve a board, until so many nodes are logged."""
    memory = Memory(board.game, Table(board.game, _ENTRIES), log_rows=rows)
    memory.search["budget"] = rows
    solving.solve_within(*bits_of_board(board), _WORST, _BEST, *memory.arrays)
    return list(read_log(memory.log[: min(rows, int(memory.search["nodes"]))]))


def _nodes(board: Board, visits: list[Visit]) -> list[Node]:
    """Put visits together into a tree; the boards of its nodes are those that the search had."""
    nodes: list[Node] = []
    path: list[Node] = []
    boards: list[Board] = []
    for visit in visits:
        del path[visit.level :], boards[visit.level :]
        here = (boards or [board])[-1].copy()
        if path:
            assert visit.cell is not None
            _play_to(here, move_into(board.game, visit.cell), board.game.cells - visit.depth)
        moves = here.moves[len(board.moves) :]
        plies = len(moves) - len(path[-1].moves) if path else 1
        add_node(nodes, path, visit, moves, here.turn).plies = plies
        boards.append(here)
    for node, visit in zip(nodes, visits, strict=True):
        _name_missing(node, visit)
    return nodes


def _name_missing(node: Node, visit: Visit) -> None:
    """Name the children that were not searched: cut off, or not yet reached."""
    left = visit.moves[len(node.children) :]
    if node.end is End.UNFINISHED:
        node.unrecorded = left
    else:
        node.pruned = left


def _play_to(board: Board, move: int, ply: int) -> None:
    """Play a move, and the moves after it that leave no choice, up to a ply."""
    board.push(move)
    while board.ply < ply:
        forced = _forced(board)
        assert forced is not None, "the search played a move that was not forced"
        board.push(forced)


def _forced(board: Board) -> int | None:
    """The one move that does not lose with the next, if there is only one."""
    if board.outcome() is not None:
        return None
    threats = winning_moves(board, board.turn.other)
    moves = threats or [move for move in board.legal_moves if _is_safe(board, move)]
    return moves[0] if len(moves) == 1 else None


def _is_safe(board: Board, move: int) -> bool:
    """Say whether a move does not give the opponent a winning cell above it."""
    above = cell_above(board, board.landing_cell(move))
    return above is None or not completes(board, board.turn.other, above)
