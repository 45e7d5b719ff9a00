"""A log of a search while it runs: a row for each of its first nodes, in the order it enters them.

A search without a log passes one that has no rows; all it then costs is one comparison a node.
"""

from __future__ import annotations

from inarow.kernels.compiling import Array, compiled

#: Columns of a row: what the node was asked, what it answered, and how many of the listed moves it
#: tried. ``LEVEL``, how far below the root a node is, is for searches whose depth does not tell
#: it. From ``FIRST_MOVE`` on stand the moves themselves, in the order they were to be tried.
DEPTH, CELL, ALPHA, BETA, VALUE, LISTED, TRIED, END, LEVEL = range(9)
FIRST_MOVE = 9

#: How a node ended. A row that is still ``UNFINISHED`` belongs to a search that was stopped;
#: ``SETTLED`` is a node whose value was plain without a search.
UNFINISHED, LEAF, ALL_TRIED, CUT_OFF, FROM_TABLE, SETTLED = range(6)


@compiled("int64(int64, int64, int64, float64, float64, float64[:, ::1])")
def open_row(number: int, depth: int, cell: int, alpha: float, beta: float, log: Array) -> int:
    """Log that node ``number`` (from 1) was entered by a piece on ``cell``.

    Returns its row, or -1 if the log has no room for it.
    """
    row = number - 1
    if row >= log.shape[0]:
        return -1
    log[row, DEPTH] = depth
    log[row, CELL] = cell
    log[row, ALPHA] = alpha
    log[row, BETA] = beta
    return row


@compiled("void(int64, int64, int64, int64[:, ::1], float64[:, ::1])")
def list_in_row(row: int, level: int, count: int, moves: Array, log: Array) -> None:
    """Log the moves that a node is going to try, which stand in row ``level`` of ``moves``."""
    if row < 0:
        return
    log[row, LISTED] = count
    for i in range(count):
        log[row, FIRST_MOVE + i] = moves[level, i]


@compiled("void(int64, int64, float64, int64, float64[:, ::1])")
def close_row(row: int, tried: int, value: float, end: int, log: Array) -> None:
    """Log what a node was worth, after how many moves, and why it ended."""
    if row < 0:
        return
    log[row, TRIED] = tried
    log[row, VALUE] = value
    log[row, END] = end
