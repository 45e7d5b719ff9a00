"""Positions made at random from a seed: the field's classes of Connect Four, and samples.

A sample holds different positions of a game, as many as wanted after each number of plies, mirror
images once. Where there are not many more positions than wanted, they are drawn from all; elsewhere
they come from random games, half of them careful: :mod:`inarow.kernels.exact.random_games`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice, takewhile

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.exact.random_games import play_random_games
from inarow.rules.board import Board
from inarow.rules.game import Game
from inarow.search.exact.positions import PositionArrays, bitboard_of
from inarow.search.exact.solution import plies_to_end, points_of_end_in
from inarow.search.exact.solver import Solver

#: Positions are drawn from all of a ply while these are at most so many times a ply's share.
_FROM_ALL = 4

#: Games played at a time, and for how many times in a row next to nothing new may come of them.
_GAMES = 1 << 14
_VAIN_ROUNDS = 20
_LEAST_NEW = 1 / 1000


@dataclass(frozen=True, slots=True)
class PositionClass:
    """Positions with so many pieces that end after so many plies of perfect play."""

    name: str
    pieces: range
    plies: range
    #: Whether solvers are measured with an empty table for each position.
    clear_table: bool

    def holds(self, board: Board, points: int) -> bool:
        """Say whether a position that is worth so many points belongs to this class."""
        return board.ply in self.pieces and plies_to_end(board, points) in self.plies


_BEGIN, _MIDDLE, _END = range(1, 15), range(15, 29), range(29, 42)
_EASY, _MEDIUM, _HARD = range(1, 14), range(14, 29), range(29, 43)

CLASSES = {
    made.name: made
    for made in (
        PositionClass("end-easy", _END, _EASY, clear_table=False),
        PositionClass("middle-easy", _MIDDLE, _EASY, clear_table=False),
        PositionClass("middle-medium", _MIDDLE, _MEDIUM, clear_table=True),
        PositionClass("begin-easy", _BEGIN, _EASY, clear_table=False),
        PositionClass("begin-medium", _BEGIN, _MEDIUM, clear_table=True),
        PositionClass("begin-hard", _BEGIN, _HARD, clear_table=True),
    )
}


def try_random_board(game: Game, pieces: int, chance: random.Random) -> Board | None:
    """Play so many random moves; None if the game is over by then."""
    board = Board(game)
    while board.ply < pieces and board.outcome() is None:
        board.push_legal(chance.choice(list(board.legal_moves)))
    return board if board.outcome() is None else None


def random_board(game: Game, pieces: int, chance: random.Random) -> Board:
    """A position with so many pieces, reached by random moves, where the game goes on."""
    while (board := try_random_board(game, pieces, chance)) is None:
        pass
    return board


def generate(
    solver: Solver, wanted: PositionClass, count: int, seed: int = 1
) -> list[tuple[Board, int]]:
    """Positions of a class with their points; the first ones are the same for any count."""
    chance = random.Random(f"{wanted.name} {seed}")
    found: list[tuple[Board, int]] = []
    while len(found) < count:
        board = random_board(solver.game, chance.choice(wanted.pieces), chance)
        # Whether the end is near is found out much faster than where exactly it is.
        if not _ends_within(solver, board, wanted.plies[-1]):
            continue
        points = solver.solve(board, best_moves=False, line=False).points
        if points is not None and wanted.holds(board, points):
            found.append((board, points))
    return found


def _ends_within(solver: Solver, board: Board, plies: int) -> bool:
    """Say whether perfect play ends after at most so many plies."""
    if board.game.cells - board.ply <= plies:
        return True
    odd, even = plies - 1 + plies % 2, plies - plies % 2
    win, loss = points_of_end_in(board, odd), points_of_end_in(board, even)
    return solver.reaches(board, win) or not solver.reaches(board, 1 - loss)


class Source(IntEnum):
    """Where a position comes from."""

    ALL = 0
    RANDOM = 1
    CAREFUL = 2


@dataclass(frozen=True, slots=True)
class Sample:
    """Different positions after some plies, in random order, and where each comes from."""

    rows: Array
    sources: Array


def balanced(sizes: Mapping[int, int | None], total: int) -> dict[int, int]:
    """How many to take of each kind, as equal as can be; a size of None is more than enough.

    >>> balanced({0: 1, 1: 4, 2: None, 3: None}, 25)
    {0: 1, 1: 4, 2: 10, 3: 10}
    """
    room = {kind: math.inf if size is None else size for kind, size in sizes.items()}
    taken, left = {}, total
    for place, kind in enumerate(sorted(room, key=lambda kind: (room[kind], kind))):
        taken[kind] = int(min(room[kind], left // (len(room) - place)))
        left -= taken[kind]
    return dict(sorted(taken.items()))


class Sampler:
    """Draws positions after given numbers of plies; the same for the same seed."""

    def __init__(self, game: Game, plies: Sequence[int], total: int, seed: int, jobs: int = 1):
        self.game = game
        self._seed = seed
        self._jobs = jobs
        self._arrays = PositionArrays(game)
        self._all = self._small_layers(plies, total)
        sizes = {ply: len(self._all[ply]) if ply in self._all else None for ply in plies}
        #: How many positions of each ply are wanted.
        self.counts: dict[int, int] = balanced(sizes, total)

    def _small_layers(self, plies: Sequence[int], total: int) -> dict[int, Array]:
        """All positions of the first plies where the game goes on, until they are too many."""
        most = _FROM_ALL * max(1, total // len(plies))
        layers = islice(self._arrays.layers(), max(plies) + 1)
        return dict(enumerate(takewhile(lambda keys: len(keys) <= most, layers)))

    def sample(self, ply: int) -> Sample:
        """The positions of one ply; fewer than wanted where no more turn up."""
        chance = np.random.default_rng([self._seed, ply])
        wanted = self.counts[ply]
        if ply in self._all:
            keys = chance.permutation(self._all[ply])[:wanted]
            sources = np.full(len(keys), Source.ALL, dtype=np.uint8)
        else:
            random = self._from_games(ply, Source.RANDOM, wanted - wanted // 2, chance)
            careful = self._from_games(ply, Source.CAREFUL, wanted // 2, chance, besides=random)
            keys = np.concatenate([random, careful])
            sources = np.repeat(
                np.array([Source.RANDOM, Source.CAREFUL], dtype=np.uint8),
                [len(random), len(careful)],
            )
        order = chance.permutation(len(keys))
        return Sample(self._arrays.of_keys(keys[order]), sources[order])

    def _from_games(
        self,
        ply: int,
        source: Source,
        wanted: int,
        chance: np.random.Generator,
        besides: Array | None = None,
    ) -> Array:
        """The keys of different positions from random games, none of them among ``besides``."""
        known = np.zeros(0, dtype=np.uint64)
        vain = 0
        while len(known) < wanted and vain < _VAIN_ROUNDS:
            seeds = chance.integers(0, 1 << 63, size=self._rounds(wanted), dtype=np.uint64)
            keys = np.concatenate(self._play(ply, source is Source.CAREFUL, seeds))
            if besides is not None:
                keys = np.setdiff1d(keys, besides)
            before = len(known)
            known = np.union1d(known, keys)
            vain = 0 if len(known) - before > _LEAST_NEW * wanted else vain + 1
        return chance.permutation(known)[:wanted]

    def _rounds(self, wanted: int) -> int:
        return max(1, min(64, wanted // _GAMES))

    def _play(self, ply: int, careful: bool, seeds: Iterable[np.uint64]) -> list[Array]:
        rules = bitboard_of(self.game)

        def play(seed: np.uint64) -> Array:
            rows = np.zeros((_GAMES, 2), dtype=np.uint64)
            found = play_random_games(rows, ply, careful, seed, rules)
            return self._arrays.keys(rows[:found])

        with ThreadPoolExecutor(self._jobs) as pool:
            return list(pool.map(play, seeds))
