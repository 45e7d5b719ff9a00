"""``inarow lab people-errors``: what people miss, and what players of their strength miss.

Players are made equally strong first: as many points against one fixed opponent. Then each is asked
about the positions in which the people were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from inarow.kernels.compiling import Array
from inarow.lab.experiments.experiment import Page, Tell
from inarow.lab.experiments.figures import COLOURS, MARKERS, dress, new_figure
from inarow.lab.falling import rising
from inarow.lab.people import predicting
from inarow.lab.people.behaviour import (
    DIRECTIONS,
    PHASES,
    Situation,
    missed_by_people,
    share_missed,
    situations,
)
from inarow.lab.people.describing import describe
from inarow.lab.people.moves import GAME, Moves
from inarow.lab.people.scoring import Interval, measured, share_text
from inarow.players.level_table import PEOPLE
from inarow.players.people.mind import Mind, erring_mind, likeliest_mind, published_mind
from inarow.players.people.network import shipped_network
from inarow.players.player import play_out
from inarow.players.roster import player
from inarow.rules.board import Board

NAME = "people-errors"

#: Against whom players must score alike: the documented search that plays this game.
OPPONENT = "minimax(depth=1)"

#: Who scores as an average person does, since it plays each move as often as people do.
_AVERAGE = "imitator"

#: How often a player that is not a mind is asked about a position.
_ASKED = 4


@dataclass(frozen=True, slots=True)
class ErrorsSettings:
    """How carefully to measure."""

    games: int = 100
    #: How many positions of each situation players are asked about, and how often.
    positions: int = 300
    samples: int = 40
    seed: int = 1
    #: The sets to which the moves are limited, if they are.
    sets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Erring:
    """Somebody whose misses are compared with the people's."""

    name: str
    #: Axes: row, cell. How likely each move is, in the rows that were asked about.
    likely: Array


def score(name: str, settings: ErrorsSettings) -> float:
    """Points a game against the fixed opponent, half of the games as the second player."""
    points = 0.0
    for number in range(settings.games):
        seats = [player(one, seed=settings.seed + number) for one in (name, OPPONENT)]
        own = number % 2
        winner = play_out(Board(GAME), *(seats if own == 0 else seats[::-1]))
        points += 0.5 if winner is None else float(winner == own)
    return points / settings.games


def setting_scoring(target: float, scores: dict[float, float]) -> float:
    """The setting between those that were tried that scores so much; scores rise, but for luck.

    >>> setting_scoring(0.5, {-1.0: 0.2, 0.0: 0.4, 1.0: 0.6})
    0.5
    """
    return round(float(np.interp(target, rising(list(scores.values())), list(scores))), 2)


@dataclass(frozen=True, slots=True)
class Family:
    """Players that differ in one setting, from weak to strong."""

    settings: tuple[float, ...]
    named: Callable[[float], str]
    #: How a player of a setting thinks, if it is a mind and nothing more.
    mind: Callable[[float], Mind] | None = None


#: Who is made as strong as people: the person that errs as people do, the one that thinks as the
#: published fits do, our levels, and searches that slip, as levels are usually made.
FAMILIES = (
    Family(
        (-2.0, -1.0, 0.0, 1.0, 2.0),
        lambda strength: f"person(strength={strength:g})",
        lambda strength: erring_mind().at(strength),
    ),
    Family(
        (-2.0, -1.0, 0.0, 1.0, 2.0),
        lambda strength: f"person(strength={strength:g},mind=published)",
        lambda strength: published_mind().at(strength),
    ),
    Family(tuple(map(float, PEOPLE)), lambda level: f"level-{round(level)}"),
    Family(
        (1.0, 0.8, 0.6, 0.4, 0.2, 0.0),
        lambda share: f"level(depth=2,slips=0.6,misses={share:g})",
    ),
)


def errors_page(
    moves: Moves, data: Path, folder: Path, settings: ErrorsSettings, tell: Tell
) -> Page:
    """Measure, draw the figures into a folder and write the page."""
    described = describe(moves, tell)
    found = [one for one in situations(moves, described) if one.says_something]
    asked = _asked(found, len(moves), settings)
    average = score(_AVERAGE, settings)
    tell(f"{_AVERAGE}: {average:.1%} against {OPPONENT}")
    table = [(f"`{_AVERAGE}`", f"{average:.1%}")]
    erring = [
        Erring("imitator", predicting.learned(moves, described, shipped_network(), tell).likely),
        _thinking("likeliest mind", likeliest_mind().at(0.0), moves, asked, settings),
    ]
    for family in FAMILIES:
        setting = _equally_strong(family, average, table, settings, tell)
        name = family.named(setting)
        tell(f"{name} is asked what it plays")
        erring.append(
            _thinking(name, family.mind(setting), moves, asked, settings)
            if family.mind
            else _playing(name, moves, asked, settings)
        )
    page = Page(NAME, "What people miss, and players of their strength")
    command = f"inarow lab {NAME} --data {data.name} --games {settings.games}"
    command += (
        f" --positions {settings.positions} --samples {settings.samples} --seed {settings.seed}"
    )
    command += "".join(f" --set {name}" for name in settings.sets)
    page.made_by(command)
    _say_how(page, moves, settings, average, [each.name for each in erring[2:]])
    page.head("Points against the fixed opponent")
    page.table(["player", "points a game"], table)
    shares = [_shares(one, erring, moves, asked, settings.seed) for one in found]
    _say_shares(page, found, erring, shares)
    for kind in dict.fromkeys(one.kind for one in found):
        name = f"{NAME}-{kind.replace(' ', '-')}"
        chosen = [(one, each) for one, each in zip(found, shares, strict=True) if one.kind == kind]
        if _draw(folder, name, kind, chosen, erring):
            page.picture(name, f"How often this is missed: {kind}")
    return page


def _thinking(
    name: str, mind: Mind, moves: Moves, asked: Array, settings: ErrorsSettings
) -> Erring:
    """Somebody who thinks about the rows that are asked about."""
    likely = np.zeros((len(moves), GAME.cells))
    for number in np.flatnonzero(asked).tolist():
        counts = predicting.often(
            moves.rows[number], mind, settings.samples, settings.seed + number
        )
        likely[number] = counts / counts.sum()
    return Erring(name, likely)


def _playing(name: str, moves: Moves, asked: Array, settings: ErrorsSettings) -> Erring:
    """A player who is asked about the same rows."""
    likely, plays = np.zeros((len(moves), GAME.cells)), player(name, seed=settings.seed)
    for number in np.flatnonzero(asked).tolist():
        board = predicting.board_of(moves.rows[number])
        for _ in range(_ASKED):
            likely[number, plays.choose(board).move] += 1 / _ASKED
    return Erring(name, likely)


def _say_how(
    page: Page, moves: Moves, settings: ErrorsSettings, average: float, chosen: list[str]
) -> None:
    erring, published, level, slipping = (f"`{name}`" for name in chosen)
    page.say(
        f"{len(moves):,} moves of {len(moves.people)} people. `imitator` scores {average:.0%} "
        f"against `{OPPONENT}` in {settings.games} games and stands for an average person, since "
        "it plays each move as often as people do; the others score the same, or as near as they "
        f"come: {erring}, which makes the mistakes of people; {published}, which thinks "
        f"with the published numbers; {level}, one of our levels; and {slipping}, a search that "
        "slips, as levels usually are made. The likeliest mind is the cognitive model with the "
        "numbers under which people's moves are likeliest (`inarow lab people --fit`), at the "
        "average strength. All are asked about positions in which the people were: at most "
        f"{settings.positions} of each kind, the imitator about all of them, as each "
        "person by networks that have not seen the move. Intervals are 95%, by drawing people "
        "again. A star marks a share outside the people's interval."
    )  # fmt: skip


def _equally_strong(
    family: Family,
    average: float,
    table: list[tuple[str, str]],
    settings: ErrorsSettings,
    tell: Tell,
) -> float:
    """The setting of a family that scores as an average person does; all scores go to a table."""
    scores = {}
    for setting in family.settings:
        name = family.named(setting)
        scores[setting] = score(name, settings)
        tell(f"{name}: {scores[setting]:.1%}")
        table.append((f"`{name}`", f"{scores[setting]:.1%}"))
    return setting_scoring(average, scores)


def _asked(found: Iterable[Situation], count: int, settings: ErrorsSettings) -> Array:
    """The rows that players are asked about: some of each situation."""
    random = np.random.default_rng(settings.seed)
    asked = np.zeros(count, dtype=bool)
    for one in found:
        asked[random.permutation(np.flatnonzero(one.rows))[: settings.positions]] = True
    return asked


def _shares(
    one: Situation, erring: list[Erring], moves: Moves, asked: Array, seed: int
) -> tuple[Interval, list[float]]:
    """How often people miss it, and everybody else."""
    people = measured(missed_by_people(one, moves).astype(float), moves, one.rows, seed)
    some = Situation(one.kind, one.good & asked[:, None])
    whole, *parts = erring
    return people, [
        share_missed(one, whole.likely),
        *(share_missed(some, each.likely) for each in parts),
    ]


def _say_shares(
    page: Page,
    found: list[Situation],
    erring: list[Erring],
    shares: list[tuple[Interval, list[float]]],
) -> None:
    page.head("What is missed")
    inside = np.array([[people.holds(share) for share in each] for people, each in shares])
    told = [f"{each.name} in {int(inside[:, number].sum())}" for number, each in enumerate(erring)]
    page.say(f"Within the people's interval, of {len(found)} kinds: {', '.join(told)}.")
    page.table(
        ["missed", "positions", "people", *(each.name for each in erring)],
        [
            [one.name, int(one.rows.sum()), share_text(people),
             *(f"{share:.1%}{'' if people.holds(share) else ' *'}" for share in each)]
            for one, (people, each) in zip(found, shares, strict=True)
        ],
    )  # fmt: skip


def _draw(
    folder: Path,
    name: str,
    kind: str,
    chosen: list[tuple[Situation, tuple[Interval, list[float]]]],
    erring: list[Erring],
) -> bool:
    """A figure of one kind: by direction where it has some, and by pieces on the board.

    False if there is nothing to show.
    """
    parts = {
        "direction": [(one.direction, each) for one, each in chosen if one.direction],
        "pieces on the board": [(one.phase, each) for one, each in chosen if one.phase],
    }
    shown = {word: points for word, points in parts.items() if points}
    if not shown:
        return False
    order = [*DIRECTIONS.values(), *PHASES]
    with new_figure(folder, name, len(shown), width=4.6, height=3.6) as (_, axes):
        for axis, (word, points) in zip(axes, shown.items(), strict=True):
            points.sort(key=lambda point: order.index(point[0]))
            places = np.arange(len(points))
            people = [each[0] for _, each in points]
            middle = np.array([one.mean for one in people])
            reach = [middle - [one.low for one in people], [one.high for one in people] - middle]
            axis.errorbar(
                places, middle, yerr=reach, fmt=MARKERS[0], color=COLOURS[6], capsize=4,
                label="people",
            )  # fmt: skip
            for number, each in enumerate(erring):
                heights = [shares[number] for _, (_, shares) in points]
                axis.plot(
                    places + 0.12 * (number + 1), heights, MARKERS[number + 1],
                    color=COLOURS[number], label=each.name,
                )  # fmt: skip
            axis.set_xticks(places, [label for label, _ in points])
            axis.set_ylim(0, 1)
            dress(axis, kind, word, "share missed")
        axes[0].legend(fontsize=8)
    return True
