"""What each pattern and class is worth: for ordering moves, and for judging a position.

Three columns: the value of a cell for ordering moves; its value in the evaluation to the side to
move; the same to the side that waits. Units are centipawn-like: 200 points are about the odds of
`WIN_SCALE` (see `docs/gomoku.md` for how they were fitted).
"""

import numpy as np

from .gomoku_patterns import CLASSES, PATTERNS

USE_ORDER = 0
USE_MOVER = 1
USE_WAITER = 2
USES = 3

PATTERN_WEIGHTS = (
    # order, mover, waiter
    (0, 0, 0),  # dead
    (1, 1, 1),  # blocked one
    (5, 0, 0),  # open one
    (6, 0, 0),  # blocked two
    (16, 24, 29),  # open two
    (22, 27, 33),  # open two, wide
    (22, 6, 30),  # blocked three
    (26, 8, 32),  # blocked three, wide
    (50, 22, 72),  # open three
    (62, 44, 83),  # open three, wide
    (60, 57, 92),  # four
    (300, 123, 123),  # open four
    (1000, 200, 200),  # five
)
CLASS_WEIGHTS = (
    (0, 0, 0),  # none
    (0, -21, -27),  # two
    (0, 5, -23),  # blocked three
    (10, -38, -52),  # two, two
    (20, 4, -34),  # blocked three with another
    (20, -6, -55),  # three
    (35, 29, -41),  # three with another
    (150, -3, -68),  # three, three
    (10, -6, -47),  # four
    (30, 9, -28),  # four with another
    (300, 54, 119),  # four, three
    (600, 66, 66),  # open four
    (2000, 200, 200),  # five
)


def weight_table() -> np.ndarray:
    """Return the weights as the array that `fill_cell_tables` reads."""
    table = np.array(PATTERN_WEIGHTS + CLASS_WEIGHTS, dtype=np.int32)
    if table.shape != (PATTERNS + CLASSES, USES):
        raise ValueError("a weight for each pattern and each class is needed")
    return table
