"""What each legal move does, in numbers that exist in every game: what the network sees."""

from __future__ import annotations

import math

from inarow.kernels.compiling import Array, Int, Record, compiled
from inarow.kernels.people.position import (
    empty_cell_of,
    is_playable,
    place,
    remove,
    winning_cells,
    wins_on,
)
from inarow.kernels.people.records import BEAM, DIAGONAL, UP
from inarow.kernels.people.threats import win_by_threats
from inarow.kernels.people.values import change_by, is_connected

#: The moves before this one that a person may have in mind: the other side's last, one's own last,
#: and those before them.
REMEMBERED = 4

#: How far wins by threats are looked for, and in how many positions.
_THREAT_DEPTH = 4
_THREAT_BUDGET = 400

#: What a win counts for a look ahead.
_WIN = 20.0

#: Further away than this, and beyond so many better moves, makes no difference.
_FAR = 9
_MOST_BETTER = 20

#: The columns. Groups through the cell, three directions for each: of one's own and of the other's,
#: lacking one, two and three pieces.
OWN_GROUPS = 0
OTHER_GROUPS = OWN_GROUPS + 9
#: Empty groups through the cell, groups of both sides, and those that become a row of all but one.
EMPTY_GROUPS = OTHER_GROUPS + 9
DEAD_GROUPS, OWN_ROWS, OTHER_ROWS = range(EMPTY_GROUPS + 1, EMPTY_GROUPS + 4)
#: Whether it wins, whether the other side would win there, and whether it opens a win above it.
WINS, BLOCKS, OPENS_WIN, OPENS_OWN_WIN = range(OTHER_ROWS + 1, OTHER_ROWS + 5)
#: Winning cells after it: one's own, the other's; and the other's if it were the other's move.
OWN_THREATS, OTHER_THREATS, TAKEN_THREATS = range(OPENS_OWN_WIN + 1, OPENS_OWN_WIN + 4)
#: Wins by threats: this move's, the other's that begins here, and the other's after this move.
THREAT_WIN, TAKEN_THREAT_WIN, ALLOWED_THREAT_WIN = range(TAKEN_THREATS + 1, TAKEN_THREATS + 4)
#: Cells that make two threats at once after it, one's own and the other's.
OWN_FORKS, OTHER_FORKS = range(ALLOWED_THREAT_WIN + 1, ALLOWED_THREAT_WIN + 3)
#: Neighbours by direction, three each; pieces within two cells.
OWN_NEIGHBOURS = OTHER_FORKS + 1
OTHER_NEIGHBOURS = OWN_NEIGHBOURS + 3
OWN_NEAR, OTHER_NEAR = range(OTHER_NEIGHBOURS + 3, OTHER_NEIGHBOURS + 5)
#: The distance to the nearest piece of each side, and to the middle of all its pieces.
OWN_NEAREST, OTHER_NEAREST, OWN_CENTRE, OTHER_CENTRE = range(OTHER_NEAR + 1, OTHER_NEAR + 5)
#: Where the cell is: to the nearest edge and to the middle, in x and y; nearness to the middle.
EDGE_X, EDGE_Y, MIDDLE_X, MIDDLE_Y, NEAR_MIDDLE = range(OTHER_CENTRE + 1, OTHER_CENTRE + 6)
#: For each remembered move whether it is known, its distance in x and y, whether it lies on a line,
#: and in how many groups of one side both are.
MEMORY = NEAR_MIDDLE + 1
_A_MEMORY = 5
#: What it gains and spoils at a glance, and what a look of two, three and four moves makes of that.
GAIN = MEMORY + _A_MEMORY * REMEMBERED
SPOILS, LOOK_2, LOOK_3, LOOK_4 = range(GAIN + 1, GAIN + 5)
#: How far each of these, gain and spoils together, is below the best move's; and how many moves are
#: better at a glance and by the longest look.
BELOW_BEST = LOOK_4 + 1
BETTER_AT_A_GLANCE, BETTER_BY_LOOKING = range(BELOW_BEST + 4, BELOW_BEST + 6)
#: The same for every move: pieces on the board, legal moves, who moves, and which wins there are.
PIECES, CHOICES, SECOND, CAN_WIN, MUST_BLOCK, OTHER_THREATENS = range(
    BETTER_BY_LOOKING + 1, BETTER_BY_LOOKING + 7
)
#: Left or right: where the cell is, from -1 to 1, and from each remembered move.
SIDEWAYS = OTHER_THREATENS + 1
SIDEWAYS_OF_MEMORY = SIDEWAYS + 1
#: What lies around the cell, in each of four directions the cells up to ``REACH`` away, before and
#: after it: nothing, one's own piece, the other's, or beyond the board. These are codes, the rest
#: are amounts.
WINDOWS = SIDEWAYS_OF_MEMORY + REMEMBERED
DIRECTIONS = 4
REACH = 3
WINDOW = 2 * REACH
EMPTY, OWN, OTHER, BEYOND = range(4)
CODES = 4
FEATURES = WINDOWS + DIRECTIONS * WINDOW


@compiled("float64(PeopleGame, PeopleBoard, int64, int64, float64[::1], uint8[:, ::1])")
def look_ahead(
    game: Record, board: Record, side: Int, depth: Int, weights: Array, overlooked: Array
) -> float:
    """What a side can gain with its move, the best answers and moves after it taken into account.

    Only the ``BEAM`` moves that gain most at a glance are followed.
    """
    if depth == 0:
        return 0.0
    level = depth - 1
    count = 0
    for cell in range(game.cells):
        if not is_playable(game, board, cell):
            continue
        if wins_on(game, board, cell, side):
            return _WIN
        own, spoilt = change_by(game, board, cell, side, weights, overlooked)
        gain = own + spoilt
        if count < BEAM:
            slot = count
            count += 1
        elif gain > board.gains[level, BEAM - 1]:
            slot = BEAM - 1
        else:
            continue
        while slot > 0 and board.gains[level, slot - 1] < gain:
            board.gains[level, slot] = board.gains[level, slot - 1]
            board.beam[level, slot] = board.beam[level, slot - 1]
            slot -= 1
        board.gains[level, slot] = gain
        board.beam[level, slot] = cell
    best = -_WIN if count else 0.0
    for i in range(count):
        cell = board.beam[level, i]
        value = board.gains[level, i]
        if depth > 1:
            place(game, board, cell, side)
            value -= look_ahead(game, board, 1 - side, depth - 1, weights, overlooked)
            remove(game, board, cell, side)
        best = max(best, value)
    return min(best, _WIN)


@compiled("int64(PeopleGame, PeopleBoard, int64)")
def _forks(game: Record, board: Record, side: Int) -> int:
    """How many playable cells give a side two winning cells at once."""
    count = 0
    for cell in range(game.cells):
        if not is_playable(game, board, cell):
            continue
        first, second = -1, -1
        for i in range(game.starts[cell], game.starts[cell + 1]):
            group = game.through[i]
            if board.counts[side, group] != game.group_size - 2 or board.counts[1 - side, group]:
                continue
            board.cells[cell] = side + 1
            wins = empty_cell_of(game, board, group)
            board.cells[cell] = 0
            if first < 0:
                first = wins
            elif wins != first:
                second = wins
        count += second >= 0
    return count


@compiled("void(PeopleGame, PeopleBoard, int64, int64, float64[::1])")
def _count_groups(game: Record, board: Record, cell: Int, side: Int, row: Array) -> None:
    """The columns about groups through a cell."""
    size = game.group_size
    for i in range(game.starts[cell], game.starts[cell + 1]):
        group = game.through[i]
        own = board.counts[side, group]
        other = board.counts[1 - side, group]
        if own and other:
            row[DEAD_GROUPS] += 1
            continue
        pieces = own + other
        if pieces == 0:
            row[EMPTY_GROUPS] += 1
        lacks = size - pieces
        if pieces == 0 or lacks > 3:
            continue
        first = OWN_GROUPS if own else OTHER_GROUPS
        row[first + 3 * (lacks - 1) + game.directions[group]] += 1
        owner = side if own else 1 - side
        filled = board.filled[owner, group] | game.places[i]
        if lacks == 2 and is_connected(game, group, filled):
            row[OWN_ROWS if own else OTHER_ROWS] += 1


@compiled("void(PeopleGame, PeopleBoard, int64, int64, float64[::1])")
def _look_around(game: Record, board: Record, cell: Int, side: Int, row: Array) -> None:
    """The columns about pieces around a cell, and about where it is."""
    width, height = game.width, game.height
    x, y = cell % width, cell // width
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            if not (0 <= x + dx < width and 0 <= y + dy < height):
                continue
            piece = board.cells[cell + dy * width + dx]
            if piece == 0:
                continue
            own = piece == side + 1
            row[OWN_NEAR if own else OTHER_NEAR] += 1
            if -2 < dx < 2 and -2 < dy < 2:
                direction = DIAGONAL if dx and dy else UP if dy else 0
                row[(OWN_NEIGHBOURS if own else OTHER_NEIGHBOURS) + direction] += 1
    row[EDGE_X] = min(x, width - 1 - x, 4)
    row[EDGE_Y] = min(y, height - 1 - y, 4)
    row[MIDDLE_X] = abs(2 * x - width + 1) / width
    row[MIDDLE_Y] = abs(2 * y - height + 1) / height
    row[NEAR_MIDDLE] = game.nearness[cell]
    row[SIDEWAYS] = (2 * x - width + 1) / width


@compiled("void(PeopleGame, PeopleBoard, int64, int64, float64[::1])")
def _look_along(game: Record, board: Record, cell: Int, side: Int, row: Array) -> None:
    """The columns about what lies around a cell in each direction."""
    width, height = game.width, game.height
    x, y = cell % width, cell // width
    column = WINDOWS
    for direction in range(DIRECTIONS):
        # Across, up, and both diagonals.
        dx = 0 if direction == 1 else 1
        dy = 0 if direction == 0 else -1 if direction == 3 else 1
        for steps in range(-REACH, REACH + 1):
            if steps == 0:
                continue
            at_x, at_y = x + steps * dx, y + steps * dy
            code = BEYOND
            if 0 <= at_x < width and 0 <= at_y < height:
                piece = board.cells[at_y * width + at_x]
                code = EMPTY if piece == 0 else OWN if piece == side + 1 else OTHER
            row[column] = code
            column += 1


@compiled("void(PeopleGame, PeopleBoard, int64, int64, int64, float64[::1])")
def _measure(game: Record, board: Record, cell: Int, side: Int, column: Int, row: Array) -> None:
    """How far the pieces of a side are: the nearest, and two columns on, the middle of them all."""
    count, sum_x, sum_y = 0, 0, 0
    nearest = _FAR
    x, y = cell % game.width, cell // game.width
    for other in range(game.cells):
        if board.cells[other] == side + 1:
            other_x, other_y = other % game.width, other // game.width
            nearest = min(nearest, max(abs(other_x - x), abs(other_y - y)))
            count += 1
            sum_x += other_x
            sum_y += other_y
    row[column] = nearest
    if count:
        dx, dy = x - sum_x / count, y - sum_y / count
        row[column + 2] = math.sqrt(dx * dx + dy * dy)


@compiled("float64(float64[::1], int64)")
def _look_of(row: Array, number: Int) -> float:
    """What a move is worth at a glance (0), or by a look of two, three or four moves (1 to 3)."""
    return row[LOOK_2 + number - 1] if number else row[GAIN] + row[SPOILS]


@compiled("void(float64[:, ::1], int64)")
def _compare(rows: Array, count: Int) -> None:
    """The columns about a move among the others."""
    for number in range(4):
        best = _look_of(rows[0], number)
        for i in range(1, count):
            best = max(best, _look_of(rows[i], number))
        for i in range(count):
            rows[i, BELOW_BEST + number] = best - _look_of(rows[i], number)
    for i in range(count):
        for j in range(count):
            rows[i, BETTER_AT_A_GLANCE] += _look_of(rows[j], 0) > _look_of(rows[i], 0)
            rows[i, BETTER_BY_LOOKING] += _look_of(rows[j], 3) > _look_of(rows[i], 3)
        rows[i, BETTER_AT_A_GLANCE] = min(rows[i, BETTER_AT_A_GLANCE], _MOST_BETTER)
        rows[i, BETTER_BY_LOOKING] = min(rows[i, BETTER_BY_LOOKING], _MOST_BETTER)


@compiled("void(PeopleGame, PeopleBoard, int64, int64[::1], float64[::1])")
def _remember(game: Record, board: Record, cell: Int, memory: Array, row: Array) -> None:
    """The columns about the moves before."""
    for number in range(REMEMBERED):
        last = memory[number]
        if last < 0:
            continue
        first = MEMORY + _A_MEMORY * number
        dx = abs(last % game.width - cell % game.width)
        dy = abs(last // game.width - cell // game.width)
        row[first] = 1
        row[first + 1] = min(dx, 6)
        row[first + 2] = min(dy, 6)
        row[SIDEWAYS_OF_MEMORY + number] = min(dx, 6) * (
            1 if cell % game.width > last % game.width else -1
        )
        row[first + 3] = dx == 0 or dy == 0 or dx == dy
        side = board.cells[last] - 1
        shared = 0
        for i in range(game.starts[cell], game.starts[cell + 1]):
            group = game.through[i]
            if board.counts[1 - side, group] == 0:
                for j in range(game.starts[last], game.starts[last + 1]):
                    shared += game.through[j] == group
        row[first + 4] = shared


@compiled(
    "void(PeopleGame, PeopleBoard, int64, int64, int64, float64[::1], uint8[:, ::1], float64[::1])"
)
def _think(
    game: Record, board: Record, cell: Int, side: Int, weak: Int,
    weights: Array, overlooked: Array, row: Array,
) -> None:  # fmt: skip
    """The columns about what comes of a move; ``weak``: the other side may win by threats."""
    other = 1 - side
    row[WINS] = wins_on(game, board, cell, side)
    row[BLOCKS] = wins_on(game, board, cell, other)
    row[GAIN], row[SPOILS] = change_by(game, board, cell, side, weights, overlooked)
    at_once = row[GAIN] + row[SPOILS]
    if row[WINS]:
        row[LOOK_2] = row[LOOK_3] = row[LOOK_4] = _WIN
        row[THREAT_WIN] = 1
        return
    board.budget = _THREAT_BUDGET
    found = win_by_threats(game, board, side, _THREAT_DEPTH, cell)
    row[THREAT_WIN] = 1.0 / found if found else 0.0
    place(game, board, cell, other)
    row[TAKEN_THREATS] = winning_cells(game, board, other, 0)
    remove(game, board, cell, other)
    place(game, board, cell, side)
    row[OWN_THREATS] = winning_cells(game, board, side, 0)
    row[OTHER_THREATS] = winning_cells(game, board, other, 0)
    row[OWN_FORKS] = _forks(game, board, side)
    row[OTHER_FORKS] = _forks(game, board, other)
    if weak:
        board.budget = _THREAT_BUDGET
        found = win_by_threats(game, board, other, _THREAT_DEPTH, -1)
        row[ALLOWED_THREAT_WIN] = 1.0 / found if found else 0.0
    above = cell + game.width
    if game.gravity and above < game.cells:
        row[OPENS_WIN] = wins_on(game, board, above, other)
        row[OPENS_OWN_WIN] = wins_on(game, board, above, side)
    row[LOOK_2] = at_once - look_ahead(game, board, other, 1, weights, overlooked)
    row[LOOK_3] = at_once - look_ahead(game, board, other, 2, weights, overlooked)
    row[LOOK_4] = at_once - look_ahead(game, board, other, 3, weights, overlooked)
    remove(game, board, cell, side)


@compiled(
    "int64(PeopleGame, PeopleBoard, int64, int64[::1], float64[::1], uint8[:, ::1],"
    " int64[::1], float64[:, ::1])"
)
def describe_moves(
    game: Record, board: Record, side: Int, memory: Array, weights: Array, overlooked: Array,
    cells: Array, rows: Array,
) -> int:  # fmt: skip
    """Fill a row of features for every legal move of a side, list its cell; return how many."""
    other = 1 - side
    count = 0
    pieces = 0
    for cell in range(game.cells):
        pieces += board.cells[cell] != 0
        if is_playable(game, board, cell):
            cells[count] = cell
            count += 1
    can_win = winning_cells(game, board, side, 0)
    must_block = winning_cells(game, board, other, 0)
    # With gravity a move may open a win by threats that was not there.
    board.budget = _THREAT_BUDGET
    threatens = win_by_threats(game, board, other, _THREAT_DEPTH, -1)
    for number in range(count):
        cell = cells[number]
        row = rows[number]
        row[:] = 0
        _count_groups(game, board, cell, side, row)
        _look_around(game, board, cell, side, row)
        _look_along(game, board, cell, side, row)
        _measure(game, board, cell, side, OWN_NEAREST, row)
        _measure(game, board, cell, other, OTHER_NEAREST, row)
        _remember(game, board, cell, memory, row)
        _think(game, board, cell, side, threatens or game.gravity, weights, overlooked, row)
        if threatens:
            board.budget = _THREAT_BUDGET
            found = win_by_threats(game, board, other, _THREAT_DEPTH, cell)
            row[TAKEN_THREAT_WIN] = 1.0 / found if found else 0.0
        row[PIECES] = pieces
        row[CHOICES] = count
        row[SECOND] = side
        row[CAN_WIN] = can_win
        row[MUST_BLOCK] = must_block
        row[OTHER_THREATENS] = 1.0 / threatens if threatens else 0.0
    _compare(rows, count)
    return count
