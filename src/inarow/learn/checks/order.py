"""The checks of an ``order(board)``: every move once, and few positions for alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from inarow.learn.checks.asking import Attempt, Case, where
from inarow.learn.feedback import Feedback
from inarow.learn.orders import Order, nodes_with
from inarow.learn.student import CodeError, Student
from inarow.rules.board import Board
from inarow.search.tree.ordering import centre_first, in_order


@dataclass(frozen=True, slots=True)
class OrderChecks:
    """Alpha-beta must get by with as few positions as with the middle columns first."""

    plays: ClassVar[bool] = False
    cases: tuple[Case, ...]

    def feedback(self, attempt: Attempt) -> Feedback:
        """Count the nodes of all positions with the student's order, and with two others."""
        yours = self._nodes(lambda board: ordered(attempt.student, board))
        plain, best = self._nodes(in_order), self._nodes(centre_first)
        counts = (
            f"Alpha-beta looks at {yours:,} positions with your order, at {plain:,} from left to "
            f"right, and at {best:,} with the middle first."
        )
        if yours <= best:
            return Feedback(True, counts)
        if yours > plain:
            return Feedback(False, f"Your order is worse than none: is it turned around? {counts}")
        if yours == plain:
            return Feedback(
                False, f"Your order saves nothing: it still goes from left to right. {counts}"
            )
        return Feedback(False, f"Your order helps, but not enough yet. {counts}")

    def _nodes(self, order: Order) -> int:
        return sum(nodes_with(order, case.board, case.depth) for case in self.cases)


def ordered(student: Student, board: Board) -> list[int]:
    """The student's order of the legal moves, or an error that says what is wrong with it."""
    answer = student.call(board.copy())
    legal, seen = list(board.legal_moves), where(board)
    try:
        moves = list(answer)
    except TypeError:
        raise CodeError(f"You must return a list of moves, not {answer!r} ({seen}).") from None
    if missing := [move for move in legal if move not in moves]:
        raise CodeError(
            f"You leave moves out: {missing[0]} is legal {seen}, and not in {moves}. An order may "
            "put a move last, but it must not lose one."
        )
    if sorted(moves) != legal:
        raise CodeError(
            f"You list moves that cannot be played, or one twice: {moves} {seen}, where "
            f"{legal} are legal."
        )
    return moves
