"""Measure the exact solver, and another one beside it on the same positions."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inarow.kernels.exact import solving
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.errors import InarowError
from inarow.search.exact.memory import Memory, Table, entries_of
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.sampling import PositionClass, generate
from inarow.search.exact.solver import TABLE_MB, Solver

#: What :func:`signature` gives. It changes only when the search is meant to change.
SIGNATURE = 7_987_599

#: The positions that the signature is made of.
_POSITIONS = {
    "connect4": ("444444", "4444445", "4567561172335635", "12345671"),
    "connect4(6x5)": ("",),
    "connect4(8x7)": ("44444445555555333333366666",),
    "connect5": ("4936821859448998734397123151", "4635626375958675771734189741"),
    "square": ("445533",),
    "square(6x5,n=3)": ("", "33"),
    "mnk(5x5,k=4,gravity)": ("", "12"),
}


class BenchError(InarowError):
    """The measurement cannot be made, or its result is wrong."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured on one class of positions; times are sums, of the processor."""

    name: str
    positions: int
    nodes: int
    seconds: float
    peer_seconds: float | None = None


def signature() -> int:
    """The nodes of one thread over fixed positions of several games, the table empty for each."""
    nodes = 0
    for name, positions in _POSITIONS.items():
        solver = Solver(game(name))
        for moves in positions:
            solver.table.clear()
            nodes += solver.solve(Board(game(name), moves), best_moves=False, line=False).nodes
    return nodes


def measure(wanted: PositionClass, count: int, seed: int, *, peer: str | None = None) -> Row:
    """Solve positions of a class, by the other solver as well if one is named."""
    solver = Solver(game("connect4"))
    positions = generate(solver, wanted, count, seed)
    nodes, seconds = _measure_ours([board for board, _ in positions], wanted.clear_table)
    peer_seconds = None
    if peer is not None:
        peer_seconds = _measure_peer(positions, _bitbully(wanted.clear_table))
    return Row(wanted.name, count, nodes, seconds, peer_seconds)


def _measure_ours(boards: list[Board], clear: bool) -> tuple[int, float]:
    rules = boards[0].game
    table = Table(rules, entries_of(TABLE_MB))
    memory = Memory(rules, table)
    positions = np.array([bits_of_board(board) for board in boards], dtype=np.uint64)
    results = np.zeros((len(boards), 2), dtype=np.int64)
    table.clear()
    if not clear:
        started = time.process_time()
        solving.solve_many(positions, results, *memory.arrays)
        return int(results[:, 1].sum()), time.process_time() - started
    seconds = 0.0
    for i in range(len(boards)):
        table.clear()
        started = time.process_time()
        solving.solve_many(positions[i : i + 1], results[i : i + 1], *memory.arrays)
        seconds += time.process_time() - started
    return int(results[:, 1].sum()), seconds


def measure_threads(
    wanted: PositionClass, count: int, seed: int, threads: int
) -> tuple[float, float]:
    """Seconds by the clock for all positions of a class, of one thread and of several."""
    rules = game("connect4")
    boards = [board for board, _ in generate(Solver(rules), wanted, count, seed)]
    alone, together = (_seconds(boards, Solver(rules, threads=n)) for n in (1, threads))
    return alone, together


def _seconds(boards: list[Board], solver: Solver) -> float:
    seconds = 0.0
    for board in boards:
        solver.table.clear()
        started = time.perf_counter()
        solver.solve(board, best_moves=False, line=False)
        seconds += time.perf_counter() - started
    return seconds


def _measure_peer(
    positions: list[tuple[Board, int]], solve: Callable[[Board], tuple[int, float]]
) -> float:
    total = 0.0
    for board, expected in positions:
        points, seconds = solve(board)
        total += seconds
        if points != expected:
            raise BenchError(f"{board.moves_text()}: we say {expected}, the other {points}")
    return total


def _bitbully(clear: bool) -> Callable[[Board], tuple[int, float]]:
    try:
        import bitbully
    except ImportError:
        raise BenchError("bitbully is not installed: pip install bitbully") from None
    solver = bitbully.BitBully(opening_book=None)

    def solve(board: Board) -> tuple[int, float]:
        position = bitbully.Board(list(board.moves))
        if clear:
            solver.reset_transposition_table()
        started = time.process_time()
        points = int(solver.mtdf(position))
        return points, time.process_time() - started

    return solve
