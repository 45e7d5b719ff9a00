"""List the players, and the options they take."""

from __future__ import annotations

import argparse
import json

from inarow.apps.cli.options.arguments import add_json

_OPTIONS = """
Put options in brackets, as in discount(depth=8,slips=0.1):
  depth=N          look N moves ahead
  slips=RATE       how often to play a random move (never missing an immediate win or block)
  slips_safe=N     how many plies ahead a slip must not lose (2)
  tie_aversion=V   score a draw V below zero, and set traps to avoid one
  fast=1           search with transposition table, killers, history and null windows
  without=PARTS    five only: switch off parts of the engine, to measure them: table+fours
  seed=N           random seed
Levels only:
  nodes=N          on open boards: search N nodes
  spread=RATE      a slip picks each next-best move RATE times as often as the one before
  careless=RATE    how often a slip ignores the opponent's reply
  misses=RATE      how often to overlook a win or a threat
  best=RATE        how often the strongest player picks the move
  near=PART        pick freely among moves this close to the best (0 to 1)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the form of the answer."""
    add_json(parser)


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
