"""Where the code of the kernels comes from: Numba after a change, plain Python when asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "inarow"

CALLED = """
from inarow.kernels.compiling import compiled

@compiled("int64(int64)")
def called(number):
    return number + {added}
"""
CALLER = """
from inarow.kernels.called import called
from inarow.kernels.compiling import compiled

@compiled("int64(int64)")
def caller(number):
    return called(number)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The package with two kernels more, one of which calls the other."""
    folder = tmp_path / "src"
    leave_out = shutil.ignore_patterns("__pycache__", "static", "apps", "lab", "study")
    shutil.copytree(SOURCES, folder / "inarow", ignore=leave_out)
    (folder / "inarow" / "kernels" / "called.py").write_text(CALLED.format(added=1))
    (folder / "inarow" / "kernels" / "caller.py").write_text(CALLER)
    return folder


def _run(code: str, checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "INAROW_KERNELS"}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "PYTHONPATH": str(checkout), **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


CALL = "from inarow.kernels.caller import caller; print(caller(1), type(caller).__name__)"


def _change(checkout: Path) -> None:
    (checkout / "inarow" / "kernels" / "called.py").write_text(CALLED.format(added=2))


def test_a_change_in_another_file_is_not_missed_in_numbas_own_folder(
    checkout: Path, tmp_path: Path
) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert _run(CALL, checkout, **cache).stdout == "2 CPUDispatcher\n"
    _change(checkout)
    assert _run(CALL, checkout, **cache).stdout == "3 CPUDispatcher\n"


def test_numba_compiles_once_until_a_file_changes(checkout: Path, tmp_path: Path) -> None:
    code = (
        "from inarow.kernels.compiling import telling_of_compilation\n"
        "with telling_of_compilation(print):\n"
        f"    {CALL}"
    )
    cache = {"INAROW_CACHE_DIR": str(tmp_path / "cache")}
    assert _run(code, checkout, **cache).stdout == "called\ncaller\n2 CPUDispatcher\n"
    assert _run(code, checkout, **cache).stdout == "2 CPUDispatcher\n"
    # Code with bounds checks is other code.
    checked = _run(code, checkout, **cache, NUMBA_BOUNDSCHECK="1")
    assert checked.stdout == "called\ncaller\n2 CPUDispatcher\n"
    _change(checkout)
    assert _run(code, checkout, **cache).stdout == "called\ncaller\n3 CPUDispatcher\n"


def test_numba_compiles_where_nothing_can_be_kept(checkout: Path) -> None:
    done = _run(CALL, checkout, INAROW_CACHE_DIR=f"{os.devnull}/inarow")
    assert done.stdout == "2 CPUDispatcher\n", done.stderr


def test_numba_compiles_where_bounds_are_to_be_checked() -> None:
    code = "from inarow.kernels.compiling import MODE; print(MODE.value)"
    assert _run(code, SOURCES.parent, NUMBA_BOUNDSCHECK="1").stdout == "numba\n"


def test_plain_python_when_asked_for(checkout: Path) -> None:
    assert _run(CALL, checkout, INAROW_KERNELS="python").stdout == "2 function\n"


def test_kernels_that_have_changed_are_not_taken_for_those_that_were_built(checkout: Path) -> None:
    done = _run(CALL, checkout, INAROW_KERNELS="prebuilt")
    assert "`make kernels` builds them" in done.stderr


def test_a_manifest_with_a_conflict_is_none(checkout: Path, tmp_path: Path) -> None:
    (checkout / "inarow" / "kernels" / "prebuilt" / "tree.json").write_text("{\n<<<<<<< HEAD")
    done = _run(CALL, checkout, INAROW_CACHE_DIR=str(tmp_path / "cache"))
    assert done.stdout == "2 CPUDispatcher\n", done.stderr


def test_an_unknown_way_is_refused(checkout: Path) -> None:
    done = _run(CALL, checkout, INAROW_KERNELS="fast")
    assert "INAROW_KERNELS must be prebuilt, numba or python, not 'fast'" in done.stderr
