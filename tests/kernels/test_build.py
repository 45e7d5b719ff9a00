"""The kernels that are shipped are those of the sources, and do what Numba's do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from tools.kernels import build

from inarow.kernels import compiling
from inarow.kernels.compiling import FOLDERS, MODE, Mode, manifest_path, sources_digest
from inarow.kernels.native import PREBUILT


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_shipped_was_built_from_these_sources(folder: str) -> None:
    manifest = json.loads(manifest_path(folder).read_text())
    assert manifest["sources"] == sources_digest(folder), "`make kernels` builds them"
    assert MODE is Mode.PREBUILT


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the kernels that a test may change."""
    copy = tmp_path / "kernels"
    shutil.copytree(compiling._HERE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiling, "_HERE", copy)
    sources_digest.cache_clear()
    yield copy
    sources_digest.cache_clear()


@pytest.mark.parametrize(
    ("changed", "folders"),
    [
        ("gomoku/search.py", ["gomoku"]),
        ("bits.py", list(FOLDERS)),
        ("exact/gpu_search.py", []),
        ("native.py", []),
    ],
)
def test_only_what_changed_is_built_again(
    sources: Path, monkeypatch: pytest.MonkeyPatch, changed: str, folders: list[str]
) -> None:
    made_from = build.made_from
    monkeypatch.setattr(build, "_linker_version", lambda: "none is needed to compare sources")
    shipped = {name: json.loads(manifest_path(name).read_text()) for name in FOLDERS}
    # With whatever tools they were made, and whether or not there is a linker here.
    monkeypatch.setattr(build, "_linker_version", str)
    monkeypatch.setattr(
        build, "made_from", lambda name: {**shipped[name], "sources": made_from(name)["sources"]}
    )
    assert build.changed() == []
    with (sources / changed).open("a") as file:
        file.write("# changed\n")
    sources_digest.cache_clear()
    assert build.changed() == folders


@pytest.mark.slow
def test_a_build_can_be_repeated_in_any_order(tmp_path: Path) -> None:
    """Each folder was built by itself; here one process builds all of them, the last one first."""
    if shutil.which("wasm-ld") is None and find_spec("ziglang") is None:
        pytest.skip("the kernels for browsers need wasm-ld: Debian's lld, or PyPI's ziglang")
    shipped = {name: json.loads(manifest_path(name).read_text()) for name in FOLDERS}
    here = {name: build.made_from(name) for name in FOLDERS}
    if any(shipped[name][tool] != here[name][tool]
           for name in FOLDERS for tool in ("numba", "llvmlite")):  # fmt: skip
        pytest.skip("other versions build other kernels")
    assert build.start(FOLDERS[::-1], tmp_path).wait() == 0
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in PREBUILT.iterdir()}
    for name in FOLDERS:
        # Another linker lays the same code out in another way.
        same_linker = shipped[name]["linker"] == here[name]["linker"]
        for ending in ("bc.xz", "wasm", "json") if same_linker else ("bc.xz",):
            file = f"{name}.{ending}"
            # Compared first: pytest would take minutes to show how they differ.
            is_same = (tmp_path / file).read_bytes() == (PREBUILT / file).read_bytes()
            assert is_same, f"{file} differs; `make kernels` builds it"
