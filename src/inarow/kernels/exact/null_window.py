"""The null-window search, which answers one question: is a position's score at least beta.

One depth-first search with an explicit stack: a call a node would cost more than the node's own
work. The children of a node are made all at once, each already played out to its next real choice.
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import ONE, ZERO, Bits, Number, lowest_index, popcount, prefetch
from inarow.kernels.compiling import Array, Record, compiled, record
from inarow.kernels.exact.bitboard import (
    BITBOARD,
    BOARD,
    BOTTOM,
    CELLS,
    CLAIMEVEN,
    EDGE_1,
    EDGE_2,
    EDGE_4,
    HEIGHT,
    MOST_CELLS,
    MOST_COLUMNS,
    RULES,
    STRIDE,
    WIDTH,
    mirrored,
    unpacked,
    winning_cells,
)
from inarow.kernels.exact.claimeven import UNKNOWN
from inarow.kernels.exact.forced_moves import play_forced_moves, score_of_loss_next
from inarow.kernels.exact.transposition_table import (
    LAYOUT,
    TABLE_LAYOUT,
    bucket_of,
    hashed,
    lower_bound,
    probe,
    store,
    unpacked_layout,
    upper_bound,
)
from inarow.kernels.listening import listen
from inarow.kernels.log import (
    ALL_TRIED,
    CUT_OFF,
    FIRST_MOVE,
    FROM_TABLE,
    LEVEL,
    LISTED,
    SETTLED,
    UNFINISHED,
    close_row,
    open_row,
)

#: A child: its position after the forced moves, with the winning cells of the side that is not to
#: move there, the hashed key, whether the parent's mover is to move again; the move that leads to
#: it.
EXACT_CHILD = record(
    "ExactChild",
    [
        ("mover", np.uint64),
        ("other", np.uint64),
        ("other_wins", np.uint64),
        ("key", np.uint64),
        ("empties", np.int64),
        ("same_mover", np.int64),
        ("move", np.uint64),
    ],
)

#: A node on the stack. ``order`` holds for each child that is left its rank with its place among
#: the children, best first; ``number`` is the node's own in the count of all.
EXACT_NODE = record(
    "ExactNode",
    [
        ("mover", np.uint64),
        ("other", np.uint64),
        ("other_wins", np.uint64),
        ("key", np.uint64),
        ("empties", np.int64),
        ("beta", np.int64),
        ("best", np.int64),
        ("number", np.int64),
        ("count", np.uint64),
        ("tried", np.uint64),
        ("order", np.int64, (MOST_COLUMNS,)),
        ("children", EXACT_CHILD, (MOST_COLUMNS,)),
    ],
)

#: Everything of one thread's search but the arrays that threads share: nodes so far and allowed;
#: whether the search was stopped; from how many empty cells on a position and its mirror image
#: share a key; whether other threads search the same position; the bounds proved so far.
EXACT_SEARCH = record(
    "ExactSearch",
    [
        ("board", BITBOARD),
        ("layout", TABLE_LAYOUT),
        ("nodes", np.int64),
        ("budget", np.int64),
        ("stopped", np.int64),
        ("mirror_from", np.int64),
        ("parallel", np.int64),
        ("lower", np.int64),
        ("upper", np.int64),
        ("stack", EXACT_NODE, (MOST_CELLS + 2,)),
    ],
)

#: What every search takes: its record, the transposition table, the keys of the positions that
#: threads are at, the stop flag, and a log of the first nodes, see :mod:`inarow.kernels.log`.
SEARCH = "ExactSearch, uint64[::1], uint64[::1], uint8[::1], float64[:, ::1]"

#: What the order of moves is made of, learned by counting nodes; see docs/solver.md. Winning cells
#: of one's own are counted right after the move: those one and two rows above a playable cell, and
#: all. Then of both sides after the forced moves: all, and those of the parity that suits the side.
_NEXT_ROW, _ROW_AFTER, _OWN = 393, 217, 213
_FROM_EDGE = 45
_OWN_LATER, _THEIRS_LATER, _OWN_PARITY, _THEIRS_PARITY = -192, -41, 15, -15
_FORCING = 109

#: With fewer empty cells than this, probing the table for each child costs more than it saves.
PROBE_CHILDREN_FROM = 12

#: Nodes between two looks at the stop flag, less one.
_PATIENCE = 4095

_PLACE_BITS = 5
_PLACE_MASK = (1 << _PLACE_BITS) - 1

#: Threads tell each other which positions they are at, down to so many plies below the first: the
#: larger the pieces of work, the less is done twice.
_SHARED_PLIES = 10

#: Where a position stands in ``searching``: any bits of its key do, for a clash costs little.
SEARCHING = 1 << 12
_SEARCHING_FACTOR: Bits = np.uint64(0xD134_2543_DE82_EF95)
_SEARCHING_SHIFT: Bits = np.uint64(64 - 12)


@compiled(
    f"int64(uint64, uint64, uint64, uint64, uint64, uint64, int64, boolean, {BOARD})", inline=True
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
    board: tuple[Bits, ...],
) -> int:
    """How promising a move is. A winning cell just above one of the other side is worth nothing."""
    useful = own_wins & ~(their_wins << ONE)
    next_row = ((mask + board[BOTTOM]) & board[CELLS]) << ONE
    row_after = (next_row & board[CELLS]) << ONE
    good_parity = board[CLAIMEVEN] if empties & 1 else ~board[CLAIMEVEN]
    from_edge = (
        popcount(board[EDGE_1] & move)
        + 2 * popcount(board[EDGE_2] & move)
        + 4 * popcount(board[EDGE_4] & move)
    )
    rank = (
        _NEXT_ROW * popcount(useful & next_row)
        + _ROW_AFTER * popcount(useful & row_after)
        + _OWN * popcount(useful)
        + _FROM_EDGE * from_edge
        + _OWN_LATER * popcount(own_later & ~(theirs_later << ONE))
        + _THEIRS_LATER * popcount(theirs_later & ~(own_later << ONE))
        + _OWN_PARITY * popcount(own_later & good_parity)
        + _THEIRS_PARITY * popcount(theirs_later & ~good_parity)
    )
    if forcing:
        rank += _FORCING
    return rank


@compiled("void(ExactNode, uint64, int64)", inline=True)
def _insert(node: Record, count: Bits, rank: int) -> None:
    """Put a child into the order, best first; equal ones stay in the order of columns."""
    entry = (rank << _PLACE_BITS) | (_PLACE_MASK - Number(count))
    place = count
    while place > ZERO and node.order[place - ONE] < entry:
        node.order[place] = node.order[place - ONE]
        place -= ONE
    node.order[place] = entry


@compiled("ExactChild(ExactNode, uint64)", inline=True)
def _child_at(node: Record, index: Bits) -> Record:
    """The child that comes so far behind the first in the order."""
    return node.children[np.uint64(_PLACE_MASK - (node.order[index] & _PLACE_MASK))]


@compiled(f"uint64(uint64, uint64, int64, int64, {BOARD}, {LAYOUT})", inline=True)
def _hashed_key(
    mover: Bits,
    mask: Bits,
    empties: int,
    mirror_from: int,
    board: tuple[Bits, ...],
    layout: tuple[Bits, ...],
) -> Bits:
    key = mover | (mask + board[BOTTOM])
    if empties >= mirror_from:
        key = min(key, mirrored(key, board))
    return hashed(key, layout)


@compiled(
    f"Tuple((int64, uint64))(ExactNode, int64, uint64[::1], {RULES}, {LAYOUT})",
    inline=True,
)
def _make_children(
    node: Record,
    mirror_from: int,
    table: Array,
    board: tuple[Bits, ...],
    patterns: Array,
    layout: tuple[Bits, ...],
) -> tuple[int, Bits]:
    """Make the children that need a search; return the best of the others and their number."""
    mover, other, other_wins = node.mover, node.other, node.other_wins
    empties, beta = node.empties, node.beta
    probes = empties >= PROBE_CHILDREN_FROM
    mask = mover | other
    playable = (mask + board[BOTTOM]) & board[CELLS]
    moves = playable & ~(other_wins >> ONE)
    if (other_wins & playable) != ZERO:
        moves &= other_wins
    best = -UNKNOWN
    count = ZERO
    while moves != ZERO:
        move = moves & (~moves + ONE)
        moves ^= move
        stones, filled = mover | move, mask | move
        wins = winning_cells(stones, board, patterns) & board[CELLS] & ~filled
        score, a, b, a_wins, b_wins, left, sign = play_forced_moves(
            other, stones, other_wins & ~move, wins, empties - 1, 1 - beta, board, patterns
        )
        if score != UNKNOWN:
            best = max(best, -score)
            if best >= beta:
                break
            continue
        key = _hashed_key(a, a | b, left, mirror_from, board, layout)
        if probes:
            prefetch(table, bucket_of(key, left, layout))
        same_mover = sign < 0
        child = node.children[count]
        child.mover, child.other, child.other_wins = a, b, b_wins
        child.key = key
        child.empties, child.same_mover = left, Number(same_mover)
        child.move = move
        rank = rank_of_move(
            move, filled, wins, other_wins, a_wins if same_mover else b_wins,
            b_wins if same_mover else a_wins, empties, left < empties - 1, board,
        )  # fmt: skip
        _insert(node, count, rank)
        count += ONE
    return best, count


@compiled(
    f"Tuple((int64, uint64))(ExactNode, int64, uint64, int64, uint64[::1], {LAYOUT})", inline=True
)
def _probe_children(
    node: Record, best: int, count: Bits, cells: int, table: Array, layout: tuple[Bits, ...]
) -> tuple[int, Bits]:
    """Drop the children whose known bounds settle them; return the best score and their number."""
    beta = node.beta
    kept = ZERO
    for i in range(count):
        child = _child_at(node, i)
        entry = probe(table, bucket_of(child.key, child.empties, layout), child.key, layout)
        lower, upper = lower_bound(entry, cells), upper_bound(entry, cells)
        if child.same_mover == 0:
            lower, upper = -upper, -lower
        if lower >= beta:
            return lower, kept
        if upper < beta:
            best = max(best, upper)
        else:
            node.order[kept] = node.order[i]
            kept += ONE
    return best, kept


@compiled("uint64(uint64)", inline=True)
def _searching_place(key: Bits) -> Bits:
    return (key * _SEARCHING_FACTOR) >> _SEARCHING_SHIFT


@compiled("void(ExactNode, uint64[::1])", inline=True)
def _defer_searched_children(node: Record, searching: Array) -> None:
    """Let the next child be one that no other thread is at, if there is one.

    Meanwhile the others may be proved elsewhere, and then only cost a probe of the table. The
    first child stays: where it is good enough, its siblings need not be searched at all.
    """
    tried = node.tried
    if tried == ZERO:
        return
    for i in range(tried, node.count):
        key = _child_at(node, i).key
        if searching[_searching_place(key)] != key:
            node.order[tried], node.order[i] = node.order[i], node.order[tried]
            return


@compiled(f"void(ExactSearch, uint64, int64, int64, {BOARD}, float64[:, ::1])")
def _log_node(
    this: Record, depth: Bits, score: int, end: int, board: tuple[Bits, ...], log: Array
) -> None:
    """Log a node that was just entered: what it was worth if that is known, else its children."""
    node = this.stack[depth]
    cell = -1
    if depth > ZERO:
        above = this.stack[depth - ONE]
        index = np.uint64(lowest_index(_child_at(above, above.tried).move))
        cell = Number(index % board[STRIDE] * board[WIDTH] + index // board[STRIDE])
    row = open_row(node.number, node.empties, cell, node.beta - 1, node.beta, log)
    log[row, LEVEL] = Number(depth)
    if end != UNFINISHED:
        close_row(row, 0, score, end, log)
        return
    log[row, LISTED] = Number(node.count)
    for i in range(node.count):
        index = np.uint64(lowest_index(_child_at(node, i).move))
        log[row, FIRST_MOVE + Number(i)] = Number(index // board[STRIDE])


@compiled(f"int64(uint64, uint64, int64, int64, {SEARCH})")
def search(
    mover: Bits,
    other: Bits,
    empties: int,
    beta: int,
    this: Record,
    table: Array,
    searching: Array,
    stop: Array,
    log: Array,
) -> int:
    """Return a lower bound of the score that is at least beta, or an upper bound that is below.

    The mover must neither win with the next move nor lose with the one after it. If the search is
    stopped, ``stopped`` is set and what is returned claims nothing.
    """
    board, patterns = unpacked(this.board), this.board.patterns
    layout = unpacked_layout(this.layout)
    cells = Number(board[WIDTH] * board[HEIGHT])
    mirror_from, parallel = this.mirror_from, this.parallel != 0
    logged = log.shape[0]
    share_from = empties - _SHARED_PLIES
    nodes = this.nodes
    pause = min(nodes | _PATIENCE, this.budget)
    depth = ZERO
    node = this.stack[depth]
    mask = mover | other
    node.mover, node.other = mover, other
    node.other_wins = winning_cells(other, board, patterns) & board[CELLS] & ~mask
    node.key = _hashed_key(mover, mask, empties, mirror_from, board, layout)
    node.empties, node.beta = empties, beta
    entering = True
    score = 0
    while True:
        returning = False
        if entering:
            # 1. Stop if told to.
            nodes += 1
            if nodes > pause:
                this.nodes = nodes
                listen(_PATIENCE)
                if stop[0] != 0 or nodes > this.budget:
                    this.stopped = 1
                    break
                pause = min(nodes | _PATIENCE, this.budget)
            # 2. Play every safe move out to its next choice; most nodes are settled here.
            beta, empties = node.beta, node.empties
            end = UNFINISHED
            best, count = _make_children(node, mirror_from, table, board, patterns, layout)
            if best >= beta or count == ZERO:
                score = best if best != -UNKNOWN else score_of_loss_next(empties)
                end = SETTLED
            if end == UNFINISHED:
                # 3. Probe the table for the node.
                entry = probe(table, bucket_of(node.key, empties, layout), node.key, layout)
                lower, upper = lower_bound(entry, cells), upper_bound(entry, cells)
                if lower >= beta or upper < beta:
                    score = lower if lower >= beta else upper
                    end = FROM_TABLE
            if end == UNFINISHED and empties >= PROBE_CHILDREN_FROM:
                # 4. Probe it for the children.
                best, count = _probe_children(node, best, count, cells, table, layout)
                if best >= beta or count == ZERO:
                    score = best
                    end = FROM_TABLE
            returning = end != UNFINISHED
            if not returning:
                node.best = best
                node.count, node.tried = count, ZERO
                node.number = nodes
            if nodes <= logged:
                node.number = nodes
                _log_node(this, depth, score, end, board, log)
        else:
            # 5. Take in the child's score.
            beta = node.beta
            child = _child_at(node, node.tried)
            if child.same_mover == 0:
                score = -score
            best = max(node.best, score)
            node.best = best
            node.tried += ONE
            if parallel:
                place = _searching_place(child.key)
                if searching[place] == child.key:
                    searching[place] = ZERO
            if best >= beta or node.tried == node.count:
                # 6. Store what was proved.
                store(
                    table, bucket_of(node.key, node.empties, layout), node.key, best,
                    best >= beta, nodes - node.number, cells, layout,
                )  # fmt: skip
                score = best
                returning = True
                if node.number <= logged:
                    end = CUT_OFF if best >= beta else ALL_TRIED
                    close_row(node.number - 1, Number(node.tried), best, end, log)
        if returning:
            if depth == ZERO:
                break
            depth -= ONE
            node = this.stack[depth]
            entering = False
            continue
        # 7. Go on with the most promising child that is left.
        if parallel and node.empties > share_from:
            _defer_searched_children(node, searching)
        child = _child_at(node, node.tried)
        beta = node.beta if child.same_mover else 1 - node.beta
        depth += ONE
        node = this.stack[depth]
        node.mover, node.other, node.other_wins = child.mover, child.other, child.other_wins
        node.key = child.key
        node.empties, node.beta = child.empties, beta
        prefetch(table, bucket_of(child.key, child.empties, layout))
        if parallel and child.empties >= share_from:
            searching[_searching_place(child.key)] = child.key
        entering = True
    this.nodes = nodes
    return score
