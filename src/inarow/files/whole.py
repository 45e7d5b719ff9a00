"""Writing a file as a whole: afterwards it holds all of the new content, or is as it was before."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

from inarow.rules.errors import InarowError


def check_writable(path: Path) -> None:
    """Say at once that a file cannot be written, rather than after the work."""
    folder = path.parent
    if _is_special(path):
        fine = os.access(path, os.W_OK)
    else:
        fine = not path.is_dir() and folder.is_dir() and os.access(folder, os.W_OK)
    if not fine:
        raise InarowError(f"cannot write {path}: there is no such folder, or it is read-only")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside the one that is meant, and put it in its place when it is complete."""
    data = content.encode() if isinstance(content, str) else content
    if _is_special(path):
        path.write_bytes(data)
        return
    target = path.resolve()
    draft = target.with_name(f"{target.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _is_special(path: Path) -> bool:
    """Say whether a pipe or a device is there, as /dev/null, which must not be replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()
