"""Print the engines' signatures, then measure the exact solver.

A signature is the number of nodes that an engine searches on fixed positions. It is the same on
every machine and changes only when the search does. Signatures come first, one for each engine and
their total, unless a measurement is asked for by name.

The exact solver is measured on the field's classes of 7x6 positions, made from a fixed seed; the
last line is the number of nodes in all. Times are of one thread's processor, mean a position, with
a table of 64 MB that is emptied before each position except in the easy classes. With --peer
bitbully the same positions are solved by that package too, the scores compared, and its times
divided by ours. With --threads N the clock is read instead: N threads on one position after the
other, and one thread on the same.

With --latency it measures how long one waits: for the perfect player's move or, with `--latency
score`, for the exact score alone, over random positions with every number of pieces, the table
emptied before each. Equal positions are measured once and counted as often as they come.
"""

from __future__ import annotations

import argparse
import time

from inarow.apps.cli.options.arguments import add_game, add_jobs, jobs_of
from inarow.apps.cli.output.progress import ProgressLine, bar
from inarow.lab.bench import exact, gomoku, latency, tree
from inarow.lab.bench.exact import Row
from inarow.rules.catalogue import game as game_of_text
from inarow.rules.errors import InarowError
from inarow.search.exact.book import shipped_book
from inarow.search.exact.sampling import CLASSES
from inarow.search.exact.solvable import refusal

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
_FOR_PEER = {
    "end-easy": 1000,
    "middle-easy": 1000,
    "middle-medium": 200,
    "begin-easy": 200,
    "begin-medium": 20,
    "begin-hard": 3,
}
_FOR_THREADS = {"begin-hard": 20}

_FOR_LATENCY = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to measure."""
    beside = parser.add_mutually_exclusive_group()
    beside.add_argument("--threads", type=int, metavar="N", help="compare N threads with one")
    beside.add_argument("--peer", choices=["bitbully"], help="measure another solver beside it")
    parser.add_argument(
        "--class",
        dest="classes",
        action="append",
        metavar="CLASS",
        help="end-easy, middle-easy, middle-medium, begin-easy, begin-medium or begin-hard;"
        " may be given several times",
    )
    parser.add_argument("--positions", type=int, metavar="N", help="positions of each class")
    parser.add_argument(
        "--latency", nargs="?", const="move", choices=("move", "score"),
        help="measure how long a move or a score takes, over random positions",
    )  # fmt: skip
    parser.add_argument("--no-book", action="store_true", help="with --latency: without the book")
    add_game(parser, option=True)
    add_jobs(parser)
    parser.add_argument("--seed", type=int, default=1, help="makes other positions (1)")


def run(options: argparse.Namespace) -> int:
    """Print the signatures, then a row for each class."""
    for name in options.classes or ():
        if name not in CLASSES:
            raise InarowError(f"there is no class {name!r}; there are {', '.join(CLASSES)}")
    if options.positions is not None and options.positions < 1:
        raise InarowError(f"a class has at least 1 position, not {options.positions}")
    if options.threads is not None and options.threads < 2:
        raise InarowError(f"one thread is compared with 2 or more, not {options.threads}")
    _refuse_combinations(options)
    if options.latency is not None:
        _print_latency(options)
    elif options.threads:
        _print_threads(options)
    else:
        if not options.classes and options.peer is None:
            _print_signatures()
        _print_classes(options)
    return 0


def _refuse_combinations(options: argparse.Namespace) -> None:
    """Say which options mean nothing beside others."""
    if options.latency is None:
        given = {
            "--game": options.game != game_of_text("connect4"),
            "--no-book": options.no_book,
            "--jobs": options.jobs is not None,
        }
        reason = "goes with --latency; without it the classes of connect4 are measured"
    else:
        given = {
            "--class": bool(options.classes),
            "--peer": options.peer is not None,
            "--threads": options.threads is not None,
        }
        reason = "does not go with --latency"
    for name, is_given in given.items():
        if is_given:
            raise InarowError(f"{name} {reason}")


def _counts(options: argparse.Namespace, usual: dict[str, int]) -> dict[str, int]:
    """How many positions of each class are wanted."""
    return {name: options.positions or usual.get(name, 1) for name in options.classes or usual}


def _print_signatures() -> None:
    total = 0
    for engine, module in _ENGINES.items():
        signature = module.signature()
        total += signature
        print(engine, signature, flush=True)
    print("total", total, flush=True)


def _print_classes(options: argparse.Namespace) -> None:
    print(_heading(options.peer))
    nodes = 0
    for name, count in _counts(options, _FOR_PEER if options.peer else _USUAL).items():
        row = exact.measure(CLASSES[name], count, options.seed, peer=options.peer)
        nodes += row.nodes
        print(_text(row), flush=True)
    print(f"Bench: {nodes}")


def _print_threads(options: argparse.Namespace) -> None:
    print(f"{'class':14} {'positions':>9} {'1 thread':>10} {options.threads:>2} threads   ratio")
    for name, count in _counts(options, _FOR_THREADS).items():
        alone, together = exact.measure_threads(CLASSES[name], count, options.seed, options.threads)
        print(
            f"{name:14} {count:9} {alone / count:8.3f} s {together / count:8.3f} s"
            f" {alone / together:7.2f}",
            flush=True,
        )


def _print_latency(options: argparse.Namespace) -> None:
    if reason := refusal(options.game):
        raise InarowError(f"cannot solve {options.game}: {reason}")
    count = options.positions or _FOR_LATENCY
    jobs, told = jobs_of(options), [bar(0, count)]
    with_book = not options.no_book and shipped_book(options.game) is not None
    task = latency.Task(options.game, options.latency, with_book)
    positions = latency.random_positions(task.game, count, options.seed)
    started = time.perf_counter()

    def tell(done: int) -> None:
        told[0] = bar(done, count)

    with ProgressLine(lambda: told[0]):
        times = latency.measure(task, positions, jobs, tell)
    print(
        f"{task.game}: the {task.what} of {count:,} random positions,"
        f" {'with' if task.with_book else 'without'} the book, {jobs} at a time,"
        f" {time.perf_counter() - started:.0f} s"
    )
    print(*times.lines(), sep="\n")


def _heading(peer: str | None) -> str:
    heading = f"{'class':14} {'positions':>9} {'nodes':>12} {'microseconds':>13} {'M nodes/s':>10}"
    return f"{heading} {peer:>13} {'ratio':>7}" if peer else heading


def _text(row: Row) -> str:
    text = (
        f"{row.name:14} {row.positions:9} {row.nodes / row.positions:12,.0f}"
        f" {row.seconds / row.positions * 1e6:13,.1f} {row.nodes / row.seconds / 1e6:10.2f}"
    )
    if row.peer_seconds is None:
        return text
    microseconds = row.peer_seconds / row.positions * 1e6
    return f"{text} {microseconds:13,.1f} {row.peer_seconds / row.seconds:7.1f}"
