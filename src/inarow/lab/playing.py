"""Games of an experiment: played like any match, kept in the experiment's store."""

from __future__ import annotations

from inarow.lab.experiment import Bench
from inarow.match.conditions import MatchError
from inarow.match.local import LocalRunner
from inarow.match.plan import Plan, Progress, go_through
from inarow.match.ratings import RatingList, rate
from inarow.match.store import Store


def play_plan(bench: Bench, name: str, plan: Plan) -> Progress:
    """Play what is left of a plan, as many games at once as the bench allows.

    A game that somebody forfeits says nothing about strength, so that it ends the experiment.
    """

    def tell(progress: Progress) -> None:
        # Those of earlier starts all come at once.
        new = [progress.latest] if progress.played > progress.resumed else progress.records.values()
        for record in new:
            if record is not None and record.ending.is_forfeit:
                raise MatchError(f"{record.summary()}; see {bench.store_path(name)}")
        if progress.played % 100 == 0 or progress.played == progress.total:
            bench.tell(f"{plan.schedule.game}: {progress.played} of {progress.total} games")

    with Store(bench.store_path(name)) as store:
        runner = LocalRunner(plan.conditions, bench.jobs)
        return go_through(plan, store, runner, on_game=tell)


def ratings_of(progress: Progress) -> RatingList:
    """The players' ratings from all games of a plan."""
    return rate(progress.records.values(), progress.plan.labels)
