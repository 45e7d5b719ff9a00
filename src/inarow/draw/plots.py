"""Plots: lines as a drawing and as text for a terminal, and estimates with their margins.

Nothing needs to be installed for them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain, cycle, pairwise

from inarow.draw import colours
from inarow.draw.canvas import Circle, Drawing, Path, Rectangle, Text

_WIDTH, _HEIGHT = 760.0, 420.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 72.0, 24.0, 44.0, 56.0
#: Room for the names of estimates, and the height of each.
_NAMES, _ROW = 220.0, 28.0
#: A line of more points is drawn without a dot for each.
_MOST_DOTS = 60
#: What stands for each line in a plot in letters.
_SIGNS = "ox+*#@%&"
_DASHED_SIGNS = ".:'"


@dataclass(frozen=True, slots=True)
class Series:
    """A named line: points with rising x."""

    name: str
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """Several lines over the same axes."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    #: Whether each step up is a factor.
    logarithmic: bool = False
    #: The lowest and highest y, if they should not follow from the points.
    y_range: tuple[float, float] | None = None

    def _height(self, y: float) -> float:
        return math.log10(max(y, 1e-9)) if self.logarithmic else y

    def ranges(self) -> tuple[float, float, float, float]:
        """The lowest and highest x and (scaled) y."""
        xs = [x for line in self.series for x, _ in line.points] or [0.0]
        ys = [self._height(y) for line in self.series for _, y in line.points] or [0.0]
        if self.y_range is not None:
            ys = [self._height(y) for y in self.y_range]
        low, high = min(ys), max(ys)
        if self.logarithmic:
            low, high = math.floor(low), math.ceil(high)
        return min(xs), max(max(xs), min(xs) + 1), low, high if high > low else low + 1

    def drawing(self) -> Drawing:
        """The plot as a drawing."""
        sheet = _sheet(_HEIGHT, self.title)
        self._add_axes(sheet)
        dashed = cycle(colours.DASHED)
        for number, line in enumerate(self.series):
            colour = next(dashed) if line.dashed else colours.SERIES[number % len(colours.SERIES)]
            self._add_line(sheet, line, number, colour)
        return sheet

    def _repr_svg_(self) -> str:
        """Show the plot in a notebook."""
        return self.drawing().svg()

    def _place(self, x: float, y: float) -> tuple[float, float]:
        x_low, x_high, y_low, y_high = self.ranges()
        across = (x - x_low) / (x_high - x_low)
        up = (self._height(y) - y_low) / (y_high - y_low)
        return (
            _LEFT + across * (_WIDTH - _LEFT - _RIGHT),
            _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM),
        )

    def _add_axes(self, sheet: Drawing) -> None:
        x_low, x_high, y_low, y_high = self.ranges()
        for mark in _ticks(y_low, y_high):
            value = 10**mark if self.logarithmic else mark
            _, y = self._place(x_low, value)
            sheet.add(Path(((_LEFT, y), (_WIDTH - _RIGHT, y)), colours.PALE))
            sheet.add(Text(_LEFT - 8, y + 4, _short(value), 12, colours.INK, "end"))
        whole = all(float(x).is_integer() for line in self.series for x, _ in line.points)
        for mark in _ticks(x_low, x_high, smallest=1 if whole else 0):
            x, _ = self._place(mark, 10**y_low if self.logarithmic else y_low)
            sheet.add(Text(x, _HEIGHT - _BOTTOM + 18, _short(mark), 12, colours.INK))
        sheet.add(Text(_WIDTH / 2, _HEIGHT - 12, self.x_label, 13, colours.INK))
        sheet.add(Text(10, _TOP - 12, self.y_label, 13, colours.INK, "start"))

    def _add_line(self, sheet: Drawing, line: Series, number: int, colour: str) -> None:
        places = tuple(self._place(x, y) for x, y in line.points)
        # A line below others that take the same way shows on both sides of them.
        covered = 0 if line.dashed else self._covering(number)
        if len(places) > 1:
            sheet.add(Path(places, colour, 2 + 4 * covered, line.dashed))
        if not line.dashed and len(places) <= _MOST_DOTS:
            sheet.add(*(Circle(x, y, 3 + 3 * covered, colour) for x, y in places))
        if len(self.series) > 1:
            y = _TOP + 10 + 17 * number
            sheet.add(Path(((_LEFT + 10, y), (_LEFT + 34, y)), colour, 2, line.dashed))
            sheet.add(Text(_LEFT + 40, y + 4, line.name, 12, colours.INK, "start"))

    def _covering(self, number: int) -> int:
        """How many later lines are drawn over a part of a line."""
        own = set(pairwise(self.series[number].points))
        later = (one for one in self.series[number + 1 :] if not one.dashed)
        return sum(bool(own & set(pairwise(one.points))) for one in later)

    def text(self, width: int = 72, height: int = 16) -> str:
        """The plot in letters, one sign a line; where lines meet, the later one stands beside."""
        x_low, x_high, y_low, y_high = self.ranges()
        grid = [[" "] * width for _ in range(height)]
        signs = self._signs()
        for sign, line in zip(signs, self.series, strict=True):
            for x, y in line.points:
                column = round((x - x_low) / (x_high - x_low) * (width - 1))
                up = (self._height(y) - y_low) / (y_high - y_low) * (height - 1)
                row = height - 1 - min(max(round(up), 0), height - 1)
                nearby = chain(range(column, width), range(column, -1, -1))
                free = (at for at in nearby if grid[row][at] == " ")
                grid[row][next(free, column)] = sign
        rows = [self.title] if self.title else []
        labels = self._row_labels(height)
        for number, letters in enumerate(grid):
            rows.append(f"{labels.get(number, ''):>8} |{''.join(letters).rstrip()}")
        room = max(width - len(_short(x_low)), 0)
        ends = f"{_short(x_low)}{_short(x_high):>{room}}"
        rows += ["         +" + "-" * width, "          " + ends]
        if len(self.series) > 1:
            names = [f"{sign} {one.name}" for sign, one in zip(signs, self.series, strict=True)]
            rows += ["          " + row for row in _in_rows(names, width)]
        return "\n".join(rows)

    def _row_labels(self, height: int) -> dict[int, str]:
        """The numbers beside a plot in letters: powers of ten, or both ends and the middle."""
        _, _, low, high = self.ranges()
        if self.logarithmic:
            powers = range(round(low), round(high) + 1)
            return {
                round((high - power) / (high - low) * (height - 1)): _short(10.0**power)
                for power in powers
            }
        rows = (0, height // 2, height - 1)
        return {row: _short(high - (high - low) * row / (height - 1)) for row in rows}

    def _signs(self) -> list[str]:
        """What stands for each line in a plot in letters."""
        dashed = cycle(_DASHED_SIGNS)
        return [
            next(dashed) if line.dashed else _SIGNS[number % len(_SIGNS)]
            for number, line in enumerate(self.series)
        ]


def _in_rows(words: list[str], width: int) -> list[str]:
    """Words in rows that are no longer than a width, where that can be."""
    rows = [""]
    for word in words:
        longer = f"{rows[-1]}   {word}" if rows[-1] else word
        if len(longer) <= width or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


@dataclass(frozen=True, slots=True)
class Estimate:
    """A named value that is known up to a margin."""

    name: str
    value: float
    margin: float


@dataclass(frozen=True, slots=True)
class EstimatePlot:
    """Estimates below each other on one axis, each with its margin to both sides."""

    title: str
    x_label: str
    estimates: tuple[Estimate, ...]

    def drawing(self) -> Drawing:
        """The plot as a drawing."""
        bottom = _TOP + _ROW * len(self.estimates)
        sheet = _sheet(bottom + _BOTTOM, self.title)
        ends = [one.value + sign * one.margin for one in self.estimates for sign in (-1, 1)]
        room = 1 + 0.03 * (max(ends) - min(ends))
        low, high = min(ends) - room, max(ends) + room

        def place(value: float) -> float:
            return _NAMES + (value - low) / (high - low) * (_WIDTH - _NAMES - _RIGHT)

        for mark in _ticks(low, high):
            sheet.add(Path(((place(mark), _TOP), (place(mark), bottom)), colours.PALE))
            sheet.add(Text(place(mark), bottom + 18, _short(mark), 12, colours.INK))
        sheet.add(Text((_NAMES + _WIDTH - _RIGHT) / 2, bottom + 44, self.x_label, 13, colours.INK))
        for number, one in enumerate(self.estimates):
            y = _TOP + _ROW * (number + 0.5)
            left, right = place(one.value - one.margin), place(one.value + one.margin)
            sheet.add(
                Text(_NAMES - 12, y + 4, _shortened(one.name), 12, colours.INK, "end"),
                Path(((left, y), (right, y)), colours.SERIES[0], 2),
                Circle(place(one.value), y, 5, colours.SERIES[0]),
            )
        return sheet


def _sheet(height: float, title: str) -> Drawing:
    """White paper with a title."""
    sheet = Drawing(_WIDTH, height, title)
    sheet.add(Rectangle(0, 0, _WIDTH, height, "#ffffff"))
    sheet.add(Text(_WIDTH / 2, 24, title, 16, colours.INK, bold=True))
    return sheet


def _shortened(name: str) -> str:
    return name if len(name) <= 30 else name[:29] + "…"


def _ticks(low: float, high: float, smallest: float = 0) -> list[float]:
    """Round numbers between two others, about six of them, not nearer than ``smallest``.

    >>> _ticks(0, 10), _ticks(1, 4, smallest=1)
    ([0, 2, 4, 6, 8, 10], [1, 2, 3, 4])
    """
    rough = max((high - low) / 6, smallest, 1e-12)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    step = step if step < 1 else round(step)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _short(value: float) -> str:
    """A number in few letters.

    >>> _short(1000000), _short(0.25), _short(7)
    ('1e6', '0.25', '7')
    """
    if value and (abs(value) >= 100_000 or abs(value) < 0.001):
        return f"{value:.0e}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
