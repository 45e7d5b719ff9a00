"""Records and puzzles from the data of the wire, also from files of earlier versions.

Earlier versions wrote English words where there are codes now, cells by their names, and only
such fields as held something.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from inarow.files.json_text import JsonError, read_json
from inarow.players.oversight import Oversight
from inarow.rules import catalogue
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.rules.notation import cell_text, parse_move
from inarow.rules.side import Side
from inarow.search.score import Kind, Score
from inarow.study.explain.motifs import Motif
from inarow.study.explain.reasons import Reason
from inarow.study.puzzles.making import Proof, Puzzle, PuzzleError, Task
from inarow.study.records.record import Comment, Opening, Record, RecordError, Result, Unseen
from inarow.study.review.annotation import Annotation
from inarow.study.review.grades import Change, Grade, Verdict
from inarow.wire.types import RECORD_FORMAT, WIRE

Made = TypeVar("Made")

#: The version of records before there was one of the wire.
_EARLIER_VERSION = 1

_EARLIER_CHANGES = {
    "keeps the win": Change.KEEPS_WIN,
    "delays the win": Change.DELAYS_WIN,
    "throws the win to a draw": Change.WIN_TO_DRAW,
    "throws the win away and loses": Change.WIN_TO_LOSS,
    "keeps the draw": Change.KEEPS_DRAW,
    "loses": Change.DRAW_TO_LOSS,
    "is lost, but holds out longest": Change.HOLDS_OUT,
    "is lost, and sooner": Change.SHORTENS_LOSS,
}
_EARLIER_MOTIFS = {
    "": None,
    "wins now": Motif.WINS,
    "misses a win": Motif.MISSES_WIN,
    "leaves the opponent a win": Motif.LEAVES_WIN,
    "gives the opponent the cell above": Motif.GIVES_CELL_ABOVE,
    "blocks a win": Motif.BLOCKS,
    "makes a 7": Motif.SEVEN,
    "makes an open four": Motif.OPEN_FOUR,
    "makes two threats at once": Motif.TWO_THREATS,
    "makes two threats one above the other": Motif.STACKED_THREATS,
    "makes a four and an open three": Motif.FOUR_AND_THREE,
    "opens a double three": Motif.DOUBLE_THREE,
    "stops an open three": Motif.STOPS_OPEN_THREE,
    "stops two threats at once": Motif.STOPS_TWO_THREATS,
    "makes a threat that must be answered": Motif.THREAT,
    "makes an open three": Motif.OPEN_THREE,
    "wastes an own threat above": Motif.WASTES_THREAT,
    "makes a threat on an odd row": Motif.ODD_THREAT,
    "makes a threat on an even row": Motif.EVEN_THREAT,
    "takes the middle": Motif.MIDDLE,
    "forced win": Motif.FORCED_WIN,
    "only move": Motif.ONLY_MOVE,
}


class AnnotationError(InarowError):
    """This data is no annotation."""


def record_from_text(text: str) -> Record:
    """Read a record from JSON text; a :class:`RecordError` says what is wrong and where."""
    try:
        data = read_json(text)
    except JsonError as error:
        raise RecordError(str(error)) from None
    return record_from(data)


def record_from(data: Any) -> Record:
    """Read a record from plain data."""
    if not isinstance(data, dict) or data.get("format") != RECORD_FORMAT:
        raise RecordError(f'this is not a record: "format" is not "{RECORD_FORMAT}"')
    if data.get("wire") != WIRE and data.get("version") != _EARLIER_VERSION:
        version = data.get("wire", data.get("version"))
        raise RecordError(f"version {version!r} is not one that can be read")
    game = _read(lambda: catalogue.game(_text(data, "game")), "game")
    moves = _moves(game, data)
    start = _text(data, "start") if "start" in data else ""
    players = _players(data)
    unplayed = _read(lambda: Record(game, (), start=start), "start")
    named = _read(lambda: replace(unplayed, players=players), "players")
    record = _read(lambda: replace(named, moves=moves), "moves")
    record = replace(record, agreed=_agreed(record, data), opening=_opening(data))
    unseen = _listed(data, "unseen", partial(unseen_from, game))
    comments = _listed(data, "comments", partial(_comment, record))
    record = _read(lambda: replace(record, unseen=unseen, comments=comments), "comments")
    return record.annotated(_annotations(record, data))


def unseen_from(game: Game, data: Any) -> Unseen:
    """Read something that was not seen from plain data."""
    try:
        cells = tuple(_cell(game, cell) for cell in data["cells"])
        pieces, way = int(data["pieces"]), str(data["way"])
        return Unseen(int(data["number"]), Oversight(Side[data["side"]], cells, pieces, way))
    except KeyError as error:
        raise RecordError(f"{error} is missing or unknown") from None
    except (TypeError, ValueError, OverflowError):
        raise RecordError("a value is of the wrong kind") from None


def annotation_from(game: Game, data: Any) -> Annotation:
    """Read an annotation from plain data; an :class:`AnnotationError` names what is wrong."""
    try:
        verdict = Verdict(Grade(data["grade"]), _change(data["change"]), float(data["loss"]))
        return Annotation(
            number=int(data["number"]),
            side=Side[data["side"]],
            move=parse_move(game, data["move"]),
            best=parse_move(game, data["best"]),
            best_score=_score(data["best_score"]),
            score=_score(data["score"]),
            line=tuple(parse_move(game, move) for move in data["line"]),
            verdict=verdict,
            reason=_reason(game, data["reason"]),
            expectation=float(data["expectation"]),
        )
    except KeyError as error:
        raise AnnotationError(f"{error} is missing or unknown") from None
    except (TypeError, AttributeError):
        raise AnnotationError("a value is of the wrong kind") from None
    except InarowError:
        raise
    except (ValueError, OverflowError) as error:
        raise AnnotationError(str(error)) from None


def puzzles_from_text(text: str) -> list[Puzzle]:
    """Read puzzles from JSON lines; an error names the line."""
    puzzles = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            puzzles.append(puzzle_from(read_json(line)))
        except InarowError as error:
            raise PuzzleError(f"line {number}: {error}") from None
    return puzzles


def puzzle_from(data: Any) -> Puzzle:
    """Read a puzzle from plain data."""
    try:
        game = catalogue.game(data["game"])
        puzzle = Puzzle(
            game,
            tuple(parse_move(game, move) for move in data["moves"]),
            Task(data["task"]),
            parse_move(game, data["solution"]),
            _score(data["score"]),
            int(data["length"]),
            int(data["fails_to_depth"]),
            str(data["reason"]),
            Proof(data["proof"]),
        )
        puzzle.board()
    except InarowError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise PuzzleError(f"this is not a puzzle: {error}") from None
    return puzzle


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


def _opening(data: dict[str, Any]) -> Opening:
    value = data.get("opening", "")
    try:
        return Opening(value)
    except ValueError:
        known = ", ".join(one.value for one in Opening if one.value)
        raise RecordError(f'"opening" is {value!r}, not one of {known}') from None


def _annotations(record: Record, data: dict[str, Any]) -> tuple[Annotation, ...]:
    listed = data.get("annotations", [])
    if not isinstance(listed, list) or len(listed) > len(record.moves):
        raise RecordError('"annotations" is not a list with at most one for each move')
    notes = []
    first = record.first_board().ply + 1
    for number, item in enumerate(listed, start=1):
        note = _read(partial(annotation_from, record.game, item), f"annotation {number}")
        if record.moves[note.number - first : note.number - first + 1] != (note.move,):
            raise RecordError(f"annotation {number}: the game's move {note.number} is another one")
        notes.append(note)
    return tuple(notes)


def _listed(data: dict[str, Any], name: str, read: Callable[[Any], Made]) -> tuple[Made, ...]:
    listed = data.get(name, [])
    if not isinstance(listed, list):
        raise RecordError(f'"{name}" is not a list')
    return tuple(
        _read(partial(read, item), f"{name} {number}")
        for number, item in enumerate(listed, start=1)
    )


def _comment(record: Record, data: Any) -> Comment:
    match data:
        case {"number": int(number), "text": str(text)}:
            last = record.board().ply
            if last - len(record.moves) <= number <= last:
                return Comment(number, text)
            raise RecordError(f"there is no position with {number} pieces")
    raise RecordError("a comment has a number and a text")


def _score(data: Any) -> Score:
    kind = Kind(data["kind"])
    if kind is not Kind.HEURISTIC:
        plies = data.get("plies")
        return Score(kind, plies=None if plies is None else int(plies))
    scale = float(data.get("scale", 1.0))
    if scale <= 0:
        raise ValueError("the scale of a score is above zero")
    return Score.heuristic(float(data["value"]), scale)


def _change(code: Any) -> Change | None:
    if code is None:
        return None
    return _EARLIER_CHANGES.get(code) or Change(code)


def _reason(game: Game, data: Any) -> Reason:
    code = data["motif"]
    known = code is None or code in _EARLIER_MOTIFS
    motif = _EARLIER_MOTIFS.get(code) if known else Motif(code)
    return Reason(str(data["text"]), motif, tuple(_cell(game, cell) for cell in data["cells"]))


def _cell(game: Game, cell: Any) -> int:
    if isinstance(cell, str):
        return [cell_text(game, each) for each in range(game.cells)].index(cell)
    if cell not in range(game.cells):
        raise ValueError(f"there is no cell {cell!r}")
    return int(cell)
