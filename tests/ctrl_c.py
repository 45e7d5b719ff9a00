"""Programs in a process group of their own, which Ctrl-C reaches as it does in a terminal."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import IO


@contextlib.contextmanager
def interrupted(script: str, *arguments: str) -> Iterator[IO[str]]:
    """Run Python code and yield what it prints; then Ctrl-C must end it and all its processes."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process.stdout
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=60) == -signal.SIGINT
        # The end of the output that all of them write to: none of its processes is left.
        assert process.stdout.read() == ""
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
