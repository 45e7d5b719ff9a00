"""How people fare against the levels, and how far apart the levels are, measured by games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, stdev

from inarow.lab.calibration import KINDS, best_of, gauntlet, person, scores_of, store
from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import draw_estimates, dress, new_figure
from inarow.lab.experiments.playing import play_plan, ratings_of
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.ratings import RatingList
from inarow.match.records import Contestant
from inarow.match.schedule import Form, Schedule
from inarow.players.level_table import LEVELS, PEOPLE, table_for
from inarow.players.options import options_text
from inarow.rules.catalogue import CATALOGUE
from inarow.words import GAMES

NAME = "levels"

#: The games of the documents, which are measured best.
_MAIN = ("connect4", "square", "gomoku")

#: Openings for each two levels and for each level and kind of people.
_PAIRS = 60
_PAIRS_OF_OTHERS = 15

#: People of another make, with whom the levels were not calibrated: a check of the yardstick. On
#: open boards they take too long for so many games.
_IMITATORS = {
    "weak imitator": "imitator(strength=-1)",
    "middling imitator": "imitator",
    "strong imitator": "imitator(strength=1)",
}

#: What is asked of the levels: above and below which score people begin and end, and how far their
#: score may fall from one level to the next.
_BEGINS, _ENDS, _STEEPEST = 0.9, 0.1, 0.25

_SEED = 3

#: A score, and the margin of its 95% interval.
Estimate = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """What the games with the levels of one game say."""

    ratings: RatingList
    games: int
    ties: int
    #: For each kind of people, the score against each level.
    people: dict[str, list[Estimate]]


def run(workspace: Workspace) -> Page:
    """Play people against every level and the levels against their neighbours; draw and write."""
    found: dict[str, Measured] = {}
    for game in CATALOGUE:
        pairs = workspace.count(_PAIRS if game in _MAIN else _PAIRS_OF_OTHERS)
        progress = play_plan(workspace, store(), ladder(game, pairs))
        ties = sum(record.winner is None for record in progress.records.values())
        people = {
            kind: _scores(workspace, game, kind, player, pairs)
            for kind, player in _people_of(game).items()
        }
        found[game] = Measured(ratings_of(progress), progress.played, ties, people)
    _figures(workspace, found)
    return _page(found)


def _people_of(game: str) -> dict[str, str]:
    return {**KINDS, **(_IMITATORS if CATALOGUE[game].game.gravity else {})}


def levels_of(game: str) -> tuple[Contestant, ...]:
    """The levels of a game, made from their settings: levels that change are other players."""
    people = zip(PEOPLE, table_for(CATALOGUE[game].game), strict=True)
    return (
        *(person(_label(level), options) for level, options in people),
        best_of(game, _label(LEVELS[-1])),
    )


def ladder(game: str, pairs: int) -> Plan:
    """Every level against the next two."""
    openings = Openings(plies=2, seed=_SEED, repeat=True)
    rules = CATALOGUE[game].game
    return Plan(Schedule(rules, levels_of(game), openings, pairs, Form.LADDER, seed=_SEED))


def _scores(workspace: Workspace, game: str, kind: str, player: str, pairs: int) -> list[Estimate]:
    plan = gauntlet(game, kind, player, levels_of(game), pairs, _SEED)
    found = scores_of(play_plan(workspace, store(), plan).records, kind)
    return [estimate(found[_label(level)]) for level in LEVELS]


def estimate(scores: Sequence[float]) -> Estimate:
    """The mean of the scores of pairs of games, and the margin of its 95% interval.

    >>> estimate([0.5, 1.0, 0.0, 0.5])
    (0.5, 0.4)
    """
    spread = stdev(scores) if len(scores) > 1 else 0.5
    return mean(scores), round(1.96 * spread / math.sqrt(len(scores)), 2)


def _label(level: int) -> str:
    return f"level-{level}"


def _elos(ratings: RatingList) -> list[Estimate]:
    """Each level's Elo above the lowest, and the margin against the average."""
    found = [ratings.of(_label(level)) for level in LEVELS]
    return [(one.elo - found[0].elo, one.margin) for one in found]


def _steps(ratings: RatingList) -> list[Estimate]:
    """How far each level is above the one before, and the margin of that."""
    return [ratings.difference(_label(level), _label(before)) for before, level in pairwise(LEVELS)]


def _figures(workspace: Workspace, found: dict[str, Measured]) -> None:
    main = [game for game in _MAIN if game in found]
    with new_figure(workspace.pages, "levels-people", len(main), width=4, height=3.8) as (_, axes):
        for axis, game in zip(axes, main, strict=True):
            for number, (kind, scores) in enumerate(found[game].people.items()):
                points = [
                    (level + 0.05 * number, 100 * score, 100 * margin)
                    for level, (score, margin) in zip(LEVELS, scores, strict=True)
                ]
                draw_estimates(axis, number, kind, points)
            axis.set_xticks(list(LEVELS))
            axis.set_ylim(-2, 102)
            dress(axis, GAMES[game], "level", "score in %")
            axis.legend(fontsize=8)
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
        "One scale for every game, from 1 (a child who has just learned it) to 10 (the strongest: "
        "the exact solver, or the engine on open boards). Levels 1 to 9 think like people "
        "([people.md](../people.md)): they look at some lines and overlook some things. A level is "
        "how many `positions` it thinks about, how likely it is to `overlook` a feature of the "
        "board, how often its attention fails altogether (`lapse`), how often it looks a second "
        "time, so that no win is missed or let pass (`careful`), and how often it finds the `best` "
        "move, which is level 10's."
    )
    page.say(
        "The yardstick is people: "
        + ", ".join(f"{kind} (`{player}`)" for kind, player in KINDS.items())
        + ", simulated by the same model. `inarow lab levels --calibrate` plays them against "
        "players from all over a dial of settings, from weakest to strongest. How far it is from "
        "one place on the dial to the next is how much the score of any kind of people falls "
        "there; the levels are equally far apart. The games below are new ones, with fresh "
        "openings and seeds, both sides of every opening. Level 10 searches a fixed number of "
        "nodes, so that the games can be repeated."
    )
    _say_people(page, found)
    _say_elos(page, found)
    page.head("What each level is made of")
    for game in found:
        table = table_for(CATALOGUE[game].game)
        rows = [[level, options_text(one)] for level, one in zip(PEOPLE, table, strict=True)]
        page.table([game, "settings"], rows)
    return page


def _say_people(page: Page, found: dict[str, Measured]) -> None:
    page.head("How people fare")
    page.say(
        "What each kind of people scores against each level, in percent with the margin of a 95% "
        "interval; a draw counts half. The imitators come from another model, a network that "
        "learned from people's moves; the levels were not calibrated with them."
    )
    page.picture("levels-people", "Scores of simulated people against the levels")
    for game, measured in found.items():
        kinds = list(measured.people)
        page.table(
            [game, *kinds],
            [
                [level, *(_percent(measured.people[kind][number]) for kind in kinds)]
                for number, level in enumerate(LEVELS)
            ],
        )
        for kind in KINDS:
            page.say(f"- {game}, {kind}: {verdict(measured.people[kind])}")


def verdict(scores: Sequence[Estimate]) -> str:
    """What is to be said of a kind of people's scores: where they begin and end, and any cliff.

    >>> verdict([(0.95, 0.02), (0.6, 0.05), (0.62, 0.05), (0.2, 0.03)])
    'from 95% to 20% (which is above 10%); the steepest step is 42 points, from level 3 to 4 \
(which is above 25); 1 step goes up.'
    """
    first, last = scores[0][0], scores[-1][0]
    steps = [before[0] - after[0] for before, after in pairwise(scores)]
    steepest = max(steps)
    number = steps.index(steepest) + 1
    rises = sum(step < 0 for step in steps)
    begins = "" if first > _BEGINS else f" (which is below {_BEGINS:.0%})"
    ends = "" if last < _ENDS else f" (which is above {_ENDS:.0%})"
    cliff = "" if steepest <= _STEEPEST else f" (which is above {100 * _STEEPEST:.0f})"
    ups = "" if not rises else f"; {rises} {'step goes' if rises == 1 else 'steps go'} up"
    return (
        f"from {first:.0%}{begins} to {last:.0%}{ends}; the steepest step is "
        f"{100 * steepest:.0f} points, from level {number} to {number + 1}{cliff}{ups}."
    )


def _say_elos(page: Page, found: dict[str, Measured]) -> None:
    page.head("Elo")
    page.say(
        "Each level against the next two. Where most games are ties, ratings cannot be far apart: "
        "who overlooks little is seldom beaten, however well the other plays."
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
    steps = {game: _steps(measured.ratings) for game, measured in found.items()}
    page.table(
        ["step", *steps],
        [
            [f"{before} to {level}", *(_shown(each[number]) for each in steps.values())]
            for number, (before, level) in enumerate(pairwise(LEVELS))
        ],
    )
    for game, each in steps.items():
        upwards = sum(step > 0 for step, _ in each)
        sure = sum(step > margin for step, margin in each)
        page.say(
            f"- {game}: {upwards} of {len(each)} steps go up, {sure} of them beyond the margin of "
            f"the 95% interval."
        )


def _percent(measured: Estimate) -> str:
    return f"{100 * measured[0]:.0f} ± {100 * measured[1]:.0f}"


def _shown(measured: Estimate) -> str:
    return f"{measured[0]:+.0f} ± {measured[1]:.0f}"
