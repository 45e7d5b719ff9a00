"""From a search's plain number to a score that says what was proved."""

from __future__ import annotations

from inarow.evaluate.evaluation import Decision
from inarow.rules.board import Board
from inarow.search.analysis import Analysis
from inarow.search.score import Kind, Score
from inarow.search.tree.recipe import Recipe

#: Three plies: a piece that has no neighbour neither completes a line nor blocks the cell that
#: would, so up to there nothing that matters is left out. Further on, a claim would be no proof.
SOUND_SELECTIVE_DEPTH = 3

#: The estimate for a win that was seen but is not proved: far above any usual heuristic value, and
#: still a number that people can read. What a heuristic itself says of a won game may be infinite.
_UNPROVED = 999_999.0


def decision_of(score: Score) -> Decision:
    """Whether a score means that the game is decided, proved or as far as the search has seen."""
    match score.kind:
        case Kind.WIN:
            return Decision.WON
        case Kind.LOSS:
            return Decision.LOST
        case Kind.HEURISTIC if abs(score.value) == _UNPROVED:
            return Decision.WON if score.value > 0 else Decision.LOST
        case _:
            return Decision.OPEN


def needs_proof(recipe: Recipe, score: Score) -> bool:
    """Say whether a score tells of a result that a selective search this deep cannot prove."""
    claimed = decision_of(score) is not Decision.OPEN and not score.is_exact
    return claimed and not recipe.extras.deepening


def score_of(
    board: Board,
    recipe: Recipe,
    value: float,
    depth: int,
    *,
    plies: int | None = None,
    complete: bool = True,
) -> Score:
    """The score for a value that a search to a depth found.

    How soon a win comes is not known from it, unless every smaller depth had found the game
    undecided: a win that depth - 1 does not see and depth does takes exactly depth ``plies``. If
    the search is not complete, the value is that of the best of the moves it has finished.
    """
    if board.outcome() is not None:
        return Analysis.of_game_over(board).score
    scale = recipe.evaluation.scale
    sound = not recipe.ordering.is_selective or depth <= SOUND_SELECTIVE_DEPTH
    match recipe.evaluation.decision(value):
        case Decision.WON:
            # One move that wins is enough, whatever the others are worth.
            return Score.win(plies) if sound else Score.heuristic(_UNPROVED, scale)
        case Decision.LOST:
            proved = sound and complete
            return Score.loss(plies) if proved else Score.heuristic(-_UNPROVED, scale)
        case Decision.OPEN:
            to_the_end = depth >= board.game.cells - board.ply
            if to_the_end and sound and complete and value == recipe.draw_value:
                return Score.draw()
            return Score.heuristic(value, scale)
