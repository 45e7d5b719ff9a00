"""From results to a difference in Elo, with the interval that paired games allow.

Games come in pairs with the same opening and the sides swapped. A pair's score has five values, 0
to 2 in halves; their spread is the true uncertainty, because an unfair opening hits both games of
a pair alike and cancels out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

from inarow.match.records import GameRecord

#: 95 % of a normal distribution lie within this many deviations.
Z95 = NormalDist().inv_cdf(0.975)

Pentanomial = tuple[int, int, int, int, int]


def expected_score(elo: float) -> float:
    """The score that a difference in Elo promises.

    >>> round(expected_score(100), 2)
    0.64
    """
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo_of_score(score: float) -> float:
    """The difference in Elo that a score stands for; infinite for all or nothing.

    >>> elo_of_score(0.5), elo_of_score(1.0)
    (0.0, inf)
    """
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400.0 * math.log10(score / (1.0 - score)) + 0.0


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """A difference in Elo with its 95 % interval, and how likely the first is the better one."""

    elo: float
    low: float
    high: float
    superiority: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2.0

    def __str__(self) -> str:
        if math.isfinite(self.low) and math.isfinite(self.high):
            return f"{self.elo:+z.1f} ± {self.margin:.1f}"
        if math.isfinite(self.low):
            return f"above {self.low:+z.0f}"
        return f"below {self.high:+z.0f}" if math.isfinite(self.high) else "unknown"


@dataclass(frozen=True, slots=True)
class Results:
    """How often a player won, drew and lost."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is 1, a draw one half."""
        return self.wins + self.draws / 2.0

    @property
    def score(self) -> float:
        """Points a game; one half before the first."""
        return self.points / self.games if self.games else 0.5


@dataclass(frozen=True, slots=True)
class Tally(Results):
    """Results of one player against another."""

    #: Finished pairs by what they scored: 0, 1/2, 1, 3/2 or 2.
    pairs: Pentanomial

    def elo(self) -> EloEstimate:
        """The difference in Elo from the finished pairs."""
        return pentanomial_elo(self.pairs)

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


class PairCounter:
    """Counts one player's results against another, game by game."""

    def __init__(self, label: str, opponent: str) -> None:
        self._labels = {label, opponent}
        self._label = label
        self._results = {1.0: 0, 0.5: 0, 0.0: 0}
        self._pairs = [0, 0, 0, 0, 0]
        self._halves: dict[int, float] = {}

    def add(self, record: GameRecord) -> None:
        """Count a game, if it is one of these two."""
        if {record.spec.x.label, record.spec.o.label} != self._labels:
            return
        score = record.score_of(self._label)
        self._results[score] += 1
        pair = record.spec.pair
        if pair in self._halves:
            self._pairs[round(2 * (self._halves.pop(pair) + score))] += 1
        else:
            self._halves[pair] = score

    @property
    def tally(self) -> Tally:
        """What has been counted so far; a pair counts once both its games are finished."""
        lost, less, even, more, won = self._pairs
        wins, draws, losses = (self._results[score] for score in (1.0, 0.5, 0.0))
        return Tally(wins, draws, losses, (lost, less, even, more, won))


def tally(records: Iterable[GameRecord], label: str, opponent: str) -> Tally:
    """What one player scored against another."""
    counter = PairCounter(label, opponent)
    for record in records:
        counter.add(record)
    return counter.tally


def pentanomial_elo(pairs: Pentanomial) -> EloEstimate:
    """Elo from counts of pairs by score.

    Where every pair scored the same, their spread says nothing; then the interval is that of a
    proportion of which no exception was seen.

    >>> print(pentanomial_elo((34, 54, 63, 64, 75)))
    +55.6 ± 27.7
    """
    count = sum(pairs)
    if count == 0:
        return EloEstimate(0.0, -math.inf, math.inf, 0.5)
    scores = [index / 4.0 for index in range(5)]
    mean = sum(score * number for score, number in zip(scores, pairs, strict=True)) / count
    variance = (
        sum(number * (score - mean) ** 2 for score, number in zip(scores, pairs, strict=True))
        / count
    )
    if variance == 0.0:
        return _unanimous(mean, count)
    error = math.sqrt(variance / count)
    return EloEstimate(
        elo_of_score(mean),
        elo_of_score(mean - Z95 * error),
        elo_of_score(mean + Z95 * error),
        NormalDist().cdf((mean - 0.5) / error),
    )


def _unanimous(mean: float, count: int) -> EloEstimate:
    """All pairs scored the same: with 97.5 % confidence exceptions are rarer than ``rare``.

    How likely the better one is better: if beforehand any share of pairs to win was as likely as
    any other, it is above one half after ``count`` of ``count`` with 1 - 1 / 2 ** (count + 1).
    """
    rare = 1.0 - 0.025 ** (1.0 / count)
    # The worst an exception can do is to score nothing, and the best to score everything.
    low, high = mean * (1.0 - rare), mean + (1.0 - mean) * rare
    doubt = 0.5 if mean == 0.5 else 0.5 ** (count + 1)
    superiority = 1.0 - doubt if mean > 0.5 else doubt
    return EloEstimate(elo_of_score(mean), elo_of_score(low), elo_of_score(high), superiority)
