"""Negamax with a transposition table, killer moves, the history heuristic and null windows.

None of it changes the value of a search to a given depth: a stored value is used only for exactly
the same depth, moves are only reordered, and a null window that fails high is searched again with
the whole one (principal variation search).
"""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.bits import Bits
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.log import (
    ALL_TRIED,
    CUT_OFF,
    FROM_TABLE,
    LEAF,
    close_row,
    list_in_row,
    open_row,
)
from inarow.kernels.tree.position import place, remove, wins_through
from inarow.kernels.tree.search import enter_node, leaf_value, list_moves

#: What a stored value is.
_EXACT, _LOWER, _UPPER = 1, 2, 3

_KILLER_PRIORITY = 1 << 60
_TABLE_PRIORITY = 1 << 61


@compiled("int64(TreeGame, TreeSearch, int64, int64, int64, int64)")
def _priority(
    game: Record, search: Record, move: Int, table_move: Int, mover: Int, ply: Int
) -> int:
    """How early a move should be tried."""
    if move == table_move:
        return _TABLE_PRIORITY
    if game.with_killers:
        if move == search.killers[ply, 0]:
            return _KILLER_PRIORITY + 1
        if move == search.killers[ply, 1]:
            return _KILLER_PRIORITY
    return search.history[mover - 1, move] if game.with_history else 0


@compiled("void(TreeGame, TreeSearch, int64, int64, int64, int64)")
def _sort_moves(
    game: Record, search: Record, count: Int, table_move: Int, mover: Int, ply: Int
) -> None:
    """Sort the moves of a node by falling priority; equals keep their order."""
    moves, priorities = search.moves, search.priorities
    for i in range(count):
        move = moves[ply, i]
        priority = _priority(game, search, move, table_move, mover, ply)
        j = i
        while j > 0 and priorities[j - 1] < priority:
            moves[ply, j], priorities[j] = moves[ply, j - 1], priorities[j - 1]
            j -= 1
        moves[ply, j], priorities[j] = move, priority


@compiled("void(TreeGame, TreeSearch, int64, int64, int64, int64)")
def _reward_cutoff(
    game: Record, search: Record, move: Int, mover: Int, ply: Int, depth: Int
) -> None:
    """Make a move that has cut off a killer move, and raise its history."""
    if game.with_killers and search.killers[ply, 0] != move:
        search.killers[ply, 1] = search.killers[ply, 0]
        search.killers[ply, 0] = move
    if game.with_history:
        search.history[mover - 1, move] += depth * depth


@compiled("void(TreeSearch, int64, int64)")
def _extend_variation(search: Record, move: Int, ply: Int) -> None:
    """The principal variation from here is the move and the variation that follows it."""
    variations = search.variations
    variations[ply, 0] = move
    for i in range(variations.shape[1] - 1):
        variations[ply, i + 1] = variations[ply + 1, i]
        if variations[ply + 1, i] < 0:
            break


@compiled("float64(float64)")
def next_above(value: float) -> float:
    """The smallest number above a finite value or above minus infinity."""
    if value == 0.0:
        return np.int64(1).view(np.float64)
    bits = np.float64(value).view(np.int64)
    return np.int64(bits + 1 if value > 0.0 else bits - 1).view(np.float64)


@compiled("void(TreeSearch, TreeEntry[::1], int64, uint64, int64, float64, int64, int64)")
def _store(
    search: Record, table: Array, slot: Int, key: Bits, depth: Int, value: float, bound: Int,
    move: Int,
) -> None:  # fmt: skip
    entry: Record = table[slot]
    entry.key = key
    entry.value = value
    entry.generation = search.generation
    entry.depth = depth
    entry.bound = bound
    entry.move = move


@compiled(
    "float64(TreeGame, TreeSearch, TreeEntry[::1], float64[:, ::1], int64, int64, float64, float64,"
    " int64, int64, int64, int64, uint64)"
)
def enhanced_negamax(
    game: Record,
    search: Record,
    table: Array,
    log: Array,
    depth: Int,
    ply: Int,
    alpha: float,
    beta: float,
    mover: Int,
    last: Int,
    winner: Int,
    empties: Int,
    key: Bits,
) -> float:
    """Return the fail-soft negamax value to ``depth`` of the player to move.

    Row ``ply`` of ``variations`` receives the principal variation from here, ended by -1. At the
    root (ply 0) ``best`` always holds the best move whose search was finished.
    """
    search.variations[ply, 0] = -1
    if not enter_node(search):
        return 0.0
    row = open_row(search.nodes, depth, last, alpha, beta, log)

    # 1. The end of the game or of the depth.
    if depth == 0 or winner or empties == 0:
        view = search.player if game.fixed_view else mover
        value = leaf_value(game, search, view, mover, winner, empties)
        if view != mover:
            value = -value
        close_row(row, 0, value, LEAF, log)
        return value

    # 2. Probe the transposition table: the same position at the same depth may be known already.
    slot = np.int64(key & np.uint64(table.shape[0] - 1))
    table_move: Int = -1
    if game.with_table:
        entry: Record = table[slot]
        if entry.key == key and entry.generation == search.generation:
            table_move = np.int64(entry.move)
            value = entry.value
            if (
                ply > 0
                and entry.depth == depth
                and (
                    entry.bound == _EXACT
                    or (entry.bound == _LOWER and value >= beta)
                    or (entry.bound == _UPPER and value <= alpha)
                )
            ):
                close_row(row, 0, value, FROM_TABLE, log)
                return value

    # 3. The moves, the most promising first.
    count = list_moves(game, search, ply, last)
    _sort_moves(game, search, count, table_move, mover, ply)
    list_in_row(row, ply, count, search.moves[:], log)

    # 4. Each move in turn: the first with the whole window, the others with a null window first.
    best = -np.inf
    best_move = search.moves[ply, 0]
    lower = alpha
    tried = 0
    for i in range(count):
        move = search.moves[ply, i]
        cell = place(game, search, move, mover)
        won = mover if wins_through(game, search, cell) else 0
        child_key = key ^ game.zobrist[mover - 1, cell]
        upper = beta
        if game.with_null_windows and i > 0:
            upper = min(beta, next_above(lower))
        value = -enhanced_negamax(
            game, search, table, log, depth - 1, ply + 1, -upper, -lower, 3 - mover, cell, won,
            empties - 1, child_key,
        )  # fmt: skip
        if upper < beta and lower < value < beta and not search.stopped:
            value = -enhanced_negamax(
                game, search, table, log, depth - 1, ply + 1, -beta, -lower, 3 - mover, cell, won,
                empties - 1, child_key,
            )  # fmt: skip
        remove(game, search, move, cell)
        if search.stopped:
            return best
        tried += 1

        # 5. A better move than before, perhaps one that the opponent will not allow.
        if value > best or i == 0:
            best = value
            best_move = move
            if ply == 0:
                search.best = move
            _extend_variation(search, move, ply)
        lower = max(lower, best)
        if lower >= beta:
            search.cutoffs += 1
            _reward_cutoff(game, search, move, mover, ply, depth)
            break

    # 6. Store what was found.
    if game.with_table:
        bound = _LOWER if best >= beta else _UPPER if best <= alpha else _EXACT
        _store(search, table, slot, key, depth, best, bound, best_move)
    close_row(row, tried, best, CUT_OFF if lower >= beta else ALL_TRIED, log)
    return best
