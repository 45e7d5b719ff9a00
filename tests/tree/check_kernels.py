"""Compare the compiled searches with the readable ones on small boards.

Run as a program of its own, by ``test_kernels.py`` with the kernels as plain Python and by
``kernels/test_bounds.py`` with bounds checks, which both must be chosen before Numba is loaded.
"""

from __future__ import annotations

import random
import sys

from inarow import Board, Limit
from inarow.evaluate.blocks import SquareBlocks
from inarow.evaluate.discount import DiscountedRuns
from inarow.evaluate.evaluation import Evaluation
from inarow.evaluate.groups import GroupCount
from inarow.evaluate.shapes import ShapeScores
from inarow.evaluate.threes import OpenThrees
from inarow.search.score import Kind
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.ordering import Ordering
from inarow.search.tree.readable import search_readably
from inarow.search.tree.recipe import ALL_EXTRAS, Algorithm, Recipe
from inarow.study.trace.tree import trace

CASES: list[tuple[str, Evaluation, Ordering]] = [
    ("connect3", GroupCount(), Ordering.IN_ORDER),
    ("connect4(5x4)", OpenThrees(), Ordering.CENTRE_FIRST),
    ("connect4(4x5)", DiscountedRuns(), Ordering.IN_ORDER),
    ("square(4x4)", SquareBlocks(), Ordering.IN_ORDER),
    ("gomoku(5)", ShapeScores(), Ordering.NEAR_LAST_MOVE),
    ("mnk(20x20,k=5,gravity)", GroupCount(), Ordering.IN_ORDER),
]


def main(positions: int, widest: int) -> int:
    choose = random.Random(8)
    compared = 0
    for name, evaluation, ordering in CASES:
        for number in range(positions if Board(name).game.width <= widest else 0):
            board = Board(name)
            for _ in range(choose.randrange(1, min(board.game.cells, 14))):
                board.push(choose.choice(list(board.legal_moves)))
                if board.outcome() is not None:
                    board.pop()
                    break
            depth = 1 if board.game.width == 20 else 3 if board.game.gravity else 2
            for algorithm in Algorithm:
                recipe = Recipe(evaluation, algorithm, bool(number % 2), ordering)
                readable = search_readably(board, recipe, depth)
                compiled = search_compiled(board, recipe, Limit(depth=depth))
                assert (compiled.best, compiled.score) == (readable.best, readable.score), board
                assert compiled.nodes == readable.nodes, board
                extras = Recipe(evaluation, algorithm, True, ordering, extras=ALL_EXTRAS)
                fast = search_compiled(board, extras, Limit(depth=depth))
                if readable.score.kind is Kind.HEURISTIC:
                    assert fast.score == readable.score, board
                # A log that the search outgrows, so that its last row is written to.
                watched = trace(board, recipe, depth, rows=30, compiled=False)
                assert trace(board, recipe, depth, rows=30, compiled=True).nodes == watched.nodes
                assert trace(board, extras, depth, rows=30).analysis.score == fast.score
                compared += 1
    print(f"{compared} positions compared")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
