"""What is known about one move of a game."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.rules.side import Side
from inarow.search.score import Score
from inarow.study.explain.reasons import Reason
from inarow.study.review.grades import Verdict


@dataclass(frozen=True, slots=True)
class Annotation:
    """One move: what it and the best move were worth to the mover, the verdict, and why."""

    #: The number of pieces on the board after it.
    number: int
    side: Side
    move: int
    best: int
    best_score: Score
    score: Score
    #: The line that begins with the best move.
    line: tuple[int, ...]
    verdict: Verdict
    reason: Reason
    #: What the position is worth to X after the move, from 0 to 1.
    expectation: float
