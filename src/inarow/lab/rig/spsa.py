"""Simultaneous perturbation stochastic approximation: tuning many numbers at once by games.

In each pair of games all numbers are moved at random, by one step up or down each; the side with
the one choice of signs plays the side with the opposite choice, and every number then follows the
winner a little. The steps and the share of them that is followed shrink as games are played
(J. C. Spall, "Implementation of the simultaneous perturbation algorithm", 1998).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from inarow.kernels.gomoku.parameters import Parameter

#: The exponents that Spall recommends, and the share of all pairs before which it is careful.
_ALPHA = 0.602
_GAMMA = 0.101
_STABILITY = 0.1


@dataclass(slots=True)
class Spsa:
    """Where the tuning stands: a value of each parameter, as a fraction too."""

    parameters: Sequence[Parameter]
    #: How many pairs of games there will be.
    pairs: int
    seed: int = 0
    #: The last step of each parameter, as a share of what it may be.
    step: float = 0.05
    #: How far a parameter follows a pair won by two games, in steps, at the end.
    follow: float = 0.008
    values: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.values = [float(parameter.default) for parameter in self.parameters]

    def signs(self, pair: int) -> list[int]:
        """The directions of a pair of games, the same for the same seed."""
        chance = random.Random(f"spsa/{self.seed}/{pair}")
        return [chance.choice((-1, 1)) for _ in self.parameters]

    def settings(self, pair: int) -> tuple[dict[str, int], dict[str, int]]:
        """What the two sides of a pair of games play with."""
        signs = self.signs(pair)
        return self._moved(pair, signs), self._moved(pair, [-sign for sign in signs])

    def learn(self, pair: int, margin: float) -> None:
        """Follow the winner of a pair: the first side's wins less its losses, from -2 to 2."""
        careful = _STABILITY * self.pairs
        left = (careful + self.pairs) / (careful + pair + 1)
        shrink = left ** (_ALPHA - _GAMMA)
        for number, sign in enumerate(self.signs(pair)):
            step = self._step(number, pair)
            moved = self.values[number] + self.follow * shrink * step * margin * sign
            parameter = self.parameters[number]
            self.values[number] = min(max(moved, parameter.lowest), parameter.highest)

    def rounded(self) -> dict[str, int]:
        """The values as whole numbers."""
        return {
            parameter.name: round(value)
            for parameter, value in zip(self.parameters, self.values, strict=True)
        }

    def _moved(self, pair: int, signs: Sequence[int]) -> dict[str, int]:
        moved = {}
        for number, (parameter, sign) in enumerate(zip(self.parameters, signs, strict=True)):
            value = round(self.values[number] + sign * self._step(number, pair))
            moved[parameter.name] = min(max(value, parameter.lowest), parameter.highest)
        return moved

    def _step(self, number: int, pair: int) -> float:
        """How far a parameter is moved in a pair: at least one, as values are whole numbers."""
        parameter = self.parameters[number]
        last = max(1.0, self.step * (parameter.highest - parameter.lowest))
        return float(last * (self.pairs / (pair + 1)) ** _GAMMA)
