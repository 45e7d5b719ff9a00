"""A position on any board up to 20x20: make, undo and win detection."""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Int, Record, compiled
from inarow.kernels.tree.records import BY_LINE, BY_SQUARE

#: The four ways a line can run, in the order of the rules.
STEP_X = np.array([1, 0, 1, 1], dtype=np.int64)
STEP_Y = np.array([0, 1, 1, -1], dtype=np.int64)


@compiled("int64(TreeGame, TreeSearch, int64, int64)")
def piece_at(game: Record, search: Record, x: Int, y: Int) -> int:
    """The piece on a cell: 0 empty, 1 or 2, and 3 off the board."""
    if 0 <= x < game.width and 0 <= y < game.height:
        return int(search.cells[y * game.width + x])
    return 3


@compiled("int64(TreeGame, TreeSearch, int64, int64)")
def place(game: Record, search: Record, move: Int, piece: Int) -> int:
    """Play a legal move and return the cell that it fills."""
    cell = move
    if game.gravity:
        cell = search.heights[move] * game.width + move
        search.heights[move] += 1
    search.cells[cell] = piece
    return cell


@compiled("void(TreeGame, TreeSearch, int64, int64)")
def remove(game: Record, search: Record, move: Int, cell: Int) -> None:
    """Take back the move that filled ``cell``."""
    search.cells[cell] = 0
    if game.gravity:
        search.heights[move] -= 1


@compiled("boolean(TreeGame, TreeSearch, int64)")
def _completes_line(game: Record, search: Record, cell: Int) -> bool:
    cells, width, height, length = search.cells, game.width, game.height, game.length
    piece = cells[cell]
    row = cell // width
    column = cell - row * width
    for direction in range(4):
        run = 1
        for sign in (1, -1):
            dx, dy = sign * STEP_X[direction], sign * STEP_Y[direction]
            x, y = column + dx, row + dy
            while 0 <= x < width and 0 <= y < height and cells[y * width + x] == piece:
                run += 1
                x += dx
                y += dy
        if run == length or (run > length and not game.exact):
            return True
    return False


@compiled("boolean(TreeGame, TreeSearch, int64, int64)")
def _square_is_filled(game: Record, search: Record, left: Int, bottom: Int) -> bool:
    cells, width, size = search.cells, game.width, game.length
    piece = cells[bottom * width + left]
    for y in range(bottom, bottom + size):
        for x in range(left, left + size):
            if cells[y * width + x] != piece:
                return False
    return True


@compiled("boolean(TreeGame, TreeSearch, int64)")
def _completes_square(game: Record, search: Record, cell: Int) -> bool:
    width, height, size = game.width, game.height, game.length
    x, y = cell % width, cell // width
    for left in range(max(0, x - size + 1), min(x, width - size) + 1):
        for bottom in range(max(0, y - size + 1), min(y, height - size) + 1):
            if _square_is_filled(game, search, left, bottom):
                return True
    return False


@compiled("boolean(TreeGame, TreeSearch, int64)")
def _completes_group(game: Record, search: Record, cell: Int) -> bool:
    cells, groups, size = search.cells, game.groups, game.group_size
    piece = cells[cell]
    for group in range(game.group_count):
        filled = 0
        through = False
        while filled < size and cells[groups[group * size + filled]] == piece:
            through |= groups[group * size + filled] == cell
            filled += 1
        if through and filled == size:
            return True
    return False


@compiled("boolean(TreeGame, TreeSearch, int64)")
def wins_through(game: Record, search: Record, cell: Int) -> bool:
    """Say whether the piece on ``cell`` completes a winning shape."""
    if game.wins == BY_LINE:
        return _completes_line(game, search, cell)
    if game.wins == BY_SQUARE:
        return _completes_square(game, search, cell)
    return _completes_group(game, search, cell)
