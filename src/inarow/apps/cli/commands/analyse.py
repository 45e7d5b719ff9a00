"""Evaluate a position: the score, the best move and the line that follows.

POSITION is a sequence of moves (4453, or "h8 i9") or a diagram (-------/.../---X---).
"""

from __future__ import annotations

import argparse
import json

from inarow.apps.cli.options.arguments import add_game, add_json, add_limit, add_position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a position and how to look at it."""
    add_position(parser)
    add_game(parser, option=True)
    add_limit(parser)
    parser.add_argument(
        "--by", metavar="PLAYER", help="the player whose search to use (default: the game's own)"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the analysis, for people or for programs."""
    import inarow

    board = inarow.Board.parse(options.game, options.position)
    analysis = inarow.analyse(board, options.limit, by=options.by)
    if options.json:
        print(json.dumps({"position": board.text(), **analysis.to_json()}))
        return 0
    print(board.diagram(labels=True))
    print()
    if (outcome := board.outcome()) is not None:
        print(f"The game is over: {outcome}.")
        return 0
    print(f"{board.turn} to move: {analysis.summary()}")
    print(f"best line: {analysis.pv_text()}")
    return 0
