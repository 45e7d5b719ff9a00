"""For all tests."""

from __future__ import annotations

import os
import signal
import tempfile

import pytest

# Who starts the tests in the background may have told them, and so every program that they start,
# to be deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Games that are played in tests are not the person's own.
_data = tempfile.TemporaryDirectory(prefix="inarow-tests-")
os.environ["XDG_DATA_HOME"] = _data.name


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that hold slow tests, or one worker would be left alone with them."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
