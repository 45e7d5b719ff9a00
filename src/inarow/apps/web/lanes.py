"""Searches off the event loop: so many at once, so many waiting, so long each, and no more."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import HTTPConnection

from inarow.search.stopping import StopSignal, deadline

Result = TypeVar("Result")

#: How much the operating system prefers other threads to those of a lane that gives way.
_NICENESS = 10


class BusyError(Exception):
    """A lane is full; it is worth trying again after some seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(
            f"the server is busy with other searches; please try again in {retry_after} s"
        )
        self.retry_after = retry_after


class Lane:
    """A few threads for one kind of work, with a short queue before them."""

    def __init__(
        self,
        name: str,
        *,
        at_once: int,
        waiting: int,
        seconds: float,
        gives_way: bool = False,
    ) -> None:
        self.seconds = seconds
        self._at_once = at_once
        self._room = at_once + waiting
        self._load = 0
        #: How many places each visitor holds, running or waiting.
        self._held: Counter[str] = Counter()
        self._free = asyncio.Semaphore(at_once)
        self._running: set[StopSignal] = set()
        self._threads = ThreadPoolExecutor(
            at_once, f"inarow-{name}", initializer=_give_way if gives_way else None
        )

    async def run(self, work: Callable[[StopSignal], Result], visitor: str = "") -> Result:
        """Do the work in a thread as soon as one is free, or raise :class:`BusyError` at once.

        A visitor with a name gets at most half of the places, so that others find room. The
        work's signal is set when its time is up, and when the caller is cancelled; the thread
        counts as taken until the work has really ended.
        """
        is_greedy = visitor and self._held[visitor] >= max(1, self._room // 2)
        if self._load >= self._room or is_greedy:
            raise BusyError(self._retry_after())
        self._load += 1
        self._held[visitor] += 1
        try:
            async with self._free:
                return await self._run_now(work)
        finally:
            self._load -= 1
            self._held[visitor] -= 1
            self._held += Counter()  # Forgets those that hold nothing.

    def close(self) -> None:
        """Ask everything that runs to end, and take no more."""
        self._room = 0
        for stop in list(self._running):
            stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run_now(self, work: Callable[[StopSignal], Result]) -> Result:
        stop = StopSignal()
        self._running.add(stop)
        try:
            with deadline(stop, self.seconds):
                future = asyncio.get_running_loop().run_in_executor(self._threads, work, stop)
                try:
                    return await asyncio.shield(future)
                except asyncio.CancelledError:
                    stop.set()
                    await asyncio.wait([future])
                    if not future.cancelled():
                        future.exception()  # Looked at, or it would be logged as lost.
                    raise
        finally:
            self._running.discard(stop)

    def _retry_after(self) -> int:
        """A guess at when there is room again: half the time that the queue can take."""
        rounds = self._load / self._at_once
        return max(1, min(30, round(rounds * min(self.seconds, 4) / 2)))


def _give_way() -> None:
    """Let the other threads of this process go first, where threads have priorities."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def visitor_of(connection: HTTPConnection) -> str:
    """Whose connection it is: the address that it comes from."""
    return connection.client.host if connection.client else ""
