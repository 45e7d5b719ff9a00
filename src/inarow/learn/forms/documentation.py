"""Chapters as Markdown for the documentation's site: with each live block's form in text."""

from __future__ import annotations

import re

from inarow.learn.chapters.chapter import Chapter, Part, chapters
from inarow.learn.exercises.exercise import exercise
from inarow.learn.forms.output import output_of
from inarow.learn.live import ExerciseBlock
from inarow.learn.markdown import Code, Prose

_LINK = re.compile(r"\((chapter|exercise):([a-z0-9-]+)\)")


def documentation() -> dict[str, str]:
    """Every chapter's page, by the name of its file, and one that lists them."""
    listed = "\n".join(one.name for one in chapters())
    index = (
        "# The course\n\nTwelve short chapters from the rules of a game to a player that beats a "
        "published one. Here they are to be read; in the page (`inarow web`, Learn) the boards can "
        "be played on, the trees grow and your code runs, and `inarow learn` has all of it in a "
        f"terminal.\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    )
    return {"index.md": index, **{f"{one.name}.md": chapter_markdown(one) for one in chapters()}}


def chapter_markdown(chapter: Chapter) -> str:
    """A chapter as Markdown that needs no program to read it."""
    return "\n\n".join((f"# {chapter.title}", *map(_part, chapter.parts))) + "\n"


def _part(part: Part) -> str:
    match part:
        case Prose():
            return _LINK.sub(lambda link: f"({link[2]}.md)", part.markdown)
        case Code():
            printed = output_of(part)
            return _fenced("python", part.source) + (
                f"\n\n{_fenced('text', printed)}" if printed else ""
            )
        case ExerciseBlock():
            wanted = exercise(part.name)
            task = [_part(each) for each in wanted.task if isinstance(each, Prose | Code)]
            start = _fenced("python", wanted.starter)
            return "\n\n".join((f"**Exercise: {wanted.title}.**", *task, start, part.text()))
    return _fenced("text", part.text())


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
