"""Review a game: grade and explain every move, and plot the evaluation.

RECORD is a list of moves (4453, or "h8 i9"), one of your games (game-17), or a file: moves as text,
a JSON record or SGF; - reads standard input.
"""

from __future__ import annotations

import argparse

from inarow.apps.cli.options.arguments import (
    add_game,
    add_json,
    add_limit,
    add_record,
    picture_name,
)
from inarow.apps.cli.options.reading import read_record
from inarow.apps.cli.output.exits import INTERRUPTED, stop_on_interrupt
from inarow.apps.cli.output.files import form_of, write_drawing, write_output
from inarow.apps.cli.output.progress import ProgressLine, bar, telling_of_compiling
from inarow.apps.cli.output.text import screen_width, wrapped
from inarow.files.sgf import sgf_refusal
from inarow.rules.notation import move_text
from inarow.rules.side import Side
from inarow.search.stopping import StopSignal
from inarow.study.explain.phrases import People, in_moves, result_clause
from inarow.study.records.record import RecordError
from inarow.study.review.annotation import Annotation
from inarow.study.review.grades import Change, Grade
from inarow.study.review.review import Review, curve_plot, review
from inarow.wire.formats import write_text
from inarow.wire.write import json_line, review_info
from inarow.words import GRADES

_SAVED_FORMS = ("json", "sgf")
#: Where sentences about a move begin.
_MARGIN = 12
#: What stands left of a plot in letters.
_PLOT_MARGIN = 10
_WIDEST_PLOT = 72


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a game and how long to think about each position."""
    add_record(parser)
    add_game(parser, option=True)
    add_limit(parser)
    parser.add_argument(
        "--plot", type=picture_name, metavar="FILE", help="plot the evaluation, as .svg or .png"
    )
    parser.add_argument(
        "--save", metavar="FILE", help="save the annotated game, as .json or (Gomoku) .sgf"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the review."""
    record = read_record(options.game, options.moves)
    if not record.moves:
        raise RecordError("there are no moves to review")
    saved_as = form_of(options.save, _SAVED_FORMS, "json")
    if saved_as == "sgf" and (why := sgf_refusal(record.game)):
        raise RecordError(why)
    progress = [(0, 1)]
    stop = StopSignal()
    line = ProgressLine(lambda: bar(*progress[-1]))
    with line, telling_of_compiling(), stop_on_interrupt(stop):
        reviewed = review(
            record, options.limit, stop=stop, on_progress=lambda *done: progress.append(done)
        )
    if options.plot:
        write_drawing(curve_plot(reviewed).drawing(), options.plot)
    if options.save:
        write_output(write_text(reviewed.record, saved_as), options.save)
    print(json_line(review_info(reviewed)) if options.json else review_text(reviewed))
    return INTERRUPTED if stop.is_set() else 0


def review_text(reviewed: Review) -> str:
    """The review for people."""
    record = reviewed.record
    people = People.of(record)
    lines = [record.board().diagram(labels=True), ""]
    if reviewed.turning_point is not None:
        lines += [wrapped(reviewed.turning_point.text, 0), ""]
    signs = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
    widest = max(map(len, people.names))
    for note in record.annotations:
        sign = signs.get(note.verdict.grade, "")
        played = f"{move_text(record.game, note.move)}{sign}"
        move = f"{note.number:3}. {people.names[note.side]:{widest}} {played:5}"
        lines.append(f"{move} {_verdict(note)}")
        lines.append(wrapped(note.reason.text, _MARGIN + widest))
    width = min(screen_width() - _PLOT_MARGIN, _WIDEST_PLOT)
    lines += ["", curve_plot(reviewed).text(max(width, 1), height=11), ""]
    for side in Side:
        grades = reviewed.grades(side)
        if not grades:
            continue
        counts = ", ".join(_counted(grade, grades[grade]) for grade in Grade if grades[grade])
        lines.append(f"{people.names[side]}: accuracy {reviewed.accuracy(side):.0%}, {counts}")
    lines.append(f"analysed by {reviewed.by}")
    return "\n".join(lines)


def _verdict(note: Annotation) -> str:
    """The grade; of a bad move also what it changed, and how soon the game ends."""
    if not note.score.is_exact:
        return f"{note.verdict} (score {note.score})"
    if note.verdict.grade in (Grade.BEST, Grade.GOOD):
        return str(note.verdict.grade.value)
    if note.verdict.change is None:
        return f"{note.verdict} ({result_clause(note.score)})"
    if note.verdict.change is Change.LOSES_AT_ONCE:
        return str(note.verdict)
    is_apart = note.verdict.change in (Change.DELAYS_WIN, Change.SHORTENS_LOSS)
    return f"{note.verdict}{',' * is_apart}{in_moves(note.score.moves)}"


def _counted(grade: Grade, count: int) -> str:
    return f"{count} {GRADES[grade.value][count != 1]}"
