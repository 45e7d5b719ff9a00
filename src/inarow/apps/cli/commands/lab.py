"""Run an experiment and write its results page with figures.

Experiments:
  square-levels  document 003's 35 games, with stand-ins for its author
  pruning        nodes with and without alpha-beta by depth, for each documented player
  depth          strength against depth, for each game
  documents      the documented players and the perfect one: perfect moves, average loss
  levels         the Elo of each level of each game
  ties           aversion to ties in Connect 4 in a Square
  running        what a game costs in a process and on Ray, and what a second core brings
  perfect-play   how rare winning moves are, and which first mistakes lose
and
  dataset        positions with every move's exact score, for those who train models

Everything can be interrupted and goes on with the same command.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.apps.cli.options import dataset as labdata
from inarow.rules.catalogue import CATALOGUE

if TYPE_CHECKING:
    from inarow.lab.experiments.experiment import Bench


EXPERIMENTS = {
    "square-levels": "square_levels",
    "pruning": "pruning",
    "depth": "depth",
    "documents": "documents",
    "levels": "levels",
    "ties": "ties",
    "running": "running",
    "perfect-play": "perfect_play",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take an experiment and where to work."""
    actions = parser.add_subparsers(metavar="EXPERIMENT", required=True)
    for name in EXPERIMENTS:
        experiment = actions.add_parser(name)
        experiment.set_defaults(action=_run_experiment, experiment=name)
        _add_experiment_arguments(experiment)
        if name == "perfect-play":
            experiment.add_argument(
                "--dataset", type=Path, metavar="FOLDER", help="count in a data set made before"
            )
        if name == "levels":
            experiment.add_argument(
                "--calibrate", action="store_true",
                help="find the settings of every level anew by played games, and write them into "
                "the table that comes with inarow; no page is written",
            )  # fmt: skip
            experiment.add_argument(
                "--game", action="append", default=[], choices=CATALOGUE, metavar="NAME",
                help="with --calibrate: only this game; can be given several times",
            )  # fmt: skip
    dataset = actions.add_parser(
        "dataset",
        description=labdata.ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    dataset.set_defaults(action=labdata.run)
    labdata.add_arguments(dataset)


def _add_experiment_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, default=Path("lab-data"), metavar="DIR",
        help="where findings are kept between starts (lab-data)",
    )  # fmt: skip
    parser.add_argument(
        "--pages", type=Path, default=Path("docs/lab"), metavar="DIR",
        help="where the page and the figures go (docs/lab)",
    )  # fmt: skip
    parser.add_argument(
        "--size", type=float, default=1.0, metavar="FACTOR",
        help="play less (0.1) or more (10) than usual",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N",
        help="how many games are played at once (1); pruning, running and perfect-play take no "
        "heed of it",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Do what was asked."""
    status: int = options.action(options)
    return status


def _run_experiment(options: argparse.Namespace) -> int:
    from importlib import import_module

    from inarow.lab.experiments.experiment import Bench, LabError, writable

    dataset = options.dataset if "dataset" in options else None
    bench = Bench(options.data, options.pages, _tell, options.size, options.jobs, dataset)
    if "calibrate" in options and options.calibrate:
        return _calibrate(bench, options.game)
    if "game" in options and options.game:
        raise LabError("--game goes with --calibrate; the page of the levels is about all games")
    # Better now than when everything has been played.
    writable(bench.pages)
    module = import_module(f"inarow.lab.experiments.{EXPERIMENTS[options.experiment]}")
    print(f"Wrote {module.run(bench).write(bench)}.")
    return 0


def _calibrate(bench: Bench, games: list[str]) -> int:
    from inarow.lab.calibration import calibrate

    print(f"Wrote {calibrate(bench, games=games)}.")
    return 0


def _tell(text: str) -> None:
    print(text, flush=True)
