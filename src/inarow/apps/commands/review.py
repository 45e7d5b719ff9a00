"""Review a game: a verdict and a reason for every move, and the evaluation over the game.

GAME is the moves (4453, or "h8 i9"), a file with them, a record (JSON) or an SGF file; - reads
standard input.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from inarow.apps.arguments import add_game, add_limit

if TYPE_CHECKING:
    from inarow.study.review import Review

_INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a game and how long to think about each position."""
    parser.add_argument("moves", metavar="GAME", help="the moves, or a file")
    add_game(parser, option=True)
    add_limit(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw the evaluation as .svg or .png")
    parser.add_argument(
        "--save", metavar="FILE", help="save the annotated game as .json, or .sgf for Gomoku"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def run(options: argparse.Namespace) -> int:
    """Print the review."""
    from inarow.apps.progress import ProgressLine, bar
    from inarow.apps.studying import read_record, stop_on_interrupt, write_drawing, write_output
    from inarow.search.stopping import StopSignal
    from inarow.study.analyst import USUAL_LIMIT
    from inarow.study.files import write_text
    from inarow.study.review import curve_plot, review

    record = read_record(options.game, options.moves)
    progress = [(0, 1)]
    stop = StopSignal()
    limit = options.limit or USUAL_LIMIT
    with ProgressLine(lambda: bar(*progress[-1])), stop_on_interrupt(stop):
        reviewed = review(record, limit, stop=stop, on_progress=lambda *done: progress.append(done))
    if options.plot:
        write_drawing(curve_plot(reviewed).drawing(), options.plot)
    if options.save:
        ending = options.save.rpartition(".")[2].lower()
        write_output(write_text(reviewed.record, ending), options.save)
    print(json.dumps(reviewed.to_json()) if options.json else review_text(reviewed))
    return _INTERRUPTED if stop.is_set() else 0


def review_text(reviewed: Review) -> str:
    """The review for people."""
    from inarow.rules.notation import move_text
    from inarow.rules.side import Side
    from inarow.study.review import curve_plot
    from inarow.study.verdicts import Grade

    record = reviewed.record
    lines = [record.board().diagram(labels=True), ""]
    signs = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
    for note in record.annotations:
        sign = signs.get(note.verdict.grade, "")
        move = f"{note.number:3}. {note.side} {move_text(record.game, note.move)}{sign}"
        lines.append(f"{move:12} {note.verdict} ({note.score})")
        lines.append(f"{'':12} {note.reason.text}")
        if note.best != note.move and sign:
            best = move_text(record.game, note.best)
            lines.append(f"{'':12} best was {best} ({note.best_score})")
    lines += ["", curve_plot(reviewed).text(height=11), ""]
    for side in Side:
        grades = reviewed.grades(side)
        counts = ", ".join(f"{grades[grade]} {grade.value}" for grade in Grade if grades[grade])
        lines.append(f"{side} kept {reviewed.accuracy(side):.0%}: {counts}")
    lines.append(f"judged by {reviewed.by}")
    return "\n".join(lines)
