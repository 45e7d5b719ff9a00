"""What wins: a line of pieces, a filled square or another shape, wherever it lies on the board.

A cell is numbered ``y * width + x`` with the origin at the bottom left, and a set of cells is a
Python integer with bit ``cell`` set, so that a board of any size is two integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from inarow.rules.errors import GameError
from inarow.rules.whole import whole_number

#: The four ways a line can run, as (step in x, step in y).
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Shape(ABC):
    """What wins a game: it lists its groups, and answers whatever the other rooms ask of it.

    A new kind of win is one frozen dataclass with :meth:`groups`, :attr:`kind` and :attr:`noun`,
    and one line of the catalogue. Nobody asks for its class: who works on straight lines alone
    asks for :attr:`run`, who works on square blocks alone for :attr:`block`.
    """

    __slots__ = ()

    #: One word for the kind of win, whatever its size.
    kind: ClassVar[str]
    #: Whether pieces fall in games of its family unless their text says otherwise.
    falls: ClassVar[bool] = False
    #: Whether a group does not win as part of a longer line.
    exact: bool = False

    @abstractmethod
    def groups(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        """Every set of cells that this shape can fill, equally many in each, in a fixed order."""

    @property
    @abstractmethod
    def noun(self) -> str:
        """What people call it, without an article."""

    @property
    def family(self) -> str:
        """The catalogue's name for games that are won by it, whatever their other rules."""
        return self.kind

    @property
    def words(self) -> tuple[str, ...]:
        """How the text of a game describes it, beyond the family's name."""
        return ()

    @property
    def run(self) -> int | None:
        """How many pieces in a straight line win, or None if straight lines do not win."""
        return None

    @property
    def block(self) -> int | None:
        """How many cells wide and high a winning square is, or None if squares do not win."""
        return None

    def with_exact(self, exact: bool) -> Shape:
        """This shape with longer lines counting or not."""
        if exact:
            raise GameError(f"exact applies only to lines; this game is won by {self}")
        return self

    def fits(self, width: int, height: int) -> bool:
        """Say whether it fits anywhere on a board of this size."""
        return bool(self.groups(width, height))

    def completed_through(self, stones: int, cell: int, width: int, height: int) -> int:
        """The cells of everything in ``stones`` that wins and holds ``cell``, as bits."""
        cells = 0
        for group in _groups_through(self, width, height)[cell]:
            if stones & group == group:
                cells |= group
        return cells

    def __str__(self) -> str:
        return f"a {self.noun}"


@dataclass(frozen=True, slots=True)
class Line(Shape):
    """A straight line of ``length`` pieces; with ``exact``, a longer one does not count."""

    kind: ClassVar[str] = "line"
    length: int
    exact: bool = False

    def __post_init__(self) -> None:
        length = _checked_size(self.length, "the length of a line")
        if length < 2:
            raise GameError(f"a winning line needs at least 2 pieces, not {length}")
        object.__setattr__(self, "length", length)

    @property
    def noun(self) -> str:
        """For example: 4 in a row."""
        return f"{'exactly ' if self.exact else ''}{self.length} in a row"

    @property
    def family(self) -> str:
        """The general game."""
        return "mnk"

    @property
    def words(self) -> tuple[str, ...]:
        """Its length, and whether longer ones do not count."""
        return (f"k={self.length}", *(["exact"] if self.exact else []))

    @property
    def run(self) -> int:
        """Its length."""
        return self.length

    def with_exact(self, exact: bool) -> Line:
        """This line with longer ones counting or not."""
        return Line(self.length, exact)

    def fits(self, width: int, height: int) -> bool:
        """Say whether any such line fits on a board of this size."""
        return self.length <= max(width, height)

    def groups(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        """Every line of so many cells."""
        return _line_groups(self.length, width, height)

    def completed_through(self, stones: int, cell: int, width: int, height: int) -> int:
        """The cells of every winning line in ``stones`` that runs through ``cell``, as bits."""
        cells = 0
        for beside, ahead, behind in _rays(cell, width, height):
            if not stones & beside:
                # A line has at least two pieces.
                continue
            run = 1 << cell
            length = 1
            for ray in (ahead, behind):
                for other in ray:
                    if not stones >> other & 1:
                        break
                    run |= 1 << other
                    length += 1
            if length == self.length or (length > self.length and not self.exact):
                cells |= run
        return cells

    def __str__(self) -> str:
        return self.noun


@dataclass(frozen=True, slots=True)
class Square(Shape):
    """A block of ``size`` by ``size`` cells, all filled by one side."""

    kind: ClassVar[str] = "square"
    falls: ClassVar[bool] = True
    size: int = 2

    def __post_init__(self) -> None:
        size = _checked_size(self.size, "the side of a square")
        if size < 2:
            raise GameError(f"a winning square must be at least 2x2, not {size}x{size}")
        object.__setattr__(self, "size", size)

    @property
    def noun(self) -> str:
        """For example: 2x2 square."""
        return f"{self.size}x{self.size} square"

    @property
    def words(self) -> tuple[str, ...]:
        """Its size."""
        return (f"n={self.size}",)

    @property
    def block(self) -> int:
        """Its size."""
        return self.size

    def groups(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        """Every square of that size, its lowest row first."""
        return _square_groups(self.size, width, height)


def _checked_size(size: object, what: str) -> int:
    number = whole_number(size)
    if number is None:
        raise GameError(f"{what} must be a whole number, not {size!r}")
    return number


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


def _ray(cell: int, dx: int, dy: int, width: int, height: int) -> tuple[int, ...]:
    """The cells seen from ``cell`` in one direction, up to the board's edge."""
    x, y = cell % width + dx, cell // width + dy
    cells = []
    while 0 <= x < width and 0 <= y < height:
        cells.append(y * width + x)
        x, y = x + dx, y + dy
    return tuple(cells)


@lru_cache(maxsize=65536)
def _rays(
    cell: int, width: int, height: int
) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """For each direction the cells beside ``cell``, as bits, and those seen to either side."""
    found = []
    for dx, dy in DIRECTIONS:
        ahead, behind = (_ray(cell, sign * dx, sign * dy, width, height) for sign in (1, -1))
        found.append((bits_of(ahead[:1] + behind[:1]), ahead, behind))
    return tuple(found)


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


@lru_cache(maxsize=256)
def _groups_through(shape: Shape, width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """For every cell the groups that hold it, as bits."""
    through: list[list[int]] = [[] for _ in range(width * height)]
    for group in shape.groups(width, height):
        bits = bits_of(group)
        for cell in group:
            through[cell].append(bits)
    return tuple(map(tuple, through))
