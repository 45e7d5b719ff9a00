"""For all tests."""

from __future__ import annotations

import signal

# Who starts the tests in the background may have told them, and so every program that they start,
# to be deaf to Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
