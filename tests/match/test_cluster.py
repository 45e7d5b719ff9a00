"""The cluster: a real local Ray, a real kill of a worker in mid-game."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from inarow.match.cluster import ClusterRunner
from inarow.match.conditions import Conditions
from inarow.match.local import LocalRunner
from inarow.match.openings import Openings
from inarow.match.plan import Plan, RunState, go_through
from inarow.match.records import Ending, contestants
from inarow.match.schedule import Schedule
from inarow.match.store import Store
from inarow.rules.catalogue import game

pytest.importorskip(
    "ray", reason="the cluster is not tested: Ray is missing (pip install 'inarow[cluster]')"
)


def _plan() -> Plan:
    players = contestants(
        ["match.bad_players:Chatty", "match.bad_players:Chatty", "match.bad_players:Quitter"]
    )
    return Plan(Schedule(game("connect4"), players, Openings(plies=3, seed=2), 2, seed=2))


def _ray_workers() -> list[int]:
    """The processes that play for Ray: those that have one of our processes below them."""
    parents = {}
    ours = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            status = (entry / "stat").read_text()
        except OSError:
            continue
        parents[int(entry.name)] = (int(status.rsplit(")", 1)[1].split()[1]), command)
        if b"spawn_main" in command:
            ours.add(int(entry.name))
    return [
        parents[pid][0] for pid in ours if b"ray::" in parents.get(parents[pid][0], (0, b""))[1]
    ]


@pytest.mark.slow
def test_a_killed_worker_costs_only_time(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_once(progress: RunState) -> None:
        if progress.played >= 3 and not killed and (workers := _ray_workers()):
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    runner = ClusterRunner(Conditions(), workers=1)
    with Store(tmp_path / "cluster.sqlite") as store:
        progress = go_through(_plan(), store, runner, on_game=kill_once)
        stored = store.games(progress.run)
    assert killed
    assert sum(runner.losses.values()) >= 1
    assert sorted(stored) == list(range(12))
    assert {record.ending for record in stored.values()} == {Ending.PLAYED_OUT, Ending.CRASHED}
    local = {r.spec.number: r for r in LocalRunner(Conditions()).run(_plan().schedule.due({}))}
    assert {number: (r.moves, r.winner, r.ending) for number, r in stored.items()} == {
        number: (r.moves, r.winner, r.ending) for number, r in local.items()
    }
