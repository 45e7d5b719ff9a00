"""The kernels without Numba, with bounds checks, and what keeps their caches fresh."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from inarow.kernels.compiling import forget_stale_caches

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
    assert run_check(2, NUMBA_DISABLE_JIT="1") == "36 positions compared\n"


def test_kernels_stay_within_their_arrays(tmp_path: Path) -> None:
    # A cache of its own: the ordinary one holds code without checks.
    printed = run_check(15, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
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


def test_a_changed_source_makes_every_cached_function_stale(tmp_path: Path) -> None:
    cache = tmp_path / "__pycache__"
    cache.mkdir()
    (tmp_path / "one.py").write_text("")
    old, new = cache / "one.f-1.nbi", cache / "two.g-1.nbi"
    for index in (old, new):
        index.write_bytes(b"")
    long_ago = time.time() - 100
    os.utime(old, (long_ago, long_ago))
    forget_stale_caches(tmp_path)
    assert not old.exists() and new.exists()
