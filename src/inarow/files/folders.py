"""Where the program keeps what belongs to a person."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The program's part of the user's data folder, whether it exists yet or not."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "inarow"
