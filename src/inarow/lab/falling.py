"""How the scores of people fall along the dial, and where on it the levels are to be.

With few games and much luck, the score at a single place says little, so a smooth curve that never
rises is fitted through all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from inarow.match.elo import elo_of_score
from inarow.players.level_table import PEOPLE

#: Places on the dial at which the curves have a value.
_KNOTS = 57

#: How little the slope of a curve changes from knot to knot; and what keeps it finite where nobody
#: ever won.
_STIFFNESS = 30.0
_PULL = 0.01

_STEPS = 100
_PRECISION = 1e-8

#: The lowest level is where the weakest people score this much at most: they nearly always win.
_EASY = 0.95

#: Scores within these bounds say how steeply they fall, those beyond that they have fallen.
_TELLING = (0.05, 0.95)


@dataclass(frozen=True, slots=True)
class Played:
    """What some people scored at a place on the dial: points, in so many games."""

    turn: float
    points: float
    games: float


@dataclass(frozen=True, slots=True)
class Fall:
    """How the scores of each kind of people fall along the dial, and against the best player."""

    turns: tuple[float, ...]
    #: For each kind of people a score at each turn, never more than at the one before, and the
    #: score against the best player at the end.
    scores: tuple[tuple[float, ...], ...]

    def ways(self) -> list[float]:
        """How far each place, and the best player at the end, is from the lowest level.

        The distance of two places is what anybody's score falls by between them at most.
        """
        steps = zip(*map(pairwise, self.scores), strict=True)
        ways = [0.0]
        for step in steps:
            ways.append(ways[-1] + max(before - after for before, after in step))
        start = ways[self._lowest()]
        return [way - start for way in ways]

    def turns_of_levels(self) -> list[float]:
        """Where on the dial all levels but the last are, each equally far from the one before.

        The last level is the best player. Where it is further from the end of the dial than a
        step, the others share what the dial has.
        """
        *ways, best = self.ways()
        count = len(PEOPLE)
        step = min(best / count, ways[-1] / (count - 1))
        lowest = self.turns[self._lowest()]
        return [lowest, *(self._turn_at(ways, step * level) for level in range(1, count))]

    def elo_a_level(self) -> float:
        """How many points of Elo a level takes from people who are neither lost nor sure to win."""
        turns = self.turns_of_levels()
        low, high = _TELLING
        steps = []
        for scores in self.scores:
            elos = [
                elo_of_score(score)
                for turn in turns
                if low <= (score := self._between(scores, turn)) <= high
            ]
            steps += [before - after for before, after in pairwise(elos)]
        return sum(steps) / len(steps) if steps else 0.0

    def _lowest(self) -> int:
        """The last place at which even the weakest people nearly always win."""
        easy = [min(scores) >= _EASY for scores in zip(*self.scores, strict=True)]
        return max((number for number, is_easy in enumerate(easy[:-1]) if is_easy), default=0)

    def _turn_at(self, ways: Sequence[float], way: float) -> float:
        """The place that is so far away."""
        above = min(bisect_left(ways, way), len(ways) - 1)
        if above == 0 or ways[above] == ways[above - 1]:
            return self.turns[above]
        part = min((way - ways[above - 1]) / (ways[above] - ways[above - 1]), 1.0)
        return self.turns[above - 1] + (self.turns[above] - self.turns[above - 1]) * part

    def _between(self, scores: Sequence[float], turn: float) -> float:
        place = turn * (len(self.turns) - 1)
        number = min(int(place), len(self.turns) - 2)
        return scores[number] + (scores[number + 1] - scores[number]) * (place - number)


def fall_of(people: Mapping[str, Sequence[Played]], best: Mapping[str, float]) -> Fall:
    """How scores fall, by what each kind scored along the dial and against the best player."""
    turns = tuple(knot / (_KNOTS - 1) for knot in range(_KNOTS))
    falls = []
    for kind, played in people.items():
        curve = [-score for score in rising([-score for score in smoothed(played, turns)])]
        falls.append((*curve, min(best[kind], curve[-1])))
    return Fall(turns, tuple(falls))


def smoothed(played: Sequence[Played], turns: Sequence[float]) -> list[float]:
    """The likeliest scores at some evenly spaced turns, of those whose Elo changes smoothly.

    A score is a logistic function of a curve that is straight from turn to turn and bends little:
    Newton's method finds it.
    """
    import numpy as np

    knots = len(turns)
    places = np.array([one.turn for one in played])
    points = np.array([one.points for one in played])
    games = np.array([one.games for one in played])
    nearness = np.maximum(1 - np.abs(places[:, None] - np.array(turns)) * (knots - 1), 0.0)
    bends = np.diff(np.eye(knots), 2, axis=0)
    prior = _STIFFNESS * bends.T @ bends + _PULL * np.eye(knots)
    curve = np.zeros(knots)
    for _ in range(_STEPS):
        scores = 1 / (1 + np.exp(-nearness @ curve))
        slope = nearness.T @ (points - games * scores) - prior @ curve
        steepness = nearness.T @ (nearness * (games * scores * (1 - scores))[:, None]) + prior
        step = np.clip(np.linalg.solve(steepness, slope), -1, 1)
        curve += step
        if np.abs(step).max() < _PRECISION:
            break
    return [float(score) for score in 1 / (1 + np.exp(-curve))]


def rising(values: Sequence[float]) -> list[float]:
    """The nearest values that never fall, by squares: neighbours that do are averaged.

    >>> rising([1.0, 3.0, 2.0, 4.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    blocks: list[tuple[float, int]] = []
    for one in values:
        blocks.append((one, 1))
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (value, size), (before, size_before) = blocks.pop(), blocks.pop()
            total = size + size_before
            blocks.append(((value * size + before * size_before) / total, total))
    return [value for value, size in blocks for _ in range(size)]
