"""Fitting the Gomoku engine's evaluation to positions: `inarow lab evaluation`.

Logistic regression: the sum of a number for each empty cell's multiset of patterns, scaled by how
many stones there are, is the log-odds of winning. NumPy is enough: a position names some 400 of the
3,640 numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inarow.kernels.compiling import Array
from inarow.kernels.gomoku.bounds import strip_length
from inarow.kernels.gomoku.geometry import DIRECTIONS
from inarow.kernels.gomoku.patterns import MULTISETS, PATTERNS, new_pattern_table
from inarow.kernels.gomoku.search import LATE_STONES
from inarow.kernels.gomoku.weights import SIXTEENTHS, TO_MOVE
from inarow.lab.rig.leaves import Leaves, chance_of
from inarow.search.gomoku.thinking import WIN_SCALE

_OFF_BOARD = 3
#: The multiset of a cell that holds a stone: it counts for nothing.
_NONE = MULTISETS
_BATCH = 4096
#: One position in so many is held out, to choose by.
_HELD_OUT = 16


@dataclass(frozen=True, slots=True)
class EvaluationFit:
    """A fitted evaluation, and how well it predicts."""

    table: Array
    scale_early: int
    scale_late: int
    #: The log loss on positions that were held out, before and after, and what no fit can beat.
    before: float
    after: float
    least: float


@dataclass(slots=True)
class _Model:
    """The numbers of the evaluation, with one more for cells that hold a stone, always 0."""

    mover: Array
    waiter: Array
    #: The scale with no stones and with many.
    scales: Array

    @property
    def parts(self) -> tuple[Array, Array, Array]:
        return self.mover, self.waiter, self.scales


def multisets_of(boards: Array, width: int, connect: int, exact: bool) -> Array:
    """The multiset of each cell of each board, for the mover and for the side that waits.

    The same as what the engine keeps move by move, but for all boards at once.
    """
    count, cells = boards.shape
    half = strip_length(connect, exact) // 2
    table = new_pattern_table(connect, exact)
    framed = np.full((count, cells // width + 2 * half, width + 2 * half), _OFF_BOARD, np.uint8)
    framed[:, half:-half, half:-half] = boards.reshape(count, -1, width)
    codes = np.zeros((2, count, cells), dtype=np.uint32)
    for direction, (right, down) in enumerate(DIRECTIONS):
        index = np.zeros((count, cells // width, width), dtype=np.uint32)
        steps = [step for step in range(-half, half + 1) if step]
        for place, step in enumerate(steps):
            top, left = half + step * down, half + step * right
            seen = framed[:, top : top + cells // width, left : left + width]
            index |= seen.astype(np.uint32) << np.uint32(2 * place)
        both = table[index.reshape(count, cells)].astype(np.uint32)
        codes[0] |= (both & 15) << np.uint32(4 * direction)
        codes[1] |= (both >> 4) << np.uint32(4 * direction)
    numbers = _numbers_of_codes()
    found = np.stack([numbers[side_codes] for side_codes in codes], axis=1)
    found[np.repeat((boards != 0)[:, None], 2, axis=1)] = _NONE
    return found


def fit(
    leaves: Leaves,
    start: Array,
    *,
    width: int = 15,
    connect: int = 5,
    exact: bool = False,
    epochs: int = 12,
    result_weight: float = 0.25,
    pull: float = 2e-5,
    seed: int = 0,
    tell: Callable[[str], None] | None = None,
) -> EvaluationFit:
    """Fit the evaluation to positions, beginning with a table.

    ``pull`` draws numbers that few positions name back to where they began.
    """
    chunks = np.array_split(leaves.boards, max(1, len(leaves) // 20_000))
    ids = np.concatenate([multisets_of(boards, width, connect, exact) for boards in chunks])
    stones = np.minimum((leaves.boards != 0).sum(axis=1) / LATE_STONES, 1.0)
    targets = chance_of(
        leaves.values, leaves.results, _scale_of_values(leaves, stones), result_weight
    )
    zero = np.zeros((1, 2))
    origin = np.concatenate((start.astype(float), zero))
    model = _Model(origin[:, 0].copy(), origin[:, 1].copy(), np.array([1.0, 1.0]))
    random = np.random.default_rng(seed)
    order = random.permutation(len(leaves))
    held_out, rest = np.split(order, [len(leaves) // _HELD_OUT])
    before = _loss(model, ids, stones, targets, held_out)
    moments = [(np.zeros_like(part), np.zeros_like(part)) for part in model.parts]
    steps = 0
    for epoch in range(epochs):
        rest = random.permutation(rest)
        rate = 0.5 * (1 + np.cos(np.pi * epoch / epochs))
        for batch in np.array_split(rest, max(1, len(rest) // _BATCH)):
            steps += 1
            gradients = _gradients(model, ids[batch], stones[batch], targets[batch])
            gradients[0][:] += pull * (model.mover - origin[:, 0]) / SIXTEENTHS
            gradients[1][:] += pull * (model.waiter - origin[:, 1]) / SIXTEENTHS
            _adam(model, moments, gradients, rate, steps)
        if tell is not None:
            loss = _loss(model, ids, stones, targets, held_out)
            tell(f"epoch {epoch + 1} of {epochs}: log loss {loss:.4f} on held-out positions")
    after = _loss(model, ids, stones, targets, held_out)
    chances = np.clip(targets[held_out], 1e-6, 1 - 1e-6)
    least = float(-np.mean(chances * np.log(chances) + (1 - chances) * np.log(1 - chances)))
    # The scale of the middle stays as it was: what it says is put into the table.
    table = np.stack((model.mover[:-1], model.waiter[:-1]), axis=1)
    table = np.clip(np.rint(table), -32000, 32000).astype("<i2")
    early, late = (round(256 * float(scale)) for scale in model.scales)
    return EvaluationFit(table, early, late, before, after, least)


def _numbers_of_codes() -> Array:
    """The multiset of each code of four patterns."""
    from itertools import combinations_with_replacement, permutations

    numbers = np.full(65536, _NONE, dtype=np.uint16)
    for number, patterns in enumerate(combinations_with_replacement(range(PATTERNS), 4)):
        for a, b, c, d in set(permutations(patterns)):
            numbers[a | b << 4 | c << 8 | d << 12] = number
    return numbers


def _scale_of_values(leaves: Leaves, stones: Array) -> Array:
    """Points that mean odds of e to 1 in the searches' values, by the number of stones.

    The values come from a search with another evaluation, whose scale is read off the results.
    """
    scale = np.full(len(leaves), WIN_SCALE)
    quiet = (np.abs(leaves.values) < 2000) & (leaves.results != 0)
    for low, high in ((0.0, 0.2), (0.2, 0.35), (0.35, 0.5), (0.5, 0.75), (0.75, 1.01)):
        within = (stones >= low) & (stones < high)
        chosen = within & quiet
        if chosen.sum() < 200:
            continue
        values = leaves.values[chosen].astype(float)
        won = (leaves.results[chosen] + 1) / 2
        slope = 1 / WIN_SCALE
        for _ in range(30):
            chance = 1 / (1 + np.exp(-slope * values))
            curvature = np.sum(values**2 * chance * (1 - chance))
            slope += np.sum(values * (won - chance)) / max(curvature, 1e-9)
            slope = min(max(slope, 1 / 2000), 1 / 50)
        scale[within] = 1 / slope
    return scale


def _log_odds(model: _Model, ids: Array, stones: Array) -> tuple[Array, Array, Array]:
    """Log-odds of each position, with the sum and the scale that they are the product of."""
    total = model.mover[ids[:, 0]].sum(axis=1) - model.waiter[ids[:, 1]].sum(axis=1)
    total += TO_MOVE * SIXTEENTHS
    scale = model.scales[0] + stones * (model.scales[1] - model.scales[0])
    total = total / (SIXTEENTHS * WIN_SCALE)
    return total * scale, total, scale


def _gradients(model: _Model, ids: Array, stones: Array, targets: Array) -> list[Array]:
    odds, total, scale = _log_odds(model, ids, stones)
    error = (1 / (1 + np.exp(-odds)) - targets) / len(targets)
    shares = np.repeat(error * scale / WIN_SCALE, ids.shape[2])
    mover: Array = np.bincount(ids[:, 0].ravel(), shares, MULTISETS + 1)
    waiter: Array = -np.bincount(ids[:, 1].ravel(), shares, MULTISETS + 1)
    by_scale = error * total
    scales = np.array([np.sum(by_scale * (1 - stones)), np.sum(by_scale * stones)])
    mover[_NONE] = waiter[_NONE] = 0.0
    return [mover, waiter, scales]


def _adam(
    model: _Model,
    moments: list[tuple[Array, Array]],
    gradients: list[Array],
    rate: float,
    steps: int,
) -> None:
    """One step of Adam; the table moves in sixteenths of a point, the scales in hundredths."""
    sizes = (0.25 * SIXTEENTHS, 0.25 * SIXTEENTHS, 0.004)
    for part, (mean, square), gradient, size in zip(
        model.parts, moments, gradients, sizes, strict=True
    ):
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        unbiased = mean / (1 - 0.9**steps)
        spread = np.sqrt(square / (1 - 0.999**steps)) + 1e-9
        part -= rate * size * unbiased / spread


def _loss(model: _Model, ids: Array, stones: Array, targets: Array, rows: Array) -> float:
    odds, _, _ = _log_odds(model, ids[rows], stones[rows])
    return float(np.mean(np.logaddexp(0, odds) - targets[rows] * odds))
