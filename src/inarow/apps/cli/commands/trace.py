"""Draw the tree of a search: windows, values, move order and cut-offs.

The tree is recorded from the search itself while it runs. As HTML (-o tree.html) you can zoom into
it and replay it. A search that is too large is given up, and you are told which depth is possible.

POSITION is a list of moves (4453, or "h8 i9"), a diagram, or a file, whose last position is used.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext

from inarow.apps.cli.options.arguments import (
    add_game,
    add_heuristic,
    add_output,
    add_position,
    positive,
)
from inarow.apps.cli.options.reading import read_position
from inarow.apps.cli.output.files import form_of, write_output
from inarow.apps.cli.output.progress import ProgressLine, telling_of_compiling
from inarow.players.entrants import entrant
from inarow.players.five import FivePlayer
from inarow.players.perfect import PerfectPlayer
from inarow.players.player import PlayerError, check_plays
from inarow.players.searching import SearchingPlayer
from inarow.rules.board import Board
from inarow.search.gomoku.parts import Part
from inarow.search.tree.recipe import Recipe
from inarow.study.trace.searches import named_search
from inarow.study.trace.tree import (
    MOST_COMPILED_NODES,
    MOST_READABLE_NODES,
    Trace,
    TraceError,
    trace,
)
from inarow.study.trace.tree_html import tree_html
from inarow.study.trace.tree_svg import tree_svg
from inarow.study.trace.tree_text import tree_text
from inarow.study.trace.visits import Counting
from inarow.wire.write import json_line, trace_info

_SOLVER = "solver"
_ENGINE = "engine"
_USUAL_DEPTH = 3
#: Where there are more moves than this, the usual search looks less far, or it would never end.
_MANY_MOVES = 30
_FORMATS = ("text", "svg", "html", "json")
#: The endings of names, and what is written into such a file.
_ENDINGS = {"svg": "svg", "html": "html", "json": "json", "txt": "text", "text": "text"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a position, a search and a form."""
    add_position(parser)
    add_game(parser, option=True)
    parser.add_argument(
        "--search",
        "-s",
        default="alpha-beta",
        help="minimax, alpha-beta, negamax, ordered, table, deepening or all; solver (the exact "
        "solver) or engine (the Gomoku engine) (default: alpha-beta)",
    )
    add_heuristic(parser)
    parser.add_argument(
        "--by", metavar="PLAYER", help="trace this player's search instead of --search"
    )
    parser.add_argument(
        "--depth",
        "-d",
        type=positive,
        help="search depth (default: 3, on large open boards 2, or the player's own)",
    )
    parser.add_argument(
        "--show",
        type=positive,
        default=400,
        metavar="N",
        help="show at most N nodes (default: 400)",
    )
    parser.add_argument(
        "--nodes",
        type=positive,
        metavar="N",
        help=f"give up a search with more than N nodes (default: {MOST_READABLE_NODES:,}; "
        f"compiled: {MOST_COMPILED_NODES:,})",
    )
    parser.add_argument(
        "--compiled",
        action="store_true",
        help="trace the compiled search instead of the readable one",
    )
    parser.add_argument(
        "--format", "-f", choices=_FORMATS, help="default: from the name of FILE, or text"
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Trace and draw."""
    form = options.format or _ENDINGS[form_of(options.output, tuple(_ENDINGS), "text")]
    board = read_position(options.game, options.position)
    found = _traced(board, options)
    match form:
        case "svg":
            data = tree_svg(found, options.show)
        case "html":
            data = tree_html(found, options.show)
        case "json":
            data = json_line(trace_info(found))
        case _:
            data = tree_text(found, options.show)
    write_output(data, options.output)
    return 0


def _traced(board: Board, options: argparse.Namespace) -> Trace:
    """The tree of the player that is named, else of the search."""
    if options.by is not None:
        return _trace_player(board, options)
    if options.search == _SOLVER:
        return _trace_solver(board, options)
    if options.search == _ENGINE:
        return _trace_engine(board, options, options.depth or _USUAL_DEPTH)
    recipe = named_search(options.search).recipe(board.game, options.heuristic)
    usual = _USUAL_DEPTH - (len(board.legal_moves) > _MANY_MOVES)
    return _trace_search(board, options, recipe, options.depth or usual)


def _trace_player(board: Board, options: argparse.Namespace) -> Trace:
    """The tree of a player's search, as deep as the player looks unless told otherwise."""
    searcher = entrant(options.by)
    check_plays(searcher, board.game)
    if isinstance(searcher, PerfectPlayer):
        return _trace_solver(board, options)
    if isinstance(searcher, FivePlayer):
        depth = options.depth or searcher.depth or _USUAL_DEPTH
        return _trace_engine(board, options, depth, searcher.without)
    if isinstance(searcher, SearchingPlayer):
        return _trace_search(board, options, searcher.recipe, options.depth or searcher.depth)
    raise PlayerError(
        f"{searcher.name} has no search tree to draw; to use your own heuristic, try "
        "--heuristic FILE.py:NAME"
    )


def _trace_search(board: Board, options: argparse.Namespace, recipe: Recipe, depth: int) -> Trace:
    """The tree of a search with a recipe."""
    compiled = options.compiled or recipe.extras.any
    running: list[Counting] = []
    line = ProgressLine(lambda: f"{running[0].nodes:,} nodes" if running else "")
    with line, telling_of_compiling() if compiled else nullcontext():
        return trace(
            board, recipe, depth, rows=options.show, compiled=compiled,
            most_nodes=options.nodes, on_start=running.append,
        )  # fmt: skip


def _trace_solver(board: Board, options: argparse.Namespace) -> Trace:
    """The tree of the exact solver, which looks as deep as the game goes."""
    if options.depth is not None:
        raise TraceError("the exact solver searches to the end of the game: --depth does not apply")
    with ProgressLine(lambda: "solving the position"), telling_of_compiling():
        from inarow.study.trace.solver_tree import trace_solver

        return trace_solver(board, rows=options.show)


def _trace_engine(
    board: Board,
    options: argparse.Namespace,
    depth: int,
    without: frozenset[Part] = frozenset(),
) -> Trace:
    """The tree of the Gomoku engine."""
    with ProgressLine(lambda: f"searching to depth {depth}"), telling_of_compiling():
        from inarow.study.trace.engine_tree import trace_engine

        return trace_engine(board, depth, rows=options.show, without=without)
