"""Solve positions of games with falling pieces: who wins, and how soon.

POSITION is a list of columns (4453) or a diagram (......./ ... /...X...). Without one, positions
are read from --file or standard input, one per line; a score after the position, as in public test
sets, is ignored. On a terminal with no input, the empty board is solved.

In a pipe or a file each line is `POSITION SCORE`. The score is 0 for a draw; for a win, the
number of pieces the winner has left after the winning move, plus one; for a loss, the negative of
that. If a limit ends the search early, the score is a range, LOWEST..HIGHEST.

A line that is not a position is reported with its number, and the rest is solved. The exit status
is 0 if all were solved, 1 if a limit left a range, 2 if a line was not a position.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import TextIO

from inarow.apps.cli.options.arguments import add_game, add_json, add_limit, add_threads
from inarow.apps.cli.options.devices import add_device, book_of, takes_gpu
from inarow.apps.cli.options.reading import standard_input
from inarow.apps.cli.output.exits import USAGE_ERROR
from inarow.apps.cli.output.progress import ProgressLine, bar, telling_of_compiling
from inarow.files.trouble import trouble_as
from inarow.lab.bench.sizes import size_table
from inarow.rules.board import Board
from inarow.rules.errors import InarowError
from inarow.rules.notation import move_text, spaced_moves
from inarow.search.exact.batch import Progress
from inarow.search.exact.solution import Solution
from inarow.search.exact.solver import Solver
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal, deadline, run_stoppable
from inarow.search.table_size import TABLE_MB
from inarow.wire.write import json_line, solution_info

_NOT_FOUND_OUT = 1
#: How many positions are begun before the first of them is written, for each core.
_AHEAD = 64
_WITH_SCORE = re.compile(r"(\S+)\s+-?\d+")
_DEFAULT_SIZES_LIMIT = Limit(time=600.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take positions and how to solve them."""
    parser.add_argument("position", nargs="*", metavar="POSITION", help="moves or a diagram")
    add_game(parser, option=True)
    add_limit(parser)
    parser.add_argument("--file", metavar="FILE", help="read positions from FILE")
    parser.add_argument(
        "--errors", metavar="FILE", help="write bad lines, and what is wrong with them, to FILE"
    )
    parser.add_argument("--all", action="store_true", help="score every move")
    parser.add_argument("--weak", action="store_true", help="only say win, draw or loss: 1, 0, -1")
    add_threads(
        parser,
        "use N threads, all for one position or one for each of several (default: all cores for "
        "a file without a node limit, otherwise 1)",
    )
    parser.add_argument(
        "--table-mb", type=float, metavar="MB", help="size of the transposition table (default: 64)"
    )
    parser.add_argument(
        "--book",
        nargs="?",
        const="",
        metavar="FILE",
        help="look positions up in an opening book: FILE, or the built-in one",
    )
    add_device(parser)
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="with a GPU: save progress to FILE, and resume from it"
    )
    add_json(parser)
    parser.add_argument(
        "--sizes",
        action="store_true",
        help="solve the empty board of every size that fits in 64 bits (limit: 10 min each)",
    )


def run(options: argparse.Namespace) -> int:
    """Print a line for each position as soon as it is solved."""
    table_mb = TABLE_MB if options.table_mb is None else options.table_mb
    if options.sizes:
        if options.device == "gpu":
            raise InarowError(
                "--sizes runs on the CPU; to solve one size on a GPU, name the game:"
                " --game 'connect4(8x7)' --device gpu ''"
            )
        limit = options.limit or _DEFAULT_SIZES_LIMIT
        for line in size_table(options.game, limit, table_mb, options.threads or 1, ProgressLine):
            print(line, flush=True)
        return 0
    on_gpu = takes_gpu(options.device)
    if on_gpu:
        _refuse_on_gpu(options)
    elif options.checkpoint is not None:
        raise InarowError("--checkpoint works on a GPU only")
    with _Complaints(options.errors) as complaints:
        if on_gpu:
            complete = _run_on_gpu(options, complaints)
        else:
            complete = _run_on_cpu(options, table_mb, complaints)
    if complaints.count:
        return USAGE_ERROR
    return 0 if complete else _NOT_FOUND_OUT


class _Complaints:
    """What is said of lines that are not positions, on standard error or in a file."""

    def __init__(self, path: str | None) -> None:
        self.count = 0
        self._path = path
        self._file: TextIO | None = None

    def __enter__(self) -> _Complaints:
        if self._path is not None:
            self._file = Path(self._path).open("w", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            if self.count:
                print(f"inarow: {self.count} not solved, see {self._path}", file=sys.stderr)

    def add(self, place: str, text: str, error: InarowError) -> None:
        """Say what is wrong with a line."""
        self.count += 1
        if self._file is None:
            print(f"inarow: {place}: {error}", file=sys.stderr, flush=True)
        else:
            print(place, text, error, sep="\t", file=self._file, flush=True)

    def without_bad(self, options: argparse.Namespace) -> Iterator[tuple[str, Board]]:
        """The positions to solve, as they were written and as boards."""
        for place, text in _positions(options):
            try:
                board = Board.parse(options.game, text)
                board.check_goes_on()
            except InarowError as error:
                self.add(place, text, error)
            else:
                yield text, board


def _run_on_cpu(options: argparse.Namespace, table_mb: float, complaints: _Complaints) -> bool:
    """Solve several positions at once if that is wanted; their lines keep their order."""
    threads = _usual_threads(options) if options.threads is None else options.threads
    solver = Solver(
        options.game,
        table_mb=table_mb,
        threads=threads,
        book=None if options.book is None else book_of(options.book, options.game),
    )
    several = len(options.position) != 1
    solvers = solver.side_by_side() if several else [solver]
    complete = True
    done, total = 0, _total(options)

    def describe() -> str:
        nodes = sum(solver.progress()[0] for solver in solvers)
        bounds = solvers[0].progress()[1] if len(solvers) == 1 else None
        places = bar(done, total) if total > 1 else f"{done} solved"
        score = "" if bounds is None else f", score {bounds}"
        return f"{places}  {nodes:,} nodes{score}"

    with ProgressLine(describe) as progress, telling_of_compiling():
        for text, solution in _solved(solvers, complaints.without_bad(options), options):
            done += 1
            complete &= solution.complete
            progress.clear()
            print(_as_text(text, solution, options), flush=True)
    return complete


def _usual_threads(options: argparse.Namespace) -> int:
    """All cores for a file; where nodes are limited one, so that the same comes out every time."""
    limited = options.limit is not None and options.limit.nodes is not None
    return 1 if options.file is None or limited else os.cpu_count() or 1


def _total(options: argparse.Namespace) -> int:
    """How many positions there are, as far as that is known before they are read."""
    if options.file is None or options.position:
        return len(options.position)
    return sum(1 for _ in _positions(options))


def _solved(
    solvers: list[Solver], boards: Iterator[tuple[str, Board]], options: argparse.Namespace
) -> Iterator[tuple[str, Solution]]:
    """Every position with its solution, in the order of the positions."""
    if len(solvers) == 1:
        # A program may wait for an answer before it writes the next position.
        for text, board in boards:
            yield text, _solve(solvers[0], board, options)
        return
    free: SimpleQueue[Solver] = SimpleQueue()
    for solver in solvers:
        free.put(solver)
    stop = StopSignal()

    def work(board: Board) -> Solution:
        solver = free.get()
        try:
            return _solve(solver, board, options, stop)
        finally:
            free.put(solver)

    waiting: deque[tuple[str, Future[Solution]]] = deque()
    with ThreadPoolExecutor(len(solvers)) as pool:
        try:
            for text, board in boards:
                waiting.append((text, pool.submit(work, board)))
                # One hard position does not keep the others waiting, nor is all of a file read.
                while waiting and (waiting[0][1].done() or len(waiting) > _AHEAD * len(solvers)):
                    first, solution = waiting.popleft()
                    yield first, solution.result()
            while waiting:
                first, solution = waiting.popleft()
                yield first, solution.result()
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _refuse_on_gpu(options: argparse.Namespace) -> None:
    """Refuse the options that only the CPU knows."""
    given = {
        "--book": options.book is not None,
        "--threads": options.threads is not None,
        "--table-mb": options.table_mb is not None,
        "--limit nodes": options.limit is not None and options.limit.nodes is not None,
    }
    for name, is_given in given.items():
        if is_given:
            raise InarowError(f"{name} works on the CPU only")


def _run_on_gpu(options: argparse.Namespace, complaints: _Complaints) -> bool:
    """Solve all positions at once, then print a line for each."""
    from inarow import gpu

    read = list(complaints.without_bad(options))
    texts, boards = [text for text, _ in read], [board for _, board in read]
    told = [f"{len(boards):,} positions"]

    def tell(progress: Progress) -> None:
        told[0] = f"{bar(progress.solved, progress.total)}  {progress.nodes:,} nodes"

    stop = StopSignal()

    def work() -> list[Solution]:
        return gpu.solve(
            boards, moves=options.all, weak=options.weak, table_gb=options.table_gb, stop=stop,
            on_progress=tell, checkpoint=options.checkpoint,
        )  # fmt: skip

    with (
        ProgressLine(lambda: told[0]) as progress,
        deadline(stop, options.limit.time if options.limit else None),
    ):
        solutions = run_stoppable(work, stop)
        progress.clear()
    for text, solution in zip(texts, solutions, strict=True):
        print(_as_text(text, solution, options))
    return all(solution.complete for solution in solutions)


def _positions(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The positions to solve, each with the place where it stands."""
    if options.position:
        for number, text in enumerate(options.position, 1):
            yield f"position {number}", text
        return
    if options.file is not None:
        with trouble_as(InarowError, f"cannot read {options.file}"):
            lines = Path(options.file).read_text(encoding="utf-8").splitlines()
        yield from _numbered(iter(lines), options.game.width)
    elif standard_input().isatty():
        yield "position 1", ""
    else:
        yield from _numbered(standard_input(), options.game.width)


def _numbered(lines: Iterator[str], width: int) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        text = line.strip()
        # Moves of wider boards are separated by spaces themselves.
        if width <= 9 and (match := _WITH_SCORE.fullmatch(text)):
            text = match[1]
        if text:
            yield f"line {number}", text


def _solve(
    solver: Solver, board: Board, options: argparse.Namespace, stop: StopSignal | None = None
) -> Solution:
    if options.all:
        return solver.solve_moves(board, options.limit, weak=options.weak, stop=stop)
    for_people = options.json or sys.stdout.isatty()
    return solver.solve(
        board, options.limit, weak=options.weak, best_moves=for_people, line=for_people, stop=stop
    )


def _as_text(text: str, solution: Solution, options: argparse.Namespace) -> str:
    if options.json:
        return json_line(solution_info(solution))
    if sys.stdout.isatty():
        return solution_text(text, solution)
    words = [text, str(solution.bounds)]
    if options.all:
        columns = range(solution.board.game.width)
        words += [str(solution.moves[x]) if x in solution.moves else "." for x in columns]
    return " ".join(words)


def solution_text(text: str, solution: Solution) -> str:
    """The solution for people."""
    game = solution.board.game
    score = solution.score if solution.bounds.is_exact else f"between {solution.bounds}"
    parts = [f"{solution.board.turn} to move: {score}"]
    if solution.points:
        parts[0] += f" ({solution.points:+})"
    if solution.best_moves:
        parts.append(f"best {spaced_moves(game, solution.best_moves)}")
    if solution.line:
        parts.append(f"line {spaced_moves(game, solution.line)}")
    for move, bounds in sorted(solution.moves.items()):
        parts.append(f"{move_text(game, move)}: {bounds}")
    parts.append(f"{solution.nodes:,} nodes, {solution.time:.3f} s")
    return f"{text or 'empty board'}  " + "; ".join(parts)
