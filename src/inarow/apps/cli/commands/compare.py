"""Search the same position in several ways and compare the effort.

With b legal moves, minimax looks at about b^d positions to depth d, and alpha-beta at best at the
square root of that. "power" is the exponent p for which a search looked at (b^d)^p positions: 1 is
all of them, 0.5 the square root. Ctrl-C stops early and keeps the results so far.

Your own player (--by my_player.py:choose) is counted by the moves that it tries on the board. It is
given the depth, def choose(board, limit), and its value is the value of the move it chooses.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from inarow.apps.cli.options.arguments import (
    add_game,
    add_heuristic,
    add_json,
    add_position,
    parse_range,
    picture_name,
    positive,
)
from inarow.apps.cli.options.reading import read_position
from inarow.apps.cli.output.exits import INTERRUPTED, stop_on_interrupt
from inarow.apps.cli.output.files import write_drawing
from inarow.apps.cli.output.progress import ProgressLine, bar, telling_of_compiling
from inarow.apps.cli.output.text import screen_width
from inarow.players.entrants import entrant
from inarow.players.own import OwnPlayer
from inarow.players.player import Player, PlayerError, check_plays
from inarow.rules.board import Board
from inarow.search.stopping import StopSignal
from inarow.study.trace.compare import (
    BEST_ORDER,
    USUAL_SEARCHES,
    Comparison,
    compare,
    comparison_plot,
)
from inarow.study.trace.searches import READABLE, heuristic_for
from inarow.study.trace.visits import Counting
from inarow.wire.write import comparison_info, json_line

#: How wide the names of searches are.
_NAME = 11


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a position, depths and searches."""
    add_position(parser)
    add_game(parser, option=True)
    parser.add_argument(
        "--depth",
        "-d",
        type=parse_range,
        default="1..8",
        help="one depth (5) or a range (1..8; the default)",
    )
    parser.add_argument(
        "--search",
        "-s",
        metavar="LIST",
        help="the searches, separated by commas: minimax, alpha-beta, negamax, ordered, table, "
        "deepening, all",
    )
    add_heuristic(parser)
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="PLAYER",
        help="add your own player, my_player.py:choose",
    )
    parser.add_argument(
        "--best-order",
        action="store_true",
        help="add alpha-beta with the best move first at every node (slow, because it has to be "
        "found "
        "by searching); stops at depth 6 and ignores --nodes",
    )
    parser.add_argument(
        "--nodes", type=positive, metavar="N", help="stop each search after N nodes"
    )
    parser.add_argument(
        "--plot", type=picture_name, metavar="FILE", help="plot the comparison, as .svg or .png"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Compare, print and plot."""
    board = read_position(options.game, options.position)
    heuristic = options.heuristic or heuristic_for(board.game)
    usual = USUAL_SEARCHES if heuristic.is_compiled else READABLE
    searches = options.search.split(",") if options.search else list(usual)
    if options.best_order:
        searches.append(BEST_ORDER)
    players = [_compared(name, board) for name in options.by]
    rows: list[Comparison] = []
    stop = StopSignal()
    running = _Running()
    line = ProgressLine(lambda: running.describe(rows))
    with line, telling_of_compiling(), stop_on_interrupt(stop):
        wanted = [name.strip() for name in searches]
        for row in compare(
            board, options.depth, wanted, heuristic=heuristic, players=players,
            nodes=options.nodes, stop=stop, on_start=running.start,
        ):  # fmt: skip
            line.clear()
            if options.json:
                print(json_line(comparison_info(row)), flush=True)
            else:
                if not rows:
                    print(f"heuristic: {heuristic.about}")
                if not rows or rows[-1].depth != row.depth:
                    print(_heading(row))
                print(_line(row), flush=True)
            rows.append(row)
    if rows and not options.json:
        print()
        print(comparison_plot(rows).text(max(min(screen_width() - 10, 72), 1)))
    if options.plot:
        write_drawing(comparison_plot(rows).drawing(), options.plot)
    return INTERRUPTED if stop.is_set() else 0


def _compared(name: str, board: Board) -> Player:
    """A player of one's own that can be told how deep to look."""
    player = entrant(name)
    check_plays(player, board.game)
    if not isinstance(player, OwnPlayer) or not player.takes_limit:
        raise PlayerError(f"{name} cannot be compared: only your own def choose(board, limit) can")
    return player


class _Running:
    """The search that is running now."""

    def __init__(self) -> None:
        self.name, self.depth = "", 0
        self.meter: Counting | None = None

    def start(self, name: str, depth: int, meter: Counting | None) -> None:
        self.name, self.depth, self.meter = name, depth, meter

    def describe(self, rows: Sequence[Comparison]) -> str:
        """A bar of the nodes against those that the depths before let expect."""
        if self.meter is None:
            return f"{self.name}, depth {self.depth} ..."
        nodes = self.meter.nodes
        before = [row for row in rows if row.search == self.name and row.complete]
        label = f"{self.name}, depth {self.depth}: "
        if not before:
            return f"{label}{nodes:,} nodes"
        last = before[-1]
        expected = int(last.nodes * last.effective_branching ** (self.depth - last.depth))
        return f"{label}{bar(min(nodes, expected), expected)} nodes"


def _short(name: str) -> str:
    """A name that fits its column: of a player of one's own, the end."""
    return name[1 - _NAME :]


def _heading(row: Comparison) -> str:
    return (
        f"\ndepth {row.depth}: b^d = {row.worst:,.0f}, square root {row.best:,.0f}\n"
        f"{'search':{_NAME}}{'nodes':>12}{'evaluations':>13}{'cut-offs':>11}{'seconds':>9}"
        f"{'branching':>10}{'power':>6} value"
    )


def _line(row: Comparison) -> str:
    ended = "" if row.complete else "  (stopped early)"
    return (
        f"{_short(row.search):{_NAME}}{row.nodes:>12,}{row.evaluations:>13,}{row.cutoffs:>11,}"
        f"{row.seconds:>9.3f}{row.effective_branching:>10.2f}{row.exponent:>6.2f}"
        f" {row.score}{ended}"
    )
