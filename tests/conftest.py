"""For all tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

from made_once import shared_folder

# Who starts the tests in the background may have told them, and so every program that they start,
# to be deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Games that are played in tests are not the person's own.
_data = tempfile.TemporaryDirectory(prefix="inarow-tests-")
os.environ["XDG_DATA_HOME"] = _data.name

#: What the program reads; libraries set others when they are first imported.
_VARIABLES = (
    "COLORFGBG", "COLUMNS", "HOME", "INAROW_CACHE_DIR", "INAROW_KERNELS", "INAROW_LISTEN",
    "INAROW_TABLE_MB", "LINES", "NO_COLOR", "PATH", "PYTHONPATH", "TERM", "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that hold slow tests, or one worker would be left alone with them."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests in the package alone: every worker would import each helper of a test."""
    return [one for one in (yield) if not isinstance(one, DoctestModule)]


@pytest.fixture(autouse=True)
def _leaves_no_trace() -> Iterator[None]:
    """A test that leaves something behind fails itself, not whichever runs after it."""
    before = _surroundings()
    yield
    assert _surroundings() == before, "monkeypatch puts things back"


@pytest.fixture(scope="session")
def searches(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What ``kernels/searches.py`` prints with the kernels that are shipped."""
    tests = Path(__file__).parent
    path = os.pathsep.join([str(tests.parent / "src"), str(tests)])
    with shared_folder(tmp_path_factory, "searches") as folder:
        printed = folder / "printed"
        if not printed.exists():
            done = subprocess.run(
                [sys.executable, tests / "kernels" / "searches.py"],
                env={**os.environ, "PYTHONPATH": path, "INAROW_KERNELS": "prebuilt"},
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            # A helping thread that fails says so and no more.
            assert not done.stderr
            printed.write_text(done.stdout)
        return printed.read_text()


def _surroundings() -> dict[str, object]:
    return {
        "folder": Path.cwd(),
        # Ray puts a folder of its own there.
        "path": [folder for folder in sys.path if not folder.startswith(sys.prefix)],
        "variables": {name: os.environ.get(name) for name in _VARIABLES},
        "Ctrl-C": signal.getsignal(signal.SIGINT),
    }
