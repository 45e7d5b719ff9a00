"""The yardstick of the levels: simulated people of three kinds, who play against any opponents."""

from __future__ import annotations

import hashlib
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean, stdev

from inarow.lab.experiments.experiment import Workspace
from inarow.lab.experiments.playing import play_plan
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.ratings import RatedGame, RatingList, rate_results
from inarow.match.records import Contestant, GameRecord
from inarow.match.schedule import Form, Schedule
from inarow.players.best import repeatable
from inarow.players.level_table import LEVELS, PEOPLE, Estimate, Table
from inarow.players.options import options_text
from inarow.players.people.choices import PersonOptions
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.catalogue import CATALOGUE

#: The simulated people that levels are measured with: a standard deviation below the average of
#: those whom they were fitted to, the average itself, and one above it.
STRENGTHS = {"weak": -1.0, "middling": 0.0, "strong": 1.0}
KINDS = {
    kind: f"person(strength={strength:g})" if strength else "person"
    for kind, strength in STRENGTHS.items()
}

#: Games begin after so many random moves; on small boards these would decide the game.
_PLIES = 2
_SMALL = 20

#: On how many positions of a game it is looked at how people think.
_PROBES = 8


@dataclass(frozen=True, slots=True)
class Fared:
    """How people fared against some opponents."""

    #: For each kind of people and each opponent, what they scored in each pair of games.
    pairs: Mapping[str, Mapping[str, Sequence[float]]]
    records: Mapping[str, Sequence[GameRecord]]

    def estimates(self, opponents: Iterable[str]) -> dict[str, tuple[Estimate, ...]]:
        """What each kind of people scores against some opponents, with its margin."""
        labels = tuple(opponents)
        return {
            kind: tuple(estimate(scores[label]) for label in labels)
            for kind, scores in self.pairs.items()
        }

    def with_more(self, more: Fared) -> Fared:
        """These games and more of them, whose pairs are numbered on."""
        return Fared(
            {
                kind: {
                    label: [*found, *more.pairs[kind].get(label, ())]
                    for label, found in scores.items()
                }
                for kind, scores in self.pairs.items()
            },
            {
                kind: [*games, *_numbered_on(games, more.records[kind])]
                for kind, games in self.records.items()
            },
        )

    def ratings(self) -> RatingList:
        """Everybody's ratings by all these games."""
        everyone = [
            *self.pairs,
            *dict.fromkeys(o for scores in self.pairs.values() for o in scores),
        ]
        index = {label: number for number, label in enumerate(everyone)}
        return rate_results(
            [
                RatedGame(
                    index[record.spec.x.label], index[record.spec.o.label], record.x_score,
                    # The numbers of pairs start over for each kind of people.
                    record.spec.pair * len(KINDS) + number,
                )
                for number, records in enumerate(self.records.values())
                for record in records
            ],
            everyone,
        )  # fmt: skip


def _numbered_on(
    before: Sequence[GameRecord], records: Sequence[GameRecord]
) -> Iterable[GameRecord]:
    """Games whose pairs have numbers that none of those before has."""
    first = 1 + max((record.spec.pair for record in before), default=-1)
    for record in records:
        yield replace(record, spec=replace(record.spec, pair=first + record.spec.pair))


def play_people(
    workspace: Workspace,
    game: str,
    opponents: tuple[Contestant, ...],
    pairs: int,
    seed: int,
) -> Fared:
    """Let every kind of people play against some opponents, both sides of every opening."""
    records = {}
    for kind, name in KINDS.items():
        plan = gauntlet(game, Contestant(kind, name), opponents, pairs, seed)
        records[kind] = list(play_plan(workspace, store(game), plan).records.values())
    return Fared({kind: scores_of(found, kind) for kind, found in records.items()}, records)


def gauntlet(
    game: str, people: Contestant, opponents: tuple[Contestant, ...], pairs: int, seed: int
) -> Plan:
    """Some people against each of some opponents."""
    rules = CATALOGUE[game].game
    plies = 0 if rules.cells <= _SMALL else _PLIES
    openings = Openings(plies=plies, seed=seed, repeat=True)
    return Plan(Schedule(rules, (people, *opponents), openings, pairs, Form.GAUNTLET, seed=seed))


def person(label: str, options: PersonOptions) -> Contestant:
    """A people-like player with some settings."""
    return Contestant(label, f"person({options_text(options)})")


def best_of(game: str, label: str) -> Contestant:
    """The highest level, with a limit that is the same on every machine."""
    return Contestant(label, "level-10", repeatable(CATALOGUE[game].game))


def label_of(level: int) -> str:
    """What a level is called in games that measure it."""
    return f"level-{level}"


def levels_of(game: str, table: Table) -> tuple[Contestant, ...]:
    """The levels of a game, made from their settings: levels that change are other players."""
    people = zip(PEOPLE, table, strict=True)
    return (
        *(person(label_of(level), options) for level, options in people),
        best_of(game, label_of(LEVELS[-1])),
    )


def scores_of(records: Iterable[GameRecord], label: str) -> dict[str, list[float]]:
    """What a player scored against each of the others, a pair of games at a time."""
    pairs: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        spec = record.spec
        other = spec.o.label if spec.x.label == label else spec.x.label
        pairs[other][spec.pair].append(record.score_of(label))
    return {
        other: [sum(scores) / len(scores) for scores in games.values()]
        for other, games in pairs.items()
    }


def estimate(scores: Sequence[float]) -> Estimate:
    """The mean of the scores of pairs of games, and the margin of its 95% interval.

    >>> estimate([0.5, 1.0, 0.0, 0.5])
    (0.5, 0.4001)
    """
    spread = stdev(scores) if len(scores) > 1 else 0.5
    return round(mean(scores), 4), round(1.96 * spread / math.sqrt(len(scores)), 4)


def store(game: str) -> str:
    """The name of the store of games: people who think otherwise play other games."""
    return f"levels-{game}-{mind_digest(game)}"


def mind_digest(game: str) -> str:
    """What tells how simulated people think about a game now from how they did before.

    It is made of what they choose in some positions, so that only what changes their play counts.
    """
    chosen = []
    chance = random.Random(game)
    for seed in range(_PROBES):
        board = Board(game)
        while board.ply < 2 * seed and board.outcome() is None:
            board.push(chance.choice(list(board.legal_moves)))
        if board.outcome() is None:
            chosen += [player(kind, seed=seed).choose(board).move for kind in KINDS.values()]
    return hashlib.sha256(bytes(chosen)).hexdigest()[:8]
