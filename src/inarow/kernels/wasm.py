"""The kernels in a browser's tab: WebAssembly modules that Pyodide opens like C libraries."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

_MODULES = Path(__file__).parent / "prebuilt"

#: What the kernels call every few milliseconds. Kept, since they hold no more than its address.
_callbacks: list[Any] = []


class Library:
    """The kernels of one folder."""

    def __init__(self, folder: str) -> None:
        self._module = ctypes.CDLL(str(_MODULES / f"{folder}.wasm"))
        if _callbacks:
            self._module["set_listener"](_callbacks[-1])

    def get_function_address(self, symbol: str) -> int | None:
        """Where a kernel is."""
        return ctypes.cast(self._module[symbol], ctypes.c_void_p).value


def listen_with(hear: Callable[[], None]) -> None:
    """Have ``hear`` called by the kernels that are loaded from now on, while they run."""
    _callbacks.append(ctypes.CFUNCTYPE(None)(hear))
