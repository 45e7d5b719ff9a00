"""Finding the levels of every game: places on the dial that people feel to be equally far apart.

Simulated people, weak, middling and strong, play against players from all over the dial and against
the best player of all. Along the dial their scores fall, each at its own pace. How far it is from
one place to the next is how much the score of any of them falls there, so that levels that are
equally far apart leave nobody before a cliff.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from inarow.files.whole import check_writable, write_whole
from inarow.lab.experiments.experiment import Workspace, writable
from inarow.lab.experiments.playing import play_plan
from inarow.match.elo import elo_of_score
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.records import Contestant, GameRecord
from inarow.match.schedule import Form, Schedule
from inarow.players.best import repeatable
from inarow.players.dial import DIAL
from inarow.players.level_table import PEOPLE, TABLE, Scale, Table, write_scales
from inarow.players.options import options_text
from inarow.players.people.choices import PersonOptions
from inarow.players.people.mind import FITTED
from inarow.rules.catalogue import CATALOGUE

#: The simulated people that levels are measured with: a standard deviation below the average of
#: those whom they were fitted to, the average itself, and one above it.
KINDS = {
    "weak": "person(strength=-1)",
    "middling": "person",
    "strong": "person(strength=1)",
}

#: How many places on the dial are tried.
_PLACES = 21

#: Openings for each place and each kind of people; large boards and luring take longest.
_PAIRS = {"connect4": 50, "square": 30, "gomoku": 30, "gomoku-standard": 15, "connect5": 15}
_USUAL_PAIRS = 30

#: The lowest level is where the weakest people score this much at most: they nearly always win.
_EASY = 0.95

#: Scores within these bounds say how steeply they fall, those beyond that they have fallen.
_TELLING = (0.05, 0.95)

#: Games that measure levels start from other openings, with other dice, than those that find them.
_SEED = 11

_BEST = "best"


@dataclass(frozen=True, slots=True)
class Fall:
    """How the scores of each kind of people fall along the dial, and against the best player."""

    turns: tuple[float, ...]
    #: For each kind of people a score at each turn, never more than at the one before, and the
    #: score against the best player at the end.
    scores: tuple[tuple[float, ...], ...]

    def ways(self) -> list[float]:
        """How far each place, and the best player at the end, is from the lowest level."""
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


def calibrate(workspace: Workspace, table: Path, *, games: Iterable[str] = ()) -> None:
    """Play, and write a table with the levels of some games, or of all if none is named.

    The other games keep the levels they have in the table, or in the one that inarow uses.
    """
    # Better now than after hours of games.
    writable(table.parent)
    check_writable(table)
    if not table.exists():
        write_whole(table, TABLE.read_text(encoding="utf-8"))
    for game in games or CATALOGUE:
        pairs = workspace.count(_PAIRS.get(game, _USUAL_PAIRS))
        found = {
            kind: scores_of(play_plan(workspace, store(), plan(game, kind, pairs)).records, kind)
            for kind in KINDS
        }
        fall = fall_of(found)
        write_scales({game: Scale(levels_on(fall), round(fall.elo_a_level()))}, table)
        for kind, scores in zip(KINDS, fall.scores, strict=True):
            shown = " ".join(f"{score:.0%}" for score in scores)
            workspace.tell(f"{game}: {kind} people score {shown}")


def store() -> str:
    """The name of the store of games: people who think otherwise play other games."""
    return f"levels-{mind_digest()}"


def mind_digest() -> str:
    """What tells how simulated people think now from how they thought before a fit."""
    return hashlib.sha256(FITTED.read_bytes()).hexdigest()[:8]


def plan(game: str, kind: str, pairs: int) -> Plan:
    """A kind of people against every place on the dial and the best player."""
    players = [person(f"{turn:.4f}", DIAL.at(turn)) for turn in _turns()]
    return gauntlet(game, kind, KINDS[kind], (*players, best_of(game, _BEST)), pairs, _SEED)


def gauntlet(
    game: str, label: str, people: str, levels: tuple[Contestant, ...], pairs: int, seed: int
) -> Plan:
    """Some people against each of some players, both sides of every opening."""
    openings = Openings(plies=2, seed=seed, repeat=True)
    everyone = (Contestant(label, people), *levels)
    return Plan(Schedule(CATALOGUE[game].game, everyone, openings, pairs, Form.GAUNTLET, seed=seed))


def person(label: str, options: PersonOptions) -> Contestant:
    """A people-like player with some settings."""
    return Contestant(label, f"person({options_text(options)})")


def best_of(game: str, label: str) -> Contestant:
    """The highest level, with a limit that is the same on every machine."""
    return Contestant(label, "level-10", repeatable(CATALOGUE[game].game))


def scores_of(records: Mapping[int, GameRecord], label: str) -> dict[str, list[float]]:
    """What a player scored against each of the others, a pair of games at a time."""
    pairs: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for record in records.values():
        spec = record.spec
        other = spec.o.label if spec.x.label == label else spec.x.label
        pairs[other][spec.pair].append(record.score_of(label))
    return {
        other: [sum(scores) / len(scores) for scores in games.values()]
        for other, games in pairs.items()
    }


def levels_on(fall: Fall) -> Table:
    """The people-like levels of a game."""
    return tuple(DIAL.at(turn) for turn in fall.turns_of_levels())


def fall_of(found: Mapping[str, Mapping[str, Sequence[float]]]) -> Fall:
    """What each kind of people scores along the dial, never more than at the place before."""
    labels = [*(f"{turn:.4f}" for turn in _turns()), _BEST]
    falls = []
    for scores in found.values():
        means = [-sum(scores[label]) / len(scores[label]) for label in labels]
        weights = [float(len(scores[label])) for label in labels]
        falls.append(tuple(-mean for mean in rising(means, weights)))
    return Fall(tuple(_turns()), tuple(falls))


def rising(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The nearest values that never fall, by weighted squares: neighbours that do are averaged.

    >>> rising([1.0, 3.0, 2.0, 4.0], [1.0, 1.0, 1.0, 1.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    blocks: list[tuple[float, float, int]] = []
    for block in zip(values, weights, [1] * len(values), strict=True):
        blocks.append(block)
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (value, weight, size), (lower, lower_weight, lower_size) = blocks.pop(), blocks.pop()
            total = weight + lower_weight
            mean = (value * weight + lower * lower_weight) / total
            blocks.append((mean, total, size + lower_size))
    return [value for value, _, size in blocks for _ in range(size)]


def _turns() -> list[float]:
    return [place / (_PLACES - 1) for place in range(_PLACES)]
