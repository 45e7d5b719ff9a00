"""Build an opening book, show what is in one, or check it against the solver.

`inarow book build --plies 8 --device gpu connect4.book` solves every position after 8 plies and
stores these and all earlier ones. With --keep only some plies are stored; positions in between are
looked up a few moves ahead. `inarow book show` describes a book (default: the built-in one), and
`inarow book check` solves random entries again.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from inarow.apps.cli.options.arguments import add_game, add_jobs, add_seed, positive
from inarow.apps.cli.options.devices import add_device, book_of, row_solver
from inarow.apps.cli.output.progress import ProgressLine, bar
from inarow.files.whole import check_writable
from inarow.rules.errors import InarowError
from inarow.search.exact.batch import Progress
from inarow.search.exact.book import Book, build_book
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.row_solver import CpuRowSolver
from inarow.search.stopping import StopSignal, run_stoppable

_DIFFERENT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do with a book."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="solve and store every position up to a ply")
    build.add_argument("file", metavar="FILE", help="the book to write")
    add_game(build, option=True)
    build.add_argument(
        "--plies", type=int, default=8, metavar="N", help="the deepest ply (default: 8)"
    )
    build.add_argument(
        "--keep", metavar="PLIES", help="the plies to store, such as 0-8,12 (default: all)"
    )
    add_device(build)
    add_jobs(build)
    build.set_defaults(action=_build)
    show = actions.add_parser("show", help="describe a book")
    show.set_defaults(action=_show)
    check = actions.add_parser("check", help="solve random entries again")
    check.add_argument(
        "--entries", type=positive, default=100, metavar="N", help="how many (default: 100)"
    )
    add_seed(check, 1)
    check.set_defaults(action=_check)
    for action in (show, check):
        action.add_argument("file", metavar="FILE", nargs="?", help="default: the built-in book")
        add_game(action, option=True)


def run(options: argparse.Namespace) -> int:
    """Do what was asked."""
    status: int = options.action(options)
    return status


def _build(options: argparse.Namespace) -> int:
    if not 0 <= options.plies < options.game.cells:
        raise InarowError(f"--plies must be 0 to {options.game.cells - 1}, not {options.plies}")
    keep = None if options.keep is None else _numbers(options.keep, options.plies)
    check_writable(Path(options.file))
    told = ["finding the positions"]

    def tell(progress: Progress) -> None:
        told[0] = f"{bar(progress.solved, progress.total)}  {progress.nodes:,} nodes"

    solver, _ = row_solver(options.game, options)
    stop = StopSignal()

    def work() -> Book:
        return build_book(
            options.game, options.plies, lambda rows: solver.scores(rows, stop, tell), keep
        )

    with ProgressLine(lambda: told[0]):
        book = run_stoppable(work, stop)
    book.save(Path(options.file))
    print(_described(book), f"{Path(options.file).stat().st_size:,} bytes", sep="\n")
    return 0


def _numbers(text: str, last_ply: int) -> list[int]:
    """Numbers of plies such as 0-8,12."""
    numbers: list[int] = []
    try:
        for part in text.split(","):
            first, _, last = part.partition("-")
            numbers += range(int(first), int(last or first) + 1)
    except ValueError:
        raise InarowError(f"--keep takes plies such as 0-8,12, not {text!r}") from None
    if not numbers or not all(0 <= number <= last_ply for number in numbers):
        raise InarowError(f"--keep takes plies from 0 to {last_ply}, not {text!r}")
    return numbers


def _described(book: Book) -> str:
    lines = [f"{book.game}: {len(book):,} positions"]
    for ply in book.plies:
        scores = book.layer(ply)[1]
        lines.append(
            f"{ply:3} plies: {len(scores):9,} positions, the player to move wins"
            f" {int((scores > 0).sum()):,}, loses {int((scores < 0).sum()):,}, draws"
            f" {int((scores == 0).sum()):,}"
        )
    return "\n".join(lines)


def _show(options: argparse.Namespace) -> int:
    print(_described(book_of(options.file, options.game)))
    return 0


def _check(options: argparse.Namespace) -> int:
    book = book_of(options.file, options.game)
    arrays, solver = PositionArrays(book.game), CpuRowSolver(book.game)
    chance = random.Random(options.seed)
    done = different = 0
    with ProgressLine(lambda: bar(done, options.entries)):
        while done < options.entries:
            keys, scores = book.layer(chance.choice(book.plies[-2:]))
            place = chance.randrange(len(keys))
            [points] = solver.scores(arrays.of_keys(keys[place : place + 1]))
            different += int(points != scores[place])
            done += 1
    print(f"{options.entries} entries solved again, {different} differences")
    if different:
        print("inarow: the book is wrong", file=sys.stderr)
    return _DIFFERENT if different else 0
