"""Print what each engine finds in 300 positions, after how many nodes, and what people play.

Run as a program of its own by ``test_bounds.py``, once for each way to compile the kernels, and by
``test_site.py`` in a browser.
"""

from __future__ import annotations

import random

from inarow import Board, Limit
from inarow.evaluate.discount import DiscountedRuns
from inarow.evaluate.groups import GroupCount
from inarow.evaluate.shapes import ShapeScores
from inarow.players.roster import player
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


def _search_trees(choose: random.Random) -> None:
    for game, pieces, evaluation, depth in (
        ("connect4", range(2, 12), DiscountedRuns(), 3),
        ("square", range(2, 12), GroupCount(), 3),
        ("gomoku(7)", range(6, 20), ShapeScores(), 2),
    ):
        for board in _positions(game, 100, pieces, choose):
            found: list[object] = []
            for algorithm in Algorithm:
                plain = search_compiled(board, Recipe(evaluation, algorithm), Limit(depth=depth))
                extras = Recipe(evaluation, algorithm, extras=ALL_EXTRAS)
                fast = search_compiled(board, extras, Limit(depth=3))
                found += [plain.best, plain.score, plain.nodes, fast.score, fast.nodes]
            print(game, *found)


def _solve(choose: random.Random) -> None:
    for game, pieces in (
        ("connect4", range(16, 28)), ("connect4(6x5)", range(10, 20)),
        ("square(6x6)", range(14, 22)), ("mnk(6x6,k=5,gravity)", range(14, 22)),
    ):  # fmt: skip
        for board in _positions(game, 75, pieces, choose):
            solved = Solver(board.game, entries=1 << 12).solve(board)
            print(game, solved.score, solved.nodes, solved.best_moves)


def _search_for_five(choose: random.Random) -> None:
    for game in ("gomoku", "gomoku(9)", "mnk(7x6,k=4)"):
        engine = GomokuEngine(Board(game).game, megabytes=1.0)
        for board in _positions(game, 100, range(4, 14), choose):
            found = engine.analyse(board, Limit(nodes=1000))
            print(game, found.best, found.score, found.nodes)


def _play_like_people(choose: random.Random) -> None:
    for game in ("connect4", "square", "gomoku", "mnk(9x4,k=4)"):
        for board in _positions(game, 10, range(12), choose):
            person = player("person(strength=1)", seed=choose.getrandbits(32))
            choice = person.choose(board)
            thought = choice.analysis.nodes if choice.analysis else 0
            print(game, choice.move, thought, player("imitator", seed=1).choose(board).move)


def main() -> None:
    choose = random.Random(13)
    _search_trees(choose)
    _solve(choose)
    _search_for_five(choose)
    _play_like_people(choose)


if __name__ == "__main__":
    main()
