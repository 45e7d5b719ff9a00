"""What every experiment has: a name, a place for its findings, and a page that it writes."""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from inarow.files.trouble import trouble_as
from inarow.files.whole import write_whole
from inarow.lab.experiments.findings import Findings
from inarow.rules.errors import InarowError

Tell = Callable[[str], None]


class LabError(InarowError):
    """An experiment cannot be run like this."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where an experiment keeps its findings, page and figures, and how much it plays."""

    #: Findings and games, kept between starts.
    data: Path
    #: The page and the figures.
    pages: Path
    tell: Tell
    #: How much is played or searched: 1 is the usual.
    size: float = 1.0
    #: How many games are played in parallel.
    jobs: int = 1
    #: A data set to count in, for experiments that can.
    dataset: Path | None = None
    #: Other openings and other dice, for experiments that can.
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.size < math.inf:
            raise LabError(f"size must be a number above 0, not {self.size}")
        if self.jobs < 1:
            raise LabError(f"jobs must be at least 1, not {self.jobs}")

    def findings(self, name: str) -> Findings:
        """The findings of an experiment."""
        return Findings(writable(self.data) / f"{name}.jsonl")

    def store_path(self, name: str) -> Path:
        """The store of an experiment's games."""
        return writable(self.data) / f"{name}.sqlite"

    def command(self, name: str) -> str:
        """What to type for the same page."""
        words = ["inarow", "lab", name]
        if self.size != 1.0:
            words += ["--size", f"{self.size:g}"]
        if self.seed:
            words += ["--seed", str(self.seed)]
        if self.dataset is not None:
            words += ["--dataset", str(self.dataset)]
        return shlex.join(words)

    def count(self, full: float, least: int = 1) -> int:
        """So many of something, scaled by the size of this workspace."""
        return max(round(full * self.size), least)


def writable(folder: Path) -> Path:
    """A folder that is there and can be written into."""
    with trouble_as(LabError, f"cannot write into {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise LabError(f"cannot write into {folder}")
    return folder


@dataclass(slots=True)
class Page:
    """A results page in Markdown while it is written."""

    name: str
    title: str
    #: What stands above the title, for programs.
    metadata: str = ""
    lines: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Add a paragraph."""
        self.lines += [text, ""]

    def head(self, text: str) -> None:
        """Begin a section."""
        self.lines += [f"## {text}", ""]

    def table(self, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Add a table; the first column is text, the others are numbers."""
        self.lines.append("| " + " | ".join(head) + " |")
        self.lines.append("|---" + "|---:" * (len(head) - 1) + "|")
        self.lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
        self.lines.append("")

    def picture(self, name: str, caption: str) -> None:
        """Show a figure that lies beside the page."""
        self.lines += [f"![{caption}]({name}.svg)", "", f"*{caption}* ([PNG]({name}.png))", ""]

    def made_by(self, command: str) -> None:
        """Say first which command makes the page."""
        note = f"*Made by `{command}`; the text is computed from the results.*"
        self.lines[:0] = [note, ""]

    def write(self, workspace: Workspace) -> Path:
        """Write the page, with the command that makes it."""
        self.made_by(workspace.command(self.name))
        return self.write_at(writable(workspace.pages) / f"{self.name}.md")

    def write_at(self, path: Path) -> Path:
        """Write the page as it is to a file."""
        write_whole(path, self.metadata + "\n".join([f"# {self.title}", "", *self.lines]))
        return path
