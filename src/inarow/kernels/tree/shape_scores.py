"""The compiled twin of document 004's shape scores; see :mod:`inarow.evaluate.shapes`."""

from __future__ import annotations

import numpy as np

from inarow.kernels.compiling import Array, counted
from inarow.kernels.tree.position import STEP_X, STEP_Y, WIDTH, piece_at

#: Where the scores of windows of five and of six points start among the weights, and which
#: window of five is five own stones.
_FIVES, _SIXES = 1, 1 + 3**5
_FIVE_STONES = 3**4 + 3**3 + 3**2 + 3 + 1

#: How far a window of six points reaches from a stone, and the points it can then lie on.
_REACH = 5
_SPAN = 2 * _REACH + 1

#: Words of 64 bits that hold a set of cells of the largest board.
_WORDS = 7


@counted("int64(int64, int64, int64, int64[::1], int8[::1], int64[::1])")
def _read_letters(
    cell: int, side: int, direction: int, letters: Array, cells: Array, geometry: Array
) -> int:
    """Read the points around a stone: 0 empty, 1 own, 2 the opponent's or off the board.

    Return how many are own.
    """
    width = geometry[WIDTH]
    x, y = cell % width, cell // width
    own = 0
    for i in range(_SPAN):
        step = i - _REACH
        piece = piece_at(
            x + step * STEP_X[direction], y + step * STEP_Y[direction], cells, geometry
        )
        letters[i] = 0 if piece == 0 else 1 if piece == side else 2
        own += piece == side
    return own


@counted("UniTuple(int64, 3)(boolean, int64[::1], float64[::1])")
def _best_window(decided: bool, letters: Array, weights: Array) -> tuple[int, int, int]:
    """The highest shape that holds the stone in the middle: its score, start and length."""
    best = best_start = best_length = 0
    for start in range(_REACH + 1):
        code = 0
        for i in range(start, start + 5):
            code = code * 3 + letters[i]
        score = int(weights[_FIVES + code])
        holds_stone = start > 0
        if holds_stone and score > best and (decided or code != _FIVE_STONES):
            best, best_start, best_length = score, start, 5
        score = int(weights[_SIXES + code * 3 + letters[start + 5]])
        if score > best:
            best, best_start, best_length = score, start, 6
    return best, best_start - _REACH, best_length


@counted("boolean(uint64[::1], uint64[::1])")
def _overlap(some: Array, others: Array) -> bool:
    for word in range(_WORDS):
        if some[word] & others[word]:
            return True
    return False


@counted("float64(int64, boolean, float64[::1], int8[::1], int64[::1])")
def _shape_total(side: int, decided: bool, weights: Array, cells: Array, geometry: Array) -> float:
    width = geometry[WIDTH]
    stones = 0
    for cell in range(cells.shape[0]):
        stones += cells[cell] == side
    masks = np.zeros((4 * stones, _WORDS), dtype=np.uint64)
    scores = np.empty(4 * stones, dtype=np.int64)
    directions = np.empty(4 * stones, dtype=np.int64)
    in_shape = np.zeros((4, cells.shape[0]), dtype=np.bool_)
    letters = np.empty(_SPAN, dtype=np.int64)
    count = 0
    total = 0.0
    for cell in range(cells.shape[0]):
        if cells[cell] != side:
            continue
        for direction in range(4):
            if in_shape[direction, cell]:
                continue
            # Every shape has two stones at least, so one that is alone is in none.
            if _read_letters(cell, side, direction, letters, cells, geometry) < 2:
                continue
            score, start, length = _best_window(decided, letters, weights)
            if score == 0:
                continue
            for step in range(start, start + length):
                point = cell + step * (STEP_Y[direction] * width + STEP_X[direction])
                in_shape[direction, point] = True
                masks[count, point >> 6] |= np.uint64(1) << np.uint64(point & 63)
            total += score
            for other in range(count):
                if directions[other] != direction and _overlap(masks[count], masks[other]):
                    total += score + scores[other]
            scores[count], directions[count] = score, direction
            count += 1
    return total


@counted("float64(int64, int64, float64[::1], int8[::1], int64[::1])")
def shape_scores(player: int, winner: int, weights: Array, cells: Array, geometry: Array) -> float:
    """Own shapes minus a tenth of the opponent's, times the ratio in ``weights[0]``."""
    decided = winner != 0
    own = _shape_total(player, decided, weights, cells, geometry)
    other = _shape_total(3 - player, decided, weights, cells, geometry)
    return own - other * weights[0] * 0.1
