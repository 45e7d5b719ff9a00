"""List the players, and the options they take."""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import add_json
from inarow.players.options import help_lines
from inarow.players.roster import ROSTER, level_of
from inarow.wire.write import json_list, player_info


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the form of the answer."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the roster."""
    if options.json:
        print(json_list(player_info(entry) for entry in ROSTER.values()))
        return 0
    # The levels are what most people look for.
    for entry in sorted(ROSTER.values(), key=lambda entry: level_of(entry.name) is None):
        print(f"{entry.name:18} {entry.about}")
    print(
        "\nDocuments 000 to 004 are the papers that inarow started from. Your own player is"
        "\nmy_player.py:choose.\n"
        "\nPut options in brackets, as in discount(depth=8,fast=1); every player takes seed=N."
    )
    takers: dict[type, list[str]] = {}
    for entry in ROSTER.values():
        takers.setdefault(entry.options, []).append(entry.name)
    for kind, names in takers.items():
        if lines := list(help_lines(kind)):
            print(f"{', '.join(names)}:")
            for name, about in lines:
                print(f"  {name:16} {about}")
    return 0
