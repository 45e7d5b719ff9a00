"""How a person thinks about a move, after B. van Opheusden and others (2023).

With a small probability any move is played. Otherwise each feature of the board may be overlooked
for the whole move; then a tree grows: the best line is followed to its end, the moves there are
scored by what the board looks like after them and some noise, those near the best are kept, and
what is found goes back to the root by minimax. New here: some kinds of features are overlooked more
than others, and all of them more the fuller the board is, the last moves draw the eye, so that
moves near them look better, whoever chooses wavers between moves that are nearly as good, and on
large boards only cells near the pieces are thought of: with noise for each of some two hundred
cells, a far one would too often look best. If wished, thinking may stop as soon as an answer to the
best move has been thought of, a win that is seen ends a line at once, and where all seems lost the
move that looked best at first is played.
"""

from __future__ import annotations

from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.people.chance import below, nearly_normal, uniform
from inarow.kernels.people.position import comes_to_mind, counts_as_won, place, remove, wins_on
from inarow.kernels.people.records import KINDS, NO_LINE, NO_WAY, NODES
from inarow.kernels.people.values import FULL, change_by, side_value

#: What a won game is worth to who thinks; far more than any features.
WON = 10_000.0


@compiled("void(PeopleGame, PeopleBoard, PeopleMind, uint8[:, ::1])")
def overlook(game: Record, board: Record, mind: Record, overlooked: Array) -> None:
    """Decide by chance which features are not seen, in every group for each kind."""
    pieces = 0
    for cell in range(game.cells):
        pieces += board.cells[cell] != 0
    times = 1.0 + mind.crowding * pieces / game.cells
    for group in range(game.group_count):
        way = NO_WAY if game.ends[group, 0] == NO_LINE else game.directions[group]
        for kind in range(KINDS):
            share = mind.overlook[kind, way]
            # That many times the odds.
            overlooked[group, kind] = uniform(mind) * (1.0 - share + share * times) < share * times


@compiled("float64(PeopleGame, PeopleMind, int64)")
def _drawn_by_the_last(game: Record, mind: Record, cell: Int) -> float:
    """What draws the eye to a cell because the last moves were near it.

    Where pieces fall nothing does: the few moves are all in view.
    """
    drawn = 0.0
    if game.gravity:
        return drawn
    for i in range(2):
        last = mind.last[i]
        if last >= 0:
            dx = abs(last % game.width - cell % game.width)
            dy = abs(last // game.width - cell // game.width)
            drawn += mind.recall[i] / max(dx, dy)
    return drawn


@compiled("boolean(PeopleGame, PeopleBoard, int64, int64, uint8[:, ::1])")
def _sees_win(game: Record, board: Record, cell: Int, side: Int, overlooked: Array) -> bool:
    """Say whether a piece on an empty cell fills a group that is not overlooked, and wins."""
    for i in range(game.starts[cell], game.starts[cell + 1]):
        group = game.through[i]
        is_seen = board.counts[side, group] == game.group_size - 1 and not overlooked[group, FULL]
        if is_seen and counts_as_won(game, board, group, side):
            return True
    return False


@compiled("boolean(PeopleGame, PeopleBoard, PeopleMind, int64, int64, float64[::1], uint8[:, ::1])")
def _expand(
    game: Record, board: Record, mind: Record, node: Int, depth: Int, weights: Array,
    overlooked: Array,
) -> bool:  # fmt: skip
    """Add the moves of the position at hand that look good; False if there is no room for them."""
    side = (mind.side + depth) % 2
    other = 1 - side
    sign = 1.0 if depth % 2 == 0 else -1.0
    best = -WON
    drawn = 0.0 if node == 0 else _drawn_by_the_last(game, mind, mind.path[0])
    for cell in range(game.cells):
        if comes_to_mind(game, board, cell):
            gain, loss = change_by(game, board, cell, side, weights, overlooked)
            own, theirs = mind.has[side] + gain, mind.has[other] - loss
            mind.scores[cell] = mind.waiting * own - theirs + nearly_normal(mind)
            if node == 0:
                mind.scores[cell] += _drawn_by_the_last(game, mind, cell)
                mind.glance[cell] = mind.scores[cell]
            best = max(best, mind.scores[cell])
    mind.first[node] = mind.node_count
    for cell in range(game.cells):
        if comes_to_mind(game, board, cell) and mind.scores[cell] >= best - mind.prune:
            child = mind.node_count
            if child == NODES:
                mind.node_count = mind.first[node]
                return False
            mind.parents[child] = node
            mind.cells[child] = cell
            mind.values[child] = sign * mind.scores[cell] + drawn
            mind.children[child] = 0
            mind.ended[child] = mind.alert and _sees_win(game, board, cell, side, overlooked)
            if mind.ended[child]:
                mind.values[child] = sign * WON
            mind.node_count += 1
    mind.children[node] = mind.node_count - mind.first[node]
    return True


@compiled("int64(PeopleMind, int64, int64)")
def best_child(mind: Record, node: Int, depth: Int) -> int:
    """The child that whoever moves in a node prefers; who thinks moves at even depths."""
    best = mind.first[node]
    for child in range(best + 1, best + mind.children[node]):
        if depth % 2 == 0:
            if mind.values[child] > mind.values[best]:
                best = child
        elif mind.values[child] < mind.values[best]:
            best = child
    return best


@compiled("void(PeopleMind, int64, int64)")
def _back_up(mind: Record, node: Int, depth: Int) -> None:
    """Give a node and all above it the value of their best child."""
    while True:
        if mind.children[node]:
            mind.values[node] = mind.values[best_child(mind, node, depth)]
        if node == 0:
            return
        node = mind.parents[node]
        depth -= 1


@compiled("boolean(PeopleGame, PeopleBoard, PeopleMind, float64[::1], uint8[:, ::1])")
def _think_once(
    game: Record, board: Record, mind: Record, weights: Array, overlooked: Array
) -> bool:
    """Follow the best line to its end and think about the position there.

    False if that position is the end of the game, or there is no room, so that thinking ends.
    """
    node, depth = 0, 0
    own, theirs = mind.has[0], mind.has[1]
    won = False
    while mind.children[node]:
        node = best_child(mind, node, depth)
        cell = mind.cells[node]
        mover = (mind.side + depth) % 2
        won = wins_on(game, board, cell, mover)
        gain, loss = change_by(game, board, cell, mover, weights, overlooked)
        mind.has[mover] += gain
        mind.has[1 - mover] -= loss
        place(game, board, cell, mover)
        mind.path[depth] = cell
        depth += 1
    goes_on = mind.ended[node] == 0
    if goes_on:
        if won:
            mind.ended[node] = 1
            mind.values[node] = WON if depth % 2 else -WON
        else:
            goes_on = _expand(game, board, mind, node, depth, weights, overlooked)
            if goes_on and mind.children[node] == 0:
                mind.ended[node] = 1
                mind.values[node] = 0.0
        _back_up(mind, node, depth)
        mind.expanded += 1
    while depth:
        depth -= 1
        remove(game, board, mind.path[depth], (mind.side + depth) % 2)
    mind.has[0] = own
    mind.has[1] = theirs
    return goes_on


@compiled("boolean(PeopleMind)")
def _is_settled(mind: Record) -> bool:
    """Say whether an answer to the move that looks best has been thought of, or ends the game."""
    best = best_child(mind, 0, 0)
    return mind.children[best] > 0 or mind.ended[best] > 0


@compiled("int64(PeopleGame, PeopleBoard, PeopleMind, int64, float64[::1], uint8[:, ::1])")
def _consider(
    game: Record, board: Record, mind: Record, side: Int, weights: Array, overlooked: Array
) -> int:
    """Grow the tree of what comes to mind; or play just anything, on the cell that is returned."""
    mind.side = side
    mind.node_count = 1
    mind.expanded = 0
    mind.parents[0] = -1
    mind.children[0] = 0
    mind.cells[0] = -1
    mind.ended[0] = 0
    mind.values[0] = 0.0
    if uniform(mind) < mind.lapse:
        playable = 0
        for cell in range(game.cells):
            playable += comes_to_mind(game, board, cell)
        chosen = below(mind, playable)
        for cell in range(game.cells):
            if comes_to_mind(game, board, cell):
                if chosen == 0:
                    return cell
                chosen -= 1
    overlook(game, board, mind, overlooked)
    mind.has[0] = side_value(game, board, 0, weights, overlooked)
    mind.has[1] = side_value(game, board, 1, weights, overlooked)
    while mind.expanded < mind.expansions:
        if not _think_once(game, board, mind, weights, overlooked):
            break
        if mind.stop > 0.0 and _is_settled(mind) and uniform(mind) < mind.stop:
            break
    return -1


@compiled("boolean(PeopleMind)")
def _chooses_by_glance(mind: Record) -> bool:
    """Say whether every move seems to lose, and the one that looked best at first is played."""
    return mind.alert != 0 and mind.values[0] <= -WON / 2


@compiled("int64(PeopleGame, PeopleBoard, PeopleMind, int64, float64[::1], uint8[:, ::1])")
def think(
    game: Record, board: Record, mind: Record, side: Int, weights: Array, overlooked: Array
) -> int:
    """The cell on which a person plays; the tree and what was overlooked stay to be looked at.

    The tree is a single node if the person did not think at all.
    """
    cell = _consider(game, board, mind, side, weights, overlooked)
    if cell >= 0:
        return cell
    by_glance = _chooses_by_glance(mind)
    for child in range(mind.first[0], mind.first[0] + mind.children[0]):
        mind.values[child] += by_glance * mind.glance[mind.cells[child]]
        mind.values[child] += mind.waver * nearly_normal(mind)
    return int(mind.cells[best_child(mind, 0, 0)])


@compiled("int64(PeopleMind)")
def _choose_once(mind: Record) -> int:
    """One of the choices that may come of the tree that has grown, which stays as it is."""
    cell, best = -1, 0.0
    by_glance = _chooses_by_glance(mind)
    for child in range(mind.first[0], mind.first[0] + mind.children[0]):
        value = mind.values[child] + by_glance * mind.glance[mind.cells[child]]
        value += mind.waver * nearly_normal(mind)
        if cell < 0 or value > best:
            cell, best = int(mind.cells[child]), value
    return cell


@compiled(
    "void(PeopleGame, PeopleBoard, PeopleMind, int64, float64[::1], uint8[:, ::1], int64, int64,"
    " int64[::1])"
)
def think_often(
    game: Record, board: Record, mind: Record, side: Int, weights: Array, overlooked: Array,
    times: Int, choices: Int, counts: Array,
) -> None:  # fmt: skip
    """Count how often each cell is chosen when a person thinks about a position so many times.

    Every tree is chosen from several times: choosing takes much less than thinking.
    """
    counts[:] = 0
    for _ in range(times):
        cell = _consider(game, board, mind, side, weights, overlooked)
        if cell >= 0:
            counts[cell] += choices
            continue
        for _ in range(choices):
            counts[_choose_once(mind)] += 1
