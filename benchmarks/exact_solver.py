"""Measure the exact solver beside another one, with several threads, and by how long one waits.

    python benchmarks/exact_solver.py peer [--class CLASS ...] [--positions N]
    python benchmarks/exact_solver.py threads [--threads N] [--class CLASS ...] [--positions N]
    python benchmarks/exact_solver.py latency [move|score] [--game GAME] [--no-book] [--jobs N]

The first two take the classes of positions that `inarow bench` takes. `peer` solves them by
bitbully too, compares the scores, and divides its times (of the processor) by ours. `threads` reads
the clock: some threads on one position after the other, and one thread on the same. `latency` is
how long one waits for the perfect player's move, or for the exact score alone, over random
positions with every number of pieces, the table emptied before each. Equal positions are measured
once and counted as often as they come.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import bitbully
import numpy as np

from inarow.lab.bench.exact import measure
from inarow.players.perfect import PerfectPlayer
from inarow.rules.board import Board
from inarow.rules.catalogue import game
from inarow.rules.game import Game
from inarow.search.exact.book import shipped_book
from inarow.search.exact.sampling import CLASSES, generate, try_random_board
from inarow.search.exact.solver import Solver

#: Positions of each class.
_FOR_PEER = {
    "end-easy": 1000,
    "middle-easy": 1000,
    "middle-medium": 200,
    "begin-easy": 200,
    "begin-medium": 20,
    "begin-hard": 3,
}
_FOR_THREADS = {"begin-hard": 20}

SCORE, MOVE = "score", "move"

_SPAWN = multiprocessing.get_context("spawn")

_FOR_LATENCY = 1000

#: Positions that a process is given at a time; the first ones take longest.
_AT_A_TIME = 4

#: Games that are tried for a position with a number of pieces.
_TRIES = 5000

#: Positions are also summed up by how many pieces they have.
_FROM_PIECES = (0, 5, 9, 13, 17, 21, 29)

Moves = tuple[int, ...]


def _boards(name: str, count: int, seed: int) -> list[tuple[Board, int]]:
    """Positions of a class, each with its score."""
    return generate(Solver(game("connect4")), CLASSES[name], count, seed)


def _counts(options: argparse.Namespace, usual: dict[str, int]) -> dict[str, int]:
    return {name: options.positions or usual.get(name, 1) for name in options.classes or usual}


def _peer(options: argparse.Namespace) -> None:
    """Compare one thread's time with bitbully's."""
    heads = f"{'nodes':>13} {'microseconds':>13} {'bitbully':>13}"
    print(f"{'class':14} {'positions':>9} {heads} {'ratio':>7}")
    for name, count in _counts(options, _FOR_PEER).items():
        positions, clear = _boards(name, count, options.seed), CLASSES[name].clear_table
        nodes, ours = measure([board for board, _ in positions], clear=clear)
        theirs = _seconds_of_peer(positions, clear)
        each = (nodes / count, 1e6 * ours / count, 1e6 * theirs / count)
        print(f"{name:14} {count:9}", *(f"{n:13,.1f}" for n in each), f"{theirs / ours:7.1f}")


def _seconds_of_peer(positions: list[tuple[Board, int]], clear: bool) -> float:
    """Seconds of the processor that the other solver takes for the same scores."""
    solver = bitbully.BitBully(opening_book=None)
    total = 0.0
    for board, expected in positions:
        position = bitbully.Board(list(board.moves))
        if clear:
            solver.reset_transposition_table()
        started = time.process_time()
        points = int(solver.mtdf(position))
        total += time.process_time() - started
        assert points == expected, f"{board.moves_text()}: we say {expected}, the other {points}"
    return total


def _threads(options: argparse.Namespace) -> None:
    """Compare several threads with one, by the clock."""
    print(f"{'class':14} {'positions':>9} {'1 thread':>10} {options.threads:>2} threads   ratio")
    for name, count in _counts(options, _FOR_THREADS).items():
        boards = [board for board, _ in _boards(name, count, options.seed)]
        alone, together = (_seconds(boards, threads) for threads in (1, options.threads))
        each = f"{alone / count:8.3f} s {together / count:8.3f} s"
        print(f"{name:14} {count:9} {each} {alone / together:7.2f}", flush=True)


def _seconds(boards: list[Board], threads: int) -> float:
    solver, seconds = Solver(boards[0].game, threads=threads), 0.0
    for board in boards:
        solver.table.clear()
        started = time.perf_counter()
        solver.solve(board, best_moves=False, line=False)
        seconds += time.perf_counter() - started
    return seconds


def _latency(options: argparse.Namespace) -> None:
    """Say how long one waits for an answer, on one core each."""
    rules = game(options.game)
    with_book = not options.no_book and shipped_book(rules) is not None
    task = Task(rules, options.what, with_book)
    count, started = options.positions or _FOR_LATENCY, time.perf_counter()
    times = wait_for_all(task, random_positions(rules, count, options.seed), options.jobs)
    print(
        f"{rules}: the {task.what} of {count:,} random positions,"
        f" {'with' if with_book else 'without'} the book, {options.jobs} at a time,"
        f" {time.perf_counter() - started:.0f} s"
    )
    print(*times.lines(), sep="\n")


@dataclass(frozen=True, slots=True)
class Task:
    """What is waited for, and how."""

    game: Game
    #: Whether to find the score or the perfect player's move.
    what: str = MOVE
    with_book: bool = True


@dataclass(slots=True)
class Times:
    """Seconds and pieces of every position, equal ones as often as they came."""

    seconds: list[float] = field(default_factory=list)
    pieces: list[int] = field(default_factory=list)

    def add(self, moves: Moves, seconds: float, times: int) -> None:
        """Take in what was measured on a position."""
        self.seconds += [seconds] * times
        self.pieces += [len(moves)] * times

    def lines(self) -> list[str]:
        """A table: all positions, then those with so many pieces."""
        seconds, pieces = np.array(self.seconds), np.array(self.pieces)
        names = ("mean, ms", "median", "99 %", "worst")
        lines = [f"{'pieces':>8} {'positions':>9}" + "".join(f" {name:>10}" for name in names)]
        lines.append(_line("all", seconds))
        for first, end in zip(_FROM_PIECES, (*_FROM_PIECES[1:], 1 << 30), strict=True):
            here = seconds[(pieces >= first) & (pieces < end)]
            if len(here):
                last = min(end - 1, int(pieces.max()))
                lines.append(_line(f"{first}-{last}", here))
        return lines


def _line(label: str, seconds: np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
    numbers = [seconds.mean(), np.median(seconds), np.percentile(seconds, 99), seconds.max()]
    return f"{label:>8} {len(seconds):9}" + "".join(f" {1000 * n:10.3f}" for n in numbers)


def random_positions(game: Game, count: int, seed: int) -> Counter[Moves]:
    """Positions after random moves, each number of pieces as often, and how often each came."""
    chance = random.Random(seed)
    found: Counter[Moves] = Counter()
    for i in range(count):
        moves = _random_game(game, i % game.cells, chance)
        if moves is not None:
            found[moves] += 1
    return found


def _random_game(game: Game, pieces: int, chance: random.Random) -> Moves | None:
    """The moves of a random game that goes on after so many; None if hardly any does."""
    for _ in range(_TRIES):
        if (board := try_random_board(game, pieces, chance)) is not None:
            return tuple(board.moves)
    return None


def wait_for_all(task: Task, positions: Counter[Moves], jobs: int) -> Times:
    """Measure each position once, each core at work on one at a time."""
    times, ordered = Times(), sorted(positions, key=lambda moves: (len(moves), moves))
    with ProcessPoolExecutor(jobs, _SPAWN, _begin, (task,)) as pool:
        found = pool.map(_seconds_of, ordered, chunksize=_AT_A_TIME)
        try:
            for moves, seconds in zip(ordered, found, strict=True):
                times.add(moves, seconds, positions[moves])
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return times


class _Worker:
    """What a process measures with."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._solver = Solver(task.game, book=shipped_book(task.game) if task.with_book else None)
        self._player = PerfectPlayer(self._solver)

    def seconds_of(self, board: Board) -> float:
        """How long the answer takes, with nothing remembered from before."""
        self._solver.table.clear()
        started = time.perf_counter()
        if self._task.what == SCORE:
            self._solver.solve(board, best_moves=False, line=False)
        else:
            self._player.choose(board)
        return time.perf_counter() - started


_worker: list[_Worker] = []


def _begin(task: Task) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [_Worker(task)]
    # Load the compiled search and unpack the book, which happens once.
    for pieces in (task.game.cells // 2, 9) if task.with_book else (task.game.cells // 2,):
        moves = _random_game(task.game, pieces, random.Random(1))
        if moves is not None:
            _seconds_of(moves)


def _seconds_of(moves: Moves) -> float:
    board = Board(_worker[0]._task.game)
    for move in moves:
        board.push_legal(move)
    return _worker[0].seconds_of(board)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ways = parser.add_subparsers(required=True)
    for name, way in (("peer", _peer), ("threads", _threads), ("latency", _latency)):
        one = ways.add_parser(name, help=way.__doc__)
        one.set_defaults(way=way)
        one.add_argument("--positions", type=int, metavar="N", help="how many (of each class)")
        one.add_argument("--seed", type=int, default=1, help="makes other positions (1)")
        if way is _latency:
            one.add_argument("what", nargs="?", choices=(MOVE, SCORE), default=MOVE)
            one.add_argument("--game", default="connect4")
            one.add_argument("--no-book", action="store_true", help="without the opening book")
            one.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
        else:
            one.add_argument("--class", dest="classes", action="append", choices=CLASSES)
        if way is _threads:
            one.add_argument("--threads", type=int, default=2, metavar="N")
    options = parser.parse_args(arguments)
    options.way(options)


if __name__ == "__main__":
    main()
