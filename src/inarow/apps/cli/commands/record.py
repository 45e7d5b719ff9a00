"""Convert a game between formats, or draw it.

RECORD is a list of moves (4453, or "h8 i9"), one of your games (game-17), or a file: moves as text,
a JSON record or SGF; - reads standard input. The formats json, sgf and
moves contain the game, svg and png its last position with numbered moves, gif the whole game as an
animation.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from inarow.apps.cli.options.arguments import add_game, add_output, add_record
from inarow.apps.cli.options.reading import read_record
from inarow.apps.cli.output.files import form_of, write_output
from inarow.wire.formats import PICTURE_FORMATS, picture_bytes, write_text

_FORMATS = ("json", "sgf", "moves", "svg", "png", "gif")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a game and a form."""
    add_record(parser)
    add_game(parser, option=True)
    add_output(parser)
    parser.add_argument(
        "--format", "-f", choices=_FORMATS, help="default: from the name of FILE, or json"
    )
    parser.add_argument(
        "--players", nargs=2, metavar=("FIRST", "SECOND"), help="the names of the players"
    )
    parser.add_argument("--no-numbers", action="store_true", help="draw pieces without numbers")


def run(options: argparse.Namespace) -> int:
    """Read, convert, write."""
    form = options.format or form_of(options.output, _FORMATS, "json")
    record = read_record(options.game, options.moves)
    if options.players:
        record = replace(record, players=tuple(options.players))
    if form in PICTURE_FORMATS:
        write_output(picture_bytes(record, form, numbers=not options.no_numbers), options.output)
    else:
        write_output(write_text(record, form).rstrip("\n"), options.output)
    return 0
