"""Boards where pieces fall, as 64 bits: each column has one bit a cell and a spare bit on top.

Cell (x, y) is bit ``x * stride + y`` with ``stride = height + 1``. The spare bits are never set in
a set of stones, so that a shift cannot carry a line over the edge. ``mask + bottom`` has one bit
set in each column: the lowest empty cell, or the spare bit of a full column.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.bits import ALL, ONE, THREE, TWO, ZERO, Bits
from inarow.kernels.compiling import Array, compiled

#: Indices into ``geometry``: the distance between columns; every column's lowest cell; all cells;
#: every column's spare bit; the rows that whoever answers on top of each move gets to fill; then
#: numbers, and three planes that hold each cell's distance from the edge in binary.
STRIDE, BOTTOM, CELLS, SPARE, FOLLOWED, WIDTH, HEIGHT, SHAPE, EDGE_1, EDGE_2, EDGE_4 = range(11)
GEOMETRY = 11

#: What wins: four in a line, a filled 2x2 square, or any of the given patterns.
FOUR_IN_LINE, SQUARE_OF_TWO, PATTERNS = range(3)

#: The type of geometry while it is in use: a tuple stays in registers.
GEOMETRY_TYPE = "UniTuple(uint64, 11)"
PATTERNS_TYPE = "int64[:, ::1]"


@compiled("uint64(uint64, uint64)", inline=True)
def _completing_on(stones: Bits, step: Bits) -> Bits:
    """The cells that would make four along one direction."""
    below = (stones << step) & (stones << (step + step))
    above = (stones >> step) & (stones >> (step + step))
    far = step + step + step
    return (below & ((stones << far) | (stones >> step))) | (
        above & ((stones >> far) | (stones << step))
    )


@compiled("uint64(uint64, uint64)", inline=True)
def _completing_square(stones: Bits, stride: Bits) -> Bits:
    """The cells that would fill a 2x2 square."""
    up, down = stones >> ONE, stones << ONE
    right = (stones >> stride) & (
        (up & (stones >> (stride + ONE))) | (down & (stones >> (stride - ONE)))
    )
    left = (stones << stride) & (
        (up & (stones << (stride - ONE))) | (down & (stones << (stride + ONE)))
    )
    return left | right


@compiled("uint64(uint64, int64)", inline=True)
def _shifted(stones: Bits, distance: int) -> Bits:
    """The cells from which a stone lies ``distance`` bits further up."""
    if distance >= 0:
        return stones >> np.uint64(distance)
    return stones << np.uint64(-distance)


@compiled(f"uint64(uint64, {PATTERNS_TYPE})")
def _completing_pattern(stones: Bits, patterns: Array) -> Bits:
    """The cells that would fill any of the patterns, each a row of distances from its first."""
    cells = ZERO
    for row in range(patterns.shape[0]):
        for missing in range(patterns.shape[1]):
            others = ALL
            for i in range(patterns.shape[1]):
                if i != missing:
                    others &= _shifted(stones, patterns[row, i] - patterns[row, missing])
            cells |= others
    return cells


@compiled(f"uint64(uint64, {GEOMETRY_TYPE}, {PATTERNS_TYPE})", inline=True)
def completing(stones: Bits, geometry: tuple[Bits, ...], patterns: Array) -> Bits:
    """The cells where one more stone wins; some may be taken or off the board."""
    stride = geometry[STRIDE]
    if geometry[SHAPE] == np.uint64(FOUR_IN_LINE):
        upright = (stones << ONE) & (stones << TWO) & (stones << THREE)
        return (
            upright
            | _completing_on(stones, stride)
            | _completing_on(stones, stride - ONE)
            | _completing_on(stones, stride + ONE)
        )
    if geometry[SHAPE] == np.uint64(SQUARE_OF_TWO):
        return _completing_square(stones, stride)
    return _completing_pattern(stones, patterns)


@compiled("uint64(uint64, uint64)", inline=True)
def _fours_on(stones: Bits, step: Bits) -> Bits:
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (step + step))


@compiled(f"boolean(uint64, {PATTERNS_TYPE})")
def _holds_pattern(stones: Bits, patterns: Array) -> bool:
    for row in range(patterns.shape[0]):
        found = ALL
        for i in range(patterns.shape[1]):
            found &= _shifted(stones, patterns[row, i])
        if found != ZERO:
            return True
    return False


@compiled(f"boolean(uint64, {GEOMETRY_TYPE}, {PATTERNS_TYPE})", inline=True)
def holds_win(stones: Bits, geometry: tuple[Bits, ...], patterns: Array) -> bool:
    """Say whether these cells, all of one side, would hold something that wins."""
    stride = geometry[STRIDE]
    if geometry[SHAPE] == np.uint64(FOUR_IN_LINE):
        fours = (
            _fours_on(stones, ONE)
            | _fours_on(stones, stride)
            | _fours_on(stones, stride - ONE)
            | _fours_on(stones, stride + ONE)
        )
        return bool(fours != ZERO)
    if geometry[SHAPE] == np.uint64(SQUARE_OF_TWO):
        pairs = stones & (stones >> ONE)
        return bool((pairs & (pairs >> stride)) != ZERO)
    return _holds_pattern(stones, patterns)


@compiled(f"uint64(uint64, {GEOMETRY_TYPE})", inline=True)
def above_lowest(cells: Bits, geometry: tuple[Bits, ...]) -> Bits:
    """Every cell above the lowest of these cells in its column.

    In a column, ``2 ** height - n`` keeps the lowest bit of n and inverts those above it.
    """
    return ((geometry[SPARE] - cells) ^ cells) & geometry[CELLS]


@compiled(f"uint64(uint64, {GEOMETRY_TYPE})")
def mirrored(cells: Bits, geometry: tuple[Bits, ...]) -> Bits:
    """The same cells with left and right exchanged."""
    stride = geometry[STRIDE]
    column = (ONE << stride) - ONE
    image = ZERO
    for _ in range(geometry[WIDTH]):
        image = (image << stride) | (cells & column)
        cells >>= stride
    return image


@compiled(f"{GEOMETRY_TYPE}(uint64[::1])", inline=True)
def unpacked(geometry: Array) -> tuple[Bits, ...]:
    """The geometry as a tuple, which the compiler keeps in registers."""
    return (
        geometry[0], geometry[1], geometry[2], geometry[3], geometry[4], geometry[5],
        geometry[6], geometry[7], geometry[8], geometry[9], geometry[10],
    )  # fmt: skip
