"""What the values of the Gomoku engine's search mean."""

from __future__ import annotations

from inarow.kernels.gomoku.search import PROVED, WIN
from inarow.search.score import Score, expectation

#: Points at which a heuristic score means odds of e to 1; fitted, see docs/gomoku.md.
WIN_SCALE = 200.0


def win_probability(score: Score) -> float:
    """Return the mover's chance to win, half a draw counted as half a win.

    >>> win_probability(Score.win(5)), win_probability(Score.draw())
    (1.0, 0.5)
    """
    return expectation(score, WIN_SCALE)


def score_of(value: int) -> Score:
    """Return the score that a search value stands for."""
    if value > PROVED:
        return Score.win(WIN - value)
    if value < -PROVED:
        return Score.loss(WIN + value)
    return Score.heuristic(float(value))
