"""The first ply of the Gomoku search: every move with its own value."""

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.gomoku.evaluation import evaluate
from inarow.kernels.gomoku.ordering import list_moves, pick_move
from inarow.kernels.gomoku.patterns import GROUP_FIVE
from inarow.kernels.gomoku.records import NO_CELL, REDUCED, REDUCTIONS
from inarow.kernels.gomoku.search import (
    WIN,
    enter,
    extend_pv,
    search_node,
)
from inarow.kernels.gomoku.state import place, take_back
from inarow.kernels.gomoku.threats import first_cell
from inarow.kernels.log import ALL_TRIED, CUT_OFF, FIRST_MOVE, LISTED, UNFINISHED, close_row

#: Less than any value.
UNSEARCHED = -WIN - 1


@compiled("int64(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, int64, int16[::1])")
def root_moves(
    state: Record, geometry: Record, patterns: Array, search: Record, side: Int, moves: Array
) -> Int:
    """Fill `moves` with the moves worth considering, best-looking first; return how many.

    A five is played and a four is blocked: then there is one move.
    """
    for owner in (side, 1 - side):
        cell = first_cell(state, owner, GROUP_FIVE)
        if cell != NO_CELL:
            moves[0] = cell
            return 1
    total = list_moves(state, geometry, patterns, search, side, 0, NO_CELL)
    for i in range(total):
        moves[i] = pick_move(search, 0, i, total)
    return total


@compiled(
    "int64(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, uint64[::1], uint64[::1],"
    " int64, int64, int64, int64, int16[::1], int32[::1], float64[:, ::1])"
)
def search_root(
    state: Record,
    geometry: Record,
    patterns: Array,
    search: Record,
    refuted: Array,
    table: Array,
    side: Int,
    alpha: Int,
    beta: Int,
    depth: Int,
    moves: Array,
    values: Array,
    log: Array,
) -> Int:
    """Search `moves` in order; return the best value against the window.

    `values[i]` becomes the value of move i where it was searched with an open window, -WIN where
    it was only shown to be no better, and UNSEARCHED where the search did not get to it. The
    principal variation is left in `search.pv[0]`.
    """
    other = 1 - side
    best = -WIN
    searched = 0
    search.pv_end[0] = 0
    # As each node does for the ply two below it.
    search.cutoffs[2] = 0
    search.evaluations[0] = evaluate(state, geometry, search, side)
    row = enter(state, search, alpha, beta, depth, 0, log)
    values[:] = UNSEARCHED
    for tried in range(moves.size):
        move = np.int64(moves[tried])
        searched += 1
        value = alpha + 1
        code = (state.codes[move] >> np.uint32(16 * side)) & np.uint32(0xFFFF)
        if geometry.groups[geometry.multisets[code]] == GROUP_FIVE:
            # The game ends here: there is no node below.
            value = WIN - 1
            values[tried] = value
            search.pv_end[1] = 1
        else:
            place(state, geometry, patterns, move, side)
            if tried > 0:
                reduction: Int = 0
                if depth >= 3 and tried >= 2 and search.without & REDUCTIONS == 0:
                    reduction = np.int64(
                        search.reductions[min(depth, REDUCED - 1), min(tried + 1, REDUCED - 1)]
                    )
                    reduction = min(max((reduction - 8) >> 4, 0), depth - 2)
                value = -search_node(
                    state, geometry, patterns, search, refuted, table, other, -alpha - 1, -alpha,
                    depth - 1 - reduction, 1, 1, log,
                )  # fmt: skip
                if value > alpha and reduction > 0 and search.stopped == 0:
                    value = -search_node(
                        state, geometry, patterns, search, refuted, table, other, -alpha - 1,
                        -alpha, depth - 1, 1, 1, log,
                    )  # fmt: skip
            if value > alpha and search.stopped == 0:
                value = -search_node(
                    state, geometry, patterns, search, refuted, table, other, -beta, -alpha,
                    depth - 1, 1, 0, log,
                )  # fmt: skip
                values[tried] = value
            else:
                values[tried] = -WIN
            take_back(state, geometry)
        if search.stopped:
            values[tried] = UNSEARCHED
            break
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                extend_pv(search, 0, move)
                if value >= beta:
                    break
    if row >= 0:
        log[row, LISTED] = moves.size
        for i in range(moves.size):
            log[row, FIRST_MOVE + i] = moves[i]
        end = ALL_TRIED
        if search.stopped:
            end = UNFINISHED
        elif best >= beta:
            end = CUT_OFF
        close_row(row, searched, best, end, log)
    return best
