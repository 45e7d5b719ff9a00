"""What each pattern and class is worth: for ordering moves, and for evaluating a position.

Three columns: the value of a cell for ordering moves; its value in the evaluation to the side to
move; the same to the side that waits. The last two were fitted to the results of games, so that
200 points mean odds of e to 1 (`docs/gomoku.md` says how); most positions hold hundreds of weak
patterns, hence the fractions. They are kept in sixteenths of a point.
"""

from typing import Any

import numpy as np

from inarow.kernels.gomoku.patterns import CLASSES, PATTERNS

USE_ORDER = 0
USE_MOVER = 1
USE_WAITER = 2
USES = 3

SIXTEENTHS = 16
TO_MOVE = 3.0  # points for having the move, beside what the two columns say

PATTERN_WEIGHTS = (
    # order, mover, waiter
    (0, 0.0, 0.0),  # dead
    (1, -0.1, -0.1),  # blocked one
    (5, -1.6, -1.8),  # open one
    (6, 1.0, 0.7),  # blocked two
    (16, 20.1, 20.2),  # open two
    (22, 25.8, 25.0),  # open two, wide
    (22, 17.8, 29.3),  # blocked three
    (26, 19.8, 31.3),  # blocked three, wide
    (50, 23.2, 43.8),  # open three
    (62, 35.8, 48.1),  # open three, wide
    (60, 76.0, 95.9),  # four
    (300, 130.6, 130.6),  # open four
    (1000, 200, 200),  # five
)
CLASS_WEIGHTS = (
    (0, 0.0, 0.0),  # none
    (0, -21.4, -21.6),  # two
    (0, -7.9, -22.4),  # blocked three
    (10, -35.8, -38.2),  # two, two
    (20, -14.3, -32.3),  # blocked three with another
    (20, -1.7, -23.2),  # three
    (35, 16.0, -15.7),  # three with another
    (150, -12.3, -19.2),  # three, three
    (10, -26.0, -50.8),  # four
    (30, -0.9, -23.0),  # four with another
    (300, 102.9, 149.2),  # four, three
    (600, 53.6, 53.6),  # open four
    (2000, 200, 200),  # five
)


def weight_table() -> Any:
    """Return the weights as the array that `fill_cell_tables` reads."""
    table = np.array(PATTERN_WEIGHTS + CLASS_WEIGHTS)
    if table.shape != (PATTERNS + CLASSES, USES):
        raise ValueError("a weight for each pattern and each class is needed")
    table[:, USE_MOVER:] *= SIXTEENTHS
    return np.rint(table).astype(np.int32)
