"""Show the standings of a match or tournament, or export it.

Reads the games that `inarow match`, `inarow tournament` or `inarow lab` has stored, even while they
are still being played.
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import add_json
from inarow.apps.cli.options.match import add_results, write_results
from inarow.match.standings import cross_table_text, standings, table_text
from inarow.match.store import Store
from inarow.wire.write import json_line, match_info


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a run and where to write."""
    add_results(parser)
    parser.add_argument(
        "--run", type=int, dest="number", metavar="N", help="which run (default: the latest)"
    )
    parser.add_argument("--list", action="store_true", help="list all runs")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write what is asked for."""
    with Store(options.store, create=False) as store:
        if options.list:
            return _list(store)
        found = store.run(options.number)
        records = list(store.games(found).values())
        write_results(store, found, records, options)
        if options.json:
            print(json_line(match_info(found, records)))
        elif not options.html and not options.export:
            summary = standings(records, found.labels)
            print(f"run {found.id}, {found.plan['game']}: {found.ended or 'not finished yet'}\n")
            print(table_text(summary))
            print(f"\n{cross_table_text(records, summary.labels)}")
    return 0


def _list(store: Store) -> int:
    for run in store.runs():
        labels = ", ".join(run.labels)
        played = len(store.games(run))
        print(f"{run.id:>4}  {run.started}  {run.plan['game']}  {labels}  {played} games")
    return 0
