"""Games of an experiment: played like any match, kept in the experiment's store."""

from __future__ import annotations

from inarow.lab.experiment import Bench
from inarow.match.local import LocalRunner
from inarow.match.plan import Plan, Progress, go_through
from inarow.match.ratings import RatingList, rate
from inarow.match.store import Store


def play_plan(bench: Bench, name: str, plan: Plan) -> Progress:
    """Play what is left of a plan, as many games at once as the bench allows."""

    def tell(progress: Progress) -> None:
        if progress.played % 100 == 0 or progress.played == progress.total:
            bench.tell(f"{plan.schedule.game}: {progress.played} of {progress.total} games")

    with Store(bench.store_path(name)) as store:
        return go_through(plan, store, LocalRunner(plan.conditions, bench.jobs), on_game=tell)


def ratings_of(progress: Progress) -> RatingList:
    """The players' ratings from all games of a plan."""
    return rate(progress.records.values(), progress.plan.labels)
