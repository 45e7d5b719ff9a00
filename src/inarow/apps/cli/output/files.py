"""Writing what a command made: to a file, whole, or to standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from inarow.draw.canvas import Drawing
from inarow.draw.pixels import png
from inarow.files.trouble import trouble_as
from inarow.files.whole import write_whole
from inarow.rules.errors import InarowError

#: What a drawing can be written as.
DRAWING_FORMS = ("svg", "png")


class OutputError(InarowError):
    """The output cannot be written there."""


def form_of(file: str | None, forms: Sequence[str], otherwise: str) -> str:
    """The form that a file's name asks for by its ending; without a file, ``otherwise``."""
    if file is None or file == "-":
        return otherwise
    ending = Path(file).suffix[1:].lower()
    if ending not in forms:
        raise OutputError(f"{file}: the name must end in {', '.join(f'.{one}' for one in forms)}")
    return ending


def write_output(data: str | bytes, file: str | None) -> None:
    """Write to a file, or to standard output without one."""
    if file is None or file == "-":
        if isinstance(data, bytes) and sys.stdout.isatty():
            raise OutputError("a terminal cannot show a picture: name a file with --output")
        if isinstance(data, bytes):
            sys.stdout.buffer.write(data)
        else:
            print(data)
        return
    with trouble_as(OutputError, f"cannot write {file}"):
        write_whole(Path(file), data)


def write_drawing(drawing: Drawing, file: str) -> None:
    """Write a drawing as SVG or PNG, as the name of the file says."""
    if form_of(file, DRAWING_FORMS, "svg") == "svg":
        write_output(drawing.svg(), file)
    else:
        write_output(png(drawing), file)
