"""List the players, and the options they take."""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import add_json
from inarow.players.options import help_lines
from inarow.players.roster import ROSTER
from inarow.wire.write import json_list, player_info


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the form of the answer."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the roster."""
    if options.json:
        print(json_list(player_info(entry) for entry in ROSTER.values()))
        return 0
    for entry in ROSTER.values():
        print(f"{entry.name:18} {entry.about}")
    print("\nPut options in brackets, as in discount(depth=8,fast=1); every player takes seed=N.")
    takers: dict[type, list[str]] = {}
    for entry in ROSTER.values():
        takers.setdefault(entry.options, []).append(entry.name)
    for kind, names in takers.items():
        if lines := list(help_lines(kind)):
            print(f"{', '.join(names)}:")
            for name, about in lines:
                print(f"  {name:16} {about}")
    return 0
