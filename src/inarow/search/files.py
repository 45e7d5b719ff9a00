"""Files that long work ends in: there whole, or as they were before."""

from __future__ import annotations

import os
from pathlib import Path

from inarow.rules.errors import InarowError


def check_writable(path: Path) -> None:
    """Say at once that a file cannot be written, rather than after the work."""
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InarowError(f"cannot write {path}: there is no such folder, or it is read-only")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside the one that is meant, and put it in its place when it is complete."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    data = content.encode() if isinstance(content, str) else content
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
