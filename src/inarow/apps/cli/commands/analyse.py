"""Analyse a position: its best lines, each with a score.

POSITION is a sequence of moves (4453, or "h8 i9") or a diagram (-------/.../---X---).
"""

from __future__ import annotations

import argparse

import inarow
from inarow.apps.cli.options.arguments import add_game, add_json, add_limit, add_position, positive
from inarow.rules.board import Board
from inarow.rules.notation import move_text
from inarow.search.analysis import Analysis
from inarow.wire.write import analysis_info, json_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a position and how to look at it."""
    add_position(parser)
    add_game(parser, option=True)
    add_limit(parser)
    parser.add_argument(
        "--by",
        metavar="ENGINE",
        help="tree, exact, gomoku, or a player's name; default: the strongest for the game",
    )
    parser.add_argument(
        "--lines", type=positive, default=1, metavar="N", help="how many of the best lines (1)"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the analysis, for people or for programs."""
    board = Board.parse(options.game, options.position)
    analysis = inarow.analyse(board, options.limit, by=options.by, lines=options.lines)
    if options.json:
        print(json_line(analysis_info(board, analysis)))
    else:
        print(analysis_text(board, analysis))
    return 0


def analysis_text(board: Board, analysis: Analysis) -> str:
    """The analysis for people."""
    rows = [board.diagram(labels=True), ""]
    if (outcome := board.outcome()) is not None:
        return "\n".join([*rows, f"The game is over: {outcome}."])
    rows.append(f"{board.turn} to move: {analysis.summary()}")
    for line in analysis.lines:
        played = " ".join(move_text(board.game, move) for move in line.moves)
        rows.append(f"{line.score}: {played}")
    return "\n".join([*rows, f"by {analysis.by}"])
