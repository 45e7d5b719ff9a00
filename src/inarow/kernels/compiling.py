"""How every compiled function of the package is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])

#: An array as compiled code sees it; its type and layout stand in the function's signature.
Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

#: A structured record, one pointer to compiled code; its fields stand in its dtype.
Record: TypeAlias = Any

#: An integer of Python's or of NumPy's, whichever the compiled function's signature says.
Int: TypeAlias = Any

#: The records that signatures name, see :func:`record`.
_RECORDS: dict[str, np.dtype[Any]] = {}


def record(name: str, fields: list[Any]) -> np.dtype[Any]:
    """A structured record, laid out as a C struct, by the name that signatures use for it.

    A compiled function takes a record as one pointer: ``@compiled("int64(GomokuState, int64)")``.
    Python finds the fields as attributes too, so that a kernel also runs as it is.
    """
    dtype = np.dtype((np.record, np.dtype(fields, align=True)))
    if _RECORDS.setdefault(name, dtype) != dtype:
        raise ValueError(f"there are two records called {name}")
    return dtype


def compiled(signature: Any, *, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function for one signature, cached on disk, free of Python's lock.

    The function makes no array, so it need not count who holds the ones it is given: counting is an
    atomic operation for every array at every call. With ``inline`` its code is put into every
    function that calls it.
    """
    options: dict[str, Any] = {"_nrt": False}
    if inline:
        options["forceinline"] = True
    return _decorate(signature, options)


def counted(signature: Any) -> Callable[[Function], Function]:
    """As :func:`compiled`, for a function that makes arrays."""
    return _decorate(signature, {})


def _decorate(signature: Any, options: dict[str, Any]) -> Callable[[Function], Function]:
    if isinstance(signature, str):
        records = {name: numba.from_dtype(dtype) for name, dtype in _RECORDS.items()}
        signature = eval(signature, {}, {**vars(types), **records})
    decorate = numba.njit(signature, cache=True, nogil=True, **options)
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
