"""Compile the searches in a process of their own, and leave them in the cache on disk.

The compiler keeps Python's lock for long, so that a server which compiled in a thread would hardly
answer. What is in the cache is loaded in a moment.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from inarow.apps.web import reports
from inarow.rules.board import Board
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal

#: How long a process that is told to end may take before it is killed, in seconds.
_LAST_WORDS = 2.0


class NotCompiledError(Exception):
    """The cache on disk does not hold a function that is needed."""


def prepare(game: str, stop: StopSignal) -> None:
    """Search a little, for which everything that searches of the game need is made ready."""
    reports.report(Board(game), Limit(nodes=1000), stop)


def load(game: str, stop: StopSignal) -> None:
    """Prepare from the cache alone; raise :class:`NotCompiledError` rather than compile."""
    from inarow.kernels.compiling import telling_of_compilation

    here = threading.get_ident()

    def refuse(name: str) -> None:
        # What other threads compile is their own affair.
        if threading.get_ident() == here:
            raise NotCompiledError(name)

    with telling_of_compilation(refuse):
        prepare(game, stop)


class Compiler:
    """Compiles in another process, one game after another, until it is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def compile(self, game: str) -> bool:
        """Wait until all that searches of a game need is in the cache; say whether it is."""
        with self._lock:
            if self._closed:
                return False
            try:
                self._process = _start(game)
            except OSError:
                return False
        with self._process as process:
            return process.wait() == 0

    def close(self) -> None:
        """End what is being compiled, and compile no more."""
        with self._lock:
            self._closed = True
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_LAST_WORDS)
        except subprocess.TimeoutExpired:
            self._process.kill()


def _start(game: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", __name__, game],
        # It watches this pipe, so as not to outlive a server that was killed.
        stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        # Ctrl-C is for the server, which then ends this process quietly.
        start_new_session=True,
    )


def _end_with_parent() -> None:
    """Wait for the other end of the pipe to go away; it is never written to."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    prepare(sys.argv[1], StopSignal())
