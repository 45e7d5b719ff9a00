"""The checks of a function that is asked questions, to each of which the program has the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from inarow.learn.checks.asking import OnRung
from inarow.learn.checks.mistakes import fault
from inarow.learn.feedback import Feedback
from inarow.learn.student import CodeError, Student
from inarow.rules.board import Board

if TYPE_CHECKING:
    from inarow.learn.exercises.exercise import Exercise


class Question(Protocol):
    """Something to ask a student's function."""

    @property
    def board(self) -> Board | None:
        """The position that it is about, if it is about one."""
        ...

    def ask(self, student: Student) -> object:
        """What the function answers, and whatever else counts."""
        ...

    def wrong(self, answer: Any) -> str | None:
        """What is wrong with such an answer, if something is."""
        ...


@dataclass(frozen=True, slots=True)
class AnswerChecks:
    """Every question must be answered rightly."""

    plays: ClassVar[bool] = False
    questions: Sequence[Question]

    def feedback(
        self,
        student: Student,
        exercise: Exercise,
        on_rung: OnRung,  # noqa: ARG002 -- nothing is played
    ) -> Feedback:
        """Ask one question after the other; the first wrong answer is told."""
        for question in self.questions:
            if wrong := question.wrong(question.ask(student)):
                named = fault(student, exercise, _does, self.questions, question)
                return Feedback(False, f"{named} {wrong}".strip(), None, question.board)
        return Feedback(True, f"{len(self.questions)} questions: every answer is right.")


def _does(student: Student, question: Question) -> object:
    try:
        return question.ask(student)
    except CodeError as error:
        return str(error)
