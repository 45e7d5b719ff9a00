"""The exact solver's signature, and how fast it is."""

from __future__ import annotations

import time

import numpy as np

from inarow.kernels.exact import solving
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.search.exact.memory import Memory, Table, entries_of
from inarow.search.exact.positions import bits_of_board
from inarow.search.exact.solver import Solver
from inarow.search.table_size import TABLE_MB

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


def signature() -> int:
    """The nodes of one thread over fixed positions of several games, the table empty for each."""
    nodes = 0
    for name, positions in _POSITIONS.items():
        solver = Solver(game(name))
        for moves in positions:
            solver.table.clear()
            nodes += solver.solve(Board(game(name), moves), best_moves=False, line=False).nodes
    return nodes


def measure(boards: list[Board], *, clear: bool) -> tuple[int, float]:
    """The nodes of one thread over some positions, and its seconds of the processor.

    With ``clear`` the table is emptied before each position, otherwise before the first.
    """
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
