"""Play a tournament between several players and rate them.

Forms: round-robin (everyone plays everyone), gauntlet (the first player plays each of the others),
swiss (every round pairs players with about equal points), ladder (everyone plays the next two on
the list). Players are named as for `inarow match`.
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.commands.match import run_plan
from inarow.apps.cli.options.arguments import even
from inarow.apps.cli.options.match import add_match_arguments, conditions_of, openings_of
from inarow.match.plan import Plan
from inarow.match.records import contestants
from inarow.match.schedule import Form, Schedule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the players and how they meet."""
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="two or more names from `inarow players`"
    )
    parser.add_argument(
        "--form", choices=["round-robin", "gauntlet", "swiss", "ladder"], default="round-robin",
        help="who plays whom (default: round-robin)",
    )  # fmt: skip
    parser.add_argument(
        "--games", "-n", type=even, default=20, metavar="N",
        help="games per pairing (in a Swiss, per round), an even number (default: 20)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="rounds of a Swiss (default: 5)"
    )
    add_match_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Play the tournament."""
    form = Form(options.form)
    schedule = Schedule(
        options.game,
        contestants(options.players),
        openings_of(options, options.game),
        pairs=options.games // 2,
        form=form,
        rounds=options.rounds if form is Form.SWISS else 0,
        seed=options.seed,
    )
    return run_plan(Plan(schedule, conditions_of(options)), options)
