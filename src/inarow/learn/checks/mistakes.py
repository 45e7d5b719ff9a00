"""Telling a known mistake by what the code does, not by how it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from inarow.learn.student import Student

if TYPE_CHECKING:
    from inarow.learn.exercises.exercise import Exercise

T = TypeVar("T")


def fault(
    student: Student,
    exercise: Exercise,
    does: Callable[[Student, T], object],
    cases: Sequence[T],
    failed: T,
) -> str:
    """The sentence of the mistake that does the same in a failed case, and in most of the others.

    ``does`` says what code does in a case, as something that can be compared.
    """
    found, most = "", (len(cases) - 1) // 2
    for mistake in exercise.mistakes:
        wrong = Student(mistake.source, exercise.entry)
        if does(wrong, failed) == does(student, failed):
            alike = sum(does(wrong, one) == does(student, one) for one in cases)
            if alike > most:
                found, most = mistake.sentence, alike
    return found
