"""The distributions: what they hold, and that the wheel works wherever it is installed."""

from __future__ import annotations

import email
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from doors.environments import ROOT, build, fresh_environment, outside_of_the_checkout
from doors.use_installed import use

pytestmark = pytest.mark.slow

READ_ONLY = ("setpriv", "--bounding-set=-dac_override")


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder, "wheel", "sdist")
    return folder


@pytest.fixture(scope="session")
def wheel(distributions: Path) -> Path:
    return next(distributions.glob("*.whl"))


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    packed = contents(wheel)
    for name in tracked:
        if (ROOT / name).exists():
            assert packed[name.removeprefix("src/")] == (ROOT / name).read_bytes(), name
    assert any(name.endswith(".book") for name in packed)
    assert "inarow/apps/web/static/index.html" in packed


def test_the_sdist_builds_the_same_wheel(distributions: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(next(distributions.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    build(next(tmp_path.glob("inarow-*")), tmp_path, "wheel")
    assert contents(next(tmp_path.glob("*.whl"))) == contents(wheel)


def test_the_metadata_names_the_pythons_that_it_runs_on(wheel: Path) -> None:
    packed = contents(wheel)
    about = email.message_from_bytes(
        next(data for name, data in packed.items() if name.endswith("METADATA"))
    )
    assert about["Requires-Python"] == ">=3.11"
    for minor in range(11, 15):
        assert f"Programming Language :: Python :: 3.{minor}" in about.get_all("Classifier", [])


@pytest.fixture(scope="session")
def web_environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fresh_environment(tmp_path_factory.mktemp("web") / "venv", wheel, "web")


def test_the_installed_wheel_works_from_another_folder(
    web_environment: Path, tmp_path: Path
) -> None:
    use(str(web_environment / "inarow"), tmp_path, outside_of_the_checkout(tmp_path))


@pytest.mark.skipif(
    os.geteuid() == 0 and shutil.which(READ_ONLY[0]) is None,
    reason="the superuser may write everywhere, and there is no setpriv to forbid it",
)
def test_it_works_where_it_is_read_only(web_environment: Path, tmp_path: Path) -> None:
    """Nothing can be written beside the package: machine code goes to the user's cache."""
    site = next(web_environment.parent.glob("lib/python*/site-packages"))
    package = [site / "inarow", *(site / "inarow").rglob("*")]
    folders = [site, *(path for path in package if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    command = tmp_path / "inarow"
    limited = READ_ONLY if os.geteuid() == 0 else ()
    command.write_text(f'#!/bin/sh\nexec {" ".join(limited)} {web_environment / "inarow"} "$@"\n')
    command.chmod(0o755)
    refused = subprocess.run([*limited, "touch", str(site / "inarow" / "new")], check=False)
    assert refused.returncode != 0
    use(str(command), tmp_path, outside_of_the_checkout(tmp_path))
    for folder in folders:
        folder.chmod(0o755)


def test_without_extras_each_door_says_what_it_needs(wheel: Path, tmp_path: Path) -> None:
    programs = fresh_environment(tmp_path / "venv", wheel)
    for door, extra in (("web", "web"), ("mcp", "mcp")):
        refused = subprocess.run(
            [programs / "inarow", door], cwd=tmp_path, env=outside_of_the_checkout(tmp_path),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert refused.returncode == 2
        assert f"pip install 'inarow[{extra}]'" in refused.stderr


def test_the_mcp_extra_is_enough_for_the_server(wheel: Path, tmp_path: Path) -> None:
    programs = fresh_environment(tmp_path / "venv", wheel, "mcp")
    asked = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    answered = subprocess.run(
        [programs / "inarow", "mcp"], input=asked, cwd=tmp_path, check=True,
        env=outside_of_the_checkout(tmp_path), capture_output=True,
    )  # fmt: skip
    assert b'"id":1' in answered.stdout


@pytest.mark.parametrize(
    ("extra", "command", "made"),
    [
        ("plots", "hint 112233 --draw hint.png", "hint.png"),
        (
            "parquet",
            "lab dataset --game mnk(4x4,k=3,gravity) --positions 50 --jobs 1 --output set",
            "set/test.parquet",
        ),
    ],
)
def test_an_extra_is_enough_for_what_it_is_for(
    wheel: Path, tmp_path: Path, extra: str, command: str, made: str
) -> None:
    programs = fresh_environment(tmp_path / "venv", wheel, extra)
    subprocess.run(
        [programs / "inarow", *command.split()], cwd=tmp_path, check=True,
        env=outside_of_the_checkout(tmp_path),
    )  # fmt: skip
    assert (tmp_path / made).stat().st_size > 0


@pytest.mark.parametrize("module", ["inarow", "inarow.study.review.review", "inarow.match.plan"])
def test_the_library_does_not_load_what_only_the_terminal_needs(module: str) -> None:
    """Textual stays a plain dependency on condition that only the terminal game pays for it."""
    loaded = f"import sys, {module}; print({{'textual', 'rich', 'numba'}} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", loaded], check=True, capture_output=True, text=True
    )
    assert done.stdout == "set()\n"
