"""The checks of a ``choose(board)``: it must see what is one move away, and then win games."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any, ClassVar

from inarow.learn.checks.asking import Attempt, Case, where
from inarow.learn.feedback import Feedback
from inarow.learn.ladder import Step, climb
from inarow.learn.student import CodeError, Student
from inarow.players.own import OwnPlayer
from inarow.rules.board import Board
from inarow.rules.notation import move_text
from inarow.rules.threats import winning_moves

_MISSED = "You do not take a win that is there."


@dataclass(frozen=True, slots=True)
class ChoiceChecks:
    """A player must take a win, stop a loss, and always play a legal move; then it plays."""

    plays: ClassVar[bool] = True
    cases: tuple[Case, ...]
    ladder: tuple[Step, ...] = ()

    def feedback(self, attempt: Attempt) -> Feedback:
        """Ask for a move in every position, and let it play."""
        for case in self.cases:
            if wrong := _wrong(case, chosen(attempt.student, case.board)):
                return Feedback(False, wrong, None, case.board)
        if not self.ladder:
            return Feedback(True, f"{len(self.cases)} positions: every move is sound.")
        student = attempt.student
        own = OwnPlayer(student.entry, lambda board: chosen(student, board))
        return climb(self.ladder, own, attempt.on_rung)


def chosen(student: Student, board: Board) -> int:
    """The legal move that a student's function gives, or an error that says what it is instead."""
    given = board.copy()
    answer = student.call(given)
    seen = where(board)
    if given.key() != board.key():
        raise CodeError(
            "You leave your tries on the board: take every push back with pop, or try moves with "
            f"board.after(move). Seen {seen}."
        )
    move = _move(student.entry, answer, seen)
    if move not in board.legal_moves:
        raise CodeError(_not_legal(board, move, seen))
    return move


def _move(entry: str, answer: Any, seen: str) -> int:
    try:
        return operator.index(answer)
    except TypeError:
        what = "nothing (None)" if answer is None else repr(answer)
        raise CodeError(
            f"You must always return a move: {entry} returned {what} {seen}. What if every move "
            "looks lost?"
        ) from None


def _not_legal(board: Board, move: int, seen: str) -> str:
    if board.game.gravity and move == board.game.width:
        return (
            f"You count the columns from 1: in Python they count from 0, so the last is "
            f"{board.game.width - 1}. Seen {seen}."
        )
    return f"You play a move that is not legal: {move} {seen}. Choose from board.legal_moves."


def _wrong(case: Case, move: int) -> str | None:
    """What is wrong with a move, if something is."""
    board = case.board
    name = f"you play {move_text(board.game, move)}, which is {move} in Python"
    wins = winning_moves(board)
    if wins:
        best = f"{board.turn} wins at once with {move_text(board.game, wins[0])}"
        fault = _MISSED
    else:
        wins = winning_moves(board, board.turn.other)
        best = f"{board.turn.other} threatens to win with "
        best += " and ".join(move_text(board.game, one) for one in wins)
        fault = "You do not stop the opponent's win."
    # Who is threatened twice is lost, whatever is played.
    if not wins or move in wins or (len(wins) > 1 and fault != _MISSED):
        return None
    return f"{fault} {case}: {best}, and {name}."
