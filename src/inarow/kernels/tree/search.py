"""The readable searches, compiled: the same value, move, node, evaluation and cut-off counts."""

from __future__ import annotations

from inarow.kernels.arrays import np
from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.listening import listen
from inarow.kernels.log import ALL_TRIED, CUT_OFF, LEAF, close_row, list_in_row, open_row
from inarow.kernels.tree.evaluations import evaluate
from inarow.kernels.tree.position import place, remove, wins_through


@compiled("boolean(TreeGame, TreeSearch, int64)")
def _has_neighbour(game: Record, search: Record, cell: Int) -> bool:
    for i in range(8):
        other = game.neighbours[cell, i]
        if other >= 0 and search.cells[other]:
            return True
    return False


@compiled("boolean(TreeGame, int64, int64)")
def _are_neighbours(game: Record, cell: Int, last: Int) -> bool:
    if last >= 0:
        for i in range(8):
            if game.neighbours[last, i] == cell:
                return True
    return False


@compiled("int64(TreeGame, TreeSearch, int64, int64)")
def _list_near(game: Record, search: Record, level: Int, last: Int) -> int:
    """List the moves beside a piece, those beside the last one first."""
    cells, moves = search.cells, search.moves
    count = 0
    if last >= 0:
        for i in range(8):
            cell = game.neighbours[last, i]
            if cell >= 0 and cells[cell] == 0:
                moves[level, count] = cell
                count += 1
    for cell in range(game.cells):
        if cells[cell] or _are_neighbours(game, cell, last):
            continue
        if _has_neighbour(game, search, cell):
            moves[level, count] = cell
            count += 1
    if count == 0:
        moves[level, 0] = game.height // 2 * game.width + game.width // 2
        count = 1
    return count


@compiled("int64(TreeGame, TreeSearch, int64, int64)")
def list_moves(game: Record, search: Record, level: Int, last: Int) -> int:
    """Write the moves to look at into row ``level`` of ``moves`` and return how many they are."""
    if game.near_last:
        return _list_near(game, search, level, last)
    moves = search.moves
    count = 0
    for i in range(game.move_count):
        move = game.order[i]
        if (search.heights[move] < game.height) if game.gravity else (search.cells[move] == 0):
            moves[level, count] = move
            count += 1
    return count


@compiled("int64(TreeGame, TreeSearch)")
def _dead_groups(game: Record, search: Record) -> int:
    """How many groups of cells hold pieces of both sides."""
    cells, groups, size = search.cells, game.groups, game.group_size
    dead = 0
    for group in range(game.group_count):
        sides = 0
        for i in range(size):
            sides |= cells[groups[group * size + i]]
        dead += sides == 3
    return dead


@compiled("float64(TreeGame, TreeSearch, int64, int64, int64, int64)")
def leaf_value(
    game: Record, search: Record, side: Int, mover: Int, winner: Int, empties: Int
) -> float:
    """What the end of a line is worth to ``side``, with the searching player's view of draws."""
    search.evaluations += 1
    draw_value = game.draw_value if side == search.player else -game.draw_value
    if winner == 0 and empties == 0:
        return draw_value
    value = evaluate(game, search, side, mover, winner)
    if draw_value != 0.0 and winner == 0:
        value += draw_value * _dead_groups(game, search) / game.group_count
    return value


@compiled("boolean(TreeSearch)")
def enter_node(search: Record) -> bool:
    """Count a node; return False if the search has to end."""
    listen(1)
    if search.stop or search.nodes >= search.node_limit:
        search.stopped = 1
        return False
    search.nodes += 1
    return True


@compiled(
    "float64(TreeGame, TreeSearch, float64[:, ::1], int64, float64, float64, int64, int64, int64,"
    " int64)"
)
def alpha_beta(
    game: Record,
    search: Record,
    log: Array,
    depth: Int,
    alpha: float,
    beta: float,
    mover: Int,
    last: Int,
    winner: Int,
    empties: Int,
) -> float:
    """Minimax with alpha-beta; see :func:`inarow.search.tree.alphabeta.alpha_beta`.

    Where the game's record says that it does not prune, it is plain minimax: the window stays as
    wide as it was at the root, and nothing is cut off.
    """
    if not enter_node(search):
        return 0.0
    row = open_row(search.nodes, depth, last, alpha, beta, log)
    if depth == 0 or winner or empties == 0:
        value = leaf_value(game, search, search.player, mover, winner, empties)
        close_row(row, 0, value, LEAF, log)
        return value
    maximising = mover == search.player
    best = -np.inf if maximising else np.inf
    count = list_moves(game, search, depth, last)
    list_in_row(row, depth, count, search.moves[:], log)
    for i in range(count):
        move = search.moves[depth, i]
        cell = place(game, search, move, mover)
        won = mover if wins_through(game, search, cell) else 0
        value = alpha_beta(
            game, search, log, depth - 1, alpha, beta, 3 - mover, cell, won, empties - 1
        )
        remove(game, search, move, cell)
        if search.stopped:
            return best
        if (value > best) if maximising else (value < best):
            best = value
            if depth == search.root_depth:
                search.best = move
        if not game.prunes:
            continue
        if maximising:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            search.cutoffs += 1
            close_row(row, i + 1, best, CUT_OFF, log)
            return best
    close_row(row, count, best, ALL_TRIED, log)
    return best


@compiled(
    "float64(TreeGame, TreeSearch, float64[:, ::1], int64, float64, float64, int64, int64, int64,"
    " int64)"
)
def negamax(
    game: Record,
    search: Record,
    log: Array,
    depth: Int,
    alpha: float,
    beta: float,
    mover: Int,
    last: Int,
    winner: Int,
    empties: Int,
) -> float:
    """Negamax with alpha-beta; see :func:`inarow.search.tree.negamax.negamax`."""
    if not enter_node(search):
        return 0.0
    row = open_row(search.nodes, depth, last, alpha, beta, log)
    if depth == 0 or winner or empties == 0:
        value = leaf_value(game, search, mover, mover, winner, empties)
        close_row(row, 0, value, LEAF, log)
        return value
    best = -np.inf if game.fail_soft else alpha
    count = list_moves(game, search, depth, last)
    list_in_row(row, depth, count, search.moves[:], log)
    for i in range(count):
        move = search.moves[depth, i]
        cell = place(game, search, move, mover)
        won = mover if wins_through(game, search, cell) else 0
        value = -negamax(
            game, search, log, depth - 1, -beta, -max(alpha, best), 3 - mover, cell, won,
            empties - 1,
        )  # fmt: skip
        remove(game, search, move, cell)
        if search.stopped:
            return best
        if value > best:
            best = value
            if depth == search.root_depth:
                search.best = move
        if value >= beta:
            search.cutoffs += 1
            if depth == search.root_depth:
                search.best = move
            best = value if game.fail_soft else beta
            close_row(row, i + 1, best, CUT_OFF, log)
            return best
    close_row(row, count, best, ALL_TRIED, log)
    return best
