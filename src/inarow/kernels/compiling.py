"""How every compiled function of the package is compiled.

Normally it is not: the kernels are shipped as LLVM bitcode (``kernels/native.py``). Where a kernel
has been changed since that was built (``make kernels`` does it), Numba compiles them all instead.
``INAROW_KERNELS`` chooses: ``prebuilt``, ``numba``, or ``python`` to leave the functions as they
are, for a debugger or a test.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

from inarow.kernels.arrays import np

Function = TypeVar("Function", bound=Callable[..., Any])

#: An array as compiled code sees it; its type and layout stand in the function's signature.
Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

#: A structured record, one pointer to compiled code; its fields stand in its dtype.
Record: TypeAlias = Any

#: An integer of Python's or of NumPy's, whichever the compiled function's signature says.
Int: TypeAlias = Any

#: The records that signatures name, see :func:`record`.
_RECORDS: dict[str, np.dtype[Any]] = {}

_HERE = Path(__file__).parent
#: The folders of kernels, each of which is compiled into code of its own; all share the first's.
FOLDERS = ("kernels", "tree", "exact", "gomoku", "people")
#: Modules around the kernels that no compiled code depends on, beside those of the GPU.
_NOT_COMPILED = ("arrays.py", "native.py", "plain_arrays.py", "random_numbers.py", "wasm.py")


class Mode(Enum):
    """Where the code of the kernels comes from."""

    PREBUILT = "prebuilt"
    NUMBA = "numba"
    PYTHON = "python"


@cache
def sources_digest(folder: str) -> str:
    """A digest of every source that a folder's code depends on: its own, and those all share."""
    digest = hashlib.sha256()
    for path in sorted({*_HERE.glob("*.py"), *(_HERE / folder).glob("*.py")}):
        if not path.name.startswith("gpu_") and path.name not in _NOT_COMPILED:
            name = path.relative_to(_HERE).as_posix()
            digest.update(f"{name}\n{path.read_text('utf-8')}".encode())
    return digest.hexdigest()


@cache
def _digest_of_all() -> str:
    return hashlib.sha256("".join(map(sources_digest, FOLDERS)).encode()).hexdigest()


def manifest_path(folder: str) -> Path:
    """The file that says what a folder's shipped code was made from."""
    return _HERE / "prebuilt" / f"{folder}.json"


def outdated() -> str | None:
    """Why the shipped code cannot be used, if it cannot."""
    if sys.platform == "emscripten":
        # A browser's tab gets sources and code together, and has no compiler to try instead.
        return None
    import llvmlite

    if sys.byteorder != "little" or struct.calcsize("P") != 8:
        return "the kernels are built for little-endian machines with 64 bits"
    for folder in FOLDERS:
        try:
            manifest = json.loads(manifest_path(folder).read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            # Not a manifest either where a merge has left both sides of a conflict.
            return "the kernels have not been built"
        if manifest["sources"] != sources_digest(folder):
            return "the kernels have changed since they were built"
        if _version(llvmlite.__version__) < _version(manifest["llvmlite"]):
            return f"the kernels were built with a newer llvmlite, {manifest['llvmlite']}"
    return None


def _version(text: str) -> list[int]:
    return [int(part) for part in text.split(".")[:2]]


def _mode() -> Mode:
    asked = os.environ.get("INAROW_KERNELS")
    if not asked and os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0":
        return Mode.NUMBA
    if asked and asked not in {mode.value for mode in Mode}:
        raise RuntimeError(f"INAROW_KERNELS must be prebuilt, numba or python, not {asked!r}")
    mode = Mode(asked or "prebuilt")
    reason = outdated() if mode is Mode.PREBUILT else None
    if reason and asked:
        raise RuntimeError(f"{reason}; `make kernels` builds them")
    return Mode.NUMBA if reason else mode


#: The same for all kernels of a process, for they call each other.
MODE = _mode()


def cache_folder() -> Path:
    """Where machine code is kept: ``INAROW_CACHE_DIR``, or inside the user's cache folder."""
    if chosen := os.environ.get("INAROW_CACHE_DIR"):
        return Path(chosen)
    try:
        home = Path.home()
    except RuntimeError:
        # Nobody's: nothing can be kept.
        return Path(os.devnull, "inarow")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    return Path(base, "inarow")


def record(name: str, fields: list[Any]) -> np.dtype[Any]:
    """A structured record, laid out as a C struct, by the name that signatures use for it.

    A compiled function takes a record as one pointer: ``@compiled("int64(GomokuState, int64)")``.
    Python finds the fields as attributes too, so that a kernel also runs as it is.
    """
    dtype = np.dtype((np.record, np.dtype(fields, align=True)))
    if _RECORDS.setdefault(name, dtype) != dtype:
        raise ValueError(f"there are two records called {name}")
    return dtype


def compiled(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """A compiled function with one signature, free of Python's lock; ``py_func`` is the original.

    It takes numbers, records, C-contiguous arrays of either and tuples of numbers, makes no array,
    and returns numbers. With ``inline`` its code is put into every function that calls it.
    """
    decorate: Any
    if MODE is Mode.PREBUILT:
        from inarow.kernels.native import Kernel

        decorate = partial(Kernel, signature, _RECORDS, cache_folder())
    elif MODE is Mode.NUMBA:
        from inarow.kernels.jit import decorator

        base = os.environ.get("NUMBA_CACHE_DIR") or cache_folder() / "numba"
        decorate = decorator(signature, _RECORDS, Path(base, _digest_of_all()[:16]), inline)
    else:
        decorate = _plain
    return cast("Callable[[Function], Function]", decorate)


def _plain(function: Any) -> Any:
    function.py_func = function
    return function


def telling_of_compilation(tell: Callable[[str], None]) -> AbstractContextManager[None]:
    """While inside, ``tell`` hears the name of each function that Numba has to compile.

    It is called by the thread that compiles, before it begins; compiling everything takes some
    seconds, so that a person who waits should be told.
    """
    if MODE is not Mode.NUMBA:
        return nullcontext()
    from inarow.kernels import jit

    return jit.telling_of_compilation(tell)
