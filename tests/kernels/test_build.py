"""The kernels that are shipped are those of the sources, and do what Numba's do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import llvmlite
import numba
import pytest

from inarow.kernels.compiling import MANIFEST, MODE, Mode, sources_digest

TESTS = Path(__file__).parents[1]


def test_what_is_shipped_was_built_from_these_sources() -> None:
    manifest = json.loads(MANIFEST.read_text())
    assert manifest["sources"] == sources_digest(), "`make kernels` builds them"
    assert MODE is Mode.PREBUILT


def _found(**environment: str) -> list[str]:
    path = os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])
    process = subprocess.run(
        [sys.executable, str(TESTS / "kernels" / "searches.py")],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    return process.stdout.splitlines()


@pytest.mark.slow
def test_shipped_kernels_find_what_numbas_find_after_as_many_nodes() -> None:
    found = _found(INAROW_KERNELS="prebuilt")
    assert len(found) == 940
    # With bounds checks, for which Numba compiles the kernels in other tests anyway.
    assert found == _found(INAROW_KERNELS="numba", NUMBA_BOUNDSCHECK="1")


@pytest.mark.slow
def test_a_build_can_be_repeated(tmp_path: Path) -> None:
    shipped = MANIFEST.parent
    manifest = json.loads(MANIFEST.read_text())
    versions = {"numba": numba.__version__, "llvmlite": llvmlite.__version__}
    if not manifest.items() >= versions.items():
        pytest.skip("other versions build other kernels")
    if shutil.which("wasm-ld") is None and find_spec("ziglang") is None:
        pytest.skip("the kernels for browsers need wasm-ld: Debian's lld, or PyPI's ziglang")
    subprocess.run([sys.executable, TESTS.parent / "tools/kernels/build.py", tmp_path], check=True)
    names = {path.name for path in shipped.iterdir()}
    assert names == {path.name for path in tmp_path.iterdir()}
    linkers = {json.loads((folder / MANIFEST.name).read_text())["linker"]
               for folder in (shipped, tmp_path)}  # fmt: skip
    for name in names:
        if len(linkers) > 1 and name in ("kernels.wasm", MANIFEST.name):
            continue  # another linker lays the same code out in another way
        # Compared first: pytest would take minutes to show how they differ.
        is_same = (tmp_path / name).read_bytes() == (shipped / name).read_bytes()
        assert is_same, f"{name} differs; `make kernels` builds it"
