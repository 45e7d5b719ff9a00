"""What a position looks like at a glance: weighted groups, and pieces near the middle.

The features are those of B. van Opheusden and others (2023), said for groups of any size: a group
in which one side alone has pieces, and all but one, two or three of them. All but two may be
connected or not.
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import ONE, ZERO, Bits
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.people.records import KINDS, NO_LINE

#: The kinds of features, by what a group lacks; ``NOTHING`` is a group that counts for nobody.
FULL, LACKS_ONE, LACKS_TWO, LACKS_TWO_APART, LACKS_THREE = range(KINDS)
NOTHING = -1

#: A group that lacks more than this is no feature.
_LACKS_AT_MOST = 3

#: The weights of the kinds, then that of nearness to the middle.
NEARNESS = KINDS
WEIGHTS = KINDS + 1


@compiled("boolean(PeopleGame, int64, uint64)")
def is_connected(game: Record, group: Int, filled: Bits) -> bool:
    """Say whether pieces on some places of a group are neighbours in it.

    In a group that is not a line, each cell touches the others.
    """
    lowest = filled & (~filled + ONE)
    # Added to a single run, its lowest bit carries beyond its end.
    return (filled + lowest) & filled == ZERO or game.ends[group, 0] == NO_LINE


@compiled("boolean(PeopleGame, int64, uint64)")
def has_stacked(game: Record, group: Int, filled: Bits) -> bool:
    """Say whether one cell that a group lacks lies on another."""
    if game.rises[group] == 0:
        return False
    lacking = ~filled & ((ONE << np.uint64(game.group_size)) - ONE)
    return lacking & (lacking >> np.uint64(game.rises[group])) != ZERO


@compiled("int64(PeopleGame, PeopleBoard, int64, int64, uint64)")
def kind_of(game: Record, board: Record, group: Int, side: Int, extra: Bits) -> int:
    """What kind of feature a group is to a side, with one more piece on a place unless 0.

    Where pieces fall, a group that lacks two cells of which one lies on the other counts for
    nobody: the other side can always come between.
    """
    if board.counts[1 - side, group]:
        return NOTHING
    lacks = game.group_size - board.counts[side, group] - (extra != ZERO)
    if lacks > _LACKS_AT_MOST or lacks == game.group_size:
        return NOTHING
    if lacks < 2:
        return LACKS_ONE if lacks else FULL
    filled = board.filled[side, group] | extra
    if game.gravity and has_stacked(game, group, filled):
        return NOTHING
    if lacks == 3:
        return LACKS_THREE
    return LACKS_TWO if is_connected(game, group, filled) else LACKS_TWO_APART


@compiled("float64(PeopleGame, PeopleBoard, int64, float64[::1], uint8[:, ::1])")
def side_value(game: Record, board: Record, side: Int, weights: Array, overlooked: Array) -> float:
    """What a side has on the board, without the features that are overlooked."""
    value = 0.0
    for group in range(game.group_count):
        if board.counts[side, group]:
            kind = kind_of(game, board, group, side, ZERO)
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
            kind = NOTHING if own else kind_of(game, board, group, other, ZERO)
            if kind >= 0 and not overlooked[group, kind]:
                loss += weights[kind]
            continue
        if own < fewest:
            continue
        before = kind_of(game, board, group, side, ZERO)
        after = kind_of(game, board, group, side, game.places[i])
        if before >= 0 and not overlooked[group, before]:
            gain -= weights[before]
        if after >= 0 and not overlooked[group, after]:
            gain += weights[after]
    return gain, loss
