"""The tree of the exact solver's search.

The solver is one compiled loop that keeps no log. Its tree comes from the same source all the same:
the very code of ``kernels/exact/null_window.py`` and ``kernels/exact/solving.py`` is run by
Python instead, with helpers that report before they call the compiled ones. So it asks the
same questions, looks up and records the same bounds and counts the same nodes, only slower, and the
solver pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any

from inarow.kernels.exact import null_window as nullwindow
from inarow.kernels.exact import settling, solving
from inarow.kernels.exact import transposition_table as boundtable
from inarow.rules.board import Board
from inarow.rules.threats import winning_moves
from inarow.search.exact.solver import Solver
from inarow.search.exact.solver_memory import Memory, Table, bits_of_board
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.explain.threats import cell_above, completes
from inarow.study.trace.tree import USUAL_ROWS, Node, Trace, TraceError, check_rows
from inarow.study.trace.visits import End

NAME = "exact solver"

#: Entries of the table that both the traced and the plain search begin with, empty.
_ENTRIES = 1 << 18
#: Beyond every score, so that the whole score is asked for.
_WORST, _BEST = -1000, 1000
#: What the plain search may take where no limit is given.
_USUAL_LIMIT = Limit(time=20.0)

#: The stones of the player to move and of the other, a column at a time, as the kernels have them.
_Position = tuple[int, int]


def trace_solver(
    board: Board,
    *,
    rows: int = USUAL_ROWS,
    limit: Limit = _USUAL_LIMIT,
    stop: StopSignal | None = None,
) -> Trace:
    """Solve a board with an empty table, and keep what happened at the first ``rows`` nodes.

    A node's value is in points as in :mod:`inarow.search.exact.solution`, and its depth is the
    number of empty cells. Moves that leave no choice belong to the move before them, and
    moves whose result is plain without a search are no nodes.
    """
    if board.outcome() is not None:
        raise TraceError(f"there is nothing to search: {board.outcome()}")
    check_rows(rows)
    solver = Solver(board.game, entries=_ENTRIES)
    counted = solver.solve(board, limit, best_moves=False, line=False, stop=stop)
    found = replace(solver.solve(board, limit, stop=stop).analysis(), nodes=counted.nodes)
    watcher = _Watcher(board.game.width)
    watcher.run(board, rows)
    if not watcher.visits:
        raise TraceError("the solver sees the result of this position without a search")
    return Trace(board.copy(), NAME, NAME, found, _nodes(board, watcher.visits))


@dataclass(slots=True)
class _Visit:
    """One node while and after the search is at it."""

    level: int
    position: _Position
    empties: int
    beta: int
    value: int = 0
    end: End = End.UNFINISHED
    #: The positions of the children that need a search, in order, and how many were searched.
    children: list[_Position] = field(default_factory=list)
    tried: int = 0


class _Watcher:
    """Stands between the search loop and its helpers, and writes down what they say."""

    def __init__(self, width: int) -> None:
        self.visits: list[_Visit] = []
        self._path: list[_Visit] = []
        self._frame_size = int(nullwindow.POSITION) * (1 + width)
        self._row_size = int(nullwindow.RANKS) + 2 * width

    def run(self, board: Board, nodes: int) -> None:
        """Solve a board, until so many nodes are seen."""
        search = interpreted(
            nullwindow.search,
            _make_children=self.make_children,
            looked_up=self.look_up,
            _look_up_children=self.look_up_children,
            record=self.record,
            prefetch=lambda *_: None,
            unpacked=tuple,
            unpacked_layout=tuple,
        )
        solve = interpreted(
            solving.solve_within, search=search, unpacked=tuple, popcount=lambda x: x.bit_count()
        )
        memory = Memory(board.game, Table(board.game, _ENTRIES))
        memory.counts[nullwindow.BUDGET] = nodes
        solve(*bits_of_board(board), _WORST, _BEST, *memory.arrays)

    def make_children(self, *arguments: Any) -> tuple[int, int]:
        """The helper that every node begins with."""
        frame, row, boards, numbers = arguments[:4]
        level = int(row) // self._row_size
        visit = _Visit(
            level,
            self._position(boards, int(frame)),
            int(numbers[row + nullwindow.EMPTIES]),
            int(numbers[row + nullwindow.BETA]),
        )
        del self._path[level:]
        if self._path:
            self._enter_child(self._path[-1], boards, numbers)
        self.visits.append(visit)
        self._path.append(visit)
        best, count = nullwindow._make_children(*arguments)
        if best >= visit.beta or not count:
            plain = best != -settling.UNKNOWN
            visit.value = best if plain else settling.score_of_loss_next(visit.empties)
            visit.end = End.SETTLED
        return best, count

    def look_up(self, *arguments: Any) -> Any:
        """The helper that asks the table about a node."""
        entry = boundtable.looked_up(*arguments)
        visit = self._path[-1]
        cells = visit.empties + sum(stones.bit_count() for stones in visit.position)
        lower = boundtable.lower_bound(entry, cells)
        upper = boundtable.upper_bound(entry, cells)
        if lower >= visit.beta or upper < visit.beta:
            visit.value = lower if lower >= visit.beta else upper
            visit.end = End.FROM_TABLE
        return entry

    def look_up_children(self, *arguments: Any) -> tuple[int, int]:
        """The helper that asks the table about a node's children."""
        best, count = nullwindow._look_up_children(*arguments)
        visit = self._path[-1]
        if best >= visit.beta or not count:
            visit.value, visit.end = best, End.FROM_TABLE
        return best, count

    def record(self, *arguments: Any) -> None:
        """The helper that a node ends with whose children were searched."""
        best = int(arguments[3])
        # The last child has been left without a word, if it was settled or known.
        del self._path[self._last_open() + 1 :]
        visit = self._path[-1]
        visit.value = best
        visit.end = End.CUT_OFF if best >= visit.beta else End.ALL_TRIED
        boundtable.record(*arguments)

    def _last_open(self) -> int:
        """The deepest node on the path that has not ended."""
        return max(at for at, one in enumerate(self._path) if one.end is End.UNFINISHED)

    def _enter_child(self, parent: _Visit, boards: Any, numbers: Any) -> None:
        """Write down the children of a node when the first is entered, and count each."""
        if not parent.tried:
            row, frame = parent.level * self._row_size, parent.level * self._frame_size
            count = int(numbers[row + int(nullwindow.COUNT)])
            first = row + int(nullwindow.RANKS)
            for entry in numbers[first : first + count]:
                place = int(nullwindow._child_in(entry))
                at = frame + int(nullwindow.POSITION) * (1 + place)
                parent.children.append(self._position(boards, at))
        parent.tried += 1

    @staticmethod
    def _position(boards: Any, at: int) -> _Position:
        mover, other = int(nullwindow.MOVER), int(nullwindow.OTHER)
        return int(boards[at + mover]), int(boards[at + other])


def interpreted(compiled: Any, **replaced: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function's own code, to be run by Python with some of its helpers replaced."""
    source = compiled.py_func
    return FunctionType(source.__code__, {**source.__globals__, **replaced})


def _nodes(board: Board, visits: list[_Visit]) -> list[Node]:
    """Put visits together into a tree; the boards of its nodes are those that the search had."""
    nodes: list[Node] = []
    path: list[tuple[Node, Board]] = []
    for visit in visits:
        del path[visit.level :]
        parent, before = path[-1] if path else (None, board)
        step = _moves_to(before, visit.position) if parent is not None else ()
        here = before.copy()
        here.play(step)
        node = Node(
            number=len(nodes) + 1,
            parent=None if parent is None else parent.number,
            moves=(*(() if parent is None else parent.moves), *step),
            depth=visit.empties,
            turn=here.turn,
            view=here.turn,
            alpha=visit.beta - 1,
            beta=visit.beta,
            value=visit.value,
            end=visit.end,
            plies=max(1, len(step)),
        )
        _name_missing(node, visit, here)
        if parent is not None:
            parent.children.append(node.number)
        nodes.append(node)
        path.append((node, here))
    return nodes


def _name_missing(node: Node, visit: _Visit, here: Board) -> None:
    """Name the children that were not searched: cut off, or not yet reached."""
    left = tuple(_moves_to(here, child)[0] for child in visit.children[visit.tried :])
    if node.end is End.UNFINISHED:
        node.unrecorded = left
    else:
        node.pruned = left


def _moves_to(board: Board, position: _Position) -> tuple[int, ...]:
    """The move that leads to a position further on, and the moves after it that leave no choice."""
    ply = sum(stones.bit_count() for stones in position)
    for move in board.legal_moves:
        here = board.copy()
        here.push(move)
        while here.ply < ply and (forced := _forced(here)) is not None:
            here.push(forced)
        if here.ply == ply and _as_position(here) == position:
            return here.moves[len(board.moves) :]
    raise AssertionError("a position of the search cannot be reached on the board")


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


def _as_position(board: Board) -> _Position:
    mover, other = bits_of_board(board)
    return int(mover), int(other)
