"""Published Gomoku problems: black is to move and wins by fours (VCF) or by threats (VCT)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inarow.rules.board import Board
from inarow.rules.catalogue import game as make_game


def read_problems(file: Path, kind: str) -> list[Board]:
    """Return the problems of one kind from a file with a JSON object a line.

    Each has a ``kind``, a ``size``, and ``black`` and ``white`` stones as ``[x, y]`` from 0.
    """
    problems = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [_board(problem) for problem in problems if problem["kind"] == kind]


def _board(problem: dict[str, Any]) -> Board:
    game = make_game("gomoku", width=problem["size"], height=problem["size"])
    black, white = (
        sum(1 << game.cell(x, y) for x, y in problem[colour]) for colour in ("black", "white")
    )
    return Board.from_stones(game, black, white)
