"""Finding the levels of every game: places on its dial that are equally far apart.

Players at evenly spaced places on the dial and the best player of all play against those next to
them, and in games that are often tied also against some further away. Their ratings, made to rise
along the dial, say how strong a player each place is; turned round, they say which place has the
strength that a level should have.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from inarow.files.whole import check_writable, write_whole
from inarow.lab.experiments.experiment import Workspace, writable
from inarow.lab.experiments.playing import play_plan, ratings_of
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.ratings import RatingList
from inarow.match.records import Contestant
from inarow.match.schedule import Form, Schedule
from inarow.players.dial import dial_for
from inarow.players.level_table import LEVELS, TABLE, Level, Scale, Table, write_scales
from inarow.rules.catalogue import CATALOGUE
from inarow.search.limit import Limit

STORE = "levels"

#: What the highest level may spend on a move in these games, so that they can be repeated anywhere.
_BEST_NODES = {
    "gomoku": 20_000, "gomoku-standard": 20_000, "four": 20_000, "tictactoe": 5_000,
    "connect5": 50_000, "square": 50_000,
}  # fmt: skip
_USUAL_NODES = 200_000

#: How many places on a dial are tried, and against how many above it each plays.
_PLACES = 23
_REACH = 3

#: Where neighbours mostly tie, they meet less often, and also those this many places further up.
_REACH_OF_TIES = 1
_FAR_OF_TIES = (3, 6)

#: There, players who overlook little tie whatever else they can do, and ratings cannot tell them
#: apart. People can: so each place counts for at least this many points more than the one before.
RISE_OF_TIES = 15.0

#: The games that two players of about the same strength mostly tie.
TYING = frozenset({"square", "tictactoe"})

#: Openings for each two places; the large boards take longest.
_PAIRS = {"gomoku": 30, "gomoku-standard": 30, "connect5": 25}
_USUAL_PAIRS = 50

#: Games that measure levels start from other openings, with other dice, than those that find them.
_SEED = 11

_BEST = "best"


@dataclass(frozen=True, slots=True)
class Curve:
    """How strong the places of a dial are, never less than a weaker place, and the best player."""

    turns: tuple[float, ...]
    elos: tuple[float, ...]
    best: float

    def turns_of_levels(self) -> list[float]:
        """Where on the dial all levels but the last are, each a step stronger than the one before.

        The last level is the best player. Where it is further above the end of the dial than a
        step, the others share what the dial has.
        """
        low, high = self.elos[0], self.elos[-1]
        count = len(LEVELS) - 1
        step = min((self.best - low) / count, (high - low) / (count - 1))
        return [self.turns[0], *(self._turn_of(low + step * level) for level in range(1, count))]

    def elo_a_level(self) -> float:
        """How far apart the levels are on average."""
        return (self.best - self.elos[0]) / (len(LEVELS) - 1)

    def _turn_of(self, elo: float) -> float:
        """The place with a strength; in the middle of a stretch that has it all along."""
        levels = sorted(set(self.elos))
        middles = [self._middle(value) for value in levels]
        above = bisect_left(levels, elo)
        if above == 0:
            return middles[0]
        if above == len(levels):
            return middles[-1]
        below = above - 1
        part = (elo - levels[below]) / (levels[above] - levels[below])
        return middles[below] + (middles[above] - middles[below]) * part

    def _middle(self, elo: float) -> float:
        turns = [turn for turn, value in zip(self.turns, self.elos, strict=True) if value == elo]
        return (turns[0] + turns[-1]) / 2


def calibrate(workspace: Workspace, table: Path, *, games: Iterable[str] = ()) -> None:
    """Play, and write a table with the ten levels of some games, or of all if none is named.

    The other games keep the levels they have in the table, or in the one that inarow uses.
    """
    # Better now than after hours of games.
    writable(table.parent)
    check_writable(table)
    if not table.exists():
        write_whole(table, TABLE.read_text(encoding="utf-8"))
    for game in games or CATALOGUE:
        pairs = workspace.count(_PAIRS.get(game, _USUAL_PAIRS))
        ratings = ratings_of(play_plan(workspace, STORE, plan(game, pairs)))
        curve = curve_of(ratings)
        spread_out = curve_of(ratings, RISE_OF_TIES) if game in TYING else curve
        scale = Scale(levels_on(spread_out, game), round(curve.elo_a_level()))
        write_scales({game: scale}, table)
        steps = ", ".join(f"{elo:.0f}" for elo in curve.elos)
        workspace.tell(f"{game}: Elo along the dial {steps}; the best player {curve.best:.0f}")


def plan(game: str, pairs: int) -> Plan:
    """Every place on a game's dial, and above them the best player, against the next few."""
    rules = CATALOGUE[game].game
    dial = dial_for(rules)
    players = [contestant(game, f"{turn:.4f}", dial.at(turn)) for turn in _turns()]
    tying = game in TYING
    openings = Openings(plies=2, seed=_SEED, repeat=True)
    return Plan(
        Schedule(
            rules, (*players, best_of(game, _BEST)), openings, pairs, Form.LADDER, seed=_SEED,
            reach=_REACH_OF_TIES if tying else _REACH, far=_FAR_OF_TIES if tying else (),
        )
    )  # fmt: skip


def contestant(game: str, label: str, settings: Level) -> Contestant:
    """A player with settings; its best moves have a limit that is the same on every machine."""
    limit = Limit(nodes=_BEST_NODES.get(game, _USUAL_NODES)) if settings.best else None
    return Contestant(label, f"level({settings})", limit)


def best_of(game: str, label: str) -> Contestant:
    """The highest level."""
    return contestant(game, label, Level(best=1.0))


def levels_on(curve: Curve, game: str) -> Table:
    """The ten levels of a game."""
    dial = dial_for(CATALOGUE[game].game)
    return (*(dial.at(turn) for turn in curve.turns_of_levels()), Level(best=1.0))


def curve_of(ratings: RatingList, least_rise: float = 0.0) -> Curve:
    """What the places of a dial are worth by their ratings, each more than the one before."""
    labels = [f"{turn:.4f}" for turn in _turns()]
    found = [ratings.of(label) for label in [*labels, _BEST]]
    rises = [least_rise * number for number in range(len(found))]
    above = [one.elo - rise for one, rise in zip(found, rises, strict=True)]
    level = rising(above, [one.margin**-2 for one in found])
    *elos, best = (value + rise for value, rise in zip(level, rises, strict=True))
    return Curve(tuple(_turns()), tuple(elos), best)


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
