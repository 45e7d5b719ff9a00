"""The CPU's functions once more, compiled for a GPU from the same source.

A function that is compiled for the CPU calls others that are; a GPU needs its own version of each.
So the function is made anew from its code, with every such name standing for the GPU's version,
and with the numbers that describe a game written in as constants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np

#: Names that NumPy 2.4 and 2.5 removed and numba-cuda still looks for when it is imported.
_NAMES_GONE = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}


def _import_cuda() -> Any:
    for name, successor in _NAMES_GONE.items():
        if name not in np.__dict__:
            setattr(np, name, getattr(np, successor))
    from numba import cuda

    return cuda


cuda: Any = _import_cuda()


def is_simulated() -> bool:
    """Say whether kernels run in numba-cuda's simulator instead of on a GPU."""
    from numba import config

    settings: Any = config
    return bool(settings.ENABLE_CUDASIM)


class DeviceFunctions:
    """The GPU's version of CPU functions, each made once.

    ``constants`` gives names a value of their own, wherever a function uses them.
    """

    def __init__(self, constants: Mapping[str, Any]) -> None:
        self._constants = dict(constants)
        self._made: dict[Any, Any] = {}

    def version_of(self, function: Any) -> Any:
        """The GPU's version of a function compiled for the CPU."""
        if function not in self._made:
            self._made[function] = self.device(function.py_func)
        return self._made[function]

    def device(self, function: Callable[..., Any]) -> Any:
        """A plain function of a kernel's module, put into every function that calls it."""
        if function not in self._made:
            # The simulator runs plain Python and knows no such option.
            options = {} if is_simulated() else {"forceinline": True}
            self._made[function] = cuda.jit(device=True, **options)(self.rebuilt(function))
        return self._made[function]

    def rebuilt(self, function: Callable[..., Any]) -> FunctionType:
        """The same code, with constants filled in and names standing for the GPU's versions."""
        assert isinstance(function, FunctionType)
        names = dict(function.__globals__)
        for name in function.__code__.co_names:
            value: Any = self._constants.get(name, names.get(name))
            if hasattr(value, "py_func"):
                names[name] = self.version_of(value)
            elif getattr(value, "runs_on_device", False):
                names[name] = self.device(value)
            elif name in self._constants:
                names[name] = value
        rebuilt = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        rebuilt.__module__ = function.__module__
        return rebuilt


def device_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that kernels call and that only makes sense on a GPU."""
    function.runs_on_device = True  # type: ignore[attr-defined]
    return function
