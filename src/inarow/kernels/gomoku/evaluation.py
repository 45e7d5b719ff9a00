"""The static evaluation: what the cells are worth, and what a network makes of them together.

Each empty cell has a value to either side by its patterns; their sum is kept up to date with every
move. How far it can be trusted depends on what threats there are on the board at once, so a small
network adds to it: its hidden units read how many cells of each class either side has, how many
stones there are, and the sum itself. All numbers are whole ones, so that every machine agrees.
"""

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Int, Record, compiled
from inarow.kernels.gomoku.records import COUNTED, MOST_COUNTED, STONE_STAGES, UNITS
from inarow.kernels.gomoku.weights import (
    LARGEST_ACTIVITY,
    LARGEST_SUM,
    OUTPUT_SHIFT,
    SIXTEENTHS,
    STAGE_STONES,
    SUM_SHIFT,
    TO_MOVE,
)
from inarow.kernels.gomoku.worths import to_mover, to_waiter

LARGEST_EVALUATION = 20000

_MOST = np.uint16(MOST_COUNTED)
_ZERO = np.int32(0)
_LARGEST = np.int32(LARGEST_ACTIVITY)
_TO_MOVE = round(TO_MOVE * SIXTEENTHS)


@compiled("int64(GomokuState, GomokuGeometry, int64, int64)")
def network_value(state: Record, geometry: Record, side: Int, total: Int) -> Int:
    """Return what the network adds to the sum over the cells, in sixteenths of a point.

    Nothing is written and every number has its size, so that several units are computed at a time
    in registers.
    """
    stage = min(state.stones // STAGE_STONES, STONE_STAGES - 1)
    trusted = np.int32(min(max(total, -LARGEST_SUM), LARGEST_SUM))
    own = state.kinds[side]
    theirs = state.kinds[1 - side]
    value = np.int32(0)
    for unit in range(UNITS):
        entering = np.int16(geometry.stage_weights[stage, unit])
        for kind in range(COUNTED):
            count = min(np.uint16(own[kind + 1]), _MOST)
            entering = np.int16(entering + geometry.count_weights[kind, count, unit])
            count = min(np.uint16(theirs[kind + 1]), _MOST)
            entering = np.int16(entering + geometry.count_weights[COUNTED + kind, count, unit])
        by_sum = np.int32(np.int32(trusted * geometry.sum_weights[unit]) >> SUM_SHIFT)
        active = np.int32(min(max(np.int32(entering + by_sum), _ZERO), _LARGEST))
        value = np.int32(value + np.int32(active * geometry.output_weights[unit]))
    return (np.int64(value) >> OUTPUT_SHIFT) + geometry.output_weights[UNITS]


@compiled("int64(GomokuState, GomokuGeometry, GomokuSearch, int64)")
def evaluate(state: Record, geometry: Record, search: Record, side: Int) -> Int:
    """Return the static evaluation for the side to move.

    Every empty cell is worth a little more to the side to move, so a larger board would look
    better to whoever is on move. That surplus over the board that the numbers were fitted to is
    taken off.
    """
    value = to_mover(state.sums[side]) - to_waiter(state.sums[1 - side])
    value += _TO_MOVE - geometry.surplus
    value += network_value(state, geometry, side, value)
    value = ((value // SIXTEENTHS) * search.scales[state.stones]) >> 8
    return min(max(value, -LARGEST_EVALUATION), LARGEST_EVALUATION)
