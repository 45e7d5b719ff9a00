"""Games of an experiment: played like any match, kept in the experiment's store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from inarow.lab.experiments.experiment import Bench
from inarow.match.conditions import MatchError
from inarow.match.local import LocalRunner
from inarow.match.plan import Plan, Progress, go_through
from inarow.match.ratings import RatingList, rate
from inarow.match.records import GameRecord, GameSpec
from inarow.match.store import Store


def play_plan(bench: Bench, name: str, plan: Plan) -> Progress:
    """Play what is left of a plan, as many games at once as the bench allows.

    A game that somebody forfeits says nothing about strength, so that it ends the experiment. It is
    not kept: the next start plays it again.
    """
    path = bench.store_path(name)

    def tell(progress: Progress) -> None:
        if progress.played == progress.resumed:
            _refuse_kept_forfeits(progress, path)
        if progress.played % 100 == 0 or progress.played == progress.total:
            bench.tell(f"{plan.schedule.game}: {progress.played} of {progress.total} games")

    with Store(path) as store:
        runner = _WithoutForfeits(LocalRunner(plan.conditions, bench.jobs))
        return go_through(plan, store, runner, on_game=tell)


def _refuse_kept_forfeits(progress: Progress, path: Path) -> None:
    """Stores of earlier versions may hold games that were forfeited."""
    for record in progress.records.values():
        if record.ending.is_forfeit:
            raise MatchError(f"{record.summary()}; remove {path} to play its games again")


class _WithoutForfeits:
    """Hands over games until one is forfeited, which is an error."""

    def __init__(self, runner: LocalRunner) -> None:
        self._runner = runner

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        """Play games in any order, as the runner does."""
        for record in self._runner.run(specs):
            if record.ending.is_forfeit:
                self._runner.close()
                raise MatchError(f"{record.summary()}; the next start plays this game again")
            yield record


def ratings_of(progress: Progress) -> RatingList:
    """The players' ratings from all games of a plan."""
    return rate(progress.records.values(), progress.plan.labels)
