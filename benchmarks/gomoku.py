"""What each part of the Gomoku engine is worth in nodes and in problems proved.

    python benchmarks/gomoku.py [--puzzles FILE] [--every 4]

The engine searches sixteen positions to a depth, first whole and then without each part. With a
file of published problems (see inarow.study.puzzles.problems) it also counts those that it proves.
What a part is worth in games, a match says: `inarow match five 'five(without=PART)' -g gomoku`.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from inarow.rules.board import Board
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.gomoku.parts import Part
from inarow.search.limit import Limit
from inarow.search.score import Kind
from inarow.study.puzzles.problems import read_problems

_POSITIONS = 16
_STONES = 10
_DEPTH = 9
_PUZZLE_NODES = 300_000
_MEGABYTES = 64.0


def middle_games() -> list[Board]:
    """Scattered stones near the centre, where the whole engine finds no win at that depth."""
    chance = random.Random(2026)
    boards: list[Board] = []
    while len(boards) < _POSITIONS:
        board = Board("gomoku")
        cells = [board.game.cell(x, y) for x in range(3, 12) for y in range(3, 12)]
        board.play(chance.sample(cells, _STONES))
        engine = GomokuEngine(board.game, megabytes=_MEGABYTES)
        if engine.analyse(board, Limit(depth=_DEPTH)).score.kind is Kind.HEURISTIC:
            boards.append(board)
    return boards


def nodes_to_depth(boards: list[Board], without: frozenset[Part]) -> int:
    """The nodes of all positions together, each searched by a fresh engine."""
    nodes = 0
    for board in boards:
        engine = GomokuEngine(board.game, megabytes=_MEGABYTES, without=without)
        nodes += engine.analyse(board, Limit(depth=_DEPTH)).nodes
    return nodes


def proved(boards: list[Board], without: frozenset[Part]) -> int:
    """How many problems are proved won."""
    count = 0
    for board in boards:
        engine = GomokuEngine(board.game, megabytes=_MEGABYTES, without=without)
        count += engine.analyse(board, Limit(nodes=_PUZZLE_NODES)).score.kind is Kind.WIN
    return count


def main() -> None:
    """Print a row for the whole engine and one for each part left out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=Path, help="a file of published problems")
    parser.add_argument("--every", type=int, default=4, help="take one problem in so many (4)")
    options = parser.parse_args()
    boards = middle_games()
    problems = read_problems(options.puzzles, "VCT")[:: options.every] if options.puzzles else []
    print(f"| without | nodes to depth {_DEPTH} | problems of {len(problems)} |")
    print("|---|---|---|")
    for part in (None, *Part):
        without = frozenset() if part is None else frozenset({part})
        name = "nothing" if part is None else part.value
        nodes = nodes_to_depth(boards, without)
        print(f"| {name} | {nodes:,} | {proved(problems, without)} |", flush=True)


if __name__ == "__main__":
    main()
