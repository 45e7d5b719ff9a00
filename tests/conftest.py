"""For all tests."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

# Who starts the tests in the background may have told them, and so every program that they start,
# to be deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Games that are played in tests are not the person's own.
_data = tempfile.TemporaryDirectory(prefix="inarow-tests-")
os.environ["XDG_DATA_HOME"] = _data.name

#: What pytest itself sets, and what a library does when it is first imported.
_NOT_OURS = ("PYTEST_CURRENT_TEST",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that hold slow tests, or one worker would be left alone with them."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(autouse=True)
def _leaves_no_trace() -> Iterator[None]:
    """A test that leaves something behind fails itself, not whichever runs after it."""
    before = _surroundings()
    yield
    assert _surroundings() == before, "monkeypatch puts things back"


def _surroundings() -> dict[str, object]:
    variables = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
    return {
        "folder": Path.cwd(), "path": list(sys.path), "environment": variables,
        "Ctrl-C": signal.getsignal(signal.SIGINT),
    }  # fmt: skip
