"""The compiled twins of the heuristics in ``evaluate``: the same numbers, by kind and weights.

Each follows its readable original step by step, down to the order of the additions, so that the
compiled searches can be compared with the readable ones number for number.
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Int, Record, compiled
from inarow.kernels.tree.position import STEP_X, STEP_Y, piece_at
from inarow.kernels.tree.shape_scores import shape_scores

#: Which heuristic to use.
GROUPS, THREES, DISCOUNT, BLOCKS, SHAPES = range(5)


@compiled("float64(TreeGame, TreeSearch, int64, int64)")
def _groups(game: Record, search: Record, player: Int, winner: Int) -> float:
    cells, weights, groups, size = search.cells, game.weights, game.groups, game.group_size
    if winner:
        return weights[0] if winner == player else weights[1]
    total = 0.0
    for group in range(game.group_count):
        mine = theirs = 0
        for i in range(size):
            piece = cells[groups[group * size + i]]
            mine += piece == player
            theirs += piece == 3 - player
        if mine and not theirs:
            total += weights[1 + mine]
        elif theirs and not mine:
            total -= weights[1 + theirs]
    return total


@compiled("int64(TreeGame, TreeSearch, int64, boolean)")
def _count_threes(game: Record, search: Record, side: Int, both_ends: bool) -> int:
    cells, groups, size = search.cells, game.groups, game.group_size
    count = 0
    for group in range(game.group_count):
        inner = 0
        for i in range(1, size - 1):
            inner += cells[groups[group * size + i]] == side
        if inner < size - 2:
            continue
        first_piece = cells[groups[group * size]]
        last_piece = cells[groups[group * size + size - 1]]
        if first_piece == side and last_piece == 0:
            count += 1
        if both_ends and last_piece == side and first_piece == 0:
            count += 1
    return count


@compiled("float64(TreeGame, TreeSearch, int64, int64)")
def _threes(game: Record, search: Record, player: Int, winner: Int) -> float:
    if winner:
        return np.inf if winner == player else -np.inf
    both_ends = game.weights[0] != 0.0
    own = _count_threes(game, search, player, both_ends)
    other = _count_threes(game, search, 3 - player, both_ends)
    return float(own - other)


@compiled("boolean(TreeGame, TreeSearch, int64, int64)")
def _playable(game: Record, search: Record, x: Int, y: Int) -> bool:
    if piece_at(game, search, x, y) != 0:
        return False
    return not game.gravity or search.heights[x] == y


@compiled("float64(TreeGame, TreeSearch, int64, int64, int64)")
def _run_points(game: Record, search: Record, x: Int, y: Int, direction: Int) -> float:
    dx, dy = STEP_X[direction], STEP_Y[direction]
    side = search.cells[y * game.width + x]
    if piece_at(game, search, x - dx, y - dy) == side:
        return 0.0
    length = 1
    while piece_at(game, search, x + length * dx, y + length * dy) == side:
        length += 1
    if length == game.length - 1:
        before = _playable(game, search, x - dx, y - dy)
        after = _playable(game, search, x + length * dx, y + length * dy)
        return game.weights[1] if before or after else game.weights[2]
    return game.weights[3] if length == game.length - 2 and length > 1 else 0.0


@compiled("float64(TreeGame, TreeSearch, int64)")
def _run_total(game: Record, search: Record, side: Int) -> float:
    cells, width = search.cells, game.width
    middle = width // 2 if width % 2 else -1
    points = 0.0
    for y in range(game.height):
        for x in range(width):
            if cells[y * width + x] != side:
                continue
            if x == middle:
                points += game.weights[4]
            for direction in range(4):
                points += _run_points(game, search, x, y, direction)
    return points


@compiled("float64(TreeGame, TreeSearch, int64, int64, int64)")
def _discount(game: Record, search: Record, player: Int, mover: Int, winner: Int) -> float:
    if winner:
        return game.weights[0] if winner == player else -game.weights[0]
    own = _run_total(game, search, player)
    other = _run_total(game, search, 3 - player)
    waiting = game.weights[5]
    if mover == player:
        return own - waiting * other
    return waiting * own - other


@compiled("float64(TreeGame, TreeSearch, int64)")
def _block_points(game: Record, search: Record, side: Int) -> float:
    cells, weights, groups, size = search.cells, game.weights, game.groups, game.group_size
    piece_bonus, edge_penalty = weights[1], weights[2]
    points = 0.0
    for group in range(game.group_count):
        pieces = bottom = theirs = 0
        for i in range(size):
            piece = cells[groups[group * size + i]]
            pieces += piece == side
            theirs += piece == 3 - side
            if i == game.length - 1:
                bottom = pieces
        if not theirs:
            points += weights[4 + bottom] + piece_bonus * pieces
    at_edge = 0
    for y in range(game.height):
        at_edge += cells[y * game.width] == side
        at_edge += cells[y * game.width + game.width - 1] == side
    return points - edge_penalty * at_edge


@compiled("float64(TreeGame, TreeSearch, int64, int64)")
def _blocks(game: Record, search: Record, player: Int, winner: Int) -> float:
    weights = game.weights
    if winner:
        return weights[0] if winner == player else -weights[0]
    points = _block_points(game, search, player)
    if weights[3] == 0.0:
        return points
    return points - weights[3] * _block_points(game, search, 3 - player)


@compiled("float64(TreeGame, TreeSearch, int64, int64, int64)")
def evaluate(game: Record, search: Record, player: Int, mover: Int, winner: Int) -> float:
    """What a board is worth to ``player`` (1 or 2); ``winner`` is 0 while the game is open."""
    if game.kind == GROUPS:
        return _groups(game, search, player, winner)
    if game.kind == THREES:
        return _threes(game, search, player, winner)
    if game.kind == DISCOUNT:
        return _discount(game, search, player, mover, winner)
    if game.kind == BLOCKS:
        return _blocks(game, search, player, winner)
    return shape_scores(game, search, player, winner)
