"""The kernels with bounds checks: none reads or writes outside of its arrays.

Numba compiles them so for the first of these tests, and the others find its code in the cache: that
takes a minute, so they stay together.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


def checked(program: str, *arguments: str) -> str:
    """What a program among the tests prints with bounds checks, and few optimisations.

    Those would take longer than they save.
    """
    path = os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])
    compiling = {"INAROW_KERNELS": "numba", "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
    process = subprocess.run(
        [sys.executable, str(TESTS / program), *arguments],
        env={**os.environ, "PYTHONPATH": path, **compiling},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    # A helping thread that fails says so and no more.
    assert (process.returncode, process.stderr[-3000:]) == (0, "")
    return process.stdout


def test_shipped_kernels_find_what_numbas_find_after_as_many_nodes(searches: str) -> None:
    assert len(searches.splitlines()) == 940
    assert checked("kernels/searches.py") == searches


def test_the_tree_engine_stays_within_its_arrays() -> None:
    assert checked("tree/check_kernels.py", "15", "20") == "270 positions compared\n"


def test_the_solver_stays_within_its_arrays() -> None:
    assert int(checked("solver/check_bounds.py", "5").split()[0]) >= 7


def test_the_gomoku_engine_stays_within_its_arrays() -> None:
    told = re.fullmatch(
        r"(\d+) boards, (\d+) wins, (\d+) losses\n", checked("gomoku/check_bounds.py")
    )
    assert told is not None
    boards, wins, losses = (int(number) for number in told.groups())
    assert boards >= 50 and wins >= 10 and losses >= 1
