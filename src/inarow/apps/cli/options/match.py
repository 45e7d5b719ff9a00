"""What the commands that play matches take, and how it becomes a plan."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inarow.apps.cli.options.arguments import add_game, add_limit

if TYPE_CHECKING:
    from inarow.match.conditions import Conditions
    from inarow.match.openings import Openings
    from inarow.match.plan import Plan, Runner
    from inarow.rules.game import Game

DEFAULT_STORE = "matches.sqlite"


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what matches and tournaments have in common."""
    add_game(parser, option=True)
    _add_conditions(parser)
    _add_openings(parser)
    _add_running(parser)
    results = parser.add_argument_group("results")
    results.add_argument(
        "--store", default=DEFAULT_STORE, metavar="FILE",
        help=f"where every finished game is kept (default: {DEFAULT_STORE})",
    )  # fmt: skip
    results.add_argument(
        "--fresh", action="store_true", help="start anew instead of going on with the same run"
    )
    results.add_argument(
        "--export", action="append", default=[], metavar="FILE",
        help="write the games to FILE.jsonl, .csv, .parquet or .sgf at the end; may be repeated",
    )  # fmt: skip
    results.add_argument("--report", metavar="FILE", help="write an HTML page at the end")


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("conditions")
    add_limit(group)
    group.add_argument(
        "--clock", metavar="SECONDS[+INCREMENT]", help="a clock for the whole game: 60 or 10+0.1"
    )
    group.add_argument(
        "--adjudicate", type=int, metavar="PIECES",
        help="from this many pieces on, ask the exact solver and end the game if it knows",
    )  # fmt: skip
    group.add_argument(
        "--adjudicator", default="perfect", metavar="PLAYER", help="who is asked (perfect)"
    )
    group.add_argument(
        "--patience", type=float, default=120.0, metavar="SECONDS",
        help="how long beyond its limit to wait for a player before it loses (120)",
    )  # fmt: skip
    group.add_argument("--seed", type=int, default=0, help="for openings and players (0)")


def _add_openings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("openings")
    group.add_argument(
        "--openings", default="random", metavar="random|balanced|FILE",
        help="random moves, those that --judge finds balanced, or a file with one a line",
    )  # fmt: skip
    group.add_argument(
        "--plies", type=int, help="how many moves an opening has (default: 4, or 2 if tiny)"
    )
    group.add_argument("--judge", metavar="PLAYER", help="who finds openings balanced (perfect)")
    group.add_argument(
        "--repeat", action="store_true", help="use openings again when there are no more"
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("running")
    group.add_argument(
        "--concurrency", "-c", type=int, default=1, metavar="N", help="games played at once (1)"
    )
    group.add_argument(
        "--cluster", nargs="?", const="local", metavar="ADDRESS",
        help="play on Ray: a local one, or the one at ADDRESS (needs inarow[cluster])",
    )  # fmt: skip
    group.add_argument("--plain", action="store_true", help="plain lines even in a terminal")


def conditions_of(options: argparse.Namespace) -> Conditions:
    """The conditions that the options describe."""
    from inarow.match.clock import TimeControl
    from inarow.match.conditions import Conditions

    return Conditions(
        limit=options.limit,
        clock=None if options.clock is None else TimeControl.parse(options.clock),
        adjudicate_from=options.adjudicate,
        adjudicator=options.adjudicator,
        patience=options.patience,
    )


def openings_of(options: argparse.Namespace, game: Game) -> Openings:
    """The openings that the options describe."""
    from inarow.match.openings import Openings

    source = options.openings
    plies = options.plies
    if plies is None:
        plies = 2 if game.cells <= 16 else 4
    return Openings(
        plies=plies,
        seed=options.seed,
        file=None if source in ("random", "balanced") else source,
        judge=options.judge or ("perfect" if source == "balanced" else None),
        repeat=options.repeat,
    )


def runner_of(options: argparse.Namespace, plan: Plan) -> Runner:
    """Where the games are played."""
    if options.cluster is not None:
        from inarow.match.cluster import ClusterRunner

        address = None if options.cluster == "local" else options.cluster
        return ClusterRunner(plan.conditions, options.concurrency, address)
    from inarow.match.local import LocalRunner

    return LocalRunner(plan.conditions, options.concurrency)
