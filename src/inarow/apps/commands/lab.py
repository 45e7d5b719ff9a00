"""Run an experiment and write its results page with figures.

Experiments:
  square-levels  document 003's 35 games, with stand-ins for its author
  pruning        nodes with and without alpha-beta by depth, for each documented player
  depth          strength against depth, for each game
  documents      the documented players and the perfect one: perfect moves, average loss
  levels         the Elo of each level of each game
  ties           aversion to ties in Connect 4 in a Square
  running        what a game costs in a process and on Ray, and what a second core brings

Every experiment can be interrupted and goes on with the same command.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.rules.errors import InarowError

if TYPE_CHECKING:
    from inarow.lab.experiment import Bench


class LabError(InarowError):
    """An experiment that cannot be run as asked."""


EXPERIMENTS = {
    "square-levels": "square_levels",
    "pruning": "pruning",
    "depth": "depth",
    "documents": "documents",
    "levels": "levels",
    "ties": "ties",
    "running": "running",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take an experiment and where to work."""
    parser.add_argument("experiment", choices=list(EXPERIMENTS), metavar="EXPERIMENT")
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
        help="how many games are played at once (1); pruning and running take no heed of it",
    )  # fmt: skip
    parser.add_argument(
        "--calibrate", action="store_true",
        help="with the experiment levels: find the settings of every level anew by played games, "
        "and write them into the table that comes with inarow; no page is written",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Run the experiment."""
    from importlib import import_module

    from inarow.lab.experiment import Bench

    bench = Bench(options.data, options.pages, _tell, options.size, options.jobs)
    if options.calibrate:
        return _calibrate(options.experiment, bench)
    module = import_module(f"inarow.lab.{EXPERIMENTS[options.experiment]}")
    print(f"Wrote {module.run(bench).write(options.pages, options.size)}.")
    return 0


def _calibrate(experiment: str, bench: Bench) -> int:
    from inarow.lab.calibration import calibrate

    if experiment != "levels":
        raise LabError(f"levels are calibrated, not {experiment}")
    print(f"Wrote {calibrate(bench)}.")
    return 0


def _tell(text: str) -> None:
    print(text, flush=True)
