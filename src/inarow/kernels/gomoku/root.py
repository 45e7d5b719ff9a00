"""The first ply of the Gomoku search: every move with its own value."""

import numpy as np
from numba import types

from inarow.kernels.compiling import Array, Int, Record, counted
from inarow.kernels.gomoku.patterns import GROUP_FIVE
from inarow.kernels.gomoku.search import (
    REDUCTIONS,
    SEARCH_TYPE,
    WIN,
    WORLD_TYPE,
    extend_line,
    judge,
    list_moves,
    pick_move,
    search_node,
)
from inarow.kernels.gomoku.state import (
    GROUND_TYPE,
    LINES_TYPE,
    NO_CELL,
    STATE_TYPE,
    place,
    take_back,
)
from inarow.kernels.gomoku.threats import only_cell
from inarow.kernels.gomoku.vcf import FOURS_TYPE

#: Less than any value.
UNSEARCHED = -WIN - 1


@counted(
    types.int64(STATE_TYPE, GROUND_TYPE, LINES_TYPE, SEARCH_TYPE, types.int64, types.int16[::1]),
)
def root_moves(
    state: Record, ground: Record, lines: Array, search: Record, side: Int, moves: Array
) -> Int:
    """Fill `moves` with the moves worth considering, best-looking first; return how many.

    A five is played and a four is blocked: then there is one move.
    """
    for owner in (side, 1 - side):
        cell = only_cell(state, owner, GROUP_FIVE)
        if cell != NO_CELL:
            moves[0] = cell
            return 1
    total = list_moves(state, ground, lines, search, side, 0, NO_CELL)
    for i in range(total):
        moves[i] = pick_move(search, 0, i, total)
    return total


@counted(
    types.int64(
        STATE_TYPE,
        WORLD_TYPE,
        FOURS_TYPE,
        SEARCH_TYPE,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int16[::1],
        types.int32[::1],
    )
)
def search_root(
    state: Record,
    world: Record,
    fours: Record,
    search: Record,
    side: Int,
    alpha: Int,
    beta: Int,
    depth: Int,
    moves: Array,
    values: Array,
) -> Int:
    """Search `moves` in order; return the best value against the window.

    `values[i]` becomes the value of move i where it was searched with an open window, -WIN where
    it was only shown to be no better, and UNSEARCHED where the search did not get to it. The best
    line is left in `search.line[0]`.
    """
    ground, lines, _, _ = world
    other = 1 - side
    best = -WIN
    search.line_end[0] = 0
    search.judged[0] = judge(state, side)
    values[:] = UNSEARCHED
    for tried in range(moves.size):
        move = np.int64(moves[tried])
        place(state, ground, lines, move, side)
        value = alpha + 1
        if tried > 0:
            reduction: Int = 0
            if depth >= 3 and tried >= 2 and search.without & REDUCTIONS == 0:
                reduction = np.int64(search.reductions[min(depth, 63), min(tried + 1, 63)])
                reduction = min(max((reduction - 8) >> 4, 0), depth - 2)
            value = -search_node(
                state, world, fours, search, other, -alpha - 1, -alpha, depth - 1 - reduction, 1, 1
            )
            if value > alpha and reduction > 0 and search.stopped == 0:
                value = -search_node(
                    state, world, fours, search, other, -alpha - 1, -alpha, depth - 1, 1, 1
                )
        if value > alpha and search.stopped == 0:
            value = -search_node(state, world, fours, search, other, -beta, -alpha, depth - 1, 1, 0)
            values[tried] = value
        else:
            values[tried] = -WIN
        take_back(state, ground)
        if search.stopped:
            values[tried] = UNSEARCHED
            break
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                extend_line(search, 0, move)
                if value >= beta:
                    break
    return best
