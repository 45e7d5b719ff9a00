"""Convert a game between formats, or draw it.

GAME is the moves (4453, or "h8 i9"), a file with them, a record (JSON) or an SGF file; - reads
standard input. The form of the output follows from FILE's name unless --to says it: json, sgf and
moves for the game, svg and png for its last position with numbered moves, gif for all of it.
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import add_game

_FORMATS = ("json", "sgf", "moves", "svg", "png", "gif")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a game and a form."""
    parser.add_argument("moves", metavar="GAME", help="the moves, or a file")
    add_game(parser, option=True)
    parser.add_argument("--output", "-o", metavar="FILE", help="default: standard output")
    parser.add_argument("--to", choices=_FORMATS, help="the form of the output")
    parser.add_argument(
        "--players", metavar="X,O", help="names for the two sides, separated by a comma"
    )
    parser.add_argument("--no-numbers", action="store_true", help="draw pieces without numbers")


def run(options: argparse.Namespace) -> int:
    """Read, convert, write."""
    from dataclasses import replace

    from inarow.apps.cli.options.study import form_of, read_record, write_output
    from inarow.study.records.formats import PICTURE_FORMATS, picture_bytes, write_text

    form = options.to or form_of(options.output, _FORMATS, "json")
    record = read_record(options.game, options.moves)
    if options.players:
        first, _, second = options.players.partition(",")
        record = replace(record, players=(first.strip() or "X", second.strip() or "O"))
    if form in PICTURE_FORMATS:
        write_output(picture_bytes(record, form, numbers=not options.no_numbers), options.output)
    else:
        write_output(write_text(record, form).rstrip("\n"), options.output)
    return 0
