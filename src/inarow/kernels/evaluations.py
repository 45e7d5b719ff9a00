"""The compiled twins of the heuristics in ``evaluate``: the same numbers, by kind and weights.

Each follows its readable original step by step, down to the order of the additions, so that the
compiled searches can be compared with the readable ones number for number.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.compiling import Array, compiled
from inarow.kernels.position import GRAVITY, HEIGHT, LENGTH, STEP_X, STEP_Y, WIDTH

#: Which heuristic to use.
GROUPS, THREES, DISCOUNT, BLOCKS, SHAPES = range(5)


@compiled("float64(int64, int64, float64[::1], int8[::1], int32[:, ::1])")
def _groups(player: int, winner: int, weights: Array, cells: Array, groups: Array) -> float:
    if winner:
        return weights[0] if winner == player else weights[1]
    total = 0.0
    for g in range(groups.shape[0]):
        mine = theirs = 0
        for i in range(groups.shape[1]):
            piece = cells[groups[g, i]]
            if piece == player:
                mine += 1
            elif piece:
                theirs += 1
        if mine and not theirs:
            total += weights[1 + mine]
        elif theirs and not mine:
            total -= weights[1 + theirs]
    return total


@compiled("int64(int64, boolean, int8[::1], int32[:, ::1])")
def _count_threes(side: int, both_ends: bool, cells: Array, groups: Array) -> int:
    count = 0
    last = groups.shape[1] - 1
    for g in range(groups.shape[0]):
        inner = 0
        for i in range(1, last):
            inner += cells[groups[g, i]] == side
        if inner < last - 1:
            continue
        first_piece, last_piece = cells[groups[g, 0]], cells[groups[g, last]]
        if first_piece == side and last_piece == 0:
            count += 1
        if both_ends and last_piece == side and first_piece == 0:
            count += 1
    return count


@compiled("float64(int64, int64, float64[::1], int8[::1], int32[:, ::1])")
def _threes(player: int, winner: int, weights: Array, cells: Array, groups: Array) -> float:
    if winner:
        return np.inf if winner == player else -np.inf
    both_ends = weights[0] != 0.0
    own = _count_threes(player, both_ends, cells, groups)
    other = _count_threes(3 - player, both_ends, cells, groups)
    return float(own - other)


@compiled("int64(int64, int64, int8[::1], int64[::1])")
def _piece_at(x: int, y: int, cells: Array, geometry: Array) -> int:
    """The piece on a cell: 0 empty, 1 or 2, and 3 off the board."""
    if 0 <= x < geometry[WIDTH] and 0 <= y < geometry[HEIGHT]:
        return int(cells[y * geometry[WIDTH] + x])
    return 3


@compiled("boolean(int64, int64, int8[::1], int64[::1], int64[::1])")
def _playable(x: int, y: int, cells: Array, heights: Array, geometry: Array) -> bool:
    if _piece_at(x, y, cells, geometry) != 0:
        return False
    return not geometry[GRAVITY] or heights[x] == y


@compiled("float64(int64, int64, int64, float64[::1], int8[::1], int64[::1], int64[::1])")
def _run_points(
    x: int, y: int, direction: int, weights: Array, cells: Array, heights: Array, geometry: Array
) -> float:
    dx, dy = STEP_X[direction], STEP_Y[direction]
    side = cells[y * geometry[WIDTH] + x]
    if _piece_at(x - dx, y - dy, cells, geometry) == side:
        return 0.0
    length = 1
    while _piece_at(x + length * dx, y + length * dy, cells, geometry) == side:
        length += 1
    if length == geometry[LENGTH] - 1:
        before = _playable(x - dx, y - dy, cells, heights, geometry)
        after = _playable(x + length * dx, y + length * dy, cells, heights, geometry)
        return weights[1] if before or after else weights[2]
    return weights[3] if length == geometry[LENGTH] - 2 and length > 1 else 0.0


@compiled("float64(int64, float64[::1], int8[::1], int64[::1], int64[::1])")
def _run_total(side: int, weights: Array, cells: Array, heights: Array, geometry: Array) -> float:
    width = geometry[WIDTH]
    points = 0.0
    for cell in range(cells.shape[0]):
        if cells[cell] == side:
            x, y = cell % width, cell // width
            if width % 2 and x == width // 2:
                points += weights[4]
            for direction in range(4):
                points += _run_points(x, y, direction, weights, cells, heights, geometry)
    return points


@compiled("float64(int64, int64, int64, float64[::1], int8[::1], int64[::1], int64[::1])")
def _discount(
    player: int,
    mover: int,
    winner: int,
    weights: Array,
    cells: Array,
    heights: Array,
    geometry: Array,
) -> float:
    if winner:
        return weights[0] if winner == player else -weights[0]
    own = _run_total(player, weights, cells, heights, geometry)
    other = _run_total(3 - player, weights, cells, heights, geometry)
    waiting = weights[5]
    if mover == player:
        return own - waiting * other
    return waiting * own - other


@compiled("float64(int64, float64[::1], int8[::1], int64[::1], int32[:, ::1])")
def _block_points(side: int, weights: Array, cells: Array, geometry: Array, groups: Array) -> float:
    size, width = geometry[LENGTH], geometry[WIDTH]
    piece_bonus, edge_penalty = weights[1], weights[2]
    points = 0.0
    for g in range(groups.shape[0]):
        bottom = top = 0
        covered = False
        for i in range(groups.shape[1]):
            piece = cells[groups[g, i]]
            if i < size:
                bottom += piece == side
            elif piece == side:
                top += 1
            elif piece:
                covered = True
        if bottom == size and covered:
            continue
        points += weights[3 + bottom] + piece_bonus * (top + bottom)
    at_edge = 0
    for cell in range(cells.shape[0]):
        x = cell % width
        if cells[cell] == side and (x in (0, width - 1)):
            at_edge += 1
    return points - edge_penalty * at_edge


@compiled("float64(int64, int64, float64[::1], int8[::1], int64[::1], int32[:, ::1])")
def _blocks(
    player: int, winner: int, weights: Array, cells: Array, geometry: Array, groups: Array
) -> float:
    if winner:
        return weights[0] if winner == player else -weights[0]
    return _block_points(player, weights, cells, geometry, groups) - _block_points(
        3 - player, weights, cells, geometry, groups
    )


#: Where the scores of windows of five and of six points start among the weights, and which
#: window of five is five own stones.
_FIVES, _SIXES = 1, 1 + 3**5
_FIVE_STONES = 3**4 + 3**3 + 3**2 + 3 + 1


@compiled("int64(int64, int64, int64, boolean, float64[::1], int8[::1], int64[::1], int64[::1])")
def _best_shape(
    cell: int,
    side: int,
    direction: int,
    decided: bool,
    weights: Array,
    cells: Array,
    geometry: Array,
    found: Array,
) -> int:
    """Write the best shape's cells into ``found`` and return its score, 0 if there is none."""
    width = geometry[WIDTH]
    dx, dy = STEP_X[direction], STEP_Y[direction]
    x, y = cell % width, cell // width
    best = 0
    best_start = best_length = 0
    for start in range(-5, 1):
        code = 0
        for step in range(start, start + 6):
            piece = _piece_at(x + step * dx, y + step * dy, cells, geometry)
            letter = 0 if piece == 0 else 1 if piece == side else 2
            if step == start + 5 and start > -5:
                score = int(weights[_FIVES + code])
                if score > best and (decided or code != _FIVE_STONES):
                    best, best_start, best_length = score, start, 5
            code = code * 3 + letter
        score = int(weights[_SIXES + code])
        if score > best:
            best, best_start, best_length = score, start, 6
    for i in range(6):
        step = best_start + i
        found[i] = (y + step * dy) * width + x + step * dx if i < best_length else -1
    return best


@compiled("boolean(int64[::1], int64[::1])")
def _share_a_cell(some: Array, others: Array) -> bool:
    for cell in some:
        if cell >= 0:
            for other in others:
                if cell == other:
                    return True
    return False


@compiled("float64(int64, boolean, float64[::1], int8[::1], int64[::1])")
def _shape_total(side: int, decided: bool, weights: Array, cells: Array, geometry: Array) -> float:
    stones = 0
    for cell in range(cells.shape[0]):
        stones += cells[cell] == side
    shapes = np.empty((4 * stones + 1, 6), dtype=np.int64)
    scores = np.empty(4 * stones + 1, dtype=np.int64)
    directions = np.empty(4 * stones + 1, dtype=np.int64)
    member = np.zeros((4, cells.shape[0]), dtype=np.bool_)
    count = 0
    total = 0.0
    for cell in range(cells.shape[0]):
        if cells[cell] != side:
            continue
        for direction in range(4):
            if member[direction, cell]:
                continue
            score = _best_shape(
                cell, side, direction, decided, weights, cells, geometry, shapes[count]
            )
            if score == 0:
                continue
            total += score
            for other in range(count):
                if directions[other] != direction and _share_a_cell(shapes[count], shapes[other]):
                    total += score + scores[other]
            for i in range(6):
                if shapes[count, i] >= 0:
                    member[direction, shapes[count, i]] = True
            scores[count], directions[count] = score, direction
            count += 1
    return total


@compiled("float64(int64, int64, float64[::1], int8[::1], int64[::1])")
def _shapes(player: int, winner: int, weights: Array, cells: Array, geometry: Array) -> float:
    decided = winner != 0
    own = _shape_total(player, decided, weights, cells, geometry)
    other = _shape_total(3 - player, decided, weights, cells, geometry)
    return own - other * weights[0] * 0.1


@compiled(
    "float64(int64, int64, int64, int64, float64[::1], int8[::1], int64[::1], int64[::1],"
    " int32[:, ::1])"
)
def evaluate(
    kind: int,
    player: int,
    mover: int,
    winner: int,
    weights: Array,
    cells: Array,
    heights: Array,
    geometry: Array,
    groups: Array,
) -> float:
    """What a board is worth to ``player`` (1 or 2); ``winner`` is 0 while the game is open."""
    if kind == GROUPS:
        return _groups(player, winner, weights, cells, groups)
    if kind == THREES:
        return _threes(player, winner, weights, cells, groups)
    if kind == DISCOUNT:
        return _discount(player, mover, winner, weights, cells, heights, geometry)
    if kind == BLOCKS:
        return _blocks(player, winner, weights, cells, geometry, groups)
    return _shapes(player, winner, weights, cells, geometry)
