"""Drawings painted as pixels: PNG, and GIF for a sequence. Needs Pillow, the extra ``plots``."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from inarow.draw.canvas import Circle, Curve, Dots, Drawing, Group, Mark, Path, Rectangle, Text
from inarow.files.extras import check_extra

if TYPE_CHECKING:
    from PIL.Image import Image

#: Each pixel is painted as this many by this many, which makes edges smooth.
_FINER = 3
#: How long each picture of an animation is shown, in milliseconds.
_PAUSE = 800
#: How much of a text lies to the left of its place.
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}


def png(drawing: Drawing) -> bytes:
    """A drawing as a PNG file."""
    file = BytesIO()
    paint(drawing).save(file, "PNG", optimize=True)
    return file.getvalue()


def gif(drawings: Sequence[Drawing]) -> bytes:
    """Drawings one after another as an endless animated GIF; the last one stays longer."""
    frames = [paint(drawing).quantize(colors=64) for drawing in drawings]
    pauses = [_PAUSE] * (len(frames) - 1) + [4 * _PAUSE]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0, optimize=True
    )
    return file.getvalue()


def paint(drawing: Drawing) -> Image:
    """A drawing as a Pillow image."""
    check_extra("pictures", "a PNG or GIF (SVG needs nothing)")
    from PIL import Image, ImageDraw

    size = (round(drawing.width), round(drawing.height))
    large = Image.new("RGB", (size[0] * _FINER, size[1] * _FINER), "#ffffff")
    brush = ImageDraw.Draw(large)
    for mark in drawing.marks:
        _paint_mark(brush, mark)
    return large.resize(size, Image.Resampling.LANCZOS)


def _paint_mark(brush: Any, mark: Mark) -> None:
    match mark:
        case Rectangle():
            box = (mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
            width = _width(mark.stroke_width) if mark.stroke else 0
            brush.rounded_rectangle(
                _fine(*box), mark.radius * _FINER, fill=mark.fill, outline=mark.stroke, width=width
            )
        case Circle():
            reach = mark.radius + (mark.stroke_width / 2 if mark.stroke else 0)
            box = (mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach)
            width = _width(mark.stroke_width) if mark.stroke else 0
            brush.ellipse(_fine(*box), fill=mark.fill, outline=mark.stroke, width=width)
        case Dots():
            for x, y in mark.points:
                _paint_mark(brush, _dot(mark, x, y))
        case Path():
            _paint_path(brush, mark)
        case Curve():
            _paint_path(brush, mark.path())
        case Text():
            _paint_text(brush, mark)
        case Group():
            for part in mark.marks:
                _paint_mark(brush, part)


def _dot(dots: Dots, x: float, y: float) -> Mark:
    r, outline = dots.radius, (dots.stroke, dots.stroke_width)
    if dots.square:
        return Rectangle(x - r, y - r, 2 * r, 2 * r, dots.fill, 0, *outline)
    return Circle(x, y, r, dots.fill, *outline)


def _paint_path(brush: Any, path: Path) -> None:
    width = _width(path.stroke_width)
    points = [(x * _FINER, y * _FINER) for x, y in path.points]
    if not path.dashed:
        brush.line(points, fill=path.stroke, width=width, joint="curve")
        return
    done = 0.0
    for (x1, y1), (x2, y2) in pairwise(points):
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
        # The dashes go on round a corner: a dash and a gap begin at each multiple of their length.
        start = -(done % (9 * _FINER))
        while start < length:
            ends = [min(max(at, 0.0), length) / length for at in (start, start + 5 * _FINER)]
            if ends[0] < ends[1]:
                dash = [(x1 + (x2 - x1) * at, y1 + (y2 - y1) * at) for at in ends]
                brush.line(dash, fill=path.stroke, width=width)
            start += 9 * _FINER
        done += length


def _paint_text(brush: Any, text: Text) -> None:
    from PIL import ImageFont

    # The built-in font has one weight; an outline in the same colour makes it bold.
    parts = [(text.text, text.size, _FINER // 2 if text.bold else 0)]
    if text.note:
        parts.append((f" {text.note}", text.note_size, 0))
    fonts = [ImageFont.load_default(size * _FINER) for _, size, _ in parts]
    widths = [font.getlength(words) for (words, _, _), font in zip(parts, fonts, strict=True)]
    x, y = text.x * _FINER - sum(widths) * _BEFORE[text.anchor], text.y * _FINER
    for (words, _, outline), font, width in zip(parts, fonts, widths, strict=True):
        brush.text((x, y), words, fill=text.fill, font=font, anchor="ls", stroke_width=outline)
        x += width


def _width(stroke_width: float) -> int:
    return max(1, round(stroke_width * _FINER))


def _fine(*values: float) -> tuple[float, ...]:
    return tuple(value * _FINER for value in values)
