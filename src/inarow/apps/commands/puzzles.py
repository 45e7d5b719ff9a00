"""Make puzzles: positions where exactly one move wins, or exactly one saves the game.

Without --export they are asked in the terminal, one after another. The grade, 1 to 5, comes from
how many moves the win takes and from how deep a plain search has to look before it finds it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.apps.arguments import add_game, add_limit, add_seed
from inarow.apps.exits import INTERRUPTED
from inarow.apps.studying import parse_range, positive

if TYPE_CHECKING:
    from inarow.study.puzzles import Puzzle

_HARDEST = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a game, how many and how hard."""
    add_game(parser, option=False)
    add_limit(parser)
    add_seed(parser)
    parser.add_argument("--count", "-c", type=positive, default=5, help="how many (5)")
    parser.add_argument(
        "--each",
        type=positive,
        metavar="N",
        help="N of every grade and kind instead, as far as --positions hold them",
    )
    parser.add_argument(
        "--positions", type=positive, metavar="N", help="look at so many positions and no more"
    )
    parser.add_argument(
        "--grade", type=_grades, default="1..5", help="how hard, for example 3 or 2..4"
    )
    parser.add_argument("--solve", metavar="FILE", help="ask the puzzles of a file of JSON lines")
    parser.add_argument(
        "--export", metavar="FILE", help="write JSON lines instead of asking; - for here"
    )


def _grades(text: str) -> range:
    grades = parse_range(text)
    if grades[-1] > _HARDEST:
        raise argparse.ArgumentTypeError(f"grades go from 1 to {_HARDEST}, not to {grades[-1]}")
    return grades


def run(options: argparse.Namespace) -> int:
    """Make or read puzzles, and ask or export them."""
    from inarow.apps.studying import stop_on_interrupt, telling_of_compiling
    from inarow.search.stopping import StopSignal

    stop = StopSignal()
    if options.export is not None:
        with stop_on_interrupt(stop), telling_of_compiling():
            _export(_puzzles(options, stop), options.export)
        return INTERRUPTED if stop.is_set() else 0
    answers: list[bool] = []
    try:
        _ask_all(_puzzles(options, stop), answers)
    except KeyboardInterrupt:
        print()
        stop.set()
    print(f"{sum(answers)} of {len(answers)} solved.")
    return INTERRUPTED if stop.is_set() else 0


def _ask_all(found: Iterator[Puzzle], answers: list[bool]) -> None:
    """Ask one puzzle after the other, and note which were solved."""
    while (puzzle := _next_puzzle(found)) is not None:
        answer = _ask(puzzle)
        if answer is None:
            return
        answers.append(answer)


def _next_puzzle(found: Iterator[Puzzle]) -> Puzzle | None:
    """The next puzzle; while it is being looked for, the screen says so."""
    from inarow.apps.progress import ProgressLine
    from inarow.apps.studying import telling_of_compiling

    with ProgressLine(lambda: "looking for a puzzle ..."), telling_of_compiling():
        return next(found, None)


def _puzzles(options: argparse.Namespace, stop: object) -> Iterator[Puzzle]:
    from inarow.rules.errors import InarowError
    from inarow.search.stopping import StopSignal
    from inarow.study.puzzles import USUAL_LIMIT, PuzzleError, evenly, puzzles, read_puzzles

    assert isinstance(stop, StopSignal)
    if options.solve is None:
        made = puzzles(
            options.game, seed=options.seed, grades=options.grade,
            limit=options.limit or USUAL_LIMIT, positions=options.positions, stop=stop,
        )  # fmt: skip
        if options.each is None:
            yield from islice(made, options.count)
            return
        if options.positions is None:
            raise PuzzleError("--each needs --positions, for some grades may never come up")
        yield from evenly(made, options.each)
        return
    try:
        yield from read_puzzles(Path(options.solve).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{options.solve}: cannot be read: {error}") from None
    except InarowError as error:
        raise PuzzleError(f"{options.solve}: {error}") from None


def _export(found: Iterator[Puzzle], file: str) -> None:
    from inarow.apps.studying import OutputError

    if file == "-":
        for puzzle in found:
            print(json.dumps(puzzle.to_json()), flush=True)
        return
    try:
        with Path(file).open("w", encoding="utf-8") as output:
            for puzzle in found:
                output.write(json.dumps(puzzle.to_json()) + "\n")
                output.flush()
    except OSError as error:
        raise OutputError(f"{file}: cannot be written: {error.strerror}") from None


def _ask(puzzle: Puzzle) -> bool | None:
    """Ask one puzzle until a legal move or nothing is answered; None to stop."""
    from inarow.rules.errors import InarowError
    from inarow.rules.notation import parse_move

    board = puzzle.board()
    print()
    print(board.diagram(labels=True))
    print(f"{puzzle.question()} (grade {puzzle.grade})")
    while True:
        print("your move, ? for the answer, q to stop: ", end="", flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line or word in ("q", "quit"):
            print()
            return None
        if word == "?":
            print(f"{puzzle.reason} {puzzle.claim()}")
            return False
        try:
            move = parse_move(board.game, word)
            board.copy().push(move)
        except InarowError as error:
            print(error)
            continue
        right, text = puzzle.answer(move)
        print(("Right. " if right else "No: ") + text)
        return right
