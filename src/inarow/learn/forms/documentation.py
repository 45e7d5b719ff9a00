"""Chapters as Markdown for the documentation's site: with each live block's form in text."""

from __future__ import annotations

import re

from inarow.learn.chapters.chapter import Chapter, Part, chapter, chapters
from inarow.learn.exercises.exercise import exercise
from inarow.learn.forms.output import output_of
from inarow.learn.live import ExerciseBlock
from inarow.learn.markdown import Code, Prose

_LINK = re.compile(r"\((chapter|exercise):([a-z0-9-]+)\)")


def documentation() -> dict[str, str]:
    """Every chapter's page, by the name of its file; the names sort as the chapters do."""
    return {_file(one): chapter_markdown(one) for one in chapters()}


def _file(one: Chapter) -> str:
    return f"{one.number:02}-{one.name}.md"


def chapter_markdown(one: Chapter) -> str:
    """A chapter as Markdown that needs no program to read it."""
    return "\n\n".join((f"# {one.title}", *map(_part, one.parts))) + "\n"


def _part(part: Part) -> str:
    match part:
        case Prose():
            return _LINK.sub(_target, part.markdown)
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


def _target(link: re.Match[str]) -> str:
    name = exercise(link[2]).chapter if link[1] == "exercise" else link[2]
    return f"({_file(chapter(name))})"


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
