"""Drawings painted as pixels: PNG, and GIF for a sequence. Needs Pillow, the extra ``plots``."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from inarow.draw.canvas import Circle, Drawing, Mark, Path, Rectangle, Text
from inarow.rules.errors import InarowError

if TYPE_CHECKING:
    from PIL.Image import Image

#: Each pixel is painted as this many by this many, which makes edges smooth.
_FINER = 3
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


class PictureError(InarowError):
    """A picture cannot be made here."""


def png(drawing: Drawing) -> bytes:
    """A drawing as a PNG file."""
    file = BytesIO()
    paint(drawing).save(file, "PNG", optimize=True)
    return file.getvalue()


def gif(drawings: Sequence[Drawing], seconds: float = 0.8) -> bytes:
    """Drawings one after another as an endless animated GIF; the last one stays longer."""
    frames = [paint(drawing).quantize(colors=64) for drawing in drawings]
    pauses = [int(seconds * 1000)] * (len(frames) - 1) + [int(seconds * 4000)]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0, optimize=True
    )
    return file.getvalue()


def paint(drawing: Drawing) -> Image:
    """A drawing as a Pillow image."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise PictureError(
            "PNG and GIF need Pillow: install it with pip install 'inarow[plots]', or ask for SVG"
        ) from None
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
            brush.rounded_rectangle(_fine(*box), mark.radius * _FINER, fill=mark.fill)
        case Circle():
            reach = mark.radius + (mark.stroke_width / 2 if mark.stroke else 0)
            box = (mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach)
            width = max(1, round(mark.stroke_width * _FINER)) if mark.stroke else 0
            brush.ellipse(_fine(*box), fill=mark.fill, outline=mark.stroke, width=width)
        case Path():
            _paint_path(brush, mark)
        case Text():
            _paint_text(brush, mark)


def _paint_path(brush: Any, path: Path) -> None:
    width = max(1, round(path.stroke_width * _FINER))
    points = [(x * _FINER, y * _FINER) for x, y in path.points]
    if not path.dashed:
        brush.line(points, fill=path.stroke, width=width, joint="curve")
        return
    for (x1, y1), (x2, y2) in pairwise(points):
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
        for start in range(0, int(length), 9 * _FINER):
            end = min(start + 5 * _FINER, length)
            ends = [
                (x1 + (x2 - x1) * at / length, y1 + (y2 - y1) * at / length) for at in (start, end)
            ]
            brush.line(ends, fill=path.stroke, width=width)


def _paint_text(brush: Any, text: Text) -> None:
    from PIL import ImageFont

    font = ImageFont.load_default(text.size * _FINER)
    # The built-in font has one weight; an outline in the same colour makes it bold.
    outline = _FINER // 2 if text.bold else 0
    brush.text(
        (text.x * _FINER, text.y * _FINER),
        text.text,
        fill=text.fill,
        font=font,
        anchor=_ANCHORS[text.anchor],
        stroke_width=outline,
    )


def _fine(*values: float) -> tuple[float, ...]:
    return tuple(value * _FINER for value in values)
