"""A position with its winning groups counted: play, take back, and who wins where."""

from __future__ import annotations

from inarow.kernels.compiling import Int, Record, compiled
from inarow.kernels.people.records import MOST_FOUND


@compiled("void(PeopleGame, PeopleBoard, int64, int64)")
def _count_around(game: Record, board: Record, cell: Int, change: Int) -> None:
    """On a large board, count a piece that comes or goes, also for the cells around it."""
    if not game.large:
        return
    board.pieces += change
    for i in range(game.around_starts[cell], game.around_starts[cell + 1]):
        board.near[game.around[i]] += change


@compiled("void(PeopleGame, PeopleBoard, int64, int64)")
def place(game: Record, board: Record, cell: Int, side: Int) -> None:
    """Put a piece on an empty cell."""
    board.cells[cell] = side + 1
    _count_around(game, board, cell, 1)
    for i in range(game.starts[cell], game.starts[cell + 1]):
        board.counts[side, game.through[i]] += 1
        board.filled[side, game.through[i]] |= game.places[i]


@compiled("void(PeopleGame, PeopleBoard, int64, int64)")
def remove(game: Record, board: Record, cell: Int, side: Int) -> None:
    """Take the last piece off again."""
    board.cells[cell] = 0
    _count_around(game, board, cell, -1)
    for i in range(game.starts[cell], game.starts[cell + 1]):
        board.counts[side, game.through[i]] -= 1
        board.filled[side, game.through[i]] ^= game.places[i]


@compiled("void(PeopleGame, PeopleBoard)")
def count_pieces(game: Record, board: Record) -> None:
    """Count the groups for the pieces that stand on the cells."""
    for group in range(game.group_count):
        board.counts[0, group] = board.counts[1, group] = 0
        board.filled[0, group] = board.filled[1, group] = 0
    board.pieces = 0
    for cell in range(game.cells):
        board.near[cell] = 0
    for cell in range(game.cells):
        if board.cells[cell]:
            place(game, board, cell, board.cells[cell] - 1)


@compiled("boolean(PeopleGame, PeopleBoard, int64)")
def is_playable(game: Record, board: Record, cell: Int) -> bool:
    """Say whether a piece can go to a cell now."""
    if board.cells[cell] != 0:
        return False
    return not game.gravity or cell < game.width or board.cells[cell - game.width] != 0


@compiled("boolean(PeopleGame, PeopleBoard, int64)")
def comes_to_mind(game: Record, board: Record, cell: Int) -> bool:
    """Say whether a playable cell is thought of: on a large board only near the pieces."""
    if not is_playable(game, board, cell):
        return False
    return not game.large or board.near[cell] > 0 or board.pieces == 0


@compiled("boolean(PeopleGame, PeopleBoard, int64, int64)")
def counts_as_won(game: Record, board: Record, group: Int, side: Int) -> bool:
    """Say whether a filled group wins: where that matters, it is no part of a longer line."""
    if not game.exact:
        return True
    for i in range(2):
        end = game.ends[group, i]
        if end >= 0 and board.cells[end] == side + 1:
            return False
    return True


@compiled("boolean(PeopleGame, PeopleBoard, int64, int64)")
def wins_on(game: Record, board: Record, cell: Int, side: Int) -> bool:
    """Say whether a side would win with a piece on an empty cell."""
    for i in range(game.starts[cell], game.starts[cell + 1]):
        group = game.through[i]
        if board.counts[side, group] == game.group_size - 1 and counts_as_won(
            game, board, group, side
        ):
            return True
    return False


@compiled("int64(PeopleGame, PeopleBoard, int64)")
def empty_cell_of(game: Record, board: Record, group: Int) -> int:
    """The first empty cell of a group, or -1."""
    for i in range(group * game.group_size, (group + 1) * game.group_size):
        if board.cells[game.groups[i]] == 0:
            return int(game.groups[i])
    return -1


@compiled("int64(PeopleGame, PeopleBoard, int64, int64)")
def winning_cells(game: Record, board: Record, side: Int, level: Int) -> int:
    """Count the playable cells on which a side would win now, up to ``MOST_FOUND``.

    They stand in row ``level`` of ``board.found``.
    """
    count = 0
    for group in range(game.group_count):
        if board.counts[side, group] != game.group_size - 1 or board.counts[1 - side, group]:
            continue
        cell = empty_cell_of(game, board, group)
        if not is_playable(game, board, cell) or not counts_as_won(game, board, group, side):
            continue
        known = False
        for i in range(count):
            known |= board.found[level, i] == cell
        if not known:
            board.found[level, count] = cell
            count += 1
            if count == MOST_FOUND:
                break
    return count
