"""From one question to the exact score: which windows to ask about, for one position or many."""

from __future__ import annotations

from inarow.kernels.bits import Bits, Number, popcount
from inarow.kernels.compiling import Array, Record, compiled
from inarow.kernels.exact.bitboard import HEIGHT, WIDTH, mirrored, unpacked
from inarow.kernels.exact.claimeven import UNKNOWN
from inarow.kernels.exact.forced_moves import score_at_a_glance
from inarow.kernels.exact.null_window import SEARCH, search

#: How many plies below a symmetric position mirror images are still worth looking for.
_MIRROR_PLIES = 14


@compiled("int64(uint64, uint64, Bitboard)")
def mirror_images_from(mover: Bits, other: Bits, rules: Record) -> int:
    """The number of empty cells from which on mirror images share a key, below this position."""
    board = unpacked(rules)
    cells = Number(board[WIDTH] * board[HEIGHT])
    if mirrored(mover, board) != mover or mirrored(other, board) != other:
        return cells + 1
    return cells - popcount(mover | other) - _MIRROR_PLIES


@compiled("int64(int64, int64, int64, int64)")
def next_window(lower: int, upper: int, empties: int, spent: int) -> int:
    """The next question to ask, "is the score at least this?", when it lies between two bounds.

    Quick wins and losses first: a window far out is cheap, because the clock settles most of it.
    When that has cost more than it usually saves, ask who wins, then go up or down step by step.
    """
    far = max(upper, -lower)
    if far > 2 and spent < (1 << (empties * 3 // 8)):
        beta = upper * 3 // 4 + 1 if upper >= -lower else -(-lower * 3 // 4)
    elif lower < 1 <= upper:
        beta = 1
    else:
        beta = lower + 1 if lower >= 0 else upper
    return min(max(beta, lower + 1), upper)


@compiled(f"UniTuple(int64, 2)(uint64, uint64, int64, int64, {SEARCH})")
def solve_within(
    mover: Bits,
    other: Bits,
    worst: int,
    best: int,
    this: Record,
    table: Array,
    searching: Array,
    stop: Array,
    log: Array,
) -> tuple[int, int]:
    """The bounds of the score between ``worst`` and ``best``: equal unless stopped before.

    If the true score lies outside, the bounds meet at the nearer end. The game must not be over.
    """
    board = unpacked(this.board)
    cells = Number(board[WIDTH] * board[HEIGHT])
    empties = cells - popcount(mover | other)
    score = score_at_a_glance(mover, other, empties, board, this.board.patterns)
    if score != UNKNOWN:
        score = min(max(score, worst), best)
        return score, score
    lower = min(max(-(empties >> 1), worst), best)
    upper = min(max((empties - 1) >> 1, worst), best)
    before = this.nodes
    this.mirror_from = mirror_images_from(mover, other, this.board)
    while True:
        this.lower, this.upper = lower, upper
        if lower == upper:
            break
        beta = next_window(lower, upper, empties, this.nodes - before)
        bound = search(mover, other, empties, beta, this, table, searching, stop, log)
        if this.stopped:
            break
        if bound >= beta:
            lower = min(bound, upper)
        else:
            upper = max(bound, lower)
    return lower, upper


@compiled(f"void(uint64[:, ::1], int64[:, ::1], {SEARCH})")
def solve_many(
    positions: Array,
    results: Array,
    this: Record,
    table: Array,
    searching: Array,
    stop: Array,
    log: Array,
) -> None:
    """Solve a row of (mover's stones, other's stones) after the other; write (score, nodes).

    Ends early if stopped.
    """
    cells = Number(this.board.width * this.board.height)
    for i in range(positions.shape[0]):
        before = this.nodes
        lower, _ = solve_within(
            positions[i, 0], positions[i, 1], -cells, cells, this, table, searching, stop, log
        )
        if this.stopped:
            return
        results[i, 0] = lower
        results[i, 1] = this.nodes - before
