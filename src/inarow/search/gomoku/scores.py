"""What the values of the Gomoku engine's search mean."""

from __future__ import annotations

from inarow.kernels.gomoku.search import PROVED, WIN
from inarow.search.score import Score

#: Points at which a heuristic score means odds of e to 1; fitted, see docs/gomoku.md.
WIN_SCALE = 200.0


def score_of(value: int) -> Score:
    """Return the score that a search value stands for."""
    if value > PROVED:
        return Score.win(WIN - value)
    if value < -PROVED:
        return Score.loss(WIN + value)
    return Score.heuristic(float(value), WIN_SCALE)
