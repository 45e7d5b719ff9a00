"""``inarow lab people``: how well people's moves are predicted; fitting the models that do."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from inarow.apps.cli.options.arguments import add_jobs, add_seed, positive
from inarow.apps.cli.output.progress import tell
from inarow.files.extras import check_extra
from inarow.files.whole import write_whole
from inarow.lab.experiments.experiment import writable
from inarow.lab.people.describing import describe
from inarow.lab.people.fitting import FitRecipe, fit
from inarow.lab.people.moves import Moves, read_moves
from inarow.lab.people.page import SLOW, PageSettings, page_about
from inarow.lab.people.predicting import learned
from inarow.lab.people.times import fit_pace, log_seconds, seen
from inarow.lab.people.training import TrainingSettings, train, write_weights
from inarow.players.people.mind import erring_mind, likeliest_mind
from inarow.players.people.network import shipped_network
from inarow.rules.errors import InarowError

ABOUT = """\
Measure how well models predict moves of people, given as a file with the columns set, player,
board and move, and if they are known mover, ms and fold: nats a move and how often the likeliest
move was played, for guessing, the levels, searches that slip, a documented player, the cognitive
model with and without looking ahead, the learned one and a mixture.

--train and --fit make the two models anew from such a file, instead of measuring them, and --pace
the numbers that say how long people think. Training needs PyTorch, the extra train.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the moves, and what to do with them."""
    parser.add_argument(
        "--data", type=Path, required=True, metavar="FILE", help="the moves, as CSV"
    )
    add_sets(parser)
    parser.add_argument(
        "--output", "-o", type=Path, metavar="FOLDER", help="also write the page into this folder"
    )
    parser.add_argument(
        "--samples", type=positive, default=100, metavar="N",
        help="how often the cognitive model thinks about each position (default: 100)",
    )  # fmt: skip
    parser.add_argument(
        "--asked", type=positive, default=PageSettings().asked, metavar="N",
        help="moves of each set that levels, searches and the mind that looks ahead are asked about"
        f" (default: {PageSettings().asked})",
    )  # fmt: skip
    parser.add_argument(
        "--misses", type=float, default=FitRecipe().misses, metavar="NATS",
        help="with --fit: what missing more or less than people do costs, such as 0.02",
    )  # fmt: skip
    parser.add_argument(
        "--without", action="append", default=[], choices=SLOW, metavar="MODEL",
        help=f"leave out a model that takes long: {', '.join(SLOW)}",
    )  # fmt: skip
    parser.add_argument(
        "--size", type=float, default=1.0, metavar="SHARE",
        help="only this share of the people of each set, such as 0.2",
    )  # fmt: skip
    making = parser.add_mutually_exclusive_group()
    making.add_argument(
        "--train",
        type=Path,
        metavar="WEIGHTS",
        help="train the learned model and write its weights",
    )
    making.add_argument(
        "--fit", type=Path, metavar="MIND", help="fit the cognitive model and write its numbers"
    )
    making.add_argument(
        "--pace", type=Path, metavar="PACE", help="fit how long people think, and write the numbers"
    )
    making.add_argument(
        "--describe", type=Path, metavar="FILE",
        help="only write what the learned model sees, to train it on another machine",
    )  # fmt: skip
    add_seed(parser, 1)
    add_jobs(parser, 1)


def add_sets(parser: argparse.ArgumentParser) -> None:
    """Take the sets of a file."""
    parser.add_argument(
        "--set", action="append", default=[], dest="sets", metavar="NAME",
        help="only this set; repeat for more",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Read the moves and do what was asked."""
    moves = read_moves(options.data)
    if options.sets:
        moves = moves.of_sets(options.sets)
    if options.size != 1:
        moves = moves.of_some_people(options.size, options.seed)
    if options.train or options.describe:
        return _train(moves, options)
    if options.fit:
        return _fit(moves, options)
    if options.pace:
        return _fit_pace(moves, options)
    return _measure(moves, options)


def _measure(moves: Moves, options: argparse.Namespace) -> int:
    if options.output:
        # Better now than when everything has been measured.
        writable(options.output)
    settings = PageSettings(
        options.samples, options.seed, options.jobs, options.asked, tuple(options.without),
        tuple(options.sets), options.size,
    )  # fmt: skip
    page = page_about(moves, options.data, settings, tell)
    print("\n".join(page.lines))
    if options.output:
        print(f"Wrote {page.write_at(options.output / f'{page.name}.md')}.")
    return 0


def _train(moves: Moves, options: argparse.Namespace) -> int:
    if options.train:
        check_extra("train", "training")
    described = describe(moves, tell)
    if options.describe:
        described.write(options.describe)
        print(f"Wrote {options.describe}.")
        return 0
    weights = train(described, replace(TrainingSettings(), seed=options.seed), tell)
    write_weights(weights, options.train)
    print(f"Wrote {options.train}.")
    return 0


def _fit(moves: Moves, options: argparse.Namespace) -> int:
    recipe = FitRecipe(seed=options.seed, jobs=options.jobs, misses=options.misses)
    start = erring_mind() if options.misses else likeliest_mind()
    fitted = fit(moves, describe(moves, tell), start, recipe, tell)
    write_whole(options.fit, json.dumps(fitted.to_json(), indent=1) + "\n")
    print(f"Wrote {options.fit}.")
    return 0


def _fit_pace(moves: Moves, options: argparse.Namespace) -> int:
    if not moves.are_timed:
        raise InarowError(f"{options.data} has no column 'ms', which says how long people thought")
    described = describe(moves, tell)
    known = seen(described, learned(moves, described, shipped_network(), tell))
    pace = fit_pace(known, log_seconds(moves), moves.person_numbers)
    write_whole(options.pace, json.dumps(pace.to_json(), indent=1) + "\n")
    print(f"Wrote {options.pace}.")
    return 0
