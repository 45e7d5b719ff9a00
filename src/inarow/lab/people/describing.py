"""All moves of a file as the learned model sees them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.people.features import BELOW_BEST
from inarow.lab.experiments.experiment import Tell
from inarow.lab.people.moves import GAME, Moves, Row
from inarow.lab.people.training import Described
from inarow.players.people.describing import features_at

#: How often progress is told.
_EVERY = 10_000

#: The column that says how far a move is below the best by a look of four moves, and how far at
#: most that counts for a person's skill.
_BELOW_BEST_BY_FOUR = BELOW_BEST + 3
_WORST = 10.0

#: A move of a small set counts at most so many times as much.
_MOST_WEIGHT = 3.0

#: One digest in so many is kept.
_KEPT = 16


def describe(moves: Moves, tell: Tell, jobs: int = 1) -> Described:
    """Features of every legal move of every row, and which of them was played."""

    def described(row: Row) -> tuple[Array, Array]:
        return features_at(GAME, row.x_stones, row.o_stones, row.memory)

    features, played = [], []
    with ThreadPoolExecutor(jobs) as pool:
        seen = zip(moves.rows, pool.map(described, moves.rows), strict=True)
        for number, (row, (cells, rows)) in enumerate(seen, 1):
            features.append(rows.astype(np.float16))
            played.append(int(np.flatnonzero(cells == row.move)[0]))
            if number % _EVERY == 0:
                tell(f"described {number:,} of {len(moves):,} moves")
    starts = np.cumsum([0, *map(len, features)])
    below = np.array(
        [rows[move, _BELOW_BEST_BY_FOUR] for rows, move in zip(features, played, strict=True)],
        dtype=np.float32,
    )
    together: Any = np.concatenate(features)
    return Described(
        together, starts, np.array(played), moves.person_numbers, moves.folds,
        -np.minimum(below, _WORST), weights_of(moves), _sample_of_digests(moves),
    )  # fmt: skip


def weights_of(moves: Moves) -> Array:
    """How much each move counts, so that every set counts as much as the others, within reason."""
    sets = np.array([row.set for row in moves.rows])
    share = {name: len(moves) / len(moves.sets) / (sets == name).sum() for name in moves.sets}
    weights = np.array([min(share[name], _MOST_WEIGHT) for name in sets.tolist()])
    return np.asarray(weights / weights.mean(), dtype=np.float32)


def _sample_of_digests(moves: Moves) -> Array:
    digests = [row.digest() for row in moves.rows]
    return np.array([digest for digest in digests if digest % _KEPT == 0], dtype=np.uint64)
