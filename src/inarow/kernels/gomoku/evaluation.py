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

LARGEST_EVALUATION = 20000

_TO_MOVE = round(TO_MOVE * SIXTEENTHS)


@compiled("int64(GomokuState, GomokuGeometry, GomokuSearch, int64, int64)")
def network_value(state: Record, geometry: Record, search: Record, side: Int, total: Int) -> Int:
    """Return what the network adds to the sum over the cells, in sixteenths of a point."""
    units = search.units
    stage = min(state.stones // STAGE_STONES, STONE_STAGES - 1)
    trusted = min(max(total, -LARGEST_SUM), LARGEST_SUM)
    for unit in range(UNITS):
        by_sum = (trusted * geometry.sum_weights[unit]) >> SUM_SHIFT
        units[unit] = geometry.stage_weights[stage, unit] + by_sum
    for owner in range(2):
        kinds = state.kinds[side if owner == 0 else 1 - side]
        for kind in range(COUNTED):
            count = min(np.int64(kinds[kind + 1]), MOST_COUNTED)
            row = geometry.count_weights[owner * COUNTED + kind, count]
            for unit in range(UNITS):
                units[unit] += row[unit]
    value = np.int32(0)
    for unit in range(UNITS):
        active = min(max(np.int32(units[unit]), np.int32(0)), np.int32(LARGEST_ACTIVITY))
        value += active * np.int32(geometry.output_weights[unit])
    return (np.int64(value) >> OUTPUT_SHIFT) + geometry.output_weights[UNITS]


@compiled("int64(GomokuState, GomokuGeometry, GomokuSearch, int64)")
def evaluate(state: Record, geometry: Record, search: Record, side: Int) -> Int:
    """Return the static evaluation for the side to move.

    Every empty cell is worth a little more to the side to move, so a larger board would look
    better to whoever is on move. That surplus over the board that the numbers were fitted to is
    taken off.
    """
    value = state.mover_sum[side] - state.waiter_sum[1 - side] - geometry.surplus + _TO_MOVE
    value += network_value(state, geometry, search, side, value)
    value = ((value // SIXTEENTHS) * search.scales[state.stones]) >> 8
    return min(max(value, -LARGEST_EVALUATION), LARGEST_EVALUATION)
