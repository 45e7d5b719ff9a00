"""What every kind of check is asked, and the positions that it asks about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from inarow.learn.feedback import Feedback, Rung
from inarow.learn.student import Student
from inarow.rules.board import Board
from inarow.words import GAMES

if TYPE_CHECKING:
    from inarow.learn.exercises.exercise import Exercise

#: Hears of each pair of games of a ladder: the rung as it stands.
OnRung = Callable[[Rung], None]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A student's code, the exercise that it is for, and who hears of the games that it plays."""

    student: Student
    exercise: Exercise
    on_rung: OnRung


class Checks(Protocol):
    """What an exercise asks of a student's code."""

    #: Whether code that passes can play games.
    plays: ClassVar[bool]

    def feedback(self, attempt: Attempt) -> Feedback:
        """Whether the code passes, or the first thing that is wrong."""
        ...


@dataclass(frozen=True, slots=True)
class Case:
    """A position, and how deep to search it where something searches."""

    game: str
    moves: str
    depth: int = 0

    @property
    def board(self) -> Board:
        """The position."""
        return Board(self.game, self.moves)

    def __str__(self) -> str:
        game = self.board.game
        title = GAMES.get(game.family, f"The {game.width}x{game.height} board")
        return f"{title} after {self.moves}" if self.moves else f"{title}, the empty board"


def where(board: Board) -> str:
    """Which position something was seen in."""
    return f"after {board.moves_text()}" if board.moves else "on the empty board"
