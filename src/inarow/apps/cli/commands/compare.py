"""Search the same position in several ways and compare what each takes.

b is the number of moves of the position. Minimax looks at about b^d lines to depth d, alpha-beta
at best at about the square root of that; "power" is the power of b^d that a search looked at, from
1 for all of it down to 0.5 for the square root. Ctrl-C ends early with what is there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inarow.apps.cli.options.arguments import add_game
from inarow.apps.cli.options.study import parse_range, picture_name, positive
from inarow.apps.cli.output.exits import INTERRUPTED

if TYPE_CHECKING:
    from inarow.search.tree.compiled import Meter
    from inarow.study.trace.compare import Row


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a position, depths and searches."""
    parser.add_argument(
        "position", nargs="?", default="", metavar="POSITION", help="default: empty"
    )
    add_game(parser, option=True)
    parser.add_argument(
        "--depth", "-d", type=parse_range, default="1..8", help="for example 5 or 1..8 (1..8)"
    )
    parser.add_argument(
        "--searches",
        "-s",
        metavar="LIST",
        help="separated by commas: minimax, alpha-beta, negamax, ordered, table, deepening, all",
    )
    parser.add_argument(
        "--best-order",
        action="store_true",
        help="also alpha-beta with the best move first at every node, found by searching (slow); "
        "ends at depth 6, and --nodes does not bound it",
    )
    parser.add_argument("--nodes", type=positive, help="end each search after this many nodes")
    parser.add_argument(
        "--plot", type=picture_name, metavar="FILE", help="draw the plot as .svg or .png"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON line for each search")


def run(options: argparse.Namespace) -> int:
    """Compare, print and plot."""
    from inarow.apps.cli.options.study import (
        screen_width,
        stop_on_interrupt,
        telling_of_compiling,
        write_drawing,
    )
    from inarow.apps.cli.output.progress import ProgressLine
    from inarow.rules.board import Board
    from inarow.search.stopping import StopSignal
    from inarow.study.trace.compare import BEST_ORDER, USUAL_SEARCHES, compare, comparison_plot

    board = Board.parse(options.game, options.position)
    searches = options.searches.split(",") if options.searches else list(USUAL_SEARCHES)
    if options.best_order:
        searches.append(BEST_ORDER)
    rows: list[Row] = []
    stop = StopSignal()
    running = _Running()
    line = ProgressLine(lambda: running.describe(rows))
    with line, telling_of_compiling(), stop_on_interrupt(stop):
        wanted = [name.strip() for name in searches]
        for row in compare(
            board, options.depth, wanted, nodes=options.nodes, stop=stop, on_start=running.start
        ):
            line.clear()
            if options.json:
                print(json.dumps(row.to_json()), flush=True)
            elif not rows or rows[-1].depth != row.depth:
                print(_heading(row))
            if not options.json:
                print(_line(row), flush=True)
            rows.append(row)
    if rows and not options.json:
        print()
        print(comparison_plot(rows).text(max(min(screen_width() - 10, 72), 1)))
    if options.plot:
        write_drawing(comparison_plot(rows).drawing(), options.plot)
    return INTERRUPTED if stop.is_set() else 0


class _Running:
    """The search that is running now."""

    def __init__(self) -> None:
        self.name, self.depth = "", 0
        self.meter: Meter | None = None

    def start(self, name: str, depth: int, meter: Meter | None) -> None:
        self.name, self.depth, self.meter = name, depth, meter

    def describe(self, rows: Sequence[Row]) -> str:
        """A bar of the nodes against those that the depths before let expect."""
        from inarow.apps.cli.output.progress import bar

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


def _heading(row: Row) -> str:
    return (
        f"\ndepth {row.depth}: b^d = {row.worst:,.0f}, square root {row.best:,.0f}\n"
        f"{'search':10}{'nodes':>12}{'evaluations':>13}{'cut-offs':>11}{'seconds':>9}"
        f"{'branching':>10}{'power':>6} value"
    )


def _line(row: Row) -> str:
    ended = "" if row.complete else "  (ended early)"
    return (
        f"{row.search:10}{row.nodes:>12,}{row.evaluations:>13,}{row.cutoffs:>11,}"
        f"{row.seconds:>9.3f}{row.effective_branching:>10.2f}{row.exponent:>6.2f}"
        f" {row.value}{ended}"
    )
