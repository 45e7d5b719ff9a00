"""Following a person's results, so that about half of the games are won.

The person's skill is a place on the scale of levels, not always a whole number. After every game
it moves: far when the result surprises and little is known yet, less later on. The next opponent
is the level next to it, the two levels around it in turn when it lies between them.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inarow.files.folders import data_folder
from inarow.files.trouble import reason, trouble_as
from inarow.files.whole import write_whole
from inarow.players.level_table import LEVELS, scale_for
from inarow.players.player import PlayerError
from inarow.rules.catalogue import game as make_game
from inarow.words import level_title

#: How many points of Elo a level is above the one before where nobody has measured it.
_USUAL_ELO_A_LEVEL = 115.0

#: How far one surprising result moves the skill: at first, and when many games are known.
_FIRST_STEP = 2.0
_LAST_STEP = 0.5

#: How many of the last games are summed up.
_RECENT = 20
#: Results that are kept for people to look at.
_KEPT = 200


@dataclass(slots=True)
class Adaptation:
    """One person's skill in one game, and the results it follows from.

    >>> adaptation = Adaptation()
    >>> adaptation.next_level()
    4
    >>> for _ in range(6):
    ...     adaptation.record(adaptation.next_level(), 1.0)
    >>> adaptation.next_level()
    9
    """

    skill: float = 4.0
    #: Levels met and the person's scores against them: 1, one half or 0.
    results: list[tuple[int, float]] = field(default_factory=list)
    #: How many games there have been, those that are no longer kept included.
    games: int = 0
    #: How many points of Elo the game's levels are apart.
    elo_a_level: float = _USUAL_ELO_A_LEVEL

    def next_level(self) -> int:
        """The level to play next."""
        return min(max(math.floor(self._target()), LEVELS[0]), LEVELS[-1])

    def record(self, level: int, score: float) -> None:
        """Take in what the person scored against a level."""
        _check_result(level, score)
        surprise = score - expected_against(self.skill, level, self.elo_a_level)
        step = max(_FIRST_STEP / math.sqrt(1 + self.games / 2), _LAST_STEP)
        self.skill = min(max(self.skill + step * surprise, LEVELS[0]), LEVELS[-1])
        self.games += 1
        self.results = [*self.results, (level, score)][-_KEPT:]

    def _target(self) -> float:
        """The skill, shifted so that the floors of many in a row average to the skill itself."""
        return self.skill + (self.games % 4 + 0.5) / 4

    def summary(self) -> str:
        """How the person has done lately.

        >>> known = Adaptation()
        >>> known.record(4, 1.0)
        >>> known.summary()
        'You scored 1 out of 1 in your 1 game'
        """
        recent = self.results[-_RECENT:]
        made = sum(score for _, score in recent)
        games = "1 game" if len(recent) == 1 else f"{len(recent)} games"
        last = "last " if self.games > 1 else ""
        return f"You scored {made:g} out of {len(recent)} in your {last}{games}"

    def welcome(self) -> str:
        """Who the next opponent is, and why."""
        if not self.games:
            return f"This is your first game, so you start against {self._next()}."
        return f"{self.summary()}, so you play {self._next()}."

    def outlook(self) -> str:
        """How the person has done lately, and who comes next."""
        return f"{self.summary()}. Next: {self._next()}."

    def _next(self) -> str:
        return level_title(self.next_level())

    def to_json(self) -> dict[str, Any]:
        """The state as plain data."""
        return {"skill": round(self.skill, 4), "games": self.games, "results": self.results}

    @classmethod
    def from_json(cls, data: dict[str, Any], elo_a_level: float = _USUAL_ELO_A_LEVEL) -> Adaptation:
        """The state from plain data; how far apart levels are is the game's, not the person's."""
        skill, games = float(data["skill"]), int(data["games"])
        results = [(int(level), float(score)) for level, score in data["results"]]
        if not LEVELS[0] <= skill <= LEVELS[-1] or games < len(results):
            raise PlayerError(f"no state: skill {skill}, {games} games, {len(results)} results")
        for level, score in results:
            _check_result(level, score)
        return cls(skill, results, games, elo_a_level)


def _check_result(level: int, score: float) -> None:
    if level not in LEVELS or score not in (0.0, 0.5, 1.0):
        raise PlayerError(f"no result: level {level}, score {score}")


def expected_against(skill: float, level: int, elo_a_level: float = _USUAL_ELO_A_LEVEL) -> float:
    """What a person of this skill is expected to score against a level of a game.

    >>> round(expected_against(5, 4, elo_a_level=200), 2)
    0.76
    """
    return 1.0 / (1.0 + math.pow(10.0, (level - skill) * elo_a_level / 400))


class AdaptationFile:
    """The adaptations of a person to every game, kept in a file between games."""

    def __init__(self, path: Path | None = None) -> None:
        self.path: Path = path or data_folder() / "adapt.json"

    def load(self, game: str) -> Adaptation:
        """What is known about a person in a game; a fresh start where nothing is."""
        data = self._read().get(game)
        elo_a_level = scale_for(make_game(game)).elo_a_level
        if data is None:
            return Adaptation(elo_a_level=elo_a_level)
        try:
            return Adaptation.from_json(data, elo_a_level)
        except PlayerError as error:
            raise PlayerError(f"{self.path} contains no valid results of {game}: {error}") from None
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise PlayerError(
                f"{self.path} contains no valid results of {game}: {error!r}"
            ) from None

    def record(self, game: str, level: int, score: float) -> Adaptation:
        """Take in a result and write it down; all or nothing, whatever happens meanwhile."""
        everything = self._read()
        adaptation = self.load(game)
        adaptation.record(level, score)
        everything[game] = adaptation.to_json()
        with trouble_as(PlayerError, f"cannot save the results in {self.path}"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps(everything, indent=1))
        return adaptation

    def _read(self) -> dict[str, Any]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise PlayerError(f"cannot read the results in {self.path}: {reason(error)}") from None
        if not isinstance(data, dict):
            raise PlayerError(f"{self.path} contains no results")
        return data
