"""What the levels of every game are made of, as played games calibrated them.

Levels 1 to 9 are people-like players; level 10 is the best player there is. The table is data
beside this file; ``inarow lab levels --calibrate`` writes a new one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from inarow.files.trouble import trouble_as
from inarow.files.whole import write_whole
from inarow.players.kin import kin_of
from inarow.players.options import changed_options
from inarow.players.people.choices import PersonOptions
from inarow.players.player import PlayerError
from inarow.rules.game import Game

LEVELS = range(1, 11)
#: The levels that play like people.
PEOPLE = LEVELS[:-1]

TABLE = Path(__file__).with_name("levels.json")

#: The people-like levels of a game, the lowest first.
Table = tuple[PersonOptions, ...]


#: What is wanted of the levels: people's scores fall by no more than this from one to the next.
STEEPEST = 0.25

#: A score, and the margin of its 95% interval.
Estimate = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """What simulated people scored against each level, in games that did not find the levels."""

    #: A digest of how these people thought; others would score otherwise.
    mind: str
    #: By kind of people, the lowest level first.
    scores: Mapping[str, tuple[Estimate, ...]]

    def steepest(self) -> float:
        """How much anybody's score falls from one level to the next at most."""
        steps = (step for scores in self.scores.values() for step in pairwise(scores))
        return max(before - after for (before, _), (after, _) in steps)

    def to_lines(self) -> str:
        """As plain data, a kind of people a line."""
        kinds = (f'   "{kind}": {json.dumps(scores)}' for kind, scores in self.scores.items())
        lines = ",\n".join((f'   "mind": "{self.mind}"', *kinds))
        return f"{{\n{lines}\n  }}"

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Measured:
        """From plain data."""
        kinds = {kind: scores for kind, scores in data.items() if kind != "mind"}
        return cls(
            data["mind"],
            {kind: tuple((one, margin) for one, margin in each) for kind, each in kinds.items()},
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """The levels of a game, how far apart they are, and how people fare against them."""

    levels: Table
    #: By how many points of Elo each level is above the one before, as the calibration found it.
    elo_a_level: float
    measured: Measured

    def to_lines(self) -> str:
        """As plain data, a level a line so that changes are easy to see."""
        levels = ",\n".join(f"   {json.dumps(changed_options(level))}" for level in self.levels)
        return (
            f'{{\n  "elo_a_level": {self.elo_a_level:g},\n  "levels": [\n{levels}\n  ],\n'
            f'  "measured": {self.measured.to_lines()}\n }}'
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Scale:
        """The scale from plain data."""
        levels = tuple(PersonOptions(**one) for one in data["levels"])
        return cls(levels, float(data["elo_a_level"]), Measured.from_json(data["measured"]))


def table_for(game: Game) -> Table:
    """The people-like levels of a game: its own, or those of the game most like it."""
    return scale_for(game).levels


def scale_for(game: Game) -> Scale:
    """The levels of a game and their distance, or those of the game most like it."""
    return _read_scales()[kin_of(game)]


def write_scales(scales: Mapping[str, Scale], path: Path = TABLE) -> None:
    """Put some games' levels into the table; the others stay as they are."""
    merged = {**(_read(path) if path.exists() else {}), **scales}
    games = [f' "{name}": {merged[name].to_lines()}' for name in sorted(merged)]
    with trouble_as(PlayerError, "cannot write the table of levels"):
        write_whole(path, "{\n" + ",\n".join(games) + "\n}\n")
    _read_scales.cache_clear()


@lru_cache(maxsize=1)
def _read_scales() -> dict[str, Scale]:
    return _read(TABLE)


def _read(path: Path) -> dict[str, Scale]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return {name: Scale.from_json(scale) for name, scale in data.items()}
