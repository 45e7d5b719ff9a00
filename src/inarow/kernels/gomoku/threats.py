"""Sets of cells: reading them, and the complete answers to a threat.

`answer_threats` is what makes a claimed win a proof. When a side threatens an open four (or two
fours at once), the other side must make a four of its own or play a cell that spoils the threat;
any third kind of move loses to the threat. So those cells, and no others, have to be searched.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from inarow.kernels.compiling import Array, Int, Record, counted
from inarow.kernels.gomoku.patterns import (
    FOUR,
    GROUP_FIVE,
    GROUP_FOUR,
    GROUP_FOUR_THREE,
    GROUP_OPEN_FOUR,
)
from inarow.kernels.gomoku.state import GROUND_TYPE, LINES_TYPE, NO_CELL, STATE_TYPE

_ONE = np.uint64(1)
_SIDE_KEY = np.uint64(0x9E3779B97F4A7C15)


@intrinsic
def _lowest_bit(typing: Any, word: Any) -> Any:  # noqa: ARG001 - Numba fixes the parameters

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


#: The index of the lowest set bit of a non-zero uint64.
lowest_bit: Callable[[np.uint64], np.uint64] = cast(Any, _lowest_bit)


@counted(types.int64(STATE_TYPE, types.int64, types.int64))
def only_cell(state: Record, side: Int, group: Int) -> Int:
    """Return the first cell of a set, or NO_CELL when it is empty."""
    cells = state.sets[side, group]
    for word in range(cells.size):
        if cells[word]:
            return np.int64(word * 64) + np.int64(lowest_bit(cells[word]))
    return NO_CELL


@counted(types.uint64(STATE_TYPE, types.int64))
def position_key(state: Record, mover: Int) -> np.uint64:
    """Return the hash of the stones and the side to move."""
    return state.hash ^ _SIDE_KEY if mover else state.hash


@counted(types.uint64(STATE_TYPE, types.int64, types.int64))
def four_cells(state: Record, side: Int, word: Int) -> np.uint64:
    """Return one word of the set of cells where `side` makes a four or better, not a five."""
    sets = state.sets
    return (
        sets[side, GROUP_FOUR, word]
        | sets[side, GROUP_FOUR_THREE, word]
        | sets[side, GROUP_OPEN_FOUR, word]
    )


@counted(types.boolean(STATE_TYPE, types.int64))
def threatens(state: Record, side: Int) -> bool:
    """Return whether `side`, were it to move, would have a five or an open four."""
    return state.counts[side, GROUP_FIVE] > 0 or state.counts[side, GROUP_OPEN_FOUR] > 0


@counted(
    types.void(STATE_TYPE, GROUND_TYPE, LINES_TYPE, types.int64, types.int64),
)
def spoilers(state: Record, ground: Record, lines: Array, attacker: Int, cell: Int) -> None:
    """Set in `state.spoil` the cells where a stone of the other side keeps `cell` from being a win.

    `cell` is one where `attacker` would make an open four or two fours. Only its directions that
    hold a four count, and a stone on such a line changes that direction alone.
    """
    spoil = state.spoil
    spoil[:] = 0
    spoil[cell >> 6] |= _ONE << np.uint64(cell & 63)
    shift = np.uint32(16 * attacker)
    code = (state.codes[cell] >> shift) & np.uint32(0xFFFF)
    stone = np.uint64(2 - attacker)
    half = ground.half
    for direction in range(4):
        turn = np.uint32(4 * direction)
        if (code >> turn) & np.uint32(15) < FOUR:
            continue
        key = state.keys[direction, ground.line[cell, direction]]
        window = key >> np.uint64(2 * ground.place[cell, direction])
        index = (window & ground.low_mask) | ((window >> np.uint64(2)) & ground.high_mask)
        rest = code & ~(np.uint32(15) << turn)
        step = ground.step[direction]
        for offset in range(-ground.before[cell, direction], ground.after[cell, direction] + 1):
            other = cell + offset * step
            if offset == 0 or state.board[other] != 0:
                continue
            slot = offset + half if offset < 0 else offset + half - 1
            both = np.uint32(lines[index | (stone << np.uint64(2 * slot))])
            own = (both >> np.uint32(4 * attacker)) & np.uint32(15)
            if ground.group[ground.classes[rest | (own << turn)]] != GROUP_OPEN_FOUR:
                spoil[other >> 6] |= _ONE << np.uint64(other & 63)


@counted(
    types.void(STATE_TYPE, GROUND_TYPE, LINES_TYPE, types.int64),
)
def answer_threats(state: Record, ground: Record, lines: Array, attacker: Int) -> None:
    """Set `state.answers[state.stones]` to every move that may save the side under threat.

    `attacker` threatens an open four and has no five; the other side is to move. The answers are
    the cells that spoil every such threat at once, and its own fours.
    """
    answers = state.answers[state.stones]
    answers[:] = ~np.uint64(0)
    for word in range(ground.words):
        left = state.sets[attacker, GROUP_OPEN_FOUR, word]
        while left:
            cell = np.int64(word * 64) + np.int64(lowest_bit(left))
            left &= left - _ONE
            spoilers(state, ground, lines, attacker, cell)
            for i in range(ground.words):
                answers[i] &= state.spoil[i]
    for word in range(ground.words):
        answers[word] |= four_cells(state, 1 - attacker, word)
