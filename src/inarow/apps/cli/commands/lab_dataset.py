"""``inarow lab dataset``: positions with the exact score of every move."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

from inarow.apps.cli.options.arguments import add_game, add_jobs, add_seed
from inarow.apps.cli.options.devices import add_device, row_solver
from inarow.apps.cli.output.progress import ProgressLine, bar
from inarow.files.extras import check_extra
from inarow.lab.datacard import card
from inarow.lab.dataset import Dataset, DatasetSettings, differences
from inarow.rules.errors import InarowError
from inarow.search.exact.batch import Progress
from inarow.search.exact.book import shipped_book
from inarow.search.exact.labelling import Labeller
from inarow.search.stopping import StopSignal, run_stoppable

ABOUT = """\
Make a data set for machine learning: positions with the exact score of every move, as Parquet.

`inarow lab dataset --positions 10000000 --device gpu --output ten-million` writes a folder with
train.parquet, validation.parquet and test.parquet, spread evenly over the plies, and a README.md
that explains the columns. The `datasets` package loads the folder as it is. The work is done in
chunks: if it is interrupted, run the same command again to resume. --classic makes the well-known
public set: all 67,557 positions of Connect Four after eight plies in which nobody can win with the
next move.
"""

_DIFFERENT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what goes into the data set, and where to write it."""
    parser.add_argument(
        "--output", "-o", type=Path, required=True, metavar="FOLDER", help="where to write it"
    )
    add_game(parser, option=True)
    parser.add_argument(
        "--positions", type=int, default=100_000, metavar="N", help="default: 100000"
    )
    parser.add_argument(
        "--plies", metavar="A-B", help="positions with A to B pieces (default: all)"
    )
    add_seed(parser, 1)
    parser.add_argument(
        "--classic", action="store_true", help="make the classic set after eight plies"
    )
    parser.add_argument(
        "--check", type=int, default=200, metavar="N",
        help="check N random rows against the CPU solver (default: 200)",
    )  # fmt: skip
    add_device(parser)
    add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Make what is missing, check it, and put it together."""
    dataset = Dataset(options.output, _settings(options))
    dataset.open()
    if dataset.is_finished:
        print(f"{dataset.folder} is complete.")
        return 0
    if not dataset.is_made(options.jobs):
        _make(dataset, options)
    different = _finish(dataset, options)
    return _DIFFERENT if different else 0


def _settings(options: argparse.Namespace) -> DatasetSettings:
    if options.check < 0:
        raise InarowError(f"--check must be at least 0, not {options.check}")
    first, last = 0, None
    if options.plies is not None:
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", options.plies)
        if match is None:
            raise InarowError(f"--plies takes a range such as 8-20, not {options.plies!r}")
        first, last = int(match[1]), int(match[2] or match[1])
    return DatasetSettings(
        options.game, options.positions, first, last, options.seed, options.classic
    )


def _make(dataset: Dataset, options: argparse.Namespace) -> None:
    # Better now than when everything has been solved.
    check_extra("parquet", "a data set")
    game = dataset.settings.game
    solver, device = row_solver(game, options)
    labeller = Labeller(game, solver, shipped_book(game))
    told = ["choosing positions"]
    stop = StopSignal()

    def show(what: str, progress: Progress) -> None:
        told[0] = f"{what} {bar(progress.solved, progress.total)}  {progress.nodes:,} nodes"

    with ProgressLine(lambda: told[0]) as line:

        def tell(text: str) -> None:
            line.clear()
            print(text, flush=True)

        def work() -> None:
            dataset.make(
                labeller, device, jobs=options.jobs, stop=stop, tell=tell, on_progress=show
            )

        run_stoppable(work, stop)


def _finish(dataset: Dataset, options: argparse.Namespace) -> int:
    different, check = _checked(dataset, options)
    page = card(dataset, _command(options), check)
    path = page.write_at(dataset.folder / f"{page.name}.md")
    print(check, f"Wrote {path}.", sep="\n", flush=True)
    if not different:
        dataset.write_parquet()
        for path in dataset.files.values():
            print(f"Wrote {path}, {path.stat().st_size:,} bytes.")
    return different


def _checked(dataset: Dataset, options: argparse.Namespace) -> tuple[int, str]:
    """Label random rows again on the CPU: how many differ, and a sentence about it."""
    game = dataset.settings.game
    rows = dataset.random_rows(options.check)
    labeller = Labeller.on_cpu(game, options.jobs)
    different = differences(rows, labeller)
    return different, (
        f"{len(rows.rows):,} random rows were checked against the CPU solver:"
        f" {different} differences."
    )


def _command(options: argparse.Namespace) -> str:
    """The command that makes the same rows; where they are solved makes no difference."""
    words = ["inarow", "lab", "dataset"]
    if options.classic:
        words.append("--classic")
    else:
        words += ["--game", str(options.game), "--positions", str(options.positions)]
        words += ["--seed", str(options.seed)]
        if options.plies is not None:
            words += ["--plies", options.plies]
    return shlex.join([*words, "--output", "FOLDER"])
