"""Ending a search early: by the clock, by another thread, or by Ctrl-C.

A compiled loop does not hear Python's signals. It therefore looks at one cell of memory every so
often, and runs in a thread of its own while the calling thread waits and listens. In a browser's
tab there are no threads: there it calls back every few milliseconds, and whoever may want to end it
is asked then.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from inarow.kernels.arrays import np

Answer = TypeVar("Answer")

HAS_THREADS = sys.platform != "emscripten"

#: Who is asked while a search runs, where there are no threads.
_asked: list[Callable[[], None]] = []

#: How long a waiting thread sleeps before it can hear Ctrl-C on systems that need waking.
_LISTEN_SECONDS = 0.1


class StoppedError(Exception):
    """Work was stopped, or used up its nodes, before it had a result."""


class StopSignal:
    """Tells searches to end. Any thread may set it; once set it stays set."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._flag: np.ndarray[Any, np.dtype[np.uint8]] | None = None
        self._followers: list[StopSignal] = []
        self._records: list[Any] = []

    def set(self) -> None:
        """Ask every search that listens to this signal to end now."""
        with self._lock:
            self._is_set = True
            if self._flag is not None:
                self._flag[0] = 1
            for record in self._records:
                record["stop"] = 1
            followers = list(self._followers)
        for follower in followers:
            follower.set()

    def is_set(self) -> bool:
        """Say whether the search has been asked to end."""
        if not HAS_THREADS:
            _ask()
        return self._is_set

    @property
    def flag(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The signal as one byte of memory that a compiled loop can look at."""
        with self._lock:
            if self._flag is None:
                from inarow.kernels.arrays import np

                self._flag = np.array([self._is_set], dtype=np.uint8)
            return self._flag

    def watch(self, record: Any) -> None:
        """Let a compiled search see this signal in the field ``stop`` of its record."""
        with self._lock:
            record["stop"] = self._is_set
            self._records.append(record)

    def unwatch(self) -> None:
        """Leave the records alone from now on: they may serve the next search already."""
        with self._lock:
            self._records.clear()

    @contextmanager
    def also_on(self, other: StopSignal | None) -> Iterator[None]:
        """While inside, set this signal as well when ``other`` is set."""
        if other is None:
            yield
            return
        with other._lock:
            other._followers.append(self)
        if other.is_set():
            self.set()
        try:
            yield
        finally:
            with other._lock:
                other._followers.remove(self)


def is_stopped(stop: StopSignal | None) -> bool:
    """Say whether there is a signal and it has been set."""
    return stop is not None and stop.is_set()


@contextmanager
def deadline(stop: StopSignal, seconds: float | None) -> Iterator[None]:
    """Set a signal after some seconds, unless this is left before; None waits for ever."""
    if seconds is None:
        yield
        return
    if not HAS_THREADS:
        end = time.monotonic() + seconds
        with asking(lambda: stop.set() if time.monotonic() >= end else None):
            yield
        return
    timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), stop.set)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def stopped_after(seconds: float | None, stop: StopSignal | None) -> Iterator[StopSignal]:
    """A signal of one's own, which is set after some seconds, or as soon as ``stop`` is."""
    signal = StopSignal()
    try:
        with signal.also_on(stop), deadline(signal, seconds):
            yield signal
    finally:
        signal.unwatch()


@contextmanager
def asking(ask: Callable[[], None]) -> Iterator[None]:
    """While inside, ``ask`` is called as a search goes on, where there are no threads."""
    _asked.append(ask)
    try:
        yield
    finally:
        _asked.remove(ask)


def _ask() -> None:
    for ask in tuple(_asked):
        ask()


def run_stoppable(work: Callable[[], Answer], stop: StopSignal) -> Answer:
    """Run ``work`` in a thread; on Ctrl-C set ``stop``, let the work end, then interrupt."""
    if not HAS_THREADS or threading.current_thread() is not threading.main_thread():
        return work()
    results: list[Answer] = []
    failures: list[BaseException] = []
    # The work begins when this thread is ready for Ctrl-C, and not at all if it comes before.
    may_begin = threading.Event()
    # Not Thread.join: up to Python 3.12 one that Ctrl-C interrupts takes the thread for ended.
    ended = threading.Event()

    def run() -> None:
        may_begin.wait()
        try:
            results.append(work())
        except BaseException as error:
            failures.append(error)
        finally:
            ended.set()

    try:
        threading.Thread(target=run, name="inarow-search", daemon=True).start()
        may_begin.set()
        while not ended.wait(_LISTEN_SECONDS):
            pass
    except KeyboardInterrupt:
        stop.set()
        if may_begin.is_set():
            ended.wait()
        raise
    if failures:
        raise failures[0]
    return results[0]


if not HAS_THREADS:
    from inarow.kernels.wasm import listen_with

    listen_with(_ask)
