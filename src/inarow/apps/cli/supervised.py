"""A student's code in a process of its own, which is ended when its time is up."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from contextlib import redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path

from inarow.learn.check import check
from inarow.learn.checks.asking import OnRung
from inarow.learn.feedback import Feedback


def check_source(
    exercise: str, source: str, file: Path, seconds: float, on_rung: OnRung
) -> Feedback:
    """Check what stands in a file; if nothing is heard for some seconds, stop it and say so."""
    # A fresh Python: nothing of this process can be changed by what the student's code does.
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(exercise, source, file, there), daemon=True)
    worker.start()
    there.close()
    try:
        return _listen(here, seconds, on_rung)
    finally:
        worker.kill()
        worker.join()


def _listen(connection: Connection, seconds: float, on_rung: OnRung) -> Feedback:
    # Every pair of games of a ladder is heard of, so that only silence says that nothing moves.
    while connection.poll(seconds):
        try:
            heard = connection.recv()
        except EOFError:
            return Feedback(False, "Your code ended Python itself, so there is nothing to check.")
        if isinstance(heard, Feedback):
            return heard
        on_rung(heard)
    return Feedback(
        False,
        f"It was still running after {seconds:g} seconds without a result, and was stopped. Is "
        "there a loop that never ends? If it is only slow, give it longer with --seconds.",
    )


def _work(exercise: str, source: str, file: Path, connection: Connection) -> None:
    # Ctrl-C is for the process that waits, and ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What stands beside the file can be imported, as when it is played.
    sys.path.append(str(file.resolve().parent))
    # Standard output is for the result; what the student prints is shown beside it.
    with redirect_stdout(sys.stderr):
        feedback = check(exercise, source, file=str(file), on_rung=connection.send)
    connection.send(feedback)
