"""A board as an SVG picture: crisp at any size, pieces told apart without colour."""

from __future__ import annotations

from html import escape

from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.rules.notation import column_letter
from inarow.rules.side import Side

_CELL = 48
_MARGIN = 28
_RADIUS = 19

_STYLE = {
    "ink": "#1d2433",
    "paper": "#f7f4ec",
    "frame": "#2456a6",
    "hole": "#e8eef8",
    "wood": "#e9c98b",
    "grid": "#8a6a33",
    "X": "#d7263d",
    "O": "#f6c028",
    "win": "#11823b",
}


def board_svg(board: Board) -> str:
    """The position as SVG text, with the last move and the winning cells marked."""
    game = board.game
    width = game.width * _CELL + 2 * _MARGIN
    height = game.height * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(str(game))}: {escape(_caption(board))}</title>",
        f'<rect width="{width}" height="{height}" fill="{_STYLE["paper"]}"/>',
        *(_frame(game) if game.gravity else _grid(game)),
        *_labels(game),
    ]
    outcome = board.outcome()
    winning = outcome.cells if outcome else ()
    for cell in range(game.cells):
        side = board.piece_at(cell)
        if side is not None:
            parts.append(_piece(game, cell, side))
            if cell in winning:
                parts.append(_ring(game, cell))
    last = board.last_cell()
    if last is not None:
        parts.append(_last_move_mark(game, last))
    return "\n".join([*parts, "</svg>"])


def _caption(board: Board) -> str:
    outcome = board.outcome()
    return str(outcome) if outcome else f"{board.turn} to move"


def _centre(game: Game, cell: int) -> tuple[float, float]:
    x, y = game.xy(cell)
    return _MARGIN + (x + 0.5) * _CELL, _MARGIN + (game.height - y - 0.5) * _CELL


def _frame(game: Game) -> list[str]:
    """A standing frame with a hole for every cell."""
    parts = [
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{game.width * _CELL}" '
        f'height="{game.height * _CELL}" rx="10" fill="{_STYLE["frame"]}"/>'
    ]
    for cell in range(game.cells):
        cx, cy = _centre(game, cell)
        parts.append(f'<circle cx="{cx}" cy="{cy}" r="{_RADIUS}" fill="{_STYLE["hole"]}"/>')
    return parts


def _grid(game: Game) -> list[str]:
    """A wooden board of crossing lines."""
    parts = [
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{game.width * _CELL}" '
        f'height="{game.height * _CELL}" rx="6" fill="{_STYLE["wood"]}"/>'
    ]
    left, bottom = _centre(game, 0)
    right, top = _centre(game, game.cells - 1)
    line = f'stroke="{_STYLE["grid"]}" stroke-width="1"'
    for x in range(game.width):
        at = left + x * _CELL
        parts.append(f'<line x1="{at}" y1="{top}" x2="{at}" y2="{bottom}" {line}/>')
    for y in range(game.height):
        at = bottom - y * _CELL
        parts.append(f'<line x1="{left}" y1="{at}" x2="{right}" y2="{at}" {line}/>')
    return parts


def _labels(game: Game) -> list[str]:
    text = f'font-family="sans-serif" font-size="14" fill="{_STYLE["ink"]}" text-anchor="middle"'
    below = _MARGIN + game.height * _CELL + 18
    parts = []
    for x in range(game.width):
        cx, _ = _centre(game, x)
        name = str(x + 1) if game.gravity else column_letter(x)
        parts.append(f'<text x="{cx}" y="{below}" {text}>{name}</text>')
    if not game.gravity:
        for y in range(game.height):
            _, cy = _centre(game, game.cell(0, y))
            parts.append(f'<text x="{_MARGIN / 2}" y="{cy + 5}" {text}>{y + 1}</text>')
    return parts


def _piece(game: Game, cell: int, side: Side) -> str:
    """A disc with a cross for X and with a ring for O, so that shape tells them apart too."""
    cx, cy = _centre(game, cell)
    disc = (
        f'<circle cx="{cx}" cy="{cy}" r="{_RADIUS}" fill="{_STYLE[side.name]}" '
        f'stroke="{_STYLE["ink"]}" stroke-width="1.5"/>'
    )
    pen = f'fill="none" stroke="{_STYLE["ink"]}" stroke-width="3" stroke-linecap="round"'
    if side is Side.O:
        return disc + f'<circle cx="{cx}" cy="{cy}" r="8" {pen}/>'
    strokes = f"M{cx - 7} {cy - 7}L{cx + 7} {cy + 7}M{cx - 7} {cy + 7}L{cx + 7} {cy - 7}"
    return disc + f'<path d="{strokes}" {pen}/>'


def _ring(game: Game, cell: int) -> str:
    cx, cy = _centre(game, cell)
    return (
        f'<circle cx="{cx}" cy="{cy}" r="{_RADIUS + 2}" fill="none" '
        f'stroke="{_STYLE["win"]}" stroke-width="5"/>'
    )


def _last_move_mark(game: Game, cell: int) -> str:
    cx, cy = _centre(game, cell)
    return f'<circle cx="{cx}" cy="{cy}" r="3.5" fill="{_STYLE["paper"]}"/>'
