"""What an experiment has found so far: one line a finding, written at once, read again later."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

Finding = dict[str, Any]


class Notebook:
    """Findings by key in a file of JSON lines; an interrupted experiment goes on from there."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._found: dict[str, Finding] = {}
        if path.exists():
            self._read()

    def finding(self, key: str, find: Callable[[], Finding]) -> Finding:
        """What stands under a key; if nothing does, find it out and write it down."""
        if key not in self._found:
            finding = find()
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "finding": finding}) + "\n")
                file.flush()
                os.fsync(file.fileno())
            # As it will be read again, should the experiment be interrupted.
            self._found[key] = json.loads(json.dumps(finding))
        return self._found[key]

    def __contains__(self, key: str) -> bool:
        return key in self._found

    def _read(self) -> None:
        text = self._path.read_text(encoding="utf-8")
        whole, _, torn = text.rpartition("\n")
        for line in whole.splitlines():
            entry = json.loads(line)
            self._found[entry["key"]] = entry["finding"]
        if torn:
            # The last line was cut off when its writer was killed.
            self._path.write_text(whole + "\n" if whole else "", encoding="utf-8")
