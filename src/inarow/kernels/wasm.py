"""The kernels in a browser's tab: WebAssembly modules that Pyodide opens like C libraries."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

_MODULES = Path(__file__).parent / "prebuilt"

#: Who hears every few milliseconds that kernels run.
_hearers: list[Callable[[], None]] = []
_Callback = ctypes.CFUNCTYPE(None)


class Library:
    """The kernels of one folder."""

    def __init__(self, folder: str) -> None:
        self._module = ctypes.CDLL(str(_MODULES / f"{folder}.wasm"))
        if _hearers:
            # Made as late as this: Python's memory may have come from another worker until now,
            # which cannot hand over what its browser made. Kept, as kernels hold but its address.
            self._callback = _Callback(_hearers[-1])
            self._module["set_listener"](self._callback)

    def get_function_address(self, symbol: str) -> int | None:
        """Where a kernel is."""
        return ctypes.cast(self._module[symbol], ctypes.c_void_p).value


def listen_with(hear: Callable[[], None]) -> None:
    """Have ``hear`` called by the kernels that are loaded from now on, while they run."""
    _hearers.append(hear)
