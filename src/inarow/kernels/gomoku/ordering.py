"""The moves of the Gomoku search in the order in which they are tried.

Moves are listed with a rank each and picked one by one, the best-ranked first. What caused a
cut-off is rewarded: killers, counter-moves and histories move it up where it comes next.
"""

from inarow.kernels.arrays import np
from inarow.kernels.bits import lowest_index
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.gomoku.parameters import (
    ORDER_CONTINUATION,
    ORDER_COUNTER,
    ORDER_HISTORY,
    ORDER_KILLER,
)
from inarow.kernels.gomoku.patterns import GROUP_OPEN_FOUR
from inarow.kernels.gomoku.records import KILLERS, NO_CELL
from inarow.kernels.gomoku.threats import answer_threats

#: Ranks: above that of every move but the transposition table's, and of a move searched already.
TABLE_RANK = 1 << 28
SEARCHED = -(1 << 30)
#: The first move's rank, where that is not known yet.
NO_RANK = -(1 << 29)

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_CODE = np.uint32(0xFFFF)


@compiled("void(GomokuState, GomokuGeometry, GomokuSearch, int64, int64, int64, int64)")
def rank_moves(
    state: Record,
    geometry: Record,
    search: Record,
    side: Int,
    ply: Int,
    total: Int,
    table_move: Int,
) -> None:
    """Rank the moves listed at `ply` by how promising they look.

    The table's move comes first, then what counts is what a move makes, what it prevents and what
    it did before.
    """
    moves = search.moves[ply]
    ranks = search.ranks[ply]
    parameters = search.parameters
    by_history = parameters[ORDER_HISTORY]
    by_replies = np.int64(0)
    for_counter = parameters[ORDER_COUNTER]
    for_killer = parameters[ORDER_KILLER]
    first_killer = search.killers[ply, 0]
    second_killer = search.killers[ply, 1]
    countermove: Int = NO_CELL
    last = before_last = np.int64(0)
    stones = np.uint64(state.stones)
    if stones > _NONE:
        last = np.int64(state.moves[stones - _ONE])
        countermove = np.int64(search.countermoves[side, last])
    if stones > _ONE:
        before_last = np.int64(state.moves[stones - _TWO])
        by_replies = np.int64(parameters[ORDER_CONTINUATION])
    history = search.history[side]
    after_last = search.continuation[side, 0, last]
    after_before_last = search.continuation[side, 1, before_last]
    own_shift = np.uint32(16 * side)
    their_shift = np.uint32(16 * (1 - side))
    for i in range(total):
        cell = np.uint64(moves[i])
        code = state.codes[cell]
        own = geometry.multisets[(code >> own_shift) & _CODE]
        theirs = geometry.multisets[(code >> their_shift) & _CODE]
        worth = 5 * np.int64(geometry.order[own])
        worth += 4 * np.int64(geometry.order[theirs])
        worth += (history[cell] * by_history) >> 8
        replies = np.int64(after_last[cell]) + after_before_last[cell]
        worth += (replies * by_replies) >> 8
        if moves[i] == first_killer:
            worth += for_killer
        elif moves[i] == second_killer:
            worth += for_counter
        if moves[i] == countermove:
            worth += for_counter
        ranks[i] = TABLE_RANK if moves[i] == table_move else worth


@compiled("int64(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, int64, int64, int64)")
def list_moves(
    state: Record,
    geometry: Record,
    patterns: Array,
    search: Record,
    side: Int,
    ply: Int,
    table_move: Int,
) -> Int:
    """List the moves worth searching at `ply` with their ranks; return how many.

    Under the threat of an open four these are all the answers there are; otherwise the empty
    cells near the stones, or failing that every empty cell.
    """
    threatened = state.counts[1 - side, GROUP_OPEN_FOUR] > 0
    if threatened:
        answer_threats(state, geometry, patterns, 1 - side)
    stones = np.uint64(state.stones)
    cells = state.answers[stones] if threatened else state.near[stones]
    moves = search.moves[ply]
    total = 0
    for word in range(geometry.words):
        left = cells[word]
        while left:
            cell = np.uint64(word * 64 + lowest_index(left))
            left &= left - _ONE
            if cell < np.uint64(geometry.cells) and state.board[cell] == 0:
                moves[total] = cell
                total += 1
    rank_moves(state, geometry, search, side, ply, total, table_move)
    if total == 0 and not threatened:
        for empty in range(geometry.cells):
            if state.board[empty] == 0:
                search.moves[ply, total] = empty
                search.ranks[ply, total] = 0
                total += 1
    return total


@compiled("boolean(GomokuState, int64)")
def is_near(state: Record, cell: Int) -> bool:
    """Return whether a cell is empty and near a stone; NO_CELL is not."""
    if cell == NO_CELL or state.board[cell] != 0:
        return False
    return (state.near[state.stones, cell >> 6] >> np.uint64(cell & 63)) & _ONE != 0


@compiled("int64(GomokuState, GomokuGeometry, GomokuSearch, int64, int64)")
def list_far_moves(state: Record, geometry: Record, search: Record, ply: Int, total: Int) -> Int:
    """Append the empty cells that are not near any stone; return how many moves there are."""
    for cell in range(geometry.cells):
        if state.board[cell] == 0 and not is_near(state, cell):
            search.moves[ply, total] = cell
            search.ranks[ply, total] = 0
            total += 1
    return total


@compiled("int64(GomokuSearch, int64, int64, int64)")
def pick_move(search: Record, ply: Int, first: Int, total: Int) -> Int:
    """Bring the best-ranked move of those left to index `first` and return it."""
    # First how high, then where: without indices in it, the first loop takes several at a time.
    left = search.ranks[ply, first:total]
    worth = left[0]
    for i in range(left.size):
        worth = max(worth, left[i])
    best = first
    while search.ranks[ply, best] != worth:
        best += 1
    move = search.moves[ply, best]
    search.moves[ply, best] = search.moves[ply, first]
    search.ranks[ply, best] = search.ranks[ply, first]
    search.moves[ply, first] = move
    search.ranks[ply, first] = worth
    return np.int64(move)


@compiled("int64(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, int64, int64, int64)")
def list_others(
    state: Record,
    geometry: Record,
    patterns: Array,
    search: Record,
    side: Int,
    ply: Int,
    table_move: Int,
) -> Int:
    """List all moves, the table's first and as one that was searched; return how many."""
    total = list_moves(state, geometry, patterns, search, side, ply, table_move)
    pick_move(search, ply, 0, total)
    search.ranks[ply, 0] = SEARCHED
    return total


@compiled("void(GomokuSearch, GomokuState, int64, int64, int64, int64)")
def reward(search: Record, state: Record, side: Int, ply: Int, tried: Int, depth: Int) -> None:
    """Update killers, countermoves and history: the move at index `tried` caused a cut-off."""
    if search.without & KILLERS:
        return
    move = search.moves[ply, tried]
    if search.killers[ply, 0] != move:
        search.killers[ply, 1] = search.killers[ply, 0]
        search.killers[ply, 0] = move
    if state.stones:
        search.countermoves[side, state.moves[state.stones - 1]] = move
    bonus = min(depth * depth * 4, 400)
    for i in range(tried):
        other = search.moves[ply, i]
        search.history[side, other] -= bonus + search.history[side, other] * bonus // 4096
    search.history[side, move] += bonus - search.history[side, move] * bonus // 4096
    if search.parameters[ORDER_CONTINUATION] and state.stones >= 2:
        for back in range(2):
            row = search.continuation[side, back, state.moves[state.stones - 1 - back]]
            for i in range(tried):
                other = search.moves[ply, i]
                row[other] -= bonus + row[other] * bonus // 4096
            row[move] += bonus - row[move] * bonus // 4096
