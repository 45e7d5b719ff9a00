"""How far apart the levels are, measured by games, and the page that says so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from inarow.lab.calibration import RISE_OF_TIES, STORE, TYING, contestant
from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import draw_estimates, dress, new_figure
from inarow.lab.experiments.playing import play_plan, ratings_of
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.ratings import RatingList
from inarow.match.schedule import Form, Schedule
from inarow.players.level_table import LEVELS, table_for
from inarow.rules.catalogue import CATALOGUE

NAME = "levels"

#: Openings for each two levels; the large boards and the search for traps take longest.
_PAIRS = {"connect4": 250, "square": 60, "gomoku": 60, "gomoku-standard": 60, "connect5": 30}
_USUAL_PAIRS = 100

#: Where most games are ties, each level also plays those so far above it.
_FAR_OF_TIES = (4, 6)

#: Below this many Elo per level, a level scores less than 55% against the one
#: below it.
_NARROW = 35

#: Where the upper levels begin, of which the page says whether games tell them apart.
_UPPER = 7

_SEED = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """What the games between the levels of one game say."""

    ratings: RatingList
    games: int
    ties: int


def run(workspace: Workspace) -> Page:
    """Play every game's levels against their neighbours, draw and write."""
    found: dict[str, Measured] = {}
    for game in CATALOGUE:
        pairs = workspace.count(_PAIRS.get(game, _USUAL_PAIRS))
        progress = play_plan(workspace, STORE, plan(game, pairs))
        ties = sum(record.winner is None for record in progress.records.values())
        found[game] = Measured(ratings_of(progress), progress.played, ties)
    _figure(workspace, found)
    return _page(found)


def plan(game: str, pairs: int) -> Plan:
    """Every level against the next two, and where most games are ties, against some higher ones.

    The players are made from their settings, so that levels that change are other players.
    """
    rules = CATALOGUE[game].game
    players = [
        contestant(game, _label(level), settings)
        for level, settings in zip(LEVELS, table_for(rules), strict=True)
    ]
    openings = Openings(plies=2, seed=_SEED, repeat=True)
    far = _FAR_OF_TIES if game in TYING else ()
    return Plan(Schedule(rules, tuple(players), openings, pairs, Form.LADDER, seed=_SEED, far=far))


def _label(level: int) -> str:
    return f"level-{level}"


def _elos(ratings: RatingList) -> list[tuple[float, float]]:
    """Each level's Elo above the lowest, and the margin against the average."""
    found = [ratings.of(_label(level)) for level in LEVELS]
    return [(one.elo - found[0].elo, one.margin) for one in found]


def _steps(ratings: RatingList) -> list[tuple[float, float]]:
    """How far each level is above the one before, and the margin of that."""
    return [ratings.difference(_label(level), _label(before)) for before, level in pairwise(LEVELS)]


def _figure(workspace: Workspace, found: dict[str, Measured]) -> None:
    with new_figure(workspace.pages, "levels", width=7.5, height=4.8) as (_, (axis,)):
        for number, (game, measured) in enumerate(found.items()):
            elos = zip(LEVELS, _elos(measured.ratings), strict=True)
            points = [(level + 0.05 * number, *elo) for level, elo in elos]
            draw_estimates(axis, number, game, points)
        axis.set_xticks(list(LEVELS))
        dress(axis, "The levels of every game, with 95 % intervals", "level", "Elo above level 1")
        axis.legend(fontsize=8)


def _page(found: dict[str, Measured]) -> Page:
    page = Page(NAME, "The levels")
    page.say(
        "One scale for every game, from 1 (beginner) to 10 (the strongest: the exact solver, or "
        "the engine on open boards). A level is a mix of how far it looks ahead (`depth`, where "
        "2.3 means 2, and 3 in three turns out of ten; or `nodes` of the engine), how often it "
        "slips (`slips`: it plays what looks good at first sight, each next-best move `spread` "
        "times as often), how often a slip ignores the opponent's reply (`careless`), how often it "
        "overlooks a win or a threat right in front of it (`misses`), how freely it picks among "
        "nearly equal moves (`near`), how far below zero it scores a tie, so that it sets traps "
        "(`tie_aversion`), and how often level 10 picks its move (`best`)."
    )
    page.say(
        "Every game has a dial of these settings, from its weakest player to nearly its best. "
        "`inarow lab levels --calibrate` plays players from all over the dial against each other, "
        "rates them, and spaces the levels evenly by rating. The games below are new ones: each "
        "level against the next two, both sides of every opening, with fresh openings and seeds. "
        "Level 10 searches a fixed number of nodes, so that the games can be repeated. Where "
        f"neighbours mostly tie ({' and '.join(sorted(TYING))}), each level also plays those "
        f"{' and '.join(map(str, _FAR_OF_TIES))} levels above it, to anchor the scale."
    )
    page.say(
        "In those games, players who overlook little tie with each other whatever else they can "
        "do, and ratings cannot tell them apart. The calibration therefore counts each place on "
        f"the dial as at least {RISE_OF_TIES:g} Elo above the one before. So the upper levels see "
        "more, slip less and set more traps from one to the next, even if few games between them "
        "show it and their steps below are small."
    )
    page.picture("levels", "Elo above level 1")
    games = list(found)
    elos = {game: _elos(measured.ratings) for game, measured in found.items()}
    page.table(
        ["level", *games],
        [
            [level, *(_shown(elos[game][number]) for game in games)]
            for number, level in enumerate(LEVELS)
        ],
    )
    page.say("Intervals are 95%, for each level against the average.")
    page.table(
        ["", *games],
        [
            ["games", *(measured.games for measured in found.values())],
            ["ties", *(f"{each.ties / each.games:.0%}" for each in found.values())],
        ],
    )
    _say_ranges(page, found)
    _say_steps(page, {game: _steps(measured.ratings) for game, measured in found.items()})
    page.head("What each level is made of")
    for game in games:
        page.table(
            [game, "settings"],
            list(zip(LEVELS, table_for(CATALOGUE[game].game), strict=True)),
        )
    return page


def _say_ranges(page: Page, found: dict[str, Measured]) -> None:
    """Which games leave room for ten levels, and which do not."""
    page.say(
        "Where many games are ties, levels cannot be far apart: a player who overlooks little is "
        "seldom beaten, however well the opponent plays. From level 1 to level 10:"
    )
    for game, measured in found.items():
        low, high = (_label(level) for level in (LEVELS[0], LEVELS[-1]))
        whole = measured.ratings.difference(high, low)
        narrow = whole[0] < _NARROW * (len(LEVELS) - 1)
        note = ": a narrow range, where one level more or less is hard to notice" if narrow else ""
        page.say(f"- {game}: {_shown(whole)} Elo{note}.")
    for game in (game for game in found if game in TYING):
        upper = found[game].ratings.difference(_label(LEVELS[-1]), _label(_UPPER))
        told = "tell" if abs(upper[0]) > upper[1] else "do not tell"
        page.say(
            f"In {game}, level {LEVELS[-1]} is {_shown(upper)} above level {_UPPER}: these games "
            f"{told} the highest levels apart."
        )


def _say_steps(page: Page, steps: dict[str, list[tuple[float, float]]]) -> None:
    page.head("Even steps?")
    page.table(
        ["step", *steps],
        [
            [f"{before} to {level}", *(_shown(found[number]) for found in steps.values())]
            for number, (before, level) in enumerate(pairwise(LEVELS))
        ],
    )
    page.say(
        "If all steps of a game were equal, the 95% interval of a step would contain the average "
        "step in 19 cases out of 20."
    )
    for game, found in steps.items():
        average = sum(step for step, _ in found) / len(found)
        held = sum(abs(step - average) <= margin for step, margin in found)
        upwards = sum(step > 0 for step, _ in found)
        page.say(
            f"- {game}: {average:.0f} Elo per step on average, from {min(found)[0]:+.0f} to "
            f"{max(found)[0]:+.0f}; {upwards} of {len(found)} go up, and the average is within the "
            f"interval of {held}."
        )


def _shown(measured: tuple[float, float]) -> str:
    return f"{measured[0]:+.0f} ± {measured[1]:.0f}"
