"""What a terminal shows while a command works; elsewhere nothing is shown."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SECONDS_BETWEEN = 0.2
_BAR = 30
_USUAL_COLUMNS = 80


def bar(done: int, total: int) -> str:
    """A bar as text.

    >>> bar(1, 4)
    '[#######.......................] 1/4'
    """
    filled = _BAR * done // max(1, total)
    return f"[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{total}"


def _fitting(text: str) -> str:
    """A text cut to the terminal: what runs over into a second row would stay there."""
    return text[: _columns() - 1]


def _columns() -> int:
    """How wide the terminal is that the line is shown on; standard output may go elsewhere."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        columns = 0
    # Some terminals say 0 when they do not know.
    return columns or _USUAL_COLUMNS


def tell(text: str) -> None:
    """Print a line at once, also into a file or a pipe."""
    print(text, flush=True)


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
            sys.stderr.write(f"\r\x1b[K{_fitting(self._describe())}")
            sys.stderr.flush()


@contextmanager
def telling_of_compiling() -> Iterator[None]:
    """While inside, say once on a terminal if a search has to be compiled first."""
    if not sys.stderr.isatty():
        yield
        return
    from inarow.apps.terminal.background import COMPILING_NOTICE
    from inarow.kernels.compiling import telling_of_compilation

    told: list[str] = []

    def tell(function: str) -> None:
        if not told:
            # A line of progress may stand there.
            print(f"\r\x1b[K{COMPILING_NOTICE}", file=sys.stderr, flush=True)
        told.append(function)

    with telling_of_compilation(tell):
        yield
