"""The kernels without Numba, and with bounds checks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]


def run_check(positions: int, **environment: str) -> str:
    """Run the comparison in a process of its own and return what it printed."""
    path = os.pathsep.join([str(HERE.parent / "src"), str(HERE)])
    process = subprocess.run(
        [sys.executable, str(HERE / "kernel_check.py"), str(positions)],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    return process.stdout


def test_kernels_work_as_plain_python() -> None:
    assert run_check(2, INAROW_KERNELS="python") == "36 positions compared\n"


def test_kernels_stay_within_their_arrays() -> None:
    printed = run_check(15, INAROW_KERNELS="numba", NUMBA_BOUNDSCHECK="1")
    assert printed == "270 positions compared\n"


def test_the_solver_loads_no_kernel_of_the_tree_engine() -> None:
    script = "import sys, inarow.search.exact.solver; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(HERE.parent / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "inarow.kernels.exact.solving" in loaded
    assert not [name for name in loaded if name.startswith("inarow.kernels.tree")]
