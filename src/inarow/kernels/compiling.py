"""How every compiled function of the package is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])

#: An array as compiled code sees it; its type and layout stand in the function's signature.
Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

#: A structured record, one pointer to compiled code; its fields stand in its dtype.
Record: TypeAlias = Any

#: An integer of Python's or of NumPy's, whichever the compiled function's signature says.
Int: TypeAlias = Any

#: Numba's name for leaving out its counts of who holds an array.
_NO_COUNTING: dict[str, Any] = {"_nrt": False}


def compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile a function for one signature (text or type), cached, free of Python's lock."""
    decorate = numba.njit(signature, cache=True, nogil=True)
    return cast("Callable[[Function], Function]", decorate)


def uncounted(signature: str) -> Callable[[Function], Function]:
    """Compile a function that makes no array and so need not count who holds the ones it is given.

    Counting is an atomic operation for every array at every call; in a loop of short functions it
    takes longer than the work.
    """
    decorate = numba.njit(signature, cache=True, nogil=True, **_NO_COUNTING)
    return cast("Callable[[Function], Function]", decorate)


def inlined(signature: str) -> Callable[[Function], Function]:
    """As :func:`uncounted`, and put the function's code into every function that calls it."""
    decorate = numba.njit(signature, cache=True, nogil=True, forceinline=True, **_NO_COUNTING)
    return cast("Callable[[Function], Function]", decorate)


class _CompilerListener(event.Listener):
    """Passes on the name of each function that the compiler begins with."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def on_start(self, event: Any) -> None:
        self._tell(event.data["dispatcher"].__name__)

    def on_end(self, event: Any) -> None:
        """What has been compiled needs no word."""


@contextmanager
def telling_of_compilation(tell: Callable[[str], None]) -> Iterator[None]:
    """While inside, ``tell`` hears the name of each function that no cache holds.

    It is called by the thread that compiles, before it begins; compiling everything takes some
    seconds and happens once a machine, so that a person who waits should be told.
    """
    with event.install_listener("numba:compile", _CompilerListener(tell)):
        yield


def forget_stale_caches(folder: Path) -> None:
    """Remove every cached function that is older than any source file in ``folder``.

    Numba compiles a function anew when its own file has changed, but not when a function that it
    calls has changed in another file; the old machine code would go on being used.
    """
    newest = max(source.stat().st_mtime for source in folder.rglob("*.py"))
    for index in folder.rglob("*.nbi"):
        try:
            if index.stat().st_mtime < newest:
                index.unlink()
        except OSError:
            # Another process was faster, or the folder is read-only and so has not changed.
            continue


forget_stale_caches(Path(__file__).parent)
