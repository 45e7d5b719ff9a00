"""Calls of the machine code: what does not fit is refused, and what is kept can be lost."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from inarow.kernels import log, native

ROWS = np.zeros((3, 20))


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((3, 20), np.float32),
        np.zeros((20, 3)).T,
        np.zeros((3, 40))[:, ::2],
        np.zeros(20),
        np.broadcast_to(np.zeros(20), (3, 20)),
        [[0.0] * 20] * 3,
        None,
    ],
    ids=["type", "order", "gaps", "dimensions", "read-only", "list", "nothing"],
)
def test_an_array_that_does_not_fit_is_refused(rows: Any) -> None:
    with pytest.raises(TypeError, match=r"open_row takes int64\(.*array of float64 in 2 dim"):
        log.open_row(1, 2, 3, 0.0, 1.0, rows)


@pytest.mark.parametrize("number", [1.5, "1", None, ROWS])
def test_what_is_not_a_whole_number_is_refused(number: Any) -> None:
    with pytest.raises(TypeError, match="open_row takes"):
        log.open_row(number, 2, 3, 0.0, 1.0, ROWS)


def test_every_argument_is_needed_and_no_more() -> None:
    with pytest.raises(TypeError, match="open_row takes"):
        log.open_row(1, 2, 3, 0.0, 1.0)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="open_row takes"):
        log.open_row(1, 2, 3, 0.0, 1.0, ROWS, 5)  # type: ignore[call-arg]


def test_numbers_of_numpy_are_numbers_and_an_empty_array_is_an_array() -> None:
    number: Any = np.int64(2)
    cell: Any = np.int8(3)
    assert log.open_row(number, 2, cell, 0.0, np.float64(1.0), ROWS.copy()) == 1
    assert log.open_row(1, 2, 3, 0.0, 1.0, np.zeros((0, 20))) == -1


def _kernel(
    signature: str, monkeypatch: pytest.MonkeyPatch, address: int, **records: np.dtype[Any]
) -> native.Kernel:
    """A kernel whose code begins at an address of the test's own."""

    def one() -> None:
        """Nothing: only its name is used."""

    library = SimpleNamespace(get_function_address=lambda _: address)
    monkeypatch.setattr(native, "_library", lambda *_: library)
    return native.Kernel(signature, records, Path(), one)


def _address(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


def test_an_exception_within_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    fails = kind(lambda *_: -1)
    kernel = _kernel("int64(int64)", monkeypatch, _address(fails))
    with pytest.raises(RuntimeError, match="one raised an exception"):
        kernel(1)


def test_a_tuple_is_flattened_and_may_be_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_bool
    )

    def swap(result: int, _: Any, bits: int, flag: bool) -> int:
        ctypes.c_bool.from_address(result).value = flag
        ctypes.c_uint64.from_address(result + 8).value = bits
        return 0

    swaps = kind(swap)
    signature = "Tuple((boolean, uint64))(Tuple((uint64, boolean)))"
    kernel = _kernel(signature, monkeypatch, _address(swaps))
    assert kernel((2**64 - 1, True)) == (True, 2**64 - 1)
    with pytest.raises(TypeError, match="one takes Tuple"):
        kernel((1, True, 2))


def test_a_record_is_one_pointer_to_its_own_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    dtype = np.dtype([("flag", "u1"), ("number", "i8")], align=True)
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)

    def set_number(_: int, __: int, address: int) -> int:
        ctypes.c_int64.from_address(address + 8).value = 7
        return 0

    sets = kind(set_number)
    kernel = _kernel("void(Some)", monkeypatch, _address(sets), Some=dtype)
    records = np.zeros(2, dtype)
    assert kernel(records[1]) is None
    assert records["number"].tolist() == [0, 7]
    for other in (np.zeros(1, [("number", "i8")])[0], records, {"number": 1}):
        with pytest.raises(TypeError, match=r"one takes void\(Some\)"):
            kernel(other)


def test_machine_code_is_kept_and_made_again_when_it_is_damaged(tmp_path: Path) -> None:
    load = native._library.__wrapped__
    assert load("kernels", tmp_path).get_function_address("log.open_row")
    [kept] = tmp_path.iterdir()
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1])):
        kept.write_bytes(damaged)
        assert load("kernels", tmp_path).get_function_address("log.open_row")
        assert kept.read_bytes() == whole


def test_machine_code_is_made_where_nothing_can_be_kept() -> None:
    library = native._library.__wrapped__("kernels", Path(os.devnull, "inarow"))
    assert library.get_function_address("log.open_row")
