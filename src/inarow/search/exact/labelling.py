"""The exact score of every move of many positions: each different position that follows, once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inarow.kernels.compiling import Array
from inarow.rules.game import Game
from inarow.search.exact.book import Book, shipped_book
from inarow.search.exact.positions import PositionArrays
from inarow.search.exact.row_solver import CpuRowSolver, OnProgress, RowSolver
from inarow.search.stopping import StopSignal

#: Stands for the score of a column that is full; no score is as small.
FULL = -128

#: Positions that a book looks up at a time: each becomes many when it looks ahead.
_LOOKED_UP_AT_A_TIME = 1 << 14


@dataclass(frozen=True, slots=True)
class Labels:
    """Scores of moves, a row a position and a number a column, and what they took."""

    scores: Array
    #: How many different positions follow, and how many of those were searched.
    following: int
    searched: int

    @property
    def best(self) -> Array:
        """The score of each position."""
        best: Array = self.scores.max(axis=1)
        return best


class Labeller:
    """Finds the score of every move of positions of one game."""

    def __init__(self, game: Game, solver: RowSolver, book: Book | None = None) -> None:
        self.game = game
        self._arrays = PositionArrays(game)
        self._solver = solver
        self._book = book

    @classmethod
    def on_cpu(cls, game: Game, jobs: int = 1) -> Labeller:
        """One that asks the processor's solver and the book that comes with the package."""
        return cls(game, CpuRowSolver(game, jobs), shipped_book(game))

    def label(
        self,
        rows: Array,
        ply: int,
        stop: StopSignal | None = None,
        on_progress: OnProgress | None = None,
    ) -> Labels:
        """The score of every move, for the player to move; the games must not be over."""
        scores = np.full((len(rows), self.game.width), FULL, dtype=np.int8)
        places: list[tuple[int, Array]] = []
        keys: list[Array] = []
        for column, which, after in self._arrays.after_each_column(rows):
            wins = self._arrays.won(after[:, 1])
            # A move that fills the board without winning is a draw, and nothing follows it.
            scores[which, column] = np.where(wins, (self.game.cells + 1 - ply) // 2, 0)
            if ply + 1 < self.game.cells:
                places.append((column, which[~wins]))
                keys.append(self._arrays.keys(after[~wins]))
        if not keys:
            return Labels(scores, 0, 0)
        different, numbers = np.unique(np.concatenate(keys), return_inverse=True)
        found, searched = self._scores_of(different, ply + 1, stop, on_progress)
        moves = -found[numbers]
        ends = np.cumsum([len(which) for _, which in places])
        for (column, which), of_column in zip(places, np.split(moves, ends[:-1]), strict=True):
            scores[which, column] = of_column
        return Labels(scores, len(different), searched)

    def _scores_of(
        self, keys: Array, ply: int, stop: StopSignal | None, on_progress: OnProgress | None
    ) -> tuple[Array, int]:
        rows = self._arrays.of_keys(keys)
        ahead = None if self._book is None else self._book.plies_to_layer(ply)
        if self._book is not None and ahead is not None and ahead <= self._solver.looks_ahead:
            scores, known = self._looked_up(self._book, rows, ply)
        else:
            scores, known = self._arrays.scores_at_a_glance(rows)
        asked = np.flatnonzero(~known)
        scores[asked] = self._solver.scores(rows[asked], stop, on_progress)
        return scores, len(asked)

    def _looked_up(self, book: Book, rows: Array, ply: int) -> tuple[Array, Array]:
        parts = np.array_split(rows, max(1, len(rows) // _LOOKED_UP_AT_A_TIME))
        found = [book.scores(part, ply) for part in parts]
        return np.concatenate([s for s, _ in found]), np.concatenate([k for _, k in found])
