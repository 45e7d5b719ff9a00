"""The kernels compiled by Numba: while they are being changed, and to build what is shipped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils, event
from numba.core.typeinfer import TypeInferer
from numba.extending import intrinsic

#: Numba's settings, which its own type hints do not know.
_settings: Any = numba.config

#: What a kernel calls to listen, in code for machines without threads.
LISTEN = "inarow_listen"


def decorator(
    signature: str, records: dict[str, Any], cache: Path, inline: bool
) -> Callable[[Any], Any]:
    """What compiles a function for one signature; the machine code is kept in ``cache``.

    Numba notices when a function's own file has changed, but not when a function that it calls
    has changed in another file: the folder must belong to the sources as they are now.
    """
    known = {name: numba.from_dtype(dtype) for name, dtype in records.items()}
    kind = eval(signature, {}, {**vars(types), **known})
    # Numba does not tell code with bounds checks from code without.
    folder = cache / "bounds-checked" if _settings.BOUNDSCHECK else cache
    # A kernel makes no array, so it need not count who holds the ones it is given (_nrt): counting
    # is an atomic operation for every array at every call.
    options: dict[str, Any] = {"nogil": True, "cache": _can_write(folder), "_nrt": False}
    if inline:
        options["forceinline"] = True

    def decorate(function: Any) -> Any:
        before, _settings.CACHE_DIR = _settings.CACHE_DIR, str(folder)
        try:
            kernel = numba.njit(kind, **options)(function)
        finally:
            _settings.CACHE_DIR = before
        kernel.signature = signature
        return kernel

    return decorate


def _believe_signatures() -> None:
    """Have Numba take from its signature what a function returns that calls itself.

    It infers all types of the function anew at each such call else, half of its work on a search.
    The result is the same, so a Numba that does this otherwise is left as it is.
    """
    infer: Any = getattr(TypeInferer, "return_types_from_partial", None)
    if infer is None:
        return

    def declared_or_inferred(self: Any) -> Any:
        returned = [self.typevars[each.name] for each in self._get_return_vars()]
        if all(each.locked for each in returned):
            return self._unify_return_types({each.getone() for each in returned})
        return infer(self)

    setattr(TypeInferer, infer.__name__, declared_or_inferred)


_believe_signatures()


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


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
    """See :func:`inarow.kernels.compiling.telling_of_compilation`."""
    with event.install_listener("numba:compile", _CompilerListener(tell)):
        yield


def _popcount(_typing: Any, _bits: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _lowest_index(_typing: Any, _bits: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


def _prefetch(_typing: Any, array: Any, _index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        pointer_type = ir.IntType(8).as_pointer()
        address = builder.bitcast(builder.gep(data, [arguments[1]]), pointer_type)
        number = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer_type, number, number, number])
        declare: Any = cgutils.get_or_insert_function
        function = declare(builder.module, function_type, "llvm.prefetch.p0")
        for_reading, keep_close, data_cache = number(0), number(3), number(1)
        builder.call(function, [address, for_reading, keep_close, data_cache])
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


def _listen(_typing: Any, _nodes: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        if os.environ.get("INAROW_LISTEN"):
            function_type = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
            declare: Any = cgutils.get_or_insert_function
            builder.call(declare(builder.module, function_type, LISTEN), arguments)
        return context.get_dummy_value()

    return types.void(types.int64), generate


#: What :mod:`inarow.kernels.bits` says in Python, as one instruction each.
popcount: Any = intrinsic(_popcount)
lowest_index: Any = intrinsic(_lowest_index)
prefetch: Any = intrinsic(_prefetch)
#: See :mod:`inarow.kernels.listening`.
listen: Any = intrinsic(_listen)
