"""What a position looks like at a glance: weighted groups, and pieces near the middle.

The features are those of B. van Opheusden and others (2023), said for groups of any size: a group
in which one side alone has pieces, and all but one, two or three of them. All but two may be
connected or not.
"""

from __future__ import annotations

from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.people.records import KINDS, NO_LINE, UP

#: The kinds of features, by what a group lacks; ``NOTHING`` is a group that counts for nobody.
FULL, LACKS_ONE, LACKS_TWO, LACKS_TWO_APART, LACKS_THREE = range(KINDS)
NOTHING = -1

#: A group that lacks more than this is no feature.
_LACKS_AT_MOST = 3

#: The weights of the kinds, then that of nearness to the middle.
NEARNESS = KINDS
WEIGHTS = KINDS + 1


@compiled("boolean(PeopleGame, PeopleBoard, int64, int64, int64)")
def is_connected(game: Record, board: Record, group: Int, side: Int, extra: Int) -> bool:
    """Say whether a side's pieces in a group, and one more on ``extra``, are neighbours in it.

    In a group that is not a line, each cell touches the others.
    """
    size = game.group_size
    runs = 0
    inside = False
    for i in range(group * size, (group + 1) * size):
        cell = game.groups[i]
        own = cell == extra or board.cells[cell] == side + 1
        runs += own and not inside
        inside = own
    return runs == 1 or game.ends[group, 0] == NO_LINE


@compiled("boolean(PeopleGame, PeopleBoard, int64, int64)")
def has_stacked(game: Record, board: Record, group: Int, extra: Int) -> bool:
    """Say whether one cell that a group lacks lies on another; ``extra`` is not lacking."""
    if game.directions[group] != UP and game.ends[group, 0] != NO_LINE:
        return False
    size = game.group_size
    for i in range(group * size, (group + 1) * size):
        below = game.groups[i]
        if below == extra or board.cells[below]:
            continue
        above = below + game.width
        for j in range(group * size, (group + 1) * size):
            if game.groups[j] == above and above != extra and board.cells[above] == 0:
                return True
    return False


@compiled("int64(PeopleGame, PeopleBoard, int64, int64, int64)")
def kind_of(game: Record, board: Record, group: Int, side: Int, extra: Int) -> int:
    """What kind of feature a group is to a side, with one more piece on ``extra`` unless -1.

    Where pieces fall, a group that lacks two cells of which one lies on the other counts for
    nobody: the other side can always come between.
    """
    if board.counts[1 - side, group]:
        return NOTHING
    lacks = game.group_size - board.counts[side, group] - (extra >= 0)
    if lacks > _LACKS_AT_MOST or lacks == game.group_size:
        return NOTHING
    if game.gravity and lacks > 1 and has_stacked(game, board, group, extra):
        return NOTHING
    if lacks == 2:
        if is_connected(game, board, group, side, extra):
            return LACKS_TWO
        return LACKS_TWO_APART
    if lacks == 3:
        return LACKS_THREE
    return LACKS_ONE if lacks else FULL


@compiled("float64(PeopleGame, PeopleBoard, int64, float64[::1], uint8[:, ::1])")
def side_value(game: Record, board: Record, side: Int, weights: Array, overlooked: Array) -> float:
    """What a side has on the board, without the features that are overlooked."""
    value = 0.0
    for group in range(game.group_count):
        if board.counts[side, group]:
            kind = kind_of(game, board, group, side, -1)
            if kind >= 0 and not overlooked[group, kind]:
                value += weights[kind]
    for cell in range(game.cells):
        if board.cells[cell] == side + 1:
            value += weights[NEARNESS] * game.nearness[cell]
    return value


@compiled(
    "UniTuple(float64, 2)(PeopleGame, PeopleBoard, int64, int64, float64[::1], uint8[:, ::1])"
)
def change_by(
    game: Record, board: Record, cell: Int, side: Int, weights: Array, overlooked: Array
) -> tuple[float, float]:
    """What a side gains by a piece on an empty cell, and what the other side loses by it."""
    gain = weights[NEARNESS] * game.nearness[cell]
    loss = 0.0
    other = 1 - side
    # One piece alone in a longer group still lacks more than counts.
    fewest = 1 if game.group_size > _LACKS_AT_MOST + 1 else 0
    for i in range(game.starts[cell], game.starts[cell + 1]):
        group = game.through[i]
        own = board.counts[side, group]
        if board.counts[other, group]:
            kind = NOTHING if own else kind_of(game, board, group, other, -1)
            if kind >= 0 and not overlooked[group, kind]:
                loss += weights[kind]
            continue
        if own < fewest:
            continue
        before = kind_of(game, board, group, side, -1)
        after = kind_of(game, board, group, side, cell)
        if before >= 0 and not overlooked[group, before]:
            gain -= weights[before]
        if after >= 0 and not overlooked[group, after]:
            gain += weights[after]
    return gain, loss
