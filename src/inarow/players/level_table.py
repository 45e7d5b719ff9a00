"""The settings of every level, game by game, as calibration by played games found them."""

from __future__ import annotations

from dataclasses import dataclass, fields

from inarow.players.player import PlayerError
from inarow.rules.game import Game
from inarow.rules.shapes import Square

LEVELS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Level:
    """What a level is made of.

    >>> print(Level(4, slips=0.1))
    depth=4,slips=0.1
    """

    depth: int = 1
    #: How many positions it looks at, where the engine for open boards plays the game.
    nodes: int = 0
    #: How often it plays what looks good at first sight instead of what it would find.
    slips: float = 0.0
    #: How often a slip takes each next move of those that look good, beside the one before it.
    spread: float = 0.5
    #: How often it overlooks a win or a threat that is right in front of it.
    misses: float = 0.0
    #: Within which part of the way from the best to the worst move it chooses freely; with the
    #: engine, how far a move's chance of winning may fall before it is chosen e times less often.
    near: float = 0.0
    #: Whether the strongest player of the game plays instead, where there is one.
    best: bool = False

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise PlayerError(f"a search looks at least 1 move ahead, not {self.depth}")
        for name in ("slips", "spread", "misses", "near"):
            if not 0 <= (value := getattr(self, name)) <= 1:
                raise PlayerError(f"{name} is from 0 to 1, not {value}")

    def __str__(self) -> str:
        parts = [f"depth={self.depth}"]
        parts += [
            f"{one.name}={value:g}"
            for one in fields(self)
            if one.name not in ("depth", "best")
            and (value := getattr(self, one.name)) != one.default
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
    return _OPEN if game.wins.length < 5 else _FIVE


#: Lines of falling pieces: Connect Four and its relatives.
_FALLING = (
    Level(1, slips=1.0, spread=0.95, misses=0.45),
    Level(1, slips=1.0, spread=0.9, misses=0.3),
    Level(1, slips=0.9, spread=0.8, misses=0.2),
    Level(1, slips=0.7, spread=0.7, misses=0.12),
    Level(2, slips=0.5, spread=0.6, misses=0.08),
    Level(2, slips=0.35, misses=0.04),
    Level(4, slips=0.22, misses=0.02, near=0.03),
    Level(6, slips=0.14),
    Level(7, slips=0.07),
    Level(10, best=True),
)

#: Squares of falling pieces, where ties are frequent and slips decide.
_SQUARE = (
    Level(1, slips=1.0, spread=1.0, misses=0.45),
    Level(1, slips=1.0, spread=1.0, misses=0.36),
    Level(1, slips=1.0, spread=0.95, misses=0.28),
    Level(1, slips=0.9, spread=0.9, misses=0.21),
    Level(1, slips=0.8, spread=0.85, misses=0.15),
    Level(2, slips=0.7, spread=0.8, misses=0.1),
    Level(2, slips=0.6, spread=0.7, misses=0.06),
    Level(4, slips=0.4, spread=0.6, misses=0.03),
    Level(6, slips=0.2, misses=0.01),
    Level(10, best=True),
)

#: Five and more in a row on an open board.
_FIVE = (
    Level(1, 40, slips=1.0, spread=0.85, misses=0.3, near=0.2),
    Level(1, 40, slips=0.8, spread=0.8, misses=0.2, near=0.15),
    Level(1, 40, slips=0.6, spread=0.7, misses=0.14, near=0.12),
    Level(2, 60, slips=0.38, spread=0.6, misses=0.09, near=0.1),
    Level(2, 100, slips=0.24, misses=0.05, near=0.08),
    Level(3, 200, slips=0.14, misses=0.02, near=0.06),
    Level(4, 400, slips=0.07, near=0.04),
    Level(5, 1_000, slips=0.03, near=0.02),
    Level(8, 3_000),
    Level(10, best=True),
)

#: Three and four in a row on an open board: small games, soon decided.
_OPEN = (
    Level(1, 40, slips=1.0, spread=1.0, misses=0.45, near=0.2),
    Level(1, 40, slips=1.0, spread=0.9, misses=0.36, near=0.15),
    Level(1, 40, slips=0.9, spread=0.8, misses=0.28, near=0.1),
    Level(2, 40, slips=0.75, spread=0.7, misses=0.2, near=0.08),
    Level(2, 60, slips=0.6, spread=0.6, misses=0.14, near=0.06),
    Level(3, 100, slips=0.45, misses=0.1, near=0.04),
    Level(4, 200, slips=0.3, misses=0.06, near=0.03),
    Level(5, 500, slips=0.2, misses=0.03, near=0.02),
    Level(6, 2_000, slips=0.1),
    Level(10, best=True),
)
