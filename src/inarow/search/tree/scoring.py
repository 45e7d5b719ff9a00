"""From a search's plain number to a score that says what was proved."""

from __future__ import annotations

from inarow.evaluate.evaluation import Decision, Evaluation
from inarow.rules.board import Board
from inarow.search.analysis import Analysis
from inarow.search.score import Kind, Score
from inarow.search.tree.recipe import Recipe

#: Three plies: a piece that has no neighbour neither completes a line nor blocks the cell that
#: would, so up to there nothing that matters is left out. Further on, a claim would be no proof.
SOUND_SELECTIVE_DEPTH = 3


def decision_of(score: Score, evaluation: Evaluation) -> Decision:
    """Whether a score means that the game is decided, proved or by the heuristic's number."""
    match score.kind:
        case Kind.WIN:
            return Decision.WON
        case Kind.LOSS:
            return Decision.LOST
        case Kind.DRAW:
            return Decision.OPEN
        case Kind.HEURISTIC:
            return evaluation.decision(score.value)


def needs_proof(recipe: Recipe, value: float, score: Score) -> bool:
    """Say whether a value claims a result that a selective search this deep cannot prove."""
    claimed = recipe.evaluation.decision(value) is not Decision.OPEN
    return claimed and not score.is_exact and not recipe.extras.deepening


def fixed_depth_score(board: Board, recipe: Recipe, value: float, depth: int) -> Score:
    """The score for a value found at one depth: how soon a win comes is not known from it."""
    return _score(board, recipe, value, depth, plies=None)


def deepening_score(board: Board, recipe: Recipe, value: float, depth: int) -> Score:
    """The score for a value found after every smaller depth had found the game undecided.

    A win that depth - 1 does not see and depth does takes exactly depth plies.
    """
    return _score(board, recipe, value, depth, plies=depth)


def _score(board: Board, recipe: Recipe, value: float, depth: int, plies: int | None) -> Score:
    if board.outcome() is not None:
        return Analysis.of_game_over(board).score
    estimate = Score.heuristic(value, recipe.evaluation.scale)
    if recipe.ordering.is_selective and depth > SOUND_SELECTIVE_DEPTH:
        return estimate
    match recipe.evaluation.decision(value):
        case Decision.WON:
            return Score.win(plies)
        case Decision.LOST:
            return Score.loss(plies)
        case Decision.OPEN:
            to_the_end = depth >= board.game.cells - board.ply
            if to_the_end and value == recipe.draw_value:
                return Score.draw()
            return estimate
