"""Document 003's experiment: five levels, seven first columns, and who wins.

There a person, the author, always moved first. Here a stand-in takes the author's place: it has to
put its first piece into the given column and then plays as it likes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from statistics import mean
from typing import Any

from inarow.lab.document_003 import COLUMNS, LEVELS, TABLE, Row
from inarow.lab.experiment import Bench, Page
from inarow.lab.figures import COLOURS, MARKERS, dress, new_figure, save
from inarow.lab.notebook import Notebook
from inarow.players.player import Player
from inarow.players.roster import ROSTER, player
from inarow.rules.board import Board
from inarow.rules.side import Side

NAME = "square-levels"

#: Who takes the author's place, with a word about each.
STAND_INS = {
    "perfect": "never gives away what it has",
    "square-5(depth=8,fast=1)": "the document's own search, looking 8 moves ahead",
    "level-6": "human-like: looks a few moves ahead, slips now and then",
    "level-3": "human-like and weaker: sees the next move, overlooks some threats",
}

#: Stand-ins that leave something to chance play the 35 games this often.
_REPEATS = 5

WINNERS = ("Human", "Agent", "Cat")


def run(bench: Bench) -> Page:
    """Play the games and write the page."""
    notebook = bench.notebook(NAME)
    results: dict[str, list[Row]] = {}
    for stand_in in STAND_INS:
        if stand_in not in ROSTER and stand_in == "perfect":
            continue
        results[stand_in] = _games(notebook, bench, stand_in)
    _figures(bench, results)
    return _page(results)


def _games(notebook: Notebook, bench: Bench, stand_in: str) -> list[Row]:
    repeats = bench.count(_REPEATS) if stand_in.startswith("level") else 1
    rows = []
    for repeat in range(repeats):
        for level in LEVELS:
            for column in COLUMNS:
                key = f"{stand_in}/{level}/{column}/{repeat}"
                if key not in notebook:
                    bench.tell(f"{stand_in} against square-{level}, first column {column}")
                finding = notebook.finding(
                    key,
                    lambda level=level, column=column, repeat=repeat: asdict(  # type: ignore[misc]
                        play(stand_in, level, column, seed=repeat)
                    ),
                )
                rows.append(Row(**finding))
    return rows


def play(stand_in: str, level: int, column: int, seed: int = 0) -> Row:
    """One game of the experiment."""
    seats: dict[Side, Player] = {
        Side.X: player(stand_in, seed=1000 * seed + 10 * level + column),
        Side.O: player(f"square-{level}"),
    }
    _warm_up(seats[Side.O])
    board = Board("square", str(column))
    started = time.perf_counter()
    while board.outcome() is None:
        board.push(seats[board.turn].choose(board).move)
    seconds = time.perf_counter() - started
    winner = board.outcome().winner  # type: ignore[union-attr]
    who = {Side.X: "Human", Side.O: "Agent", None: "Cat"}[winner]
    return Row(column, level, who, round(seconds, 4), board.ply)


def _warm_up(agent: Player) -> None:
    """Load the compiled search before the clock starts."""
    agent.choose(Board("square"))


def _counts(rows: Sequence[Row], level: int) -> Counter[str]:
    return Counter(row.winner for row in rows if row.level == level)


def _share(rows: Sequence[Row], levels: Sequence[int], winner: str) -> str:
    chosen = [row for row in rows if row.level in levels]
    return f"{sum(row.winner == winner for row in chosen)} of {len(chosen)}"


def _figures(bench: Bench, results: dict[str, list[Row]]) -> None:
    everyone = {"document 003 (a person)": list(TABLE), **results}
    figure, axes = new_figure(len(everyone), width=3.2, height=3.6)
    for axis, (name, rows) in zip(axes, everyone.items(), strict=True):
        _stacked_wins(axis, rows)
        dress(axis, name, "level of the agent", "games")
    axes[0].legend()
    save(figure, bench.pages, "square-levels-wins")
    _time_figure(bench, everyone, "column", "first column", "square-levels-time-by-column")
    _time_figure(bench, everyone, "level", "level of the agent", "square-levels-time-by-level")


def _stacked_wins(axis: Any, rows: Sequence[Row]) -> None:
    bottom = [0] * len(LEVELS)
    for winner, colour, hatch in zip(WINNERS, COLOURS, ("", "//", ".."), strict=False):
        heights = [_counts(rows, level)[winner] for level in LEVELS]
        label = {"Human": "first player", "Agent": "agent", "Cat": "tie"}[winner]
        axis.bar(LEVELS, heights, bottom=bottom, color=colour, hatch=hatch, label=label)
        bottom = [low + more for low, more in zip(bottom, heights, strict=True)]


def _time_figure(
    bench: Bench, everyone: dict[str, list[Row]], by: str, label: str, name: str
) -> None:
    """Mean seconds a game; a logarithmic scale, because a person is slower than a program."""
    figure, (axis,) = new_figure(width=7.2)
    values = LEVELS if by == "level" else COLUMNS
    for number, (who, rows) in enumerate(everyone.items()):
        means = [mean(row.seconds for row in rows if getattr(row, by) == value) for value in values]
        axis.plot(values, means, marker=MARKERS[number], color=COLOURS[number], label=who)
    axis.set_yscale("log")
    dress(axis, f"Mean time of a game by {label}", label, "seconds")
    axis.legend(fontsize=8)
    save(figure, bench.pages, name)


def _page(results: dict[str, list[Row]]) -> Page:
    page = Page(NAME, "Connect 4 in a Square: five levels, seven first columns")
    page.say(
        "Document 003 let a person, its author, play 35 games against its agent: levels 1 to 5 "
        "(the depth of the search), the person's first piece in each of the seven columns. Here "
        "a stand-in takes the author's place. It must begin in the given column and is then free."
    )
    page.table(
        ["stand-in", "what it is", "games"],
        [[f"`{name}`", STAND_INS[name], len(rows)] for name, rows in results.items()],
    )
    _say_agreement(page, results)
    page.head("Wins by level (figure 11)")
    page.picture("square-levels-wins", "Games won by the first player, by the agent, and ties")
    _wins_table(page, results)
    page.head("Time (figures 12 and 13)")
    page.picture("square-levels-time-by-column", "Mean time of a game by first column")
    page.picture("square-levels-time-by-level", "Mean time of a game by level")
    _say_times(page, results)
    page.head("Every game (figure 14)")
    page.say("The stand-ins' first round of 35 games beside the document's.")
    _games_table(page, results)
    return page


def _say_agreement(page: Page, results: dict[str, list[Row]]) -> None:
    page.head("What agrees and what does not")
    page.say(
        "The document: the person wins all 21 games at levels 1 to 3 and none of the 14 at levels "
        "4 and 5, which are all ties. (Its text says the agent won a single game at levels 4 and "
        "5; its table shows none.)"
    )
    for name, rows in results.items():
        low = _share(rows, (1, 2, 3), "Human")
        ties = _share(rows, (4, 5), "Cat")
        won_high = _share(rows, (4, 5), "Human")
        agent = _share(rows, LEVELS, "Agent")
        same = [
            level
            for level in LEVELS
            if _counts(rows, level).most_common(1)[0][0] == ("Human" if level <= 3 else "Cat")
        ]
        page.say(
            f"- `{name}` wins {low} games at levels 1 to 3; at levels 4 and 5, {ties} are ties and "
            f"it wins {won_high}. The agent wins {agent} in all. The usual result is the "
            f"document's at level{'s' if len(same) != 1 else ''} "
            f"{', '.join(map(str, same)) or 'none'}."
        )


def _wins_table(page: Page, results: dict[str, list[Row]]) -> None:
    everyone = {"document 003": list(TABLE), **results}
    page.say("First player's wins / agent's wins / ties:")
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


def _say_times(page: Page, results: dict[str, list[Row]]) -> None:
    theirs = {
        low: mean(row.seconds for row in TABLE if (row.level <= 3) == low) for low in (True, False)
    }
    page.say(
        f"The document's mean game takes {theirs[True]:.1f} s at levels 1 to 3 and "
        f"{theirs[False]:.1f} s at levels 4 and 5, nearly all of it the person's thinking. A "
        "stand-in does not tire or learn, so the document's longer first column, where each level "
        "was met for the first time, has no counterpart here."
    )
    for name, rows in results.items():
        low = mean(row.turns for row in rows if row.level <= 3)
        high = mean(row.turns for row in rows if row.level > 3)
        page.say(
            f"- `{name}`: {low:.1f} turns on average at levels 1 to 3 and {high:.1f} at levels 4 "
            "and 5 (document: "
            f"{mean(row.turns for row in TABLE if row.level <= 3):.1f} and "
            f"{mean(row.turns for row in TABLE if row.level > 3):.1f})."
        )


def _games_table(page: Page, results: dict[str, list[Row]]) -> None:
    head = ["column", "level", "document: winner, s, turns"]
    head += [f"`{name}`: winner, s, turns" for name in results]
    rows = []
    for number, row in enumerate(TABLE):
        games = [row, *(games[number] for games in results.values())]
        cells = [f"{one.winner}, {one.seconds:.3g}, {one.turns}" for one in games]
        rows.append([row.column, row.level, *cells])
    page.table(head, rows)
