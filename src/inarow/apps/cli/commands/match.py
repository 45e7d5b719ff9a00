"""Play a match between two players and say how much better one is.

Every opening is played twice with the sides swapped. Each finished game is stored at once: if the
match is interrupted in any way, the same command goes on where it was. A PLAYER is a name with
options, module:name for a Python class of your own, or outside(COMMAND) for a Gomocup engine; and
after an @ a limit of its own:

  inarow match discount 'minimax(depth=6)' --games 200
  inarow match 'discount(fast=1)@nodes=20000' 'discount(fast=1)@nodes=5000' --sprt 0,30
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.match import add_match_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take two players and how they meet."""
    parser.add_argument("first", metavar="PLAYER")
    parser.add_argument("second", metavar="PLAYER")
    parser.add_argument(
        "--games", "-n", type=int, default=100, help="how many at most, an even number (100)"
    )
    parser.add_argument(
        "--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="stop as soon as a sequential test is decided (alpha and beta 0.05)",
    )  # fmt: skip
    add_match_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Play the match."""
    from inarow.apps.cli.options.match import conditions_of, openings_of
    from inarow.apps.cli.output.match_running import run_plan
    from inarow.match.plan import Plan
    from inarow.match.records import contestants
    from inarow.match.schedule import Schedule
    from inarow.match.sprt import Sprt

    schedule = Schedule(
        options.game,
        contestants([options.first, options.second]),
        openings_of(options, options.game),
        pairs=(options.games + 1) // 2,
        seed=options.seed,
    )
    test = None if options.sprt is None else Sprt.parse(options.sprt)
    return run_plan(Plan(schedule, conditions_of(options), test), options)
