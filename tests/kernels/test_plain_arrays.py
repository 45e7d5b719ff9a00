"""The arrays for places without NumPy do what NumPy's do, byte for byte."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.kernels import plain_arrays as plain
from inarow.kernels.compiling import _RECORDS as RECORDS
from inarow.kernels.exact import null_window, transposition_table  # noqa: F401
from inarow.kernels.gomoku import records as gomoku_records  # noqa: F401
from inarow.kernels.people import records as people_records  # noqa: F401
from inarow.kernels.random_numbers import random_words, random_words_below
from inarow.kernels.tree import records as tree_records  # noqa: F401

KINDS = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")


def _bytes(array: Any) -> bytes:
    return bytes(array.memory[array.offset : array.offset + array.size * array.itemsize])


def _plain_dtype(kind: np.dtype[Any]) -> Any:
    """The plain twin of a type of records."""
    if kind.names is None:
        return plain.dtype(f"{kind.kind}{kind.itemsize}")
    assert kind.fields is not None
    fields: list[Any] = []
    for name in kind.names:
        inner = kind.fields[name][0]
        fields.append((name, _plain_dtype(inner.base), inner.shape))
    return plain.dtype(fields, align=True)


def test_every_record_of_the_kernels_is_laid_out_as_numpy_does() -> None:
    assert len(RECORDS) >= 12
    for kind in RECORDS.values():
        twin = _plain_dtype(kind)
        assert kind.fields is not None
        assert twin.itemsize == kind.itemsize
        assert {name: place[2] for name, place in twin.fields.items()} == {
            name: place[1] for name, place in kind.fields.items()
        }


@st.composite
def _slices(draw: st.DrawFn, length: int) -> Any:
    if length and draw(st.booleans()):
        return draw(st.integers(-length, length - 1))
    ends = st.one_of(st.none(), st.integers(-length - 1, length + 1))
    step = draw(st.sampled_from([None, 1, 2, 3]))
    return slice(draw(ends), draw(ends), step)


@st.composite
def _tables(draw: st.DrawFn) -> tuple[Any, Any]:
    """The same table twice: NumPy's and the plain one."""
    shape = tuple(draw(st.lists(st.integers(1, 5), min_size=1, max_size=3)))
    kind = draw(st.sampled_from(KINDS))
    numbers = draw(st.lists(st.integers(0, 100), min_size=math.prod(shape),
                            max_size=math.prod(shape)))  # fmt: skip
    theirs = np.array(numbers, dtype=kind).reshape(shape)
    return theirs, plain.array(numbers, dtype=kind).reshape(*shape)


def _same(theirs: Any, ours: Any) -> None:
    if isinstance(ours, plain.ndarray):
        assert ours.shape == theirs.shape
        assert ours.tolist() == theirs.tolist()
    else:
        assert ours == theirs


@given(_tables(), st.data())
def test_parts_are_read_and_written_alike(tables: tuple[Any, Any], data: st.DataObject) -> None:
    theirs, ours = tables
    key = tuple(data.draw(_slices(n)) for n in theirs.shape[: data.draw(st.integers(1, 3))])
    key = key[: theirs.ndim]
    _same(theirs[key], ours[key])
    value = data.draw(st.integers(0, 100))
    theirs[key] = value
    ours[key] = value
    assert _bytes(ours) == theirs.tobytes()
    part = theirs[key].copy() if hasattr(theirs[key], "copy") else theirs[key]
    ours[key] = part.tolist() if hasattr(part, "tolist") else part
    assert _bytes(ours) == theirs.tobytes()


_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, name)
    for name in ("eq", "ne", "lt", "ge", "add", "sub", "mul", "or_", "and_", "xor", "rshift")
}


@given(_tables(), st.sampled_from(sorted(_SIGNS)))
def test_operators_give_the_same(tables: tuple[Any, Any], sign: str) -> None:
    # Results that do not fit a signed item wrap around in NumPy and are refused here.
    theirs, ours = tables[0] // 16, tables[1] // 16
    if theirs.dtype.kind == "f" and sign in ("or_", "and_", "xor", "rshift"):
        return
    act = _SIGNS[sign]
    _same(act(theirs, 3), act(ours, 3))
    _same(act(theirs, theirs), act(ours, ours))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.lists(st.integers(0, 40)))
def test_functions_of_rows_give_the_same(numbers: list[int], others: list[int]) -> None:
    theirs = np.array(numbers, dtype=np.int16)
    ours: Any = plain.array(numbers, dtype=plain.int16)
    rest, ours_rest = np.array(others, dtype=np.int16), plain.array(others, dtype=plain.int16)
    _same(np.concatenate((theirs, rest)), plain.concatenate((ours, ours_rest)))
    _same(np.flatnonzero(theirs == numbers[0]), plain.flatnonzero(ours == numbers[0]))
    _same(np.argsort(-theirs, kind="stable"), plain.argsort(-ours, kind="stable"))
    _same(np.isin(theirs, others), plain.isin(ours, others))
    _same(theirs[np.isin(theirs, others)], ours[plain.isin(ours, others)])
    _same(np.setdiff1d(theirs, rest), plain.setdiff1d(ours, ours_rest))
    _same(theirs.max(), ours.max())
    ordered = sorted(numbers)
    for one in others:
        assert plain.searchsorted(plain.array(ordered, dtype=plain.int16), one) == np.searchsorted(
            np.array(ordered, dtype=np.int16), one
        )


def test_a_record_is_a_view_and_its_copy_is_not() -> None:
    fields = [("a", "i2"), ("inner", plain.dtype([("x", "u8")], align=True)), ("row", "f8", (3,))]
    table = plain.zeros(2, dtype=plain.dtype(fields, align=True))
    one = table[1]
    one.a, one["row"] = -3, [1.0, 2.0, 3.0]
    one.inner.x = 1 << 63
    copy = one.copy()
    copy["a"] = 9
    assert (table[1].a, table[1]["row"][2], table[1]["inner"]["x"]) == (-3, 3.0, 1 << 63)
    assert table["a"].tolist() == [0, -3]
    table["a"] = 5
    assert (one.a, copy.a) == (5, 9)


def test_unsigned_numbers_wrap_and_others_are_refused() -> None:
    row = plain.zeros(1, dtype=plain.uint64)
    row[0] = -1
    assert row[0] == 2**64 - 1
    with pytest.raises(Exception, match="format requires"):
        plain.zeros(1, dtype=plain.int8)[0:1] = 300
    with pytest.raises(IndexError):
        row[1]


@pytest.mark.parametrize("seed", [0, 9, 42, 225, 400, 20240607])
def test_random_numbers_are_numpys(seed: int) -> None:
    theirs = np.random.default_rng(seed).integers(0, 2**64, 100, dtype=np.uint64)
    assert random_words(seed, 100) == theirs.tolist()
    for end in (2**64 - 1, 2**63 + 1, 2**40):
        theirs = np.random.default_rng(seed).integers(1, end, 50, dtype=np.uint64)
        assert random_words_below(seed, 50, end) == theirs.tolist()
