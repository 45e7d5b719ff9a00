"""Our levels against OpenSpiel's players, as a table and a plot.

    python benchmarks/openspiel.py [--store FOLDER] [--svg FILE]

Each of OpenSpiel's players meets every level from random openings of four moves, each opening with
both sides. Games are kept in the folder: the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.apps import openspiel
from inarow.draw.plots import Plot, Series
from inarow.match.conditions import Conditions
from inarow.match.elo import tally
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings
from inarow.match.plan import Plan, RunState, go_through
from inarow.match.records import contestants
from inarow.match.schedule import Form, Schedule
from inarow.match.store import Store
from inarow.rules.catalogue import game

#: How many games each plays against every level; the last one takes its time.
_GAMES = {"minimax": 40, "mcts_100": 40, "mcts_1000": 40, "mcts_10000": 20}
#: The highest level would otherwise think for up to two seconds about every move.
_LEVELS = (*(f"level-{level}" for level in range(1, 8)), "level-10@nodes=1000000")
_OPENING_MOVES = 4
_SEED = 1


def scores(bot: str, games: int, folder: Path) -> list[float]:
    """What each level scores against a player of OpenSpiel, from 0 to 1."""
    label = f"{openspiel.__name__}:{bot}"
    schedule = Schedule(
        game("connect4"),
        contestants([label, *_LEVELS]),
        Openings(plies=_OPENING_MOVES, seed=_SEED),
        pairs=games // 2,
        form=Form.GAUNTLET,
        seed=_SEED,
    )

    def tell(state: RunState) -> None:
        print(f"\r{bot}: {state.played} of {state.total} games ", end="", file=sys.stderr)

    with Store(folder / f"{bot}.sqlite") as store:
        state = go_through(Plan(schedule), store, LocalRunner(Conditions()), on_game=tell)
    print(file=sys.stderr)
    return [tally(state.records.values(), level, label).score for level in _LEVELS]


def main() -> None:
    """Play, print the table, draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, default=Path(), help="where games are kept")
    parser.add_argument("--svg", type=Path, help="where to write the plot")
    options = parser.parse_args()
    table = {bot: scores(bot, games, options.store) for bot, games in _GAMES.items()}
    print(f"| score of | {' | '.join(f'against {bot}' for bot in table)} |")
    print(f"| --- |{' ---: |' * len(table)}")
    for number, level in enumerate(_LEVELS):
        print(f"| {level} | {' | '.join(f'{row[number]:.0%}' for row in table.values())} |")
    if options.svg:
        lines = tuple(
            Series(f"against {bot}", tuple((n, 100 * score) for n, score in enumerate(row[:-1], 1)))
            for bot, row in table.items()
        )
        plot = Plot(
            "Our levels against OpenSpiel's players",
            "level",
            "% of points",
            lines,
            y_range=(0, 100),
        )
        options.svg.write_text(plot.drawing().svg(), "utf-8")


if __name__ == "__main__":
    main()
