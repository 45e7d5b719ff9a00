"""Wins by threats: every move threatens to win at once, so that the answer is forced."""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Int, Record, compiled
from inarow.kernels.people.position import is_playable, place, remove, winning_cells, wins_on

#: A number with a type: Numba takes a plain -1 in a recursive call for one of another type.
_ANYWHERE = np.int64(-1)


@compiled("int64(PeopleGame, PeopleBoard, int64, int64, int64)")
def win_by_threats(game: Record, board: Record, side: Int, depth: Int, first: Int) -> int:
    """In how many moves a side to move wins by threats alone: at most ``depth``, and one more.

    If ``first`` is a cell and not -1, it begins there. 0 if it does not win like this, or if the
    board's budget of positions is spent before that is known.
    """
    if first >= 0:
        if wins_on(game, board, first, side):
            return 1
    elif winning_cells(game, board, side, depth):
        return 1
    other = 1 - side
    must = winning_cells(game, board, other, depth)
    if depth == 0 or must >= 2 or board.budget <= 0:
        return 0
    forced = board.found[depth, 0] if must else first
    size = game.group_size
    best = 0
    for group in range(game.group_count):
        lacking = size - board.counts[side, group]
        if board.counts[other, group] or lacking > 2 or (lacking == 1 and not game.gravity):
            continue
        for i in range(group * size, (group + 1) * size):
            cell = np.int64(game.groups[i])
            if lacking == 1:
                # A piece below the one cell that is missing opens it.
                cell -= game.width
                if cell < 0 or board.cells[cell + game.width] != 0:
                    continue
            if (forced >= 0 and cell != forced) or not is_playable(game, board, cell):
                continue
            if first >= 0 and cell != first:
                continue
            board.budget -= 1
            place(game, board, cell, side)
            found = 0
            # Who is attacked wins first if it can.
            if winning_cells(game, board, other, depth) == 0:
                count = winning_cells(game, board, side, depth)
                if count >= 2:
                    found = 2
                elif count == 1:
                    answer = board.found[depth, 0]
                    place(game, board, answer, other)
                    found = win_by_threats(game, board, side, depth - 1, _ANYWHERE)
                    found += found > 0
                    remove(game, board, answer, other)
            remove(game, board, cell, side)
            if found and (best == 0 or found < best):
                best = found
            if best == 2:
                return 2
    return best
