"""From one question to the exact score: which windows to ask about, for one position or many."""

from __future__ import annotations

from inarow.kernels.bits import ONE, ZERO, Bits, Number, popcount
from inarow.kernels.compiling import Array, compiled
from inarow.kernels.exact.bitboard import (
    BOTTOM,
    CELLS,
    GEOMETRY_TYPE,
    HEIGHT,
    PATTERNS_TYPE,
    WIDTH,
    completing,
    mirrored,
    unpacked,
)
from inarow.kernels.exact.null_window import LOWER, MIRROR_FROM, NODES, STOPPED, UPPER, search
from inarow.kernels.exact.settling import UNKNOWN, score_of_loss_next

#: How many plies below a symmetric position mirror images are still worth looking for.
_MIRROR_PLIES = 14

#: The arrays that a search works on, in the order in which every function here takes them.
_MEMORY = (
    "uint64[::1], int64[:, ::1], uint64[::1], uint64[::1], int64[::1], uint64[::1], int64[::1],"
    " int64[::1], uint64[::1], uint8[::1]"
)


@compiled(f"int64(uint64, uint64, int64, {GEOMETRY_TYPE}, {PATTERNS_TYPE})", inline=True)
def score_at_a_glance(
    mover: Bits, other: Bits, empties: int, geometry: tuple[Bits, ...], patterns: Array
) -> int:
    """The score if the next move of either side decides the game, else UNKNOWN."""
    playable = ((mover | other) + geometry[BOTTOM]) & geometry[CELLS]
    if (completing(mover, geometry, patterns) & playable) != ZERO:
        return (empties + 1) >> 1
    wins = completing(other, geometry, patterns) & geometry[CELLS] & ~(mover | other)
    threats = wins & playable
    safe = playable & ~(wins >> ONE)
    if threats != ZERO:
        safe &= threats
    if safe == ZERO or (threats & (threats - ONE)) != ZERO:
        return score_of_loss_next(empties)
    return UNKNOWN


@compiled("int64(uint64, uint64, uint64[::1])")
def mirror_images_from(mover: Bits, other: Bits, packed_geometry: Array) -> int:
    """The number of empty cells from which on mirror images share a key, below this position."""
    geometry = unpacked(packed_geometry)
    cells = Number(geometry[WIDTH] * geometry[HEIGHT])
    if mirrored(mover, geometry) != mover or mirrored(other, geometry) != other:
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


@compiled(f"UniTuple(int64, 2)(uint64, uint64, int64, int64, {_MEMORY})")
def solve_within(
    mover: Bits,
    other: Bits,
    worst: int,
    best: int,
    packed_geometry: Array,
    patterns: Array,
    table: Array,
    layout: Array,
    weights: Array,
    boards: Array,
    numbers: Array,
    counts: Array,
    busy: Array,
    stop: Array,
) -> tuple[int, int]:
    """The bounds of the score between ``worst`` and ``best``: equal unless stopped before.

    If the true score lies outside, the bounds meet at the nearer end. The game must not be over.
    """
    geometry = unpacked(packed_geometry)
    cells = Number(geometry[WIDTH] * geometry[HEIGHT])
    empties = cells - popcount(mover | other)
    score = score_at_a_glance(mover, other, empties, geometry, patterns)
    if score != UNKNOWN:
        score = min(max(score, worst), best)
        return score, score
    lower = min(max(-(empties >> 1), worst), best)
    upper = min(max((empties - 1) >> 1, worst), best)
    before = counts[NODES]
    counts[MIRROR_FROM] = mirror_images_from(mover, other, packed_geometry)
    while True:
        counts[LOWER], counts[UPPER] = lower, upper
        if lower == upper:
            break
        beta = next_window(lower, upper, empties, counts[NODES] - before)
        bound = search(
            mover, other, empties, beta, packed_geometry, patterns, table, layout, weights,
            boards, numbers, counts, busy, stop,
        )  # fmt: skip
        if counts[STOPPED]:
            break
        if bound >= beta:
            lower = min(bound, upper)
        else:
            upper = max(bound, lower)
    return lower, upper


@compiled(f"void(uint64[:, ::1], int64[:, ::1], boolean, {_MEMORY})")
def solve_many(
    positions: Array,
    results: Array,
    clear: bool,
    packed_geometry: Array,
    patterns: Array,
    table: Array,
    layout: Array,
    weights: Array,
    boards: Array,
    numbers: Array,
    counts: Array,
    busy: Array,
    stop: Array,
) -> None:
    """Solve a row of (mover's stones, other's stones) after the other; write (score, nodes).

    With ``clear`` the table is emptied before each. Ends early if stopped.
    """
    cells = Number(packed_geometry[WIDTH] * packed_geometry[HEIGHT])
    for i in range(positions.shape[0]):
        if clear:
            table[:] = ZERO
        before = counts[NODES]
        lower, _ = solve_within(
            positions[i, 0], positions[i, 1], -cells, cells, packed_geometry, patterns, table,
            layout, weights, boards, numbers, counts, busy, stop,
        )  # fmt: skip
        if counts[STOPPED]:
            return
        results[i, 0] = lower
        results[i, 1] = counts[NODES] - before
