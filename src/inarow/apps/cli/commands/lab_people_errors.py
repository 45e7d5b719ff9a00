"""``inarow lab people-errors``: what people miss, and what players of their strength miss."""

from __future__ import annotations

import argparse
from pathlib import Path

from inarow.apps.cli.commands.lab_people import add_sets
from inarow.apps.cli.options.arguments import add_pages, add_seed, positive
from inarow.apps.cli.output.progress import tell
from inarow.files.extras import check_extra
from inarow.lab.experiments.experiment import writable
from inarow.lab.people.errors import OPPONENT, ErrorsSettings, errors_page
from inarow.lab.people.moves import read_moves

ABOUT = f"""\
Measure how often people miss a win, a block, an open three and a double threat, by direction and by
pieces on the board, and how often players do that are as strong: the imitator, the person that
thinks, a level, and a search that slips. As strong means as many points against {OPPONENT}. Writes
a page and its figures.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the moves, and how carefully to measure."""
    usual = ErrorsSettings()
    parser.add_argument(
        "--data", type=Path, required=True, metavar="FILE",
        help="the moves, as CSV (see `inarow lab people --help`)",
    )  # fmt: skip
    add_sets(parser)
    add_pages(parser)
    for name, about in (
        ("games", "games that say how strong a player is"),
        ("positions", "positions of each kind that players are asked about, at most"),
        ("samples", "how often the person thinks about each position"),
    ):
        parser.add_argument(
            f"--{name}", type=positive, default=getattr(usual, name), metavar="N",
            help=f"{about} (default: {getattr(usual, name)})",
        )  # fmt: skip
    add_seed(parser, usual.seed)


def run(options: argparse.Namespace) -> int:
    """Measure, and write the page."""
    check_extra("figures", "a page with figures")
    folder = writable(options.output)
    settings = ErrorsSettings(
        options.games, options.positions, options.samples, options.seed, tuple(options.sets)
    )
    moves = read_moves(options.data)
    moves = moves.of_sets(options.sets) if options.sets else moves
    page = errors_page(moves, options.data, folder, settings, tell)
    print(f"Wrote {page.write_at(folder / f'{page.name}.md')}.")
    return 0
