"""Processes that work something out at the same time, and end when whoever asked them does."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes; whoever leaves it waits for none that is still busy."""
    pool = ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_parent
    )
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        # The pool's workers are the only processes that run meanwhile.
        for worker in multiprocessing.active_children():
            worker.terminate()


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process; one that took it for an answer would go on with the next."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
