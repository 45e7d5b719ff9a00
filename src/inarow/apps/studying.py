"""What the commands for studying share: reading a game or a range, writing a file."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.rules.errors import InarowError
from inarow.rules.game import Game

if TYPE_CHECKING:
    from inarow.rules.canvas import Drawing
    from inarow.search.stopping import StopSignal
    from inarow.study.record import Record

#: A range is never longer than this, so that a slip of the finger does not run for ever.
_LONGEST = 100


class OutputError(InarowError):
    """The output cannot be written there."""


def read_record(game: Game, text: str) -> Record:
    """The game that an argument means: a file, ``-`` for standard input, or the moves."""
    from inarow.study.files import read_file, read_text

    if text == "-":
        return read_text(sys.stdin.read(), game)
    path = Path(text)
    # A sequence of moves can be too long for the name of a file.
    if len(text) < 200 and path.is_file():
        return read_file(path, game)
    return read_text(text, game)


@contextmanager
def stop_on_interrupt(stop: StopSignal) -> Iterator[None]:
    """While inside, Ctrl-C sets a signal, so that what is there can still be shown.

    A second Ctrl-C ends the command.
    """

    def set_stop(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop.set()

    before = signal.signal(signal.SIGINT, set_stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def parse_range(text: str) -> range:
    """Read ``3`` or ``1..8``; an argparse error says what is wrong.

    >>> parse_range("1..8"), parse_range("3")
    (range(1, 9), range(3, 4))
    """
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:\.\.\s*(\d{1,3})\s*)?", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no range: give 3 or 1..8")
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= _LONGEST:
        raise argparse.ArgumentTypeError(f"a range goes up, within 1 to {_LONGEST}, not {text}")
    return range(first, last + 1)


def write_output(data: str | bytes, file: str | None) -> None:
    """Write to a file, or to standard output without one."""
    if file is None or file == "-":
        if isinstance(data, bytes):
            sys.stdout.buffer.write(data)
        else:
            print(data)
        return
    try:
        path = Path(file)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from None


def write_drawing(drawing: Drawing, file: str) -> None:
    """Write a drawing as SVG or PNG, as the name of the file says."""
    ending = file.rpartition(".")[2].lower()
    if ending == "svg":
        write_output(drawing.svg(), file)
    elif ending == "png":
        from inarow.study.pixels import png

        write_output(png(drawing), file)
    else:
        raise OutputError(f"{file}: a picture's name ends in .svg or .png")
