"""A position as arrays, for any board up to 20x20: make, undo and win detection.

``cells`` holds 0 for empty, 1 for X and 2 for O, cell ``y * width + x``. ``heights`` counts the
pieces in each column. ``geometry`` holds the game, see the constants.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.compiling import Array, compiled

#: Indices into ``geometry``.
WIDTH, HEIGHT, GRAVITY, SQUARE, LENGTH, EXACT = range(6)

#: The four ways a line can run, in the order of the rules.
STEP_X = np.array([1, 0, 1, 1], dtype=np.int64)
STEP_Y = np.array([0, 1, 1, -1], dtype=np.int64)


@compiled("int64(int64, int64, int8[::1], int64[::1])")
def piece_at(x: int, y: int, cells: Array, geometry: Array) -> int:
    """The piece on a cell: 0 empty, 1 or 2, and 3 off the board."""
    if 0 <= x < geometry[WIDTH] and 0 <= y < geometry[HEIGHT]:
        return int(cells[y * geometry[WIDTH] + x])
    return 3


@compiled("int64(int64, int64, int8[::1], int64[::1], int64[::1])")
def place(move: int, piece: int, cells: Array, heights: Array, geometry: Array) -> int:
    """Play a legal move and return the cell that it fills."""
    cell = move
    if geometry[GRAVITY]:
        cell = heights[move] * geometry[WIDTH] + move
        heights[move] += 1
    cells[cell] = piece
    return cell


@compiled("void(int64, int64, int8[::1], int64[::1], int64[::1])")
def remove(move: int, cell: int, cells: Array, heights: Array, geometry: Array) -> None:
    """Take back the move that filled ``cell``."""
    cells[cell] = 0
    if geometry[GRAVITY]:
        heights[move] -= 1


@compiled("boolean(int64, int8[::1], int64[::1])")
def _completes_line(cell: int, cells: Array, geometry: Array) -> bool:
    width, height, length = geometry[WIDTH], geometry[HEIGHT], geometry[LENGTH]
    piece = cells[cell]
    row = cell // width
    column = cell - row * width
    for direction in range(4):
        run = 1
        for sign in (1, -1):
            dx, dy = sign * STEP_X[direction], sign * STEP_Y[direction]
            x, y = column + dx, row + dy
            while 0 <= x < width and 0 <= y < height and cells[y * width + x] == piece:
                run += 1
                x += dx
                y += dy
        if run == length or (run > length and not geometry[EXACT]):
            return True
    return False


@compiled("boolean(int64, int64, int8[::1], int64[::1])")
def _square_is_filled(left: int, bottom: int, cells: Array, geometry: Array) -> bool:
    width, size = geometry[WIDTH], geometry[LENGTH]
    piece = cells[bottom * width + left]
    for y in range(bottom, bottom + size):
        for x in range(left, left + size):
            if cells[y * width + x] != piece:
                return False
    return True


@compiled("boolean(int64, int8[::1], int64[::1])")
def _completes_square(cell: int, cells: Array, geometry: Array) -> bool:
    width, height, size = geometry[WIDTH], geometry[HEIGHT], geometry[LENGTH]
    x, y = cell % width, cell // width
    for left in range(max(0, x - size + 1), min(x, width - size) + 1):
        for bottom in range(max(0, y - size + 1), min(y, height - size) + 1):
            if _square_is_filled(left, bottom, cells, geometry):
                return True
    return False


@compiled("boolean(int64, int8[::1], int64[::1])")
def wins_through(cell: int, cells: Array, geometry: Array) -> bool:
    """Say whether the piece on ``cell`` completes a winning shape."""
    if geometry[SQUARE]:
        return _completes_square(cell, cells, geometry)
    return _completes_line(cell, cells, geometry)
