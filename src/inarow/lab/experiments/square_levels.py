"""Document 003's experiment: five levels, seven first columns, and who wins.

There a person, the author, always moved first. Here a stand-in takes the author's place: it has to
put its first piece into the given column and then plays as it likes. Simulated people do so in many
rounds of 35 games, and against our own levels as well.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import pairwise, product
from statistics import mean
from typing import Any

from inarow.lab.experiments.document_003 import COLUMNS, LEVELS, TABLE, DocumentGame
from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import COLOURS, dress, new_figure, style_of
from inarow.lab.experiments.findings import Finding, Findings
from inarow.lab.experiments.foreseer import Foreseer
from inarow.lab.yardstick import mind_digest
from inarow.match.records import Contestant
from inarow.players.best import repeatable
from inarow.players.level_table import LEVELS as OUR_LEVELS
from inarow.players.level_table import table_for
from inarow.players.player import Player
from inarow.players.roster import player
from inarow.players.searching import SearchingPlayer
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.side import Side
from inarow.search.exact.solvable import forget_solvers
from inarow.search.limit import Limit
from inarow.search.tree import documented

NAME = "square-levels"

_GAME = make_game("square")

#: Who takes the author's place, with a word about each.
STAND_INS = {
    "perfect@nodes=300000": "the exact solver, once that many nodes solve the position",
    "square-5(depth=6,fast=1,opponent=1)": "the document's own search, looking 6 moves ahead",
    "knows the agent": "foresees every reply of the agent, up to a win with its fifth piece",
    "person(strength=-1)": "a simulated person, weaker than five in six",
    "person": "a simulated person, average",
    "person(strength=1)": "a simulated person, stronger than five in six",
}
PEOPLE = tuple(name for name in STAND_INS if name.startswith("person"))

#: Simulated people play this many rounds of 35 games, and as many of 70 against our levels; the
#: highest of those take their time.
_ROUNDS = 20
_ROUNDS_WITH_OURS = 6

#: A level is a cliff if the score of a person falls from the level before by this much or more.
_CLIFF = 0.5

#: Two ways to read the document's heuristic: its formulas name one side's points only.
READINGS = {
    "own minus the opponent's": documented.SQUARE_BOTH_SIDES,
    "own only": documented.SQUARE,
}

WINNERS = ("Human", "Agent", "Cat")

Results = dict[tuple[str, str], list[DocumentGame]]


def run(workspace: Workspace) -> Page:
    """Play the games and write the page."""
    findings = workspace.findings(NAME)
    results = {
        (reading, stand_in): _games(findings, workspace, reading, stand_in)
        for reading in READINGS
        for stand_in in STAND_INS
    }
    ours = {stand_in: _games_with_ours(findings, workspace, stand_in) for stand_in in PEOPLE}
    _figures(workspace, results)
    _figure_of_ours(workspace, results, ours)
    return _page(results, ours)


def _games(
    findings: Findings, workspace: Workspace, reading: str, stand_in: str
) -> list[DocumentGame]:
    repeats = workspace.count(_ROUNDS) if stand_in in PEOPLE else 1
    questions = {
        f"{_made_of(stand_in)}{reading}/{stand_in}/{level}/{column}/{repeat}": partial(
            find, reading, stand_in, level, column, repeat
        )
        for repeat, level, column in product(range(repeats), LEVELS, COLUMNS)
    }
    return [
        DocumentGame(**found)
        for found in findings.get_all(questions, workspace.jobs, workspace.tell)
    ]


def _games_with_ours(findings: Findings, workspace: Workspace, stand_in: str) -> list[DocumentGame]:
    rounds = range(workspace.count(_ROUNDS_WITH_OURS))
    questions = {
        f"{_made_of(stand_in)}ours/{stand_in}/{table_for(_GAME)[min(level, 9) - 1]}/{level}/"
        f"{column}/{seed}": partial(find_with_ours, stand_in, level, column, seed)
        for seed, level, column in product(rounds, OUR_LEVELS, COLUMNS)
    }
    return [
        DocumentGame(**found)
        for found in findings.get_all(questions, workspace.jobs, workspace.tell)
    ]


def find_with_ours(stand_in: str, level: int, column: int, seed: int) -> Finding:
    """One game of a simulated person against one of our levels, as plain data."""
    dice = 1000 * seed + 10 * level + column
    ours = player(f"level-{level}", seed=dice)
    limit = repeatable(_GAME) if level == OUR_LEVELS[-1] else None
    return asdict(_played(player(stand_in, seed=dice), ours, column, level, ours_limit=limit))


def find(reading: str, stand_in: str, level: int, column: int, seed: int) -> Finding:
    """One game as plain data."""
    return asdict(play(reading, stand_in, level, column, seed))


def play(reading: str, stand_in: str, level: int, column: int, seed: int = 0) -> DocumentGame:
    """One game of the experiment; it does not depend on those played in the same process before."""
    forget_solvers()
    agent = SearchingPlayer(f"square-{level}", READINGS[reading], level)
    person, limit = _person(stand_in, agent, seed=1000 * seed + 10 * level + column)
    _warm_up(agent)
    return _played(person, agent, column, level, limit)


def _played(
    person: Player,
    agent: Player,
    column: int,
    level: int,
    limit: Limit | None = None,
    ours_limit: Limit | None = None,
) -> DocumentGame:
    """A game in which a person begins in a column."""
    board = Board(_GAME, str(column))
    started = time.perf_counter()
    while board.outcome() is None:
        is_persons = board.turn is Side.X
        mover = person if is_persons else agent
        board.push(mover.choose(board, limit if is_persons else ours_limit).move)
    seconds = time.perf_counter() - started
    winner = board.outcome().winner  # type: ignore[union-attr]
    who = {Side.X: "Human", Side.O: "Agent", None: "Cat"}[winner]
    return DocumentGame(column, level, who, round(seconds, 4), board.ply)


def _person(stand_in: str, agent: SearchingPlayer, seed: int) -> tuple[Player, Limit | None]:
    """Who takes the author's place, and its limit."""
    if stand_in == "knows the agent":
        return Foreseer(agent, player("square-5(depth=6,fast=1,opponent=1)")), None
    contestant = Contestant.parse(stand_in)
    return player(contestant.player, seed=seed), contestant.limit


def _warm_up(agent: Player) -> None:
    """Load the compiled search before the clock starts."""
    agent.choose(Board("square"))


def _counts(rows: Sequence[DocumentGame], level: int) -> Counter[str]:
    return Counter(row.winner for row in rows if row.level == level)


def _share(rows: Sequence[DocumentGame], levels: Sequence[int], winner: str) -> str:
    chosen = [row for row in rows if row.level in levels]
    return f"{sum(row.winner == winner for row in chosen)} of {len(chosen)}"


def _figures(workspace: Workspace, results: Results) -> None:
    for number, reading in enumerate(READINGS, start=1):
        everyone = {"document 003": list(TABLE), **_of(reading, results)}
        file = f"square-levels-wins-{number}"
        with new_figure(workspace.pages, file, len(everyone), width=3, height=3.4) as drawn:
            sheet, axes = drawn
            for axis, (name, rows) in zip(axes, everyone.items(), strict=True):
                _stacked_wins(axis, rows)
                dress(axis, name, "level of the agent", "games")
            sheet.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    everyone = {"document 003": list(TABLE), **_of("own only", results)}
    _time_figure(workspace, everyone, "column", "first column", "square-levels-time-by-column")
    _time_figure(workspace, everyone, "level", "level of the agent", "square-levels-time-by-level")


def _of(reading: str, results: Results) -> dict[str, list[DocumentGame]]:
    return {stand_in: rows for (read, stand_in), rows in results.items() if read == reading}


def _stacked_wins(axis: Any, rows: Sequence[DocumentGame]) -> None:
    bottom = [0] * len(LEVELS)
    for winner, colour, hatch in zip(WINNERS, COLOURS, ("", "//", ".."), strict=False):
        heights = [_counts(rows, level)[winner] for level in LEVELS]
        label = {"Human": "first player", "Agent": "agent", "Cat": "tie"}[winner]
        axis.set_xticks(LEVELS)
        axis.bar(LEVELS, heights, bottom=bottom, color=colour, hatch=hatch, label=label)
        bottom = [low + more for low, more in zip(bottom, heights, strict=True)]


def _time_figure(
    workspace: Workspace, everyone: dict[str, list[DocumentGame]], by: str, label: str, name: str
) -> None:
    """Mean seconds a game; a logarithmic scale, because a person is slower than a program."""
    values = LEVELS if by == "level" else COLUMNS
    with new_figure(workspace.pages, name, width=7.2) as (_, (axis,)):
        for number, (who, rows) in enumerate(everyone.items()):
            groups = ([row.seconds for row in rows if getattr(row, by) == one] for one in values)
            axis.plot(values, [*map(mean, groups)], label=who, **style_of(number))
        axis.set_xticks(values)
        axis.set_yscale("log")
        dress(axis, f"Mean time of a game by {label}", label, "seconds")
        axis.legend(fontsize=8)


def _made_of(stand_in: str) -> str:
    """What the games of a simulated person depend on beside its name."""
    return f"{mind_digest(_GAME.family)}/" if stand_in in PEOPLE else ""


def rounds_of(games: Sequence[DocumentGame], levels: Sequence[int]) -> list[list[float]]:
    """For each round of games, in the order in which they were played, the score at each level."""
    size = len(levels) * len(COLUMNS)
    points = {"Human": 1.0, "Cat": 0.5, "Agent": 0.0}
    return [
        [
            mean(points[game.winner] for game in games[start : start + size] if game.level == level)
            for level in levels
        ]
        for start in range(0, len(games), size)
    ]


def share_with_cliff(rounds: Sequence[Sequence[float]]) -> float:
    """The share of rounds in which the score falls off a cliff from a level to the next.

    >>> share_with_cliff([[1.0, 1.0, 0.4], [1.0, 0.6, 0.2]])
    0.5
    """
    return mean(
        any(round(before - after, 6) >= _CLIFF for before, after in pairwise(scores))
        for scores in rounds
    )


def _figure_of_ours(
    workspace: Workspace, results: Results, ours: dict[str, list[DocumentGame]]
) -> None:
    name = "square-levels-people"
    with new_figure(workspace.pages, name, 2, width=4.5, height=3.8) as (_, axes):
        sides = (
            ("document 003's agent", LEVELS, {one: results["own only", one] for one in PEOPLE}),
            ("our levels", OUR_LEVELS, ours),
        )
        for axis, (title, levels, games) in zip(axes, sides, strict=True):
            for number, (who, rows) in enumerate(games.items()):
                rounds = rounds_of(rows, levels)
                scores = [100 * mean(each) for each in zip(*rounds, strict=True)]
                axis.plot(levels, scores, label=who, **style_of(number))
            axis.set_xticks(levels)
            axis.set_ylim(-2, 102)
            dress(axis, title, "level", "score in %")
            axis.legend(fontsize=8)


def _say_cliffs(page: Page, results: Results, ours: dict[str, list[DocumentGame]]) -> None:
    page.head("Is there a cliff?")
    page.say(
        "In the document the score falls from 100% at level 3 to 50% at level 4 (all ties), and "
        "no level lies between always winning and never winning. Simulated people play its 35 "
        "games in many rounds. Counted are rounds that end as the document's did, game by game, "
        "and rounds with a cliff as high as the document's: the score (a tie counts half) falls by "
        f"{100 * _CLIFF:.0f} points or more from one level to the next, by luck or not, for there "
        "are 7 games at each level. "
        "The same people then play 7 games against each of our ten levels."
    )
    page.picture("square-levels-people", "Scores of simulated people by level")
    rows: list[list[object]] = []
    for who in PEOPLE:
        for reading in READINGS:
            games = results[reading, who]
            rows.append([f"`{who}`", f"document 003, {reading}", *_cliffs(games, LEVELS)])
        rows.append([f"`{who}`", "our levels", *_cliffs(ours[who], OUR_LEVELS)])
    page.table(
        ["person", "against", "rounds", "as in the document", "with a cliff", "steepest step",
         "score at the lowest level", "at the highest"],
        rows,
    )  # fmt: skip


def _cliffs(games: Sequence[DocumentGame], levels: Sequence[int]) -> list[object]:
    rounds = rounds_of(games, levels)
    size = len(levels) * len(COLUMNS)
    same = [
        all(map(_as_in_document, games[start : start + size]))
        for start in range(0, len(games), size)
    ]
    average = [mean(each) for each in zip(*rounds, strict=True)]
    steepest = max(before - after for before, after in pairwise(average))
    return [
        len(rounds),
        f"{mean(same):.0%}" if levels == LEVELS else "",
        f"{share_with_cliff(rounds):.0%}",
        f"{100 * steepest:.0f} points",
        f"{average[0]:.0%}",
        f"{average[-1]:.0%}",
    ]


def _page(results: Results, ours: dict[str, list[DocumentGame]]) -> Page:
    page = Page(NAME, "Connect 4 in a Square: five levels, seven first columns")
    page.say(
        "Document 003 let a person, its author, play 35 games against its agent: levels 1 to 5 "
        "(the depth of the search), the person's first piece in each of the seven columns. Here "
        "a stand-in takes the author's place: it must start in the given column, then plays freely."
    )
    page.table(
        ["stand-in", "what it is", "games"],
        [[f"`{name}`", about, len(results["own only", name])] for name, about in STAND_INS.items()],
    )
    page.say(
        "The document's formulas give one side's points and do not say whether the opponent's "
        "are subtracted. Both readings are played: `own minus the opponent's`, which is the option "
        "`opponent=1` of the players `square-1` to `square-5`, and `own only`, which they use "
        "otherwise."
    )
    _say_agreement(page, results)
    _say_cliffs(page, results, ours)
    page.head("Wins by level (figure 11)")
    for number, reading in enumerate(READINGS, start=1):
        page.picture(f"square-levels-wins-{number}", f"Wins and ties by level, {reading}")
        _wins_table(page, reading, _of(reading, results))
    page.head("Time (figures 12 and 13)")
    page.picture("square-levels-time-by-column", "Mean time of a game by first column, own only")
    page.picture("square-levels-time-by-level", "Mean time of a game by level, own only")
    _say_times(page, _of("own only", results))
    page.head("Every game (figure 14)")
    page.say("The stand-ins' first round of 35 games, own only, beside the document's.")
    _games_table(page, _of("own only", results))
    return page


def _say_agreement(page: Page, results: Results) -> None:
    page.head("What agrees and what does not")
    page.say(
        "The document: the person wins all 21 games at levels 1 to 3 and none of the 14 at levels "
        "4 and 5, which are all ties. (Its text says the agent won a single game at levels 4 and "
        "5; its table shows none.)"
    )
    rows = []
    for (reading, name), games in results.items():
        rows.append(
            [
                f"`{name}`",
                reading,
                _share(games, (1, 2, 3), "Human"),
                _share(games, (4, 5), "Human"),
                _share(games, (4, 5), "Cat"),
                _share(games, LEVELS, "Agent"),
            ]
        )
    page.table(
        ["stand-in", "reading", "wins at 1 to 3", "wins at 4, 5", "ties at 4, 5", "agent's wins"],
        rows,
    )
    for reading in READINGS:
        page.say(_verdict(reading, _of(reading, results)))


def _verdict(reading: str, results: dict[str, list[DocumentGame]]) -> str:
    """Say in plain words how a reading's results compare with the document's."""
    games = [row for rows in results.values() for row in rows]
    low = [row.winner == "Human" for row in games if row.level <= 3]
    high = [row.winner == "Cat" for row in games if row.level > 3]
    best = max(
        results,
        key=lambda name: mean(r.winner == "Human" for r in results[name] if r.level <= 3),
    )
    text = (
        f"Reading `{reading}`: over all stand-ins the first player wins {mean(low):.0%} of the "
        f"games at levels 1 to 3 (document: 100 %) and {mean(high):.0%} of those at levels 4 and "
        "5 are ties (document: 100 %). "
    )
    if not any(low):
        return text + "No stand-in wins a single game, so this reading does not agree."
    best_share = _share(results[best], (1, 2, 3), "Human")
    text += f"The stand-in that wins most at levels 1 to 3 is `{best}` with {best_share}. "
    same = [name for name, rows in results.items() if all(map(_as_in_document, rows))]
    if same:
        names = ", ".join(f"`{name}`" for name in same)
        text += f"Every game ends as in the document with {names}: this reading agrees."
    return text


def _as_in_document(row: DocumentGame) -> bool:
    return row.winner == ("Human" if row.level <= 3 else "Cat")


def _wins_table(page: Page, reading: str, results: dict[str, list[DocumentGame]]) -> None:
    everyone = {"document 003": list(TABLE), **results}
    page.say(f"First player's wins / agent's wins / ties, {reading}:")
    page.table(
        ["first player", *(f"level {level}" for level in LEVELS)],
        [
            [
                f"`{name}`" if name in results else name,
                *(
                    " / ".join(str(_counts(rows, level)[winner]) for winner in WINNERS)
                    for level in LEVELS
                ),
            ]
            for name, rows in everyone.items()
        ],
    )


def _say_times(page: Page, results: dict[str, list[DocumentGame]]) -> None:
    theirs = {
        low: mean(row.seconds for row in TABLE if (row.level <= 3) == low) for low in (True, False)
    }
    page.say(
        f"The document's mean game takes {theirs[True]:.1f} s at levels 1 to 3 and "
        f"{theirs[False]:.1f} s at levels 4 and 5, nearly all of it the person's thinking. A "
        "stand-in neither tires nor learns, so nothing here corresponds to the document's slower "
        "first column, where each level was met for the first time; these times are a program's."
    )
    page.table(
        ["first player", "turns, levels 1 to 3", "turns, 4 and 5", "s, 1 to 3", "s, 4 and 5"],
        [
            [
                f"`{name}`" if name in results else name,
                *(
                    f"{mean(getattr(row, what) for row in rows if (row.level <= 3) == low):.3g}"
                    for what in ("turns", "seconds")
                    for low in (True, False)
                ),
            ]
            for name, rows in {"document 003": list(TABLE), **results}.items()
        ],
    )


def _games_table(page: Page, results: dict[str, list[DocumentGame]]) -> None:
    head = ["column", "level", "document: winner, s, turns"]
    head += [f"`{name}`: winner, s, turns" for name in results]
    rows = []
    for number, row in enumerate(TABLE):
        games = [row, *(games[number] for games in results.values())]
        cells = [f"{one.winner}, {one.seconds:.3g}, {one.turns}" for one in games]
        rows.append([row.column, row.level, *cells])
    page.table(head, rows)
