"""Print what each engine finds in some hundred positions, and after how many nodes.

Run as a program of its own by ``test_build.py``, once for each way to compile the kernels.
"""

from __future__ import annotations

import random

from inarow import Board, Limit
from inarow.evaluate.discount import DiscountedRuns
from inarow.evaluate.groups import GroupCount
from inarow.evaluate.shapes import ShapeScores
from inarow.search.exact.solver import Solver
from inarow.search.gomoku.engine import GomokuEngine
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.recipe import ALL_EXTRAS, Algorithm, Recipe


def _positions(game: str, count: int, pieces: range, choose: random.Random) -> list[Board]:
    """Random positions in which the game is not over."""
    boards: list[Board] = []
    while len(boards) < count:
        board = Board(game)
        for _ in range(choose.choice(pieces)):
            board.push(choose.choice(list(board.legal_moves)))
            if board.outcome() is not None:
                break
        else:
            boards.append(board)
    return boards


def main() -> None:
    choose = random.Random(13)
    for game, evaluation in (
        ("connect4", DiscountedRuns()), ("square", GroupCount()), ("gomoku(9)", ShapeScores()),
    ):  # fmt: skip
        for board in _positions(game, 15, range(2, 12), choose):
            for algorithm in Algorithm:
                plain = search_compiled(board, Recipe(evaluation, algorithm), Limit(depth=3))
                extras = Recipe(evaluation, algorithm, extras=ALL_EXTRAS)
                fast = search_compiled(board, extras, Limit(depth=4))
                print(game, plain.best, plain.score, plain.nodes, fast.score, fast.nodes)
    for game in ("connect4", "connect4(6x5)", "square(6x6)", "mnk(6x6,k=5,gravity)"):
        for board in _positions(game, 30, range(14, 22), choose):
            solved = Solver(board.game, entries=1 << 12).solve(board)
            print(game, solved.score, solved.nodes, solved.best_moves)
    for game in ("gomoku", "gomoku(9)", "mnk(7x6,k=4)"):
        for board in _positions(game, 15, range(4, 14), choose):
            found = GomokuEngine(board.game, megabytes=4.0).analyse(board, Limit(depth=6))
            print(game, found.best, found.score, found.nodes)


if __name__ == "__main__":
    main()
