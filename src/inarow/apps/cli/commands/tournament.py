"""Play a tournament between several players and rate them.

Forms: round-robin (everyone meets everyone), gauntlet (the first meets each of the others), swiss
(in every round players with about the same points meet), ladder (each meets the next two on the
list). Otherwise it is as with `inarow match`.
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.match import add_match_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the players and how they meet."""
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument(
        "--form", choices=["round-robin", "gauntlet", "swiss", "ladder"], default="round-robin"
    )
    parser.add_argument(
        "--games", "-n", type=int, default=20,
        help="games of each meeting, an even number; in a Swiss tournament, a round (20)",
    )  # fmt: skip
    parser.add_argument("--rounds", type=int, default=5, help="of a Swiss tournament (5)")
    add_match_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Play the tournament."""
    from inarow.apps.cli.options.match import conditions_of, openings_of
    from inarow.apps.cli.output.match_running import run_plan
    from inarow.match.plan import Plan
    from inarow.match.records import contestants
    from inarow.match.schedule import Form, Schedule

    form = Form(options.form)
    schedule = Schedule(
        options.game,
        contestants(options.players),
        openings_of(options, options.game),
        pairs=(options.games + 1) // 2,
        form=form,
        rounds=options.rounds if form is Form.SWISS else 0,
        seed=options.seed,
    )
    return run_plan(Plan(schedule, conditions_of(options)), options)
