"""A board as a picture: crisp at any size, pieces told apart without colour."""

from __future__ import annotations

from collections.abc import Iterable

from inarow.draw import colours
from inarow.draw.canvas import Circle, Drawing, Mark, Path, Rectangle, Text
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.notation import column_letter
from inarow.rules.side import Side

_CELL = 48.0
_MARGIN = 28.0
_RADIUS = 19.0


def board_svg(board: Board, *, numbers: bool = False, marks: Iterable[int] = ()) -> str:
    """The position as SVG text, with the last move and the winning cells marked."""
    return board_drawing(board, numbers=numbers, marks=marks).svg()


def board_drawing(
    board: Board,
    *,
    numbers: bool = False,
    marks: Iterable[int] = (),
    suggested: int | None = None,
) -> Drawing:
    """The position as a drawing: the last move and the winning line are marked.

    With ``numbers``, each piece bears the number of its move, as far as the history goes back.
    ``marks`` are cells to point at, such as the threats of a hint; on ``suggested``, an empty
    cell, the mover's piece stands in a ring.
    """
    game = board.game
    width = game.width * _CELL + 2 * _MARGIN
    height = game.height * _CELL + 2 * _MARGIN
    drawing = Drawing(width, height, f"{game}: {_caption(board)}")
    drawing.add(Rectangle(0, 0, width, height, colours.PAPER))
    drawing.add(*(_frame(game) if game.gravity else _grid(game)), *_labels(game))
    numbered = _move_numbers(board) if numbers else {}
    for cell in range(game.cells):
        side = board.piece_at(cell)
        if side is not None:
            drawing.add(*_piece(game, cell, side, numbered.get(cell)))
    drawing.add(*_winning_marks(board))
    last = board.last_cell()
    if last is not None and not numbers:
        drawing.add(Circle(*_centre(game, last), 3.5, colours.PAPER))
    drawing.add(*(_pointer(game, cell) for cell in marks))
    if suggested is not None:
        drawing.add(
            *_piece(game, suggested, board.turn, None), _ring(game, suggested, colours.MARKED)
        )
    return drawing


def _caption(board: Board) -> str:
    outcome = board.outcome()
    return str(outcome) if outcome else f"{board.turn} to move"


def _centre(game: Game, cell: int) -> tuple[float, float]:
    x, y = game.xy(cell)
    return _MARGIN + (x + 0.5) * _CELL, _MARGIN + (game.height - y - 0.5) * _CELL


def _move_numbers(board: Board) -> dict[int, int]:
    """The number of the move that filled each cell; a position that was set up counts on."""
    replay = board.start()
    numbers = {}
    for move in board.moves:
        numbers[replay.landing_cell(move)] = replay.ply + 1
        replay.push_legal(move)
    return numbers


def _ground(game: Game, colour: str) -> Rectangle:
    size = (game.width * _CELL, game.height * _CELL)
    return Rectangle(_MARGIN, _MARGIN, *size, colour, 8)


def _frame(game: Game) -> list[Mark]:
    """A standing frame with a hole for every cell."""
    holes = (Circle(*_centre(game, cell), _RADIUS, colours.HOLE) for cell in range(game.cells))
    return [_ground(game, colours.FRAME), *holes]


def _grid(game: Game) -> list[Mark]:
    """A wooden board of crossing lines."""
    left, bottom = _centre(game, 0)
    right, top = _centre(game, game.cells - 1)
    columns = [left + x * _CELL for x in range(game.width)]
    rows = [bottom - y * _CELL for y in range(game.height)]
    return [
        _ground(game, colours.WOOD),
        *(Path(((at, top), (at, bottom)), colours.GRID) for at in columns),
        *(Path(((left, at), (right, at)), colours.GRID) for at in rows),
    ]


def _labels(game: Game) -> list[Mark]:
    below = _MARGIN + game.height * _CELL + 18
    marks: list[Mark] = []
    for x in range(game.width):
        name = str(x + 1) if game.gravity else column_letter(x)
        marks.append(Text(_centre(game, x)[0], below, name, 14, colours.INK))
    if not game.gravity:
        for y in range(game.height):
            _, cy = _centre(game, game.cell(0, y))
            marks.append(Text(_MARGIN / 2, cy + 5, str(y + 1), 14, colours.INK))
    return marks


def _piece(game: Game, cell: int, side: Side, number: int | None) -> list[Mark]:
    """A disc with a cross for X and with a ring for O, so that shape tells them apart too."""
    cx, cy = _centre(game, cell)
    ink = colours.INK
    marks: list[Mark] = [Circle(cx, cy, _RADIUS, colours.PIECES[side], ink, 1.5)]
    if number is not None:
        if side is Side.O:
            marks.append(Circle(cx, cy, 14, stroke=ink))
        return [*marks, Text(cx, cy + 6, str(number), 16, ink, bold=True)]
    if side is Side.O:
        return [*marks, Circle(cx, cy, 8, stroke=ink, stroke_width=3)]
    strokes = (((cx - 7, cy - 7), (cx + 7, cy + 7)), ((cx - 7, cy + 7), (cx + 7, cy - 7)))
    return [*marks, *(Path(stroke, ink, 3) for stroke in strokes)]


def _winning_marks(board: Board) -> list[Mark]:
    """A ring around every winning piece."""
    outcome = board.outcome()
    cells = outcome.cells if outcome else ()
    return [_ring(board.game, cell, colours.BEST) for cell in cells]


def _ring(game: Game, cell: int, colour: str) -> Mark:
    """A ring around a piece."""
    return Circle(*_centre(game, cell), _RADIUS + 2, stroke=colour, stroke_width=5)


def _pointer(game: Game, cell: int) -> Mark:
    """A diamond on a cell."""
    cx, cy = _centre(game, cell)
    around = ((0, -11), (11, 0), (0, 11), (-11, 0), (0, -11))
    points = tuple((cx + dx, cy + dy) for dx, dy in around)
    return Path(points, colours.MARKED, 3)
