"""A game record: the game, who played, the moves, the result, and what is known of each move."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, TypeVar

from inarow.files.json_text import JsonError, read_json
from inarow.rules import catalogue
from inarow.rules.board import Board
from inarow.rules.diagram import is_diagram
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.notation import move_text, parse_move
from inarow.rules.side import Side
from inarow.study.review.annotation import Annotation

#: Names the format in a file, so that another program's JSON is not mistaken for one.
FORMAT = "inarow-record"
VERSION = 1

Made = TypeVar("Made")


class RecordError(InarowError):
    """This is no game record; the message says where it is wrong."""


class Result(Enum):
    """How a game ended, on the board or otherwise."""

    X_WINS = "X"
    O_WINS = "O"
    DRAW = "draw"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Record:
    """One game, played on a board or read from a file. Every move in it is legal."""

    game: Game
    moves: tuple[int, ...]
    players: tuple[str, str] = ("X", "O")
    #: The position before the first move, as one line of text; empty for an empty board.
    start: str = ""
    #: The result, if the game ended otherwise than on the board.
    agreed: Result | None = None
    #: For some or all of the moves, in their order.
    annotations: tuple[Annotation, ...] = ()

    def __post_init__(self) -> None:
        if not all(map(_is_writable, self.players)):
            raise RecordError("a name holds half a character")
        if self.start and not is_diagram(self.start):
            raise RecordError(f"{self.start!r} is no picture of a position to start from")
        on_board = result_of(self.board())
        if self.agreed is on_board:
            # One record, one form: what the board says needs no agreement.
            object.__setattr__(self, "agreed", None)
        elif self.agreed is not None and on_board is not Result.UNFINISHED:
            raise RecordError(f"the board says {on_board.value}, the record {self.agreed.value}")

    @classmethod
    def of(cls, board: Board, players: tuple[str, str] = ("X", "O")) -> Record:
        """The record of a board's history."""
        start = board.start()
        return cls(board.game, board.moves, players, start.text() if start.ply else "")

    @property
    def result(self) -> Result:
        """How the game ended."""
        return self.agreed or result_of(self.board())

    def first_board(self) -> Board:
        """The position before the first move."""
        return Board.parse(self.game, self.start)

    def board(self, moves: int | None = None) -> Board:
        """The position after some of the moves, or after all."""
        board = self.first_board()
        board.play(self.moves if moves is None else self.moves[:moves])
        return board

    def moves_text(self) -> str:
        """The moves as one text."""
        return self.board().moves_text()

    def annotated(self, annotations: tuple[Annotation, ...]) -> Record:
        """The same game with these annotations."""
        return replace(self, annotations=annotations)

    def to_json(self) -> dict[str, Any]:
        """The record as plain data."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": str(self.game),
            "players": {"X": self.players[0], "O": self.players[1]},
            "moves": [move_text(self.game, move) for move in self.moves],
            "result": self.result.value,
        }
        if self.start:
            data["start"] = self.start
        if self.annotations:
            data["annotations"] = [note.to_json(self.game) for note in self.annotations]
        return data

    def dumps(self) -> str:
        """The record as JSON text, a move's annotation a line."""
        data = self.to_json()
        notes = data.pop("annotations", None)
        if notes is None:
            return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        head = json.dumps(data, indent=1, ensure_ascii=False).removesuffix("\n}")
        rows = ",\n".join("  " + json.dumps(note, ensure_ascii=False) for note in notes)
        return f'{head},\n "annotations": [\n{rows}\n ]\n}}\n'


def _is_writable(text: str) -> bool:
    """Say whether a text can go to a file; half of a pair of surrogates, for one, cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def result_of(board: Board) -> Result:
    """How a game on a board has ended so far."""
    outcome = board.outcome()
    if outcome is None:
        return Result.UNFINISHED
    if outcome.winner is None:
        return Result.DRAW
    return Result.X_WINS if outcome.winner is Side.X else Result.O_WINS


def loads(text: str) -> Record:
    """Read a record from JSON text; a :class:`RecordError` says what is wrong and where."""
    try:
        data = read_json(text)
    except JsonError as error:
        raise RecordError(str(error)) from None
    return from_json(data)


def from_json(data: Any) -> Record:
    """Read a record from plain data."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f'this is not a record: "format" is not "{FORMAT}"')
    if data.get("version") != VERSION:
        raise RecordError(f"version {data.get('version')!r} is not one that can be read")
    game = _read(lambda: catalogue.game(_text(data, "game")), "game")
    moves = _moves(game, data)
    start = _text(data, "start") if "start" in data else ""
    players = _players(data)
    unplayed = _read(lambda: Record(game, (), start=start), "start")
    named = _read(lambda: replace(unplayed, players=players), "players")
    record = _read(lambda: replace(named, moves=moves), "moves")
    record = replace(record, agreed=_agreed(record, data))
    return record.annotated(_annotations(record, data))


def _read(make: Callable[[], Made], place: str) -> Made:
    """Make something, and name the place in the file if it cannot be made."""
    try:
        return make()
    except InarowError as error:
        raise RecordError(f"{place}: {error}") from None


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise RecordError(f'"{name}" is missing or not a text')
    return value


def _moves(game: Game, data: dict[str, Any]) -> tuple[int, ...]:
    listed = data.get("moves")
    if not isinstance(listed, list) or not all(isinstance(move, str) for move in listed):
        raise RecordError('"moves" is missing or not a list of texts')
    return tuple(
        _read(partial(parse_move, game, move), f"move {number}")
        for number, move in enumerate(listed, start=1)
    )


def _players(data: dict[str, Any]) -> tuple[str, str]:
    players = data.get("players", {})
    if not isinstance(players, dict):
        raise RecordError('"players" is not an object with X and O')
    return str(players.get("X", "X")), str(players.get("O", "O"))


def _agreed(record: Record, data: dict[str, Any]) -> Result:
    value = data.get("result", record.result.value)
    try:
        return Result(value)
    except ValueError:
        known = ", ".join(one.value for one in Result)
        raise RecordError(f'"result" is {value!r}, not one of {known}') from None


def _annotations(record: Record, data: dict[str, Any]) -> tuple[Annotation, ...]:
    listed = data.get("annotations", [])
    if not isinstance(listed, list) or len(listed) > len(record.moves):
        raise RecordError('"annotations" is not a list with at most one for each move')
    notes = []
    first = record.first_board().ply + 1
    for number, item in enumerate(listed, start=1):
        note = _read(partial(Annotation.from_json, record.game, item), f"annotation {number}")
        if record.moves[note.number - first : note.number - first + 1] != (note.move,):
            raise RecordError(f"annotation {number}: the game's move {note.number} is another one")
        notes.append(note)
    return tuple(notes)
