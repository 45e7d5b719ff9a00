"""How a search that slips is weakened, and the settings that stand in for the levels.

The settings are data beside this file: the levels as they were before they played like people,
evenly spaced by played games.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from inarow.players.kin import kin_of
from inarow.players.options import option, options_text
from inarow.players.player import PlayerError
from inarow.rules.game import Game

#: More moves than any of these games has cells.
_DEEPEST = 1000

_TABLE = Path(__file__).with_name("slipping.json")


@dataclass(frozen=True, slots=True)
class Slips:
    """How a search is weakened.

    >>> print(Slips(4, slips=0.1))
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
            raise PlayerError(f"tie_aversion must be a number from 0 up, not {self.tie_aversion}")

    def __str__(self) -> str:
        return options_text(self)


#: The settings that are parts of a whole, from 0 to 1.
SHARES = ("slips", "spread", "careless", "misses", "near", "best")


def settings_of_level(level: int, game: Game) -> Slips:
    """The search that stands in for a level in a game, or in the game most like it."""
    return _read()[kin_of(game)][level - 1]


@lru_cache(maxsize=1)
def _read() -> dict[str, tuple[Slips, ...]]:
    data = json.loads(_TABLE.read_text(encoding="utf-8"))
    return {name: tuple(Slips(**one) for one in levels) for name, levels in data.items()}
