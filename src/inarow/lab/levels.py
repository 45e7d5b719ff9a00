"""How far apart the levels are, measured by games, and the page that says so."""

from __future__ import annotations

import hashlib
from itertools import pairwise

from inarow.lab.experiment import Bench, Page
from inarow.lab.figures import COLOURS, MARKERS, dress, new_figure, save
from inarow.lab.playing import play_plan, ratings_of
from inarow.match.openings import Openings
from inarow.match.plan import Plan
from inarow.match.ratings import RatingList
from inarow.match.records import contestants
from inarow.match.schedule import Form, Schedule
from inarow.players.level_table import LEVELS, Level, table_for
from inarow.rules.catalogue import CATALOGUE

NAME = "levels"

#: What the highest level may spend in these games, so that they can be repeated anywhere.
_BEST_NODES = {"gomoku": 10_000, "gomoku-standard": 10_000, "four": 10_000, "connect5": 100_000}
_USUAL_NODES = 200_000

#: Openings for each two levels; the large boards take longest.
_PAIRS = {"connect4": 8, "square": 8, "gomoku": 2, "gomoku-standard": 1, "connect5": 2, "four": 2}
_USUAL_PAIRS = 4


def run(bench: Bench) -> Page:
    """Play every game's levels against their neighbours, draw and write."""
    lists: dict[str, tuple[RatingList, int]] = {}
    for game in CATALOGUE:
        pairs = bench.count(_PAIRS.get(game, _USUAL_PAIRS))
        progress = play_plan(bench, f"{NAME}-{_digest(game)}", plan(game, pairs))
        lists[game] = (ratings_of(progress), progress.played)
    _figure(bench, lists)
    return _page(lists)


def plan(game: str, pairs: int) -> Plan:
    """Every level against the next two."""
    rules = CATALOGUE[game].game
    nodes = _BEST_NODES.get(game, _USUAL_NODES)
    texts = [f"level-{level}" for level in LEVELS[:-1]] + [f"level-{LEVELS[-1]}@nodes={nodes}"]
    openings = Openings(plies=2, seed=3, repeat=True)
    return Plan(Schedule(rules, contestants(texts), openings, pairs, Form.LADDER, seed=3))


def _digest(game: str) -> str:
    """Short for what the levels are made of: levels that change are other players."""
    table = "/".join(str(level) for level in table_for(CATALOGUE[game].game))
    return hashlib.sha256(table.encode()).hexdigest()[:12]


def _level(label: str) -> int:
    return int(label.partition("@")[0].rpartition("-")[2])


def _steps(ratings: RatingList) -> list[tuple[int, float, float]]:
    """Level, Elo above the lowest, and the margin."""
    found = sorted((_level(one.label), one.elo, one.margin) for one in ratings.ratings)
    return [(level, elo - found[0][1], margin) for level, elo, margin in found]


def _figure(bench: Bench, lists: dict[str, tuple[RatingList, int]]) -> None:
    figure, (axis,) = new_figure(width=7.5, height=4.8)
    for number, (game, (ratings, _)) in enumerate(lists.items()):
        steps = _steps(ratings)
        axis.errorbar(
            [level + 0.05 * number for level, _, _ in steps],
            [elo for _, elo, _ in steps],
            yerr=[margin for _, _, margin in steps],
            marker=MARKERS[number],
            color=COLOURS[number],
            capsize=2,
            label=game,
        )
    axis.set_xticks(list(LEVELS))
    dress(axis, "The levels of every game, with 95 % intervals", "level", "Elo above level 1")
    axis.legend(fontsize=8)
    save(figure, bench.pages, "levels")


def _page(lists: dict[str, tuple[RatingList, int]]) -> Page:
    page = Page(NAME, "The levels")
    page.say(
        "One scale for every game: 1, which a child beats, to 10, the best we have (the exact "
        "solver, or the engine for open boards). A level is a mix of how far it looks (`depth`, "
        "or `nodes` of the engine), how often it slips (`slips`: it plays what looks good at "
        "first sight, each next-best move `spread` times as often), how often it overlooks a win "
        "or a threat right in front of it (`misses`), and how freely it chooses among nearly "
        "equal moves (`near`). A slip never gives away a win or a block at once; only a miss does."
    )
    page.say(
        "The Elo below is from games between each level and the next two, both sides of every "
        "opening; ties and a lack of different games make the steps of the small games short. "
        "Level 10 is held to a number of nodes here so that the games can be repeated."
    )
    page.picture("levels", "Elo above level 1")
    games = list(lists)
    columns = {game: _steps(ratings) for game, (ratings, _) in lists.items()}
    page.table(
        ["level", *games],
        [
            [
                level,
                *(
                    f"{columns[game][level - 1][1]:+.0f} ± {columns[game][level - 1][2]:.0f}"
                    for game in games
                ),
            ]
            for level in LEVELS
        ],
    )
    counts = ", ".join(f"{game} {played}" for game, (_, played) in lists.items())
    page.say(f"Games played: {counts}. Intervals are of 95 %, of each level against the average.")
    page.head("Even steps?")
    for game, steps in columns.items():
        gaps = [after[1] - before[1] for before, after in pairwise(steps)]
        page.say(
            f"- {game}: {steps[-1][1]:.0f} Elo from level 1 to 10; steps from {min(gaps):+.0f} to "
            f"{max(gaps):+.0f}, {sum(gap > 0 for gap in gaps)} of {len(gaps)} upwards."
        )
    page.head("What each level is made of")
    shared: dict[tuple[Level, ...], list[str]] = {}
    for game in games:
        shared.setdefault(table_for(CATALOGUE[game].game), []).append(game)
    page.table(
        ["level", *(", ".join(names) for names in shared.values())],
        [[level, *(table[level - 1] for table in shared)] for level in LEVELS],
    )
    return page
