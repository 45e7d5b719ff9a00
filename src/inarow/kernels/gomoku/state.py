"""The board of a free-placement line game, kept up to date move by move.

Two records, laid out as C structs so that a compiled function takes one pointer each: the
*ground* holds what depends on the game alone (geometry, tables), the *state* what a move changes.
Each line of the board in each of the four directions is one 64-bit word, two bits a cell; the
window around a cell is a shift of it, and the window's patterns a table look-up. A move touches
only the cells within reach on its four lines; taking it back pops the changes from a stack.
"""

from typing import Any

import numba
import numpy as np
from numba import types

from inarow.kernels.compiling import Array, Int, Record, counted
from inarow.kernels.gomoku.bounds import LONGEST_SIDE, strip_length, supported
from inarow.kernels.gomoku.patterns import GROUP_OF_CLASS, GROUPS, fill_cell_tables, line_table
from inarow.kernels.gomoku.weights import USE_MOVER, USE_WAITER, USES, weight_table

CELLS = LONGEST_SIDE * LONGEST_SIDE
WORDS = (CELLS + 63) // 64
LINES = 2 * LONGEST_SIDE - 1
CHANGES = 24576  # on the stack of changes: at most 48 a move, far fewer in practice
NO_CELL = -1

GROUND = np.dtype(
    [
        ("width", "i8"),
        ("height", "i8"),
        ("cells", "i8"),
        ("words", "i8"),
        ("half", "i8"),
        ("low_mask", "u8"),
        ("high_mask", "u8"),
        ("step", "i8", (4,)),
        ("line", "i2", (CELLS, 4)),
        ("place", "i2", (CELLS, 4)),
        ("before", "i2", (CELLS, 4)),
        ("after", "i2", (CELLS, 4)),
        ("edges", "u8", (4, LINES)),
        ("near", "u8", (CELLS, WORDS)),
        ("zobrist", "u8", (2, CELLS)),
        ("group", "i1", (16,)),
        ("classes", "u1", (65536,)),
        ("values", "i2", (65536, USES)),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("hash", "u8"),
        ("stones", "i8"),
        ("top", "i8"),
        ("board", "u1", (CELLS,)),
        ("keys", "u8", (4, LINES)),
        ("codes", "u4", (CELLS,)),
        ("sets", "u8", (2, GROUPS, WORDS)),
        ("counts", "i8", (2, GROUPS)),
        ("mover_sum", "i8", (2,)),
        ("waiter_sum", "i8", (2,)),
        ("moves", "i2", (CELLS,)),
        ("marks", "i4", (CELLS + 1,)),
        ("near", "u8", (CELLS + 1, WORDS)),
        ("answers", "u8", (CELLS + 1, WORDS)),
        ("spoil", "u8", (WORDS,)),
        ("changed_cell", "i2", (CHANGES,)),
        ("changed_code", "u4", (CHANGES,)),
    ],
    align=True,
)

GROUND_TYPE = numba.from_dtype(GROUND)
STATE_TYPE = numba.from_dtype(STATE)
LINES_TYPE = types.uint8[::1]

_ONE = np.uint64(1)
_LOW = np.uint32(0xFFFF)


def new_ground(width: int, height: int, connect: int, exact: bool) -> tuple[Any, Any]:
    """Return the ground record and the line table for a game."""
    if not supported(width, height, connect, exact):
        raise ValueError(f"{width}x{height}, {connect} in a row does not fit the tables")
    length = strip_length(connect, exact)
    ground = np.zeros(1, dtype=GROUND)[0]
    ground["width"], ground["height"] = width, height
    ground["cells"] = width * height
    ground["words"] = (width * height + 63) // 64
    ground["half"] = length // 2
    ground["low_mask"] = (1 << (length - 1)) - 1
    ground["high_mask"] = ((1 << (length - 1)) - 1) << (length - 1)
    ground["step"] = (1, width, width + 1, width - 1)
    ground["group"][: len(GROUP_OF_CLASS)] = GROUP_OF_CLASS
    random = np.random.default_rng(20240607)
    ground["zobrist"] = random.integers(1, 2**64 - 1, (2, CELLS), dtype=np.uint64)
    _lay_lines(ground, width, height)
    _lay_neighbours(ground, width, height)
    fill_cell_tables(weight_table(), ground["classes"], ground["values"])
    return ground, line_table(length, connect, exact)


def _lay_lines(ground: Any, width: int, height: int) -> None:
    """Give each cell its line, its place on it and its reach in each direction."""
    half = int(ground["half"])
    steps = ((1, 0), (0, 1), (1, 1), (-1, 1))
    for direction, (right, down) in enumerate(steps):
        numbers: dict[int, int] = {}
        for cell in range(width * height):
            x, y = cell % width, cell // width
            back = _steps_inside(x, y, -right, -down, width, height)
            ahead = _steps_inside(x, y, right, down, width, height)
            start = (y - back * down) * width + x - back * right
            line = numbers.setdefault(start, len(numbers))
            ground["line"][cell, direction] = line
            ground["place"][cell, direction] = back
            ground["before"][cell, direction] = min(back, half)
            ground["after"][cell, direction] = min(ahead, half)
            inside = ((1 << (2 * (back + ahead + 1))) - 1) << (2 * half)
            ground["edges"][direction, line] = (2**64 - 1) & ~inside


def _steps_inside(x: int, y: int, right: int, down: int, width: int, height: int) -> int:
    steps = 0
    while 0 <= x + right < width and 0 <= y + down < height:
        x, y, steps = x + right, y + down, steps + 1
    return steps


def _lay_neighbours(ground: Any, width: int, height: int) -> None:
    """Mark the cells worth considering once a cell is taken: near it, or in line with it."""
    for cell in range(width * height):
        x, y = cell % width, cell // width
        for other in range(width * height):
            right, down = abs(other % width - x), abs(other // width - y)
            aligned = right in (0, down) or down == 0
            if max(right, down) <= 2 or (aligned and max(right, down) <= 3):
                ground["near"][cell, other // 64] |= np.uint64(1 << (other % 64))


def new_state(ground: Any, lines: Any) -> Any:
    """Return the state of the empty board."""
    state = np.zeros(1, dtype=STATE)[0]
    clear(state, ground, lines)
    return state


@counted(types.void(STATE_TYPE, GROUND_TYPE, types.int64, types.uint32))
def count_in(state: Record, ground: Record, cell: Int, code: np.uint32) -> None:
    """Add an empty cell's patterns to the sums and sets."""
    for side in range(2):
        own = (code >> np.uint32(16 * side)) & _LOW
        state.mover_sum[side] += ground.values[own, USE_MOVER]
        state.waiter_sum[side] += ground.values[own, USE_WAITER]
        group = ground.group[ground.classes[own]]
        if group >= 0:
            state.sets[side, group, cell >> 6] ^= _ONE << np.uint64(cell & 63)
            state.counts[side, group] += 1


@counted(types.void(STATE_TYPE, GROUND_TYPE, types.int64, types.uint32))
def count_out(state: Record, ground: Record, cell: Int, code: np.uint32) -> None:
    """Take an empty cell's patterns out of the sums and sets."""
    for side in range(2):
        own = (code >> np.uint32(16 * side)) & _LOW
        state.mover_sum[side] -= ground.values[own, USE_MOVER]
        state.waiter_sum[side] -= ground.values[own, USE_WAITER]
        group = ground.group[ground.classes[own]]
        if group >= 0:
            state.sets[side, group, cell >> 6] ^= _ONE << np.uint64(cell & 63)
            state.counts[side, group] -= 1


@counted(
    types.void(STATE_TYPE, GROUND_TYPE, types.int64, types.uint32, types.uint32),
)
def recount(state: Record, ground: Record, cell: Int, old: np.uint32, new: np.uint32) -> None:
    """Change an empty cell's patterns from `old` to `new` in the sums and sets."""
    state.codes[cell] = new
    changed = old ^ new
    for side in range(2):
        shift = np.uint32(16 * side)
        if (changed >> shift) & _LOW == 0:
            continue
        before = (old >> shift) & _LOW
        after = (new >> shift) & _LOW
        values = ground.values
        state.mover_sum[side] += np.int64(values[after, USE_MOVER]) - values[before, USE_MOVER]
        state.waiter_sum[side] += np.int64(values[after, USE_WAITER]) - values[before, USE_WAITER]
        old_group = ground.group[ground.classes[before]]
        new_group = ground.group[ground.classes[after]]
        if old_group != new_group:
            bit = _ONE << np.uint64(cell & 63)
            if old_group >= 0:
                state.sets[side, old_group, cell >> 6] ^= bit
                state.counts[side, old_group] -= 1
            if new_group >= 0:
                state.sets[side, new_group, cell >> 6] ^= bit
                state.counts[side, new_group] += 1


@counted(types.void(STATE_TYPE, GROUND_TYPE, LINES_TYPE))
def clear(state: Record, ground: Record, lines: Array) -> None:
    """Set the empty board up."""
    state.hash = 0
    state.stones = 0
    state.top = 0
    state.mover_sum[:] = 0
    state.waiter_sum[:] = 0
    state.sets[:] = 0
    state.counts[:] = 0
    state.board[:] = 0
    state.near[0, :] = 0
    for direction in range(4):
        for line in range(LINES):
            state.keys[direction, line] = ground.edges[direction, line]
    for cell in range(ground.cells):
        code = np.uint32(0)
        for direction in range(4):
            key = state.keys[direction, ground.line[cell, direction]]
            window = key >> np.uint64(2 * ground.place[cell, direction])
            index = (window & ground.low_mask) | ((window >> np.uint64(2)) & ground.high_mask)
            both = np.uint32(lines[index])
            shift = np.uint32(4 * direction)
            code |= (both & np.uint32(15)) << shift
            code |= (both >> np.uint32(4)) << (shift + np.uint32(16))
        state.codes[cell] = code
        count_in(state, ground, cell, code)


@counted(
    types.void(STATE_TYPE, GROUND_TYPE, LINES_TYPE, types.int64, types.int64),
)
def place(state: Record, ground: Record, lines: Array, cell: Int, side: Int) -> None:
    """Put a stone of `side` (0 or 1) on an empty cell and bring everything up to date."""
    state.hash ^= ground.zobrist[side, cell]
    state.board[cell] = side + 1
    count_out(state, ground, cell, state.codes[cell])
    state.moves[state.stones] = cell
    state.marks[state.stones] = state.top
    for word in range(ground.words):
        state.near[state.stones + 1, word] = (
            state.near[state.stones, word] | ground.near[cell, word]
        )
    state.stones += 1
    half = ground.half
    low_mask = ground.low_mask
    high_mask = ground.high_mask
    middle = np.uint64(2 * half)
    top = state.top
    for direction in range(4):
        line = ground.line[cell, direction]
        spot = np.int64(ground.place[cell, direction])
        key = state.keys[direction, line] | (np.uint64(side + 1) << np.uint64(2 * (spot + half)))
        state.keys[direction, line] = key
        shift = np.uint32(4 * direction)
        keep = ~(np.uint32(0x000F000F) << shift)
        step = ground.step[direction]
        before = np.int64(ground.before[cell, direction])
        neighbour = cell - before * step
        window = key >> np.uint64(2 * (spot - before))
        for _ in range(before + ground.after[cell, direction] + 1):
            if (window >> middle) & np.uint64(3) == 0:
                index = (window & low_mask) | ((window >> np.uint64(2)) & high_mask)
                both = np.uint32(lines[index])
                fresh = (both & np.uint32(15)) | ((both & np.uint32(0xF0)) << np.uint32(12))
                old = state.codes[neighbour]
                new = (old & keep) | (fresh << shift)
                if new != old:
                    state.changed_cell[top] = neighbour
                    state.changed_code[top] = old
                    top += 1
                    recount(state, ground, neighbour, old, new)
            neighbour += step
            window >>= np.uint64(2)
    state.top = top


@counted(types.void(STATE_TYPE, GROUND_TYPE))
def take_back(state: Record, ground: Record) -> None:
    """Take the last stone back."""
    state.stones -= 1
    cell = np.int64(state.moves[state.stones])
    side = np.int64(state.board[cell]) - 1
    mark = np.int64(state.marks[state.stones])
    top = state.top
    while top > mark:
        top -= 1
        changed = np.int64(state.changed_cell[top])
        recount(state, ground, changed, state.codes[changed], state.changed_code[top])
    state.top = top
    stone = np.uint64(side + 1)
    for direction in range(4):
        line = ground.line[cell, direction]
        shift = np.uint64(2 * (np.int64(ground.place[cell, direction]) + ground.half))
        state.keys[direction, line] ^= stone << shift
    state.board[cell] = 0
    state.hash ^= ground.zobrist[side, cell]
    count_in(state, ground, cell, state.codes[cell])
