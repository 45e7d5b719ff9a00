"""How well models predict held-out moves: nats a move and top-1 agreement, with intervals.

A model gives each legal move of each row a probability, once for each of some values of one number
about the person. What the number of a person is follows from the moves in the other folds: every
value counts as much as it is likely after them. How a model is softened is chosen on the other
folds as well, one way for all people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from inarow.kernels.compiling import Array
from inarow.lab.people.moves import GAME, Moves

#: How much of a softened prediction is any move at all, and to which power the rest is raised.
_LAPSES = (0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.7)
_POWERS = (0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.5)

#: How much of a mixture is the first model's.
_SHARES = np.linspace(0.0, 1.0, 21)

#: How often people are drawn again for an interval.
_DRAWS = 2000

#: The least probability that is told from none.
_LEAST = 1e-9


@dataclass(frozen=True)
class Prediction:
    """What a model says about some moves before it knows which was played."""

    name: str
    #: Axes: row, value of the person's number, cell. Cells that are not empty have probability 0.
    likely: Array
    #: How likely each value is before anything is known, as logarithms.
    prior: Array
    #: Whether it must be softened: given a share of guessing, and made flatter.
    is_sharp: bool = False


@dataclass(frozen=True)
class Held:
    """A model's probabilities for moves that it has not seen, and how good they are."""

    name: str
    #: Axes: row, cell.
    likely: Array
    #: The rows that it was asked about, or all.
    asked: Array | None = None

    def was_asked(self, which: Array) -> Array:
        """Those of some rows that it was asked about."""
        return which if self.asked is None else np.asarray(which & self.asked)

    def among(self, asked: Array) -> Held:
        """The same, where what was said is about some of many rows."""
        likely = np.zeros((len(asked), self.likely.shape[1]))
        likely[asked] = self.likely
        return Held(self.name, likely, asked)

    def nats(self, moves: Moves) -> Array:
        """Minus the logarithm of the probability of each row's move."""
        likely = self.likely[np.arange(len(moves)), moves.played]
        nats: Array = -np.log(np.maximum(likely, _LEAST))
        return nats

    def hits(self, moves: Moves) -> Array:
        """Whether each row's move was the likeliest; shared where several are."""
        best = self.likely >= self.likely.max(axis=1, keepdims=True) - _LEAST
        hit: Array = best[np.arange(len(moves)), moves.played] / best.sum(axis=1)
        return hit


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and the interval that holds it in 95 of 100 draws of people."""

    mean: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether a value lies in the interval."""
        return self.low <= value <= self.high


def held_out(prediction: Prediction, moves: Moves) -> Held:
    """Predict each fold's moves with what the other folds say about people and softening."""
    result = np.zeros(prediction.likely.shape[::2], dtype=np.float64)
    for fold in np.unique(moves.folds):
        test = moves.folds == fold
        likely = prediction.likely
        if prediction.is_sharp:
            likely = _softened_best(prediction, moves, test)
        result[test] = _weighed(likely, prediction.prior, moves, test)
    return Held(prediction.name, result)


def _played(likely: Array, moves: Moves) -> Array:
    """The probability of each row's move for each value: axes row, value."""
    chosen: Array = likely[np.arange(len(moves)), :, moves.played]
    return np.maximum(chosen, _LEAST)


def _weighed(likely: Array, prior: Array, moves: Moves, test: Array) -> Array:
    """The tested rows' probabilities, with each person's number as likely as the rest says."""
    logs = np.log(_played(likely, moves))
    people = len(moves.people)
    total = np.tile(prior, (people, 1))
    np.add.at(total, moves.person_numbers[~test], logs[~test])
    weights = np.exp(total - total.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    mixed: Array = np.einsum("rv,rvc->rc", weights[moves.person_numbers[test]], likely[test])
    return mixed


def _softened_best(prediction: Prediction, moves: Moves, test: Array) -> Array:
    """The prediction softened as suits the rows that are not tested best."""
    seen = ~test
    others = Moves(tuple(row for row, is_in in zip(moves.rows, seen, strict=True) if is_in))
    people, legal = moves.person_numbers[seen], legal_cells(others)

    def nats(choice: tuple[float, float]) -> float:
        logs = np.log(_played(_softened(prediction.likely[seen], legal, *choice), others))
        # Each person by the value that suits best, so that nobody is softened for being different.
        total = np.zeros((len(moves.people), logs.shape[1]))
        np.add.at(total, people, logs)
        return -float(total.max(axis=1).sum())

    best = min(product(_POWERS, _LAPSES), key=nats)
    return _softened(prediction.likely, legal_cells(moves), *best)


def _softened(likely: Array, legal: Array, power: float, lapse: float) -> Array:
    flat = np.where(likely > 0, np.maximum(likely, _LEAST) ** power, 0.0)
    flat /= flat.sum(axis=2, keepdims=True)
    guess = legal / legal.sum(axis=1, keepdims=True)
    softened: Array = (1 - lapse) * flat + lapse * guess[:, None]
    return softened


def legal_cells(moves: Moves) -> Array:
    """Which cells are empty in each row: axes row, cell."""
    occupied = np.array([row.x_stones | row.o_stones for row in moves.rows], dtype=np.uint64)
    empty: Array = (occupied[:, None] >> np.arange(GAME.cells, dtype=np.uint64)) & np.uint64(1) == 0
    return empty


def mixture(first: Held, second: Held, moves: Moves) -> Held:
    """Both together, with shares that suit the other folds."""
    result = np.zeros_like(first.likely)
    one, two = (np.exp(-held.nats(moves)) for held in (first, second))
    for fold in np.unique(moves.folds):
        test = moves.folds == fold
        share = min(
            _SHARES, key=lambda share: -np.log(share * one[~test] + (1 - share) * two[~test]).sum()
        )
        result[test] = share * first.likely[test] + (1 - share) * second.likely[test]
    return Held("mixture", result)


def measured(values: Array, moves: Moves, which: Array, seed: int) -> Interval:
    """The mean of some rows' values, and its interval by drawing people again and again."""
    people = moves.person_numbers[which]
    numbers = np.unique(people)
    sums = np.array([values[which][people == number].sum() for number in numbers])
    counts = np.array([(people == number).sum() for number in numbers])
    random = np.random.default_rng(seed)
    drawn = random.integers(0, len(numbers), size=(_DRAWS, len(numbers)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Interval(float(values[which].mean()), float(low), float(high))


def share_text(value: Interval) -> str:
    """A share with its interval."""
    return f"{value.mean:.1%} ({value.low:.1%} to {value.high:.1%})"


def rows_of(moves: Moves, name: str) -> Array:
    """Which rows belong to a set."""
    return np.array([row.set == name for row in moves.rows])


def normal_prior(values: Sequence[float]) -> Array:
    """The logarithms of the standard normal density, up to a constant."""
    prior: Array = -np.square(np.array(values)) / 2
    return prior
