"""Thousands of games at once, a move in each: for those who learn from playing.

A row of ``cells`` is one board, with the pieces as in a ``TreeSearch``; ``plies`` counts them. An
action is the column where pieces fall, else the cell, counted row by row from the top.
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import Number
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.tree.position import wins_through

#: How a game stands after a move.
GOES_ON, OVER, BROKEN_OFF = range(3)


@compiled("int64(TreeGame, int8[:, ::1], int64, int64)", inline=True)
def _cell_of(game: Record, cells: Array, row: Int, action: Int) -> int:
    """The cell that an action fills on a board, or -1 if it is not legal."""
    width, height = game.width, game.height
    if game.gravity:
        if 0 <= action < width:
            for y in range(height):
                if cells[row, y * width + action] == 0:
                    return y * width + action
        return -1
    if not 0 <= action < game.cells:
        return -1
    cell = (height - 1 - action // width) * width + action % width
    return cell if cells[row, cell] == 0 else -1


@compiled("int64(TreeGame, TreeSearch, int8[:, ::1], int64[::1], int64, int64, float64[:, ::1])")
def _play(
    game: Record, search: Record, cells: Array, plies: Array, row: Int, action: Int, rewards: Array
) -> int:
    """Make a move in one game, give both sides their reward, and say how the game stands."""
    mover = plies[row] & 1
    cell = _cell_of(game, cells, row, action)
    if cell < 0:
        rewards[row, mover] = -1
        return BROKEN_OFF
    cells[row, cell] = mover + 1
    plies[row] += 1
    for i in range(game.cells):
        search.cells[i] = cells[row, i]
    if wins_through(game, search, cell):
        rewards[row, mover] = 1
        rewards[row, 1 - mover] = -1
        return OVER
    return OVER if plies[row] == game.cells else GOES_ON


@compiled(
    "void(TreeGame, TreeSearch, int8[:, ::1], int64[::1], int64[::1], boolean,"
    " float64[:, ::1], int8[::1])"
)
def step_games(
    game: Record,
    search: Record,
    cells: Array,
    plies: Array,
    actions: Array,
    restart: bool,
    rewards: Array,
    standings: Array,
) -> None:
    """Make a move in every game that is not over; those that end begin anew, if they should.

    ``search`` is where a board is put to see whether it is won.
    """
    for row in range(cells.shape[0]):
        rewards[row, 0] = rewards[row, 1] = 0
        if not restart and standings[row] != GOES_ON:
            continue
        standings[row] = _play(game, search, cells, plies, row, actions[row], rewards)
        if restart and standings[row] != GOES_ON:
            plies[row] = 0
            cells[row, :] = 0


@compiled(
    "void(TreeGame, int8[:, ::1], int64[::1], boolean, int8[::1], int8[:, :, :, ::1], int8[:, ::1])"
)
def observe_games(
    game: Record,
    cells: Array,
    plies: Array,
    restart: bool,
    standings: Array,
    planes: Array,
    masks: Array,
) -> None:
    """Every board as its mover sees it, own pieces in plane 0, and which actions are legal."""
    width, height = game.width, game.height
    for row in range(cells.shape[0]):
        own = (plies[row] & 1) + 1
        playable = restart or standings[row] == GOES_ON
        # Where pieces fall, the cells of the top row show which columns are full.
        masked_rows = 1 if game.gravity else height
        for y in range(height):
            below = (height - 1 - y) * width
            for x in range(width):
                piece = cells[row, below + x]
                planes[row, y, x, 0] = piece == own
                planes[row, y, x, 1] = piece == 3 - own
            if y < masked_rows:
                for x in range(width):
                    masks[row, y * width + x] = playable and cells[row, below + x] == 0


@compiled("void(uint64[::1], int8[:, ::1], int64[::1])")
def choose_actions(numbers: Array, masks: Array, actions: Array) -> None:
    """In every game one of the legal actions, by a random number; 0 where there is none."""
    for row in range(masks.shape[0]):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[row, action]
        actions[row] = 0
        if legal == 0:
            continue
        skipped = Number(numbers[row] % np.uint64(legal))
        for action in range(masks.shape[1]):
            if masks[row, action] == 0:
                continue
            if skipped == 0:
                actions[row] = action
                break
            skipped -= 1
