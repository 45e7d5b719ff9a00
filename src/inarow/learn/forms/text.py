"""Chapters and exercises as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from inarow.learn.chapters.chapter import Chapter, Part, chapters
from inarow.learn.exercises.exercise import Exercise, exercise
from inarow.learn.forms.output import output_of
from inarow.learn.live import ExerciseBlock
from inarow.learn.markdown import Code, Prose

_INDENT = "    "


def contents_text() -> str:
    """The chapters in their order, with their exercises."""
    lines = []
    for one in chapters():
        lines.append(f"{one.number:>3}  {one.name:<11}{one.title}")
        lines += [f"       * {each.name:<14}{each.title}" for each in one.exercises]
    return "\n".join(lines)


def chapter_text(chapter: Chapter, width: int) -> str:
    """A chapter with what its live blocks show."""
    return "\n\n".join(
        (_heading(f"{chapter.number}. {chapter.title}"), *_parts(chapter.parts, width))
    )


def exercise_text(wanted: Exercise, width: int) -> str:
    """What an exercise asks for, and the code to start from."""
    parts = [part for part in wanted.task if isinstance(part, Prose | Code)]
    starter = textwrap.indent(wanted.starter.rstrip(), _INDENT)
    return "\n\n".join((f"Exercise {wanted.name}: {wanted.title}", *_parts(parts, width), starter))


def _heading(title: str) -> str:
    return f"{title}\n{'=' * len(title)}"


def _parts(parts: Iterable[Part], width: int) -> Iterator[str]:
    for part in parts:
        match part:
            case Prose():
                yield _prose(part, width)
            case Code():
                yield textwrap.indent(part.source.rstrip(), _INDENT)
                if printed := output_of(part).rstrip():
                    yield f"{_INDENT}prints\n\n{textwrap.indent(printed, _INDENT)}"
            case ExerciseBlock():
                yield exercise_text(exercise(part.name), width)
                yield _live(part.text(), width)
            case _:
                yield "\n".join(_live(line, width) for line in part.text().splitlines())


def _prose(part: Prose, width: int) -> str:
    text = part.text(width)
    return f"{text}\n{'-' * len(text)}" if part.is_heading else text


def _live(line: str, width: int) -> str:
    """A line that fits; what is drawn in letters, a board or a tree, stays as it is."""
    if len(line) <= width or line.lstrip()[:1] in "├│└":
        return line
    return textwrap.fill(line, width)
