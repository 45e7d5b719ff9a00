"""A board as a picture of X, O and -, and the way back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from inarow.rules.errors import PositionError
from inarow.rules.game import Game
from inarow.rules.notation import column_letter
from inarow.rules.side import Side

if TYPE_CHECKING:
    from inarow.rules.board import Board

EMPTY = "-"
_ALSO_EMPTY = "._"
_PICTURE = re.compile(r"[xo._\-\s/|]+", re.IGNORECASE)
_COLUMN_NUMBERS = re.compile(r"[\d\s]+")


def piece_letter(side: Side | None) -> str:
    """The letter of a cell: X, O or a hyphen."""
    return EMPTY if side is None else side.name


def rows_of(board: Board) -> list[list[str]]:
    """The letters of the board's cells, the top row first."""
    game = board.game
    return [
        [piece_letter(board.piece_at(game.cell(x, y))) for x in range(game.width)]
        for y in reversed(range(game.height))
    ]


def line(board: Board) -> str:
    """The board in one line, rows from the top separated by slashes."""
    return "/".join("".join(row) for row in rows_of(board))


def picture(board: Board, *, labels: bool = False, from_zero: bool = False) -> str:
    """The board over several lines; with labels, columns below and, for points, rows beside."""
    game = board.game
    if not labels:
        return "\n".join(" ".join(row) for row in rows_of(board))
    if game.gravity:
        names = [str(x if from_zero else x + 1) for x in range(game.width)]
        margins = [""] * game.height
    else:
        names = [column_letter(x) for x in range(game.width)]
        margins = [f"{y + 1:2} " for y in reversed(range(game.height))]
    cell_width = max(map(len, names))
    rows = [*rows_of(board), names]
    return "\n".join(
        margin + " ".join(letter.rjust(cell_width) for letter in row)
        for margin, row in zip([*margins, " " * len(margins[0])], rows, strict=True)
    )


def is_diagram(text: str) -> bool:
    """Say whether a text is meant as a picture of the board rather than as moves."""
    lines = [row for row in text.splitlines() if not _COLUMN_NUMBERS.fullmatch(row)]
    return bool(lines) and all(_PICTURE.fullmatch(row) for row in lines if row.strip())


def read(game: Game, text: str) -> tuple[int, int]:
    """The cells of X and of O in a picture, as bits.

    Rows stand on lines of their own or are separated by slashes, the top one first; spaces,
    bars and a line of column numbers may be there or not; an empty cell is ``-``, ``.`` or ``_``.
    """
    lines = [row for row in text.splitlines() if not _COLUMN_NUMBERS.fullmatch(row)]
    rows = [re.sub(r"[\s|]", "", row) for row in "\n".join(lines).replace("/", "\n").splitlines()]
    rows = [row for row in rows if row]
    if len(rows) != game.height:
        raise PositionError(f"the board has {game.height} rows, not {len(rows)}")
    stones = [0, 0]
    for y, row in zip(reversed(range(game.height)), rows, strict=True):
        if len(row) != game.width:
            raise PositionError(
                f"row {y + 1} has {len(row)} cells, but the board is {game.width} wide"
            )
        for x, letter in enumerate(row.upper()):
            if letter in Side.__members__:
                stones[Side[letter]] |= 1 << game.cell(x, y)
            elif letter != EMPTY and letter not in _ALSO_EMPTY:
                raise PositionError(f"{letter!r} is not a piece: use X, O and {EMPTY}")
    return stones[0], stones[1]
