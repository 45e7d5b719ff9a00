"""Where a running kernel lets others have a word: only a machine without threads needs it.

With threads, another one sets the field ``stop`` of a search that runs. A browser's tab has none
(``kernels/wasm.py``), so there a kernel calls back every few milliseconds; what it calls may set
``stop``. On a processor `listen` is no instruction at all.
"""

from __future__ import annotations

from typing import Any

from inarow.kernels.compiling import MODE, Int, Mode


def _listen(nodes: Int) -> None:
    """Say that so many nodes were searched since the last time."""


listen: Any = _listen

if MODE is Mode.NUMBA:
    from inarow.kernels import jit

    listen = jit.listen
