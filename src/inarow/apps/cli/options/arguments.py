"""Arguments that several commands share, read in one way."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

from inarow.rules import catalogue
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.search.limit import Limit

Value = TypeVar("Value")

#: The game where none is named.
USUAL_GAME = "connect4"


def _argument(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Turn our errors into argparse's, which name the argument and show the usage."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except InarowError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def add_game(parser: argparse.ArgumentParser, *, option: bool) -> None:
    """Take a game by name or description, as an option or as the first argument."""
    read: Callable[[str], Game] = _argument(catalogue.game)
    about = "a game's name or description: connect4, connect4(8x7), gomoku(19), mnk(9,9,5)"
    if option:
        parser.add_argument("--game", "-g", type=read, default=USUAL_GAME, help=about)
    else:
        parser.add_argument("game", nargs="?", type=read, default=USUAL_GAME, help=about)


def add_limit(parser: argparse._ActionsContainer) -> None:
    """Take a limit of time, nodes or depth."""
    parser.add_argument(
        "--limit",
        "-l",
        type=_argument(Limit.parse),
        help="how long to think: 2s, 500ms, depth=8, nodes=100000, or several with commas",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Take a seed for everything that is left to chance."""
    parser.add_argument("--seed", type=int, help="makes what is left to chance repeatable")
