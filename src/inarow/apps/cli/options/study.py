"""What the commands for studying share: reading a game or a range, writing a file or the screen."""

from __future__ import annotations

import argparse
import re
import shutil
import signal
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.apps.cli.output.streams import standard_input
from inarow.rules.errors import InarowError
from inarow.rules.game import Game

if TYPE_CHECKING:
    from inarow.draw.canvas import Drawing
    from inarow.search.stopping import StopSignal
    from inarow.study.records.record import Record

#: A range is never longer than this, so that a slip of the finger does not run for ever.
_LONGEST = 100


#: What a drawing can be written as.
DRAWING_FORMS = ("svg", "png")


class OutputError(InarowError):
    """The output cannot be written there."""


def read_record(game: Game, text: str) -> Record:
    """The game that an argument means: a file, ``-`` for standard input, or the moves."""
    from inarow.study.records.formats import read_file, read_text
    from inarow.study.records.record import RecordError

    if text == "-":
        try:
            return read_text(standard_input().read(), game)
        except UnicodeDecodeError as error:
            raise RecordError(f"standard input: byte {error.start} is not text") from None
    path = Path(text)
    # A sequence of moves can be too long for the name of a file.
    if len(text) < 200 and path.is_file():
        return read_file(path, game)
    if _looks_like_a_file(text):
        raise RecordError(f"there is no file {text}")
    return read_text(text, game)


def _looks_like_a_file(text: str) -> bool:
    from inarow.study.records.formats import PICTURE_FORMATS, TEXT_FORMATS

    ending = text.rpartition(".")[2].lower()
    return ending in (*TEXT_FORMATS, *PICTURE_FORMATS, "txt") or text.startswith(("./", "../", "/"))


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


@contextmanager
def telling_of_compiling() -> Iterator[None]:
    """While inside, say once on a terminal if a search has to be compiled first."""
    if not sys.stderr.isatty():
        yield
        return
    from inarow.apps.terminal.thinking import COMPILING_NOTICE
    from inarow.kernels.compiling import telling_of_compilation

    told: list[str] = []

    def tell(function: str) -> None:
        if not told:
            # A line of progress may stand there.
            print(f"\r\x1b[K{COMPILING_NOTICE}", file=sys.stderr, flush=True)
        told.append(function)

    with telling_of_compilation(tell):
        yield


def positive(text: str) -> int:
    """Read a number from 1 up; an argparse error says what is wrong."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return int(text)


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
    from inarow.files.whole import write_whole

    if file is None or file == "-":
        if isinstance(data, bytes) and sys.stdout.isatty():
            raise OutputError("a picture is nothing for a terminal: name a file with --output")
        if isinstance(data, bytes):
            sys.stdout.buffer.write(data)
        else:
            print(data)
        return
    try:
        write_whole(Path(file), data)
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from None


def picture_name(text: str) -> str:
    """Read the name of a picture; an argparse error says what is wrong with it.

    That a picture cannot be written is better known before a long search than after it.
    """
    try:
        form_of(text, DRAWING_FORMS, "svg")
    except OutputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def write_drawing(drawing: Drawing, file: str) -> None:
    """Write a drawing as SVG or PNG, as the name of the file says."""
    if form_of(file, DRAWING_FORMS, "svg") == "svg":
        write_output(drawing.svg(), file)
    else:
        from inarow.draw.pixels import png

        write_output(png(drawing), file)


def screen_width() -> int:
    """How many letters a line may have: as the terminal has them, and 80 elsewhere."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80


def wrapped(text: str, indent: int) -> str:
    """A sentence as indented lines that fit the terminal; one line where there is no terminal."""
    margin = " " * indent
    if not sys.stdout.isatty():
        return margin + text
    width = max(screen_width(), indent + 20)
    return textwrap.fill(text, width, initial_indent=margin, subsequent_indent=margin)
