"""What a search needs to know of a board and its rule; no move changes it.

Each line of the board in each of the four directions is numbered, and each cell knows its line,
its place on it and how far a line of k through it can reach. The tables give the class and the
values of every combination of patterns.
"""

from pathlib import Path

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Record
from inarow.kernels.gomoku.bounds import strip_length, supported
from inarow.kernels.gomoku.patterns import (
    GROUP_NONE,
    GROUP_OF_CLASS,
    fill_cell_tables,
    new_pattern_table,
)
from inarow.kernels.gomoku.records import CELLS, GEOMETRY
from inarow.kernels.gomoku.state import new_state
from inarow.kernels.gomoku.weights import evaluation_weights, order_weights
from inarow.kernels.gomoku.worths import fill_worths, to_mover, to_waiter
from inarow.kernels.random_numbers import random_words_below

#: Steps to the right and down.
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def new_geometry(
    width: int, height: int, connect: int, exact: bool, evaluation: Path | None = None
) -> tuple[Record, Array]:
    """Return the geometry of a game, perhaps with another evaluation, and its table of patterns."""
    if not supported(width, height, connect, exact):
        raise ValueError(f"{width}x{height}, {connect} in a row does not fit the tables")
    length = strip_length(connect, exact)
    geometry = np.zeros(1, dtype=GEOMETRY)[0]
    geometry["cells"] = width * height
    geometry["words"] = (width * height + 63) // 64
    geometry["connect"] = connect
    geometry["half"] = length // 2
    geometry["low_mask"] = (1 << (length - 1)) - 1
    geometry["high_mask"] = ((1 << (length - 1)) - 1) << (length - 1)
    geometry["step"] = (1, width, width + 1, width - 1)
    geometry["zobrist"] = np.array(
        random_words_below(20240607, 2 * CELLS, 2**64 - 1), dtype=np.uint64
    ).reshape(2, CELLS)
    _lay_lines(geometry, width, height)
    _lay_neighbours(geometry, width, height)
    weights = evaluation_weights(evaluation)
    for name in ("count_weights", "stage_weights", "sum_weights", "output_weights"):
        geometry[name] = getattr(weights, name)
    count = np.zeros(16, dtype=np.int64)
    fill_cell_tables(
        order_weights(), count, geometry["multisets"], geometry["classes"], geometry["order"]
    )
    fill_worths(weights.multisets, geometry["worths"])
    classes = geometry["classes"].tolist()
    geometry["groups"] = [GROUP_OF_CLASS.get(kind, GROUP_NONE) for kind in classes]
    patterns = new_pattern_table(connect, exact)
    empty = new_state(geometry, patterns)
    total = to_mover(int(empty["sums"][0])) - to_waiter(int(empty["sums"][1]))
    geometry["surplus"] = total - int(weights.empty_sum[0])
    return geometry, patterns


def _lay_lines(geometry: Record, width: int, height: int) -> None:
    """Give each cell its line, its place on it and its reach in each direction."""
    half = int(geometry["half"])
    for direction, (right, down) in enumerate(DIRECTIONS):
        numbers: dict[int, int] = {}
        for cell in range(width * height):
            x, y = cell % width, cell // width
            back = _steps_inside(x, y, -right, -down, width, height)
            ahead = _steps_inside(x, y, right, down, width, height)
            start = (y - back * down) * width + x - back * right
            line = numbers.setdefault(start, len(numbers))
            geometry["line"][cell, direction] = line
            geometry["place"][cell, direction] = back
            geometry["before"][cell, direction] = min(back, half)
            geometry["after"][cell, direction] = min(ahead, half)
            inside = ((1 << (2 * (back + ahead + 1))) - 1) << (2 * half)
            geometry["edges"][direction, line] = (2**64 - 1) & ~inside


def _steps_inside(x: int, y: int, right: int, down: int, width: int, height: int) -> int:
    steps = 0
    while 0 <= x + right < width and 0 <= y + down < height:
        x, y, steps = x + right, y + down, steps + 1
    return steps


def _lay_neighbours(geometry: Record, width: int, height: int) -> None:
    """Mark the cells worth considering once a cell is taken: near it, or in line with it."""
    for cell in range(width * height):
        x, y = cell % width, cell // width
        for other in range(width * height):
            right, down = abs(other % width - x), abs(other // width - y)
            aligned = right in (0, down) or down == 0
            if max(right, down) <= 2 or (aligned and max(right, down) <= 3):
                geometry["near"][cell, other // 64] |= np.uint64(1 << (other % 64))
