"""The five documents' programs, each as its document describes it.

``docs/documents.md`` goes through the documents point by point.
"""

from __future__ import annotations

from dataclasses import replace

from inarow.evaluate.blocks import SquareBlocks
from inarow.evaluate.discount import DiscountedRuns
from inarow.evaluate.groups import GroupCount
from inarow.evaluate.shapes import ShapeScores
from inarow.evaluate.threes import OpenThrees
from inarow.rules.game import Game
from inarow.search.tree.ordering import Ordering
from inarow.search.tree.recipe import ALL_EXTRAS, Algorithm, Recipe

#: Document 000: minimax with alpha-beta.
MINIMAX = Recipe(GroupCount(), Algorithm.ALPHA_BETA)
MINIMAX_DEPTH = 5

#: Document 001: negamax, fail-hard.
BRANCH_AND_BOUND = Recipe(OpenThrees(), Algorithm.NEGAMAX, fail_soft=False)
BRANCH_AND_BOUND_DEPTH = 4

#: Document 002: minimax with alpha-beta, and a discount for the side that waits.
DISCOUNT = Recipe(DiscountedRuns(), Algorithm.ALPHA_BETA)
DISCOUNT_DEPTH = 6

#: Document 003: minimax with alpha-beta; the level is the depth. The document speaks of the
#: player's own pieces only, and only that reading reproduces its 35 games.
SQUARE = Recipe(SquareBlocks(opponent=0.0), Algorithm.ALPHA_BETA)
SQUARE_LEVELS = range(1, 6)

#: The same with the opponent's points subtracted, which plays better.
SQUARE_BOTH_SIDES = Recipe(SquareBlocks(), Algorithm.ALPHA_BETA)

#: Document 004: negamax, fail-hard, moves beside the last one first.
SHAPES = Recipe(ShapeScores(), Algorithm.NEGAMAX, fail_soft=False, ordering=Ordering.NEAR_LAST_MOVE)
SHAPES_DEPTH = 3


def recipe_for(game: Game) -> Recipe:
    """The documented recipe that plays a game best.

    >>> from inarow.rules.catalogue import game
    >>> recipe_for(game("connect4")) is DISCOUNT, recipe_for(game("tictactoe")) is MINIMAX
    (True, True)
    """
    fitting = (SQUARE_BOTH_SIDES, DISCOUNT if game.gravity else SHAPES)
    return next((one for one in fitting if one.evaluation.refusal(game) is None), MINIMAX)


def full_recipe_for(game: Game) -> Recipe:
    """The same with every extra."""
    return replace(recipe_for(game), extras=ALL_EXTRAS)
