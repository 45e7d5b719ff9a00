"""Games between two minds, played to the end: how often who lures wins against who is lured."""

from __future__ import annotations

from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.people.position import place, remove, wins_on
from inarow.kernels.people.thinking import think


@compiled("void(PeopleMind, int64[::1], int64, int64)")
def _remember(mind: Record, played: Array, count: Int, last: Int) -> None:
    """Let a mind have the last two moves in it; ``last`` was made before those that are played."""
    mind.last[0] = played[count - 1]
    mind.last[1] = played[count - 2] if count > 1 else last


@compiled(
    "int64(PeopleGame, PeopleBoard, PeopleMind, PeopleMind, float64[::1], float64[::1],"
    " uint8[:, ::1], int64, int64, int64, int64, int64[::1])"
)
def _play_out(
    game: Record, board: Record, lures: Record, lured: Record, own: Array, theirs: Array,
    overlooked: Array, side: Int, cell: Int, empty: Int, last: Int, played: Array,
) -> int:  # fmt: skip
    """Play one game that begins with a piece on a cell, and take it back.

    Who lures plays a side and begins: 1 is a win for that side, -1 a loss, 0 a tie.
    """
    count = 0
    result = 0
    while count < empty:
        mover = (side + count) % 2
        if wins_on(game, board, cell, mover):
            result = 1 if count % 2 == 0 else -1
            break
        place(game, board, cell, mover)
        played[count] = cell
        count += 1
        if count == empty:
            break
        if count % 2 == 0:
            _remember(lures, played, count, last)
            cell = think(game, board, lures, side, own, overlooked)
        else:
            _remember(lured, played, count, last)
            cell = think(game, board, lured, 1 - side, theirs, overlooked)
    while count:
        count -= 1
        remove(game, board, played[count], (side + count) % 2)
    return result


@compiled(
    "int64(PeopleGame, PeopleBoard, PeopleMind, PeopleMind, float64[::1], float64[::1],"
    " uint8[:, ::1], int64, int64, int64, int64, int64[::1], int64)"
)
def play_out_often(
    game: Record, board: Record, lures: Record, lured: Record, own: Array, theirs: Array,
    overlooked: Array, side: Int, cell: Int, empty: Int, last: Int, played: Array, times: Int,
) -> int:  # fmt: skip
    """Play so many games that begin with a piece on a cell; wins less losses of who lures."""
    total = 0
    for _ in range(times):
        total += _play_out(
            game, board, lures, lured, own, theirs, overlooked, side, cell, empty, last, played
        )
    return total
