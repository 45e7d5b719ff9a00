"""Files that long work ends in."""

from __future__ import annotations

import os
from pathlib import Path

from inarow.rules.errors import InarowError


def check_writable(path: Path) -> None:
    """Say at once that a file cannot be written, rather than after the work."""
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InarowError(f"cannot write {path}: there is no such folder, or it is read-only")
