"""What the patterns of an empty cell are worth: for ordering moves, and for evaluating a position.

For the order of moves, a number for each pattern and each class. For the evaluation, two for each
multiset of four patterns, to the side to move and to the side that waits, read from a file: fitted
to positions, so that 200 points mean odds of e to 1 (`docs/gomoku.md` says how). They are kept in
sixteenths of a point, for most positions hold hundreds of weak patterns.
"""

from pathlib import Path

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array
from inarow.kernels.gomoku.patterns import CLASSES, MULTISETS, PATTERNS

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

_HERE = Path(__file__).parent


def order_weights() -> Array:
    """Return what ranks moves as the array that `fill_cell_tables` reads."""
    weights = np.array(PATTERN_ORDER + CLASS_ORDER, dtype=np.int32)
    if weights.size != PATTERNS + CLASSES:
        raise ValueError("a weight for each pattern and each class is needed")
    return weights


def evaluation_table(path: Path | None = None, *, exact: bool = False) -> Array:
    """Return an evaluation by multisets of patterns: that of a file, or of the rule."""
    path = path or _HERE / ("evaluation_exact.i2" if exact else "evaluation.i2")
    table = np.frombuffer(bytearray(path.read_bytes()), dtype="<i2")
    if table.size != 2 * MULTISETS:
        raise ValueError(f"{path} holds no evaluation: {table.size} numbers, not {2 * MULTISETS}")
    return table.reshape(MULTISETS, 2)
