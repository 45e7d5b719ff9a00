"""The sequential probability ratio test: stop as soon as the games say enough, and say why.

The generalised test on pairs (Van den Bergh, "Comments on normalized Elo", proposition 1.1): for
each hypothesis take the most likely distribution of pair scores that has the hypothesis's mean,
and compare how likely each makes what was seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from inarow.match.conditions import MatchError
from inarow.match.elo import expected_score

#: What takes the place of a count of zero, so that nothing seen is held impossible.
_UNSEEN = 1e-3

#: Differences beyond this promise scores that cannot be told from all or nothing.
_LARGEST_ELO = 2000.0


class Conclusion(StrEnum):
    """What a test says so far."""

    CONTINUE = "not decided"
    ACCEPT_H0 = "H0 accepted"
    ACCEPT_H1 = "H1 accepted"


@dataclass(frozen=True, slots=True)
class Sprt:
    """The question whether the first player is better by ``elo1`` (H1) or by ``elo0`` (H0).

    ``alpha`` bounds how often H1 is accepted though H0 holds, ``beta`` the reverse.

    >>> test = Sprt.parse("0,10")
    >>> test.describe()
    'SPRT: elo0 0, elo1 10, alpha 0.05, beta 0.05, LLR bounds -2.94 to 2.94'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not max(abs(self.elo0), abs(self.elo1)) <= _LARGEST_ELO:
            raise MatchError(
                f"elo0 and elo1 must be between {-_LARGEST_ELO:g} and {_LARGEST_ELO:g}"
            )
        if not self.elo0 < self.elo1:
            raise MatchError(f"elo0 must be less than elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise MatchError("alpha and beta must be between 0 and 0.5")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Read ``elo0,elo1`` or ``elo0,elo1,alpha,beta``."""
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise MatchError(f"{text!r} is not a test: try elo0,elo1 or elo0,elo1,alpha,beta")
        return cls(*numbers)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted (Wald)."""
        return (
            math.log(self.beta / (1.0 - self.alpha)),
            math.log((1.0 - self.beta) / self.alpha),
        )

    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of H1 to H0, from counts by score: five for pairs."""
        total = sum(counts)
        if total == 0:
            return 0.0
        seen = [count or _UNSEEN for count in counts]
        scores = [index / (len(seen) - 1) for index in range(len(seen))]
        weight = sum(seen)
        observed = [count / weight for count in seen]
        under_h0 = _likeliest(observed, scores, expected_score(self.elo0))
        under_h1 = _likeliest(observed, scores, expected_score(self.elo1))
        return weight * sum(
            p * math.log(p1 / p0) for p, p0, p1 in zip(observed, under_h0, under_h1, strict=True)
        )

    def decision(self, counts: Sequence[float]) -> Conclusion:
        """What the counts so far decide."""
        lower, upper = self.bounds
        llr = self.llr(counts)
        if llr >= upper:
            return Conclusion.ACCEPT_H1
        return Conclusion.ACCEPT_H0 if llr <= lower else Conclusion.CONTINUE

    def describe(self) -> str:
        """The test in one line, with its bounds."""
        lower, upper = self.bounds
        return (
            f"SPRT: elo0 {self.elo0:g}, elo1 {self.elo1:g}, alpha {self.alpha:g}, "
            f"beta {self.beta:g}, LLR bounds {lower:.2f} to {upper:.2f}"
        )

    def explain(self, counts: Sequence[float]) -> str:
        """Where the test stands, in one line."""
        lower, upper = self.bounds
        llr = self.llr(counts)
        match self.decision(counts):
            case Conclusion.ACCEPT_H1:
                return f"LLR {llr:.2f} reached {upper:.2f}: H1 accepted (elo {self.elo1:g})"
            case Conclusion.ACCEPT_H0:
                return f"LLR {llr:.2f} reached {lower:.2f}: H0 accepted (elo {self.elo0:g})"
            case Conclusion.CONTINUE:
                return f"LLR {llr:.2f} between {lower:.2f} and {upper:.2f}: undecided"


def _likeliest(observed: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """The distribution with a given mean under which the observed one is most likely.

    It is p / (1 + x (score - mean)) for the x that makes the mean right.
    """
    offsets = [score - mean for score in scores]
    low, high = -1.0 / max(offsets), -1.0 / min(offsets)

    def excess(x: float) -> float:
        return sum(p * a / (1.0 + x * a) for p, a in zip(observed, offsets, strict=True))

    # The excess falls from plus to minus infinity between the poles, so halving always works.
    for _ in range(200):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if excess(middle) > 0.0:
            low = middle
        else:
            high = middle
    return [p / (1.0 + middle * a) for p, a in zip(observed, offsets, strict=True)]
