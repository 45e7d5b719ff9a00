"""Telling a known mistake by what the code does, not by how it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from inarow.learn.checks.asking import Attempt
from inarow.learn.student import CodeError, Student

T = TypeVar("T")


def fault(
    attempt: Attempt, does: Callable[[Student, T], object], cases: Sequence[T], failed: T
) -> str:
    """The sentence of the mistake that does the same in a failed case, and in most of the others.

    ``does`` says what code does in a case, as something that can be compared.
    """

    def done(code: Student, case: T) -> object:
        try:
            return does(code, case)
        except CodeError as error:
            return str(error)

    exercise, student = attempt.exercise, attempt.student
    found, most = "", (len(cases) - 1) // 2
    for mistake in exercise.mistakes:
        wrong = Student(mistake.source, exercise.entry)
        if done(wrong, failed) == done(student, failed):
            alike = sum(done(wrong, one) == done(student, one) for one in cases)
            if alike > most:
                found, most = mistake.sentence, alike
    return found
