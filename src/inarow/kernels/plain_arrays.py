"""As much of NumPy as the engines need, in plain Python, where NumPy itself is not to be had.

An array is a view of some bytes, laid out as NumPy lays them out, so that the kernels find the same
memory. Names, arguments and results are NumPy's; what is missing here is not used on the way to a
move or a lesson. It is slow, and does nothing that takes long.
"""

from __future__ import annotations

import ctypes
import math
import operator
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, product
from types import SimpleNamespace
from typing import Any, ClassVar

inf: float = math.inf

_FORMATS = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
    "f2": "e", "f4": "f", "f8": "d", "b1": "?",
}  # fmt: skip


class Scalar:
    """A type of numbers: makes one, and names the type of an array."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __call__(self, value: Any = 0) -> Any:
        """A number of this type, as Python's own."""
        return dtype(self).stored(value)


int8: Scalar = Scalar("i1")
int16: Scalar = Scalar("i2")
int32: Scalar = Scalar("i4")
int64: Scalar = Scalar("i8")
uint8: Scalar = Scalar("u1")
uint16: Scalar = Scalar("u2")
uint32: Scalar = Scalar("u4")
uint64: Scalar = Scalar("u8")
float32: Scalar = Scalar("f4")
float64: Scalar = Scalar("f8")
bool_: Scalar = Scalar("b1")
_PYTHON_TYPES = {float: "f8", bool: "b1", int: "i8"}


class record:  # noqa: N801
    """What NumPy calls a record whose fields are attributes; here all are."""


class dtype:  # noqa: N801
    """The type of an array's items: numbers, or records with fields laid out as in C."""

    format: str
    kind: str
    itemsize: int
    alignment: int
    packing: struct.Struct

    def __init__(self, spec: Any, align: bool = False) -> None:
        self.fields: dict[str, tuple[dtype, tuple[int, ...], int]] = {}
        if isinstance(spec, tuple):
            spec = spec[1]
        if isinstance(spec, dtype):
            self.__dict__.update(spec.__dict__)
        elif isinstance(spec, list):
            self._lay_out(spec, align)
        else:
            code = spec.code if isinstance(spec, Scalar) else _PYTHON_TYPES.get(spec) or spec
            code = code.removeprefix("<")
            code = {f"{name}{8 * size}": f"{name[0]}{size}" for name in ("int", "uint", "float")
                    for size in (1, 2, 4, 8)}.get(code, code)  # fmt: skip
            self.format = _FORMATS["b1" if code == "bool" else code]
            self.packing = struct.Struct(f"<{self.format}")
            self.itemsize = self.alignment = self.packing.size
            self.kind = "b" if self.format == "?" else code[0]
            #: A number as an item of this type holds it.
            self.stored: Callable[[Any], Any] = (
                _wrapping(self.itemsize)
                if self.kind == "u"
                else ({"i": int, "f": float, "b": bool}[self.kind])
            )

    def _lay_out(self, fields: list[Any], align: bool) -> None:
        offset, self.alignment = 0, 1
        for name, kind, *rest in fields:
            one, shape = dtype(kind), (rest[0] if rest else ())
            step = one.alignment if align else 1
            offset = -(-offset // step) * step
            self.fields[name] = one, shape, offset
            offset += one.itemsize * math.prod(shape)
            self.alignment = max(self.alignment, step)
        self.itemsize = -(-offset // self.alignment) * self.alignment
        self.format, self.kind = "", "V"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dtype) and (self.format, self.fields) == (
            other.format, other.fields,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.format, *self.fields))

    def __getitem__(self, name: str) -> dtype:
        return self.fields[name][0]

    def __repr__(self) -> str:
        return self.format or "record"


def _wrapping(size: int) -> Callable[[Any], int]:
    mask = (1 << 8 * size) - 1
    return lambda value: int(value) & mask


class iinfo:  # noqa: N801
    """The largest whole number of a type."""

    def __init__(self, kind: Any) -> None:
        one = dtype(kind)
        self.max: int = (1 << (8 * one.itemsize - (one.kind == "i"))) - 1


class ndarray:  # noqa: N801
    """A view of some bytes; without dimensions it is one record."""

    #: Everything else is a field of the record.
    _OWN = frozenset({"memory", "address", "offset", "shape", "strides", "dtype"})

    def __init__(
        self,
        memory: Any,
        address: int,
        offset: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        kind: dtype,
    ) -> None:
        self.memory: Any = memory
        self.address: int = address
        self.offset: int = offset
        self.shape: tuple[int, ...] = shape
        self.strides: tuple[int, ...] = strides
        self.dtype: _dtype = kind

    # What an array is.

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of items."""
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        """The bytes of an item."""
        return self.dtype.itemsize

    @property
    def ctypes(self) -> Any:
        """Where the data are."""
        return SimpleNamespace(data=self.address + self.offset)

    @property
    def flags(self) -> Any:
        """Whether it is laid out as C does it; it can always be written to."""
        return SimpleNamespace(carray=self.strides == _strides(self.shape, self.itemsize))

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"array({self.tolist()}, {self.dtype})"

    def _view(
        self, offset: int, shape: Iterable[int], strides: Iterable[int], kind: dtype | None = None
    ) -> ndarray:
        return ndarray(
            self.memory, self.address, offset, tuple(shape), tuple(strides), kind or self.dtype
        )

    # Reading.

    def _offsets(self) -> Iterator[int]:
        steps = (range(0, n * s, s) if s else [0] * n
                 for n, s in zip(self.shape, self.strides, strict=True))  # fmt: skip
        return map(sum, product((self.offset,), *steps))

    def _flat(self) -> list[Any]:
        """The items in order."""
        if self.dtype.fields:
            return [self._view(offset, (), ()) for offset in self._offsets()]
        if self.flags.carray:
            whole = f"<{self.size}{self.dtype.format}"
            return list(struct.unpack_from(whole, self.memory, self.offset))
        read = self.dtype.packing.unpack_from
        return [read(self.memory, offset)[0] for offset in self._offsets()]

    def tolist(self) -> Any:
        """The items as lists of lists."""
        return self._flat() if self.ndim < 2 else [row.tolist() for row in self]

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 1:
            return iter(self._flat())
        return (self[i] for i in range(len(self)))

    def _item(self, offset: int) -> Any:
        if self.dtype.fields:
            return self._view(offset, (), ())
        return self.dtype.packing.unpack_from(self.memory, offset)[0]

    def _field(self, name: str) -> ndarray:
        kind, shape, start = self.dtype.fields[name]
        strides = (*self.strides, *_strides(shape, kind.itemsize))
        return self._view(self.offset + start, (*self.shape, *shape), strides, kind)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            field = self._field(key)
            return field if field.shape or field.dtype.fields else field._item(field.offset)
        if isinstance(key, tuple) and isinstance(key[0], ndarray):
            return self[(slice(None), *key[1:])][key[0]]
        if isinstance(key, ndarray | list):
            return self._taken(self._places(key))
        found = self._sliced(key)
        return found if found.shape else found._item(found.offset)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self.dtype.fields:
            raise AttributeError(name)
        return self[name]

    def _sliced(self, key: Any) -> ndarray:
        keys = key if isinstance(key, tuple) else (key,)
        offset, shape, strides = self.offset, [], []
        for axis, (length, stride) in enumerate(zip(self.shape, self.strides, strict=True)):
            one = keys[axis] if axis < len(keys) else slice(None)
            if isinstance(one, slice):
                places = range(*one.indices(length))
                offset += places.start * stride if len(places) else 0
                shape.append(len(places))
                strides.append(stride * places.step)
            else:
                place = operator.index(one)
                if not -length <= place < length:
                    raise IndexError(f"index {place} is out of bounds for size {length}")
                offset += place % length * stride
        return self._view(offset, shape, strides)

    def _places(self, key: Any) -> list[int]:
        """The numbers that a list of them, or of what to take, stands for."""
        values = list(key)
        if isinstance(key, ndarray) and key.dtype.kind == "b":
            return [place for place, wanted in enumerate(values) if wanted]
        return values

    def _taken(self, places: list[int]) -> ndarray:
        found = empty((len(places), *self.shape[1:]), self.dtype)
        for number, place in enumerate(places):
            found[number] = self[place]
        return found

    # Writing.

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            self._field(key)._fill(value)
        elif isinstance(key, ndarray | list):
            places = self._places(key)
            for number, place in enumerate(places):
                self[place] = value[number] if isinstance(value, ndarray | list) else value
        else:
            self._sliced(key)._fill(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._OWN:
            object.__setattr__(self, name, value)
        else:
            self[name] = value

    def _fill(self, value: Any) -> None:
        if self.dtype.fields:
            self._fill_records(value)
            return
        if isinstance(value, ndarray | list | tuple):
            self._write(list(map(self.dtype.stored, _flattened(value, self.shape))))
        elif value or self.size < 8:
            self._write([self.dtype.stored(value)] * self.size)
        else:
            self._write(None)

    def _write(self, items: list[Any] | None) -> None:
        """Write all items in order, or zeros."""
        if self.flags.carray:
            end = self.offset + self.size * self.itemsize
            self.memory[self.offset : end] = (
                bytes(end - self.offset) if items is None
                else struct.pack(f"<{len(items)}{self.dtype.format}", *items)
            )  # fmt: skip
            return
        write = self.dtype.packing.pack_into
        for offset, item in zip(self._offsets(), items or [0] * self.size, strict=True):
            write(self.memory, offset, item)

    def _fill_records(self, value: Any) -> None:
        """Copy a record, or make all bytes zero."""
        size = self.itemsize
        for offset in self._offsets():
            self.memory[offset : offset + size] = (
                value.memory[value.offset : value.offset + size] if isinstance(value, ndarray)
                else bytes(size)
            )  # fmt: skip

    # Making others of it.

    def copy(self) -> ndarray:
        """An array of its own with the same items."""
        found = empty(self.shape, self.dtype)
        if self.dtype.fields and not self.shape:
            found._fill_records(self)
        else:
            found._fill(self)
        return found

    def astype(self, kind: Any) -> ndarray:
        """The same numbers in another type."""
        return _made(self._flat(), self.shape, dtype(kind))

    def view(self, kind: Any) -> ndarray:
        """The same bytes read as another type."""
        one = dtype(kind)
        *before, last = self.shape
        shape = (*before, last * self.itemsize // one.itemsize)
        return self._view(self.offset, shape, _strides(shape, one.itemsize), one)

    def reshape(self, *shape: int) -> ndarray:
        """The same items in other dimensions."""
        return self._view(self.offset, shape, _strides(shape, self.itemsize))

    def ravel(self) -> ndarray:
        """The items in one dimension."""
        return self.reshape(self.size)

    def any(self) -> bool:
        """Say whether an item is not zero."""
        return any(self._flat())

    def all(self) -> bool:
        """Say whether no item is zero."""
        return all(self._flat())

    def max(self) -> Any:
        """The largest item."""
        return max(self._flat())

    def _with(self, other: Any, act: Callable[[Any, Any], Any], kind: dtype | None) -> ndarray:
        mine = self._flat()
        theirs = _flattened(other, self.shape)
        if kind is None:
            arrays = isinstance(other, ndarray) and self.dtype.kind == "b"
            kind = other.dtype if arrays else self.dtype
        return _made(map(act, mine, theirs), self.shape, kind)

    def __neg__(self) -> ndarray:
        return _made(map(operator.neg, self._flat()), self.shape, self.dtype)

    def __invert__(self) -> ndarray:
        act = operator.not_ if self.dtype.kind == "b" else operator.invert
        return _made(map(act, self._flat()), self.shape, self.dtype)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]


def _operator(act: Callable[[Any, Any], Any], kind: dtype | None, swapped: bool = False) -> Any:
    done = (lambda mine, theirs: act(theirs, mine)) if swapped else act
    return lambda self, other: self._with(other, done, kind)


def _in_place(act: Callable[[Any, Any], Any]) -> Any:
    def method(self: ndarray, other: Any) -> ndarray:
        self._fill(self._with(other, act, None))
        return self

    return method


for _name in ("add", "sub", "mul", "floordiv", "and_", "or_", "xor", "lshift", "rshift"):
    _act = getattr(operator, _name)
    _bare = _name.rstrip("_")
    setattr(ndarray, f"__{_bare}__", _operator(_act, None))
    setattr(ndarray, f"__r{_bare}__", _operator(_act, None, swapped=True))
    setattr(ndarray, f"__i{_bare}__", _in_place(_act))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(ndarray, f"__{_name}__", _operator(getattr(operator, _name), dtype("b1")))


def _strides(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    strides = list(accumulate(reversed(shape[1:]), operator.mul, initial=itemsize))
    return tuple(reversed(strides)) if shape else ()


def _flattened(value: Any, shape: tuple[int, ...]) -> list[Any]:
    """The items of a value in order; one number stands for all, one row for every row."""
    size = math.prod(shape)
    if not isinstance(value, ndarray | list | tuple):
        return [value] * size
    items = value._flat() if isinstance(value, ndarray) else list(_leaves(value))
    if len(items) != size and items:
        items = items * (size // len(items))
    if len(items) != size:
        raise ValueError(f"{len(items)} items do not fit into {shape}")
    return items


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, ndarray | list | tuple):
        return chain.from_iterable(map(_leaves, value))
    return iter((value,))


def _shape_of(value: Any) -> tuple[int, ...]:
    if not isinstance(value, ndarray | list | tuple):
        return ()
    return (len(value), *(_shape_of(value[0]) if len(value) else ()))


def _made(items: Iterable[Any], shape: tuple[int, ...], kind: dtype) -> ndarray:
    found = empty(shape, kind)
    found._write(list(map(kind.stored, items)))
    return found


# Making arrays.


def empty(shape: int | tuple[int, ...], dtype: Any = float64) -> ndarray:
    """An array with nothing in it; here all zero."""
    one = _dtype(dtype)
    whole = (shape,) if isinstance(shape, int) else shape
    # An empty buffer has no address, and the kernels want one that fits their numbers.
    buffer = bytearray(max(8, math.prod(whole) * one.itemsize))
    address = ctypes.addressof(ctypes.c_char.from_buffer(buffer))
    return ndarray(memoryview(buffer), address, 0, whole, _strides(whole, one.itemsize), one)


_dtype = dtype
zeros = empty


def array(values: Any, dtype: Any = None) -> ndarray:
    """An array of some numbers, or of rows of them."""
    if isinstance(values, ndarray):
        return values.copy() if dtype is None else values.astype(dtype)
    values = list(values)
    if dtype is None:
        dtype = float64 if any(isinstance(one, float) for one in _leaves(values)) else int64
    return _made(_leaves(values), _shape_of(values), _dtype(dtype))


def asarray(values: Any) -> ndarray:
    """An array as it is, or one of some numbers."""
    return values if isinstance(values, ndarray) else array(values)


def frombuffer(data: bytes, dtype: Any) -> ndarray:
    """An array of the numbers in some bytes."""
    one = _dtype(dtype)
    found = empty(len(data) // one.itemsize, one)
    found.memory[: len(data)] = data
    return found


def concatenate(arrays: Sequence[ndarray]) -> ndarray:
    """Some arrays, one after the other."""
    count = sum(map(len, arrays))
    items = chain.from_iterable(one._flat() for one in arrays)
    return _made(items, (count, *arrays[0].shape[1:]), arrays[0].dtype)


# Functions of arrays of one dimension.


def flatnonzero(values: ndarray) -> ndarray:
    """The places of what is not zero."""
    return array([place for place, value in enumerate(values) if value], int64)


def argsort(values: Any, kind: str) -> ndarray:
    """The places of the items, smallest item first."""
    assert kind == "stable"
    items = list(values)
    return array(sorted(range(len(items)), key=items.__getitem__), int64)


def negative(values: Any) -> ndarray:
    """Each number with the other sign."""
    return -asarray(values)


def isin(values: ndarray, wanted: Iterable[Any]) -> ndarray:
    """Say of each item whether it is among others."""
    known = set(wanted)
    return _made((value in known for value in values), values.shape, dtype("b1"))


def setdiff1d(values: ndarray, others: ndarray) -> ndarray:
    """The items that are not among others, smallest first."""
    return array(sorted(set(values) - set(others)), values.dtype)


def searchsorted(values: ndarray, wanted: int) -> int:
    """Where in a sorted array a number would stand."""
    end = values.offset + values.size * values.itemsize
    return bisect_left(values.memory[values.offset : end].cast(values.dtype.format), wanted)
