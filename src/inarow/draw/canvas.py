"""A drawing as a list of simple shapes, written out as SVG, or painted by whoever can.

The shapes are few on purpose: whatever is drawn with them looks the same as SVG and as pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0.0

    def svg(self) -> str:
        """The shape as an SVG element."""
        return (
            f'<rect x="{_n(self.x)}" y="{_n(self.y)}" width="{_n(self.width)}" '
            f'height="{_n(self.height)}" rx="{_n(self.radius)}" fill="{self.fill}"/>'
        )


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle, filled, outlined or both."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1.0

    def svg(self) -> str:
        """The shape as an SVG element."""
        outline = ""
        if self.stroke is not None:
            outline = f' stroke="{self.stroke}" stroke-width="{_n(self.stroke_width)}"'
        return (
            f'<circle cx="{_n(self.x)}" cy="{_n(self.y)}" r="{_n(self.radius)}" '
            f'fill="{self.fill or "none"}"{outline}/>'
        )


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point."""

    points: tuple[tuple[float, float], ...]
    stroke: str
    stroke_width: float = 1.0
    dashed: bool = False

    def svg(self) -> str:
        """The shape as an SVG element."""
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in self.points)
        dashes = ' stroke-dasharray="5 4"' if self.dashed else ""
        return (
            f'<polyline points="{points}" fill="none" stroke="{self.stroke}" '
            f'stroke-width="{_n(self.stroke_width)}" stroke-linecap="round" '
            f'stroke-linejoin="round"{dashes}/>'
        )


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; ``x`` is its middle, left or right end as ``anchor`` says, ``y`` its foot."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "middle"
    bold: bool = False

    def svg(self) -> str:
        """The shape as an SVG element."""
        weight = ' font-weight="bold"' if self.bold else ""
        return (
            f'<text x="{_n(self.x)}" y="{_n(self.y)}" font-family="sans-serif" '
            f'font-size="{_n(self.size)}" fill="{self.fill}" text-anchor="{self.anchor}"'
            f"{weight}>{escape(self.text)}</text>"
        )


Mark = Rectangle | Circle | Path | Text


@dataclass(slots=True)
class Drawing:
    """Shapes on a sheet of a given size, later ones on top of earlier ones."""

    width: float
    height: float
    title: str = ""
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Put shapes on top."""
        self.marks.extend(marks)

    def svg(self) -> str:
        """The drawing as a whole SVG file."""
        size = f'width="{_n(self.width)}" height="{_n(self.height)}"'
        box = f'viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {box} {size} role="img">',
                f"<title>{escape(self.title)}</title>",
                *(mark.svg() for mark in self.marks),
                "</svg>",
            ]
        )


def _n(value: float) -> str:
    """A number as short as it can be written.

    >>> _n(4.0), _n(2.345)
    ('4', '2.35')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
