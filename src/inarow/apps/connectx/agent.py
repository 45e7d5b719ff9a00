"""An agent for Kaggle's ConnectX, by inarow: one file that needs nothing but Python.

It looks as far ahead, and slips as often, as the settings below say. The search finds what inarow's
compiled search finds at the same depth: alpha-beta over a count of the lines that are still open.
"""

from __future__ import annotations

import random
import time
from operator import itemgetter
from typing import Any

SETTINGS: dict[str, float] = {"depth": 5}
SEED: int | None = None

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


class Turn:
    """One move of a level."""

    def __init__(
        self, position: Position, side: int, deadline: float, chance: random.Random
    ) -> None:
        self.position, self.side, self.deadline, self.chance = position, side, deadline, chance

    def is_now(self, share: str) -> bool:
        """Whether something that happens in a share of all turns happens in this one."""
        return self.chance.random() < SETTINGS.get(share, 0.0)

    def cell(self) -> int:
        """The cell that the level chooses."""
        if self.is_now("best"):
            return self.searched(self.position.empty)
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


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, for ConnectX."""
    began = time.perf_counter()
    seconds = configuration.actTimeout
    deadline = began + max(min(seconds * SHARE, seconds - SPARE_SECONDS), seconds / 4)
    columns: int = configuration.columns
    position = Position(observation.board, columns, configuration.rows, configuration.inarow)
    return Turn(position, observation.mark - 1, deadline, CHANCE).cell() % columns
