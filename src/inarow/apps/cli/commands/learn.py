"""A course on how programs play games: chapters to read, and exercises that check your code.

  inarow learn                             list the chapters and exercises
  inarow learn minimax                     read a chapter, by name or number
  inarow learn start minimax my.py         show an exercise, and write code to start from
  inarow learn check minimax my.py         check your code: is it right? if not, what is wrong?
  inarow learn print minimax sheet.html    a chapter as a page to print or project
  inarow learn print exercises sheet.html --solutions     all exercises, with solutions

Put options last. `inarow web` has the same course with boards to play on and growing trees.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from pathlib import Path

from inarow.apps.cli.options.arguments import add_json, positive
from inarow.apps.cli.output.files import OutputError, write_output
from inarow.apps.cli.output.progress import ProgressLine
from inarow.apps.cli.output.text import screen_width
from inarow.apps.cli.supervised import check_source
from inarow.learn.chapters.chapter import NAMES, Chapter, chapter
from inarow.learn.exercises.exercise import EXERCISES, Exercise, exercise
from inarow.learn.feedback import Feedback, Rung
from inarow.learn.forms.page import chapter_page, exercises_page
from inarow.learn.forms.text import chapter_text, contents_text, exercise_text
from inarow.rules.errors import InarowError
from inarow.study.trace.tree_text import tree_text
from inarow.wire.course import chapter_info, contents_info, exercise_info, feedback_info
from inarow.wire.types import ChapterInfo, ContentsInfo, ExerciseInfo
from inarow.wire.write import json_line

_SECONDS = 60
#: Lines longer than this are hard to read.
_WIDEST = 88
#: How many nodes of a tree are shown beside an error.
_SHOWN_NODES = 40


class LearnError(InarowError):
    """The course cannot do that."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a chapter, or what to do with which."""
    parser.add_argument(
        "words", nargs="*", metavar="CHAPTER",
        help="a chapter or exercise; or start, check or print, as shown above",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=positive, default=_SECONDS, metavar="S",
        help=f"check: stop the code after S seconds without a result (default: {_SECONDS})",
    )  # fmt: skip
    parser.add_argument("--solutions", action="store_true", help="print: add the solutions")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Show, check, start or print."""
    action, *words = options.words or [""]
    if action in _ACTIONS:
        return _ACTIONS[action](words, options)
    if words:
        raise LearnError(
            f"cannot read 'learn {action} {words[0]}': write inarow learn start, check or print, "
            "then "
            "the name of the exercise and a file"
        )
    print(json_line(_info(action)) if options.json else _shown(action))
    return 0


def _info(name: str) -> ContentsInfo | ChapterInfo | ExerciseInfo:
    if not name:
        return contents_info()
    return exercise_info(exercise(name)) if _is_exercise(name) else chapter_info(chapter(name))


def _shown(name: str) -> str:
    if not name:
        return (
            "How programs play games: a course that follows five students' papers, documents 000 "
            "to "
            f"004.\n\n{contents_text()}\n\nRead a chapter with `inarow learn NAME`. Exercises have "
            "a star: "
            "`inarow learn start NAME my.py`."
        )
    if _is_exercise(name):
        return exercise_text(exercise(name), _width())
    shown = chapter(name)
    return f"{chapter_text(shown, _width())}{_onward(shown)}"


def _is_exercise(name: str) -> bool:
    """Say whether an exercise is meant; a chapter of that name comes first."""
    return name in EXERCISES and name not in NAMES


def _onward(done: Chapter | Exercise) -> str:
    """What comes after a chapter or an exercise, if something does."""
    own = chapter(done.chapter) if isinstance(done, Exercise) else done
    if isinstance(done, Exercise) and done != own.exercises[-1]:
        following = own.exercises[own.exercises.index(done) + 1].name
        return f"\n\nNext: `inarow learn start {following} my_{following}.py`."
    return f"\n\nNext: `inarow learn {NAMES[own.number]}`." if own.number < len(NAMES) else ""


def _width() -> int:
    return min(screen_width(), _WIDEST)


def _start(words: list[str], options: argparse.Namespace) -> int:  # noqa: ARG001
    name, file = _two(words, "start EXERCISE FILE")
    wanted = exercise(name)
    if Path(file).exists():
        raise OutputError(f"{file} is there already; name another file")
    write_output(wanted.starter, file)
    print(exercise_text(wanted, _width()))
    print(f"\nThe code above is now in {file}. Check it with `inarow learn check {name} {file}`.")
    return 0


def _check(words: list[str], options: argparse.Namespace) -> int:
    name, file = _two(words, "check EXERCISE FILE")
    wanted = exercise(name)
    source = _source(name, Path(file))
    rungs: list[Rung] = []
    with ProgressLine(lambda: _rung_text(rungs[-1]) if rungs else "running your code ..."):
        feedback = check_source(wanted.name, source, Path(file), options.seconds, rungs.append)
    if options.json:
        print(json_line(feedback_info(wanted.name, feedback)))
    else:
        onward = _onward(wanted) if feedback.passed else ""
        print(f"{_feedback_text(feedback, file, source)}{onward}")
    return 0 if feedback.passed else 1


def _print(words: list[str], options: argparse.Namespace) -> int:
    name, file = _two(words, "print CHAPTER FILE.html, or print exercises FILE.html")
    if name == "exercises":
        page = exercises_page(EXERCISES.values(), solutions=options.solutions)
    else:
        page = chapter_page(chapter(name), solutions=options.solutions)
    write_output(page, file)
    if file != "-":
        print(file)
    return 0


_ACTIONS: dict[str, Callable[[list[str], argparse.Namespace], int]] = {
    "check": _check,
    "start": _start,
    "print": _print,
}


def _two(words: list[str], usage: str) -> tuple[str, str]:
    if len(words) != 2:
        raise LearnError(f"write: inarow learn {usage}")
    return words[0], words[1]


def _rung_text(rung: Rung) -> str:
    tally = rung.tally
    return (
        f"{rung.opponent}: {tally.points:g} of {tally.games} points ({tally}), "
        f"{rung.needed:g} of {rung.games} are needed; Elo {tally.elo()}"
    )


def _source(name: str, file: Path) -> str:
    if not file.is_file():
        raise LearnError(f"there is no file {file}; `inarow learn start {name} {file}` makes it")
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LearnError(f"{file} is not Python source: it is not text in UTF-8") from None


def _feedback_text(feedback: Feedback, file: str, source: str) -> str:
    parts = ["\n".join(_rung_text(rung) for rung in feedback.rungs)] if feedback.rungs else []
    line = "" if feedback.line is None else _line_text(file, source, feedback.line)
    verdict = f"{'Passed' if feedback.passed else 'Not yet'}. {feedback.text}"
    parts.append(f"{textwrap.fill(verdict, _width())}{line}")
    if feedback.board is not None:
        parts.append(feedback.board.diagram(labels=True))
    if feedback.yours is not None and feedback.ours is not None:
        for whose, tree in (("Your tree", feedback.yours), ("The program's", feedback.ours)):
            parts.append(f"{whose}: {tree_text(tree, _SHOWN_NODES)}")
    return "\n\n".join(parts)


def _line_text(file: str, source: str, number: int) -> str:
    lines = source.splitlines()
    return f"\n{file}, line {number}: {lines[number - 1].strip() if number <= len(lines) else ''}"
