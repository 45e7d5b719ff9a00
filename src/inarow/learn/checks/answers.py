"""The checks of a function that is asked questions, to each of which the program has the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from inarow.learn.checks.asking import Attempt
from inarow.learn.checks.mistakes import fault
from inarow.learn.feedback import Feedback
from inarow.learn.student import Student
from inarow.rules.board import Board


class StudentQuestion(Protocol):
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
    questions: Sequence[StudentQuestion]

    def feedback(self, attempt: Attempt) -> Feedback:
        """Ask one question after the other; the first wrong answer is told."""
        for question in self.questions:
            if wrong := question.wrong(question.ask(attempt.student)):
                named = fault(attempt, lambda code, one: one.ask(code), self.questions, question)
                return Feedback(False, f"{named} {wrong}".strip(), None, question.board)
        return Feedback(True, f"{len(self.questions)} questions: every answer is right.")
