"""The checks of a search for a win by fours: every line it names is played out by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from inarow.learn.checks.asking import Attempt, Case
from inarow.learn.feedback import Feedback
from inarow.learn.student import CodeError, Student
from inarow.learn.watching import check_unchanged
from inarow.rules.board import Board
from inarow.rules.notation import move_text
from inarow.rules.threats import winning_moves


@dataclass(frozen=True, slots=True)
class FoursChecks:
    """A line must win against the only answers; where there is none, none must be named."""

    plays: ClassVar[bool] = False
    won: tuple[Case, ...]
    #: Positions in which fours do not win.
    open: tuple[Case, ...]

    def feedback(self, attempt: Attempt) -> Feedback:
        """Ask for a line in every position, and play it out."""
        for case in (*self.won, *self.open):
            line = _line(attempt.student, case)
            wrong = flaw(case.board, line) if line or case in self.won else None
            if wrong:
                return Feedback(False, f"{wrong} Seen here: {case}.", None, case.board)
        return Feedback(
            True,
            f"{len(self.won)} wins found and played out, and none claimed in {len(self.open)} "
            "positions that have none.",
        )


def _line(student: Student, case: Case) -> list[int]:
    board = case.board
    answer: Any = student.call(board)
    check_unchanged(student.entry, board, case.board)
    if not isinstance(answer, list | tuple):
        raise CodeError(
            f"You must return a list of moves, an empty one if fours do not win, not {answer!r}."
        )
    return list(answer)


def flaw(board: Board, line: list[int]) -> str | None:
    """What is wrong with a line of fours and their answers that is said to win; None if it wins.

    >>> flaw(Board("mnk(9x9,k=5)", "c5 c1 d5 d1 e5 e1 f5 b1"), [42])
    >>> flaw(Board("mnk(9x9,k=5)", "c5 c1 d5 d1 e5 e1"), [42])
    'The line ends before it has won: after g5 the game goes on.'
    """
    if not line:
        return "You find no win, and there is one by fours."
    board, me = board.copy(), board.turn
    for move in line:
        name = move_text(board.game, move) if move in range(board.game.cells) else repr(move)
        if move not in board.legal_moves:
            return f"Your line has a move that is not legal: {name}."
        if wrong := _unforced(board, move, name, me):
            return wrong
        board.push(move)
    outcome = board.outcome()
    if outcome is not None and outcome.winner is me:
        return None
    return f"The line ends before it has won: after {name} the game goes on."


def _unforced(board: Board, move: int, name: str, me: object) -> str | None:
    """Why a move of a line does not force what the line says."""
    if board.turn is not me:
        forced = winning_moves(board, board.turn.other)
        if move in forced:
            return None
        return (
            f"You let the opponent answer elsewhere: {board.turn} plays {_listed(board, forced)}, "
            f"not {name}."
        )
    after = board.after(move)
    if after.outcome() is not None:
        return None
    if wins := winning_moves(after):
        return (
            f"You let the opponent win first: after {name}, {after.turn} plays "
            f"{_listed(board, wins)}."
        )
    if not winning_moves(after, board.turn):
        return f"You play a move that threatens nothing: after {name} the opponent is free."
    return None


def _listed(board: Board, moves: list[int]) -> str:
    return " or ".join(move_text(board.game, move) for move in moves)
