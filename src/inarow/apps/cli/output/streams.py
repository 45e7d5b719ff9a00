"""Where typed words come from."""

from __future__ import annotations

import io
import sys
from typing import TextIO


def standard_input() -> TextIO:
    """Standard input; one that was closed before we began (``<&-``) is one that has ended."""
    return io.StringIO() if sys.stdin is None else sys.stdin
