"""Print the engines' signatures, then measure the exact solver.

A signature is the number of nodes that an engine searches on fixed positions. It is the same on
every machine and changes only when the search does. The signatures of the engines and their total
are printed first, unless you choose classes with --class.

The exact solver is then measured on the usual classes of 7x6 positions, generated from a random
seed; the last line is the total number of nodes. Times are mean CPU times per position of one
thread, with a table of 64 MB, which is cleared before each position except in the easy classes.
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import add_seed, positive
from inarow.lab.bench import exact, gomoku, tree
from inarow.rules.catalogue import game
from inarow.rules.errors import InarowError
from inarow.search.exact.sampling import CLASSES, generate
from inarow.search.exact.solver import Solver

#: The engines, each with the module that knows its signature.
_ENGINES = {"tree": tree, "exact": exact, "gomoku": gomoku}

#: Positions of each class for a result within seconds; the last class takes longer.
_USUAL = {
    "end-easy": 200,
    "middle-easy": 200,
    "middle-medium": 50,
    "begin-easy": 20,
    "begin-medium": 10,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to measure."""
    parser.add_argument(
        "--class", dest="classes", action="append", metavar="CLASS",
        help=f"one of {', '.join(CLASSES)}; repeat for more",
    )  # fmt: skip
    parser.add_argument("--positions", type=positive, metavar="N", help="positions of each class")
    add_seed(parser, 1)


def run(options: argparse.Namespace) -> int:
    """Print the signatures, then a row for each class."""
    for name in options.classes or ():
        if name not in CLASSES:
            raise InarowError(f"there is no class {name!r}; there are {', '.join(CLASSES)}")
    if not options.classes:
        _print_signatures()
    _print_classes(options)
    return 0


def _print_signatures() -> None:
    total = 0
    for engine, module in _ENGINES.items():
        signature = module.signature()
        total += signature
        print(engine, signature, flush=True)
    print("total", total, flush=True)


def _print_classes(options: argparse.Namespace) -> None:
    print(f"{'class':14} {'positions':>9} {'nodes':>12} {'microseconds':>13} {'M nodes/s':>10}")
    total = 0
    for name in options.classes or _USUAL:
        wanted, count = CLASSES[name], options.positions or _USUAL.get(name, 1)
        positions = generate(Solver(game("connect4")), wanted, count, options.seed)
        nodes, seconds = exact.measure([board for board, _ in positions], clear=wanted.clear_table)
        total += nodes
        print(
            f"{name:14} {count:9} {nodes / count:12,.0f} {seconds / count * 1e6:13,.1f}"
            f" {nodes / seconds / 1e6:10.2f}",
            flush=True,
        )
    print(f"Bench: {total}")
