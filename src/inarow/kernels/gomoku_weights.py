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
    (1, 0, 0),  # blocked one
    (5, 2, 2),  # open one
    (6, 2, 2),  # blocked two
    (16, 7, 6),  # open two
    (22, 10, 8),  # open two, wide
    (22, 9, 7),  # blocked three
    (26, 10, 8),  # blocked three, wide
    (50, 22, 16),  # open three
    (62, 28, 20),  # open three, wide
    (60, 24, 18),  # four
    (300, 60, 40),  # open four
    (1000, 100, 80),  # five
)
CLASS_WEIGHTS = (
    (0, 0, 0),  # none
    (0, 0, 0),  # two
    (0, 0, 0),  # blocked three
    (10, 6, 4),  # two, two
    (20, 10, 7),  # blocked three with another
    (20, 10, 6),  # three
    (35, 20, 12),  # three with another
    (150, 60, 30),  # three, three
    (10, 6, 4),  # four
    (30, 16, 10),  # four with another
    (300, 120, 60),  # four, three
    (600, 200, 100),  # open four
    (2000, 300, 200),  # five
)


def weight_table() -> np.ndarray:
    """Return the weights as the array that `fill_cell_tables` reads."""
    table = np.array(PATTERN_WEIGHTS + CLASS_WEIGHTS, dtype=np.int32)
    if table.shape != (PATTERNS + CLASSES, USES):
        raise ValueError("a weight for each pattern and each class is needed")
    return table
