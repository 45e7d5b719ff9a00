"""What a level is made of, and the table of every game's ten, as played games calibrated them.

The table is data beside this file; ``inarow lab levels --calibrate`` writes it anew.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from inarow.files.whole import write_whole
from inarow.players.options import changed_options, option, options_text
from inarow.players.player import PlayerError
from inarow.rules.game import Game

LEVELS = range(1, 11)

#: More moves than any of these games has cells.
_DEEPEST = 1000

TABLE = Path(__file__).with_name("levels.json")


@dataclass(frozen=True, slots=True)
class Level:
    """What a level is made of.

    >>> print(Level(4, slips=0.1))
    depth=4,slips=0.1
    """

    depth: float = option(1, "look this many moves ahead; 2.3 is 2, and 3 in three of ten turns")
    nodes: int = option(0, "on open boards: search this many nodes with the Gomoku engine")
    slips: float = option(0.0, "how often to play what looks good at first sight")
    spread: float = option(0.5, "a slip takes each next-best move this many times as often")
    careless: float = option(0.0, "how often a slip ignores the opponent's reply")
    misses: float = option(0.0, "how often to overlook a win or a threat right in front of it")
    near: float = option(0.0, "choose freely among moves this close to the best, from 0 to 1")
    best: float = option(0.0, "how often the strongest engine chooses the move instead")
    tie_aversion: float = option(0.0, "score a draw this far below zero, and set traps to avoid it")

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= _DEEPEST:
            raise PlayerError(f"a level looks 1 to {_DEEPEST} moves ahead, not {self.depth:g}")
        if self.nodes < 0:
            raise PlayerError(f"an engine looks at 0 or more positions, not {self.nodes}")
        for name in SHARES:
            if not 0 <= (value := getattr(self, name)) <= 1:
                raise PlayerError(f"{name} is from 0 to 1, not {value}")
        if not 0 <= self.tie_aversion < math.inf:
            raise PlayerError(f"aversion to ties is a number from 0 up, not {self.tie_aversion}")

    def __str__(self) -> str:
        return options_text(self)


#: The settings that are parts of a whole, from 0 to 1.
SHARES = ("slips", "spread", "careless", "misses", "near", "best")

#: The ten levels of a game, the lowest first.
Table = tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """The levels of a game, and how far apart they are."""

    levels: Table
    #: By how many points of Elo each level is above the one before, as the calibration found it.
    elo_a_level: float

    def to_lines(self) -> str:
        """As plain data, a level a line so that changes are easy to see."""
        levels = ",\n".join(f"   {json.dumps(changed_options(level))}" for level in self.levels)
        return f'{{\n  "elo_a_level": {self.elo_a_level:g},\n  "levels": [\n{levels}\n  ]\n }}'

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Scale:
        """The scale from plain data."""
        return cls(tuple(Level(**one) for one in data["levels"]), float(data["elo_a_level"]))


def table_for(game: Game) -> Table:
    """The ten levels of a game: its own, or those of the game most like it."""
    return scale_for(game).levels


def scale_for(game: Game) -> Scale:
    """The ten levels of a game and their distance, or those of the game most like it."""
    return _read_scales()[kin_of(game)]


def kin_of(game: Game) -> str:
    """The game of the catalogue that is played most like a game.

    >>> from inarow.rules.catalogue import game
    >>> kin_of(game("connect4(8x7)")), kin_of(game("mnk(19,19,6)"))
    ('connect4', 'gomoku')
    """
    if game.wins.block:
        return "square"
    length = game.pieces_to_win
    if game.gravity:
        return "connect3" if length < 4 else "connect4" if length == 4 else "connect5"
    if length < 5:
        return "tictactoe" if length < 4 else "four"
    return "gomoku-standard" if game.wins.exact else "gomoku"


def write_scales(scales: Mapping[str, Scale], path: Path = TABLE) -> None:
    """Put some games' levels into the table; the others stay as they are."""
    merged = {**(_read(path) if path.exists() else {}), **scales}
    games = [f' "{name}": {merged[name].to_lines()}' for name in sorted(merged)]
    try:
        write_whole(path, "{\n" + ",\n".join(games) + "\n}\n")
    except OSError as error:
        raise PlayerError(f"cannot write the table of levels: {error}") from None
    _read_scales.cache_clear()


@lru_cache(maxsize=1)
def _read_scales() -> dict[str, Scale]:
    return _read(TABLE)


def _read(path: Path) -> dict[str, Scale]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return {name: Scale.from_json(scale) for name, scale in data.items()}
