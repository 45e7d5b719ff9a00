"""Boards where pieces fall, as 64 bits: each column has one bit a cell and a spare bit on top.

Cell (x, y) is bit ``x * stride + y`` with ``stride = height + 1``. The spare bits are never set in
a set of stones, so that a shift cannot carry a line over the edge. ``mask + bottom`` has one bit
set in each column: the lowest empty cell, or the spare bit of a full column.
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import ALL, ONE, THREE, TWO, ZERO, Bits
from inarow.kernels.compiling import Array, Record, compiled, record

#: The largest numbers that a board of 64 bits has, spare bits included: of columns (all one cell
#: high), of cells (all in one column), and of ways to win that do not differ by a shift.
MOST_COLUMNS = 32
MOST_CELLS = 63
_MOST_PATTERNS = 8

#: What wins: four in a line, a filled 2x2 square, or any of the given patterns.
FOUR_IN_LINE, SQUARE_OF_TWO, PATTERNS = range(3)

#: The layout of a board and what wins on it. The numbers, in this order: the distance between
#: columns; every column's lowest cell; all cells; every column's spare bit; the rows that whoever
#: plays claimeven gets to fill; width and height; what wins; three planes that hold each cell's
#: distance from the edge in binary; how many patterns there are, and their length.
LAYOUT_FIELDS = (
    "stride", "bottom", "cells", "spare", "claimeven", "width", "height", "shape",
    "edge_1", "edge_2", "edge_4", "pattern_count", "pattern_length",
)  # fmt: skip
BITBOARD = record(
    "Bitboard",
    [
        *((name, np.uint64) for name in LAYOUT_FIELDS),
        # Each a row of distances in bits from its lowest cell.
        ("patterns", np.uint64, (_MOST_PATTERNS, MOST_CELLS)),
    ],
)

#: While it is in use, the layout is a tuple of these: it stays in registers.
(
    STRIDE, BOTTOM, CELLS, SPARE, CLAIMEVEN, WIDTH, HEIGHT, SHAPE,
    EDGE_1, EDGE_2, EDGE_4, PATTERN_COUNT, PATTERN_LENGTH,
) = range(13)  # fmt: skip

#: What functions take that work on a board: the layout as a tuple, and the patterns.
BOARD = "UniTuple(uint64, 13)"
RULES = f"{BOARD}, uint64[:, :]"


@compiled(f"{BOARD}(Bitboard)", inline=True)
def unpacked(board: Record) -> tuple[Bits, ...]:
    """The layout as a tuple, which the compiler keeps in registers."""
    return (
        board.stride, board.bottom, board.cells, board.spare, board.claimeven, board.width,
        board.height, board.shape, board.edge_1, board.edge_2, board.edge_4, board.pattern_count,
        board.pattern_length,
    )  # fmt: skip


@compiled("uint64(uint64, uint64)", inline=True)
def _winning_cells_along(stones: Bits, step: Bits) -> Bits:
    """The cells that would make four along one direction."""
    below = (stones << step) & (stones << (step + step))
    above = (stones >> step) & (stones >> (step + step))
    far = step + step + step
    return (below & ((stones << far) | (stones >> step))) | (
        above & ((stones >> far) | (stones << step))
    )


@compiled("uint64(uint64, uint64)", inline=True)
def _winning_cells_of_squares(stones: Bits, stride: Bits) -> Bits:
    """The cells that would fill a 2x2 square."""
    up, down = stones >> ONE, stones << ONE
    right = (stones >> stride) & (
        (up & (stones >> (stride + ONE))) | (down & (stones >> (stride - ONE)))
    )
    left = (stones << stride) & (
        (up & (stones << (stride - ONE))) | (down & (stones << (stride + ONE)))
    )
    return left | right


@compiled(f"uint64(uint64, {RULES})")
def _winning_cells_of_patterns(stones: Bits, board: tuple[Bits, ...], patterns: Array) -> Bits:
    """The cells that would fill any of the patterns."""
    cells = ZERO
    for row in range(board[PATTERN_COUNT]):
        # Where a pattern that starts there is filled, and where all but one of its cells are.
        filled, one_missing = ALL, ZERO
        for i in range(board[PATTERN_LENGTH]):
            here = stones >> patterns[row, i]
            one_missing = (one_missing & here) | (filled & ~here)
            filled &= here
        for i in range(board[PATTERN_LENGTH]):
            distance = patterns[row, i]
            cells |= (one_missing & ~(stones >> distance)) << distance
    return cells


@compiled(f"uint64(uint64, {RULES})", inline=True)
def winning_cells(stones: Bits, board: tuple[Bits, ...], patterns: Array) -> Bits:
    """The cells where one more stone wins; some may be taken or off the board."""
    stride = board[STRIDE]
    if board[SHAPE] == np.uint64(FOUR_IN_LINE):
        upright = (stones << ONE) & (stones << TWO) & (stones << THREE)
        return (
            upright
            | _winning_cells_along(stones, stride)
            | _winning_cells_along(stones, stride - ONE)
            | _winning_cells_along(stones, stride + ONE)
        )
    if board[SHAPE] == np.uint64(SQUARE_OF_TWO):
        return _winning_cells_of_squares(stones, stride)
    return _winning_cells_of_patterns(stones, board, patterns)


@compiled("uint64(uint64, uint64)", inline=True)
def _fours_on(stones: Bits, step: Bits) -> Bits:
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (step + step))


@compiled(f"boolean(uint64, {RULES})")
def _holds_pattern(stones: Bits, board: tuple[Bits, ...], patterns: Array) -> bool:
    for row in range(board[PATTERN_COUNT]):
        found = ALL
        for i in range(board[PATTERN_LENGTH]):
            found &= stones >> patterns[row, i]
        if found != ZERO:
            return True
    return False


@compiled(f"boolean(uint64, {RULES})", inline=True)
def holds_win(stones: Bits, board: tuple[Bits, ...], patterns: Array) -> bool:
    """Say whether these cells, all of one side, would hold something that wins."""
    stride = board[STRIDE]
    if board[SHAPE] == np.uint64(FOUR_IN_LINE):
        fours = (
            _fours_on(stones, ONE)
            | _fours_on(stones, stride)
            | _fours_on(stones, stride - ONE)
            | _fours_on(stones, stride + ONE)
        )
        return bool(fours != ZERO)
    if board[SHAPE] == np.uint64(SQUARE_OF_TWO):
        pairs = stones & (stones >> ONE)
        return bool((pairs & (pairs >> stride)) != ZERO)
    return _holds_pattern(stones, board, patterns)


@compiled(f"uint64(uint64, {BOARD})", inline=True)
def above_lowest(cells: Bits, board: tuple[Bits, ...]) -> Bits:
    """Every cell above the lowest of these cells in its column.

    In a column, ``2 ** height - n`` keeps the lowest bit of n and inverts those above it.
    """
    return ((board[SPARE] - cells) ^ cells) & board[CELLS]


@compiled(f"uint64(uint64, {BOARD})")
def mirrored(cells: Bits, board: tuple[Bits, ...]) -> Bits:
    """The same cells with left and right exchanged."""
    stride = board[STRIDE]
    column = (ONE << stride) - ONE
    image = ZERO
    for _ in range(board[WIDTH]):
        image = (image << stride) | (cells & column)
        cells >>= stride
    return image
