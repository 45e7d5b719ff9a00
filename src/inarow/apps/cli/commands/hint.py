"""Find the best move, and say why it is best.

POSITION is a list of moves (4453, or "h8 i9"), a diagram (-------/.../---X---), or a file, whose
last position is used: moves as text, a JSON record or SGF; - reads standard input.
Hints always come from the strongest engine.
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import (
    add_game,
    add_json,
    add_limit,
    add_position,
    picture_name,
)
from inarow.apps.cli.options.reading import read_position
from inarow.apps.cli.output.files import write_drawing
from inarow.apps.cli.output.progress import telling_of_compiling
from inarow.apps.cli.output.text import wrapped
from inarow.draw.board import board_drawing
from inarow.rules.board import Board
from inarow.rules.notation import move_text
from inarow.study.explain.hint import Hint, hint
from inarow.wire.write import hint_info, json_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a position and how long to think."""
    add_position(parser)
    add_game(parser, option=True)
    add_limit(parser)
    parser.add_argument(
        "--draw",
        type=picture_name,
        metavar="FILE",
        help="draw the hint on the board, as .svg or .png",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the hint."""
    board = read_position(options.game, options.position)
    with telling_of_compiling():
        found = hint(board, options.limit)
    if options.draw:
        cell = board.landing_cell(found.move)
        marks = sorted(set(found.reason.cells) - {cell})
        write_drawing(board_drawing(board, marks=marks, suggested=cell), options.draw)
    print(json_line(hint_info(board, found)) if options.json else hint_text(board, found))
    return 0


def hint_text(board: Board, found: Hint) -> str:
    """The hint for people."""
    move = move_text(board.game, found.move)
    rows = [board.diagram(labels=True), "", f"{board.turn} to move: play {move}."]
    rows.append(wrapped(found.reason.text, 0))
    lines = found.analysis.lines
    if len(lines) > 1:
        listed = (f"{move_text(board.game, line.move)}: {line.score.described()}" for line in lines)
        rows.append(wrapped("moves: " + ", ".join(listed), 0))
    rows.append(wrapped(f"best line: {found.analysis.pv_text()} (engine: {found.analysis.by})", 0))
    return "\n".join(rows)
