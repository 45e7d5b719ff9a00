"""List the players of the roster, and the options they take."""

from __future__ import annotations

import argparse
import json

_OPTIONS = """
Options go in brackets, for example discount(depth=8,slips=0.1):
  depth=N          look N moves ahead
  slips=RATE       now and then play any move, though never miss a win or a block at once
  slips_safe=N     how many plies ahead a slip is still safe (2)
  nodes=N          of a level, on open boards: look at N positions
  spread=RATE      of a level: a slip takes each next-best move so often beside the one before
  careless=RATE    of a level: how often a slip does not look at the reply
  misses=RATE      of a level: now and then overlook a win or a threat
  best=RATE        of a level: how often the strongest player chooses the move
  near=PART        of a level: choose freely within this part of the way to the worst move
  tie_aversion=V   score a draw V below zero, and set traps to avoid one
  fast=1           use every extra of the search: table, killers, history, null windows
  without=PARTS    of five: leave parts of the engine out, to measure them: table+fours
  seed=N           make what is left to chance repeatable"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the form of the answer."""
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def run(options: argparse.Namespace) -> int:
    """Print the roster."""
    from inarow.players.roster import ROSTER

    if options.json:
        listing = [{"name": entry.name, "about": entry.about} for entry in ROSTER.values()]
        print(json.dumps(listing, indent=2))
        return 0
    for entry in ROSTER.values():
        print(f"{entry.name:18} {entry.about}")
    print(_OPTIONS)
    return 0
