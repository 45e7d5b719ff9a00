"""The doctor: says what there is, and finds what is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import inarow
from inarow.apps import doctor
from inarow.apps.cli.main import main
from inarow.files.extras import install_command
from inarow.kernels import compiling
from inarow.kernels.compiling import Mode
from inarow.lab.bench import tree
from inarow.search.exact import book


def examined() -> dict[str, doctor.Check]:
    return {check.name: check for check in doctor.examine()}


@pytest.fixture
def no_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their speeds take seconds."""
    monkeypatch.setattr(doctor, "ENGINES", ())


def test_a_healthy_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert told.endswith("No problems found.\n")
    assert inarow.__version__ in told
    assert f"numba {metadata.version('numba')}" in told
    speeds = re.findall(r"speed (\w+) +([\d.]+) million nodes a second", told)
    assert [name for name, _ in speeds] == list(doctor.ENGINES)
    assert all(float(speed) > 0.01 for _, speed in speeds)


@pytest.mark.usefixtures("no_engines")
def test_json_holds_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert [check["name"] for check in checks] == list(examined())
    assert all(check["wrong"] is None for check in checks)


@pytest.mark.usefixtures("no_engines")
def test_a_package_that_is_too_old(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.9" if name == "numpy" else real(name))
    assert main(["doctor"]) == 1
    assert "numpy 0.9 is too old, 2.0 is needed" in capsys.readouterr().out


@pytest.mark.usefixtures("no_engines")
def test_packages_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name in ("textual", "uvicorn"):
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)
    found = examined()
    assert (found["packages"].wrong or "").startswith("textual: not installed")
    # An extra is nobody's duty.
    assert found["extra web"].wrong is None
    assert found["extra web"].says.endswith(f"without uvicorn: {install_command('web')}")


@pytest.mark.usefixtures("no_engines")
def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv("INAROW_CACHE_DIR", str(in_the_way / "cache"))
    assert "set INAROW_CACHE_DIR" in (examined()["cache"].wrong or "")


@pytest.mark.usefixtures("no_engines")
def test_kernels_that_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "MODE", Mode.PYTHON)
    assert "unset INAROW_KERNELS" in (examined()["kernels"].wrong or "")
    monkeypatch.setattr(compiling, "MODE", Mode.NUMBA)
    assert examined()["kernels"].wrong is None
    monkeypatch.setattr(compiling, "outdated", lambda: "the kernels have changed")
    assert (examined()["kernels"].wrong or "").startswith("the kernels have changed, so")


@pytest.mark.usefixtures("no_engines")
def test_a_book_that_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(_: object) -> None:
        raise book.BookError("the book connect4.book is cut off")

    monkeypatch.setattr(book, "shipped_book", damaged)
    assert "is cut off; reinstalling" in (examined()["books"].wrong or "")
    monkeypatch.setattr(book, "shipped_book", lambda _: None)
    assert "no opening book for connect4, square" in (examined()["books"].wrong or "")


def in_a_process_of_its_own(before: str = "", **environment: str) -> dict[str, dict[str, str]]:
    """What the doctor finds after some statement, without the speeds."""
    program = f"""if True:
        import sys
        {before}
        from inarow.apps import doctor
        from inarow.apps.cli.main import main
        doctor.ENGINES = ()
        main(["doctor", "--json"])
    """
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True,
        env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return {check["name"]: check for check in json.loads(done.stdout)["checks"]}


def test_a_gpu_that_is_only_simulated() -> None:
    found = in_a_process_of_its_own(NUMBA_ENABLE_CUDASIM="1")
    assert found["GPU"]["says"] == "none: numba-cuda only simulates one"


@pytest.mark.parametrize("package", ["numpy", "llvmlite"])
def test_a_package_that_cannot_be_imported(package: str) -> None:
    found = in_a_process_of_its_own(f"sys.modules[{package!r}] = None")
    assert package in found["kernels"]["wrong"]
    assert found["Python"]["wrong"] is None


def test_an_engine_that_searches_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ENGINES", ("tree",))
    searched = tree.SIGNATURE
    monkeypatch.setattr(tree, "SIGNATURE", 1)
    complaint = f"searched {searched:,} nodes, not 1"
    assert complaint in (examined()["speed tree"].wrong or "")


def test_every_extra_of_the_package_is_looked_at() -> None:
    listed = {one.extra for one in doctor.requirements()} - {"", "dev"}
    assert listed == set(metadata.metadata("inarow").get_all("Provides-Extra") or ()) - {"dev"}
    assert {one.name for one in doctor.requirements() if not one.extra} == {
        "llvmlite", "numba", "numpy", "textual",
    }  # fmt: skip
    assert {one.name: one.at_least for one in doctor.requirements()}["numba"] == "0.61"
