"""Published problems, if a file of them is at hand: `INAROW_GOMOKU_PUZZLES=file pytest ...`.

The file has a JSON object a line: `kind` (VCF or VCT), `size`, `black` and `white` stones as
[x, y] from 0; black is to move and wins. It is not part of this project.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from gomoku_oracle import wins_against_everything
from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game
from inarow.search.gomoku import GomokuEngine
from inarow.search.limit import Limit
from inarow.search.score import Kind

FILE = os.environ.get("INAROW_GOMOKU_PUZZLES")
pytestmark = pytest.mark.skipif(FILE is None, reason="INAROW_GOMOKU_PUZZLES names no file")


def problems(kind: str) -> list[Board]:
    assert FILE is not None
    boards = []
    for line in Path(FILE).read_text().splitlines():
        problem = json.loads(line)
        if problem["kind"] == kind:
            game = make_game("gomoku", width=problem["size"], height=problem["size"])
            black, white = (
                sum(1 << game.cell(x, y) for x, y in problem[colour])
                for colour in ("black", "white")
            )
            boards.append(Board.from_stones(game, black, white))
    return boards


@pytest.mark.parametrize(("kind", "seconds", "wanted"), [("VCF", 1.0, 145), ("VCT", 10.0, 55)])
def test_problems_are_proved_and_the_proofs_hold(kind: str, seconds: float, wanted: int) -> None:
    boards = problems(kind)
    engine = GomokuEngine(boards[0].game, megabytes=256)

    def attack(board: Board) -> int | None:
        return engine.analyse(board, Limit(time=seconds)).best

    proved = replayed = 0
    times = []
    for board in boards:
        engine.forget()
        began = time.perf_counter()
        analysis = engine.analyse(board, Limit(time=seconds))
        times.append(time.perf_counter() - began)
        if analysis.score.kind is Kind.WIN:
            proved += 1
            assert analysis.score.plies is not None
            plies = analysis.score.plies + 20
            replayed += wins_against_everything(board.copy(), attack, plies)
    print(f"{kind}: {proved} of {len(boards)} proved, {replayed} replayed, "
          f"longest {max(times):.2f} s")  # fmt: skip
    assert replayed == proved >= wanted
