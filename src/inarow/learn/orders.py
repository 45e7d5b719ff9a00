"""Alpha-beta with the moves in any order: how many positions it looks at."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from inarow.learn.heuristic import CourseCount
from inarow.rules.board import Board
from inarow.search.tree.ordering import centre_first, in_order
from inarow.search.tree.readable import Search, search_readably
from inarow.search.tree.recipe import Algorithm, Recipe

Order = Callable[[Board], list[int]]


@dataclass(slots=True)
class _Ordered(Search):
    """Alpha-beta that asks somebody for the order of the moves."""

    order: Order = in_order

    def moves(self, board: Board) -> list[int]:
        """The moves in that order."""
        return self.order(board)


def nodes_with(order: Order, board: Board, depth: int) -> int:
    """How many nodes alpha-beta visits if the moves are tried in an order."""
    recipe = Recipe(CourseCount(), Algorithm.ALPHA_BETA)
    search = _Ordered(recipe, board.turn, order=order)
    return search_readably(board, recipe, depth, search=search).nodes


def edges_first(board: Board) -> list[int]:
    """The worst plain rule: from the edges to the middle."""
    return centre_first(board)[::-1]


def at_random() -> Order:
    """Random orders; every call gives the same sequence of them."""
    chance = random.Random(1)

    def order(board: Board) -> list[int]:
        moves = list(board.legal_moves)
        chance.shuffle(moves)
        return moves

    return order
