"""The tree engine's signature: a number that changes only when one of its searches does."""

from __future__ import annotations

from dataclasses import replace

from inarow.rules.board import Board
from inarow.search.limit import Limit
from inarow.search.tree import documented
from inarow.search.tree.compiled import search_compiled
from inarow.search.tree.ordering import Ordering
from inarow.search.tree.recipe import ALL_EXTRAS, Algorithm, Extras, Recipe

#: What :func:`signature` returns until a search is meant to change.
SIGNATURE = 267_473

#: Positions, the document's recipe that searches them, and how deep it does plainly.
_SEARCHES: tuple[tuple[str, str, Recipe, int], ...] = (
    ("connect4", "", documented.MINIMAX, 5),
    ("connect4", "4453", documented.BRANCH_AND_BOUND, 6),
    ("connect4", "44444326", documented.DISCOUNT, 6),
    ("connect4", "4444435512", replace(documented.DISCOUNT, draw_value=-50.0), 5),
    ("square", "2244", documented.SQUARE_BOTH_SIDES, 5),
    ("square", "445533", replace(documented.SQUARE_BOTH_SIDES, ordering=Ordering.CENTRE_FIRST), 5),
    ("gomoku", "h8 i9 h9 g7", documented.SHAPES, 3),
    ("gomoku", "h8 h9 i9 g7 i7 i8 g8", documented.SHAPES, 3),
)

#: How each is searched: by which algorithm, with which extras, and how much deeper.
_WAYS: tuple[tuple[Algorithm, Extras, int], ...] = (
    (Algorithm.MINIMAX, Extras(), -1),
    (Algorithm.ALPHA_BETA, Extras(), 0),
    (Algorithm.NEGAMAX, Extras(), 0),
    (Algorithm.NEGAMAX, Extras(table=True), 0),
    (Algorithm.NEGAMAX, Extras(killers=True), 0),
    (Algorithm.NEGAMAX, Extras(history=True), 0),
    (Algorithm.NEGAMAX, Extras(null_windows=True), 0),
    (Algorithm.ALPHA_BETA, ALL_EXTRAS, 1),
    (Algorithm.NEGAMAX, ALL_EXTRAS, 1),
)


def signature() -> int:
    """The nodes of fixed searches, all together."""
    nodes = 0
    for game, moves, recipe, depth in _SEARCHES:
        for algorithm, extras, deeper in _WAYS:
            way = replace(recipe, algorithm=algorithm, extras=extras)
            nodes += search_compiled(Board(game, moves), way, Limit(depth=depth + deeper)).nodes
    return nodes
