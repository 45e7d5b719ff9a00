"""Moves as text: columns from 1 where pieces fall (``4453``), points elsewhere (``h8 i9``)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inarow.rules.errors import NotAMoveError, OffBoardError
from inarow.rules.game import Game

_POINT = re.compile(r"([a-z])(\d{1,3})", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,;]+")


def column_letter(x: int) -> str:
    """The letter of a column on a board of points.

    >>> column_letter(7)
    'h'
    """
    return chr(ord("a") + x)


def move_text(game: Game, move: int, *, from_zero: bool = False) -> str:
    """One move as text; ``from_zero`` counts columns as programmers do.

    >>> from inarow.rules.catalogue import game
    >>> move_text(game("connect4"), 3), move_text(game("gomoku"), 112)
    ('4', 'h8')
    """
    return str(move + _first_column(from_zero)) if game.gravity else cell_text(game, move)


def cell_text(game: Game, cell: int) -> str:
    """A cell's name, with letters for columns in every game.

    >>> from inarow.rules.catalogue import game
    >>> cell_text(game("connect4"), 17)
    'd3'
    """
    x, y = game.xy(cell)
    return f"{column_letter(x)}{y + 1}"


def moves_text(game: Game, moves: Iterable[int]) -> str:
    """A sequence of moves as text: digits run together on boards up to 9 wide, else spaced."""
    return ("" if _runs_together(game) else " ").join(move_text(game, move) for move in moves)


def spaced_moves(game: Game, moves: Iterable[int]) -> str:
    """Moves as text with a space between any two, as people read them best."""
    return " ".join(move_text(game, move) for move in moves)


def parse_move(game: Game, text: str, *, from_zero: bool = False) -> int:
    """The move that a word stands for; ``from_zero`` counts columns as programmers do.

    >>> from inarow.rules.catalogue import game
    >>> parse_move(game("connect4"), "4")
    3
    """
    word = text.strip()
    if game.gravity:
        return _parse_column(game, word, _first_column(from_zero))
    return _parse_point(game, word)


def parse_moves(game: Game, text: str) -> list[int]:
    """The moves that a text stands for, run together or separated.

    >>> from inarow.rules.catalogue import game
    >>> parse_moves(game("connect4"), "4453"), parse_moves(game("gomoku"), "h8i9")
    ([3, 3, 4, 2], [112, 128])
    """
    words = [word for word in _SEPARATORS.split(text) if word]
    if _runs_together(game):
        words = list("".join(words))
    elif not game.gravity:
        words = [point for word in words for point in _split_points(word)]
    return [parse_move(game, word) for word in words]


def _runs_together(game: Game) -> bool:
    return game.gravity and game.width <= 9


def _split_points(word: str) -> list[str]:
    points = [match[0] for match in _POINT.finditer(word)]
    return points if "".join(points) == word else [word]


def _first_column(from_zero: bool) -> int:
    return 0 if from_zero else 1


def _parse_column(game: Game, word: str, first: int) -> int:
    last = first + game.width - 1
    if not (word.isascii() and word.isdecimal()):
        raise NotAMoveError(f"{_shown(word)} is not a column: give a number from {first} to {last}")
    if len(word) > 3 or not first <= int(word) <= last:
        raise OffBoardError(f"there is no column {word[:12]}: the columns are {first} to {last}")
    return int(word) - first


def _parse_point(game: Game, word: str) -> int:
    match = _POINT.fullmatch(word)
    if match is None:
        raise NotAMoveError(
            f"{_shown(word)} is not a point: give a letter and a number, "
            f"a1 to {column_letter(game.width - 1)}{game.height}"
        )
    x, y = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
    if not (x < game.width and 0 <= y < game.height):
        raise OffBoardError(
            f"{word} is off the board: the points are "
            f"a1 to {column_letter(game.width - 1)}{game.height}"
        )
    return game.cell(x, y)


def _shown(word: str) -> str:
    return repr(word if len(word) <= 20 else word[:17] + "...")
