"""The compiled twins of the heuristics in ``evaluate``: the same numbers, by kind and weights.

Each follows its readable original step by step, down to the order of the additions, so that the
compiled searches can be compared with the readable ones number for number.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.compiling import Array, compiled
from inarow.kernels.tree.position import GRAVITY, HEIGHT, LENGTH, STEP_X, STEP_Y, WIDTH, piece_at
from inarow.kernels.tree.shape_scores import shape_scores

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


@compiled("boolean(int64, int64, int8[::1], int64[::1], int64[::1])")
def _playable(x: int, y: int, cells: Array, heights: Array, geometry: Array) -> bool:
    if piece_at(x, y, cells, geometry) != 0:
        return False
    return not geometry[GRAVITY] or heights[x] == y


@compiled("float64(int64, int64, int64, float64[::1], int8[::1], int64[::1], int64[::1])")
def _run_points(
    x: int, y: int, direction: int, weights: Array, cells: Array, heights: Array, geometry: Array
) -> float:
    dx, dy = STEP_X[direction], STEP_Y[direction]
    side = cells[y * geometry[WIDTH] + x]
    if piece_at(x - dx, y - dy, cells, geometry) == side:
        return 0.0
    length = 1
    while piece_at(x + length * dx, y + length * dy, cells, geometry) == side:
        length += 1
    if length == geometry[LENGTH] - 1:
        before = _playable(x - dx, y - dy, cells, heights, geometry)
        after = _playable(x + length * dx, y + length * dy, cells, heights, geometry)
        return weights[1] if before or after else weights[2]
    return weights[3] if length == geometry[LENGTH] - 2 and length > 1 else 0.0


@compiled("float64(int64, float64[::1], int8[::1], int64[::1], int64[::1])")
def _run_total(side: int, weights: Array, cells: Array, heights: Array, geometry: Array) -> float:
    width = geometry[WIDTH]
    middle = width // 2 if width % 2 else -1
    points = 0.0
    for y in range(geometry[HEIGHT]):
        for x in range(width):
            if cells[y * width + x] != side:
                continue
            if x == middle:
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
        dead = False
        for i in range(groups.shape[1]):
            piece = cells[groups[g, i]]
            if piece == 3 - side:
                dead = True
            elif piece == side and i < size:
                bottom += 1
            elif piece == side:
                top += 1
        if not dead:
            points += weights[4 + bottom] + piece_bonus * (top + bottom)
    at_edge = 0
    for y in range(geometry[HEIGHT]):
        at_edge += cells[y * width] == side
        at_edge += cells[y * width + width - 1] == side
    return points - edge_penalty * at_edge


@compiled("float64(int64, int64, float64[::1], int8[::1], int64[::1], int32[:, ::1])")
def _blocks(
    player: int, winner: int, weights: Array, cells: Array, geometry: Array, groups: Array
) -> float:
    if winner:
        return weights[0] if winner == player else -weights[0]
    points = _block_points(player, weights, cells, geometry, groups)
    if weights[3] == 0.0:
        return points
    return points - weights[3] * _block_points(3 - player, weights, cells, geometry, groups)


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
    return shape_scores(player, winner, weights, cells, geometry)
