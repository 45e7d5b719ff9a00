"""Win by continuous fours (VCF): each move makes a four, each answer is forced.

The attacker plays only fours, so the defender has exactly one answer each time and the search is
a walk, not a game tree; it goes as deep as the fours do. Positions found to hold no such win are
remembered in a table of keys, never those given up for lack of nodes.
"""

import numba
import numpy as np
from numba import types

from inarow.kernels.compiling import Array, Int, Record, counted
from inarow.kernels.gomoku.patterns import GROUP_FIVE, GROUP_FOUR, GROUP_FOUR_THREE, GROUP_OPEN_FOUR
from inarow.kernels.gomoku.state import (
    CELLS,
    GROUND_TYPE,
    LINES_TYPE,
    NO_CELL,
    STATE_TYPE,
    place,
    take_back,
)
from inarow.kernels.gomoku.threats import lowest_bit, only_cell, position_key

FOURS = np.dtype(
    [
        ("nodes", "i8"),  # searched so far
        ("limit", "i8"),  # give up when `nodes` reaches it
        ("stop", "i8"),  # set from outside to end at once
        ("length", "i8"),  # of the winning line
        ("line", "i2", (CELLS + 2,)),
    ],
    align=True,
)
FOURS_TYPE = numba.from_dtype(FOURS)
FAILED_TYPE = types.uint64[::1]

_ONE = np.uint64(1)


@counted(
    types.boolean(
        STATE_TYPE, GROUND_TYPE, LINES_TYPE, FOURS_TYPE, FAILED_TYPE, types.int64, types.int64
    ),
)
def win_by_fours(
    state: Record, ground: Record, lines: Array, fours: Record, failed: Array, side: Int, ply: Int
) -> bool:
    """Return whether `side`, to move, wins by continuous fours; never True without a proof.

    The line is left in `fours.line[:fours.length]`, ending with the five. False means that there
    is no such win, unless `fours.nodes` reached the limit or `fours.stop` was set.
    """
    fours.nodes += 1
    other = 1 - side
    if state.counts[side, GROUP_FIVE] > 0:
        fours.line[ply] = only_cell(state, side, GROUP_FIVE)
        fours.length = ply + 1
        return True
    block = only_cell(state, other, GROUP_FIVE)
    if state.counts[other, GROUP_FIVE] > 1:
        return False
    if block == NO_CELL and state.counts[side, GROUP_OPEN_FOUR] > 0:
        # Two cells complete the open four: the answer to the first is shown, the second wins.
        fours.line[ply] = only_cell(state, side, GROUP_OPEN_FOUR)
        place(state, ground, lines, np.int64(fours.line[ply]), side)
        fours.line[ply + 1] = only_cell(state, side, GROUP_FIVE)
        place(state, ground, lines, np.int64(fours.line[ply + 1]), other)
        fours.line[ply + 2] = only_cell(state, side, GROUP_FIVE)
        take_back(state, ground)
        take_back(state, ground)
        fours.length = ply + 3
        return True
    if fours.stop != 0 or fours.nodes >= fours.limit:
        return False
    if state.counts[side, GROUP_FOUR] + state.counts[side, GROUP_FOUR_THREE] == 0 and (
        block == NO_CELL or state.counts[side, GROUP_OPEN_FOUR] == 0
    ):
        return False
    key = position_key(state, side)
    slot = key & np.uint64(failed.size - 1)
    if failed[slot] == key:
        return False
    for group in range(GROUP_OPEN_FOUR, GROUP_FOUR - 1, -1):
        for word in range(ground.words):
            left = state.sets[side, group, word]
            while left:
                cell = np.int64(word * 64) + np.int64(lowest_bit(left))
                left &= left - _ONE
                if block not in (NO_CELL, cell):
                    continue
                place(state, ground, lines, cell, side)
                answer = only_cell(state, side, GROUP_FIVE)
                place(state, ground, lines, answer, other)
                won = win_by_fours(state, ground, lines, fours, failed, side, ply + 2)
                take_back(state, ground)
                take_back(state, ground)
                if won:
                    fours.line[ply] = cell
                    fours.line[ply + 1] = answer
                    return True
                if fours.stop != 0 or fours.nodes >= fours.limit:
                    return False
    failed[slot] = key
    return False
