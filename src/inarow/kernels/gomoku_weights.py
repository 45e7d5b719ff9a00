"""What each pattern and class is worth: for ordering moves, and for judging a position.

Three columns: the value of a cell for ordering moves; its value in the evaluation to the side to
move; the same to the side that waits. The last two were fitted to the results of games, so that
200 points mean odds of e to 1 (`docs/gomoku.md` says how); most positions hold hundreds of weak
patterns, hence the fractions. They are kept in sixteenths of a point.
"""

from typing import Any

import numpy as np

from inarow.kernels.gomoku_patterns import CLASSES, PATTERNS

USE_ORDER = 0
USE_MOVER = 1
USE_WAITER = 2
USES = 3

SIXTEENTHS = 16
TO_MOVE = 1.5  # points for having the move, beside what the two columns say

PATTERN_WEIGHTS = (
    # order, mover, waiter
    (0, 0.0, -0.0),  # dead
    (1, 0.6, 0.5),  # blocked one
    (5, -1.3, -1.5),  # open one
    (6, 0.3, 0.1),  # blocked two
    (16, 22.7, 25.3),  # open two
    (22, 29.0, 31.1),  # open two, wide
    (22, 13.2, 30.6),  # blocked three
    (26, 15.2, 32.6),  # blocked three, wide
    (50, 19.6, 62.7),  # open three
    (62, 40.4, 73.1),  # open three, wide
    (60, 63.0, 104.5),  # four
    (300, 108.3, 108.3),  # open four
    (1000, 200, 200),  # five
)
CLASS_WEIGHTS = (
    (0, 0.0, -0.0),  # none
    (0, -23.5, -26.7),  # two
    (0, -2.4, -23.2),  # blocked three
    (10, -41.0, -48.5),  # two, two
    (20, -7.8, -35.3),  # blocked three with another
    (20, -4.2, -46.7),  # three
    (35, 19.7, -38.7),  # three with another
    (150, -10.1, -67.2),  # three, three
    (10, -15.7, -61.7),  # four
    (30, 11.8, -34.9),  # four with another
    (300, 66.9, 113.2),  # four, three
    (600, 69.7, 69.7),  # open four
    (2000, 200, 200),  # five
)


def weight_table() -> Any:
    """Return the weights as the array that `fill_cell_tables` reads."""
    table = np.array(PATTERN_WEIGHTS + CLASS_WEIGHTS)
    if table.shape != (PATTERNS + CLASSES, USES):
        raise ValueError("a weight for each pattern and each class is needed")
    table[:, USE_MOVER:] *= SIXTEENTHS
    return np.rint(table).astype(np.int32)
