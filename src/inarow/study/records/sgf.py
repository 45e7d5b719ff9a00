"""Records of Gomoku games in SGF (see :mod:`inarow.files.sgf`)."""

from __future__ import annotations

import re
from dataclasses import replace

from inarow.files.sgf import (
    COLOURS,
    EXACT,
    GOMOKU,
    SET_UP,
    Property,
    SgfError,
    main_line,
    place_in,
    sgf_refusal,
    sgf_text,
)
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import LARGEST, SMALLEST, Game
from inarow.rules.shapes import Line
from inarow.study.records.record import Comment, Record, RecordError, Result

_RESULTS = {"0": Result.DRAW, "Draw": Result.DRAW}
_RESULT_TEXTS = {Result.X_WINS: "B+", Result.O_WINS: "W+", Result.DRAW: "0"}
#: SGF has no name for other lengths than five, so the game's name says them.
_LENGTH = re.compile(r"k=(\d{1,2})")


def read_sgf(text: str) -> Record:
    """The game of an SGF text.

    >>> read_sgf("(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[ih])").moves_text()
    'h8 i8'
    """
    return _Reader(text).record()


def write_sgf(record: Record) -> str:
    """A record as SGF, with its annotations as comments beside its own."""
    if reason := sgf_refusal(record.game):
        raise RecordError(reason)
    comments = {comment.number: comment.text for comment in record.comments}
    for note in record.annotations:
        told = f"{note.verdict}. {note.reason.text}"
        comments[note.number] = "\n".join(filter(None, (comments.get(note.number), told)))
    result = _RESULT_TEXTS.get(record.result, "")
    return sgf_text(record.board(), record.players, result, comments=comments)


class _Reader:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nodes = list(main_line(text))

    def record(self) -> Record:
        root = {one.name: one for one in self.nodes[0]}
        game = self._game(root)
        board = self._set_up(game)
        start = board.text() if board.ply else ""
        moves, comments = self._play(board)
        players = (self._first(root, "PB", "B"), self._first(root, "PW", "W"))
        record = Record(game, moves, players, start, comments=comments)
        return self._with_result(record, root)

    def _game(self, root: dict[str, Property]) -> Game:
        kind = root.get("GM")
        if kind is not None and kind.values[0].strip() != GOMOKU:
            raise self._error(kind, f"this SGF file is for game {kind.values[0]}, and Gomoku is 4")
        width, height = self._size(root.get("SZ"))
        exact = self._first(root, "RU", "").strip().lower() == EXACT
        length = _LENGTH.fullmatch(self._first(root, "GN", "").strip())
        try:
            family = "" if length else ("gomoku-standard" if exact else "gomoku")
            return Game(width, height, False, Line(int(length[1]) if length else 5, exact), family)
        except InarowError as error:
            raise self._error(root.get("SZ"), str(error)) from None

    def _size(self, size: Property | None) -> tuple[int, int]:
        if size is None:
            return 15, 15
        match = re.fullmatch(r"\s*(\d{1,2})\s*(?::\s*(\d{1,2})\s*)?", size.values[0])
        if match is None:
            raise self._error(size, f"{size.values[0]!r} is not a size such as 15 or 15:13")
        width, height = int(match[1]), int(match[2] or match[1])
        if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
            raise self._error(size, f"a board is {SMALLEST} to {LARGEST} wide and high")
        return width, height

    def _set_up(self, game: Game) -> Board:
        """The position before the first move, from the pieces that the root adds."""
        stones = [0, 0]
        last = None
        for one in self.nodes[0]:
            if one.name in SET_UP:
                last = one
                for value in one.values:
                    stones[SET_UP[one.name]] |= 1 << self._cell(game, one, value)
        try:
            return Board.from_stones(game, *stones)
        except InarowError as error:
            raise self._error(last, str(error)) from None

    def _play(self, board: Board) -> tuple[tuple[int, ...], tuple[Comment, ...]]:
        """Play the moves of the main line on a board; return them and what is said of them."""
        moves: list[int] = []
        comments: list[Comment] = []
        for number, node in enumerate(self.nodes):
            for one in node:
                if one.name in SET_UP and number:
                    raise self._error(one, "pieces are added in the middle of the game")
                if one.name in COLOURS:
                    moves.append(self._move(board, one, len(moves) + 1))
            said = [one.values[0] for one in node if one.name == "C"]
            comments += [Comment(board.ply, text) for text in said if text]
        return tuple(moves), tuple(comments)

    def _move(self, board: Board, one: Property, number: int) -> int:
        if COLOURS[one.name] is not board.turn:
            raise self._error(one, f"move {number}: it is {board.turn}'s turn, not {one.name}'s")
        cell = self._cell(board.game, one, one.values[0])
        try:
            board.push(cell)
        except InarowError as error:
            raise self._error(one, f"move {number}: {error}") from None
        return cell

    def _cell(self, game: Game, one: Property, value: str) -> int:
        text = value.strip()
        if not re.fullmatch("[a-z]{2}", text):
            what = "a pass, which this game does not have" if not text else f"not a point: {text!r}"
            raise self._error(one, f"this is {what}")
        x, y = ord(text[0]) - ord("a"), game.height - 1 - (ord(text[1]) - ord("a"))
        if not (x < game.width and y >= 0):
            raise self._error(one, f"the point {text!r} is off the board of {game}")
        return game.cell(x, y)

    def _with_result(self, record: Record, root: dict[str, Property]) -> Record:
        given = root.get("RE")
        if given is None:
            return record
        text = given.values[0].strip()
        agreed = _RESULTS.get(text)
        if text[:2].upper() in ("B+", "W+"):
            agreed = Result.X_WINS if text[0].upper() == "B" else Result.O_WINS
        if agreed in (None, record.result):
            return record
        try:
            return replace(record, agreed=agreed)
        except RecordError as error:
            raise self._error(given, str(error)) from None

    def _first(self, root: dict[str, Property], name: str, otherwise: str) -> str:
        return root[name].values[0] if name in root else otherwise

    def _error(self, one: Property | None, message: str) -> SgfError:
        return SgfError(message if one is None else f"{place_in(self.text, one.place)}: {message}")
