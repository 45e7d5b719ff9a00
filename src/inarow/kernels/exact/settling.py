"""What a position is worth without searching it: forced moves played out, and two strategies.

Scores are the field's: 0 for a draw; a win is worth one more than the number of pieces that the
winner still holds after the winning move; a loss is that number negated. ``beta`` asks one
question, "is the score at least beta?", so a bound on the right side of beta is an answer.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.bits import ONE, ZERO, Bits, Number, lowest_index
from inarow.kernels.compiling import Array, compiled
from inarow.kernels.exact.bitboard import (
    BOTTOM,
    CELLS,
    FOLLOWED,
    GEOMETRY_TYPE,
    HEIGHT,
    PATTERNS_TYPE,
    STRIDE,
    above_lowest,
    completing,
    holds_win,
)

#: No score is as large; stands for "not known".
UNKNOWN = 1000

_RULES = f"{GEOMETRY_TYPE}, {PATTERNS_TYPE}"


@compiled("int64(int64)", inline=True)
def score_of_loss_next(empties: int) -> int:
    """The mover's score if the other side wins with its next move; 0 on a full board."""
    return -(empties >> 1)


@compiled("int64(int64)", inline=True)
def best_score_without_win_now(empties: int) -> int:
    """The mover's best possible score if the next move does not win."""
    return (empties - 1) >> 1


@compiled("int64(int64)", inline=True)
def worst_score_without_loss_next(empties: int) -> int:
    """The mover's worst possible score if the other side's next move does not win."""
    return -((empties - 2) >> 1)


@compiled(f"uint64(uint64, uint64, uint64, {GEOMETRY_TYPE})", inline=True)
def _reachable(empty: Bits, mover_wins: Bits, other_wins: Bits, geometry: tuple[Bits, ...]) -> Bits:
    """The empty cells that can still be filled before somebody wins below them.

    Where both sides win on a cell, whoever plays just below it loses. Where one side wins on two
    cells on top of each other, it wins on one of them as soon as the cell below them is filled.
    """
    last = (
        (mover_wins & other_wins)
        | (mover_wins & (mover_wins << ONE))
        | (other_wins & (other_wins << ONE))
    )
    return empty & ~above_lowest(last, geometry)


@compiled(f"int64(uint64, uint64, uint64, uint64, int64, {_RULES})", inline=True)
def _bound_by_answering_on_top(
    mover: Bits,
    other: Bits,
    playable: Bits,
    reach: Bits,
    beta: int,
    geometry: tuple[Bits, ...],
    patterns: Array,
) -> int:
    """Bound the score by what the other side gets by always answering on top; empties even.

    It fills every second cell of each column up to the top one. Columns with an odd number of
    empty cells have one cell more, playable now; there are two, four ... of those, and each is
    answered by another, all counted for the mover here. If the mover's share can hold no win, the
    score is at most 0. If moreover the other share of the rows up to r wins, it does so while at
    least ``height - r`` cells are empty.
    """
    followed = geometry[FOLLOWED]
    empty = geometry[CELLS] & ~(mover | other)
    if holds_win(mover | (reach & ~followed) | (playable & followed), geometry, patterns):
        return UNKNOWN
    if beta > 0:
        return 0
    rows = Number(geometry[HEIGHT]) + 2 * beta
    if rows > 0:
        low_rows = geometry[BOTTOM] * ((ONE << np.uint64(rows)) - ONE)
        share = other | (empty & followed & ~playable & low_rows)
        if holds_win(share, geometry, patterns):
            return beta - 1
    return UNKNOWN


@compiled(f"int64(uint64, uint64, uint64, uint64, uint64, int64, {_RULES})", inline=True)
def _bound_by_odd_column(
    mover: Bits,
    other: Bits,
    playable: Bits,
    reach: Bits,
    targets: Bits,
    beta: int,
    geometry: tuple[Bits, ...],
    patterns: Array,
) -> int:
    """Bound the score by a winning cell that only the other side can use; empties odd.

    The cell lies an odd number of cells above the lowest empty one of its column, and that column
    has an odd number of empty cells; all others together have an even number. The other side
    answers on top everywhere, so the mover must in the end play just below the winning cell.
    """
    followed = geometry[FOLLOWED]
    empty = geometry[CELLS] & ~(mover | other)
    stride = Number(geometry[STRIDE])
    share = (reach & ~followed) | (playable & followed)
    while targets != ZERO:
        target = targets & (~targets + ONE)
        targets ^= target
        index = lowest_index(target)
        left = index // stride * stride
        score = -((stride - (index - left)) >> 1)
        if score < beta:
            floor = ONE << np.uint64(left)
            column = floor * ((ONE << geometry[HEIGHT]) - ONE)
            below_target = (target - floor) & empty & followed
            if not holds_win(mover | (share & ~column) | below_target, geometry, patterns):
                return score
    return UNKNOWN


@compiled(f"int64(uint64, uint64, uint64, uint64, uint64, int64, int64, {_RULES})", inline=True)
def bound_by_strategy(
    mover: Bits,
    other: Bits,
    mover_wins: Bits,
    other_wins: Bits,
    playable: Bits,
    empties: int,
    beta: int,
    geometry: tuple[Bits, ...],
    patterns: Array,
) -> int:
    """An upper bound below beta that the other side can force by a simple strategy, or UNKNOWN."""
    followed = geometry[FOLLOWED]
    answers = playable & followed
    targets = ZERO
    if empties & 1:
        targets = other_wins & ~followed & above_lowest(answers, geometry)
        if targets == ZERO:
            return UNKNOWN
    empty = geometry[CELLS] & ~(mover | other)
    # Where answering on top wins, the mover never gets to fill the cells above.
    won_by_answer = other_wins & followed & ~playable
    reach = _reachable(empty, mover_wins, other_wins, geometry)
    reach &= ~above_lowest(won_by_answer, geometry)
    if empties & 1:
        return _bound_by_odd_column(
            mover, other, playable, reach, targets, beta, geometry, patterns
        )
    return _bound_by_answering_on_top(mover, other, playable, reach, beta, geometry, patterns)


@compiled(
    "Tuple((int64, uint64, uint64, uint64, uint64, int64, int64))"
    f"(uint64, uint64, uint64, uint64, int64, int64, {_RULES})",
    inline=True,
)
def settled(
    mover: Bits,
    other: Bits,
    mover_wins: Bits,
    other_wins: Bits,
    empties: int,
    beta: int,
    geometry: tuple[Bits, ...],
    patterns: Array,
) -> tuple[int, Bits, Bits, Bits, Bits, int, int]:
    """Play forced moves until there is a choice or an answer to "is the score at least beta?".

    The mover must not be able to win at once. Returns the score, or a bound on it that answers the
    question, or UNKNOWN; then the position with the choice, its number of empty cells, and 1 if
    the same side is to move there as here, else -1. The score is from the first mover's side.
    """
    sign = 1
    mask = mover | other
    while True:
        # 1. What can be played, and what must be.
        playable = (mask + geometry[BOTTOM]) & geometry[CELLS]
        threats = other_wins & playable
        safe = playable & ~(other_wins >> ONE)
        forced = threats if threats != ZERO else safe
        if (forced & safe) == ZERO or (threats & (threats - ONE)) != ZERO:
            score = score_of_loss_next(empties)
            break
        # 2. The clock: nobody can win soon enough, or late enough.
        score = best_score_without_win_now(empties)
        if score < beta:
            break
        score = worst_score_without_loss_next(empties)
        if score >= beta:
            break
        # 3. A choice: ask the strategies.
        if (forced & (forced - ONE)) != ZERO:
            score = bound_by_strategy(
                mover, other, mover_wins, other_wins, playable, empties, beta, geometry, patterns
            )
            break
        # 4. No choice: play the move and look again from the other side.
        mover, other = other, mover | forced
        mask |= forced
        mover_wins, other_wins = (
            other_wins & ~mask,
            completing(other, geometry, patterns) & geometry[CELLS] & ~mask,
        )
        empties -= 1
        beta = 1 - beta
        sign = -sign
    if score != UNKNOWN:
        score *= sign
    return score, mover, other, mover_wins, other_wins, empties, sign
