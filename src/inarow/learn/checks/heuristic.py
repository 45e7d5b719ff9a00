"""The checks of an ``evaluate(board, side)``: sound on a few boards, then a ladder of games."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from inarow.evaluate.plain import PlainHeuristic
from inarow.learn.checks.asking import Attempt, Case
from inarow.learn.feedback import Feedback
from inarow.learn.ladder import Step, climb
from inarow.learn.student import CodeError, Student
from inarow.players.own import heuristic_player
from inarow.rules.board import Board
from inarow.rules.side import Side

#: How deep a heuristic searches in the ladder, and so do its opponents: nothing else differs.
LADDER_DEPTH = 2


@dataclass(frozen=True, slots=True)
class HeuristicChecks:
    """A heuristic must tell good from bad, whichever side asks; then it plays."""

    plays: ClassVar[bool] = True
    #: Positions that are better for X, plain to see.
    better_for_x: tuple[Case, ...]
    ladder: tuple[Step, ...]

    def feedback(self, attempt: Attempt) -> Feedback:
        """Ask about a few boards, and let it play."""
        student = attempt.student
        for case in self.better_for_x:
            if wrong := _wrong(student, case):
                return Feedback(False, wrong, None, case.board)
        heuristic = PlainHeuristic(lambda board, side: worth(student, board, side))
        own = heuristic_player(student.entry, heuristic, LADDER_DEPTH)
        return climb(self.ladder, own, attempt.on_rung)


def worth(student: Student, board: Board, side: Side) -> float:
    """What a student's function says of a board, or an error that says what it is instead."""
    before = board.key()
    value = student.call(board, side)
    if board.key() != before:
        raise CodeError(
            "You change the board while you evaluate it: take every push back with pop, or look "
            "with "
            "board.after(move)."
        )
    if not isinstance(value, int | float) or not math.isfinite(value):
        what = "nothing (None)" if value is None else f"{value!r}"
        raise CodeError(f"You must return a finite number for every open board, not {what}.")
    return float(value)


def _wrong(student: Student, case: Case) -> str | None:
    board = case.board
    x, o = (worth(student, board, side) for side in Side)
    seen = f"{case}, better for X: you say {x:g} for X, {o:g} for O."
    if x < o:
        return (
            f"Your sign is wrong: you give the higher value to the side that is worse off. {seen}"
        )
    if x == o:
        return (
            f"You return the same value for both sides: does it depend on the argument side? {seen}"
        )
    return None
