"""Bounds by two strategies of whoever is not to move: claimeven, and an odd threat.

Who plays claimeven answers every move on top of it and so fills every second row. That bounds the
score without a search, and around a column with a winning cell it leads the mover into zugzwang.
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import ONE, ZERO, Bits, Number, lowest_index
from inarow.kernels.compiling import Array, compiled
from inarow.kernels.exact.bitboard import (
    BOARD,
    BOTTOM,
    CELLS,
    CLAIMEVEN,
    HEIGHT,
    RULES,
    STRIDE,
    above_lowest,
    holds_win,
)

#: No score is as large; stands for "not known".
UNKNOWN = 1000


@compiled(f"uint64(uint64, uint64, uint64, {BOARD})", inline=True)
def _reachable(empty: Bits, mover_wins: Bits, other_wins: Bits, board: tuple[Bits, ...]) -> Bits:
    """The empty cells that can still be filled before somebody wins below them.

    Where both sides win on a cell, whoever plays just below it loses. Where one side wins on two
    cells on top of each other, it wins on one of them as soon as the cell below them is filled.
    """
    last = (
        (mover_wins & other_wins)
        | (mover_wins & (mover_wins << ONE))
        | (other_wins & (other_wins << ONE))
    )
    return empty & ~above_lowest(last, board)


@compiled(f"int64(uint64, uint64, uint64, uint64, int64, {RULES})", inline=True)
def _bound_by_claimeven(
    mover: Bits,
    other: Bits,
    playable: Bits,
    reach: Bits,
    beta: int,
    board: tuple[Bits, ...],
    patterns: Array,
) -> int:
    """Bound the score by what the other side gets by playing claimeven; empties even.

    It fills every second cell of each column up to the top one. Columns with an odd number of
    empty cells have one cell more, playable now; there are two, four ... of those, and each is
    answered by another, all counted for the mover here. If the mover's share can hold no win, the
    score is at most 0. If moreover the other share of the rows up to r wins, it does so while at
    least ``height - r`` cells are empty.
    """
    claimeven = board[CLAIMEVEN]
    empty = board[CELLS] & ~(mover | other)
    if holds_win(mover | (reach & ~claimeven) | (playable & claimeven), board, patterns):
        return UNKNOWN
    if beta > 0:
        return 0
    rows = Number(board[HEIGHT]) + 2 * beta
    if rows > 0:
        low_rows = board[BOTTOM] * ((ONE << np.uint64(rows)) - ONE)
        share = other | (empty & claimeven & ~playable & low_rows)
        if holds_win(share, board, patterns):
            return beta - 1
    return UNKNOWN


@compiled(f"int64(uint64, uint64, uint64, uint64, uint64, int64, {RULES})", inline=True)
def _bound_by_odd_threat(
    mover: Bits,
    other: Bits,
    playable: Bits,
    reach: Bits,
    targets: Bits,
    beta: int,
    board: tuple[Bits, ...],
    patterns: Array,
) -> int:
    """Bound the score by a winning cell of the other side that leads to zugzwang; empties odd.

    The cell lies an odd number of cells above the lowest empty one of its column, and that column
    has an odd number of empty cells; all others together have an even number. The other side
    plays claimeven, so the mover must in the end play just below the winning cell.
    """
    claimeven = board[CLAIMEVEN]
    empty = board[CELLS] & ~(mover | other)
    stride = Number(board[STRIDE])
    share = (reach & ~claimeven) | (playable & claimeven)
    while targets != ZERO:
        target = targets & (~targets + ONE)
        targets ^= target
        index = lowest_index(target)
        left = index // stride * stride
        score = -((stride - (index - left)) >> 1)
        if score < beta:
            floor = ONE << np.uint64(left)
            column = floor * ((ONE << board[HEIGHT]) - ONE)
            below_target = (target - floor) & empty & claimeven
            if not holds_win(mover | (share & ~column) | below_target, board, patterns):
                return score
    return UNKNOWN


@compiled(f"int64(uint64, uint64, uint64, uint64, uint64, int64, int64, {RULES})", inline=True)
def bound_by_strategy(
    mover: Bits,
    other: Bits,
    mover_wins: Bits,
    other_wins: Bits,
    playable: Bits,
    empties: int,
    beta: int,
    board: tuple[Bits, ...],
    patterns: Array,
) -> int:
    """An upper bound below beta that the other side can force by a simple strategy, or UNKNOWN."""
    claimeven = board[CLAIMEVEN]
    answers = playable & claimeven
    targets = ZERO
    if empties & 1:
        targets = other_wins & ~claimeven & above_lowest(answers, board)
        if targets == ZERO:
            return UNKNOWN
    empty = board[CELLS] & ~(mover | other)
    # Where claimeven wins, the mover never gets to fill the cells above.
    won_by_claimeven = other_wins & claimeven & ~playable
    reach = _reachable(empty, mover_wins, other_wins, board)
    reach &= ~above_lowest(won_by_claimeven, board)
    if empties & 1:
        return _bound_by_odd_threat(mover, other, playable, reach, targets, beta, board, patterns)
    return _bound_by_claimeven(mover, other, playable, reach, beta, board, patterns)
