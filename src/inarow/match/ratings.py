"""A rating list from many results: Bradley and Terry's model, by maximum likelihood.

The first player wins with probability s(rating difference + advantage of the first move), s being
the logistic function; a draw counts as half a win and half a loss. A weak normal prior keeps the
rating of a player finite who has won or lost everything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from inarow.match.elo import Z95
from inarow.match.records import GameRecord

#: Elo in one unit of the logistic function's argument.
_ELO = 400.0 / math.log(10.0)

#: The prior's standard deviation in Elo: so wide that a handful of games outweighs it.
PRIOR_ELO = 1000.0

_STEPS = 200
_PRECISION = 1e-10


@dataclass(frozen=True, slots=True)
class Rating:
    """One line of a rating list; ratings average to 0."""

    label: str
    elo: float
    #: Half the width of the 95 % interval.
    margin: float


@dataclass(frozen=True, slots=True)
class Fit:
    """How sure a fit is: the covariances of the players' weights, of which the wider is right."""

    labels: tuple[str, ...]
    covariances: tuple[Any, Any]

    def margin(self, label: str, other: str) -> float:
        """Half the width of the 95 % interval of a difference, in Elo."""
        one, two = self.labels.index(label), self.labels.index(other)
        variance = max(
            float(each[one, one] + each[two, two] - 2 * each[one, two]) for each in self.covariances
        )
        return Z95 * _ELO * math.sqrt(variance)


@dataclass(frozen=True, slots=True)
class RatingList:
    """Ratings from the best down, and what playing X is worth."""

    ratings: tuple[Rating, ...]
    advantage: float
    advantage_margin: float
    #: The labels and the two covariances of their weights, from which differences have margins.
    fit: Fit = field(repr=False, compare=False)

    def of(self, label: str) -> Rating:
        """The rating of a player."""
        return next(rating for rating in self.ratings if rating.label == label)

    def difference(self, label: str, other: str) -> tuple[float, float]:
        """How much higher the one is rated than the other, and half the 95 % interval of that.

        Ratings of players who met err together, so this is less than their margins suggest.
        """
        return self.of(label).elo - self.of(other).elo, self.fit.margin(label, other)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game for the fit: indexes of the players, the first one's score, and its pair."""

    x: int
    o: int
    score: float
    pair: int


def rate(records: Iterable[GameRecord], labels: Sequence[str]) -> RatingList:
    """Rate the players by their games."""
    index = {label: number for number, label in enumerate(labels)}
    results = [
        RatedGame(
            index[record.spec.x.label], index[record.spec.o.label], record.x_score,
            record.spec.pair,
        )
        for record in records
    ]  # fmt: skip
    return rate_results(results, labels)


def rate_results(
    results: Sequence[RatedGame], labels: Sequence[str], *, prior_elo: float = PRIOR_ELO
) -> RatingList:
    """Fit the model to plain results."""
    import numpy as np

    players = len(labels)
    design = np.zeros((len(results), players + 1))
    for row, result in enumerate(results):
        design[row, result.x] += 1.0
        design[row, result.o] -= 1.0
        design[row, players] = 1.0
    scores = np.array([result.score for result in results])
    weights, covariances = _fit(design, scores, [result.pair for result in results], prior_elo)
    centring = np.eye(players + 1)
    centring[:players, :players] -= 1.0 / players
    elos = _ELO * centring @ weights
    variances = [np.diag(centring @ covariance @ centring.T) for covariance in covariances]
    margins = Z95 * _ELO * np.sqrt(np.maximum(*variances))
    ratings = [
        Rating(label, float(elos[number]), float(margins[number]))
        for number, label in enumerate(labels)
    ]
    ratings.sort(key=lambda rating: -rating.elo)
    return RatingList(
        tuple(ratings),
        float(elos[players]),
        float(margins[players]),
        Fit(tuple(labels), covariances),
    )


def _fit(
    design: Any, scores: Any, pairs: Sequence[int], prior_elo: float
) -> tuple[Any, tuple[Any, Any]]:
    """Newton's method on the log-likelihood, and two covariances of what it finds.

    The first covariance is the model's own, the second what the spread of whole pairs shows
    ("sandwich"). The wider is to be believed: the first is too narrow when the games of a pair go
    together, and the second when nearly all results are alike.
    """
    import numpy as np

    size = design.shape[1]
    prior = np.eye(size) * (_ELO / prior_elo) ** 2
    weights = np.zeros(size)
    information = prior
    for _ in range(_STEPS):
        expected = 1.0 / (1.0 + np.exp(-design @ weights))
        slope = design.T @ (scores - expected) - prior @ weights
        information = (design.T * (expected * (1.0 - expected))) @ design + prior
        step = np.linalg.solve(information, slope)
        # A long step can overshoot where results are one-sided.
        weights += step * min(1.0, 2.0 / max(float(np.abs(step).max(initial=0.0)), 1e-12))
        if np.abs(step).max(initial=0.0) < _PRECISION:
            break
    inverse = np.linalg.inv(information)
    residuals = design * (scores - 1.0 / (1.0 + np.exp(-design @ weights)))[:, None]
    spread = np.zeros((size, size))
    for group in _by_pair(pairs):
        gradient = residuals[group].sum(axis=0)
        spread += np.outer(gradient, gradient)
    return weights, (inverse, inverse @ spread @ inverse)


def _by_pair(pairs: Sequence[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for row, pair in enumerate(pairs):
        groups.setdefault(pair, []).append(row)
    return list(groups.values())
