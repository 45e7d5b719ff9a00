"""What the patterns of an empty cell are worth: for ordering moves, and for evaluating a position.

For the order of moves, a number for each pattern and each class. The evaluation is read from a
file: two numbers for each multiset of four patterns, to the side to move and to the side that
waits, and the weights of a small network (`evaluation.py`). They are fitted to positions, so that
200 points mean odds of e to 1 (`docs/gomoku.md` says how). Values of cells are kept in sixteenths
of a point, for most positions hold hundreds of weak patterns.
"""

import math
from pathlib import Path
from typing import NamedTuple

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.gomoku.patterns import CLASSES, MULTISETS, PATTERNS
from inarow.kernels.gomoku.records import COUNTED, MOST_COUNTED, STONE_STAGES, UNITS

SIXTEENTHS = 16
TO_MOVE = 3.0  # points for having the move, beside what the table says

PATTERN_ORDER = (
    0,  # dead
    1,  # blocked one
    5,  # open one
    6,  # blocked two
    16,  # open two
    22,  # open two, wide
    22,  # blocked three
    26,  # blocked three, wide
    50,  # open three
    62,  # open three, wide
    60,  # four
    300,  # open four
    1000,  # five
)
CLASS_ORDER = (
    0,  # none
    0,  # two
    0,  # blocked three
    10,  # two, two
    20,  # blocked three with another
    20,  # three
    35,  # three with another
    150,  # three, three
    10,  # four
    30,  # four with another
    300,  # four, three
    600,  # open four
    2000,  # five
)

#: A stage of the game is so many stones long; the last one has no end.
STAGE_STONES = 4
#: The network counts in whole numbers: an activity of 1 is this many, and 8 is the largest.
ACTIVITY = 512
LARGEST_ACTIVITY = 8 * ACTIVITY
#: What the sum over the cells weighs, and what the units give, are shifted right by so many bits.
SUM_SHIFT = 12
OUTPUT_SHIFT = 6
#: The sum over the cells counts at most so much in the network, in sixteenths of a point.
LARGEST_SUM = 8 * 200 * SIXTEENTHS

_HERE = Path(__file__).parent


def order_weights() -> Array:
    """Return what ranks moves as the array that `fill_cell_tables` reads."""
    weights = np.array(PATTERN_ORDER + CLASS_ORDER, dtype=np.int32)
    if weights.size != PATTERNS + CLASSES:
        raise ValueError("a weight for each pattern and each class is needed")
    return weights


class EvaluationWeights(NamedTuple):
    """The numbers of an evaluation, by the names that they have in the kernels' records."""

    #: A row for each multiset: to the side to move, to the side that waits.
    multisets: Array
    count_weights: Array
    stage_weights: Array
    sum_weights: Array
    output_weights: Array
    #: The sum over the cells of an empty board of the size that it was fitted to.
    empty_sum: Array


_SHAPES: tuple[tuple[int, ...], ...] = (
    (MULTISETS, 2),
    (2 * COUNTED, MOST_COUNTED + 1, UNITS),
    (STONE_STAGES, UNITS),
    (UNITS,),
    (UNITS + 1,),
    (1,),
)


def evaluation_weights(path: Path | None = None) -> EvaluationWeights:
    """Return the evaluation in a file, or the usual one."""
    path = path or _HERE / "evaluation.i2"
    numbers = np.frombuffer(bytearray(path.read_bytes()), dtype="<i2")
    size = sum(math.prod(shape) for shape in _SHAPES)
    if numbers.size != size:
        raise ValueError(f"{path} does not hold an evaluation: {numbers.size} numbers, not {size}")
    parts = []
    for shape in _SHAPES:
        parts.append(numbers[: math.prod(shape)].reshape(*shape))
        numbers = numbers[math.prod(shape) :]
    return EvaluationWeights(*parts)
