"""The kernels in a browser's tab: one WebAssembly module that Pyodide opens like a C library."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

_MODULE = Path(__file__).parent / "prebuilt" / "kernels.wasm"

#: What the kernels call every few milliseconds. Kept, since they hold no more than its address.
_callbacks: list[Any] = []


@cache
def _module() -> ctypes.CDLL:
    return ctypes.CDLL(str(_MODULE))


class Library:
    """The kernels of one folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        if _callbacks:
            self._function("set_listener")(_callbacks[-1])

    def _function(self, symbol: str) -> Any:
        return _module()[f"{self._folder}.{symbol}"]

    def get_function_address(self, symbol: str) -> int | None:
        """Where a kernel is."""
        return ctypes.cast(self._function(symbol), ctypes.c_void_p).value


def listen_with(hear: Callable[[], None]) -> None:
    """Have ``hear`` called by the kernels that are loaded from now on, while they run."""
    _callbacks.append(ctypes.CFUNCTYPE(None)(hear))
