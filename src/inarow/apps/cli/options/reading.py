"""Reading what a command works on: standard input, or a game from wherever it is."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from inarow.rules.board import Board
from inarow.rules.diagram import is_diagram
from inarow.rules.game import Game

if TYPE_CHECKING:
    from inarow.study.records.record import Record

#: Moves of a game without gravity, which many forget to name.
_POINTS = re.compile(r"\s*([a-t]\d{1,2}\s*)+", re.IGNORECASE)


def standard_input() -> TextIO:
    """Standard input; one that was closed before we began (``<&-``) is one that has ended."""
    return io.StringIO() if sys.stdin is None else sys.stdin


def read_record(game: Game, text: str) -> Record:
    """The game that an argument means: a file, ``-`` for standard input, a kept game, or moves."""
    from inarow.apps.kept_games import KeptGames, is_name
    from inarow.study.records.record import RecordError
    from inarow.wire.formats import read_file, read_text

    if text == "-":
        try:
            return read_text(standard_input().read(), game)
        except UnicodeDecodeError as error:
            raise RecordError(f"standard input: byte {error.start} is not text") from None
    path = Path(text)
    # A sequence of moves can be too long for the name of a file.
    if len(text) < 200 and path.is_file():
        return read_file(path, game)
    if is_name(text):
        return KeptGames().load(text).record
    if _looks_like_a_file(text):
        raise RecordError(f"there is no file {text}")
    if game.gravity and _POINTS.fullmatch(text):
        raise RecordError(
            f"moves of {game} are columns, not points such as {text.split()[0]}; for Gomoku, add: "
            "--game gomoku"
        )
    return read_text(text, game)


def read_position(game: Game, text: str) -> Board:
    """The position that an argument means: a diagram, or the last one of what is a game."""
    return Board.parse(game, text) if is_diagram(text) else read_record(game, text).board()


def _looks_like_a_file(text: str) -> bool:
    from inarow.wire.formats import PICTURE_FORMATS, TEXT_FORMATS

    ending = text.rpartition(".")[2].lower()
    return ending in (*TEXT_FORMATS, *PICTURE_FORMATS, "txt") or text.startswith(("./", "../", "/"))
