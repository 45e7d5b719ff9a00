"""A chapter or the exercises as one HTML page to print or project; solutions stand apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from inarow.draw.board import board_svg
from inarow.files.html_text import html_table
from inarow.learn.chapters.chapter import Chapter, Part
from inarow.learn.exercises.exercise import Exercise, exercise
from inarow.learn.forms.output import output_of
from inarow.learn.live import BoardBlock, ChartBlock, ExerciseBlock, QuizBlock
from inarow.learn.markdown import Code, Prose
from inarow.study.trace.compare import comparison_plot

_STYLE = """
body { font: 12pt/1.5 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
@page { margin: 16mm; }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.2; break-after: avoid; }
h3 + p { break-before: avoid; } p { orphans: 3; widows: 3; }
pre { font: 9.5pt/1.4 ui-monospace, monospace; background: #f4f4f2; padding: .6rem .8rem;
  white-space: pre-wrap; break-inside: avoid; }
pre.output { border-left: 3px solid #bbb; background: none; }
figure { margin: 1rem 0; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
figure.board svg { max-width: 16rem; }
figure.tree, figure.tree pre { break-inside: auto; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; border-bottom: 1px solid #ccc;
  text-align: left; vertical-align: top; }
.apart { break-before: page; } .exercise { border-top: 2px solid #444; }
a { color: inherit; }
"""


def chapter_page(chapter: Chapter, *, solutions: bool = False) -> str:
    """A chapter with its boards, trees and charts drawn; answers come last, if they are wanted."""
    body = [f"<h1>{chapter.number}. {escape(chapter.title)}</h1>", *map(_part, chapter.parts)]
    if solutions:
        quizzes = [part.quiz() for part in chapter.parts if isinstance(part, QuizBlock)]
        answers = [f"<p>{escape(f'{q.choices[q.answer]}. {q.why}')}</p>" for q in quizzes]
        body += _apart("Answers", answers) if answers else []
        body += _solutions(chapter.exercises)
    return _page(chapter.title, body)


def exercises_page(exercises: Iterable[Exercise], *, solutions: bool = False) -> str:
    """A sheet of all exercises; the solutions on pages of their own, if they are wanted."""
    listed = list(exercises)
    body = ["<h1>Exercises</h1>", *map(_exercise, listed)]
    return _page("Exercises", [*body, *(_solutions(listed) if solutions else [])])


def _solutions(exercises: list[Exercise]) -> list[str]:
    pages = []
    for one in exercises:
        pages.append(f"<h3>{escape(one.title)}</h3><pre>{escape(one.solution)}</pre>")
        faults = [escape(mistake.sentence.rstrip(":")) for mistake in one.mistakes]
        pages.append(f"<p>What often goes wrong:</p><ul><li>{'</li><li>'.join(faults)}</li></ul>")
    return list(_apart("Solutions", pages)) if pages else []


def _apart(title: str, body: list[str]) -> Iterator[str]:
    yield f'<section class="apart"><h2>{title}</h2>'
    yield from body
    yield "</section>"


def _part(part: Part) -> str:
    match part:
        case Prose():
            return part.html
        case Code():
            printed = output_of(part)
            shown = f'<pre class="output">{escape(printed)}</pre>' if printed else ""
            return f"<pre>{escape(part.source)}</pre>{shown}"
        case ExerciseBlock():
            return _exercise(exercise(part.name))
        case BoardBlock():
            return _figure("board", board_svg(part.board))
        case ChartBlock():
            drawn = comparison_plot(part.rows()).drawing().svg()
            return _figure("chart", f"{drawn}<pre>{escape(part.text())}</pre>")
        case QuizBlock():
            return _quiz(part)
    return _figure(part.kind, f"<pre>{escape(part.text())}</pre>")


def _quiz(part: QuizBlock) -> str:
    quiz = part.quiz()
    choices = "".join(f"<li>{escape(one)}</li>" for one in quiz.choices)
    asked = (
        f"<p>{escape(quiz.question)}</p>{html_table(quiz.table[0], quiz.table[1:], escape)}"
        f'<ol type="a">{choices}</ol>'
    )
    return _figure("board", board_svg(part.board)) + asked


def _exercise(one: Exercise) -> str:
    task = "\n".join(one.task_html())
    return (
        f'<section class="exercise"><h3>Exercise: {escape(one.title)}</h3>{task}'
        f"<pre>{escape(one.starter)}</pre></section>"
    )


def _figure(kind: str, content: str) -> str:
    return f'<figure class="{kind}">{content}</figure>'


def _page(title: str, body: Iterable[str]) -> str:
    content = "\n".join(body)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>\n{content}\n</body></html>\n"
    )
