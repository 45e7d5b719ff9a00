"""What a position is worth without searching it: forced moves played out, and the clock.

Scores are the field's: 0 for a draw; a win is worth one more than the number of pieces that the
winner still holds after the winning move; a loss is that number negated. ``beta`` asks one
question, "is the score at least beta?", so a bound on the right side of beta is an answer.
"""

from __future__ import annotations

from inarow.kernels.bits import ONE, ZERO, Bits
from inarow.kernels.compiling import Array, compiled
from inarow.kernels.exact.bitboard import BOTTOM, CELLS, RULES, winning_cells
from inarow.kernels.exact.claimeven import UNKNOWN, bound_by_strategy


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


@compiled(f"int64(uint64, uint64, int64, {RULES})", inline=True)
def score_at_a_glance(
    mover: Bits, other: Bits, empties: int, board: tuple[Bits, ...], patterns: Array
) -> int:
    """The score if the next move of either side decides the game, else UNKNOWN."""
    playable = ((mover | other) + board[BOTTOM]) & board[CELLS]
    if (winning_cells(mover, board, patterns) & playable) != ZERO:
        return (empties + 1) >> 1
    wins = winning_cells(other, board, patterns) & board[CELLS] & ~(mover | other)
    threats = wins & playable
    safe = playable & ~(wins >> ONE)
    if threats != ZERO:
        safe &= threats
    if safe == ZERO or (threats & (threats - ONE)) != ZERO:
        return score_of_loss_next(empties)
    return UNKNOWN


@compiled(
    "Tuple((int64, uint64, uint64, uint64, uint64, int64, int64))"
    f"(uint64, uint64, uint64, uint64, int64, int64, {RULES})",
    inline=True,
)
def play_forced_moves(
    mover: Bits,
    other: Bits,
    mover_wins: Bits,
    other_wins: Bits,
    empties: int,
    beta: int,
    board: tuple[Bits, ...],
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
        playable = (mask + board[BOTTOM]) & board[CELLS]
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
        # 3. A choice: ask claimeven and the odd threats.
        if (forced & (forced - ONE)) != ZERO:
            score = bound_by_strategy(
                mover, other, mover_wins, other_wins, playable, empties, beta, board, patterns
            )
            break
        # 4. No choice: play the move and look again from the other side.
        mover, other = other, mover | forced
        mask |= forced
        mover_wins, other_wins = (
            other_wins & ~mask,
            winning_cells(other, board, patterns) & board[CELLS] & ~mask,
        )
        empties -= 1
        beta = 1 - beta
        sign = -sign
    if score != UNKNOWN:
        score *= sign
    return score, mover, other, mover_wins, other_wins, empties, sign
