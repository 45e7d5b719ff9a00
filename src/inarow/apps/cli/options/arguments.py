"""Arguments that several commands share, under one name and read in one way.

Short options mean the same in every command: -d depth, -f format, -g game, -j jobs, -l limit,
-n how many, -o output, -s search.
"""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from inarow.apps.cli.output.files import DRAWING_FORMS, OutputError, form_of
from inarow.files.extras import MissingExtraError, check_extra
from inarow.players.own import own_heuristic
from inarow.rules import catalogue
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.limit import Limit

Value = TypeVar("Value")

#: The game where none is named.
USUAL_GAME = "connect4"

#: A range is never longer than this, so that a slip of the finger does not run for ever.
_LONGEST = 100


def _argument(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Turn our errors into argparse's, which name the argument and show the usage."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except InarowError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def add_game(parser: argparse.ArgumentParser, *, option: bool, usual: str = USUAL_GAME) -> None:
    """Take a game by name or description, as an option or as the first argument."""
    read: Callable[[str], Game] = _argument(catalogue.game)
    about = "a name from `inarow games`, or your own board, such as connect4(8x7), gomoku(19)"
    about += f" or mnk(9,9,5) (default: {usual})"
    if option:
        parser.add_argument("--game", "-g", type=read, default=usual, help=about)
    else:
        parser.add_argument("game", nargs="?", type=read, default=usual, metavar="GAME", help=about)


def add_position(parser: argparse.ArgumentParser) -> None:
    """Take a position as the first argument."""
    parser.add_argument(
        "position", nargs="?", default="", metavar="POSITION",
        help="moves, a diagram or a file (default: the empty board)",
    )  # fmt: skip


def add_record(parser: argparse.ArgumentParser) -> None:
    """Take a whole game as the first argument."""
    parser.add_argument(
        "moves",
        metavar="RECORD",
        help="moves, one of your games (game-17), or a file; - reads standard input",
    )


def add_limit(parser: argparse._ActionsContainer) -> None:
    """Take a limit of time, nodes or depth."""
    parser.add_argument(
        "--limit",
        "-l",
        type=_argument(Limit.parse),
        help="limit the search: 2s, 500ms, depth=8 or nodes=100000; combine them with commas",
    )


def add_heuristic(parser: argparse._ActionsContainer) -> None:
    """Take a heuristic of one's own."""
    parser.add_argument(
        "--heuristic", type=_argument(own_heuristic), metavar="FILE.py:NAME",
        help="use your own heuristic, def evaluate(board, side), instead of a built-in one",
    )  # fmt: skip


def add_seed(parser: argparse._ActionsContainer, default: int | None = None) -> None:
    """Take a random seed."""
    shown = "" if default is None else f" (default: {default})"
    parser.add_argument(
        "--seed", type=int, default=default, metavar="N", help=f"random seed{shown}"
    )


def add_jobs(parser: argparse._ActionsContainer, default: int | None = None) -> None:
    """Take how many processes to use, by default as many as there are cores."""
    shown = "all cores" if default is None else default
    parser.add_argument(
        "--jobs", "-j", type=positive, default=default or os.cpu_count() or 1, metavar="N",
        help=f"run N processes in parallel (default: {shown})",
    )  # fmt: skip


def add_threads(parser: argparse._ActionsContainer, about: str, default: int | None = None) -> None:
    """Take how many threads to use within this process."""
    parser.add_argument("--threads", type=positive, default=default, metavar="N", help=about)


def add_pages(parser: argparse.ArgumentParser) -> None:
    """Take the folder that an experiment writes its page into."""
    parser.add_argument(
        "--output", "-o", type=Path, default=Path("lab-results"), metavar="FOLDER",
        help="where to write the page and its figures (default: lab-results)",
    )  # fmt: skip


def add_kept_games(parser: argparse.ArgumentParser) -> None:
    """Take the folder that an experiment resumes from."""
    parser.add_argument(
        "--data", type=Path, default=Path("lab-data"), metavar="FOLDER",
        help="where to keep games and measurements, to resume from (default: lab-data)",
    )  # fmt: skip


def add_output(parser: argparse.ArgumentParser) -> None:
    """Take a file to write to."""
    parser.add_argument(
        "--output", "-o", metavar="FILE", help="write to FILE (default: standard output)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Take that the output is for a program."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def positive(text: str) -> int:
    """Read a number from 1 up; an argparse error says what is wrong."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def share(text: str) -> float:
    """Read a share from 0 to 1."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return found


def even(text: str) -> int:
    """Read a number of games; an argparse error says why it has to be even."""
    if positive(text) % 2:
        raise argparse.ArgumentTypeError(
            f"every opening is played with both sides, so the number of games must be even: "
            f"try {int(text) + 1}"
        )
    return int(text)


def parse_range(text: str) -> range:
    """Read ``3`` or ``1..8``; an argparse error says what is wrong.

    >>> parse_range("1..8"), parse_range("3")
    (range(1, 9), range(3, 4))
    """
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:\.\.\s*(\d{1,3})\s*)?", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a range: try 3 or 1..8")
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= _LONGEST:
        raise argparse.ArgumentTypeError(
            f"a range must ascend and stay within 1..{_LONGEST}, not {text}"
        )
    return range(first, last + 1)


def picture_name(text: str) -> str:
    """Read the name of a picture; an argparse error says what is wrong with it.

    That a picture cannot be written is better known before a long search than after it.
    """
    try:
        if form_of(text, DRAWING_FORMS, "svg") == "png":
            check_extra("pictures", "a PNG (SVG works without it)")
    except (OutputError, MissingExtraError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text
