"""What wins: a line of pieces or a filled square, wherever it lies on the board.

A cell is numbered ``y * width + x`` with the origin at the bottom left, and a set of cells is a
Python integer with bit ``cell`` set, so that a board of any size is two integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from inarow.rules.errors import GameError

#: The four ways a line can run, as (step in x, step in y).
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line of ``length`` pieces; with ``exact``, a longer one does not count."""

    length: int
    exact: bool = False

    def __post_init__(self) -> None:
        if self.length < 2:
            raise GameError(f"a winning line needs at least 2 pieces, not {self.length}")

    def fits(self, width: int, height: int) -> bool:
        """Say whether any such line fits on a board of this size."""
        return self.length <= max(width, height)

    def groups(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        """Every set of cells that this shape can fill, in a fixed order."""
        return _line_groups(self.length, width, height)

    def completed_through(self, stones: int, cell: int, width: int, height: int) -> int:
        """The cells of every winning line in ``stones`` that runs through ``cell``, as bits."""
        cells = 0
        for dx, dy in DIRECTIONS:
            run = 1 << cell
            length = 1
            for sign in (1, -1):
                for other in _ray(cell, sign * dx, sign * dy, width, height):
                    if not stones >> other & 1:
                        break
                    run |= 1 << other
                    length += 1
            if length == self.length or (length > self.length and not self.exact):
                cells |= run
        return cells

    def __str__(self) -> str:
        return f"{'exactly ' if self.exact else ''}{self.length} in a line"


@dataclass(frozen=True, slots=True)
class Square:
    """A block of ``size`` by ``size`` cells, all filled by one side."""

    size: int = 2

    def __post_init__(self) -> None:
        if self.size < 2:
            raise GameError(f"a winning square is at least 2x2, not {self.size}x{self.size}")

    def fits(self, width: int, height: int) -> bool:
        """Say whether any such square fits on a board of this size."""
        return self.size <= min(width, height)

    def groups(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        """Every set of cells that this shape can fill, in a fixed order."""
        return _square_groups(self.size, width, height)

    def completed_through(self, stones: int, cell: int, width: int, height: int) -> int:
        """The cells of every winning square in ``stones`` that holds ``cell``, as bits."""
        cells = 0
        for block in _squares_holding(self.size, cell, width, height):
            if stones & block == block:
                cells |= block
        return cells

    def __str__(self) -> str:
        return f"a filled {self.size}x{self.size} square"


#: What can win a game.
Shape = Line | Square


def cells_in(bits: int) -> Iterator[int]:
    """The cells of a bit set, in rising order.

    >>> list(cells_in(0b1010))
    [1, 3]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def bits_of(cells: tuple[int, ...]) -> int:
    """The bit set of some cells.

    >>> bin(bits_of((1, 3)))
    '0b1010'
    """
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


@lru_cache(maxsize=65536)
def _ray(cell: int, dx: int, dy: int, width: int, height: int) -> tuple[int, ...]:
    """The cells seen from ``cell`` in one direction, up to the board's edge."""
    x, y = cell % width + dx, cell // width + dy
    cells = []
    while 0 <= x < width and 0 <= y < height:
        cells.append(y * width + x)
        x, y = x + dx, y + dy
    return tuple(cells)


@lru_cache(maxsize=256)
def _line_groups(length: int, width: int, height: int) -> tuple[tuple[int, ...], ...]:
    groups = []
    for dx, dy in DIRECTIONS:
        for cell in range(width * height):
            ray = (cell, *_ray(cell, dx, dy, width, height))
            if len(ray) >= length:
                groups.append(ray[:length])
    return tuple(groups)


@lru_cache(maxsize=256)
def _square_groups(size: int, width: int, height: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple((y + j) * width + x + i for j in range(size) for i in range(size))
        for y in range(height - size + 1)
        for x in range(width - size + 1)
    )


@lru_cache(maxsize=65536)
def _squares_holding(size: int, cell: int, width: int, height: int) -> tuple[int, ...]:
    return tuple(bits_of(group) for group in _square_groups(size, width, height) if cell in group)
