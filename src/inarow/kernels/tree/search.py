"""The readable searches, compiled: the same value, move, node, evaluation and cut-off counts.

The arrays that every function here takes are described in :mod:`inarow.search.tree.arrays`, which
makes them.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.compiling import Array, compiled
from inarow.kernels.log import ALL_TRIED, CUT_OFF, LEAF, close_row, list_in_row, open_row
from inarow.kernels.tree.evaluations import evaluate
from inarow.kernels.tree.position import GRAVITY, HEIGHT, place, remove, wins_through

#: Indices into ``counts``: what a search counts, what it may spend, and what it found;
NODES, EVALUATIONS, CUTOFFS, BUDGET, STOPPED, BEST, ROOT_DEPTH = range(7)
#: and how it searches. It is one array because every array that is passed on costs time.
KIND, NEAR_LAST, FAIL_SOFT, PLAYER, FIXED_VIEW = range(7, 12)
COUNTS = 12


@compiled("boolean(int64, int8[::1], int32[:, ::1])")
def _has_neighbour(cell: int, cells: Array, neighbours: Array) -> bool:
    for i in range(neighbours.shape[1]):
        other = neighbours[cell, i]
        if other >= 0 and cells[other]:
            return True
    return False


@compiled("boolean(int64, int64, int32[:, ::1])")
def _are_neighbours(cell: int, last: int, neighbours: Array) -> bool:
    if last >= 0:
        for i in range(neighbours.shape[1]):
            if neighbours[last, i] == cell:
                return True
    return False


@compiled("int64(int64, int8[::1], int32[:, ::1], int64[::1], int64[::1])")
def _list_near(last: int, cells: Array, neighbours: Array, order: Array, moves: Array) -> int:
    """List the moves beside a piece, those beside the last one first."""
    count = 0
    for beside_last in (True, False):
        for i in range(order.shape[0]):
            cell = order[i]
            wanted = cells[cell] == 0 and _are_neighbours(cell, last, neighbours) == beside_last
            if wanted and _has_neighbour(cell, cells, neighbours):
                moves[count] = cell
                count += 1
    return count


@compiled(
    "int64(int64, int8[::1], int64[::1], int64[::1], int32[:, ::1], int64[::1],"
    " int64[::1], int64[::1])"
)
def list_moves(
    last: int,
    cells: Array,
    heights: Array,
    geometry: Array,
    neighbours: Array,
    order: Array,
    moves: Array,
    counts: Array,
) -> int:
    """Write the moves to look at into ``moves`` and return how many there are."""
    if counts[NEAR_LAST]:
        count = _list_near(last, cells, neighbours, order, moves)
        if count == 0:
            moves[0] = geometry[HEIGHT] // 2 * geometry[0] + geometry[0] // 2
            count = 1
        return count
    count = 0
    for i in range(order.shape[0]):
        move = order[i]
        if (heights[move] < geometry[HEIGHT]) if geometry[GRAVITY] else (cells[move] == 0):
            moves[count] = move
            count += 1
    return count


@compiled("int64(int8[::1], int32[:, ::1])")
def _dead_groups(cells: Array, groups: Array) -> int:
    """How many groups of cells hold pieces of both sides."""
    dead = 0
    for g in range(groups.shape[0]):
        sides = 0
        for i in range(groups.shape[1]):
            sides |= cells[groups[g, i]]
        dead += sides == 3
    return dead


@compiled(
    "float64(int64, int64, int64, int64, float64, float64[::1], int8[::1],"
    " int64[::1], int64[::1], int32[:, ::1], int64[::1])"
)
def leaf_value(
    side: int,
    mover: int,
    winner: int,
    empties: int,
    draw_value: float,
    weights: Array,
    cells: Array,
    heights: Array,
    geometry: Array,
    groups: Array,
    counts: Array,
) -> float:
    """What the end of a line is worth to ``side``, with the searching player's view of draws."""
    counts[EVALUATIONS] += 1
    if side != counts[PLAYER]:
        draw_value = -draw_value
    if winner == 0 and empties == 0:
        return draw_value
    value = evaluate(counts[KIND], side, mover, winner, weights, cells, heights, geometry, groups)
    if draw_value != 0.0 and winner == 0:
        value += draw_value * _dead_groups(cells, groups) / groups.shape[0]
    return value


@compiled("boolean(int64[::1], uint8[::1])")
def enter_node(counts: Array, stop: Array) -> bool:
    """Count a node; return False if the search has to end."""
    if stop[0] or counts[NODES] >= counts[BUDGET]:
        counts[STOPPED] = 1
        return False
    counts[NODES] += 1
    return True


#: The arguments that every search passes on unchanged.
STATE = (
    "float64, float64[::1], int8[::1], int64[::1], int64[::1], int32[:, ::1],"
    " int32[:, ::1], int64[::1], int64[:, ::1], int64[::1], uint8[::1], float64[:, ::1]"
)


@compiled(f"float64(int64, int64, int64, int64, int64, {STATE})")
def minimax(
    depth: int,
    mover: int,
    last: int,
    winner: int,
    empties: int,
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
    """Plain minimax; see :func:`inarow.search.tree.minimax.minimax`."""
    if not enter_node(counts, stop):
        return 0.0
    row = open_row(counts[NODES], depth, last, -np.inf, np.inf, log)
    player = counts[PLAYER]
    if depth == 0 or winner or empties == 0:
        value = leaf_value(
            player, mover, winner, empties, draw_value, weights, cells, heights,
            geometry, groups, counts,
        )  # fmt: skip
        close_row(row, 0, value, LEAF, log)
        return value
    maximising = mover == player
    best = -np.inf if maximising else np.inf
    count = list_moves(last, cells, heights, geometry, neighbours, order, moves[depth], counts)
    list_in_row(row, depth, count, moves, log)
    for i in range(count):
        move = moves[depth, i]
        cell = place(move, mover, cells, heights, geometry)
        won = mover if wins_through(cell, cells, geometry) else 0
        value = minimax(
            depth - 1, 3 - mover, cell, won, empties - 1, draw_value, weights, cells,
            heights, geometry, groups, neighbours, order, moves, counts, stop,
            log,
        )  # fmt: skip
        remove(move, cell, cells, heights, geometry)
        if counts[STOPPED]:
            return best
        if (value > best) if maximising else (value < best):
            best = value
            if depth == counts[ROOT_DEPTH]:
                counts[BEST] = move
    close_row(row, count, best, ALL_TRIED, log)
    return best


@compiled(f"float64(int64, float64, float64, int64, int64, int64, int64, {STATE})")
def alpha_beta(
    depth: int,
    alpha: float,
    beta: float,
    mover: int,
    last: int,
    winner: int,
    empties: int,
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
    """Minimax with alpha-beta; see :func:`inarow.search.tree.alphabeta.alpha_beta`."""
    if not enter_node(counts, stop):
        return 0.0
    row = open_row(counts[NODES], depth, last, alpha, beta, log)
    player = counts[PLAYER]
    if depth == 0 or winner or empties == 0:
        value = leaf_value(
            player, mover, winner, empties, draw_value, weights, cells, heights,
            geometry, groups, counts,
        )  # fmt: skip
        close_row(row, 0, value, LEAF, log)
        return value
    maximising = mover == player
    best = -np.inf if maximising else np.inf
    count = list_moves(last, cells, heights, geometry, neighbours, order, moves[depth], counts)
    list_in_row(row, depth, count, moves, log)
    for i in range(count):
        move = moves[depth, i]
        cell = place(move, mover, cells, heights, geometry)
        won = mover if wins_through(cell, cells, geometry) else 0
        value = alpha_beta(
            depth - 1, alpha, beta, 3 - mover, cell, won, empties - 1, draw_value,
            weights, cells, heights, geometry, groups, neighbours, order, moves, counts, stop,
            log,
        )  # fmt: skip
        remove(move, cell, cells, heights, geometry)
        if counts[STOPPED]:
            return best
        if (value > best) if maximising else (value < best):
            best = value
            if depth == counts[ROOT_DEPTH]:
                counts[BEST] = move
        if maximising:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            counts[CUTOFFS] += 1
            close_row(row, i + 1, best, CUT_OFF, log)
            return best
    close_row(row, count, best, ALL_TRIED, log)
    return best


@compiled(f"float64(int64, float64, float64, int64, int64, int64, int64, {STATE})")
def negamax(
    depth: int,
    alpha: float,
    beta: float,
    mover: int,
    last: int,
    winner: int,
    empties: int,
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
    """Negamax with alpha-beta; see :func:`inarow.search.tree.negamax.negamax`."""
    if not enter_node(counts, stop):
        return 0.0
    row = open_row(counts[NODES], depth, last, alpha, beta, log)
    if depth == 0 or winner or empties == 0:
        value = leaf_value(
            mover, mover, winner, empties, draw_value, weights, cells, heights,
            geometry, groups, counts,
        )  # fmt: skip
        close_row(row, 0, value, LEAF, log)
        return value
    best = -np.inf if counts[FAIL_SOFT] else alpha
    count = list_moves(last, cells, heights, geometry, neighbours, order, moves[depth], counts)
    list_in_row(row, depth, count, moves, log)
    for i in range(count):
        move = moves[depth, i]
        cell = place(move, mover, cells, heights, geometry)
        won = mover if wins_through(cell, cells, geometry) else 0
        value = -negamax(
            depth - 1, -beta, -max(alpha, best), 3 - mover, cell, won, empties - 1, draw_value,
            weights, cells, heights, geometry, groups, neighbours, order, moves, counts,
            stop, log,
        )  # fmt: skip
        remove(move, cell, cells, heights, geometry)
        if counts[STOPPED]:
            return best
        if value > best:
            best = value
            if depth == counts[ROOT_DEPTH]:
                counts[BEST] = move
        if value >= beta:
            counts[CUTOFFS] += 1
            if depth == counts[ROOT_DEPTH]:
                counts[BEST] = move
            best = value if counts[FAIL_SOFT] else beta
            close_row(row, i + 1, best, CUT_OFF, log)
            return best
    close_row(row, count, best, ALL_TRIED, log)
    return best
