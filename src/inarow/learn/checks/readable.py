"""The readable negamax on a case, with any window: the value, and the positions looked at."""

from __future__ import annotations

import math
from functools import lru_cache

from inarow.learn.checks.asking import Case
from inarow.learn.heuristic import CourseCount
from inarow.search.tree.negamax import negamax
from inarow.search.tree.readable import Search
from inarow.search.tree.recipe import Algorithm, Recipe


@lru_cache(maxsize=256)
def searched(
    case: Case, depth: int, alpha: float = -math.inf, beta: float = math.inf
) -> tuple[float, int]:
    """What a position is worth to the side to move, and how many positions that takes."""
    board = case.board
    search = Search(Recipe(CourseCount(), Algorithm.NEGAMAX), board.turn)
    value, _ = negamax(board, depth, alpha, beta, search)
    return value, search.nodes
