"""An agent for Kaggle's ConnectX, by inarow: one file that needs nothing but Python.

It looks as far ahead, and slips as often, as the settings below say. The search finds what inarow's
compiled search finds at the same depth: alpha-beta over a count of the lines that are still open.
A turn that is to be perfect asks a table of openings first, then for a proof.
"""

from __future__ import annotations

import random
import time
import zlib
from base64 import b85decode
from operator import itemgetter
from typing import Any

SETTINGS: dict[str, float] = {"depth": 5}
SEED: int | None = None
#: Best columns of openings, packed: see :func:`best_columns`. They are of one board.
OPENINGS: str = ""
OPENINGS_BOARD = (7, 6, 4)

#: A completed line; a line of n pieces that is still open counts TEN ** (n - 1), up to a power.
WON = 10**14
DECIDED = WON // 2
TEN = 10
HIGHEST_POWER = 9

#: The share of the time for a move that a search may take, and what it leaves over at least.
SHARE = 0.8
SPARE_SECONDS = 0.3
#: How many positions are searched between two looks at the clock.
POSITIONS_A_LOOK = 128
#: With more empty cells a proof takes too long to be tried; and how much of the time it may take.
MOST_EMPTY = 31
PROOFS_SHARE = 0.8

EXACT, LOWER, UPPER = range(3)


class OutOfTime(Exception):  # noqa: N818 -- it is no error
    """The clock has run out during a search."""


class Position:
    """A board with a number for each of its lines: who has how many pieces in it."""

    def __init__(self, board: list[int], columns: int, rows: int, inarow: int) -> None:
        self.columns, self.rows = columns, rows
        lines = lines_of(columns, rows, inarow)
        #: What a piece adds to a line's number: one's own in the ones, the other's above them.
        self.steps = (1, inarow + 1)
        self.gains = [gains_of(inarow, side) for side in (0, 1)]
        #: The lines through each cell. Two that never count make the picking below uniform.
        never = [len(lines), len(lines)]
        self.through = [
            [number for number, line in enumerate(lines) if cell in line]
            for cell in range(columns * rows)
        ]
        self.pick = [itemgetter(*through, *never) for through in self.through]
        self.numbers = [0] * len(lines) + [len(self.gains[0]) - 1]
        chance = random.Random(columns * rows)
        self.marks = [[chance.getrandbits(64) for _ in range(columns * rows)] for _ in (0, 1)]
        self.key = 0
        #: What the board is worth to the first side.
        self.total = 0
        #: The cell that each column's next piece falls into; negative in a full column.
        self.landing = [(rows - 1) * columns + column for column in range(columns)]
        self.empty = columns * rows
        self.inarow = inarow
        for cell in reversed(range(columns * rows)):
            if board[cell]:
                self.place(cell, board[cell] - 1)
        self.order = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))

    def gain(self, cell: int, side: int) -> int:
        """What a piece on a cell would change, for its side; DECIDED and more if it wins."""
        change = sum(map(self.gains[side].__getitem__, self.pick[cell](self.numbers)))
        return -change if side else change

    def place(self, cell: int, side: int) -> None:
        """Put a piece on a cell."""
        gain = self.gain(cell, side)
        self.total += -gain if side else gain
        step = self.steps[side]
        for line in self.through[cell]:
            self.numbers[line] += step
        self.landing[cell % self.columns] = cell - self.columns
        self.key ^= self.marks[side][cell]
        self.empty -= 1

    def remove(self, cell: int, side: int, total: int) -> None:
        """Take a piece back, with what the board was worth before it."""
        step = self.steps[side]
        for line in self.through[cell]:
            self.numbers[line] -= step
        self.total = total
        self.landing[cell % self.columns] = cell
        self.key ^= self.marks[side][cell]
        self.empty += 1

    def cells(self) -> list[int]:
        """Where the next piece can go, the middle first."""
        return [cell for column in self.order if (cell := self.landing[column]) >= 0]

    def worth(self, side: int) -> int:
        """What the board is worth to a side."""
        return -self.total if side else self.total


def lines_of(columns: int, rows: int, inarow: int) -> list[set[int]]:
    """Every line of cells that wins."""
    lines = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for y in range(rows):
            for x in range(columns):
                end_x, end_y = x + (inarow - 1) * dx, y + (inarow - 1) * dy
                if 0 <= end_x < columns and 0 <= end_y < rows:
                    lines.append({(y + i * dy) * columns + x + i * dx for i in range(inarow)})
    return lines


def gains_of(inarow: int, side: int) -> list[int]:
    """By a line's number, what one more piece of a side changes for the first side; 0 at the end.

    A line that is full is never asked for: the cell would be taken.
    """

    def worth(own: int, other: int) -> int:
        if own and other:
            return 0
        count = own or other
        points = WON if count == inarow else TEN ** min(count - 1, HIGHEST_POWER) if count else 0
        return -points if other else points

    gains = []
    for number in range((inarow + 1) * inarow):
        other, own = divmod(number, inarow + 1)
        after = (own, other + 1) if side else (own + 1, other)
        gains.append(worth(*after) - worth(own, other) if own + other < inarow else 0)
    return [*gains, 0]


class Search:
    """Alpha-beta with a table, deeper and deeper until a depth is reached or the time is up."""

    def __init__(self, position: Position, deadline: float) -> None:
        self.position = position
        self.deadline = deadline
        self.table: dict[tuple[int, int], tuple[int, int, int, int]] = {}
        self.positions = 0

    def best(self, side: int, depth: int) -> tuple[int, int]:
        """The best cell for a side, and its value, at the greatest depth that was finished.

        A loss that is seen coming leaves the choice of the depth before, which puts it off.
        """
        position = self.position
        cell, value = position.cells()[0], 0
        for deeper in range(1, min(depth, position.empty) + 1):
            kept = (list(position.numbers), list(position.landing))
            state = (position.total, position.key, position.empty)
            try:
                found = self.value(side, deeper, -WON, WON)
            except OutOfTime:
                position.numbers, position.landing = kept
                position.total, position.key, position.empty = state
                break
            if found > -DECIDED or deeper == 1:
                cell = self.table[position.key, side][3]
            value = found
            if abs(found) >= DECIDED:
                break
        return cell, value

    def value(self, side: int, depth: int, alpha: int, beta: int) -> int:
        """What the position is worth to a side, so many plies ahead, within a window."""
        self.positions += 1
        if self.positions % POSITIONS_A_LOOK == 0 and time.perf_counter() > self.deadline:
            raise OutOfTime
        position = self.position
        place = position.key, side
        known = self.table.get(place)
        if known and (known[0] == depth or (known[0] < depth and abs(known[1]) >= DECIDED)):
            _, value, kind, _ = known
            if kind == EXACT or (value >= beta if kind == LOWER else value <= alpha):
                return value
        moves = [(position.gain(cell, side), cell) for cell in position.cells()]
        best_gain, best = max(moves, key=itemgetter(0))
        if best_gain >= DECIDED:
            return self.keep(place, depth, WON, EXACT, best)
        if position.empty == 1:
            return self.keep(place, depth, 0, EXACT, best)
        if depth == 1:
            return self.keep(place, depth, position.worth(side) + best_gain, EXACT, best)
        return self.search(place, moves, depth, alpha, beta, known[3] if known else -1)

    def search(
        self,
        place: tuple[int, int],
        moves: list[tuple[int, int]],
        depth: int,
        alpha: int,
        beta: int,
        first: int,
    ) -> int:
        """The value by a look at the moves, each with what it gains, the promising ones first."""
        position, side, total = self.position, place[1], self.position.total
        looks = [(gain + position.gain(cell, 1 - side), cell) for gain, cell in moves]
        forced = [cell for look, cell in looks if look >= DECIDED]
        if len(forced) > 1:
            return self.keep(place, depth, -WON, EXACT, forced[0])
        looks.sort(key=itemgetter(0), reverse=True)
        cells = forced or [cell for _, cell in looks]
        if first in cells:
            cells.remove(first)
            cells.insert(0, first)
        low, best_value, best = alpha, -2 * WON, cells[0]
        for cell in cells:
            position.place(cell, side)
            value = -self.value(1 - side, depth - 1, -beta, -max(alpha, best_value))
            position.remove(cell, side, total)
            if value > best_value:
                best_value, best = value, cell
                if value >= beta:
                    break
        kind = LOWER if best_value >= beta else UPPER if best_value <= low else EXACT
        return self.keep(place, depth, best_value, kind, best)

    def keep(self, place: tuple[int, int], depth: int, value: int, kind: int, cell: int) -> int:
        """Remember what a position is worth, and say it."""
        self.table[place] = depth, value, kind, cell
        return value


class Proof:
    """Proves who wins, on boards of bits: a column is a run of bits, with a spare one on top."""

    def __init__(self, columns: int, rows: int, inarow: int, deadline: float) -> None:
        self.inarow, self.deadline = inarow, deadline
        self.bottom = sum(1 << column * (rows + 1) for column in range(columns))
        self.full = self.bottom * ((1 << rows) - 1)
        order = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self.columns = [((1 << rows) - 1) << column * (rows + 1) for column in order]
        self.slants = (rows, rows + 1, rows + 2)
        self.table: dict[tuple[int, int], int] = {}
        self.positions = 0

    def move(self, own: int, taken: int, goal: int) -> int:
        """A move, as its bit, that wins (goal 1) or does not lose (goal 0); 0 if there is none.

        The mover must not be able to win at once.
        """
        self.positions += 1
        if self.positions % POSITIONS_A_LOOK == 0 and time.perf_counter() > self.deadline:
            raise OutOfTime
        other = own ^ taken
        cells = (taken + self.bottom) & self.full
        threats = self.threats(other, taken)
        forced = cells & threats
        if forced & (forced - 1):
            return 0
        # Nor may the other side be given the cell above.
        cells = (forced or cells) & ~(threats >> 1)
        if not cells:
            return 0
        place = own + taken, goal
        if place not in self.table:
            self.table[place] = self.tried(own, taken, cells, goal)
        return self.table[place]

    def tried(self, own: int, taken: int, cells: int, goal: int) -> int:
        """The first of some moves that reaches the goal, those with many threats first."""
        moves = [move for column in self.columns if (move := cells & column)]
        if len(moves) > 1:
            moves.sort(key=lambda move: -self.threats(own | move, taken | move).bit_count())
        for move in moves:
            after = taken | move
            is_last = after == self.full
            if goal == 0 if is_last else not self.move(own ^ taken, after, 1 - goal):
                return move
        return 0

    def threats(self, own: int, taken: int) -> int:
        """The empty cells that would complete a line, whether they can be played on or not."""
        found = own
        for _ in range(self.inarow - 2):
            found = own & found << 1
        found <<= 1
        for step in self.slants:
            # Runs of own pieces that end before a cell, by their length, and those after it.
            before, shifted, run = [-1], own, -1
            for _ in range(self.inarow - 1):
                shifted <<= step
                run &= shifted
                before.append(run)
            found |= before.pop()
            shifted, run = own, -1
            while before:
                shifted >>= step
                run &= shifted
                found |= before.pop() & run
        return found & (self.full ^ taken)


def bits_of(board: list[int], columns: int, rows: int, mark: int) -> tuple[int, int]:
    """A board as bits: the pieces with a mark, and all."""
    own = taken = 0
    for cell, piece in enumerate(board):
        bit = 1 << cell % columns * (rows + 1) + rows - 1 - cell // columns
        own |= bit if piece == mark else 0
        taken |= bit if piece else 0
    return own, taken


def mirrored(bits: int, columns: int, rows: int) -> int:
    """Bits seen from behind."""
    column, height = (1 << rows + 1) - 1, rows + 1
    return sum((bits >> x * height & column) << (columns - 1 - x) * height for x in range(columns))


def best_columns(packed: str) -> dict[int, int]:
    """The table of openings: a position's own bits and all bits, added, and the column."""
    words = zlib.decompress(b85decode(packed)).decode().split() if packed else []
    return {int(word[:-1], 16): int(word[-1]) for word in words}


class Turn:
    """One move of a level."""

    def __init__(
        self,
        position: Position,
        side: int,
        bits: tuple[int, int],
        deadline: float,
        chance: random.Random,
    ) -> None:
        self.position, self.side, self.deadline, self.chance = position, side, deadline, chance
        #: The own pieces and all, as bits.
        self.bits = bits

    def is_now(self, share: str) -> bool:
        """Whether something that happens in a share of all turns happens in this one."""
        return self.chance.random() < SETTINGS.get(share, 0.0)

    def cell(self) -> int:
        """The cell that the level chooses."""
        if self.is_now("best"):
            return self.best()
        if self.is_now("misses"):
            return self.ranked(self.at_a_glance())
        for side in (self.side, 1 - self.side):
            if wins := self.wins(side):
                return self.chance.choice(wins)
        if self.is_now("slips"):
            return self.ranked(
                self.at_a_glance() if self.is_now("careless") else self.at_first_sight()
            )
        depth = SETTINGS.get("depth", 1)
        return self.searched(int(depth) + (self.chance.random() < depth % 1))

    def best(self) -> int:
        """What cannot be bettered, if that is known or can be proved in time, else a good move."""
        position = self.position
        wins = self.wins(self.side)
        if wins:
            return wins[0]
        column = self.known()
        if column is None and position.empty <= MOST_EMPTY:
            column = self.proved()
        return self.searched(position.empty) if column is None else position.landing[column]

    def known(self) -> int | None:
        """The column that the table of openings has for this position or its mirror image."""
        position = self.position
        columns, rows = position.columns, position.rows
        if (columns, rows, position.inarow) != OPENINGS_BOARD:
            return None
        key = sum(self.bits)
        if key in TABLE:
            return TABLE[key]
        column = TABLE.get(
            mirrored(self.bits[0], columns, rows) + mirrored(self.bits[1], columns, rows)
        )
        return None if column is None else columns - 1 - column

    def proved(self) -> int | None:
        """The column that is proved to win or else not to lose; None in vain, or if all is lost."""
        position, now = self.position, time.perf_counter()
        deadline = now + PROOFS_SHARE * (self.deadline - now)
        proof = Proof(position.columns, position.rows, position.inarow, deadline)
        try:
            move = proof.move(*self.bits, 1) or proof.move(*self.bits, 0)
        except OutOfTime:
            return None
        return (move.bit_length() - 1) // (position.rows + 1) if move else None

    def searched(self, depth: int) -> int:
        """What the search finds best."""
        return Search(self.position, self.deadline).best(self.side, depth)[0]

    def wins(self, side: int) -> list[int]:
        """Where a piece of a side would win at once."""
        cells = self.position.cells()
        return [cell for cell in cells if self.position.gain(cell, side) >= DECIDED]

    def at_a_glance(self) -> list[int]:
        """The cells by how the board looks right after them, wins not seen."""
        position, side = self.position, self.side
        gains = [(position.gain(cell, side), cell) for cell in position.cells()]
        here = position.worth(side)
        return self.sorted([(0 if gain >= DECIDED else here + gain, cell) for gain, cell in gains])

    def at_first_sight(self) -> list[int]:
        """The cells by how the board looks after the best reply; none that lets the other win."""
        position, side, total = self.position, self.side, self.position.total
        looks = []
        for cell in position.cells():
            position.place(cell, side)
            replies = [position.gain(reply, 1 - side) for reply in position.cells()]
            if not replies:
                looks.append((0, cell))
            elif max(replies) < DECIDED:
                # A reply that fills the board makes a draw.
                full = position.empty == 1
                looks.append((0 if full else position.worth(side) - max(replies), cell))
            position.remove(cell, side, total)
        return self.sorted(looks) or position.cells()

    def sorted(self, looks: list[tuple[int, int]]) -> list[int]:
        """Cells by their values, the best first, equal ones in any order."""
        self.chance.shuffle(looks)
        return [cell for _, cell in sorted(looks, key=itemgetter(0), reverse=True)]

    def ranked(self, cells: list[int]) -> int:
        """A cell by its rank: the first most often, each next one less often."""
        spread = SETTINGS.get("spread", 0.5)
        return self.chance.choices(cells, [spread**rank for rank in range(len(cells))])[0]


CHANCE = random.Random(SEED)
TABLE = best_columns(OPENINGS)


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, for ConnectX."""
    began = time.perf_counter()
    seconds = configuration.actTimeout
    deadline = began + max(min(seconds * SHARE, seconds - SPARE_SECONDS), seconds / 4)
    columns: int = configuration.columns
    rows: int = configuration.rows
    position = Position(observation.board, columns, rows, configuration.inarow)
    bits = bits_of(observation.board, columns, rows, observation.mark)
    return Turn(position, observation.mark - 1, bits, deadline, CHANCE).cell() % columns
