"""Files that long work ends in: there whole, or as they were before."""

from __future__ import annotations

import os
from pathlib import Path

from inarow.rules.errors import InarowError


def check_writable(path: Path) -> None:
    """Say at once that a file cannot be written, rather than after the work."""
    place = path if _is_no_file(path) else path.parent
    if path.is_dir() or not place.exists() or not os.access(place, os.W_OK):
        raise InarowError(f"cannot write {path}: there is no such folder, or it is read-only")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside the one that is meant, and put it in its place when it is complete."""
    data = content.encode() if isinstance(content, str) else content
    if _is_no_file(path):
        path.write_bytes(data)
        return
    target = path.resolve()
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _is_no_file(path: Path) -> bool:
    """Say whether something is there that cannot be replaced: a pipe, or a device as /dev/null."""
    return path.exists() and not path.is_file()
