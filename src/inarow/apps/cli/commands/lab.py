"""Run an experiment and write a page about it, with figures; or make a data set.

You can interrupt an experiment at any time: run the same command again to resume.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from inarow.apps.cli.commands import lab_dataset, lab_people, lab_people_errors, lab_rig
from inarow.apps.cli.options.arguments import add_jobs, add_kept_games
from inarow.apps.cli.output.help import HelpFormatter
from inarow.apps.cli.output.progress import tell
from inarow.files.extras import check_extra
from inarow.lab.calibration import calibrate
from inarow.lab.experiments.experiment import LabError, Workspace, writable
from inarow.players.level_table import TABLE
from inarow.rules.catalogue import CATALOGUE

#: Where pages and a table of levels go unless --output says it.
_PAGES = Path("lab-results")
_TABLE = Path("levels.json")

#: The experiments that measure one process, or do their own counting of processes.
_ONE_PROCESS = ("pruning", "running", "perfect-play")

#: The experiments, each a module of ``lab.experiments``.
EXPERIMENTS = {
    "square-levels": "repeat document 003's 35 games, with simulated people in place of its author",
    "pruning": "nodes searched with and without alpha-beta, for each documented player",
    "depth": "playing strength by search depth, for each game",
    "documents": "how close the documented players come to perfect play",
    "levels": "how simulated people fare against every level of every game, with Elo ratings",
    "ties": "does an aversion to ties help in Connect 4 in a Square?",
    "running": "the cost of playing games in processes and on Ray",
    "perfect-play": "how rare winning moves are, and which first mistakes lose",
    "baselines": "what small models learn from a data set",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take an experiment and where to write."""
    actions = parser.add_subparsers(title="experiments", metavar="EXPERIMENT", required=True)
    for name, about in EXPERIMENTS.items():
        ending = "" if about.endswith("?") else "."
        sentence = f"{about[0].upper()}{about[1:]}{ending}"
        experiment = actions.add_parser(name, help=about, description=sentence)
        experiment.set_defaults(action=_run_experiment, experiment=name)
        _add_experiment_arguments(experiment, name)
        if name in ("perfect-play", "baselines"):
            experiment.add_argument(
                "--dataset",
                type=Path,
                metavar="FOLDER",
                help="use the positions of a data set from `inarow lab dataset`",
            )
        if name == "levels":
            experiment.add_argument(
                "--calibrate", action="store_true",
                help="find new settings for the levels by playing games, and write them as a table "
                f"to --output (default: {_TABLE}) instead of a page",
            )  # fmt: skip
            experiment.add_argument(
                "--game", action="append", default=[], choices=CATALOGUE, metavar="NAME",
                help="with --calibrate: only this game; repeat for more",
            )  # fmt: skip
            experiment.add_argument(
                "--seed", type=int, default=0, metavar="N", help="random seed (default: 0)"
            )
    for name, about, module in (
        ("dataset", "make a data set: positions with the exact score of every move", lab_dataset),
        ("people", "how well players predict people's moves", lab_people),
        (
            "people-errors",
            "what people miss, and what players of their strength miss",
            lab_people_errors,
        ),
    ):
        command = actions.add_parser(
            name,
            help=about,
            description=module.ABOUT,
            formatter_class=HelpFormatter,
        )
        command.set_defaults(action=module.run)
        module.add_arguments(command)
    lab_rig.add_actions(actions)


def _add_experiment_arguments(parser: argparse.ArgumentParser, experiment: str) -> None:
    parser.add_argument(
        "--output", "-o", type=Path, metavar="FOLDER",
        help=f"where to write the page and its figures (default: {_PAGES})",
    )  # fmt: skip
    add_kept_games(parser)
    parser.add_argument(
        "--size", type=float, default=1.0, metavar="FACTOR",
        help="play fewer games (0.1) or more games (10) than usual",
    )  # fmt: skip
    if experiment not in _ONE_PROCESS:
        add_jobs(parser, 1)


def run(options: argparse.Namespace) -> int:
    """Do what was asked."""
    status: int = options.action(options)
    return status


def _run_experiment(options: argparse.Namespace) -> int:
    dataset = options.dataset if "dataset" in options else None
    jobs = options.jobs if "jobs" in options else 1
    pages = options.output or _PAGES
    seed = options.seed if "seed" in options else 0
    workspace = Workspace(options.data, pages, tell, options.size, jobs, dataset, seed)
    if "calibrate" in options and options.calibrate:
        return _calibrate(workspace, options.output or _TABLE, options.game)
    if "game" in options and options.game:
        raise LabError("--game needs --calibrate, because the page covers all games")
    # Better now than when everything has been played.
    check_extra("figures", "a page with figures")
    writable(workspace.pages)
    module = import_module(f"inarow.lab.experiments.{options.experiment.replace('-', '_')}")
    print(f"Wrote {module.run(workspace).write(workspace)}.")
    return 0


def _calibrate(workspace: Workspace, table: Path, games: list[str]) -> int:
    calibrate(workspace, table, games=games)
    print(f"Wrote {table}. To play with these levels, copy it to {TABLE}.")
    return 0
