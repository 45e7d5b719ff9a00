"""What an experiment has found so far: one line a finding, written at once, read again later."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
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
            self._note(key, find())
        return self._found[key]

    def findings(
        self,
        questions: Mapping[str, Callable[[], Finding]],
        jobs: int = 1,
        tell: Callable[[str], None] | None = None,
    ) -> list[Finding]:
        """What stands under each key; what does not is found out, ``jobs`` at once.

        Several at once are found out in processes of their own, so a question must be a function
        of a module, perhaps with arguments filled in.
        """
        missing = {key: find for key, find in questions.items() if key not in self._found}
        for key, finding in _found_out(missing, jobs):
            self._note(key, finding)
            if tell is not None:
                tell(key)
        return [self._found[key] for key in questions]

    def _note(self, key: str, finding: Finding) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, "finding": finding}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        # As it will be read again, should the experiment be interrupted.
        self._found[key] = json.loads(json.dumps(finding))

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


def _found_out(
    questions: Mapping[str, Callable[[], Finding]], jobs: int
) -> Iterator[tuple[str, Finding]]:
    """The answers as they come in."""
    if jobs == 1 or len(questions) < 2:
        for key, find in questions.items():
            yield key, find()
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        asked = {pool.submit(find): key for key, find in questions.items()}
        for answer in as_completed(asked):
            yield asked[answer], answer.result()
