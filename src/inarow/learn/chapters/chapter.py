"""The chapters in their order, each as a list of blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

from inarow.learn.exercises.exercise import EXERCISES, Exercise
from inarow.learn.live import Live, live_block
from inarow.learn.markdown import Code, Marked, Prose, blocks_of, title_of
from inarow.learn.numbers import worked_out
from inarow.rules.errors import InarowError, did_you_mean

#: The chapters in the order in which they are read.
NAMES = (
    "games", "tree", "minimax", "heuristic", "alphabeta", "negamax", "order", "memory", "exact",
    "threats", "people", "matches",
)  # fmt: skip

Part = Prose | Code | Live


class ChapterError(InarowError):
    """There is no such chapter."""


@dataclass(frozen=True)
class Chapter:
    """A chapter: its text, and the blocks of it."""

    name: str
    number: int
    source: str

    @property
    def title(self) -> str:
        """What it is called."""
        return title_of(self.source)

    @cached_property
    def parts(self) -> list[Part]:
        """Its blocks in order, with every number worked out and every live block checked."""
        return [
            live_block(block) if isinstance(block, Marked) else block
            for block in blocks_of(self.source, worked_out)
        ]

    @property
    def exercises(self) -> list[Exercise]:
        """The exercises that belong to it."""
        return [one for one in EXERCISES.values() if one.chapter == self.name]


@lru_cache(maxsize=32)
def chapter(name: str) -> Chapter:
    """The chapter of a name, or of its number.

    >>> chapter("1").name
    'games'
    """
    if name.isdecimal() and 1 <= int(name) <= len(NAMES):
        return chapter(NAMES[int(name) - 1])
    if name not in NAMES:
        raise ChapterError(f"there is no chapter called {name!r}; {did_you_mean(name, NAMES)}")
    text = files("inarow.learn.chapters").joinpath(f"{name}.md").read_text(encoding="utf-8")
    return Chapter(name, NAMES.index(name) + 1, text)


def chapters() -> list[Chapter]:
    """All chapters."""
    return [chapter(name) for name in NAMES]
