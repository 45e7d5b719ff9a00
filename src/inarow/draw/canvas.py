"""A drawing as a list of simple marks, written as SVG or painted as pixels.

The marks are few on purpose: whatever is drawn with them looks the same as SVG and as pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0.0
    stroke: str | None = None
    stroke_width: float = 1.0
    dashed: bool = False
    #: What a page can find it by.
    css: str | None = None

    def svg(self) -> str:
        """The mark as an SVG element."""
        return _element(
            "rect", class_=self.css, x=self.x, y=self.y, width=self.width, height=self.height,
            rx=self.radius or None, fill=self.fill,
            **_outline(self.stroke, self.stroke_width, self.dashed),
        )  # fmt: skip


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
        """The mark as an SVG element."""
        return _element(
            "circle", cx=self.x, cy=self.y, r=self.radius, fill=self.fill or "none",
            **_outline(self.stroke, self.stroke_width),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dots:
    """Many equal small squares or discs, told by their middles."""

    points: tuple[Point, ...]
    radius: float
    fill: str
    square: bool = False
    stroke: str | None = None
    stroke_width: float = 1.0

    def svg(self) -> str:
        """The mark as one SVG element, however many there are."""
        r, across = _n(self.radius), _n(2 * self.radius)
        if self.square:
            dot = f"m-{r} -{r}h{across}v{across}h-{across}z"
        else:
            dot = f"m-{r} 0a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
        outline = "".join(f"M{_n(x)} {_n(y)}{dot}" for x, y in self.points)
        return _element(
            "path", d=outline, fill=self.fill, **_outline(self.stroke, self.stroke_width)
        )


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point."""

    points: tuple[Point, ...]
    stroke: str
    stroke_width: float = 1.0
    dashed: bool = False

    def svg(self) -> str:
        """The mark as an SVG element."""
        return _element(
            "polyline", points=" ".join(f"{_n(x)},{_n(y)}" for x, y in self.points), fill="none",
            **_outline(self.stroke, self.stroke_width, self.dashed),
            stroke_linecap="round", stroke_linejoin="round",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Curve:
    """A bent line from a point down to another, upright at both ends."""

    start: Point
    end: Point
    stroke: str
    stroke_width: float = 1.0
    dashed: bool = False

    def svg(self) -> str:
        """The mark as an SVG element."""
        (x1, y1), (x2, y2) = self.start, self.end
        bend = _n((y1 + y2) / 2)
        return _element(
            "path", d=f"M{_n(x1)} {_n(y1)}C{_n(x1)} {bend} {_n(x2)} {bend} {_n(x2)} {_n(y2)}",
            fill="none", **_outline(self.stroke, self.stroke_width, self.dashed),
        )  # fmt: skip

    def path(self, pieces: int = 16) -> Path:
        """Nearly the same in straight pieces."""
        (x1, y1), (x2, y2) = self.start, self.end
        bend = (y1 + y2) / 2
        points = []
        for piece in range(pieces + 1):
            t = piece / pieces
            across = t * t * (3 - 2 * t)
            down = (1 - t) ** 3 * y1 + 3 * t * (1 - t) * bend + t**3 * y2
            points.append((x1 + (x2 - x1) * across, down))
        return Path(tuple(points), self.stroke, self.stroke_width, self.dashed)


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
    #: What follows on the same line, smaller and never bold.
    note: str = ""

    @property
    def note_size(self) -> float:
        """The size of what follows."""
        return self.size - 2

    def svg(self) -> str:
        """The mark as an SVG element."""
        note = ""
        if self.note:
            words = escape(f" {self.note}")
            note = _element("tspan", words, font_size=self.note_size, font_weight="normal")
        return _element(
            "text", escape(self.text) + note, x=self.x, y=self.y, font_size=self.size,
            fill=self.fill, text_anchor=None if self.anchor == "middle" else self.anchor,
            font_weight="bold" if self.bold else None,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that belong together; a page can find them by their class and number."""

    marks: tuple[Mark, ...]
    css: str | None = None
    number: int | None = None
    #: Shown while the mouse is over them.
    title: str = ""

    def svg(self) -> str:
        """The marks as one SVG element."""
        title = _element("title", escape(self.title)) if self.title else ""
        inside = title + "".join(mark.svg() for mark in self.marks)
        return _element("g", inside, class_=self.css, data_n=self.number)


Mark = Rectangle | Circle | Dots | Path | Curve | Text | Group


@dataclass(slots=True)
class Drawing:
    """Marks on a sheet of a given size, later ones on top of earlier ones."""

    width: float
    height: float
    title: str = ""
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Put marks on top."""
        self.marks.extend(marks)

    def svg(self) -> str:
        """The drawing as a whole SVG file."""
        inside = [_element("title", escape(self.title)), *(mark.svg() for mark in self.marks)]
        return _element(
            "svg", "\n".join(["", *inside, ""]), xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_n(self.width)} {_n(self.height)}",
            width=self.width, height=self.height, role="img",
            font_family="sans-serif", text_anchor="middle",
        )  # fmt: skip


def _outline(stroke: str | None, width: float, dashed: bool = False) -> dict[str, str | float]:
    if stroke is None:
        return {}
    dashes = {"stroke_dasharray": "5 4"} if dashed else {}
    return {"stroke": stroke, "stroke_width": width, **dashes}


def _element(name: str, inside: str | None = None, /, **attributes: str | float | None) -> str:
    """An SVG element; what is inside is markup, and an attribute of None is left out.

    >>> _element("text", "A", x=4.0, class_=None, font_size=12)
    '<text x="4" font-size="12">A</text>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = escape(value) if isinstance(value, str) else _n(value)
            words.append(f'{key.strip("_").replace("_", "-")}="{text}"')
    opened = " ".join(words)
    return f"<{opened}/>" if inside is None else f"<{opened}>{inside}</{name}>"


def _n(value: float) -> str:
    """A number as short as it can be written.

    >>> _n(4.0), _n(2.345)
    ('4', '2.35')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
