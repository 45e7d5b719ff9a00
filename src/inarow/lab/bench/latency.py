"""How long one waits for an exact score, or for the perfect player's move, on one core."""

from __future__ import annotations

import multiprocessing
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from inarow.players.perfect import PerfectPlayer
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.exact.book import shipped_book
from inarow.search.exact.sampling import try_random_board
from inarow.search.exact.solver import Solver

SCORE, MOVE = "score", "move"

_SPAWN = multiprocessing.get_context("spawn")

#: Positions that a process is given at a time; the first ones take longest.
_AT_A_TIME = 4

#: Games that are tried for a position with a number of pieces.
_TRIES = 5000

#: Positions are also summed up by how many pieces they have.
_FROM_PIECES = (0, 5, 9, 13, 17, 21, 29)

Moves = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What is measured, and how."""

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


def measure(
    task: Task, positions: Counter[Moves], jobs: int, on_done: Callable[[int], None]
) -> Times:
    """Measure each position once, each core at work on one at a time."""
    times, ordered = Times(), sorted(positions, key=lambda moves: (len(moves), moves))
    with ProcessPoolExecutor(jobs, _SPAWN, _begin, (task,)) as pool:
        found = pool.map(_seconds_of, ordered, chunksize=_AT_A_TIME)
        try:
            _collect(times, positions, zip(ordered, found, strict=True), on_done)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return times


def _collect(
    times: Times,
    positions: Counter[Moves],
    found: Iterable[tuple[Moves, float]],
    on_done: Callable[[int], None],
) -> None:
    for moves, seconds in found:
        times.add(moves, seconds, positions[moves])
        on_done(len(times.seconds))


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
