"""Play a match between two players and measure how much stronger one is.

Every opening is played twice, with sides swapped. Games are saved as they finish: if the match is
interrupted, run the same command again to resume.

A PLAYER is a name from `inarow players`, with options if you like; your own player,
my_player.py:choose or module:name; your own heuristic, heuristic(my_file.py:evaluate,depth=4); or
outside(COMMAND) for a Gomocup engine. Add a limit after an @:

  inarow match discount 'minimax(depth=6)' --games 200
  inarow match 'discount(fast=1)@nodes=20000' 'discount(fast=1)@nodes=5000' --sprt 0,30
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.apps.cli.options.arguments import even
from inarow.apps.cli.options.match import (
    add_match_arguments,
    conditions_of,
    openings_of,
    runner_of,
    write_results,
)
from inarow.apps.cli.output.match_display import final_text, follow
from inarow.files.whole import check_writable
from inarow.match.export import check_export
from inarow.match.plan import Plan, go_through
from inarow.match.records import contestants
from inarow.match.schedule import Schedule
from inarow.match.sprt import Sprt
from inarow.match.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take two players and how they meet."""
    parser.add_argument("first", metavar="PLAYER", help="the players, as described above")
    parser.add_argument("second", metavar="PLAYER")
    parser.add_argument(
        "--games", "-n", type=even, default=100, metavar="N",
        help="play at most N games, an even number (default: 100)",
    )  # fmt: skip
    parser.add_argument(
        "--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="stop as soon as a sequential test is decided (default: alpha and beta 0.05)",
    )  # fmt: skip
    add_match_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Play the match."""
    schedule = Schedule(
        options.game,
        contestants([options.first, options.second]),
        openings_of(options, options.game),
        pairs=options.games // 2,
        seed=options.seed,
    )
    test = None if options.sprt is None else Sprt.parse(options.sprt)
    return run_plan(Plan(schedule, conditions_of(options), test), options)


def run_plan(plan: Plan, options: argparse.Namespace) -> int:
    """Play a plan, showing and storing its games, and export them at the end."""
    for path in options.export:
        check_export(path, plan.schedule.game)
    if options.html:
        check_writable(Path(options.html))
    with Store(options.store) as store:
        try:
            with follow(plain=options.plain) as follower:
                progress = go_through(
                    plan, store, runner_of(options, plan), fresh=options.fresh, on_game=follower
                )
        except KeyboardInterrupt:
            print(
                f"\nInterrupted. All finished games are saved in {options.store}; "
                "run the same command again to resume.",
                file=sys.stderr,
            )
            raise
        print(f"\n{final_text(progress)}")
        print(f"\nFinished: {progress.why_ended()}.")
        records = list(progress.records.values())
        write_results(store, store.run(progress.run.id), records, options)
    return 0
