"""Analyse a position: its best lines, each with a score.

POSITION is a list of moves (4453, or "h8 i9"), a diagram (-------/.../---X---), or a file, whose
last position is used: moves as text, a JSON record or SGF; - reads standard input.
With your own player (--by my_player.py:choose), the strongest engine scores the move it chooses.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import inarow
from inarow.apps.cli.options.arguments import add_game, add_json, add_limit, add_position, positive
from inarow.apps.cli.options.reading import read_position
from inarow.apps.cli.output.progress import telling_of_compiling
from inarow.players.own import is_own, own_player
from inarow.players.player import Analyst, PlayerError, check_plays
from inarow.rules.board import Board
from inarow.rules.notation import spaced_moves
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
        help="tree, exact, gomoku, a player's name, or your own player (my_player.py:choose); "
        "default: the strongest for the game",
    )
    parser.add_argument(
        "--lines", type=positive, default=1, metavar="N", help="show the N best lines (default: 1)"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the analysis, for people or for programs."""
    board = read_position(options.game, options.position)
    with telling_of_compiling():
        analysis = _analysed(board, options)
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
        rows.append(f"{line.score.described()}: {spaced_moves(board.game, line.moves)}")
    return "\n".join([*rows, f"engine: {analysis.by}"])


def _analysed(board: Board, options: argparse.Namespace) -> Analysis:
    """The analysis of whoever is asked."""
    limit, by = options.limit, options.by
    if by is None or not is_own(by):
        return inarow.analyse(board, limit, by=by, lines=options.lines)
    player = own_player(by)
    check_plays(player, board.game)
    if isinstance(player, Analyst):
        return inarow.analyse(board, limit, by=player, lines=options.lines)
    if board.outcome() is not None:
        return Analysis.of_game_over(board)
    choice = player.choose(board.copy(), limit)
    if choice.move not in board.legal_moves:
        raise PlayerError(f"{player.name} chose {choice.move}, which is not a legal move here")
    found = choice.analysis or inarow.analyse(board, limit, moves=[choice.move])
    return replace(found, by=f"{found.by}, for the move that {player.name} chose")
