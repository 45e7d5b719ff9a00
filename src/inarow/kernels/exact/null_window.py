"""The exact search, which answers one question: is a position's score at least beta.

One depth-first search with an explicit stack: a call a node would cost more than the node's own
work. A frame of the stack lies in two arrays, ``boards`` for bit sets and ``numbers``; the
children of a node are made all at once, each already played out to its next real choice.
"""

from __future__ import annotations

import numpy as np

from inarow.kernels.bits import ONE, TWO, ZERO, Bits, Number, popcount, prefetch
from inarow.kernels.compiling import Array, compiled
from inarow.kernels.exact.bitboard import (
    BOTTOM,
    CELLS,
    EDGE_1,
    EDGE_2,
    EDGE_4,
    FOLLOWED,
    GEOMETRY_TYPE,
    HEIGHT,
    PATTERNS_TYPE,
    WIDTH,
    completing,
    mirrored,
    unpacked,
)
from inarow.kernels.exact.settling import UNKNOWN, score_of_loss_next, settled
from inarow.kernels.exact.transposition_table import (
    LAYOUT_TYPE,
    bucket_of,
    looked_up,
    lower_bound,
    record,
    scrambled,
    unpacked_layout,
    upper_bound,
)

#: A position in ``boards``: the stones of both sides, their winning cells, the scrambled key.
MOVER, OTHER, MOVER_WINS, OTHER_WINS, KEY = (np.uint64(i) for i in range(5))
POSITION: Bits = np.uint64(5)

#: A frame in ``numbers``: the node, then for each child its rank with its place, and its state.
EMPTIES, BETA, BEST, COUNT, NEXT, NODES_BEFORE = (np.uint64(i) for i in range(6))
RANKS: Bits = np.uint64(6)

#: Indices into ``counts``: nodes so far and allowed; whether the search was stopped; from how many
#: empty cells on a position and its mirror image share a key; whether other threads search the
#: same position; the bounds proved so far.
NODES, BUDGET, STOPPED, MIRROR_FROM, TOGETHER, LOWER, UPPER = range(7)
COUNTS = 7

#: Indices into ``weights``, what the order of moves is made of. Winning cells of one's own are
#: counted right after the move: those one and two rows above a playable cell, and all. Then of
#: both sides after the forced moves: all, and those in the rows that suit the side.
NEXT_ROW, ROW_AFTER, OWN, EDGE, OWN_LATER, THEIRS_LATER, OWN_SUITED, THEIRS_SUITED, FORCING = range(
    9
)
WEIGHTS = 9

#: With fewer empty cells than this, looking up each child costs more than it saves.
LOOK_UP_CHILDREN_FROM = 12

#: Nodes between two looks at the stop flag.
_PATIENCE = 4095

_PLACE_BITS = 5
_PLACE_MASK = (1 << _PLACE_BITS) - 1

#: Threads tell each other which positions they are at, down to so many plies below the first: the
#: larger the pieces of work, the less is done twice.
_SHARED_PLIES = 10

#: Where a position stands in ``busy``: any bits of its key do, for a clash costs little.
BUSY = 1 << 12
_BUSY_FACTOR: Bits = np.uint64(0xD134_2543_DE82_EF95)
_BUSY_SHIFT: Bits = np.uint64(64 - 12)


@compiled(
    "int64(uint64, uint64, uint64, uint64, uint64, uint64, int64, boolean, int64[::1],"
    f" {GEOMETRY_TYPE})",
    inline=True,
)
def rank_of_move(
    move: Bits,
    mask: Bits,
    own_wins: Bits,
    their_wins: Bits,
    own_later: Bits,
    theirs_later: Bits,
    empties: int,
    forcing: bool,
    weights: Array,
    geometry: tuple[Bits, ...],
) -> int:
    """How promising a move is. A winning cell just above one of the other side is worth nothing."""
    useful = own_wins & ~(their_wins << ONE)
    next_row = ((mask + geometry[BOTTOM]) & geometry[CELLS]) << ONE
    row_after = (next_row & geometry[CELLS]) << ONE
    suited = geometry[FOLLOWED] if empties & 1 else ~geometry[FOLLOWED]
    from_edge = (
        popcount(geometry[EDGE_1] & move)
        + 2 * popcount(geometry[EDGE_2] & move)
        + 4 * popcount(geometry[EDGE_4] & move)
    )
    rank = (
        weights[NEXT_ROW] * popcount(useful & next_row)
        + weights[ROW_AFTER] * popcount(useful & row_after)
        + weights[OWN] * popcount(useful)
        + weights[EDGE] * from_edge
        + weights[OWN_LATER] * popcount(own_later & ~(theirs_later << ONE))
        + weights[THEIRS_LATER] * popcount(theirs_later & ~(own_later << ONE))
        + weights[OWN_SUITED] * popcount(own_later & suited)
        + weights[THEIRS_SUITED] * popcount(theirs_later & ~suited)
    )
    if forcing:
        rank += weights[FORCING]
    return rank


@compiled("void(int64[::1], uint64, uint64, int64)", inline=True)
def _insert(numbers: Array, ranks: Bits, count: Bits, rank: int) -> None:
    """Put a child into the list of ranks, best first; equal ones stay in the order of columns."""
    entry = (rank << _PLACE_BITS) | (_PLACE_MASK - Number(count))
    place = ranks + count
    while place > ranks and numbers[place - ONE] < entry:
        numbers[place] = numbers[place - ONE]
        place -= ONE
    numbers[place] = entry


@compiled("uint64(int64)", inline=True)
def _child_in(entry: int) -> Bits:
    """Which child an entry in the list of ranks stands for."""
    return np.uint64(_PLACE_MASK - (entry & _PLACE_MASK))


@compiled(f"uint64(uint64, uint64, int64, int64[::1], {GEOMETRY_TYPE}, {LAYOUT_TYPE})", inline=True)
def _scrambled_key(
    mover: Bits,
    mask: Bits,
    empties: int,
    counts: Array,
    geometry: tuple[Bits, ...],
    layout: tuple[Bits, ...],
) -> Bits:
    key = mover | (mask + geometry[BOTTOM])
    if empties >= counts[MIRROR_FROM]:
        key = min(key, mirrored(key, geometry))
    return scrambled(key, layout)


@compiled(
    "Tuple((int64, uint64))(uint64, uint64, uint64[::1], int64[::1], uint64[::1], int64[::1],"
    f" int64[::1], {GEOMETRY_TYPE}, {PATTERNS_TYPE}, {LAYOUT_TYPE})",
    inline=True,
)
def _make_children(
    frame: Bits,
    row: Bits,
    boards: Array,
    numbers: Array,
    table: Array,
    counts: Array,
    weights: Array,
    geometry: tuple[Bits, ...],
    patterns: Array,
    layout: tuple[Bits, ...],
) -> tuple[int, Bits]:
    """Make the children that need a search; return the best of the others and their number."""
    mover, other = boards[frame + MOVER], boards[frame + OTHER]
    other_wins = boards[frame + OTHER_WINS]
    empties, beta = numbers[row + EMPTIES], numbers[row + BETA]
    looks_up = empties >= LOOK_UP_CHILDREN_FROM
    mask = mover | other
    playable = (mask + geometry[BOTTOM]) & geometry[CELLS]
    moves = playable & ~(other_wins >> ONE)
    if (other_wins & playable) != ZERO:
        moves &= other_wins
    states = row + RANKS + geometry[WIDTH]
    best = -UNKNOWN
    count = ZERO
    while moves != ZERO:
        move = moves & (~moves + ONE)
        moves ^= move
        stones, filled = mover | move, mask | move
        wins = completing(stones, geometry, patterns) & geometry[CELLS] & ~filled
        score, a, b, a_wins, b_wins, left, sign = settled(
            other, stones, other_wins & ~move, wins, empties - 1, 1 - beta, geometry, patterns
        )
        if score != UNKNOWN:
            best = max(best, -score)
            if best >= beta:
                break
            continue
        key = _scrambled_key(a, a | b, left, counts, geometry, layout)
        if looks_up:
            prefetch(table, bucket_of(key, left, layout))
        child = frame + POSITION + POSITION * count
        boards[child + MOVER] = a
        boards[child + OTHER] = b
        boards[child + MOVER_WINS] = a_wins
        boards[child + OTHER_WINS] = b_wins
        boards[child + KEY] = key
        same_mover = sign < 0
        numbers[states + count] = (left << 1) | Number(same_mover)
        rank = rank_of_move(
            move, filled, wins, other_wins, a_wins if same_mover else b_wins,
            b_wins if same_mover else a_wins, empties, left < empties - 1, weights, geometry,
        )  # fmt: skip
        _insert(numbers, row + RANKS, count, rank)
        count += ONE
    return best, count


@compiled(
    "Tuple((int64, uint64))(uint64, uint64, int64, uint64, int64, uint64[::1], int64[::1],"
    f" uint64[::1], {GEOMETRY_TYPE}, {LAYOUT_TYPE})",
    inline=True,
)
def _look_up_children(
    frame: Bits,
    row: Bits,
    best: int,
    count: Bits,
    cells: int,
    boards: Array,
    numbers: Array,
    table: Array,
    geometry: tuple[Bits, ...],
    layout: tuple[Bits, ...],
) -> tuple[int, Bits]:
    """Drop the children whose known bounds settle them; return the best score and their number."""
    beta = numbers[row + BETA]
    ranks = row + RANKS
    states = ranks + geometry[WIDTH]
    kept = ZERO
    for i in range(count):
        entry_in_list = numbers[ranks + np.uint64(i)]
        place = _child_in(entry_in_list)
        state = numbers[states + place]
        key = boards[frame + POSITION + POSITION * place + KEY]
        entry = looked_up(table, bucket_of(key, state >> 1, layout), key, layout)
        lower, upper = lower_bound(entry, cells), upper_bound(entry, cells)
        if (state & 1) == 0:
            lower, upper = -upper, -lower
        if lower >= beta:
            return lower, kept
        if upper < beta:
            best = max(best, upper)
        else:
            numbers[ranks + kept] = entry_in_list
            kept += ONE
    return best, kept


@compiled("uint64(uint64)", inline=True)
def _busy_place(key: Bits) -> Bits:
    return (key * _BUSY_FACTOR) >> _BUSY_SHIFT


@compiled("void(uint64, uint64, uint64[::1], int64[::1], uint64[::1])", inline=True)
def _put_busy_children_last(
    frame: Bits, row: Bits, boards: Array, numbers: Array, busy: Array
) -> None:
    """Let the next child be one that no other thread is at, if there is one.

    Meanwhile the others may be proved elsewhere, and then only cost a look into the table. The
    first child stays: where it is good enough, its siblings need not be searched at all.
    """
    following = np.uint64(numbers[row + NEXT])
    if following == ZERO:
        return
    for i in range(following, np.uint64(numbers[row + COUNT])):
        here = row + RANKS + np.uint64(i)
        key = boards[frame + POSITION + POSITION * _child_in(numbers[here]) + KEY]
        if busy[_busy_place(key)] != key:
            first = row + RANKS + following
            numbers[first], numbers[here] = numbers[here], numbers[first]
            return


@compiled(
    "int64(uint64, uint64, int64, int64, uint64[::1], int64[:, ::1], uint64[::1], uint64[::1],"
    " int64[::1], uint64[::1], int64[::1], int64[::1], uint64[::1], uint8[::1])"
)
def search(
    mover: Bits,
    other: Bits,
    empties: int,
    beta: int,
    packed_geometry: Array,
    patterns: Array,
    table: Array,
    packed_layout: Array,
    weights: Array,
    boards: Array,
    numbers: Array,
    counts: Array,
    busy: Array,
    stop: Array,
) -> int:
    """Return a lower bound of the score that is at least beta, or an upper bound that is below.

    The mover must neither win with the next move nor lose with the one after it. If the search is
    stopped, counts[STOPPED] is set and what is returned claims nothing.
    """
    geometry = unpacked(packed_geometry)
    layout = unpacked_layout(packed_layout)
    cells = Number(geometry[WIDTH] * geometry[HEIGHT])
    frame_size = POSITION + POSITION * geometry[WIDTH]
    row_size = RANKS + TWO * geometry[WIDTH]
    on_board = geometry[CELLS] & ~(mover | other)
    boards[MOVER], boards[OTHER] = mover, other
    boards[MOVER_WINS] = completing(mover, geometry, patterns) & on_board
    boards[OTHER_WINS] = completing(other, geometry, patterns) & on_board
    boards[KEY] = _scrambled_key(mover, mover | other, empties, counts, geometry, layout)
    numbers[EMPTIES], numbers[BETA] = empties, beta
    nodes = counts[NODES]
    share_from = empties - _SHARED_PLIES
    depth, frame, row = 0, ZERO, ZERO
    entering = True
    score = 0
    while True:
        returning = False
        if entering:
            # 1. Stop if told to.
            nodes += 1
            if (nodes & _PATIENCE) == 0 or nodes > counts[BUDGET]:
                counts[NODES] = nodes
                if stop[0] != 0 or nodes > counts[BUDGET]:
                    counts[STOPPED] = 1
                    break
            # 2. Play every safe move out to its next choice; most nodes are settled here.
            beta = numbers[row + BETA]
            empties = numbers[row + EMPTIES]
            best, count = _make_children(
                frame, row, boards, numbers, table, counts, weights, geometry, patterns, layout
            )
            if best >= beta or count == ZERO:
                score = best if best != -UNKNOWN else score_of_loss_next(empties)
                returning = True
            if not returning:
                # 3. Look the node up.
                key = boards[frame + KEY]
                entry = looked_up(table, bucket_of(key, empties, layout), key, layout)
                lower, upper = lower_bound(entry, cells), upper_bound(entry, cells)
                if lower >= beta or upper < beta:
                    score = lower if lower >= beta else upper
                    returning = True
            if not returning and empties >= LOOK_UP_CHILDREN_FROM:
                # 4. Look its children up.
                best, count = _look_up_children(
                    frame, row, best, count, cells, boards, numbers, table, geometry, layout
                )
                if best >= beta or count == ZERO:
                    score = best
                    returning = True
            if not returning:
                numbers[row + BEST] = best
                numbers[row + COUNT] = Number(count)
                numbers[row + NEXT] = 0
                numbers[row + NODES_BEFORE] = nodes
        else:
            # 5. Take in the child's score.
            beta = numbers[row + BETA]
            tried = np.uint64(numbers[row + NEXT])
            place = _child_in(numbers[row + RANKS + tried])
            if (numbers[row + RANKS + geometry[WIDTH] + place] & 1) == 0:
                score = -score
            best = max(numbers[row + BEST], score)
            numbers[row + BEST] = best
            numbers[row + NEXT] += 1
            if counts[TOGETHER]:
                key = boards[frame + POSITION + POSITION * place + KEY]
                if busy[_busy_place(key)] == key:
                    busy[_busy_place(key)] = ZERO
            if best >= beta or numbers[row + NEXT] == numbers[row + COUNT]:
                # 6. Record what was proved.
                key = boards[frame + KEY]
                record(
                    table, bucket_of(key, numbers[row + EMPTIES], layout), key, best,
                    best >= beta, nodes - numbers[row + NODES_BEFORE], cells, layout,
                )  # fmt: skip
                score = best
                returning = True
        if returning:
            if depth == 0:
                break
            depth -= 1
            frame -= frame_size
            row -= row_size
            entering = False
            continue
        # 7. Go on with the most promising child that is left.
        if counts[TOGETHER] and numbers[row + EMPTIES] > share_from:
            _put_busy_children_last(frame, row, boards, numbers, busy)
        place = _child_in(numbers[row + RANKS + np.uint64(numbers[row + NEXT])])
        state = numbers[row + RANKS + geometry[WIDTH] + place]
        beta = numbers[row + BETA]
        child = frame + POSITION + POSITION * place
        depth += 1
        frame += frame_size
        row += row_size
        for i in range(POSITION):
            boards[frame + i] = boards[child + i]
        key = boards[frame + KEY]
        prefetch(table, bucket_of(key, state >> 1, layout))
        if counts[TOGETHER] and state >> 1 >= share_from:
            busy[_busy_place(key)] = key
        numbers[row + EMPTIES] = state >> 1
        numbers[row + BETA] = beta if state & 1 else 1 - beta
        entering = True
    counts[NODES] = nodes
    return score
