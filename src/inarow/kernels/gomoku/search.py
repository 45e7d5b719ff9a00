"""The Gomoku search: principal variation search with threats known in advance.

A value is from the mover's side. Three bands: above `PROVED` a win for certain, `WIN` minus the
plies to the five; between `BELIEVED` and `PROVED` a win against every move that was tried, when
not every move was; below, a judgement. Reductions, pruning and candidate lists may cost strength
but never truth: a loss counts as proved only where every answer was searched.
"""

import numba
import numpy as np
from numba import types

from inarow.kernels.compiling import Array, Int, Record, counted
from inarow.kernels.gomoku.patterns import (
    CLASS_NONE,
    CLASS_THREE,
    CLASS_TWO_TWO,
    GROUP_FIVE,
    GROUP_FOUR,
    GROUP_FOUR_THREE,
    GROUP_OPEN_FOUR,
)
from inarow.kernels.gomoku.state import (
    CELLS,
    GROUND_TYPE,
    LINES_TYPE,
    NO_CELL,
    STATE_TYPE,
    place,
    take_back,
)
from inarow.kernels.gomoku.threats import answer_threats, lowest_bit, only_cell, position_key
from inarow.kernels.gomoku.transposition_table import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_NONE,
    BOUND_UPPER,
    MEMORY_TYPE,
    pack,
    packed_bound,
    packed_depth,
    packed_judged,
    packed_move,
    packed_value,
    recall,
    remember,
)
from inarow.kernels.gomoku.vcf import FAILED_TYPE, FOURS_TYPE, win_by_fours
from inarow.kernels.gomoku.weights import SIXTEENTHS, TO_MOVE, USE_ORDER

WIN = 30000
PROVED = 29000
BELIEVED = 25000
JUDGED = 20000  # no evaluation is larger
STEEPEST = 128  # plies below the root at most

SEARCH = np.dtype(
    [
        ("nodes", "i8"),
        ("limit", "i8"),
        ("stop", "i8"),  # set from outside to end at once
        ("stopped", "i8"),  # set by the search when it was cut short
        ("age", "i8"),
        ("leaf_fours", "i8"),
        ("without", "i8"),  # the parts that are left out, see below
        ("line", "i2", (STEEPEST + 2, STEEPEST + 2)),
        ("line_end", "i8", (STEEPEST + 2,)),
        ("killers", "i2", (STEEPEST + 2, 2)),
        ("replies", "i2", (2, CELLS)),
        ("history", "i4", (2, CELLS)),
        ("judged", "i4", (STEEPEST + 2,)),
        ("moves", "i2", (STEEPEST + 2, CELLS)),
        ("ranks", "i4", (STEEPEST + 2, CELLS)),
        ("skipped", "i2", (STEEPEST + 2,)),  # the move left out, to see how good the others are
        ("passed", "i2", (STEEPEST + 2,)),  # 1 where the last move was a pass
        ("reductions", "i2", (64, 64)),
    ],
    align=True,
)
SEARCH_TYPE = numba.from_dtype(SEARCH)

# Parts that can be left out to measure what they are worth: bits of `SEARCH.without`.
KILLERS = 1
FUTILITY = 2
NULL_MOVE = 4
SINGULAR = 8
LATE_MOVES = 16
REDUCTIONS = 32
FAR_MOVES = 64

#: What all threads share: ground, lines, the positions without a win by fours, and the memory.
WORLD_TYPE = types.Tuple((GROUND_TYPE, LINES_TYPE, FAILED_TYPE, MEMORY_TYPE))  # type: ignore[no-untyped-call]

_ONE = np.uint64(1)
_CODE = np.uint32(0xFFFF)
_TO_MOVE = round(TO_MOVE * SIXTEENTHS)


def new_search() -> np.void:
    """Return the working space of one searching thread."""
    search = np.zeros(1, dtype=SEARCH)
    search["leaf_fours"] = 12
    steps = np.log(np.maximum(np.arange(64), 1))
    search["reductions"][0] = (16 * steps[:, None] * steps[None, :]).astype(np.int16)
    search["skipped"] = NO_CELL
    search["replies"] = NO_CELL
    search["killers"] = NO_CELL
    return search[0]


@counted(types.int64(types.int64))
def believed(value: Int) -> Int:
    """Return a value with any claim of proof weakened to belief."""
    if value > PROVED:
        return value - (WIN - PROVED) - (PROVED - BELIEVED) // 2
    if value < -PROVED:
        return value + (WIN - PROVED) + (PROVED - BELIEVED) // 2
    return value


@counted(types.int64(types.int64, types.int64))
def value_from_here(value: Int, ply: Int) -> Int:
    """Return a value whose plies to the win count from this node, for the table."""
    if value > BELIEVED:
        return value + ply
    return value - ply if value < -BELIEVED else value


@counted(types.int64(types.int64, types.int64))
def value_from_root(value: Int, ply: Int) -> Int:
    """Return a table value with the plies to the win counted from the root again."""
    if value > BELIEVED:
        return value - ply
    return value + ply if value < -BELIEVED else value


@counted(types.boolean(types.int64, types.int64))
def proved_by(value: Int, bound: Int) -> bool:
    """Return whether a bound decides the game: a win at least, or a loss at most."""
    return (value > PROVED and bound == BOUND_LOWER) or (value < -PROVED and bound == BOUND_UPPER)


@counted(types.int64(STATE_TYPE, types.int64))
def judge(state: Record, side: Int) -> Int:
    """Return the static evaluation for the side to move."""
    value = state.mover_sum[side] - state.waiter_sum[1 - side] + _TO_MOVE
    return min(max(value // SIXTEENTHS, -JUDGED), JUDGED)


@counted(types.void(SEARCH_TYPE, types.int64, types.int64))
def extend_line(search: Record, ply: Int, move: Int) -> None:
    """Make `move`, followed by the line below, the principal variation at `ply`."""
    search.line[ply, ply] = move
    end = search.line_end[ply + 1]
    for i in range(ply + 1, end):
        search.line[ply, i] = search.line[ply + 1, i]
    search.line_end[ply] = max(end, ply + 1)


@counted(
    types.int64(STATE_TYPE, GROUND_TYPE, SEARCH_TYPE, types.int64, types.int64, types.int64),
)
def rank(state: Record, ground: Record, search: Record, side: Int, ply: Int, cell: Int) -> Int:
    """Return how promising a move looks: what it makes, what it prevents, what it did before."""
    code = state.codes[cell]
    own = (code >> np.uint32(16 * side)) & _CODE
    theirs = (code >> np.uint32(16 * (1 - side))) & _CODE
    worth = 5 * np.int64(ground.values[own, USE_ORDER]) + 4 * ground.values[theirs, USE_ORDER]
    worth += search.history[side, cell] >> 4
    if search.killers[ply, 0] == cell:
        worth += 160
    elif search.killers[ply, 1] == cell:
        worth += 100
    if state.stones and search.replies[side, state.moves[state.stones - 1]] == cell:
        worth += 100
    return worth


@counted(
    types.int64(
        STATE_TYPE, GROUND_TYPE, LINES_TYPE, SEARCH_TYPE, types.int64, types.int64, types.int64
    ),
)
def list_moves(
    state: Record, ground: Record, lines: Array, search: Record, side: Int, ply: Int, tabled: Int
) -> Int:
    """List the moves worth searching at `ply` with their ranks; return how many.

    Under the threat of an open four these are all the answers there are; otherwise the empty
    cells near the stones, or failing that every empty cell.
    """
    pressed = state.counts[1 - side, GROUP_OPEN_FOUR] > 0
    if pressed:
        answer_threats(state, ground, lines, 1 - side)
    total = 0
    for word in range(ground.words):
        left = state.answers[state.stones, word] if pressed else state.near[state.stones, word]
        while left:
            cell = np.int64(word * 64) + np.int64(lowest_bit(left))
            left &= left - _ONE
            if cell >= ground.cells or state.board[cell] != 0:
                continue
            search.moves[ply, total] = cell
            if cell == tabled:
                search.ranks[ply, total] = 1 << 28
            else:
                search.ranks[ply, total] = rank(state, ground, search, side, ply, cell)
            total += 1
    if total == 0 and not pressed:
        for empty in range(ground.cells):
            if state.board[empty] == 0:
                search.moves[ply, total] = empty
                search.ranks[ply, total] = 0
                total += 1
    return total


@counted(types.int64(STATE_TYPE, GROUND_TYPE, SEARCH_TYPE, types.int64, types.int64))
def list_far_moves(state: Record, ground: Record, search: Record, ply: Int, total: Int) -> Int:
    """Append the empty cells that are not near any stone; return how many moves there are."""
    near = state.near[state.stones]
    for cell in range(ground.cells):
        bit = (near[cell >> 6] >> np.uint64(cell & 63)) & _ONE
        if state.board[cell] == 0 and bit == 0:
            search.moves[ply, total] = cell
            search.ranks[ply, total] = 0
            total += 1
    return total


@counted(types.int64(SEARCH_TYPE, types.int64, types.int64, types.int64))
def pick_move(search: Record, ply: Int, first: Int, total: Int) -> Int:
    """Bring the best-ranked move of those left to index `first` and return it."""
    best = first
    for i in range(first + 1, total):
        if search.ranks[ply, i] > search.ranks[ply, best]:
            best = i
    move = search.moves[ply, best]
    worth = search.ranks[ply, best]
    search.moves[ply, best] = search.moves[ply, first]
    search.ranks[ply, best] = search.ranks[ply, first]
    search.moves[ply, first] = move
    search.ranks[ply, first] = worth
    return np.int64(move)


@counted(
    types.void(SEARCH_TYPE, STATE_TYPE, types.int64, types.int64, types.int64, types.int64),
)
def reward(search: Record, state: Record, side: Int, ply: Int, tried: Int, depth: Int) -> None:
    """Remember the move at index `tried`, which refuted the last one, and the moves it beat."""
    if search.without & KILLERS:
        return
    move = search.moves[ply, tried]
    if search.killers[ply, 0] != move:
        search.killers[ply, 1] = search.killers[ply, 0]
        search.killers[ply, 0] = move
    if state.stones:
        search.replies[side, state.moves[state.stones - 1]] = move
    bonus = min(depth * depth * 4, 400)
    for i in range(tried):
        other = search.moves[ply, i]
        search.history[side, other] -= bonus + search.history[side, other] * bonus // 4096
    search.history[side, move] += bonus - search.history[side, move] * bonus // 4096


@counted(
    types.int64(
        STATE_TYPE,
        GROUND_TYPE,
        LINES_TYPE,
        FOURS_TYPE,
        FAILED_TYPE,
        SEARCH_TYPE,
        types.int64,
        types.int64,
    ),
)
def leaf_win(
    state: Record,
    ground: Record,
    lines: Array,
    fours: Record,
    failed: Array,
    search: Record,
    side: Int,
    ply: Int,
) -> Int:
    """Return the value of a win by fours for the mover, or 0 where none was found."""
    if state.counts[side, GROUP_FOUR] + state.counts[side, GROUP_FOUR_THREE] == 0:
        return 0
    fours.nodes = 0
    fours.limit = search.leaf_fours
    won = win_by_fours(state, ground, lines, fours, failed, side, 0)
    search.nodes += fours.nodes
    if not won:
        return 0
    kept = min(fours.length, STEEPEST - ply)
    for i in range(kept):
        search.line[ply, ply + i] = fours.line[i]
    search.line_end[ply] = ply + kept
    return WIN - ply - fours.length


@counted(types.int64(types.int64, types.boolean))
def late_moves(depth: Int, improving: bool) -> Int:
    """Return after how many moves the rest is left out at this depth."""
    count = 3 + np.int64(np.float64(depth) ** 1.35)
    return count if improving else (count + 1) // 2


@counted(
    types.int64(
        STATE_TYPE,
        GROUND_TYPE,
        SEARCH_TYPE,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.boolean,
        types.int64,
    )
)
def reduction_of(
    state: Record,
    ground: Record,
    search: Record,
    side: Int,
    ply: Int,
    depth: Int,
    tried: Int,
    move: Int,
    improving: bool,
    cut: Int,
) -> Int:
    """Return how much less deep a late move is first searched, in sixteenths of a ply."""
    code = state.codes[move]
    own = ground.classes[(code >> np.uint32(16 * side)) & _CODE]
    theirs = ground.classes[(code >> np.uint32(16 * (1 - side))) & _CODE]
    less = np.int64(search.reductions[min(depth, 63), min(tried, 63)])
    if not improving and less > 16:
        less += 16
    if own == CLASS_NONE and theirs == CLASS_NONE:
        less += 8
    elif own >= CLASS_TWO_TWO or theirs >= CLASS_THREE:
        less -= 4
    if cut != 0 and search.killers[ply, 0] != move and search.killers[ply, 1] != move:
        less += 24
    if own >= CLASS_THREE:
        less -= 8
    return less - search.history[side, move] // 128


@counted(
    types.int64(
        STATE_TYPE,
        WORLD_TYPE,
        FOURS_TYPE,
        SEARCH_TYPE,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
    )
)
def search_node(
    state: Record,
    world: Record,
    fours: Record,
    search: Record,
    side: Int,
    alpha: Int,
    beta: Int,
    depth: Int,
    ply: Int,
    cut: Int,
) -> Int:
    """Return the position's value: at most `alpha` is an upper bound, at least `beta` a lower.

    `cut` is 1 where the value is expected to reach `beta`, else 0. (Callers pass it as a typed
    integer: a recursive call with a literal would be compiled as a function of its own, which
    the cache does not keep.)
    """
    ground, lines, failed, memory = world
    search.nodes += 1
    search.line_end[ply] = ply
    other = 1 - side
    # 1. Decided on sight.
    if state.counts[side, GROUP_FIVE] > 0:
        search.line[ply, ply] = only_cell(state, side, GROUP_FIVE)
        search.line_end[ply] = ply + 1
        return WIN - ply - 1
    if state.stones == ground.cells:
        return 0
    fives = state.counts[other, GROUP_FIVE]
    if fives > 1:
        return -(WIN - ply - 2)
    if fives == 0 and state.counts[side, GROUP_OPEN_FOUR] > 0:
        search.line[ply, ply] = only_cell(state, side, GROUP_OPEN_FOUR)
        search.line_end[ply] = ply + 1
        return WIN - ply - 3
    if search.stop != 0 or search.nodes >= search.limit:
        search.stopped = 1
        return 0
    if ply >= STEEPEST - 1:
        return judge(state, side)
    # 2. A four must be blocked: one move, and it costs no depth.
    if fives == 1:
        block = only_cell(state, other, GROUP_FIVE)
        search.judged[ply] = -search.judged[ply - 1] if ply else 0
        place(state, ground, lines, block, side)
        value = -search_node(state, world, fours, search, other, -beta, -alpha, depth, ply + 1, cut)
        take_back(state, ground)
        extend_line(search, ply, block)
        return value
    # 3. No win here can be shorter than five plies, no loss shorter than four.
    alpha = max(alpha, -(WIN - ply - 4))
    beta = min(beta, WIN - ply - 5)
    if alpha >= beta:
        return alpha
    # 4. Seen before? A proof holds at any depth.
    wide = beta - alpha > 1
    key = position_key(state, side)
    entry = recall(memory, key)
    skipped = np.int64(search.skipped[ply])
    tabled = NO_CELL
    tabled_value = 0
    tabled_depth = -1
    bound = BOUND_NONE
    judged = 0
    if entry:
        tabled = packed_move(entry)
        tabled_value = value_from_root(packed_value(entry), ply)
        tabled_depth = packed_depth(entry)
        bound = packed_bound(entry)
        judged = packed_judged(entry)
        if skipped == NO_CELL:
            if proved_by(tabled_value, bound):
                return tabled_value
            if tabled_depth >= depth and (not wide or depth <= 0):
                if bound == BOUND_EXACT:
                    return tabled_value
                if bound == BOUND_LOWER and tabled_value >= beta:
                    return tabled_value
                if bound == BOUND_UPPER and tabled_value <= alpha:
                    return tabled_value
    else:
        judged = judge(state, side)
        # 5. A new position: do fours win at once?
        value = leaf_win(state, ground, lines, fours, failed, search, side, ply)
        if value > 0:
            move = np.int64(search.line[ply, ply])
            data = pack(move, 255, BOUND_LOWER, search.age, value_from_here(value, ply), judged)
            remember(memory, key, data)
            return value
        if depth <= 0:
            remember(memory, key, pack(NO_CELL, 0, BOUND_EXACT, search.age, judged, judged))
    # 6. The horizon.
    pressed = state.counts[other, GROUP_OPEN_FOUR] > 0
    search.judged[ply] = judged
    if depth <= 0:
        return judged
    improving = not pressed and (ply < 2 or judged > search.judged[ply - 2])
    # 7. The judgement, better informed by the table, may settle a shallow node: never under
    #    threat, never near a proof.
    guess = judged
    if bound == BOUND_EXACT or bound == (BOUND_LOWER if tabled_value > judged else BOUND_UPPER):
        guess = tabled_value
    calm = not wide and not pressed and skipped == NO_CELL
    if calm and abs(beta) < BELIEVED and abs(guess) < BELIEVED:
        if search.without & FUTILITY == 0:
            if depth <= 2 and guess + 20 + 14 * depth <= alpha:
                return guess
            if guess - 63 * (depth - (2 if improving else 1)) >= beta:
                return guess
        # 8. Passing: if even that holds beta, a real move will.
        if (
            depth >= 8
            and guess >= beta
            and judged >= beta + 200
            and search.passed[ply] == 0
            and search.without & NULL_MOVE == 0
        ):
            search.passed[ply + 1] = 1
            value = -search_node(
                state, world, fours, search, other, -beta, -beta + 1, depth - 4 - depth // 8,
                ply + 1, 1 - cut,
            )  # fmt: skip
            search.passed[ply + 1] = 0
            if search.stopped:
                return 0
            if value >= beta:
                return believed(value)
    # 9. A deep node without a known move is searched a little less deep.
    if depth >= 5 and tabled == NO_CELL:
        depth -= 1
    # 10. Is the known move the only good one? Then it is searched deeper.
    singular = 0
    if (
        depth >= 7
        and tabled != NO_CELL
        and skipped == NO_CELL
        and abs(tabled_value) < BELIEVED
        and bound in (BOUND_LOWER, BOUND_EXACT)
        and tabled_depth >= depth - 3
        and search.without & SINGULAR == 0
    ):
        target = tabled_value - depth
        search.skipped[ply] = tabled
        value = search_node(
            state, world, fours, search, side, target - 1, target, depth // 2, ply, cut
        )
        search.skipped[ply] = NO_CELL
        if search.stopped:
            return 0
        if value < target:
            singular = 1
        elif target >= beta:
            return target
        elif tabled_value >= beta:
            singular = -1
        search.line_end[ply] = ply
    total = list_moves(state, ground, lines, search, side, ply, tabled)
    best = -WIN
    best_move = NO_CELL
    first_alpha = alpha
    complete = pressed
    pruned = skipped != NO_CELL
    limit = late_moves(depth, improving)
    selective = search.without & LATE_MOVES == 0
    tried = -1
    while True:
        tried += 1
        if tried == total:
            # All answers lose so far. Where the list was not complete, the rest is tried too.
            if complete or pruned or best > -PROVED or search.without & FAR_MOVES:
                break
            complete = True
            total = list_far_moves(state, ground, search, ply, total)
            if tried == total:
                break
        move = pick_move(search, ply, tried, total)
        if move == skipped:
            continue
        code = state.codes[move]
        own = ground.classes[(code >> np.uint32(16 * side)) & _CODE]
        theirs = ground.classes[(code >> np.uint32(16 * other)) & _CODE]
        # 11. Once one move holds, late moves and empty ones are left out.
        if (
            selective
            and best > -BELIEVED
            and (tried >= limit or (depth <= 4 and own == CLASS_NONE and theirs == CLASS_NONE))
        ):
            pruned = True
            continue
        # 12. Search it: fully if first, else with no window and perhaps less depth.
        next_depth = depth - 1
        if move == tabled:
            next_depth += singular
        reduction = 0
        if depth >= 2 and tried >= 1 and search.without & REDUCTIONS == 0:
            reduction = reduction_of(
                state, ground, search, side, ply, depth, tried + 1, move, improving, cut
            )
            if wide:
                reduction -= 16
            reduction = min(max((reduction + 8) >> 4, 0), max(next_depth - 1, 0))
        place(state, ground, lines, move, side)
        value = alpha + 1
        if tried > 0 or not wide:
            later = 1 - cut if tried == 0 else np.int64(1)
            value = -search_node(
                state, world, fours, search, other, -alpha - 1, -alpha, next_depth - reduction,
                ply + 1, later,
            )  # fmt: skip
            if value > alpha and reduction > 0 and search.stopped == 0:
                value = -search_node(
                    state, world, fours, search, other, -alpha - 1, -alpha, next_depth, ply + 1,
                    1 - cut,
                )  # fmt: skip
        if wide and value > alpha and search.stopped == 0:
            value = -search_node(
                state, world, fours, search, other, -beta, -alpha, next_depth, ply + 1,
                np.int64(0),
            )  # fmt: skip
        take_back(state, ground)
        if search.stopped:
            return 0
        # 13. Better? Good enough?
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if wide:
                    extend_line(search, ply, move)
                if value >= beta:
                    reward(search, state, side, ply, tried, depth)
                    break
    # 14. Every move lost: proved. Every move that was tried lost: believed.
    complete = complete and not pruned
    if best_move == NO_CELL:
        best = -(WIN - ply - 4) if complete else first_alpha
    elif best < beta and not complete:
        best = max(best, believed(best))
    if skipped != NO_CELL:
        return best
    bound = BOUND_EXACT
    if best >= beta:
        bound = BOUND_LOWER
    elif best <= first_alpha:
        bound = BOUND_UPPER
    data = pack(best_move, depth, bound, search.age, value_from_here(best, ply), judged)
    remember(memory, key, data)
    return best
