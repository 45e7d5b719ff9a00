"""The Gomoku search: principal variation search with threats known in advance.

A value is from the mover's side. Three bands: above `PROVED` a win for certain, `WIN` minus the
plies to the five; between `BELIEVED` and `PROVED` a win against every move that was tried, when
not every move was; below, an evaluation. Reductions, pruning and candidate lists may cost strength
but never truth: a loss counts as proved only where every answer was searched.
"""

import math
from collections.abc import Sequence

from inarow.kernels.arrays import np
from inarow.kernels.bits import prefetch
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.gomoku.evaluation import evaluate
from inarow.kernels.gomoku.ordering import (
    NO_RANK,
    SEARCHED,
    TABLE_RANK,
    is_near,
    list_far_moves,
    list_moves,
    list_others,
    pick_move,
    reward,
)
from inarow.kernels.gomoku.parameters import (
    EMPTY_DEPTH,
    FUTILE_BASE,
    FUTILE_DEPTH,
    FUTILE_STEP,
    FUTILITY_BASE,
    FUTILITY_STEP,
    INTERNAL_DEPTH,
    LATE_BASE,
    LATE_FACTOR,
    LATE_FALLING,
    LATE_POWER,
    NULL_DEPTH,
    NULL_DIVISOR,
    NULL_MARGIN,
    NULL_REDUCTION,
    PARAMETERS,
    RAZOR_BASE,
    RAZOR_DEPTH,
    RAZOR_STEP,
    REDUCE_BASE,
    REDUCE_CUT,
    REDUCE_CUTOFFS,
    REDUCE_EMPTY,
    REDUCE_FACTOR,
    REDUCE_FALLING,
    REDUCE_HISTORY,
    REDUCE_POLICY,
    REDUCE_SHAPE,
    REDUCE_THREE,
    REDUCE_WIDE,
    SCALE_EARLY,
    SCALE_LATE,
    SINGULAR_DEPTH,
    SINGULAR_MARGIN,
    VCF_NODES,
)
from inarow.kernels.gomoku.patterns import (
    CLASS_NONE,
    CLASS_THREE,
    CLASS_TWO_TWO,
    GROUP_FIVE,
    GROUP_FOUR_PLUS,
    GROUP_OPEN_FOUR,
)
from inarow.kernels.gomoku.records import (
    CELLS,
    FAR_MOVES,
    FUTILITY,
    LATE_MOVES,
    MAX_PLY,
    NO_CELL,
    NULL_MOVE,
    REDUCED,
    REDUCTIONS,
    SEARCH,
    SINGULAR,
)
from inarow.kernels.gomoku.state import place, take_back
from inarow.kernels.gomoku.threats import first_cell, position_key
from inarow.kernels.gomoku.transposition_table import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_NONE,
    BOUND_UPPER,
    bucket,
    pack,
    packed_bound,
    packed_depth,
    packed_evaluation,
    packed_move,
    packed_value,
    probe,
    store,
)
from inarow.kernels.gomoku.vcf import has_fours, win_by_fours
from inarow.kernels.listening import listen
from inarow.kernels.log import (
    ALL_TRIED,
    CUT_OFF,
    FIRST_MOVE,
    FROM_TABLE,
    LEAF,
    LEVEL,
    LISTED,
    SETTLED,
    UNFINISHED,
    close_row,
    open_row,
)

WIN = 30000
PROVED = 29000
BELIEVED = 25000

_CODE = np.uint32(0xFFFF)
#: From so many stones on, the evaluation's scale no longer changes.
LATE_STONES = 60
#: The next ply counts as cut off often from so many times on.
_MANY_CUTOFFS = 3


def new_search() -> Record:
    """Return the working space of one searching thread."""
    search = np.zeros(1, dtype=SEARCH)[0]
    search["excluded"] = search["countermoves"] = search["killers"] = NO_CELL
    set_parameters(search, [parameter.default for parameter in PARAMETERS])
    return search


def set_parameters(search: Record, values: Sequence[int]) -> None:
    """Let the search use these parameters, and lay out the tables that follow from them."""
    search["parameters"] = list(values)
    search["vcf_leaf_limit"] = values[VCF_NODES]
    steps = [math.log(max(number, 1)) for number in range(REDUCED)]
    search["reductions"] = [
        [int(values[REDUCE_FACTOR] * one * other) for other in steps] for one in steps
    ]
    power, base, factor = values[LATE_POWER] / 100, values[LATE_BASE], values[LATE_FACTOR]
    counts = [int(base + factor * depth**power) // 16 for depth in range(MAX_PLY)]
    search["late_moves"] = [min(count, CELLS) for count in counts]
    early, late = values[SCALE_EARLY], values[SCALE_LATE]
    shares = [min(stones / LATE_STONES, 1.0) for stones in range(CELLS + 1)]
    search["scales"] = [int(early + share * (late - early)) for share in shares]


@compiled("int64(int64)")
def believed(value: Int) -> Int:
    """Return a value with any claim of proof weakened to belief."""
    if value > PROVED:
        return value - (WIN - PROVED) - (PROVED - BELIEVED) // 2
    if value < -PROVED:
        return value + (WIN - PROVED) + (PROVED - BELIEVED) // 2
    return value


@compiled("int64(int64, int64)")
def value_to_table(value: Int, ply: Int) -> Int:
    """Return a value whose plies to the win count from this node, not from the root."""
    if value > BELIEVED:
        return value + ply
    return value - ply if value < -BELIEVED else value


@compiled("int64(int64, int64)")
def value_from_table(value: Int, ply: Int) -> Int:
    """Return a table value with the plies to the win counted from the root again."""
    if value > BELIEVED:
        return value - ply
    return value + ply if value < -BELIEVED else value


@compiled("boolean(int64, int64)")
def proved_by(value: Int, bound: Int) -> bool:
    """Return whether a bound decides the game: a win at least, or a loss at most."""
    return (value > PROVED and bound == BOUND_LOWER) or (value < -PROVED and bound == BOUND_UPPER)


@compiled("void(GomokuSearch, int64, int64)")
def extend_pv(search: Record, ply: Int, move: Int) -> None:
    """Make `move`, followed by the principal variation below, that at `ply`."""
    search.pv[ply, ply] = move
    end = search.pv_end[ply + 1]
    for i in range(ply + 1, end):
        search.pv[ply, i] = search.pv[ply + 1, i]
    search.pv_end[ply] = max(end, ply + 1)


@compiled("int64(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, uint64[::1], int64, int64)")
def leaf_win(
    state: Record,
    geometry: Record,
    patterns: Array,
    search: Record,
    refuted: Array,
    side: Int,
    ply: Int,
) -> Int:
    """Return the value of a win by fours for the mover, or 0 where none was found."""
    if not has_fours(state, side, GROUP_FOUR_PLUS):
        return 0
    search.vcf_nodes = 0
    search.vcf_limit = search.vcf_leaf_limit
    search.vcf_quick = 1
    won = win_by_fours(state, geometry, patterns, search, refuted, side, 0)
    search.vcf_quick = 0
    search.nodes += search.vcf_nodes
    search.leaf_nodes += search.vcf_nodes
    if not won:
        return 0
    kept = min(search.vcf_length, MAX_PLY - ply)
    for i in range(kept):
        search.pv[ply, ply + i] = search.vcf_line[i]
    search.pv_end[ply] = ply + kept
    return WIN - ply - search.vcf_length


@compiled("boolean(GomokuSearch, int64, int64, int64)")
def futile(search: Record, value: Int, beta: Int, plies: Int) -> bool:
    """Return whether a value is so far above `beta` that so many plies of search are futile."""
    above = search.parameters[FUTILITY_BASE] + search.parameters[FUTILITY_STEP] * plies
    return search.without & FUTILITY == 0 and value - above >= beta


@compiled("int64(GomokuSearch, int64, boolean)")
def late_move_count(search: Record, depth: Int, improving: bool) -> Int:
    """Return after how many moves the rest is left out at this depth."""
    count = np.int64(search.late_moves[min(depth, MAX_PLY - 1)])
    return count if improving else (count * search.parameters[LATE_FALLING] + 8) >> 4


@compiled(
    "int64(GomokuState, GomokuGeometry, GomokuSearch,"
    " int64, int64, int64, int64, int64, boolean, int64)"
)
def late_move_reduction(
    state: Record,
    geometry: Record,
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
    own = geometry.classes[geometry.multisets[(code >> np.uint32(16 * side)) & _CODE]]
    theirs = geometry.classes[geometry.multisets[(code >> np.uint32(16 * (1 - side))) & _CODE]]
    parameters = search.parameters
    less = np.int64(search.reductions[min(depth, REDUCED - 1), min(tried, REDUCED - 1)])
    if not improving and less > 16:
        less += parameters[REDUCE_FALLING]
    less += parameters[REDUCE_BASE]
    if own == CLASS_NONE and theirs == CLASS_NONE:
        less += parameters[REDUCE_EMPTY]
    elif own >= CLASS_TWO_TWO or theirs >= CLASS_THREE:
        less -= parameters[REDUCE_SHAPE]
    if cut != 0 and search.killers[ply, 0] != move and search.killers[ply, 1] != move:
        less += parameters[REDUCE_CUT]
    if own >= CLASS_THREE:
        less -= parameters[REDUCE_THREE]
    if search.cutoffs[ply + 1] > _MANY_CUTOFFS:
        less += parameters[REDUCE_CUTOFFS]
    return less - ((search.history[side, move] * parameters[REDUCE_HISTORY]) >> 10)


@compiled("int64(GomokuState, GomokuSearch, int64, int64, int64, int64, float64[:, ::1])")
def enter(
    state: Record, search: Record, alpha: Int, beta: Int, depth: Int, ply: Int, log: Array
) -> Int:
    """Count a node and open its row of the log, where there is room; return the row or -1."""
    search.visits += 1
    if search.visits > log.shape[0]:
        return -1
    cell: Int = np.int64(state.moves[state.stones - 1]) if ply else NO_CELL
    row = open_row(search.visits, depth, cell, alpha, beta, log)
    log[row, LEVEL] = ply
    return row


@compiled("int64(int64, int64, int64, float64[:, ::1])")
def leave(row: Int, value: Int, end: Int, log: Array) -> Int:
    """Close the row of a node that tried no moves; return its value."""
    close_row(row, 0, value, end, log)
    return value


@compiled("int64(GomokuSearch, int64, int64, int64, int64, int64, float64[:, ::1])")
def leave_moves(
    search: Record, ply: Int, total: Int, row: Int, value: Int, beta: Int, log: Array
) -> Int:
    """Close the row of a node, its moves that were searched first; return its value."""
    if row < 0:
        return value
    listed = 0
    tried = 0
    for searched in (True, False):
        for i in range(total):
            if (search.ranks[ply, i] == SEARCHED) == searched:
                log[row, FIRST_MOVE + listed] = search.moves[ply, i]
                listed += 1
        if searched:
            tried = listed
    log[row, LISTED] = listed
    end = ALL_TRIED
    if search.stopped:
        end = UNFINISHED
    elif tried == 0:
        end = SETTLED
    elif value >= beta:
        end = CUT_OFF
    close_row(row, tried, value, end, log)
    return value


@compiled(
    "int64(GomokuState, GomokuGeometry, uint8[::1], GomokuSearch, uint64[::1], uint64[::1],"
    " int64, int64, int64, int64, int64, int64, float64[:, ::1])"
)
def search_node(
    state: Record,
    geometry: Record,
    patterns: Array,
    search: Record,
    refuted: Array,
    table: Array,
    side: Int,
    alpha: Int,
    beta: Int,
    depth: Int,
    ply: Int,
    cut: Int,
    log: Array,
) -> Int:
    """Return the position's value: at most `alpha` is an upper bound, at least `beta` a lower.

    `cut` is 1 where the value is expected to reach `beta`, else 0. (Callers pass it as a typed
    integer: a recursive call with a literal would be compiled as a function of its own, which
    the cache does not keep.)
    """
    search.nodes += 1
    search.pv_end[ply] = ply
    search.cutoffs[ply + 2] = 0
    parameters = search.parameters
    other = 1 - side
    row = enter(state, search, alpha, beta, depth, ply, log)
    # 1. Decided on sight.
    if state.counts[side, GROUP_FIVE] > 0:
        search.pv[ply, ply] = first_cell(state, side, GROUP_FIVE)
        search.pv_end[ply] = ply + 1
        return leave(row, WIN - ply - 1, SETTLED, log)
    if state.stones == geometry.cells:
        return leave(row, 0, SETTLED, log)
    fives = state.counts[other, GROUP_FIVE]
    if fives > 1:
        return leave(row, -(WIN - ply - 2), SETTLED, log)
    if fives == 0 and state.counts[side, GROUP_OPEN_FOUR] > 0:
        search.pv[ply, ply] = first_cell(state, side, GROUP_OPEN_FOUR)
        search.pv_end[ply] = ply + 1
        return leave(row, WIN - ply - 3, SETTLED, log)
    listen(1)
    if search.stop != 0 or search.nodes >= search.limit:
        search.stopped = 1
        return 0
    if ply >= MAX_PLY - 1:
        return leave(row, evaluate(state, geometry, search, side), SETTLED, log)
    # 2. A four must be blocked: one move, and it costs no depth.
    if fives == 1:
        block = first_cell(state, other, GROUP_FIVE)
        search.evaluations[ply] = -search.evaluations[ply - 1] if ply else 0
        place(state, geometry, patterns, block, side)
        value = -search_node(
            state, geometry, patterns, search, refuted, table, other, -beta, -alpha, depth,
            ply + 1, cut, log,
        )  # fmt: skip
        take_back(state, geometry)
        extend_pv(search, ply, block)
        search.moves[ply, 0] = block
        search.ranks[ply, 0] = SEARCHED
        return leave_moves(search, ply, 1, row, value, beta, log)
    # 3. No win here can be shorter than five plies, no loss shorter than four.
    asked_beta = beta
    alpha = max(alpha, -(WIN - ply - 4))
    beta = min(beta, WIN - ply - 5)
    if alpha >= beta:
        return leave(row, alpha, SETTLED, log)
    # 4. Seen before? A proof holds at any depth.
    wide = beta - alpha > 1
    key = position_key(state.hash, side)
    entry = probe(table, key)
    excluded = np.int64(search.excluded[ply])
    threatened = state.counts[other, GROUP_OPEN_FOUR] > 0
    calm = not wide and not threatened and excluded == NO_CELL
    far_from_proof = abs(beta) < BELIEVED
    table_move = NO_CELL
    table_value = 0
    table_depth = -1
    bound = BOUND_NONE
    evaluation = 0
    if entry:
        table_move = packed_move(entry)
        table_value = value_from_table(packed_value(entry), ply)
        table_depth = packed_depth(entry)
        bound = packed_bound(entry)
        evaluation = packed_evaluation(entry)
        if excluded == NO_CELL:
            known = proved_by(table_value, bound)
            if not known and table_depth >= depth and (not wide or depth <= 0):
                known = (
                    bound == BOUND_EXACT
                    or (bound == BOUND_LOWER and table_value >= beta)
                    or (bound == BOUND_UPPER and table_value <= alpha)
                )
            if known:
                return leave(row, table_value, FROM_TABLE, log)
    else:
        # 5. A new position: is the evaluation high enough without any search? Do fours win?
        evaluation = evaluate(state, geometry, search, side)
        if depth <= 0:
            if not wide and evaluation >= beta:
                return leave(row, evaluation, LEAF, log)
        elif calm and far_from_proof and futile(search, evaluation, beta, depth - 1):
            return leave(row, evaluation, SETTLED, log)
        value = leaf_win(state, geometry, patterns, search, refuted, side, ply)
        if value > 0:
            move = np.int64(search.pv[ply, ply])
            data = pack(move, 255, BOUND_LOWER, search.age, value_to_table(value, ply), evaluation)
            store(table, key, data)
            return leave(row, value, SETTLED, log)
        if depth <= 0:
            data = pack(NO_CELL, 0, BOUND_EXACT, search.age, evaluation, evaluation)
            store(table, key, data)
    # 6. The horizon.
    search.evaluations[ply] = evaluation
    if depth <= 0:
        return leave(row, evaluation, LEAF, log)
    improving = not threatened and (ply < 2 or evaluation > search.evaluations[ply - 2])
    # 7. Futility: the evaluation, better informed by the table, may settle a shallow node; never
    #    under threat, never near a proof.
    guess = evaluation
    source = SETTLED
    if bound == BOUND_EXACT or bound == (BOUND_LOWER if table_value > evaluation else BOUND_UPPER):
        guess = table_value
        source = FROM_TABLE
    if calm and far_from_proof and abs(guess) < BELIEVED:
        if search.without & FUTILITY == 0:
            below = parameters[RAZOR_BASE] + parameters[RAZOR_STEP] * depth
            if depth <= parameters[RAZOR_DEPTH] and guess + below <= alpha:
                return leave(row, guess, source, log)
        if futile(search, guess, beta, depth - (2 if improving else 1)):
            return leave(row, guess, source, log)
        # 8. Null move: if even that holds beta, a real move will.
        if (
            depth >= parameters[NULL_DEPTH]
            and guess >= beta
            and evaluation >= beta + parameters[NULL_MARGIN]
            and search.null_move[ply] == 0
            and search.without & NULL_MOVE == 0
        ):
            search.null_move[ply + 1] = 1
            value = -search_node(
                state, geometry, patterns, search, refuted, table, other, -beta, -beta + 1,
                depth - parameters[NULL_REDUCTION] - depth // parameters[NULL_DIVISOR],
                ply + 1, 1 - cut, log,
            )  # fmt: skip
            search.null_move[ply + 1] = 0
            if search.stopped:
                return 0
            if value >= beta:
                return leave(row, believed(value), SETTLED, log)
    # 9. A deep node without a table move is searched a little less deep.
    if depth >= parameters[INTERNAL_DEPTH] and table_move == NO_CELL:
        depth -= 1
    # 10. Singular extension: is the table move the only good one? Then it is searched deeper.
    extension = 0
    if (
        depth >= parameters[SINGULAR_DEPTH]
        and table_move != NO_CELL
        and excluded == NO_CELL
        and abs(table_value) < BELIEVED
        and bound in (BOUND_LOWER, BOUND_EXACT)
        and table_depth >= depth - 3
        and search.without & SINGULAR == 0
    ):
        target = table_value - ((depth * parameters[SINGULAR_MARGIN]) >> 4)
        search.excluded[ply] = table_move
        value = search_node(
            state, geometry, patterns, search, refuted, table, side, target - 1, target,
            depth // 2, ply, cut, log,
        )  # fmt: skip
        search.excluded[ply] = NO_CELL
        if search.stopped:
            return 0
        if value < target:
            extension = 1
        elif target >= beta:
            return leave(row, target, SETTLED, log)
        elif table_value >= beta:
            extension = -1
        search.pv_end[ply] = ply
    # The table's move is often enough: the others are listed once it has failed.
    listed = threatened or table_move == excluded or not is_near(state, table_move)
    search.moves[ply, 0] = table_move
    search.ranks[ply, 0] = TABLE_RANK
    total: Int = np.int64(1)
    if listed:
        total = list_moves(state, geometry, patterns, search, side, ply, table_move)
    best = -WIN
    best_move = NO_CELL
    first_alpha = alpha
    complete = threatened
    pruned = excluded != NO_CELL
    late = late_move_count(search, depth, improving)
    selective = search.without & LATE_MOVES == 0
    highest_rank = NO_RANK
    tried = -1
    while True:
        tried += 1
        if not listed and tried == 1:
            listed = True
            total = list_others(state, geometry, patterns, search, side, ply, table_move)
        if tried == total:
            # All answers lose so far. Where the list was not complete, the rest is tried too.
            if complete or pruned or best > -PROVED or search.without & FAR_MOVES:
                break
            complete = True
            total = list_far_moves(state, geometry, search, ply, total)
            if tried == total:
                break
        # 11. Once one move holds, late moves are left out: at once, for picking them one by one
        #     would take longer than anything else.
        if tried >= late and selective and best > -BELIEVED:
            pruned = True
            break
        move = pick_move(search, ply, tried, total)
        if move == excluded:
            continue
        code = state.codes[move]
        own = geometry.classes[geometry.multisets[(code >> np.uint32(16 * side)) & _CODE]]
        theirs = geometry.classes[geometry.multisets[(code >> np.uint32(16 * other)) & _CODE]]
        worth = search.ranks[ply, tried]
        if highest_rank == NO_RANK and worth != TABLE_RANK:
            highest_rank = worth
        # 11b. So are moves that make nothing or too little.
        empty = own == CLASS_NONE and theirs == CLASS_NONE
        if selective and best > -BELIEVED:
            hopeless = empty and depth <= parameters[EMPTY_DEPTH]
            if calm and depth <= parameters[FUTILE_DEPTH] and max(own, theirs) < CLASS_THREE:
                missing = parameters[FUTILE_BASE] + parameters[FUTILE_STEP] * depth
                hopeless |= evaluation + missing <= alpha
            if hopeless:
                pruned = True
                continue
        # 12. Search it: fully if first, else with a null window and perhaps less depth.
        next_depth = depth - 1
        if move == table_move:
            next_depth += extension
        reduction = 0
        if depth >= 2 and tried >= 1 and search.without & REDUCTIONS == 0:
            reduction = late_move_reduction(
                state, geometry, search, side, ply, depth, tried + 1, move, improving, cut
            )
            if wide:
                reduction -= parameters[REDUCE_WIDE]
            if highest_rank != NO_RANK:
                gap = min((highest_rank - worth) * parameters[REDUCE_POLICY] >> 8, 64)
                reduction += max(gap, 0)
            reduction = min(max((reduction + 8) >> 4, 0), max(next_depth - 1, 0))
        search.ranks[ply, tried] = SEARCHED
        # The transposition table is far larger than the cache: what it holds of the position
        # after the move is on its way while the stone is placed.
        next_key = position_key(state.hash ^ geometry.zobrist[side, move], other)
        prefetch(table, bucket(table, next_key))
        place(state, geometry, patterns, move, side)
        value = alpha + 1
        if tried > 0 or not wide:
            later = 1 - cut if tried == 0 else np.int64(1)
            value = -search_node(
                state, geometry, patterns, search, refuted, table, other, -alpha - 1, -alpha,
                next_depth - reduction, ply + 1, later, log,
            )  # fmt: skip
            if value > alpha and reduction > 0 and search.stopped == 0:
                value = -search_node(
                    state, geometry, patterns, search, refuted, table, other, -alpha - 1, -alpha,
                    next_depth, ply + 1, 1 - cut, log,
                )  # fmt: skip
        if wide and value > alpha and search.stopped == 0:
            value = -search_node(
                state, geometry, patterns, search, refuted, table, other, -beta, -alpha,
                next_depth, ply + 1, np.int64(0), log,
            )  # fmt: skip
        take_back(state, geometry)
        if search.stopped:
            return leave_moves(search, ply, total, row, 0, asked_beta, log)
        # 13. Better? Good enough?
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if wide:
                    extend_pv(search, ply, move)
                if value >= beta:
                    search.cutoffs[ply] += 1
                    reward(search, state, side, ply, tried, depth)
                    break
    if not listed and row >= 0:
        total = list_others(state, geometry, patterns, search, side, ply, table_move)
    # 14. Every move lost: proved. Every move that was tried lost: believed.
    complete = complete and not pruned
    if best_move == NO_CELL:
        best = -(WIN - ply - 4) if complete else first_alpha
    elif best < beta and not complete:
        best = max(best, believed(best))
    if excluded == NO_CELL:
        bound = BOUND_EXACT
        if best >= beta:
            bound = BOUND_LOWER
        elif best <= first_alpha:
            bound = BOUND_UPPER
        value = value_to_table(best, ply)
        store(table, key, pack(best_move, depth, bound, search.age, value, evaluation))
    return leave_moves(search, ply, total, row, best, asked_beta, log)
