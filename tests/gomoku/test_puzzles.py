"""Published problems, if a file of them is at hand: `INAROW_GOMOKU_PUZZLES=file pytest ...`.

`inarow.study.puzzles.problems` says what the file is like. It is not part of this project.
"""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gomoku_oracle import wins_against_everything
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.rules.shapes import cells_in
from inarow.rules.side import Side
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.study.puzzles.problems import read_problems

FILE = os.environ.get("INAROW_GOMOKU_PUZZLES")

#: A replay is given up after so many of the attacker's moves, some three minutes.
_LONGEST_REPLAY = 120_000


class _TooLongError(Exception):
    """A proof has more defences than a test can try."""


def test_the_reader_places_the_stones(tmp_path: Path) -> None:
    file = tmp_path / "problems.jsonl"
    problems = [
        {"kind": "VCF", "size": 7, "black": [[0, 0], [6, 1]], "white": [[2, 3], [4, 4]]},
        {"kind": "VCT", "size": 9, "black": [], "white": []},
    ]
    file.write_text("\n".join(json.dumps(problem) for problem in problems))
    (board,) = read_problems(file, "VCF")
    assert board.game == make_game("gomoku(7)") and board.turn is Side.X
    assert set(cells_in(board.stones(Side.X))) == {board.game.cell(0, 0), board.game.cell(6, 1)}
    assert set(cells_in(board.stones(Side.O))) == {board.game.cell(2, 3), board.game.cell(4, 4)}


@pytest.mark.skipif(FILE is None, reason="INAROW_GOMOKU_PUZZLES names no file")
@pytest.mark.parametrize(("kind", "seconds", "wanted"), [("VCF", 1.0, 150), ("VCT", 10.0, 80)])
def test_problems_are_proved_and_the_proofs_hold(kind: str, seconds: float, wanted: int) -> None:
    assert FILE is not None
    boards = read_problems(Path(FILE), kind)
    engine = GomokuEngine(boards[0].game, megabytes=256)
    proved = replayed = 0
    times = []
    given_up = []
    for number, board in enumerate(boards, start=1):
        engine.forget()
        began = time.perf_counter()
        analysis = engine.analyse(board, Limit(time=seconds))
        times.append(time.perf_counter() - began)
        if analysis.score.kind is Kind.WIN:
            proved += 1
            assert analysis.score.plies is not None
            try:
                attack = _attack(engine, seconds)
                plies = analysis.score.plies + 20
                assert wins_against_everything(board.copy(), attack, plies), f"number {number}"
                replayed += 1
            except _TooLongError:
                given_up.append(number)
    print(f"{kind}: {proved} of {len(boards)} proved in {sum(times):.1f} s, longest "
          f"{max(times):.2f} s; {replayed} replayed, given up: {given_up}")  # fmt: skip
    assert proved >= wanted and len(given_up) <= 2


def _attack(engine: GomokuEngine, seconds: float) -> Callable[[Board], int | None]:
    """The engine's moves, as many as a replay may take."""
    moves = itertools.count()

    def move(board: Board) -> int | None:
        if next(moves) == _LONGEST_REPLAY:
            raise _TooLongError
        return engine.analyse(board, Limit(time=seconds)).best

    return move
