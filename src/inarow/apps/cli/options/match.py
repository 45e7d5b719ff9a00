"""What the commands that play matches take, and how it becomes a plan."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from inarow.apps.cli.options.arguments import (
    USUAL_GAME,
    add_game,
    add_jobs,
    add_limit,
    add_seed,
    positive,
)
from inarow.match.clock import TimeControl
from inarow.match.cluster import ClusterRunner
from inarow.match.conditions import Conditions, MatchError
from inarow.match.export import export
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings, usual_plies
from inarow.match.plan import Plan, Runner
from inarow.match.records import GameRecord
from inarow.match.report import write_report
from inarow.match.store import Run, Store
from inarow.rules.game import Game


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what matches and tournaments have in common."""
    running = add_playing(parser, USUAL_GAME)
    running.add_argument(
        "--plain", action="store_true", help="one line per game instead of a live table"
    )
    results = parser.add_argument_group("results")
    add_results(results)
    add_fresh(results)


def add_playing(parser: argparse.ArgumentParser, usual_game: str) -> argparse._ActionsContainer:
    """Take what is played, how and where; return the group of the last, for more of it."""
    add_game(parser, option=True, usual=usual_game)
    _add_conditions(parser)
    _add_openings(parser)
    return _add_running(parser)


def add_results(parser: argparse._ActionsContainer) -> None:
    """Take where games are stored, and what is written of them."""
    add_store(parser)
    parser.add_argument(
        "--export", action="append", default=[], metavar="FILE",
        help="export the games to FILE (.jsonl, .csv, .parquet, .sgf); repeat for more formats",
    )  # fmt: skip
    parser.add_argument("--html", metavar="FILE", help="write a report as an HTML page")


def add_store(parser: argparse._ActionsContainer) -> None:
    """Take where games are stored."""
    parser.add_argument(
        "--store", default="matches.sqlite", metavar="FILE",
        help="the database of finished games (default: %(default)s)",
    )  # fmt: skip


def add_fresh(parser: argparse._ActionsContainer) -> None:
    """Take whether to ignore the games of an earlier run."""
    parser.add_argument(
        "--fresh", action="store_true", help="start over instead of resuming the same run"
    )


def write_results(
    store: Store, run: Run, records: Sequence[GameRecord], options: argparse.Namespace
) -> None:
    """Write what is asked for of a run."""
    for path in options.export:
        print(f"Wrote {export(store, run, path)} games to {path}.")
    if options.html:
        write_report(options.html, run, records, run.labels)
        print(f"Wrote {options.html}.")


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("conditions")
    add_limit(group)
    group.add_argument(
        "--clock",
        metavar="SECONDS[+INCREMENT]",
        help="time for a whole game in seconds: 60, or 10+0.1 with increment",
    )
    group.add_argument(
        "--adjudicate", type=positive, metavar="PIECES",
        help="once this many pieces are on the board, end games whose exact result is known",
    )  # fmt: skip
    group.add_argument(
        "--adjudicator", metavar="PLAYER", help="who knows the result then (default: perfect)"
    )
    group.add_argument(
        "--patience", type=float, default=120.0, metavar="SECONDS",
        help="how long past its limit to wait for a player before it forfeits (default: 120)",
    )  # fmt: skip
    add_seed(group, 0)


def _add_openings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("openings")
    group.add_argument(
        "--openings", default="random", metavar="random|balanced|FILE",
        help="random moves, balanced ones, or a file with one opening per line (default: random)",
    )  # fmt: skip
    group.add_argument(
        "--plies", type=int, metavar="N", help="moves per opening (default: 4; 2 on tiny boards)"
    )
    group.add_argument(
        "--balanced-by",
        metavar="PLAYER",
        help="who decides which openings are balanced (default: perfect)",
    )
    group.add_argument(
        "--repeat", action="store_true", help="start again from the first opening when they run out"
    )


def _add_running(parser: argparse.ArgumentParser) -> argparse._ActionsContainer:
    group = parser.add_argument_group("running")
    add_jobs(group, 1)
    group.add_argument(
        "--cluster", nargs="?", const="local", metavar="ADDRESS",
        help="play on a Ray cluster: a local one, or the one at ADDRESS (needs inarow[cluster])",
    )  # fmt: skip
    return group


def conditions_of(options: argparse.Namespace) -> Conditions:
    """The conditions that the options describe."""
    if options.adjudicator is not None and options.adjudicate is None:
        raise MatchError("--adjudicator needs --adjudicate PIECES")
    return Conditions(
        limit=options.limit,
        clock=None if options.clock is None else TimeControl.parse(options.clock),
        adjudicate_from=options.adjudicate,
        adjudicator=options.adjudicator or "perfect",
        patience=options.patience,
    )


def openings_of(options: argparse.Namespace, game: Game) -> Openings:
    """The openings that the options describe."""
    source = options.openings
    return Openings(
        plies=usual_plies(game) if options.plies is None else options.plies,
        seed=options.seed,
        file=None if source in ("random", "balanced") else source,
        judge=options.balanced_by or ("perfect" if source == "balanced" else None),
        repeat=options.repeat,
    )


def runner_of(options: argparse.Namespace, plan: Plan) -> Runner:
    """Where the games are played."""
    if options.cluster is not None:
        address = None if options.cluster == "local" else options.cluster
        return ClusterRunner(plan.conditions, options.jobs, address)
    return LocalRunner(plan.conditions, options.jobs)
