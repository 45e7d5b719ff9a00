"""Text that fits the terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap


def screen_width() -> int:
    """How many letters a line may have: as the terminal has them, and 80 elsewhere."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80


def wrapped(text: str, indent: int) -> str:
    """A sentence as indented lines that fit the terminal; one line where there is no terminal."""
    margin = " " * indent
    if not sys.stdout.isatty():
        return margin + text
    width = max(screen_width(), indent + 20)
    return textwrap.fill(text, width, initial_indent=margin, subsequent_indent=margin)
