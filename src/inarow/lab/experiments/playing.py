"""Games of an experiment: played like any match, kept in the experiment's store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from inarow.lab.experiments.experiment import Workspace
from inarow.match.conditions import MatchError
from inarow.match.local import LocalRunner
from inarow.match.plan import Plan, RunState, go_through
from inarow.match.ratings import RatingList, rate
from inarow.match.records import GameRecord, GameSpec
from inarow.match.store import Store


def play_plan(workspace: Workspace, name: str, plan: Plan) -> RunState:
    """Play what is left of a plan, as many games at once as the workspace allows.

    A game that somebody forfeits says nothing about strength, so that it ends the experiment. It is
    not kept: the next start plays it again.
    """
    path = workspace.store_path(name)

    def tell(progress: RunState) -> None:
        if progress.played == progress.resumed:
            _refuse_kept_forfeits(progress, path)
        if progress.played % 100 == 0 or progress.played == progress.total:
            workspace.tell(f"{plan.schedule.game}: {progress.played} of {progress.total} games")

    with Store(path) as store:
        runner = _WithoutForfeits(LocalRunner(plan.conditions, workspace.jobs))
        return go_through(plan, store, runner, on_game=tell)


def _refuse_kept_forfeits(progress: RunState, path: Path) -> None:
    """Stores of earlier versions may hold games that were forfeited."""
    for record in progress.records.values():
        if record.ending.is_forfeit:
            raise MatchError(f"{record.summary()}; delete {path} to play its games again")


class _WithoutForfeits:
    """Hands over games until one is forfeited, which is an error."""

    def __init__(self, runner: LocalRunner) -> None:
        self._runner = runner

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        """Play games in any order, as the runner does."""
        for record in self._runner.run(specs):
            if record.ending.is_forfeit:
                self._runner.close()
                raise MatchError(f"{record.summary()}; the next run plays this game again")
            yield record


def ratings_of(progress: RunState) -> RatingList:
    """The players' ratings from all games of a plan."""
    return rate(progress.records.values(), progress.plan.labels)
