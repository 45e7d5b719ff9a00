"""A dial of strength for each kind of game: from a beginner to nearly the strongest player.

Every place on a dial is a player. Its settings lie between those of the two nearest stops, so that
a small turn makes a small difference. Towards the end the strongest player of the game chooses more
and more of the moves. Where the ten levels are on it is found by played games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inarow.players.level_table import SHARES, Level
from inarow.players.player import PlayerError
from inarow.rules.game import Game


@dataclass(frozen=True, slots=True)
class Dial:
    """A path of settings through some stops, the weakest first."""

    stops: tuple[Level, ...]

    def at(self, turn: float) -> Level:
        """The settings at a turn from 0, the weakest, to 1.

        >>> print(Dial((Level(1, slips=1.0), Level(4))).at(0.5))
        depth=2.5,slips=0.5
        """
        if not 0 <= turn <= 1:
            raise PlayerError(f"a dial turns from 0 to 1, not to {turn}")
        place = turn * (len(self.stops) - 1)
        number = min(int(place), len(self.stops) - 2)
        return _between(self.stops[number], self.stops[number + 1], place - number)


def _between(weaker: Level, stronger: Level, part: float) -> Level:
    shares: dict[str, Any] = {
        name: round(_mix(getattr(weaker, name), getattr(stronger, name), part), 3)
        for name in SHARES
    }
    nodes = 0
    if weaker.nodes and stronger.nodes:
        # Twice the nodes make about the same difference everywhere.
        nodes = round(weaker.nodes ** (1 - part) * stronger.nodes**part)
    aversion = round(_mix(weaker.tie_aversion, stronger.tie_aversion, part))
    depth = round(_mix(weaker.depth, stronger.depth, part), 2)
    return Level(depth, nodes, tie_aversion=aversion, **shares)


def _mix(weaker: float, stronger: float, part: float) -> float:
    return weaker + (stronger - weaker) * part


def dial_for(game: Game) -> Dial:
    """The dial of a game's kind."""
    if game.wins.block:
        return _SQUARE
    if game.gravity:
        return _FALLING
    return _OPEN if game.pieces_to_win < 5 else _FIVE


#: Lines of falling pieces: Connect Four and its relatives.
_FALLING = Dial((
    Level(1, slips=1.0, spread=0.9, careless=1.0, misses=0.4),
    Level(1, slips=1.0, spread=0.8, careless=0.7, misses=0.28),
    Level(1, slips=0.9, spread=0.7, careless=0.4, misses=0.18),
    Level(1.5, slips=0.7, spread=0.65, careless=0.2, misses=0.11),
    Level(2, slips=0.5, spread=0.6, careless=0.1, misses=0.06),
    Level(3, slips=0.35, spread=0.55, misses=0.03),
    Level(5, slips=0.2, misses=0.01),
    Level(7, slips=0.08),
    Level(10),
    Level(10, best=0.4),
    Level(10, best=0.7),
    Level(10, best=0.9),
))  # fmt: skip

#: Squares of falling pieces. Who sees every threat can hardly be beaten, so ties are frequent. The
#: lower half differs by what it overlooks, the upper half by how well it makes others do so.
_SQUARE = Dial((
    Level(1, slips=1.0, spread=0.95, careless=1.0, misses=0.45),
    Level(1, slips=1.0, spread=0.92, careless=0.85, misses=0.34),
    Level(1, slips=0.95, spread=0.88, careless=0.65, misses=0.24),
    Level(1, slips=0.85, spread=0.8, careless=0.4, misses=0.15),
    Level(2, slips=0.6, spread=0.7, careless=0.2, misses=0.08),
    Level(2, slips=0.4, spread=0.6, careless=0.1, misses=0.04, tie_aversion=30),
    Level(3, slips=0.25, misses=0.015, tie_aversion=100),
    Level(4, slips=0.12, tie_aversion=300),
    Level(5, slips=0.05, tie_aversion=600),
    Level(6, tie_aversion=1000),
    Level(6, best=0.5, tie_aversion=1000),
))  # fmt: skip

#: Five and more in a row on an open board.
_FIVE = Dial((
    Level(1, 40, slips=1.0, spread=0.85, careless=1.0, misses=0.4, near=0.2),
    Level(1, 40, slips=0.85, spread=0.8, careless=0.7, misses=0.27, near=0.17),
    Level(1, 40, slips=0.65, spread=0.7, careless=0.4, misses=0.17, near=0.14),
    Level(1, 60, slips=0.45, spread=0.6, careless=0.2, misses=0.1, near=0.11),
    Level(1, 100, slips=0.28, misses=0.05, near=0.09),
    Level(1, 200, slips=0.16, misses=0.02, near=0.06),
    Level(1, 500, slips=0.08, near=0.04),
    Level(1, 1_500, slips=0.03, near=0.02),
    Level(1, 5_000),
    Level(1, 5_000, best=0.5),
    Level(1, 5_000, best=0.9),
))  # fmt: skip

#: Three and four in a row on an open board: small games, soon decided.
_OPEN = Dial((
    Level(1, 40, slips=1.0, spread=0.95, careless=1.0, misses=0.45, near=0.2),
    Level(1, 40, slips=0.95, spread=0.9, careless=0.8, misses=0.33, near=0.17),
    Level(1, 40, slips=0.85, spread=0.8, careless=0.5, misses=0.23, near=0.14),
    Level(1, 60, slips=0.7, spread=0.7, careless=0.3, misses=0.15, near=0.11),
    Level(1, 100, slips=0.52, spread=0.6, careless=0.15, misses=0.09, near=0.08),
    Level(1, 200, slips=0.35, misses=0.05, near=0.05),
    Level(1, 500, slips=0.2, misses=0.02, near=0.03),
    Level(1, 1_500, slips=0.08, near=0.01),
    Level(1, 5_000),
    Level(1, 5_000, best=0.5),
    Level(1, 5_000, best=0.9),
))  # fmt: skip
