"""Games as SGF, the format that Go and Gomoku programs exchange.

SGF counts points from the top left, ``aa``; B moves first, so B is X.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side

#: The number of Gomoku in SGF's list of games.
GOMOKU = "4"
#: The rule by which only lines of the exact length win.
EXACT = "standard"
#: By which property each side plays, and by which its pieces are set up.
COLOURS = {"B": Side.X, "W": Side.O}
SET_UP = {"AB": Side.X, "AW": Side.O}
#: The property that names a file's set of letters.
_CHARSET = re.compile(rb"\bCA\[([\w.:-]+)\]")


class SgfError(InarowError):
    """This text is not SGF of a game that can be read; the message says where."""


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a node, and where in the text it begins."""

    name: str
    values: list[str]
    place: int


def decoded(data: bytes) -> str:
    r"""The text of a file that may be SGF: UTF-8, else in the set of letters that the file names.

    >>> decoded(b"(;GM[4]PB[J\xf6rg];B[hh])")
    '(;GM[4]PB[Jörg];B[hh])'
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if not data.lstrip().startswith(b"("):
            raise
    named = _CHARSET.search(data)
    # SGF says that a file which names no set is in Latin-1, and files of before often are.
    charset = named[1].decode() if named else "latin-1"
    try:
        return data.decode(charset)
    except LookupError:
        raise SgfError(f"there is no character encoding called {charset!r}") from None


def sgf_refusal(game: Game) -> str | None:
    """Why SGF cannot hold a game, or None if it can."""
    if game.gravity or not game.wins.run or game.rule:
        return f"SGF is for games like Gomoku, not for {game}"
    return None


def sgf_text(
    board: Board,
    players: tuple[str, str],
    result: str = "",
    *,
    more: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
) -> str:
    """The history of a board as a game of SGF.

    ``result`` is written as SGF has it, such as ``B+Time``; ``more`` holds further properties of
    the game, and ``comments`` are on the positions after so many pieces.

    >>> print(sgf_text(Board("gomoku(9)", "e5 f5"), ("Ann", "Bob")))
    (;FF[4]GM[4]CA[UTF-8]AP[inarow]SZ[9]RU[freestyle]PB[Ann]PW[Bob]
    ;B[ee]
    ;W[fe])
    <BLANKLINE>
    """
    game = board.game
    start = board.start()
    properties: dict[str, str | None] = {
        "FF": "4",
        "GM": GOMOKU,
        "CA": "UTF-8",
        "AP": "inarow",
        "SZ": str(game.width) if game.is_square_board else f"{game.width}:{game.height}",
        # SGF has no name for other lengths than five, so the game's name says them.
        "GN": f"k={game.wins.run}" if game.wins.run != 5 else None,
        "RU": EXACT if game.wins.exact else "freestyle",
        "PB": players[0],
        "PW": players[1],
        "RE": result or None,
        **(more or {}),
    }
    head = "".join(
        f"{name}[{_escape(text)}]" for name, text in properties.items() if text is not None
    )
    comments = comments or {}
    root = f"{head}{_set_up(start)}{_comment(comments, start.ply)}"
    return f"(;{root}{_moves(start, board.moves, comments)})\n"


def _set_up(start: Board) -> str:
    points = {
        name: "".join(f"[{_point(start.game, cell)}]" for cell in cells_in(start.stones(side)))
        for name, side in SET_UP.items()
    }
    return "".join(f"{name}{cells}" for name, cells in points.items() if cells)


def _moves(start: Board, moves: tuple[int, ...], comments: Mapping[int, str]) -> str:
    names = {side: name for name, side in COLOURS.items()}
    side = start.turn
    parts = []
    for number, move in enumerate(moves, start=start.ply + 1):
        point = _point(start.game, move)
        parts.append(f"\n;{names[side]}[{point}]{_comment(comments, number)}")
        side = side.other
    return "".join(parts)


def _comment(comments: Mapping[int, str], number: int) -> str:
    return f"C[{_escape(comments[number])}]" if number in comments else ""


def _point(game: Game, cell: int) -> str:
    x, y = game.xy(cell)
    return chr(ord("a") + x) + chr(ord("a") + game.height - 1 - y)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def main_line(text: str) -> Iterator[list[Property]]:
    """The nodes of a text's first game; where it branches, only the first branch is followed."""
    return _Parser(text).nodes()


class _Parser:
    """Reads nodes and their properties."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def nodes(self) -> Iterator[list[Property]]:
        self._skip_to_start()
        while True:
            self._skip_space()
            sign = self._peek()
            if sign == ";":
                self.at += 1
                yield self._node()
            elif sign == "(":
                self.at += 1
            elif sign == ")":
                return
            elif not sign:
                raise self._error("the text ends before the game does: a ) is missing")
            else:
                raise self._error(f"{sign!r} was not expected here")

    def _skip_to_start(self) -> None:
        match = re.search(r"\(\s*;", self.text)
        if match is None:
            raise SgfError("this is not SGF: there is no (; with which a game begins")
        self.at = match.end() - 1

    def _node(self) -> list[Property]:
        node: list[Property] = []
        while True:
            self._skip_space()
            match = re.compile(r"[A-Za-z]+").match(self.text, self.at)
            if match is None:
                return node
            place = self.at
            self.at = match.end()
            # Older files write names with small letters between, which do not count.
            name = re.sub("[a-z]", "", match[0])
            node.append(Property(name, self._values(match[0]), place))

    def _values(self, name: str) -> list[str]:
        values = []
        self._skip_space()
        while self._peek() == "[":
            values.append(self._value())
            self._skip_space()
        if not values:
            raise self._error(f"{name} has no value in [ ]")
        return values

    def _value(self) -> str:
        start = self.at
        self.at += 1
        text: list[str] = []
        while (sign := self._peek()) != "]":
            if not sign:
                self.at = start
                raise self._error("this value is not closed with ]")
            if sign == "\\":
                self.at += 1
                sign = self._peek()
                # A line break that is escaped is only for the eye.
                sign = "" if sign == "\n" else sign
            text.append(sign)
            self.at += 1
        self.at += 1
        return "".join(text)

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip_space(self) -> None:
        while self._peek().isspace():
            self.at += 1

    def _error(self, message: str) -> SgfError:
        return SgfError(f"{place_in(self.text, self.at)}: {message}")


def place_in(text: str, at: int) -> str:
    """Where a character is, for people."""
    before = text[:at]
    return f"line {before.count(chr(10)) + 1}, column {at - before.rfind(chr(10))}"
