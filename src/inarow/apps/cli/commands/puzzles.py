"""Solve puzzles: positions where exactly one move wins, or exactly one saves the game.

You are asked one after another; --export writes them to a file instead. Grades go from 1 (easy) to
5 (hard), depending on how many moves the win takes and how deep a plain search has to look for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from inarow.apps.cli.options.arguments import (
    USUAL_GAME,
    add_game,
    add_limit,
    add_seed,
    parse_range,
    positive,
)
from inarow.apps.cli.options.reading import standard_input
from inarow.apps.cli.output.exits import INTERRUPTED, stop_on_interrupt
from inarow.apps.cli.output.files import write_output
from inarow.apps.cli.output.progress import ProgressLine, telling_of_compiling
from inarow.files.trouble import trouble_as
from inarow.files.whole import check_writable
from inarow.rules import catalogue
from inarow.rules.errors import InarowError
from inarow.rules.notation import parse_move
from inarow.search.stopping import StopSignal
from inarow.study.puzzles.making import USUAL_LIMIT, Puzzle, PuzzleError, evenly, puzzles
from inarow.wire.read import puzzles_from_text
from inarow.wire.write import json_line, puzzle_info

_HARDEST = 5
_USUAL_COUNT = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a game, how many and how hard."""
    add_game(parser, option=False)
    # Whether a game was named matters: a file's puzzles have their own.
    parser.set_defaults(game=None)
    add_limit(parser)
    add_seed(parser)
    parser.add_argument(
        "--count", "-n", type=positive, metavar="N",
        help=f"at most N puzzles (default: {_USUAL_COUNT}; with --file or --each, all)",
    )  # fmt: skip
    parser.add_argument(
        "--each",
        type=positive,
        metavar="N",
        help="up to N of every grade and kind; needs --positions or --file",
    )
    parser.add_argument("--positions", type=positive, metavar="N", help="try at most N positions")
    parser.add_argument(
        "--grade",
        type=_grades,
        default="1..5",
        metavar="RANGE",
        help="how hard: 3, or 2..4 (default: 1..5)",
    )
    parser.add_argument(
        "--file", metavar="FILE", help="solve the puzzles in FILE (JSON lines) instead of new ones"
    )
    parser.add_argument(
        "--export",
        metavar="FILE",
        help="write the puzzles to FILE (JSON lines) at the end or on Ctrl-C; - prints them",
    )


def _grades(text: str) -> range:
    grades = parse_range(text)
    if grades[-1] > _HARDEST:
        raise argparse.ArgumentTypeError(f"grades go from 1 to {_HARDEST}, not to {grades[-1]}")
    return grades


def run(options: argparse.Namespace) -> int:
    """Make or read puzzles, and ask or export them."""
    stop = StopSignal()
    if options.export is not None:
        with stop_on_interrupt(stop), telling_of_compiling():
            _export(_puzzles(options, stop), options.export, stop)
        return INTERRUPTED if stop.is_set() else 0
    answers: list[bool] = []
    try:
        _ask_all(_puzzles(options, stop), answers)
    except KeyboardInterrupt:
        print()
        stop.set()
    print(f"{sum(answers)} of {len(answers)} solved." if answers else "No puzzles tried.")
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
    with ProgressLine(lambda: "looking for a puzzle ..."), telling_of_compiling():
        return next(found, None)


def _puzzles(options: argparse.Namespace, stop: StopSignal) -> Iterator[Puzzle]:
    """The puzzles that are wanted; wrong options or a wrong file are told of at once."""
    found = _made(options, stop) if options.file is None else _read(options)
    count = options.count
    if options.each is not None:
        found = evenly(found, options.each)
    elif options.file is None:
        count = count or _USUAL_COUNT
    return islice(found, count)


def _made(options: argparse.Namespace, stop: StopSignal) -> Iterator[Puzzle]:
    if options.each is not None and options.positions is None:
        raise PuzzleError("--each needs --positions: some grades may never come up")
    return puzzles(
        options.game or catalogue.game(USUAL_GAME), seed=options.seed, grades=options.grade,
        limit=options.limit or USUAL_LIMIT, positions=options.positions, stop=stop,
    )  # fmt: skip


def _read(options: argparse.Namespace) -> Iterator[Puzzle]:
    for_making = (options.game, options.positions, options.seed, options.limit)
    if any(option is not None for option in for_making):
        raise PuzzleError("--file cannot be combined with a game, --positions, --seed or --limit")
    with trouble_as(PuzzleError, f"cannot read {options.file}"):
        text = Path(options.file).read_text(encoding="utf-8")
    try:
        found = puzzles_from_text(text)
    except InarowError as error:
        raise PuzzleError(f"{options.file}: {error}") from None
    return (puzzle for puzzle in found if puzzle.grade in options.grade)


def _export(found: Iterator[Puzzle], file: str, stop: StopSignal) -> None:
    """Write puzzles: here one by one, into a file all at the end, so that it is always whole."""
    lines = (json_line(puzzle_info(puzzle)) for puzzle in found)
    if file == "-":
        for line in lines:
            print(line, flush=True)
        return
    check_writable(Path(file))
    kept: list[str] = []
    with ProgressLine(lambda: f"looking for puzzles ... {len(kept)} found"):
        try:
            for line in lines:
                kept.append(f"{line}\n")
        except KeyboardInterrupt:
            stop.set()
    # Who stops before the first puzzle keeps the file that was there.
    if kept or not stop.is_set():
        write_output("".join(kept), file)


def _ask(puzzle: Puzzle) -> bool | None:
    """Ask one puzzle until a legal move or nothing is answered; None to stop."""
    board = puzzle.board()
    print()
    print(board.diagram(labels=True))
    print(f"{puzzle.question()} (grade {puzzle.grade})")
    while True:
        print("Your move (? shows the answer, q quits): ", end="", flush=True)
        line = standard_input().readline()
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
