"""For all tests."""

from __future__ import annotations

import os
import signal
import tempfile

# Who starts the tests in the background may have told them, and so every program that they start,
# to be deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Games that are played in tests are not the person's own.
_data = tempfile.TemporaryDirectory(prefix="inarow-tests-")
os.environ["XDG_DATA_HOME"] = _data.name
