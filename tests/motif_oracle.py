"""A slow and plain judge of motifs, written from their definitions in words.

It knows a board only as rows of letters and shares no code with the package: winning rows are
found by regular expressions in the lines of the board, the "7" by laying a stencil on it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

Point = tuple[int, int]

_SEVEN_STENCIL = (
    "....d",
    "bXXXb",
    "..X..",
    ".X...",
    "d....",
)


@dataclass
class Picture:
    """Letters by point, the origin at the bottom left."""

    width: int
    height: int
    falls: bool
    #: How many in a row win, or the side of the square that wins.
    size: int
    square: bool
    exact: bool
    at: dict[Point, str]
    known: dict[str, set[Point]] = field(default_factory=dict)

    def with_piece(self, point: Point, letter: str) -> Picture:
        return Picture(
            self.width, self.height, self.falls, self.size, self.square, self.exact,
            {**self.at, point: letter},
        )  # fmt: skip

    def empty(self) -> list[Point]:
        points = [(x, y) for x in range(self.width) for y in range(self.height)]
        return [point for point in points if point not in self.at]

    def can_fill(self, point: Point) -> bool:
        x, y = point
        return not self.falls or y == 0 or (x, y - 1) in self.at

    def line(self, point: Point, step: Point) -> tuple[str, int, list[Point]]:
        """The letters of the whole line through a point, where in it the point is, its points."""
        points = _points_of_line(point, step, self.width, self.height)
        return "".join(self.at.get(p, "-") for p in points), points.index(point), points

    def has_won(self, point: Point, letter: str) -> bool:
        """Whether the piece on a point stands in a winning shape."""
        if self.square:
            n = self.size
            for left in range(point[0] - n + 1, point[0] + 1):
                for low in range(point[1] - n + 1, point[1] + 1):
                    block = [(left + i, low + j) for i in range(n) for j in range(n)]
                    if all(self.at.get(p) == letter for p in block):
                        return True
            return False
        return any(self.row_wins(point, letter, step) for step in STEPS)

    def row_wins(self, point: Point, letter: str, step: Point) -> bool:
        if self.at.get(point) != letter:
            return False
        length = 1
        for dx, dy in (step, (-step[0], -step[1])):
            x, y = point[0] + dx, point[1] + dy
            while self.at.get((x, y)) == letter:
                length, x, y = length + 1, x + dx, y + dy
        return length == self.size or (length > self.size and not self.exact)

    def threats(self, letter: str) -> set[Point]:
        """The empty points that would win, worked out once for each picture."""
        if letter not in self.known:
            self.known[letter] = {p for p in self.empty() if self._would_win(p, letter)}
        return self.known[letter]

    def _would_win(self, point: Point, letter: str) -> bool:
        self.at[point] = letter
        won = self.has_won(point, letter)
        del self.at[point]
        return won

    def threats_now(self, letter: str) -> set[Point]:
        return {p for p in self.threats(letter) if self.can_fill(p)}


@cache
def _points_of_line(point: Point, step: Point, width: int, height: int) -> list[Point]:
    x, y = point
    while 0 <= x - step[0] < width and 0 <= y - step[1] < height:
        x, y = x - step[0], y - step[1]
    points = []
    while 0 <= x < width and 0 <= y < height:
        points.append((x, y))
        x, y = x + step[0], y + step[1]
    return points


STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def read_picture(
    text: str, *, falls: bool, size: int, square: bool = False, exact: bool = False
) -> Picture:
    """The picture of a board given as rows from the top, separated by slashes."""
    rows = text.split("/")
    height = len(rows)
    at = {
        (x, height - 1 - number): letter
        for number, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter in "XO"
    }
    return Picture(len(rows[0]), height, falls, size, square, exact, at)


def motif_names(before: Picture, point: Point, mover: str) -> set[str]:
    """The names of every motif of a move."""
    other = "O" if mover == "X" else "X"
    after = before.with_piece(point, mover)
    names = set()
    won = after.has_won(point, mover)
    full = not after.empty()
    wins_before = before.threats_now(mover)
    if won:
        names.add("wins")
    elif wins_before:
        names.add("misses-win")
    theirs = before.threats_now(other)
    if point in theirs:
        names.add("blocks")
    if theirs - {point} and not won:
        names.add("leaves-win")
    in_middle = 2 * point[0] + 1 == before.width
    if in_middle and (before.falls or 2 * point[1] + 1 == before.height):
        names.add("middle")
    if won or full:
        return names
    names |= _threat_names(before, after, point, mover)
    names |= _stop_names(before, after, point, other)
    if before.falls:
        names |= _falling_names(before, after, point, mover, other)
    elif not before.square and before.size >= 4:
        names |= _row_names(after, point, mover)
    return names


def _threat_names(before: Picture, after: Picture, point: Point, mover: str) -> set[str]:
    names = set()
    old, new = before.threats(mover), after.threats(mover)
    now = after.threats_now(mover)
    fresh = bool(now - old)
    if fresh:
        names.add("two-threats" if len(now) > 1 else _MUST_ANSWER)
    if after.falls:
        for x, y in now:
            if (x, y + 1) in new and ((x, y) not in old or (x, y + 1) not in old):
                names.add("stacked-threats")
        if not after.square and after.size == 4 and _has_seven(after, point, mover, new):
            names.add("seven")
    return names


_MUST_ANSWER = "threat"


def _has_seven(after: Picture, point: Point, mover: str, threats: set[Point]) -> bool:
    """Lay each form of the stencil on the board so that a piece of it falls on the point."""
    for marked in _STENCILS:
        for i, j in marked["X"]:
            dx, dy = point[0] - i, point[1] - j
            shape = {mark: [(dx + x, dy + y) for x, y in places] for mark, places in marked.items()}
            if (
                all(after.at.get(p) == mover for p in shape["X"])
                and any(p in threats for p in shape["b"])
                and any(p in threats for p in shape["d"])
            ):
                return True
    return False


def _marked(stencil: Sequence[str]) -> dict[str, list[Point]]:
    """Where the marks of a stencil are, its lowest row first."""
    marked: dict[str, list[Point]] = {"X": [], "b": [], "d": []}
    for j, row in enumerate(reversed(stencil)):
        for i, mark in enumerate(row):
            if mark != ".":
                marked[mark].append((i, j))
    return marked


_MIRRORED = [row[::-1] for row in _SEVEN_STENCIL]
_STENCILS = [
    _marked(_SEVEN_STENCIL),
    _marked(_MIRRORED),
    _marked(_SEVEN_STENCIL[::-1]),
    _marked(_MIRRORED[::-1]),
]


def _stop_names(before: Picture, after: Picture, point: Point, other: str) -> set[str]:
    names = set()
    old = before.threats(other)
    if point not in old:
        if_theirs = before.with_piece(point, other)
        now, later = if_theirs.threats_now(other), if_theirs.threats(other)
        double = len(now) > 1 or any((x, y + 1) in later for x, y in now if before.falls)
        if double and now - old:
            names.add("stops-two-threats")
    if not before.falls and not before.square and before.size >= 4:
        had = any(_open_four(before.with_piece(p, other), p, other) for p in before.empty())
        has = any(_open_four(after.with_piece(p, other), p, other) for p in after.empty())
        if had and not has:
            names.add("stops-open-three")
    return names


def _falling_names(
    before: Picture, after: Picture, point: Point, mover: str, other: str
) -> set[str]:
    names = set()
    above = (point[0], point[1] + 1)
    if above[1] < before.height:
        if above in after.threats(other):
            names.add("gives-cell-above")
        if above in before.threats(mover):
            names.add("wastes-threat")
    if before.height % 2 == 0:
        made = after.threats(mover) - before.threats(mover) - after.threats_now(mover)
        rows = {y + 1 for _, y in made}
        if mover == "X" and any(row % 2 == 1 for row in rows):
            names.add("odd-threat")
        if mover == "O" and any(row % 2 == 0 for row in rows):
            names.add("even-threat")
    return names


def _open_four(picture: Picture, point: Point, letter: str) -> bool:
    return any(_open_four_along(picture, point, letter, step) for step in STEPS)


def _open_four_along(picture: Picture, point: Point, letter: str, step: Point) -> bool:
    """Whether the point is in a row of one less than wins, both ends of which win."""
    text, index, _ = picture.line(point, step)
    inner = letter * (picture.size - 1)
    pattern = f"(?=-{inner}-)"
    if picture.exact:
        pattern = f"(?<!{letter})(?=-{inner}-(?!{letter}))"
    return any(
        found.start() < index < found.start() + picture.size for found in re.finditer(pattern, text)
    )


def _row_names(after: Picture, point: Point, mover: str) -> set[str]:
    names = set()
    if _open_four(after, point, mover):
        names.add("open-four")
    fours = threes = 0
    for step in STEPS:
        _, _, line = after.line(point, step)
        free = [p for p in line if p not in after.at]
        if any(_wins_together(after, p, point, mover, step) for p in free):
            fours += 1
        elif any(_open_four_together(after, p, point, mover, step) for p in free):
            threes += 1
    if threes > 1:
        names.add("double-three")
    elif threes and fours:
        names.add("four-and-three")
    elif threes:
        names.add("open-three")
    return names


def _wins_together(after: Picture, added: Point, point: Point, mover: str, step: Point) -> bool:
    filled = after.with_piece(added, mover)
    return filled.row_wins(added, mover, step) and _same_row(filled, added, point, mover, step)


def _open_four_together(
    after: Picture, added: Point, point: Point, mover: str, step: Point
) -> bool:
    filled = after.with_piece(added, mover)
    in_row = _same_row(filled, added, point, mover, step)
    return in_row and _open_four_along(filled, added, mover, step)


def _same_row(picture: Picture, a: Point, b: Point, letter: str, step: Point) -> bool:
    text, _, line = picture.line(a, step)
    first, last = sorted((line.index(a), line.index(b)))
    return set(text[first : last + 1]) == {letter}
