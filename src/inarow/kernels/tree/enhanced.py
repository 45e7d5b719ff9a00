"""Negamax with everything that makes it faster: table, killers, history, null windows.

None of it changes the value of a search to a given depth: a remembered value is used only for
exactly the same depth, moves are only reordered, and a null window is searched again if it fails.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.compiling import Array, compiled
from inarow.kernels.log import (
    ALL_TRIED,
    CUT_OFF,
    FROM_TABLE,
    LEAF,
    close_row,
    list_in_row,
    open_row,
)
from inarow.kernels.tree.position import place, remove, wins_through
from inarow.kernels.tree.search import (
    BEST,
    CUTOFFS,
    FIXED_VIEW,
    NODES,
    PLAYER,
    STATE,
    STOPPED,
    enter_node,
    leaf_value,
    list_moves,
)

#: Indices into ``extras``: which of them are on.
TABLE, KILLERS, HISTORY, NULL_WINDOWS = range(4)

#: What a remembered value is.
_EXACT, _LOWER, _UPPER = 1, 2, 3

_KILLER_PRIORITY = 1 << 60
_TABLE_PRIORITY = 1 << 61


@compiled("int64(int64, int64, int64)")
def _pack(depth: int, bound: int, move: int) -> int:
    return move << 16 | depth << 2 | bound


@compiled("int64(int64, int64, int64, int64, int64[::1], int64[:, ::1], int64[:, ::1])")
def _priority(
    move: int, table_move: int, mover: int, ply: int, extras: Array, killers: Array, history: Array
) -> int:
    """How early a move should be tried."""
    if move == table_move:
        return _TABLE_PRIORITY
    if extras[KILLERS]:
        if move == killers[ply, 0]:
            return _KILLER_PRIORITY + 1
        if move == killers[ply, 1]:
            return _KILLER_PRIORITY
    return history[mover - 1, move] if extras[HISTORY] else 0


@compiled("void(int64, int64[::1], int64[::1])")
def _sort_moves(count: int, moves: Array, priorities: Array) -> None:
    """Sort by falling priority; equals keep their order."""
    for i in range(1, count):
        move, priority = moves[i], priorities[i]
        j = i
        while j > 0 and priorities[j - 1] < priority:
            moves[j], priorities[j] = moves[j - 1], priorities[j - 1]
            j -= 1
        moves[j], priorities[j] = move, priority


@compiled("void(int64, int64, int64, int64, int64[::1], int64[:, ::1], int64[:, ::1])")
def _remember_cutoff(
    move: int, mover: int, ply: int, depth: int, extras: Array, killers: Array, history: Array
) -> None:
    if extras[KILLERS] and killers[ply, 0] != move:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = move
    if extras[HISTORY]:
        history[mover - 1, move] += depth * depth


@compiled(
    "float64(int64, int64, float64, float64, int64, int64, int64, int64, uint64, int64[::1],"
    " uint64[:, ::1], uint64[::1], float64[::1], int64[::1], int64[:, ::1], int64[:, ::1],"
    f" int64[:, ::1], int64[:, ::1], {STATE})"
)
def deep_negamax(
    depth: int,
    ply: int,
    alpha: float,
    beta: float,
    mover: int,
    last: int,
    winner: int,
    empties: int,
    key: int,
    extras: Array,
    zobrist: Array,
    table_keys: Array,
    table_values: Array,
    table_info: Array,
    killers: Array,
    history: Array,
    priorities: Array,
    line: Array,
    draw_value: float,
    weights: Array,
    cells: Array,
    heights: Array,
    geometry: Array,
    groups: Array,
    neighbours: Array,
    order: Array,
    moves: Array,
    counts: Array,
    stop: Array,
    log: Array,
) -> float:
    """Return the fail-soft negamax value to ``depth`` of the player to move.

    Row ``ply`` of ``line`` receives the best line from here, ended by -1. At the root (ply 0)
    ``counts[BEST]`` always holds the best move whose search was finished.
    """
    line[ply, 0] = -1
    if not enter_node(counts, stop):
        return 0.0
    row = open_row(counts[NODES], depth, last, alpha, beta, log)

    # 1. The end of the game or of the depth.
    if depth == 0 or winner or empties == 0:
        if counts[FIXED_VIEW]:
            value = leaf_value(
                counts[PLAYER], mover, winner, empties, draw_value, weights, cells,
                heights, geometry, groups, counts,
            )  # fmt: skip
            value = value if mover == counts[PLAYER] else -value
        else:
            value = leaf_value(
                mover, mover, winner, empties, draw_value, weights, cells, heights,
                geometry, groups, counts,
            )  # fmt: skip
        close_row(row, 0, value, LEAF, log)
        return value

    # 2. The same position at the same depth may be known already.
    slot = np.int64(key & np.uint64(table_keys.shape[0] - 1))
    table_move = -1
    if extras[TABLE] and table_keys[slot] == key and table_info[slot]:
        info = table_info[slot]
        table_move = info >> 16
        bound = info & 3
        value = table_values[slot]
        usable = ply > 0 and (info >> 2 & 0x3FFF) == depth
        if usable and (
            bound == _EXACT
            or (bound == _LOWER and value >= beta)
            or (bound == _UPPER and value <= alpha)
        ):
            close_row(row, 0, value, FROM_TABLE, log)
            return value

    # 3. The moves, the most promising first.
    count = list_moves(last, cells, heights, geometry, neighbours, order, moves[ply], counts)
    for i in range(count):
        priorities[ply, i] = _priority(
            moves[ply, i], table_move, mover, ply, extras, killers, history
        )
    _sort_moves(count, moves[ply], priorities[ply])
    list_in_row(row, ply, count, moves, log)

    # 4. Each move in turn: the first with the whole window, the others first with none.
    best = -np.inf
    best_move = moves[ply, 0]
    lower = alpha
    tried = 0
    for i in range(count):
        move = moves[ply, i]
        cell = place(move, mover, cells, heights, geometry)
        won = mover if wins_through(cell, cells, geometry) else 0
        child_key = key ^ zobrist[mover - 1, cell]
        upper = beta
        if extras[NULL_WINDOWS] and i > 0:
            upper = min(beta, np.nextafter(lower, np.inf))
        value = -deep_negamax(
            depth - 1, ply + 1, -upper, -lower, 3 - mover, cell, won, empties - 1, child_key,
            extras, zobrist, table_keys, table_values, table_info, killers, history, priorities,
            line, draw_value, weights, cells, heights, geometry, groups, neighbours,
            order, moves, counts, stop, log,
        )  # fmt: skip
        if upper < beta and lower < value < beta and not counts[STOPPED]:
            value = -deep_negamax(
                depth - 1, ply + 1, -beta, -lower, 3 - mover, cell, won, empties - 1, child_key,
                extras, zobrist, table_keys, table_values, table_info, killers, history,
                priorities, line, draw_value, weights, cells, heights, geometry, groups,
                neighbours, order, moves, counts, stop, log,
            )  # fmt: skip
        remove(move, cell, cells, heights, geometry)
        if counts[STOPPED]:
            return best

        tried += 1

        # 5. A better move than before, perhaps one that the opponent will not allow.
        if value > best or i == 0:
            best = value
            best_move = move
            if ply == 0:
                counts[BEST] = move
            line[ply, 0] = move
            for j in range(line.shape[1] - 1):
                line[ply, j + 1] = line[ply + 1, j]
                if line[ply + 1, j] < 0:
                    break
        lower = max(lower, best)
        if lower >= beta:
            counts[CUTOFFS] += 1
            _remember_cutoff(move, mover, ply, depth, extras, killers, history)
            break

    # 6. Remember what was found.
    if extras[TABLE]:
        bound = _LOWER if best >= beta else _UPPER if best <= alpha else _EXACT
        table_keys[slot] = key
        table_values[slot] = best
        table_info[slot] = _pack(depth, bound, best_move)
    close_row(row, tried, best, CUT_OFF if lower >= beta else ALL_TRIED, log)
    return best
