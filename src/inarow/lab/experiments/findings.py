"""What an experiment has found so far: one line each, written at once and read again later."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future, as_completed
from pathlib import Path
from typing import Any

from inarow.files.whole import write_whole
from inarow.lab.pool import process_pool

Finding = dict[str, Any]


class Findings:
    """Findings by key in a file of JSON lines; an interrupted experiment resumes from there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[str, Finding] = {}
        if path.exists():
            self._read()

    def get(self, key: str, find: Callable[[], Finding]) -> Finding:
        """What stands under a key; if nothing does, find it out and write it down."""
        if key not in self._found:
            self._note(key, find())
        return self._found[key]

    def all(self) -> list[Finding]:
        """Everything that was found, in the order in which it was."""
        return list(self._found.values())

    def get_all(
        self,
        questions: Mapping[str, Callable[[], Finding]],
        jobs: int = 1,
        tell: Callable[[str], None] = lambda _: None,
    ) -> list[Finding]:
        """What stands under each key; what does not is found out, ``jobs`` at once.

        Several at once are found out in processes of their own, so a question must be a function
        of a module, perhaps with arguments filled in.
        """
        missing = {key: find for key, find in questions.items() if key not in self._found}
        if jobs == 1 or len(missing) < 2:
            for key, find in missing.items():
                self._note(key, find())
                tell(key)
        else:
            self._find_out_at_once(missing, jobs, tell)
        return [self._found[key] for key in questions]

    def _find_out_at_once(
        self, questions: Mapping[str, Callable[[], Finding]], jobs: int, tell: Callable[[str], None]
    ) -> None:
        """Note the answers as they come in; whatever ends this early, those that are there."""
        asked: dict[Future[Finding], str] = {}
        try:
            with process_pool(jobs) as pool:
                asked |= {pool.submit(find): key for key, find in questions.items()}
                for answer in as_completed(asked):
                    self._note(asked[answer], answer.result())
                    tell(asked[answer])
        except BaseException:
            for answer, key in asked.items():
                if key not in self._found and _is_answered(answer):
                    self._note(key, answer.result())
            raise

    def _note(self, key: str, finding: Finding) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, "finding": finding}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        # As it will be read again, should the experiment be interrupted.
        self._found[key] = json.loads(json.dumps(finding))

    def _read(self) -> None:
        text = self._path.read_text(encoding="utf-8")
        whole, _, torn = text.rpartition("\n")
        for line in whole.splitlines():
            entry = json.loads(line)
            self._found[entry["key"]] = entry["finding"]
        if torn:
            # The last line was cut off when its writer was killed.
            write_whole(self._path, whole + "\n" if whole else "")


def _is_answered(answer: Future[Finding]) -> bool:
    return answer.done() and not answer.cancelled() and answer.exception() is None
