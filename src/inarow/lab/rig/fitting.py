"""Fitting the Gomoku engine's evaluation to positions: `inarow lab evaluation`.

The evaluation is the log-odds of winning: the sum of a number for each empty cell's multiset of
patterns, and what the network makes of that sum and of how many cells of each class there are
(`inarow.kernels.gomoku.evaluation`). Table and network are fitted together, by Adam. NumPy is
enough: the network has 16 units, and a position names some 400 of the table's 3,640 numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from inarow.kernels.compiling import Array, Record
from inarow.kernels.gomoku.geometry import DIRECTIONS, new_geometry
from inarow.kernels.gomoku.patterns import MULTISETS
from inarow.kernels.gomoku.records import COUNTED, MOST_COUNTED, STONE_STAGES, UNITS
from inarow.kernels.gomoku.weights import (
    ACTIVITY,
    LARGEST_ACTIVITY,
    LARGEST_SUM,
    OUTPUT_SHIFT,
    SIXTEENTHS,
    STAGE_STONES,
    SUM_SHIFT,
    TO_MOVE,
    EvaluationWeights,
)
from inarow.lab.experiments.experiment import LabError
from inarow.lab.rig.leaves import GAME, Leaves, chance_of
from inarow.search.gomoku.thinking import WIN_SCALE

_OFF_BOARD = 3
#: The multiset of a cell that holds a stone: it counts for nothing.
_NONE = MULTISETS
_BATCH = 4096
#: One position in so many is held out, to choose by.
_HELD_OUT = 16
#: Sixteenths of a point that are odds of e to 1.
_LOG_ODDS = SIXTEENTHS * WIN_SCALE
#: The largest activity of a unit, and of the sum that enters it, in log-odds.
_LARGEST = LARGEST_ACTIVITY / ACTIVITY
#: The rows of the network's first layer.
_ROWS = 2 * COUNTED * (MOST_COUNTED + 1)
_INT16 = 32767


@dataclass(frozen=True, slots=True)
class EvaluationFit:
    """A fitted evaluation, and how well it predicts."""

    weights: EvaluationWeights
    #: The log loss on positions that were held out, before and after, and what no fit can beat.
    before: float
    after: float
    least: float


@dataclass(frozen=True, slots=True)
class _Positions:
    """What the evaluation reads of many positions, and the chances that it is to predict."""

    #: The multisets of each position's cells, the mover's and the other side's.
    multisets: Array
    #: Which rows of the network's first layer count: one for each class of either side.
    counts: Array
    stages: Array
    chances: Array

    def rows(self, chosen: Array) -> _Positions:
        return _Positions(
            self.multisets[chosen], self.counts[chosen], self.stages[chosen], self.chances[chosen]
        )


class _Model:
    """The numbers of the evaluation while they are fitted.

    The table is in sixteenths of a point, with one more number for cells that hold a stone,
    always 0; the network is in log-odds.
    """

    def __init__(self, start: EvaluationWeights) -> None:
        zero = np.zeros((1, 2))
        self.origin: Array = np.concatenate((start.multisets.astype(float), zero)).T.copy()
        self.table: Array = self.origin.copy()
        self.counts: Array = start.count_weights.reshape(_ROWS, UNITS) / ACTIVITY
        self.stages: Array = start.stage_weights / ACTIVITY
        self.by_sum: Array = start.sum_weights / ACTIVITY * _LOG_ODDS / 2**SUM_SHIFT
        self.output: Array = start.output_weights[:-1] / _LOG_ODDS * ACTIVITY / 2**OUTPUT_SHIFT
        self.bias: Array = start.output_weights[-1:] / _LOG_ODDS

    def forget_network(self, random: np.random.Generator) -> None:
        """Begin the network with chance numbers."""
        self.counts[:] = random.normal(0, 0.05, (_ROWS, UNITS))
        self.stages[:] = 0.1
        self.by_sum[:] = random.normal(0, 0.1, UNITS)
        self.output[:] = random.normal(0, 0.03, UNITS)
        self.bias[:] = 0

    @property
    def parts(self) -> tuple[Array, ...]:
        return self.table, self.counts, self.stages, self.by_sum, self.output, self.bias

    def log_odds(self, positions: _Positions) -> tuple[Array, Array, Array]:
        """The log-odds of each position, with the sum over the cells and the units' input."""
        mover, waiter = positions.multisets[:, 0], positions.multisets[:, 1]
        total = self.table[0][mover].sum(axis=1) - self.table[1][waiter].sum(axis=1)
        total = (total + TO_MOVE * SIXTEENTHS) / _LOG_ODDS
        entering = self.counts[positions.counts].sum(axis=1) + self.stages[positions.stages]
        entering += np.clip(total, -_LARGEST, _LARGEST)[:, None] * self.by_sum
        active = np.clip(entering, 0, _LARGEST)
        return total + active @ self.output + self.bias, total, entering

    def loss(self, positions: _Positions) -> float:
        odds, _, _ = self.log_odds(positions)
        return float(np.mean(np.logaddexp(0, odds) - positions.chances * odds))

    def gradients(self, positions: _Positions, pull: float) -> tuple[Array, ...]:
        """How the loss changes with each number, in the order of the parts."""
        odds, total, entering = self.log_odds(positions)
        error = (1 / (1 + np.exp(-odds)) - positions.chances) / len(odds)
        active = np.clip(entering, 0, _LARGEST)
        by_unit = error[:, None] * self.output * ((entering > 0) & (entering < _LARGEST))
        within = np.abs(total) < _LARGEST
        by_total = error + within * (by_unit @ self.by_sum)
        shares = np.repeat(by_total / _LOG_ODDS, positions.multisets.shape[2])
        table: Array = np.stack([
            np.bincount(positions.multisets[:, 0].ravel(), shares, MULTISETS + 1),
            -np.bincount(positions.multisets[:, 1].ravel(), shares, MULTISETS + 1),
        ])  # fmt: skip
        table += pull * (self.table - self.origin)
        table[:, _NONE] = 0.0
        trusted = np.clip(total, -_LARGEST, _LARGEST)
        return (
            table,
            _one_hot(positions.counts, _ROWS).T @ by_unit,
            _one_hot(positions.stages[:, None], STONE_STAGES).T @ by_unit,
            trusted @ by_unit,
            error @ active,
            np.array([error.sum()]),
        )

    def weights(self, empty: Array) -> EvaluationWeights:
        """The whole numbers that the kernels read, fitted to boards like this empty one."""
        table = np.rint(self.table)
        found = EvaluationWeights(
            table[:, :-1].T,
            (self.counts * ACTIVITY).reshape(2 * COUNTED, MOST_COUNTED + 1, UNITS),
            self.stages * ACTIVITY,
            self.by_sum * ACTIVITY / _LOG_ODDS * 2**SUM_SHIFT,
            np.append(self.output * _LOG_ODDS / ACTIVITY * 2**OUTPUT_SHIFT, self.bias * _LOG_ODDS),
            np.array([table[0][empty[0, 0]].sum() - table[1][empty[0, 1]].sum()]),
        )
        most = np.abs(found.count_weights).max(axis=1).sum(axis=0)
        most += np.abs(found.stage_weights).max(axis=0)
        most += np.abs(found.sum_weights) * LARGEST_SUM / 2**SUM_SHIFT
        if most.max() > _INT16 or any(np.abs(part).max() > _INT16 for part in found):
            raise LabError("the fitted evaluation does not fit into 16 bits: fit fewer epochs")
        return EvaluationWeights(*(np.rint(part).astype("<i2") for part in found))


@lru_cache
def _geometry_and_patterns() -> tuple[Record, Array]:
    """What the engine knows of the board, and its table of patterns."""
    assert GAME.wins.run is not None
    return new_geometry(GAME.width, GAME.height, GAME.wins.run, GAME.wins.exact)


def multisets_of(boards: Array) -> Array:
    """The multiset of each cell of each board, for the mover and for the side that waits.

    The same as what the engine keeps move by move, but for all boards at once.
    """
    count, cells = boards.shape
    width, height = GAME.width, GAME.height
    geometry, patterns = _geometry_and_patterns()
    half = int(geometry["half"])
    framed = np.full((count, height + 2 * half, width + 2 * half), _OFF_BOARD, np.uint8)
    framed[:, half:-half, half:-half] = boards.reshape(count, height, width)
    codes = np.zeros((count, 2, cells), dtype=np.uint32)
    for direction, (right, down) in enumerate(DIRECTIONS):
        index = np.zeros((count, height, width), dtype=np.uint32)
        steps = [step for step in range(-half, half + 1) if step]
        for place, step in enumerate(steps):
            top, left = half + step * down, half + step * right
            seen = framed[:, top : top + height, left : left + width]
            index |= seen.astype(np.uint32) << np.uint32(2 * place)
        both = patterns[index.reshape(count, cells)].astype(np.uint32)
        codes[:, 0] |= (both & 15) << np.uint32(4 * direction)
        codes[:, 1] |= (both >> 4) << np.uint32(4 * direction)
    found: Array = geometry["multisets"][codes]
    found[np.repeat((boards != 0)[:, None], 2, axis=1)] = _NONE
    return found


def fit(
    leaves: Leaves,
    start: EvaluationWeights,
    *,
    new_network: bool = False,
    epochs: int = 8,
    result_weight: float = 0.0,
    pull: float = 1e-9,
    seed: int = 0,
    tell: Callable[[str], None] | None = None,
) -> EvaluationFit:
    """Fit the evaluation to positions, beginning with another one.

    ``new_network``: the network begins with chance numbers. ``pull`` draws numbers of the table
    that few positions name back to where they began.
    """
    if len(leaves) < _HELD_OUT:
        raise LabError(
            f"fitting needs at least {_HELD_OUT} positions, as one in {_HELD_OUT} is held out, "
            f"not {len(leaves)}"
        )
    positions = _positions(leaves, result_weight)
    random = np.random.default_rng(seed)
    model = _Model(start)
    if new_network:
        model.forget_network(random)
    order = random.permutation(len(leaves))
    held_out, rest = np.split(order, [len(leaves) // _HELD_OUT])
    unseen = positions.rows(held_out)
    before = model.loss(unseen)
    adam = _Adam(model.parts)
    batches = max(1, len(rest) // _BATCH)
    for epoch in range(epochs):
        for number, batch in enumerate(np.array_split(random.permutation(rest), batches)):
            done = (epoch + number / batches) / epochs
            rate = 0.5 * (1 + np.cos(np.pi * done))
            adam.step(model.gradients(positions.rows(batch), pull), rate)
        if tell is not None:
            loss = model.loss(unseen)
            tell(f"epoch {epoch + 1} of {epochs}: log loss {loss:.4f} on held-out positions")
    chances = np.clip(unseen.chances, 1e-6, 1 - 1e-6)
    least = float(-np.mean(chances * np.log(chances) + (1 - chances) * np.log(1 - chances)))
    empty = multisets_of(np.zeros_like(leaves.boards[:1]))
    return EvaluationFit(model.weights(empty), before, model.loss(unseen), least)


def _positions(leaves: Leaves, result_weight: float) -> _Positions:
    chunks = np.array_split(leaves.boards, max(1, len(leaves) // 20_000))
    multisets = [multisets_of(boards) for boards in chunks]
    stones = (leaves.boards != 0).sum(axis=1)
    return _Positions(
        np.concatenate(multisets),
        np.concatenate([_counted(each) for each in multisets]),
        np.minimum(stones // STAGE_STONES, STONE_STAGES - 1),
        chance_of(leaves.values, leaves.results, WIN_SCALE, result_weight),
    )


def _counted(multisets: Array) -> Array:
    """The rows of the first layer that the positions' classes of cells stand for."""
    geometry, _ = _geometry_and_patterns()
    classes = np.append(geometry["classes"], 0)[multisets]
    kinds = np.arange(1, COUNTED + 1)
    counts = np.stack([(classes == kind).sum(axis=2) for kind in kinds], axis=2)
    counts = np.minimum(counts.reshape(len(multisets), -1), MOST_COUNTED)
    rows: Array = counts + np.arange(2 * COUNTED) * (MOST_COUNTED + 1)
    return rows


def _one_hot(numbers: Array, size: int) -> Array:
    found = np.zeros((len(numbers), size))
    np.put_along_axis(found, numbers, 1.0, axis=1)
    return found


class _Adam:
    """Adam on the parts of a model, in place; the table moves in sixteenths of a point."""

    def __init__(self, parts: tuple[Array, ...]) -> None:
        self._parts = parts
        self._moments = [(np.zeros_like(part), np.zeros_like(part)) for part in parts]
        self._sizes = [0.25 * SIXTEENTHS] + [0.005] * (len(parts) - 1)
        self._steps = 0

    def step(self, gradients: tuple[Array, ...], rate: float) -> None:
        """Follow the gradients, at a rate of up to 1."""
        self._steps += 1
        for part, (mean, square), gradient, size in zip(
            self._parts, self._moments, gradients, self._sizes, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = mean / (1 - 0.9**self._steps)
            spread = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-9
            part -= rate * size * unbiased / spread
