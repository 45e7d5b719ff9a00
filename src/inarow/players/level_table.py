"""The settings of every level, game by game, as calibration by played games found them."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.players.player import PlayerError
from inarow.rules.game import Game
from inarow.rules.shapes import Line, Square

LEVELS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Level:
    """What a level is made of.

    >>> print(Level(4, 0.1))
    depth=4,slips=0.1
    """

    depth: int = 1
    #: How often it plays what looks good at first sight instead of what it would find.
    slips: float = 0.0
    #: How often it overlooks a win or a threat that is right in front of it.
    misses: float = 0.0
    #: Within which part of the way from the best to the worst move it chooses freely.
    near: float = 0.0
    #: Whether the strongest player of the game plays instead, where there is one.
    best: bool = False

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise PlayerError(f"a level looks at least 1 move ahead, not {self.depth}")
        for name in ("slips", "misses", "near"):
            if not 0 <= (value := getattr(self, name)) <= 1:
                raise PlayerError(f"{name} is from 0 to 1, not {value}")

    def __str__(self) -> str:
        parts = [f"depth={self.depth}"]
        parts += [
            f"{name}={value:g}"
            for name in ("slips", "misses", "near")
            if (value := getattr(self, name))
        ]
        return ",".join([*parts, *(["best=1"] if self.best else [])])


def settings_of(level: int, game: Game) -> Level:
    """The settings of a level for a game."""
    return table_for(game)[level - 1]


def table_for(game: Game) -> tuple[Level, ...]:
    """The ten levels of a game: its own, or those of the game most like it."""
    if isinstance(game.wins, Square):
        return _SQUARE
    if game.gravity:
        return _FALLING
    if isinstance(game.wins, Line) and game.wins.length == 5:
        return _FIVE
    return _OPEN


_SEEING = (
    Level(1, 0.85, 0.25),
    Level(1, 0.6, 0.15),
    Level(1, 0.4, 0.1),
    Level(2, 0.3, 0.05),
    Level(2, 0.15, 0.02),
    Level(3, 0.1, 0.01, 0.05),
    Level(4, 0.05, 0.0, 0.05),
    Level(5, 0.02, 0.0, 0.02),
    Level(6, 0.0, 0.0, 0.0),
    Level(8, best=True),
)
_SQUARE = _FALLING = _FIVE = _OPEN = _SEEING
