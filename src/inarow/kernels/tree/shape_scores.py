"""The compiled twin of document 004's shape scores; see :mod:`inarow.evaluate.shapes`."""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Int, Record, compiled
from inarow.kernels.tree.position import STEP_X, STEP_Y, piece_at
from inarow.kernels.tree.records import WORDS

#: Where the scores of windows of five and of six points start among the weights, and which
#: window of five is five own stones.
_FIVES, _SIXES = 1, 1 + 3**5
_FIVE_STONES = 3**4 + 3**3 + 3**2 + 3 + 1

#: How far a window of six points reaches from a stone, and the points it can then lie on.
_REACH = 5
_SPAN = 2 * _REACH + 1


@compiled("int64(TreeGame, TreeSearch, int64, int64, int64)")
def _read_letters(game: Record, search: Record, cell: Int, side: Int, direction: Int) -> int:
    """Read the points around a stone: 0 empty, 1 own, 2 the opponent's or off the board.

    Return how many are own.
    """
    letters = search.letters
    x, y = cell % game.width, cell // game.width
    own = 0
    for i in range(_SPAN):
        step = i - _REACH
        piece = piece_at(game, search, x + step * STEP_X[direction], y + step * STEP_Y[direction])
        letters[i] = 0 if piece == 0 else 1 if piece == side else 2
        own += piece == side
    return own


@compiled("UniTuple(int64, 3)(TreeGame, TreeSearch, boolean)")
def _best_window(game: Record, search: Record, decided: bool) -> tuple[int, int, int]:
    """The highest shape that holds the stone in the middle: its score, start and length."""
    letters, weights = search.letters, game.weights
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


@compiled("boolean(TreeSearch, int64, int64)")
def _cross(search: Record, one: Int, other: Int) -> bool:
    """Say whether two shapes run in different directions and share a point."""
    if search.shape_directions[one] == search.shape_directions[other]:
        return False
    for word in range(WORDS):
        if search.shape_cells[one, word] & search.shape_cells[other, word]:
            return True
    return False


@compiled("float64(TreeGame, TreeSearch, int64, boolean)")
def _shape_total(game: Record, search: Record, side: Int, decided: bool) -> float:
    #: For each point a bit for each direction in which it belongs to a shape.
    in_shape = search.in_shape
    for cell in range(game.cells):
        in_shape[cell] = 0
    count = 0
    total = 0.0
    for cell in range(game.cells):
        if search.cells[cell] != side:
            continue
        for direction in range(4):
            if in_shape[cell] >> direction & 1:
                continue
            # Every shape has two stones at least, so one that is alone is in none.
            if _read_letters(game, search, cell, side, direction) < 2:
                continue
            score, start, length = _best_window(game, search, decided)
            if score == 0:
                continue
            for word in range(WORDS):
                search.shape_cells[count, word] = 0
            for step in range(start, start + length):
                point = cell + step * (STEP_Y[direction] * game.width + STEP_X[direction])
                in_shape[point] |= 1 << direction
                search.shape_cells[count, point >> 6] |= np.uint64(1) << np.uint64(point & 63)
            search.shape_scores[count] = score
            search.shape_directions[count] = direction
            total += score
            for other in range(count):
                if _cross(search, count, other):
                    total += score + search.shape_scores[other]
            count += 1
    return total


@compiled("float64(TreeGame, TreeSearch, int64, int64)")
def shape_scores(game: Record, search: Record, player: Int, winner: Int) -> float:
    """Own shapes minus a tenth of the opponent's, times the ratio in ``weights[0]``."""
    decided = winner != 0
    own = _shape_total(game, search, player, decided)
    other = _shape_total(game, search, 3 - player, decided)
    return own - other * game.weights[0] * 0.1
