"""The machine code of the kernels, made from the LLVM bitcode that is shipped with the package.

``tools/kernels/build.py`` compiles each folder of kernels with Numba into one bitcode file. Here
llvmlite turns it into code for this machine's processor, once, and keeps that in the user's cache
folder. Numba itself is not needed, nor loaded. In a browser's tab the code is a WebAssembly module
instead (``kernels/wasm.py``); it is called in the same way.
"""

from __future__ import annotations

import ctypes
import hashlib
import operator
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any

from inarow.files.whole import write_whole
from inarow.kernels.arrays import np

#: One bitcode file for each folder of kernels, and the manifest.
PREBUILT = Path(__file__).parent / "prebuilt"

#: Held while code is loaded and looked up.
_LOCK = threading.Lock()

_DIGEST = hashlib.sha256
_DIGEST_BYTES = 32


class _Type:
    """A type that signatures name. ``int64[::1]`` is an array of it, ``int64(...)`` a signature."""

    dtype: np.dtype[Any]

    def __getitem__(self, axes: Any) -> _Array:
        return _Array(self.dtype, len(axes) if isinstance(axes, tuple) else 1)

    def __call__(self, *parameters: _Parameter) -> tuple[_Type, tuple[_Parameter, ...]]:
        return self, parameters


@dataclass(frozen=True)
class _Scalar(_Type):
    ctype: Any
    convert: Callable[[Any], Any]
    dtype: np.dtype[Any]

    @property
    def ctypes(self) -> list[Any]:
        return [self.ctype]

    def words(self, value: Any) -> tuple[Any, ...]:
        return (self.convert(value),)

    def unpacked(self, result: Any) -> Any:
        return result.value


class _Void(_Type):
    ctype = ctypes.c_void_p

    def unpacked(self, _result: Any) -> None:
        return None


@dataclass(frozen=True)
class _Record(_Type):
    """One pointer."""

    dtype: np.dtype[Any]
    ctypes = (ctypes.c_void_p,)

    def words(self, value: Any) -> tuple[int]:
        view = np.asarray(value)
        if view.dtype != self.dtype or view.ndim:
            raise TypeError(f"a record of {view.dtype} is not one of {self.dtype}")
        return (view.ctypes.data,)


@dataclass(frozen=True)
class _Array:
    """Two pointers to who owns it, count, item size, pointer to the data, shape, strides."""

    dtype: np.dtype[Any]
    dimensions: int

    @property
    def ctypes(self) -> list[Any]:
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        return [pointer, pointer, number, number, pointer] + [number] * (2 * self.dimensions)

    def words(self, value: Any) -> tuple[int, ...]:
        if (
            not isinstance(value, np.ndarray)
            or value.dtype != self.dtype
            or value.ndim != self.dimensions
            or not value.flags.carray
        ):
            raise TypeError(
                f"{_described(value)} is not a writable C-contiguous array of {self.dtype}"
                f" in {self.dimensions} dimensions"
            )
        return (
            0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides,
        )  # fmt: skip


@dataclass(frozen=True)
class _Tuple(_Type):
    """Each of its items is an argument of its own; as a result it is a struct."""

    items: tuple[_Scalar, ...]

    @property
    def ctypes(self) -> list[Any]:
        return [item.ctype for item in self.items]

    @property
    def ctype(self) -> Any:
        fields = [(f"item{number}", item.ctype) for number, item in enumerate(self.items)]
        return type("Result", (ctypes.Structure,), {"_fields_": fields})

    def words(self, value: Any) -> list[Any]:
        pairs = zip(self.items, value, strict=True)
        return [item.convert(part) for item, part in pairs]

    def unpacked(self, result: Any) -> tuple[Any, ...]:
        return tuple(getattr(result, name) for name, _ in result._fields_)


_Parameter = _Scalar | _Record | _Array | _Tuple

_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_TYPES: dict[str, Any] = {
    **{
        name: _Scalar(getattr(ctypes, f"c_{name}"), operator.index, np.dtype(name))
        for name in _INTEGERS
    },
    "float32": _Scalar(ctypes.c_float, float, np.dtype(np.float32)),
    "float64": _Scalar(ctypes.c_double, float, np.dtype(np.float64)),
    "boolean": _Scalar(ctypes.c_bool, bool, np.dtype(np.bool_)),
    "void": _Void(),
    "Tuple": lambda items: _Tuple(tuple(items)),
    "UniTuple": lambda item, count: _Tuple((item,) * count),
}


def _described(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return f"a {type(value).__name__}"
    return f"an array of {value.dtype} with shape {value.shape} and strides {value.strides}"


class Kernel:
    """A compiled function. Its machine code is looked up at the first call.

    A call leaves Python's lock to other threads.
    """

    __name__: str

    def __init__(
        self, signature: str, records: dict[str, Any], cache: Path, function: Callable[..., Any]
    ) -> None:
        update_wrapper(self, function)
        self.signature = signature
        self.py_func = function
        self._records = records
        self._cache = cache
        self._entry: Any = None

    def _bind(self) -> None:
        records = {name: _Record(dtype) for name, dtype in self._records.items()}
        self._result, self._parameters = eval(self.signature, {}, {**_TYPES, **records})
        self._result_type = self._result.ctype
        words = [each for parameter in self._parameters for each in parameter.ctypes]
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)
        folder, symbol = place_of(self.py_func)
        with _LOCK:
            address = _library(folder, self._cache).get_function_address(symbol)
        assert address, f"the bitcode of {folder} lacks {symbol}"
        self._entry = kind(address)

    def __call__(self, *arguments: Any) -> Any:
        """Run it; an argument that does not fit the signature is a TypeError."""
        if self._entry is None:
            self._bind()
        words: list[Any] = []
        try:
            for parameter, argument in zip(self._parameters, arguments, strict=True):
                words += parameter.words(argument)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{self.__name__} takes {self.signature}: {error}") from error
        result, exception = self._result_type(), ctypes.c_void_p()
        status = self._entry(ctypes.addressof(result), ctypes.addressof(exception), *words)
        if status:
            raise RuntimeError(
                f"{self.__name__} raised an exception; INAROW_KERNELS=numba will say which"
            )
        return self._result.unpacked(result)


def place_of(function: Callable[..., Any]) -> tuple[str, str]:
    """The folder that a kernel lies in, an engine's or ``kernels``, and its name in the bitcode."""
    folder, module = function.__module__.split(".")[-2:]
    return folder, f"{module}.{function.__name__}"


@cache
def _library(folder: str, kept_in: Path) -> Any:
    """The machine code of one folder's kernels."""
    if sys.platform == "emscripten":
        from inarow.kernels.wasm import Library

        return Library(folder)
    import lzma

    import llvmlite
    from llvmlite import binding as llvm
    from llvmlite.binding.object_file import ObjectFileRef

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    triple, cpu = llvm.get_process_triple(), llvm.get_host_cpu_name()
    features = llvm.get_host_cpu_features().flatten()
    machine = target.create_target_machine(
        cpu=cpu, features=features, opt=3, codemodel="jitdefault", jit=True,
        reloc="static" if target.name.startswith("x86") else "default",
    )  # fmt: skip
    bitcode = (PREBUILT / f"{folder}.bc.xz").read_bytes()
    about = f"{llvmlite.__version__} {triple} {cpu} {features}"
    path = kept_in / f"{folder}-{_DIGEST(bitcode + about.encode()).hexdigest()[:32]}.o"
    code = _read_checked(path)
    if code is None:
        module = llvm.parse_bitcode(lzma.decompress(bitcode))
        module.triple, module.data_layout = triple, str(machine.target_data)
        code = machine.emit_object(module)
        _write_checked(path, code)
    library = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    library.add_object_file(ObjectFileRef.from_data(code))
    library.finalize_object()
    return library


def _read_checked(path: Path) -> bytes | None:
    """The content of a file, unless it is missing or damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, code = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return code if _DIGEST(code).digest() == digest else None


def _write_checked(path: Path, code: bytes) -> None:
    """Keep some code, if the folder can be written to."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _DIGEST(code).digest() + code)
    except OSError:
        return
