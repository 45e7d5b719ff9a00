"""Games on this machine, several at once, each in a process of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from inarow.match.conditions import Conditions, MatchError
from inarow.match.records import GameRecord, GameSpec
from inarow.match.worker import REPLAYS, Failure, GameProcess, wait_for_news


class LocalRunner:
    """Plays games in ``workers`` processes and hands over each record as soon as it is there."""

    def __init__(self, conditions: Conditions, workers: int = 1) -> None:
        if workers < 1:
            raise MatchError(f"jobs must be at least 1, not {workers}")
        self._conditions = conditions
        self._workers = workers
        self._processes: list[GameProcess] = []
        self._failures: dict[int, int] = {}

    def run(self, specs: Iterable[GameSpec]) -> Iterator[GameRecord]:
        """Play games in any order; leaving the loop early ends those that are being played."""
        waiting = deque(specs)
        try:
            self._fill(waiting)
            while busy := [process for process in self._processes if process.spec is not None]:
                for process in wait_for_news(busy):
                    record = self._poll(process, waiting)
                    # The next game begins before the finished one is looked at.
                    self._fill(waiting)
                    if record is not None:
                        yield record
        finally:
            self.close()

    @property
    def playing(self) -> list[GameSpec]:
        """The games that are being played now."""
        return [process.spec for process in self._processes if process.spec is not None]

    def close(self) -> None:
        """End every process."""
        while self._processes:
            self._processes.pop().close()

    def _fill(self, waiting: deque[GameSpec]) -> None:
        """Give every idle process a game, and start processes while there is room and work."""
        for process in self._processes:
            if process.spec is None and waiting:
                process.start(waiting.popleft())
        while waiting and len(self._processes) < self._workers:
            process = GameProcess(self._conditions)
            self._processes.append(process)
            process.start(waiting.popleft())

    def _poll(self, process: GameProcess, waiting: deque[GameSpec]) -> GameRecord | None:
        spec = process.spec
        assert spec is not None
        try:
            record = process.poll()
        except Failure as failure:
            record = self._failed(process, spec, str(failure))
            if record is None:
                waiting.appendleft(spec)
            self._discard(process)
            return record
        if record is not None and process.spec is not None:
            # It did not hand in the record itself, so it is dead or hangs.
            self._discard(process)
        return record

    def _failed(self, process: GameProcess, spec: GameSpec, detail: str) -> GameRecord | None:
        """The record of a game whose process fails again and again; None to play it again."""
        self._failures[spec.number] = count = self._failures.get(spec.number, 0) + 1
        return None if count <= REPLAYS else process.blame(f"{detail}, {count} times")

    def _discard(self, process: GameProcess) -> None:
        self._processes.remove(process)
        process.close()
