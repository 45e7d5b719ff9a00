"""The same games on many machines, with Ray.

Ray hands out the games. On each machine a game still runs in a process of its own below Ray's
worker, so that a player that crashes loses its game, while a worker or machine that is lost costs
nothing but the time to play the game again. The store stays with whoever started the match.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from inarow.files.extras import check_extra
from inarow.match.conditions import Conditions, MatchError
from inarow.match.records import GameRecord, GameSpec
from inarow.match.worker import REPLAYS, Failure, GameProcess, wait_for_news

#: A game that loses this many workers is itself the likely cause.
_LOSSES_PER_GAME = 10

#: Games that wait at Ray for each one that is played, so that no worker runs dry.
_QUEUED = 2


class ClusterRunner:
    """Plays games on a Ray cluster, ``workers`` at once; without an address on a local one."""

    def __init__(
        self, conditions: Conditions, workers: int = 1, address: str | None = None
    ) -> None:
        if workers < 1:
            raise MatchError(f"jobs must be at least 1, not {workers}")
        self._conditions = conditions
        self._workers = workers
        self._address = address
        #: How often a worker was lost, by the game's number.
        self.losses: dict[int, int] = {}

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        """Play games in any order and hand over each record as soon as it is there."""
        ray = _import_ray()
        waiting = deque(specs)
        with _connected(ray, self._address, self._workers):
            play = ray.remote(num_cpus=1, max_retries=0)(play_on_worker)
            conditions = ray.put(self._conditions)
            playing: dict[Any, GameSpec] = {}
            while waiting or playing:
                while waiting and len(playing) < self._workers * _QUEUED:
                    spec = waiting.popleft()
                    playing[play.remote(spec, conditions)] = spec
                done, _ = ray.wait(list(playing), num_returns=1)
                record = self._collect(ray, done[0], playing.pop(done[0]), waiting)
                if record is not None:
                    yield record

    def _collect(
        self, ray: Any, answer: Any, spec: GameSpec, waiting: deque[GameSpec]
    ) -> GameRecord | None:
        try:
            record: GameRecord = ray.get(answer)
        except ray.exceptions.RayTaskError:
            # Our own code failed over there, which it would do again.
            raise
        except ray.exceptions.RayError as error:
            self.losses[spec.number] = count = self.losses.get(spec.number, 0) + 1
            if count > _LOSSES_PER_GAME:
                raise MatchError(f"game {spec.number} lost {count} workers: {error}") from None
            waiting.appendleft(spec)
            return None
        return record


_PROCESSES: dict[Conditions, GameProcess] = {}


def play_on_worker(spec: GameSpec, conditions: Conditions) -> GameRecord:
    """Play one game below a Ray worker, in a process that is kept for the next game."""
    for attempt in range(REPLAYS + 1):
        process = _PROCESSES.pop(conditions, None) or GameProcess(conditions)
        process.start(spec)
        try:
            record = _await(process)
        except Failure as failure:
            process.close()
            if attempt == REPLAYS:
                return process.blame(f"{failure}, {attempt + 1} times")
            continue
        if process.spec is None:
            _PROCESSES[conditions] = process
        else:
            process.close()
        return record
    raise AssertionError("the last attempt returns")


def _await(process: GameProcess) -> GameRecord:
    while True:
        wait_for_news([process])
        if (record := process.poll()) is not None:
            return record


def _import_ray() -> Any:
    # Ray reads these when it is loaded. On a busy machine its own half a minute is not enough.
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    check_extra("cluster", "a cluster")
    import ray

    return ray


@contextmanager
def _connected(ray: Any, address: str | None, workers: int) -> Iterator[None]:
    """Use the cluster at an address, or start one here and end it afterwards."""
    if ray.is_initialized():
        yield
        return
    quiet = {"logging_level": "ERROR", "log_to_driver": False, "include_dashboard": False}
    if address is None:
        with _python_path():
            ray.init(num_cpus=workers, **quiet)
    else:
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _python_path() -> Iterator[None]:
    """Let the processes of a local cluster import what this one can import."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
