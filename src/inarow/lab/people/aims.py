"""What a mind is to miss as often as people do, while it is fitted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inarow.kernels.compiling import Array
from inarow.lab.people.behaviour import Situation, missed_by_people, situations
from inarow.lab.people.moves import Moves
from inarow.lab.people.scoring import measured
from inarow.lab.people.training import Described

#: Of so many positions of each situation a generation is asked, at most.
_POSITIONS = 80

#: Nobody is asked to be nearer to people's share than this, however many positions there are.
_LEAST_ERROR = 0.015

#: Intervals are two such errors wide to each side.
_ERRORS = 3.92


@dataclass(frozen=True)
class Aim:
    """One situation, how often people miss it, and how well that is known."""

    situation: Situation
    rows: Array
    weights: Array
    share: float
    error: float

    def draw(self, random: np.random.Generator) -> Array:
        """Some of its rows."""
        count = min(_POSITIONS, len(self.rows))
        drawn: Array = random.choice(self.rows, count, replace=False, p=self.weights)
        return drawn

    def off(self, drawn: Array, likely: Array) -> float:
        """How many errors a mind is off, squared, by its moves in some rows."""
        missed = 1 - float((likely * self.situation.good[drawn]).sum(axis=1).mean())
        return ((missed - self.share) / self.error) ** 2


def aims_of(moves: Moves, described: Described) -> list[Aim]:
    """The aims for some moves; every set counts as much as the others, within reason."""
    found = []
    for one in situations(moves, described):
        if not one.says_something:
            continue
        rows = np.flatnonzero(one.rows)
        weights = described.weight[rows].astype(np.float64)
        weights /= weights.sum()
        missed = missed_by_people(one, moves).astype(float)
        known = measured(missed, moves, one.rows, 1)
        error = max((known.high - known.low) / _ERRORS, _LEAST_ERROR)
        found.append(Aim(one, rows, weights, float(missed[rows] @ weights), error))
    return found
