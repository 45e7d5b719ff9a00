"""The solver's kernels never read or write outside their arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.slow
def test_the_solver_stays_within_its_arrays() -> None:
    process = subprocess.run(
        [sys.executable, str(HERE / "check_bounds.py"), "5"],
        env={
            **os.environ,
            "PYTHONPATH": str(HERE.parent.parent / "src"),
            "INAROW_KERNELS": "numba",
            "NUMBA_BOUNDSCHECK": "1",
        },
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    assert int(process.stdout.split()[0]) >= 7
