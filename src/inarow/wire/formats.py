"""Records in files: which format a text is in, and writing each of them."""

from __future__ import annotations

from pathlib import Path

from inarow.files.sgf import decoded
from inarow.files.trouble import reason
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.game import Game
from inarow.study.records.record import Record, RecordError
from inarow.study.records.sgf import read_sgf, write_sgf
from inarow.wire.read import record_from_text
from inarow.wire.write import record_info, record_text

#: The formats that a record can be written in, by the ending of the file's name.
TEXT_FORMATS = ("json", "sgf", "moves")
PICTURE_FORMATS = ("svg", "png", "gif")


def read_text(text: str, game: Game, *, ending: str = "") -> Record:
    """Read a record from text in any of the formats; plain moves are of the given game.

    Plain moves may stand on several lines; what follows ``#`` on a line is not read. Where the
    text does not show its format, the ending of its file's name says what it should be.
    """
    text = text.removeprefix("\ufeff")
    start = text.lstrip()
    if start.startswith("{") or (ending == ".json" and not start.startswith("(")):
        return record_from_text(text)
    if start.startswith("(") or ending == ".sgf":
        return read_sgf(text)
    return _read_moves(text, game)


def read_file(path: Path, game: Game) -> Record:
    """Read a record from a file; an error names the file and the place in it."""
    try:
        return read_text(decoded(path.read_bytes()), game, ending=path.suffix.lower())
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {path}: {reason(error)}") from None
    except InarowError as error:
        raise RecordError(f"{path}: {error}") from None


def write_text(record: Record, format_name: str) -> str:
    """A record as text: json, sgf or moves."""
    match format_name:
        case "json":
            return record_text(record_info(record))
        case "sgf":
            return write_sgf(record)
        case "moves" if not record.start:
            return record.moves_text() + "\n"
        case "moves":
            raise RecordError("plain moves cannot say that the game starts from a set position")
    raise RecordError(f"{format_name!r} is not a format: give one of {', '.join(TEXT_FORMATS)}")


def picture_bytes(record: Record, format_name: str, *, numbers: bool = True) -> bytes:
    """A record's last position as SVG or PNG, or the whole game as an animated GIF."""
    from inarow.draw.board import board_drawing

    drawing = board_drawing(record.board(), numbers=numbers)
    match format_name:
        case "svg":
            return drawing.svg().encode()
        case "png":
            from inarow.draw.pixels import png

            return png(drawing)
        case "gif":
            from inarow.draw.pixels import gif

            boards = [record.board(count) for count in range(len(record.moves) + 1)]
            return gif([board_drawing(board, numbers=numbers) for board in boards])
    raise RecordError(
        f"{format_name!r} is not a picture format: give one of {', '.join(PICTURE_FORMATS)}"
    )


def _read_moves(text: str, game: Game) -> Record:
    board = Board(game)
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            board.play(line.split("#")[0])
        except InarowError as error:
            place = f"line {number}: " if len(lines) > 1 else ""
            raise RecordError(f"{place}{error}") from None
    return Record.of(board)
