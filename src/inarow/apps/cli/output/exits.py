"""How a command ends: the statuses besides 0 (done) and 1 (not found out), and Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inarow.search.stopping import StopSignal

USAGE_ERROR = 2
#: What a shell reports of a program that Ctrl-C ended.
INTERRUPTED = 130


@contextmanager
def stop_on_interrupt(stop: StopSignal) -> Iterator[None]:
    """While inside, Ctrl-C sets a signal, so that what is there can still be shown.

    A second Ctrl-C ends the command.
    """

    def set_stop(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop.set()

    before = signal.signal(signal.SIGINT, set_stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
