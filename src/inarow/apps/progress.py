"""A line on the terminal that says how far a long task has come. Silent elsewhere."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

_SECONDS_BETWEEN = 0.2
_BAR = 30


def bar(done: int, total: int) -> str:
    """A bar as text.

    >>> bar(1, 4)
    '[#######.......................] 1/4'
    """
    filled = _BAR * done // max(1, total)
    return f"[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{total}"


class ProgressLine:
    """Shows what ``describe`` says on standard error, a few times a second, while it is open."""

    def __init__(self, describe: Callable[[], str]) -> None:
        self._describe = describe
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> ProgressLine:
        if sys.stderr.isatty():
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()
            self.clear()

    def clear(self) -> None:
        """Wipe the line, so that something else can be printed."""
        if self._thread is not None:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _show(self) -> None:
        while not self._done.wait(_SECONDS_BETWEEN):
            sys.stderr.write(f"\r\x1b[K{self._describe()}")
            sys.stderr.flush()
