"""List the games, and how to describe one of your own."""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import add_json
from inarow.rules.catalogue import CATALOGUE
from inarow.wire.write import game_info, json_list

_YOUR_OWN = """
Play any of them on a board of another size, from 3x3 to 20x20:
  connect4(8x7)   gomoku(19)   square(6x5)
Or make up your own: a board, and k in a row or an n-by-n square to win:
  mnk(9,9,5)   mnk(8x8,k=5,gravity)   mnk(15x15,k=5,exact)   square(8x8,n=3)   square(7x6,free)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the form of the answer."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the catalogue."""
    if options.json:
        print(json_list(game_info(entry.game) for entry in CATALOGUE.values()))
        return 0
    for name, entry in CATALOGUE.items():
        print(f"{name:16} {entry.about} ({entry.game.width}x{entry.game.height})")
    print(_YOUR_OWN)
    return 0
